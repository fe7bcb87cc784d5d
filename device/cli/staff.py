"""`zapato staff`: the people of a table, with roles, PINs and badges."""

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from device.cli.asking import ask
from device.cli.bad_input import BadInput
from device.cli.options import json_option
from device.cli.settings_place import SHOWN, people_file
from device.staff.entry import Attempt, Outcome, StaffEntry
from device.staff.errors import StaffError
from device.staff.people import Person, Role, role_names
from device.staff.store import StaffStore, Standing

_FILE = click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, readable=False),
    default=people_file,
    show_default=f"as {SHOWN} says, otherwise staff.sqlite3",
    help="The people's file.",
)
_ROLES = click.option(
    "--role",
    "roles",
    type=click.Choice([role.value for role in Role]),
    multiple=True,
    required=True,
    help="What the person is at the table; repeatable.",
)


@click.group()
def command() -> None:
    """The people of a table: who they are and how they prove it.

    Nobody is ever deleted, for the record names people. A PIN is never given on the command line: it is asked for, or
    read from standard input, a line each.
    """


@command.command()
@click.argument("name")
@_ROLES
@_FILE
def add(name: str, roles: tuple[str, ...], path: Path) -> None:
    """Add a person; prints a one-time PIN once, to be changed with `zapato staff pin`. Makes the file at first use."""
    with _plainly():
        person, pin = StaffStore(path, create=True).add(name, map(Role, roles))
    _print(_about(person) | {"one_time_pin": pin})


@command.command("list")
@json_option()
@_FILE
def list_people(as_json: bool, path: Path) -> None:
    """List everybody, disabled people too, with PIN, badge and waits."""
    with _plainly():
        everybody = StaffStore(path).standings()
    if as_json:
        for one in everybody:
            _print(_standing(one))
        return
    table = [("NAME", "ROLES", "PIN", "BADGE", "")]
    table += [(one.person.name, " ".join(role_names(one.person.roles)), *_words(one)) for one in everybody]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, row[4]]).rstrip())


@command.command()
@click.argument("name")
@_ROLES
@_FILE
def roles(name: str, roles: tuple[str, ...], path: Path) -> None:
    """Give a person these roles instead of the earlier ones."""
    _change(path, lambda store: store.set_roles(name, map(Role, roles)))


@command.command()
@click.argument("name")
@_FILE
def disable(name: str, path: Path) -> None:
    """Let a person sign nothing from now on; the name stays taken."""
    _change(path, lambda store: store.disable(name))


@command.command()
@click.argument("name")
@_FILE
def enable(name: str, path: Path) -> None:
    """Undo `disable`; the PIN is the one from before."""
    _change(path, lambda store: store.enable(name))


@command.command()
@click.argument("name")
@_FILE
def reset(name: str, path: Path) -> None:
    """Replace a forgotten PIN by a one-time PIN, printed once, and end the wait after wrong ones."""
    with _plainly():
        person, pin = StaffStore(path).reset(name)
    _print(_about(person) | {"one_time_pin": pin})


@command.command()
@click.argument("name")
@_FILE
def pin(name: str, path: Path) -> None:
    """Change one's own PIN: asks for the present one and the new one. Exit 1 when the present one is wrong."""
    with _plainly():
        store = StaffStore(path)
        store.person(name)
        present = ask("PIN now")
        new = ask("New PIN", twice=True)
        answer = StaffEntry(store, report=_on_no_record).change_pin(name, present, new)
    if answer.outcome is Outcome.RIGHT:
        _print({"ok": True})
        return
    _print({"ok": False, "why": _why(answer.outcome, answer.wait_s)})
    sys.exit(1)


@command.command()
@click.argument("name")
@click.option("--take", is_flag=True, help="Let the person's badge be nobody's instead.")
@_FILE
def badge(name: str, take: bool, path: Path) -> None:
    """Give a person a badge instead of an earlier one: reads it from the badge reader or standard input, unseen."""
    if take:
        _change(path, lambda store: store.take_badge(name))
        return
    with _plainly():
        store = StaffStore(path)
        store.person(name)
        person = store.give_badge(name, ask("Hold the badge to the reader"))
    _print(_about(person))


@command.command()
@_FILE
def forget_badges(path: Path) -> None:
    """Let every badge be nobody's, when the badges' key was lost; then give them anew."""
    with _plainly():
        _print({"forgotten": StaffStore(path).forget_badges()})


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except StaffError as error:
        raise BadInput(str(error)) from None


def _change(path: Path, change: Callable[[StaffStore], Person]) -> None:
    with _plainly():
        person = change(StaffStore(path))
    _print(_about(person))


def _on_no_record(attempt: Attempt) -> None:
    """There is no journal here: the file's own count is what a wrong PIN leaves."""


def _about(person: Person) -> dict[str, object]:
    return {"name": person.name, "roles": role_names(person.roles), "disabled": person.disabled}


def _standing(one: Standing) -> dict[str, object]:
    return _about(one.person) | {
        "pin": "own" if one.pin_is_own else "one-time",
        "badge": one.badge,
        "wrong": one.wrong,
        "wait_s": math.ceil(one.wait_s),
        "added_at": one.added_at,
        "disabled_at": one.disabled_at,
    }


def _words(one: Standing) -> tuple[str, str, str]:
    notes = ["disabled"] if one.person.disabled else []
    if one.wait_s > 0:
        notes.append(f"waits {math.ceil(one.wait_s)} s after {one.wrong} wrong PINs")
    return "own" if one.pin_is_own else "one-time", "yes" if one.badge else "no", ", ".join(notes)


def _why(outcome: Outcome, wait_s: float) -> str:
    wait = f"; the next one is looked at in {math.ceil(wait_s)} s" if wait_s > 0 else ""
    match outcome:
        case Outcome.WAIT:
            return f"too many wrong PINs, this one was not looked at{wait}"
        case Outcome.DISABLED:
            return "this person is disabled"
        case _:
            return f"wrong PIN{wait}"


def _print(line: dict[str, object]) -> None:
    click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
