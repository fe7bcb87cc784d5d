"""`screen-start`, `screen-frame`, `screen-memory`, `screen-idle`: a whole `zapato screen players` that nobody sees.

SDL's offscreen driver takes the pictures. The feed stands before the screen starts; a hand is dealt on it, then nothing
happens. The floor is a bare pygame program with a window of the same size that shows one picture, looks after it, and
shows another for every line that the feed sends.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.confinement import Confine, free
from device.bench.report import Goal, Line, Of, Side
from device.bench.screen_drawing import NO_PYGAME, SIZE
from device.bench.screen_views import a_hand, late_in_a_shoe
from device.bench.table_process import COMMAND, Process
from device.feed.sockets import Feed

MEGA = 1_000_000
_LONGEST_S = 12.0
"""How long a screen may take to come to rest."""

FRAME_MS = 1000 / 60
_STILL_S = 0.1
_UNITS = {"screen-start": "ms", "screen-frame": "frames of 1/60 s", "screen-memory": "MB", "screen-idle": "% of a core"}
_MOST = {"screen-memory": 120.0, "screen-idle": 2.0}
MOST_TIMES_FRAME = 30.0
_MOST_TIMES = {"screen-start": 8.0, "screen-frame": MOST_TIMES_FRAME}
_AIMS = {"screen-start": 1_500.0, "screen-frame": 2.0}

_ENVIRONMENT = {"SDL_VIDEODRIVER": "offscreen", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
"""As the screen itself would have it, for both."""

_EACH_FRAME = """\
import pygame, time
def telling(shown):
    def wrapped(*arguments):
        shown(*arguments)
        print("frame", time.monotonic_ns(), flush=True)
    return wrapped
pygame.display.flip, pygame.display.update = telling(pygame.display.flip), telling(pygame.display.update)
"""
_BARE = """\
import json, pygame, select, socket, sys, time
pygame.display.init()
surface = pygame.display.set_mode(({0}, {1}))
def show(colour):
    surface.fill(colour)
    pygame.display.flip()
    print("frame", time.monotonic_ns(), flush=True)
show((20, 20, 20))
feed = socket.socket(socket.AF_UNIX)
feed.connect(sys.argv[1])
lines = feed.makefile("rb")
lines.readline()
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    if select.select([feed], [], [], 0.25)[0]:
        json.loads(lines.readline())
        show((30, 30, 30))
