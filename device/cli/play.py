"""`zapato play`: run a table script."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.journal.memory import MemoryJournal
from device.journal.reading import public_body
from device.journal.sqlite import SqliteJournal
from device.play.lines import encode, line_of, state_line
from device.play.script import ScriptError, parse_script
from device.play.table import PlayClock, PlayedTable
from device.ports.journal import Journal, JournalError, Record
from device.rules.not_yet import fields_not_yet
from device.rules.profile import QUICK, Profile, ProfileError, with_settings
from device.service.engine import ProfileInPlay
from device.settings import load_profile
from device.table.evolve import evolve


@click.command()
@click.argument("script", metavar="FILE|-")
@click.option("--profile", default="live", show_default=True, help="House rules: a name, or a profile file.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one rule of the profile.")
@click.option("--quick", is_flag=True, help="Cards only: everything else goes on by itself.")
@click.option("--journal", type=click.Path(path_type=Path), help="Keep the record in this file, or go on with it.")
@click.option("--events", is_flag=True, help="Print every event on record instead.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a line was refused.")
def command(
    *,
    script: str,
    profile: str,
    settings: tuple[str, ...],
    quick: bool,
    journal: Path | None,
    events: bool,
    strict: bool,
) -> None:
    """Run a table script: one line, one thing that happens at the table.

    The script runs through the same commands, events, record and link as the table itself. JSON lines go to standard
    output; the last one is the table's state. `#` begins a comment.
    """
    house = _profile(profile, settings, quick=quick)
    name = "standard input" if script == "-" else script
    try:
        text = sys.stdin.read() if script == "-" else Path(script).read_text(encoding="utf-8")
        steps = parse_script(text, name)
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name}: not text in UTF-8") from None
    except ScriptError as error:
        raise BadInput(str(error)) from None
    clock = PlayClock()
    refused = False
    try:
        table = PlayedTable(profile=house, open_journal=_journal_opener(journal, clock), clock=clock, opens_shoes=quick)
        shown = table.state
        table.take()
        for step, records in table.run(steps):
            for record in records:
                shown = evolve(shown, record.event)
                line = line_of(record.event, shown, step.line)
                refused = refused or (line is not None and line["type"] == "refused")
                if events:
                    click.echo(encode(_event_line(record)))
                elif line is not None:
                    click.echo(encode(line))
        if not events:
            click.echo(encode(state_line(table.state, table.health, house)))
        table.close()
    except (JournalError, ProfileInPlay) as error:
        raise BadInput(str(error)) from None
    if strict and refused:
        sys.exit(1)


def _profile(name: str, settings: tuple[str, ...], *, quick: bool) -> Profile:
    changes = dict(QUICK) if quick else {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"--set {setting}: write KEY=VALUE, for example --set decks=6")
        changes[key.strip()] = value.strip()
    try:
        house = with_settings(load_profile(name), changes) if changes else load_profile(name)
    except ProfileError as error:
        raise BadInput(str(error)) from None
    missing = fields_not_yet(house)
    if missing:
        raise BadInput("; ".join(missing))
    return house


def _journal_opener(path: Path | None, clock: PlayClock) -> Callable[[], Journal]:
    if path is None:
        memory = MemoryJournal(clock=clock)
        return lambda: memory
    return lambda: SqliteJournal(path, clock=clock)


def _event_line(record: Record) -> dict[str, object]:
    """The record as it is on file; a face that is not turned stays unseen here as everywhere."""
    return {
        "seq": record.seq,
        "epoch": record.epoch,
        "shoe": record.shoe,
        "coup": record.coup,
        "at": record.at,
        "kind": record.event.KIND,
        "version": record.event.VERSION,
        "body": public_body(record.event),
        "hash": record.hash,
    }
