"""What the commands about packs share: which registry, and its errors in plain words."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from device.cards.errors import CardsError
from device.cli.bad_input import BadInput, visible
from device.cli.cards_texts import NAME
from device.cli.settings_place import SHOWN, settings_if_any
from device.settings import SettingsError, load_settings

_REGISTRY = Path("packs.sqlite3")


def registry_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `registry` and `config`, for `registry_path`."""
    for option in (
        click.option(
            "--config",
            type=click.Path(path_type=Path),
            help=f"A table's settings, which name the registry.  [default: {SHOWN}]",
        ),
        click.option(
            "--registry",
            type=click.Path(path_type=Path),
            help="The registry of packs.  [default: as the settings say, otherwise packs.sqlite3]",
        ),
    ):
        command = option(command)
    return command


BY = click.option("--by", type=NAME, required=True, metavar="NAME", help="Who does it; stands in the pack's history.")


def registry_path(registry: Path | None, config: Path | None) -> Path:
    """The registry's file: the one named, else the one of the settings; raises BadInput."""
    if registry is not None:
        return registry
    config = config or settings_if_any()
    if config is None:
        return _REGISTRY
    try:
        return load_settings(config).cards.registry
    except SettingsError as error:
        raise BadInput(str(error)) from None


@contextmanager
def plainly() -> Iterator[None]:
    """Turn what can be wrong with packs into one plain message and exit code 2."""
    try:
        yield
    except CardsError as error:
        raise BadInput(str(error)) from None


def print_line(line: dict[str, object]) -> None:
    """One JSON object on a line of standard output."""
    click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


def print_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Rows of text in columns, the first one their headings; nothing in them moves the terminal's cursor."""
    rows = [tuple(map(visible, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
