"""`zapato replay`: run a recorded tape through the reader and the table."""

import sys
from pathlib import Path

import click

from device.cards.errors import CardsError
from device.cli.bad_input import BadInput
from device.cli.house_rules import Printer, journal_opener, profile_of, table_options
from device.files.system_faults import in_words
from device.line.tape import Tape, TapeError, read_tape
from device.play.fed_table import HandClock
from device.play.replay import ReplayedTape, TapeReaderError, needs_registry, packs_of
from device.ports.journal import JournalError
from device.service.house_rules import ProfileInPlay
from device.settings.files import read_at_most


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--registry",
    type=click.Path(path_type=Path),
    help="The site's packs, for tapes of tags and of labels; else what the tape's heading Tags says.",
)
@table_options
def command(
    *,
    file: Path,
    registry: Path | None,
    profile: str,
    settings: tuple[str, ...],
    quick: bool,
    journal: Path | None,
    events: bool,
    strict: bool,
) -> None:
    """Run a tape through the reader that recorded it and a table, at the tape's own times but without waiting.

    Prints the same lines as `zapato play`; lines of refusals count the tape's records from 1. What the reader's link
    counted (good, duplicate, noise) goes to standard error.
    """
    house = profile_of(profile, settings, quick=quick)
    tape = _tape(file)
    clock = HandClock()
    try:
        table = ReplayedTape(
            tape,
            profile=house,
            open_journal=journal_opener(journal, clock),
            clock=clock,
            opens_shoes=quick,
            registry=None if registry is None else packs_of(registry),
        )
        printer = Printer(table.state, events=events)
        for number, record in enumerate(table.run(), start=1):
            printer.show(record, number)
        printer.finish(table.state, table.health, house)
        table.close()
    except TapeReaderError as error:
        raise BadInput(f"{file}: {error}") from None
    except (JournalError, ProfileInPlay, CardsError) as error:
        raise BadInput(str(error)) from None
    counted = ", ".join(f"{name} {count}" for name, count in sorted(table.counters.items()) if count)
    click.echo(f"{tape.head.name}: {counted or 'nothing was read'}", err=True)
    if registry is None and needs_registry(tape):
        click.echo(f"{file}: a tag is a card by the registry of packs only: add --registry packs.sqlite3", err=True)
    if strict and printer.refused:
        sys.exit(1)


def _tape(file: Path) -> Tape:
    try:
        return read_tape(read_at_most(file, 64_000_000).decode())
    except OSError as error:
        raise BadInput(f"{file}: {in_words(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: this is no text in UTF-8; a tape is text") from None
    except TapeError as error:
        raise BadInput(f"{file}, {error}") from None
