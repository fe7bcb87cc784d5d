"""Options that several commands about one table have, each written once: the settings, public keys, lines of JSON."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from device.cli.settings_place import SHOWN, settings_if_any, usual_settings

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def config_option(about: str = "The table's settings.") -> Decorator:
    """`--config` as ``config``: the settings here, or else the installed table's; where there are none it is missed."""
    return _config(about, default=usual_settings, shown=SHOWN)


def config_if_any(about: str = "The table's settings.", *, otherwise: str = "the defaults") -> Decorator:
    """`--config` as ``config`` for a command that goes on without settings: None then; `otherwise` says by what."""
    return _config(about, default=settings_if_any, shown=f"{SHOWN}, or else {otherwise}")


def keys_option(about: str) -> Decorator:
    """`--key` as ``keys``: files with public keys that something must be signed with."""
    return click.option("--key", "keys", type=click.Path(path_type=Path), multiple=True, help=f"{about} Repeatable.")


def json_option(about: str = "One JSON object a line.") -> Decorator:
    """`--json` as ``as_json``: for programs."""
    return click.option("--json", "as_json", is_flag=True, help=about)


def _config(about: str, *, default: Callable[[], Path | None], shown: str) -> Decorator:
    kind = click.Path(path_type=Path, readable=False)
    return click.option("--config", type=kind, default=default, show_default=shown, help=about)