"""


class _Shown(Process):
    """A program that writes ``frame`` and the machine's clock whenever it has shown a picture."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        self._said = log
        self.began_s = time.monotonic()
        super().__init__(words, log, env=os.environ | _ENVIRONMENT)

    def frames(self) -> int:
        """Pictures shown so far."""
        return len(self.frames_at_ns())

    def frames_at_ns(self) -> list[int]:
        """When each of them was shown, on the clock that all processes of a machine share."""
        said = self._said.read_text("utf-8", "replace").split("\n")[:-1]
        return [int(line.removeprefix("frame ")) for line in said if line.startswith("frame ")]

    def still(self) -> int:
        """Wait until nothing moves on it any more, for a while at most; how many pictures it has shown by then."""
        until_s, frames = time.monotonic() + _LONGEST_S, -1
        while frames != self.frames() and time.monotonic() < until_s:
            frames = self.frames()
            time.sleep(_STILL_S)
        return frames

    def after_frame(self, number: int) -> None:
        """Wait for a picture, counted from 1."""
        self.wait_for(lambda: self.frames() >= number, "the screen shows nothing")

    def resident_bytes(self) -> int:
        """How much memory it has now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def worked_s(self) -> float:
        """How long it has been on a processor so far, all its threads together."""
        found = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            found += int((thread / "schedstat").read_text("ascii").split()[0])
        return found / 1e9


def _screen(folder: Path) -> _Shown:
    width, height = SIZE
    code = f"{_EACH_FRAME}{COMMAND[2]}"
    words = ("screen", "players", "--feed", str(folder / "public.sock"), "--size", f"{width}x{height}")
    return _Shown((COMMAND[0], "-c", code, *words), folder / "screen.log")


def _bare(folder: Path) -> _Shown:
    return _Shown((COMMAND[0], "-c", _BARE.format(*SIZE), str(folder / "public.sock")), folder / "bare.log")


def measure(*, runs: int = 2, quiet_s: float = 1.5, folder: Path | None = None) -> Iterator[Line]:
    """Start the screen so many times; the last one is dealt a hand and then left alone for a while."""
    if find_spec("pygame") is None:
        for name, unit in _UNITS.items():
            yield _line(name, None, None, note=NO_PYGAME, unit=unit)
        return
    bets = late_in_a_shoe()
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name, ExitStack() as stack:
        place = Path(name)
        feed = stack.enter_context(closing(Feed(place / "public.sock")))
        feed.publish(line_of(bets))
        screens, bares = zip(
            *((_started(lambda: _screen(place)), _started(lambda: _bare(place))) for _ in range(runs)), strict=True
        )
        yield _line(
            "screen-start",
            statistics.median(took for took, _ in screens),
            statistics.median(took for took, _ in bares),
            worked=statistics.median(worked for _, worked in screens),
        )
        screen, bare = started(place, stack)
        ours, bares_ms = a_hand_shown(feed, bets, screen, bare)
        yield _line("screen-frame", *(statistics.median(ms) / FRAME_MS for ms in (ours, bares_ms)), longest=max(ours))
        _settled(screen)
        yield _line("screen-memory", screen.resident_bytes() / MEGA, bare.resident_bytes() / MEGA)
        before = [(process.worked_s(), time.monotonic()) for process in (screen, bare)]
        time.sleep(quiet_s)
        shares = [
            100 * (process.worked_s() - worked) / (time.monotonic() - since)
            for process, (worked, since) in zip((screen, bare), before, strict=True)
        ]
        yield _line("screen-idle", *shares)


def _started(start: Callable[[], _Shown]) -> tuple[float, float]:
    """Milliseconds until the first picture, and how many of them it was on a processor."""
    with start() as process:
        process.after_frame(1)
        return (time.monotonic() - process.began_s) * 1000, process.worked_s() * 1000


def started(place: Path, stack: ExitStack, confine: Confine = free) -> tuple[_Shown, _Shown]:
    """A screen and the bare program at the feed in `place`, each with its first picture; `stack` ends them."""
    screen = stack.enter_context(_screen(place))
    confine(screen.pid)
    bare = stack.enter_context(_bare(place))
    confine(bare.pid)
    for process in (screen, bare):
        process.after_frame(1)
    return screen, bare


def a_hand_shown(
    feed: Feed, bets: dict[str, object], screen: _Shown, bare: _Shown
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Deal a hand on the feed; milliseconds from each view to the picture of it, on the screen and on the bare one."""
    ours, bares = zip(*(_shown_after(feed, view, screen, bare) for view in a_hand(bets)), strict=True)
    return ours, bares


def _shown_after(feed: Feed, view: dict[str, object], *shown: _Shown) -> tuple[float, ...]:
    """Milliseconds from the publishing of a view to the first picture that each then shows."""
    before = [process.still() for process in shown]
    at_ns = time.monotonic_ns()
    feed.publish(line_of(view))
    for process, frames in zip(shown, before, strict=True):
        process.after_frame(frames + 1)
    return tuple((one.frames_at_ns()[frames] - at_ns) / 1e6 for one, frames in zip(shown, before, strict=True))


def _settled(screen: _Shown) -> None:
    """Wait until a second has passed in which it showed nothing and hardly worked: what a result sets moving has come
    to rest, and the pack is prepared. After a while it is taken as it is.
    """
    until_s = time.monotonic() + _LONGEST_S
    while time.monotonic() < until_s:
        frames, worked_s, since_s = screen.frames(), screen.worked_s(), time.monotonic()
        time.sleep(1.0)
        if screen.frames() == frames and screen.worked_s() - worked_s < 0.04 * (time.monotonic() - since_s):
            return


def _line(
    name: str, value: float | None, floor: float | None, *, note: str = "", unit: str = "", **more: float
) -> Line:
    timed = name in _MOST_TIMES
    most = Goal(side=Side.AT_MOST, limit=_MOST_TIMES[name], of=Of.RATIO) if timed else None
    return Line(
        name=name,
        value=value,
        unit=unit or _UNITS[name],
        floor=floor,
        goal=most or Goal(side=Side.AT_MOST, limit=_MOST[name]),
        aim=Goal(side=Side.AT_MOST, limit=_AIMS[name]) if timed else None,
        note=note,
        more=more,
    )


def line_of(view: dict[str, object]) -> bytes:
    """A view as the feed has it."""
    return json.dumps(view).encode()
