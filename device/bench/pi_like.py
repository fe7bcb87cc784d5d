"""`pi-…`: the table under the limits of a small board with an SD card, to see that it still answers in time.

Table, floor and screen each get one processor, a quarter of it in slices of 10 ms, 512 MB, and an SD card's slow syncs
(20 ms). The measuring process, which is the shoe and the dealer, is not limited. A board has more than that: what is
in time here is in time there. Checkpoints fall where the table puts them, between coups.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench import card_to_lamp, screen_process, start_up
from device.bench.confinement import MEMORY_BYTES, PERIOD_US, QUOTA_US, Confinement
from device.bench.disk_shim import ShimError, build, environment
from device.bench.lamp_watch import memory_factory
from device.bench.report import Goal, Line, Of, Side
from device.bench.screen_drawing import NO_PYGAME
from device.bench.screen_views import late_in_a_shoe
from device.bench.timing import percentile
from device.feed.sockets import Feed

SYNC_MS = 20.0
P99_MS = 100.0
READY_MS = 6_000.0
FRAMES = 2.0
_MOST_TIMES_FRAME = screen_process.MOST_TIMES_FRAME * PERIOD_US / QUOTA_US
"""The bare program's picture is done within one slice of the processor and never waits for the next; ours does."""
LINES = ("pi-card-to-lamp", "pi-card-to-lamp-p99", "pi-start-up-ready", "pi-screen-frame", "pi-memory")


def measure(
    *, folder: Path | None = None, samples: int = 200, most_s: float = 60.0, confinement: Confinement | None = None
) -> Iterator[Line]:
    """Time so many cards, or as many as `most_s` allows, a cold start and a hand on a screen, all under the limits."""
    memory_factory(lambda _gpio, _high: None)
    with (
        TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name,
        confinement if confinement is not None else Confinement() as held,
    ):
        place = Path(name)
        env, slow = _slow_disk(place)
        taken = card_to_lamp.take(place, env, samples, most_s, confine=held.hold, ended=held.look)
        yield from _cards(taken, f"{held.told}; {slow}")
        yield _cold_start(place, env, held, slow)
        yield _screen(place, held)
        yield Line(
            name="pi-memory",
            value=held.most_mb,
            unit="MB",
            goal=Goal(side=Side.AT_MOST, limit=MEMORY_BYTES / 1e6),
            note=f"the most that a process had; {held.told}",
        )


def _slow_disk(place: Path) -> tuple[Mapping[str, str], str]:
    """The environment that makes syncs slow, and in words what they are."""
    try:
        return os.environ | environment(build(place), place, sync_ms=SYNC_MS), f"each sync {SYNC_MS:g} ms"
    except ShimError as error:
        return os.environ, f"this disk's own syncs: {error}"


def _cards(taken: card_to_lamp.Samples, note: str) -> Iterator[Line]:
    for name, share, aim in (
        ("pi-card-to-lamp", 0.5, None),
        ("pi-card-to-lamp-p99", 0.99, Goal(side=Side.AT_MOST, limit=P99_MS)),
    ):
        yield Line(
            name=name,
            value=percentile(taken.table_ms, share),
            unit="ms",
            floor=percentile(taken.floor_ms, share),
            goal=Goal(side=Side.AT_MOST, limit=3.0, of=Of.RATIO),
            aim=aim,
            note=note,
            more={"samples": len(taken.table_ms), "longest": max(taken.table_ms)},
        )


def _cold_start(place: Path, env: Mapping[str, str], held: Confinement, slow: str) -> Line:
    folder = place / "z"
    folder.mkdir()
    value = start_up.ready_ms(folder, env=env, confine=held.hold)
    began_s = time.monotonic()
    with subprocess.Popen([sys.executable, "-c", start_up.LIBRARIES, str(folder / "bare.sqlite3")], env=env) as bare:
        held.hold(bare.pid)
        bare.wait()
    return Line(
        name="pi-start-up-ready",
        value=value,
        unit="ms",
        floor=(time.monotonic() - began_s) * 1000,
        goal=Goal(side=Side.AT_MOST, limit=start_up.MOST_TIMES_BARE, of=Of.RATIO),
        aim=Goal(side=Side.AT_MOST, limit=READY_MS),
        note=f"{held.told}; {slow}",
    )


def _screen(place: Path, held: Confinement) -> Line:
    name, unit, aim = "pi-screen-frame", "frames of 1/60 s", Goal(side=Side.AT_MOST, limit=FRAMES)
    if find_spec("pygame") is None:
        return Line(name=name, value=None, unit=unit, aim=aim, note=NO_PYGAME)
    bets = late_in_a_shoe()
    with ExitStack() as stack:
        feed = stack.enter_context(closing(Feed(place / "public.sock")))
        feed.publish(screen_process.line_of(bets))
        screen, plain = screen_process.started(place, stack, confine=held.hold)
        ours, bare = screen_process.a_hand_shown(feed, bets, screen, plain)
        held.look()
    return Line(
        name=name,
        value=statistics.median(ours) / screen_process.FRAME_MS,
        unit=unit,
        floor=statistics.median(bare) / screen_process.FRAME_MS,
        goal=Goal(side=Side.AT_MOST, limit=_MOST_TIMES_FRAME, of=Of.RATIO),
        aim=aim,
        note=held.told,
        more={"longest": max(ours) / screen_process.FRAME_MS},
    )
