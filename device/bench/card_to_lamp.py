"""`card-to-lamp`: from a card's last byte on the port to the changed lamp, with the durable commit between.

Two processes wait, each on a pty of its own: the whole of `zapato table`, and the floor (`lamp_floor`). Each card that
changes a lamp is written to the one and then the very same bytes to the other, so both see the same disk and the same
neighbours. Times run from just before the write, of the whole frame at once as a USB board sends it, to the pin's
change; where several pins change it is the last, which is the lamp that goes on. The first three cards of a coup that
change no lamp are dealt and not timed.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.confinement import Confine, free
from device.bench.dealer import Draw, differs, next_move, open_first_shoe
from device.bench.disk_shim import ShimError, build, environment
from device.bench.lamp_watch import Change, Watch, memory_factory
from device.bench.pty_shoe import PtyPort, PtyShoe
from device.bench.report import BenchError, Goal, Line, Of, Side
from device.bench.shoes import shuffled
from device.bench.staff_client import StaffClient, View
from device.bench.table_process import Process, Table
from device.bench.timing import percentile

SYNC_MS = 10.0
"""An SD card's time for a sync, which the goals are meant for."""

OVERHEAD_AIM_MS = 1.5
"""What the table should add to the floor at most; reported and not judged, for it is the processor's time alone."""

COUPS_A_SHOE = 55
"""Then the next shoe is opened: no cut card comes, and the lamps are the coups' alone."""

_ANSWER_S = 20.0
_PYTHON = (sys.executable, "-m")


@dataclass(slots=True, kw_only=True)
class Samples:
    """What was seen; times in milliseconds, pairwise."""

    table_ms: list[float] = field(default_factory=list)
    floor_ms: list[float] = field(default_factory=list)
    table_cards: int = 0
    table_syncs: int = 0
    floor_cards: int = 0
    floor_syncs: int = 0


class Floor:
    """The floor's process and its port."""

    def __init__(self, folder: Path, env: Mapping[str, str], stack: ExitStack, confine: Confine = free) -> None:
        self._port = stack.enter_context(closing(PtyPort()))
        self._watch = stack.enter_context(closing(Watch()))
        words = (*_PYTHON, "device.bench.lamp_floor", self._port.name, str(folder / "floor.sqlite3"))
        process = Process(
            (*words, str(self._watch.write_end)),
            folder / "floor.log",
            env=env,
            pass_fds=(self._watch.write_end,),
        )
        stack.enter_context(process)
        confine(process.pid)
        self._watch.taken_by_child()
        process.wait_for(lambda: bool(self._watch.changes()), "the floor did not start")
        self.time(b"the first commit of a log costs a sync more\n")
        assert self._watch.last is not None
        self._syncs_before = self._watch.last.syncs

    def time(self, frame: bytes) -> float:
        """Milliseconds from writing the frame to the pin's change."""
        at_ns = self._port.write(frame)
        if not self._watch.wait(_ANSWER_S):
            raise BenchError(f"the floor has not answered for {_ANSWER_S:.0f} s")
        return (self._watch.changes()[-1].at_ns - at_ns) / 1e6

    @property
    def syncs(self) -> int:
        """Syncs made for the lines timed so far."""
        assert self._watch.last is not None
        return self._watch.last.syncs - self._syncs_before


class TimedTable:
    """The table's process, its shoe, and the dealer at it."""

    def __init__(self, folder: Path, env: Mapping[str, str], stack: ExitStack, confine: Confine = free) -> None:
        self._shoe = stack.enter_context(closing(PtyShoe()))
        self._watch = stack.enter_context(closing(Watch()))
        table = Table(
            folder,
            port=self._shoe.port.name,
            factory="mock",
            words=(*_PYTHON, "device.bench.lamp_table"),
            more=(str(self._watch.write_end),),
            env=env,
            pass_fds=(self._watch.write_end,),
        )
        stack.enter_context(table)
        confine(table.pid)
        self._watch.taken_by_child()
        self._staff: StaffClient = stack.enter_context(closing(table.staff(idle=self._shoe.serve)))
        self.view = open_first_shoe(self._staff)
        self._seed = 0
        self._cards = iter(shuffled(0))
        self._ready: Change | None = None
        self._coup_cards = 0

    def move(self, samples: Samples) -> tuple[bytes, float] | None:
        """Make the dealer's next move; returns a card's frame and time when it changed a lamp."""
        if self.view["phase"] == "result" and len(self.view["coups"]) >= COUPS_A_SHOE:
            self._give({"order": "end-shoe"})
            return None
        move = next_move(self.view)
        if not isinstance(move, Draw):
            if move["order"] == "shoe":
                self._seed += 1
                self._cards = iter(shuffled(self._seed))
            elif move["order"] == "result":
                self._count(samples)
            self._give(move)
            return None
        before = self.view
        frame = self._shoe.frame(next(self._cards))
        at_ns = self._shoe.port.write(frame)
        self._see_change_of(before)
        changes = self._watch.changes()
        if before["phase"] == "burning":
            return None
        self._coup_cards += 1
        if not changes:
            return None
        return frame, (changes[-1].at_ns - at_ns) / 1e6

    def _give(self, order: Mapping[str, str]) -> None:
        before = self.view
        self._staff.order(order)
        self._see_change_of(before)

    def _see_change_of(self, before: View) -> None:
        self.view = self._staff.view(partial(differs, before))
        if self.view["phase"] == "betting" and before["phase"] != "betting":
            # Only a ready lamp that goes on now marks where the coup's syncs begin: after a burn it is on already.
            lit = self._watch.changes()
            self._ready, self._coup_cards = (lit[-1] if lit else None), 0

    def _count(self, samples: Samples) -> None:
        """A coup is complete: between its ready lamp and its last one there were its cards, and nothing else."""
        last = self._watch.last
        if self._ready is not None and last is not None:
            samples.table_syncs += last.syncs - self._ready.syncs
            samples.table_cards += self._coup_cards


