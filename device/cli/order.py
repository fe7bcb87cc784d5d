"""`zapato order`: one order to a running table, as a staff screen gives it."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from device.cli.asking import ask
from device.cli.bad_input import BadInput
from device.cli.options import config_if_any
from device.demo.staff_client import StaffClient
from device.settings import Settings, SettingsError, load_settings

_POSITIONAL = {
    "resolve": "option",
    "enter": "card",
    "result": "called",
    "reveal": "what",
    "report": "what",
    "acknowledge": "kind",
    "dealer": "on",
}
"""Orders whose first word needs no name."""

_YES_OR_NO = {"exposed": ("yes", "no"), "on": ("on", "off")}
"""How true and false are written."""

_NAMES = (
    "by",
    "second",
    "reason",
    "exposed",
    "option",
    "card",
    "called",
    "what",
    "kind",
    "on",
    "coup",
    "cards",
    "player",
    "banker",
)


_NUMBERS = {"coup": "a coup", "cards": "cards"}
_LONGEST_NUMBER = 6


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="ORDER [WORD] [NAME=VALUE]…")
@click.option("--badge", is_flag=True, help="Who gives the order shows a badge, read unseen, instead of by=NAME.")
@config_if_any()
@click.option("--feed", type=click.Path(path_type=Path), help="The table's staff socket, instead of the settings' one.")
def command(*, words: tuple[str, ...], badge: bool, config: Path | None, feed: Path | None) -> None:
    """Give a running table one order, in the words of table scripts.

    For example `zapato order resolve next by=sup1`, `zapato order enter 9h by=sup1`, `zapato order dealer on by=d14`,
    `zapato order void by=sup1 second=pit2 reason="wrong card"`. Orders: shoe, no-more-bets, call, reveal, result, next,
    enter, resolve, void, correct, undo, report, pause, acknowledge, free, dealer, end-shoe; and change-pin, which asks
    for a new PIN of your own.

    Whoever is named signs in with the PIN and out again: it is asked for unseen, or read from standard input, a line
    each, first `by`, then `second`. Prints the table's answer; exit 1 when it was refused.
    """
    order = _order(words)
    if badge == ("by" in order):
        raise BadInput("say who gives the order: by=NAME, or --badge")
    if badge and words[0] == "change-pin":
        raise BadInput("change-pin takes a name: by=NAME")
    try:
        settings = Settings() if config is None else load_settings(config)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    staff = StaffClient(feed or settings.feed.staff)
    try:
        reply = _change_pin(staff, order) if words[0] == "change-pin" else _give(staff, order)
    except PermissionError as error:
        raise BadInput(str(error)) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{error}; is the table running, and may you use its socket?") from None
    finally:
        staff.close()
    click.echo(msgspec.json.encode({key: reply[key] for key in ("ok", "why", "wait_s") if key in reply}).decode())
    if not reply.get("ok"):
        sys.exit(1)


def _give(staff: StaffClient, order: dict[str, Any]) -> Mapping[str, Any]:
    """Sign in whoever signs, give the order, and sign out again; the first refusal where there is one."""
    by, second = order.pop("by", None), order.pop("second", None)
    for field, name in (("session", by), ("second_session", second)):
        if field == "second_session" and second is None:
            continue
        who = {"badge": ask("Hold the badge to the reader")} if name is None else {"name": name}
        reply = staff.say({"order": "sign-in", **who, "pin": ask(f"PIN of {name}" if name else "PIN")})
        if not reply["ok"]:
            return reply
        order[field] = reply["session"]
    reply = staff.say(order)
    for field in ("session", "second_session"):
        if field in order:
            staff.say({"order": "sign-out", "session": order[field]})
    return reply


def _change_pin(staff: StaffClient, order: dict[str, Any]) -> Mapping[str, Any]:
    pins = {"pin": ask("PIN now"), "new_pin": ask("New PIN", twice=True)}
    return staff.say({"order": "change-pin", "name": order.get("by"), **pins})


def _order(words: tuple[str, ...]) -> dict[str, Any]:
    order: dict[str, Any] = {"order": words[0]}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = _POSITIONAL.get(words[0], ""), word
        if name not in _NAMES or name in order:
            raise BadInput(f"{word!r} does not belong here; write for example: zapato order resolve next by=sup1")
        order[name] = _value(name, value)
    return order


def _value(name: str, value: str) -> Any:
    if name in _YES_OR_NO:
        return _yes_or_no(name, value)
    if name not in _NUMBERS:
        return value
    if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER):
        raise BadInput(f"{name}={value} is no number of {_NUMBERS[name]}")
    return int(value)


def _yes_or_no(name: str, value: str) -> bool:
    yes, no = _YES_OR_NO[name]
    if value not in (yes, no):
        raise BadInput(f"{name}={value} is neither {yes} nor {no}")
    return value == yes
