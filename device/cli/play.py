"""`zapato play`: run a table script."""

import sys
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.house_rules import Printer, journal_opener, profile_of, table_options
from device.files.system_faults import in_words
from device.play.fed_table import HandClock
from device.play.script import ScriptError, parse_script, tags_of
from device.play.table import PlayedTable
from device.ports.journal import JournalError
from device.service.house_rules import ProfileInPlay
from device.settings.files import read_at_most


@click.command()
@click.argument("script", metavar="FILE|-")
@table_options
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
    house = profile_of(profile, settings, quick=quick)
    name = "standard input" if script == "-" else script
    try:
        steps = parse_script(_text(script), name)
    except OSError as error:
        raise BadInput(f"{name}: {in_words(error)}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{name}, line {line}: this is no text in UTF-8; save it as a plain text file") from None
    except ScriptError as error:
        raise BadInput(str(error)) from None
    clock = HandClock()
    try:
        table = PlayedTable(
            profile=house,
            open_journal=journal_opener(journal, clock),
            clock=clock,
            opens_shoes=quick,
            tags=tags_of(steps),
        )
        table.take()
        printer = Printer(table.state, events=events)
        for step, records in table.run(steps):
            for record in records:
                printer.show(record, step.line)
        printer.finish(table.state, table.health, house)
        table.close()
    except (JournalError, ProfileInPlay) as error:
        raise BadInput(str(error)) from None
    if strict and printer.refused:
        sys.exit(1)


def _text(script: str) -> str:
    data = sys.stdin.buffer.read() if script == "-" else read_at_most(Path(script), 16_000_000)
    return data.decode("utf-8-sig")
