"""`zapato order`: one order to a running table, as a staff screen gives it."""

import sys
from pathlib import Path

import click
import msgspec

from device.cli.bad_input import BadInput
from device.demo.staff_client import StaffClient
from device.settings import Settings, SettingsError, load_settings

_POSITIONAL = {"resolve": "option", "enter": "card", "result": "called"}
"""Orders whose first word needs no name."""

_NAMES = ("by", "second", "reason", "exposed", "option", "card", "called", "on")


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="ORDER [WORD] [NAME=VALUE]…")
@click.option("--config", type=click.Path(path_type=Path), help="The table's settings; default: the defaults, here.")
@click.option("--feed", type=click.Path(path_type=Path), help="The table's staff socket, instead of the settings' one.")
def command(*, words: tuple[str, ...], config: Path | None, feed: Path | None) -> None:
    """Give a running table one order, in the words of table scripts.

    For example `zapato order resolve next by=sup1`, `zapato order enter 9h by=sup1`, `zapato order result tie`, `zapato
    order void by=sup1 second=pit2 reason="wrong card"`. Orders: shoe, no-more-bets, call, result, next, enter, resolve,
    void, free, dealer, end-shoe. Prints the table's answer; exit 1 when it was refused.
    """
    order = _order(words)
    try:
        settings = Settings() if config is None else load_settings(config)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    staff = StaffClient(feed or settings.feed.staff)
    try:
        reply = staff.order(order)
    except (OSError, ValueError) as error:
        raise BadInput(f"{error}; is the table running, and may you use its socket?") from None
    finally:
        staff.close()
    click.echo(msgspec.json.encode({key: reply[key] for key in ("ok", "why") if key in reply}).decode())
    if not reply.get("ok"):
        sys.exit(1)


def _order(words: tuple[str, ...]) -> dict[str, object]:
    order: dict[str, object] = {"order": words[0]}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = _POSITIONAL.get(words[0], ""), word
        if name not in _NAMES or name in order:
            raise BadInput(f"{word!r} does not belong here; write for example: zapato order resolve next by=sup1")
        order[name] = _yes_or_no(value) if name == "exposed" else value
    return order


def _yes_or_no(value: str) -> bool:
    if value not in ("yes", "no"):
        raise BadInput(f"exposed={value} is neither yes nor no")
    return value == "yes"