def measure(*, folder: Path | None = None, samples: int = 150, most_s: float = 8.0) -> Iterator[Line]:
    """Time so many cards, or as many as `most_s` allows; files lie in `folder` (None: where temporary files do)."""
    memory_factory(lambda _gpio, _high: None)  # where there are none, the table would go on without a panel
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name:
        place = Path(name)
        try:
            env, note = os.environ | environment(build(place), place, sync_ms=SYNC_MS), ""
        except ShimError as error:
            env = dict(os.environ)
            note = f"measured without the shim, on this disk's own syncs: {error}"
        taken = take(place, env, samples, most_s)
    if not note and taken.floor_syncs <= 0:
        note = "measured without the shim, on this disk's own syncs: the loader did not take it"
    yield from lines(taken, note)


def take(  # noqa: PLR0913, PLR0917 - what is timed, how long, and under which limits
    folder: Path,
    env: Mapping[str, str],
    wanted: int,
    most_s: float,
    confine: Confine = free,
    ended: Callable[[], None] = lambda: None,
) -> Samples:
    """Deal until so many cards are timed, or the time is over.

    `confine` gets each process's number as it starts; `ended` is called when all is timed, while they still run.
    """
    samples = Samples()
    with ExitStack() as stack:
        floor = Floor(folder, env, stack, confine)
        table = TimedTable(folder, env, stack, confine)
        until_s = time.monotonic() + most_s
        while len(samples.table_ms) < wanted and time.monotonic() < until_s:
            timed = table.move(samples)
            if timed is not None:
                frame, card_ms = timed
                samples.table_ms.append(card_ms)
                samples.floor_ms.append(floor.time(frame))
        samples.floor_cards, samples.floor_syncs = len(samples.floor_ms), floor.syncs
        ended()
    if not samples.table_ms:
        raise BenchError(f"no lamp changed within {most_s:.0f} s; try again on a machine with less to do")
    return samples


def lines(taken: Samples, note: str) -> Iterator[Line]:
    """The report of what was taken; `note`: why it does not speak for an SD card."""
    judged = not note
    more = {"samples": len(taken.table_ms), "sync_ms": SYNC_MS if judged else 0.0}
    for name, share, limit in (("card-to-lamp", 0.5, 1.3), ("card-to-lamp-p99", 0.99, 2.0)):
        yield Line(
            name=name,
            value=percentile(taken.table_ms, share),
            unit="ms",
            floor=percentile(taken.floor_ms, share),
            goal=Goal(side=Side.AT_MOST, limit=limit, of=Of.RATIO),
            judged=judged,
            note=note,
            more=more,
        )
    counted = judged and taken.table_cards > 0
    yield Line(
        name="card-to-lamp-fsyncs",
        value=taken.table_syncs / taken.table_cards if counted else None,
        unit="fsyncs/card",
        floor=taken.floor_syncs / taken.floor_cards if counted else None,
        goal=Goal(side=Side.AT_MOST, limit=1.0, of=Of.RATIO),
        judged=judged,
        note=note,
        more={"cards": taken.table_cards},
    )
    pairs = zip(taken.table_ms, taken.floor_ms, strict=True)
    yield Line(
        name="card-to-lamp-overhead",
        value=statistics.median(table_ms - floor_ms for table_ms, floor_ms in pairs),
        unit="ms",
        aim=Goal(side=Side.AT_MOST, limit=OVERHEAD_AIM_MS),
        more=more,
    )
