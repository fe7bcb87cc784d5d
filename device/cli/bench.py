"""`zapato bench`: how fast this software is on this machine, beside floors taken in the same run."""

import os
import sys
from pathlib import Path

import click

from device.bench.catalogue import PI_LIKE, QUICK_COUPS, Wanted, names, run
from device.bench.report import HEAD, BenchError
from device.cli.bad_input import BadInput
from device.cli.ending import ends_in_order
from device.cli.options import json_option

_BUSY_SHARE = 0.75


@click.command()
@json_option("One JSON object a line, for programs.")
@click.option("--only", type=click.Choice(names()), metavar="NAME", help="One benchmark; a wrong name lists them.")
@click.option(
    "--pi-like",
    is_flag=True,
    help="Hold the table to a small board's processor, memory and SD card, and see that it answers in time.",
)
@click.option(
    "--coups",
    type=click.IntRange(min=1),
    default=QUICK_COUPS,
    show_default=True,
    help="Coups that table-memory deals; 10000 shows that memory stays flat.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False, writable=True),
    help="Where the measured journals lie, for a while; name a folder on the table's own disk.",
)
def command(as_json: bool, only: str | None, pi_like: bool, coups: int, folder: Path | None) -> None:
    """Measure this software on this machine, each number beside a floor taken in the same run.

    A floor is the same job with nothing of ours in it: a bare loop, bare numbers, a bare interpreter. A goal is about
    ratios, counts and sizes; an aim, a time or a speed, is told and decides nothing. All together end within 50 s;
    start-up-million takes minutes, and is run when it is named. Exit 1: a goal was missed; 2: something could not be
    measured.
    """
    if pi_like and only is not None:
        raise BadInput("--pi-like is a run of its own: leave --only out")
    only = PI_LIKE if pi_like else only
    if not as_json:
        _say_if_busy()
        print(HEAD, flush=True)
    missed = False
    try:
        with ends_in_order():  # with tables, folders and control groups that are open in it
            for line in run(Wanted(folder=folder, coups=coups), only):
                print(line.as_json() if as_json else line.as_text(), flush=True)
                missed |= line.ok is False
    except BenchError as error:
        raise BadInput(str(error)) from None
    sys.exit(1 if missed else 0)


def _say_if_busy() -> None:
    """Others' work counts against ours: whoever reads the numbers must know."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load > _BUSY_SHARE * processors:
        print(
            f"this machine is busy (load {load:.1f} on {processors} processors): times will be worse", file=sys.stderr
        )
