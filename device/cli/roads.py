"""`zapato roads`: the scoreboards of a list of results."""

import json
import shutil
import sys

import click

from device.cli.bad_input import BadInput
from device.roads.all_roads import draw_roads
from device.roads.as_json import plain
from device.roads.as_text import page
from device.roads.tokens import RoadTextError, parse_rounds
from device.rules.choices import Tails


@click.command()
@click.argument("results", nargs=-1, required=True)
@click.option(
    "--tails",
    type=click.Choice([tails.value for tails in Tails]),
    default=Tails.REDESCEND.value,
    show_default=True,
    help="Whether a run that had to turn right goes down again when it can, or keeps its row.",
)
@click.option("--text", "as_text", is_flag=True, help="Draw the roads instead of printing JSON.")
@click.option(
    "--columns",
    type=click.IntRange(min=1),
    help="With --text: no more than the newest columns of each road, as on a screen; else what a line holds.",
)
def command(results: tuple[str, ...], tails: str, as_text: bool, columns: int | None) -> None:
    """Draw bead plate, big road, big eye boy, small road, cockroach road and ask road of RESULTS, and count.

    RESULTS is the shoe so far, "B P Bb T Ppn": each capital starts a coup (Banker, Player, tie); b, p, n after it mark
    Banker pair, Player pair, natural. "-" reads them from standard input.
    """
    if columns is not None and not as_text:
        raise click.UsageError("--columns is for --text; the JSON always holds the whole shoe.")
    from_pipe = results == ("-",)
    try:
        rounds = parse_rounds(_standard_input() if from_pipe else " ".join(results))
    except RoadTextError as error:
        raise BadInput(f"{'standard input' if from_pipe else 'results'}, {error}") from None
    roads = draw_roads(rounds, Tails(tails))
    if as_text:
        terminal = sys.stdout.isatty()
        width = shutil.get_terminal_size().columns if terminal else None
        click.echo(page(roads, columns=columns, width=width, colour=terminal))
    else:
        click.echo(json.dumps(plain(roads), separators=(",", ":")))


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as error:
        raise BadInput(
            f"standard input, byte {error.start + 1}: no text in UTF-8; write results like B P Bb T"
        ) from None
