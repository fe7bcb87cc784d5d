"""Which benchmarks there are, in the order in which they run, and which lines each prints."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from device.bench import (
    backup_delay,
    card_to_lamp,
    decoders,
    enrolling,
    odds,
    pi_like,
    roads,
    rules,
    screen_drawing,
    screen_process,
    start_up,
    start_up_million,
    table_machine,
    table_memory,
    verify,
)
from device.bench.report import Line

QUICK_COUPS = 150
PI_LIKE = "pi-card-to-lamp"
"""The benchmark that is held to a small board's limits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What whoever measures may choose."""

    folder: Path | None = None
    """Where the measured journals lie; None: where temporary files do."""
    coups: int = QUICK_COUPS
    """How many coups `table-memory` deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One measurement; it prints one line or several."""

    name: str
    lines: tuple[str, ...]
    run: Callable[[Wanted], Iterator[Line]]
    by_name_only: bool = False
    """It takes minutes: it is run when it is named, and not among the others."""


BENCHMARKS: tuple[Benchmark, ...] = (
    Benchmark(name="rules", lines=("rules",), run=lambda _: rules.measure()),
    Benchmark(name="roads", lines=("roads",), run=lambda _: roads.measure()),
    Benchmark(name="odds", lines=("odds",), run=lambda _: odds.measure()),
    Benchmark(name="table-machine", lines=("table-machine",), run=lambda _: table_machine.measure()),
    Benchmark(
        name="decoders",
        lines=("decoders", "decoders-garbage", "decoders-linear", "decoders-singly", "decoders-kept"),
        run=lambda _: decoders.measure(),
    ),
    Benchmark(
        name="enrolling",
        lines=("enrolling", "enrolling-lost"),
        run=lambda wanted: enrolling.measure(folder=wanted.folder),
    ),
    Benchmark(
        name="verify",
        lines=("verify", "verify-derived"),
        run=lambda wanted: verify.measure(folder=wanted.folder),
    ),
    Benchmark(
        name="card-to-lamp",
        lines=("card-to-lamp", "card-to-lamp-p99", "card-to-lamp-fsyncs", "card-to-lamp-overhead"),
        run=lambda wanted: card_to_lamp.measure(folder=wanted.folder),
    ),
    Benchmark(
        name="table-memory",
        lines=("table-memory", "table-memory-growth", "table-bytes"),
        run=lambda wanted: table_memory.measure(folder=wanted.folder, coups=wanted.coups),
    ),
    Benchmark(
        name="start-up",
        lines=("start-up", "start-up-ready"),
        run=lambda wanted: start_up.measure(folder=wanted.folder),
    ),
    Benchmark(
        name="start-up-million",
        lines=("start-up-million",),
        run=lambda wanted: start_up_million.measure(folder=wanted.folder),
        by_name_only=True,
    ),
    Benchmark(
        name="backup-delay",
        lines=("backup-delay",),
        run=lambda wanted: backup_delay.measure(folder=wanted.folder),
        by_name_only=True,
    ),
    Benchmark(
        name=PI_LIKE,
        lines=pi_like.LINES,
        run=lambda wanted: pi_like.measure(folder=wanted.folder),
        by_name_only=True,
    ),
    Benchmark(name="screen-card", lines=("screen-card", "screen-redraw"), run=lambda _: screen_drawing.measure()),
    Benchmark(
        name="screen-start",
        lines=("screen-start", "screen-frame", "screen-memory", "screen-idle"),
        run=lambda _: screen_process.measure(),
    ),
)


def run(wanted: Wanted, only: str | None = None) -> Iterator[Line]:
    """The lines of every benchmark, each as soon as it is known.

    `only` a benchmark's name: its lines; the name of one of its other lines: that line. Raises BenchError when one
    cannot be run, LookupError for a name that there is not.
    """
    chosen = [one for one in BENCHMARKS if only in (one.name, *one.lines) or (only is None and not one.by_name_only)]
    if not chosen:
        raise LookupError(only)
    for one in chosen:
        for line in one.run(wanted):
            if only in (None, one.name, line.name):
                yield line


def names() -> tuple[str, ...]:
    """Every name that `only` may have."""
    return tuple(line for one in BENCHMARKS for line in one.lines)
