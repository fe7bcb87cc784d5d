"""`zapato acceptance`: the run in which real hardware is accepted, its log and what the log shows."""

import json
import sys
from pathlib import Path

import click

from device.cards.errors import CardsError
from device.cli.bad_input import BadInput
from device.files.system_faults import in_words
from device.line.tape import Tape, TapeError, read_tape
from device.papers.acceptance import (
    CONFIDENCE,
    HEADING,
    PASSAGES_WANTED,
    LogError,
    in_line,
    judge,
    read_log,
    read_order,
    upper_bound,
)
from device.papers.acceptance_tape import BOARD, passages_of
from device.play.replay import packs_of
from device.readers.marks import CardMarks
from device.settings.files import read_at_most

_MOST_BYTES = 64_000_000


@click.group("acceptance")
def command() -> None:
    """The run in which real hardware is accepted: 100,000 passages of cards in a known order."""


@command.command("log", epilog="For example: zapato acceptance log run.tape --order order.txt --shoe 7 >> log.csv")
@click.argument("tape", type=click.Path(path_type=Path))
@click.option(
    "--order",
    type=click.Path(path_type=Path),
    required=True,
    help="Text file: the cards in the order in which they leave the shoe, as Ac 2c … ; cut is the cut card.",
)
@click.option("--shoe", type=click.IntRange(min=1), required=True, help="Which filling of the shoe this is, from 1.")
@click.option("--registry", type=click.Path(path_type=Path), help="The site's packs, for labels and tags.")
def log(tape: Path, order: Path, shoe: int, registry: Path | None) -> None:
    """Lay the passages on TAPE, as `reader.tape` recorded them, beside the known order; lines of CSV come out."""
    recorded = _tape(tape)
    if recorded.head.reader != BOARD:
        raise BadInput(
            f"{tape}: of a reader {recorded.head.reader}: only the shoe board, with its gates, tells passages"
        )
    try:
        lay_there = read_order(_text(order))
        marks = CardMarks(registry=None if registry is None else packs_of(registry))
    except LogError as error:
        raise BadInput(f"{order}, {error}") from None
    except CardsError as error:
        raise BadInput(str(error)) from None
    if not lay_there:
        raise BadInput(f"{order}: names no card")
    click.echo(HEADING)
    for passage in in_line(lay_there, passages_of(recorded, marks), shoe):
        click.echo(passage.as_csv())


@command.command("check")
@click.argument("logs", metavar="LOG…", type=click.Path(path_type=Path), nargs=-1, required=True)
def check(logs: tuple[Path, ...]) -> None:
    """Count what LOG shows and give the verdict: one line of JSON, and on standard error what is in the way.

    Exit 0: accepted, which takes 100,000 passages without a wrong face, none missed or invented, and at most 1 in
    10,000 unread. 1: not, or not yet. 2: this is no log. The bounds are exact and one-sided, at 95 %.
    """
    try:
        verdict = judge(read_log(line for file in logs for line in _text(file).splitlines()))
    except LogError as error:
        raise BadInput(f"{', '.join(map(str, logs))}, {error}") from None
    of = verdict.passages
    click.echo(
        json.dumps(
            {
                "ok": verdict.is_accepted,
                "shoes": verdict.shoes,
                "passages": of,
                "wanted": PASSAGES_WANTED,
                "wrong": verdict.wrong,
                "unread": verdict.unread,
                "missed": verdict.missed,
                "invented": verdict.invented,
                "confidence": CONFIDENCE,
                "wrong_at_most": float(f"{upper_bound(verdict.wrong, of):.3g}"),
                "unread_at_most": float(f"{upper_bound(verdict.unread, of):.3g}"),
            },
            separators=(",", ":"),
        )
    )
    for reason in verdict.why_not():
        click.echo(reason, err=True)
    sys.exit(0 if verdict.is_accepted else 1)


def _text(file: Path) -> str:
    try:
        return read_at_most(file, _MOST_BYTES).decode()
    except OSError as error:
        raise BadInput(f"{file}: {in_words(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: this is no text in UTF-8") from None


def _tape(file: Path) -> Tape:
    try:
        return read_tape(_text(file))
    except TapeError as error:
        raise BadInput(f"{file}, {error}") from None
