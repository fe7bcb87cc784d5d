"""What `play` and `replay` share: the house rules and the record that a command is given."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from device.cli.bad_input import BadInput
from device.journal.memory import MemoryJournal
from device.journal.reading import public_body
from device.journal.sqlite import SqliteJournal
from device.journal.uses import Use
from device.play.fed_table import HandClock
from device.play.lines import encode, line_of, state_line
from device.ports.journal import Journal, Record
from device.rules.making import ProfileError, with_settings
from device.rules.profile import QUICK, Profile
from device.settings import load_profile
from device.table.evolve import evolve
from device.table.health import Health
from device.table.state import State


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that runs a table without ports."""
    options = (
        click.option("--profile", default="live", show_default=True, help="House rules: a name, or a profile file."),
        click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one rule of the profile."),
        click.option("--quick", is_flag=True, help="Cards only: everything else goes on by itself."),
        click.option(
            "--journal", type=click.Path(path_type=Path), help="Keep the record in this file, or go on with it."
        ),
        click.option("--events", is_flag=True, help="Print every event on record instead."),
        click.option("--strict", is_flag=True, help="Exit with 1 if a line was refused."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def profile_of(name: str, settings: tuple[str, ...], *, quick: bool) -> Profile:
    """The house rules, with single rules changed; raises BadInput for what is wrong."""
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
    return house


def _simulated(path: Path, clock: HandClock) -> Journal:
    """The file, for what a script or a tape deals; raises JournalError for one of real games."""
    journal = SqliteJournal(path, clock=clock)
    try:
        journal.use_as(Use.SIMULATED)
    except BaseException:
        journal.close()
        raise
    return journal


def journal_opener(path: Path | None, clock: HandClock) -> Callable[[], Journal]:
    """How the table gets its record, at its start and after each death: a file, or memory that outlives the process."""
    if path is None:
        memory = MemoryJournal(clock=clock)
        return lambda: memory
    return lambda: _simulated(path, clock)


class Printer:
    """Prints what a table put on record, as lines or as events, and remembers whether anything was refused."""

    def __init__(self, state: State, *, events: bool) -> None:
        self._state = state
        self._events = events
        self.refused = False

    def show(self, record: Record, script_line: int) -> None:
        """Print one record, which the script's line led to."""
        self._state = evolve(self._state, record.event)
        line = line_of(record.event, self._state, script_line)
        self.refused = self.refused or (line is not None and line["type"] == "refused")
        if self._events:
            click.echo(encode(_event_line(record)))
        elif line is not None:
            click.echo(encode(line))

    def finish(self, state: State, health: Health, profile: Profile) -> None:
        """Print the last line."""
        if not self._events:
            click.echo(encode(state_line(state, health, profile)))


def _event_line(record: Record) -> dict[str, Any]:
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
