"""The screen's window: shows what its play shows, draws only what changed, outlives a failing display.

Theory of operation. One thread. `run_window` sleeps in `select` until the table says something, the desktop or an input
device does, a signal comes, or the picture is due to change by itself; then the play is served, the window looked after
and, when there is something new, one frame drawn. SDL may fail at any call: then the window is closed, and opened again
after a while that grows; the play goes on being served meanwhile, so the first frame of the new window is up to date.
"""

import contextlib
import os
import select
import sys
import time
from collections.abc import Callable

import pygame

from device.screen.drawing.paint import Painter
from device.screen.look.layout import Size
from device.screen.look.shapes import Scene
from device.screen.look.theme import Theme
from device.screen.showing.display import Display, NoDisplayError, survive_x_server
from device.screen.showing.input_events import Inputs
from device.screen.showing.play import Play
from device.screen.showing.stopping import Stopping

FRAME_S = 1 / 60
"""No two frames follow one another sooner."""

LOOK_S = 1.0
"""How often the window is looked after though nothing seems to have happened: a keyboard may have been plugged in."""

PREPARE_S = 0.02
"""How long nothing must happen before one more card is prepared, until all are: a few seconds after the start."""

BLIND_LOOK_S = 0.02
"""The same where nobody knows what SDL reads from: then a finger waits no longer than this."""

FIRST_REOPEN_S, LONGEST_REOPEN_S = 0.5, 10.0
"""How long a failed display is left alone before it is opened again; twice as long each time."""

LONGEST_LEAVE_S = 1.0
"""How long a child may take to end before a program begins anew; one that hangs is left."""

GOOD_AFTER_S = 10.0
"""A display that held so long is a good one: when it fails, it is opened again soon."""

_AGAIN = "ZAPATO_SCREEN_AGAIN"
"""Set in the environment of a screen that was begun anew because its X server went away."""


class Window:
    """One window: looked after by `turn`, in which every error of SDL comes out as a pygame.error."""

    def __init__(
        self, *, play: Play, display: Display, theme: Theme, without_server: Callable[[], None] = lambda: None
    ) -> None:
        """Nothing is opened yet. `without_server` is called when the X server goes; then Xlib ends the process."""
        self._without_server = without_server
        self._play = play
        self._display = display
        self._theme = theme
        self._inputs = Inputs()
        self._painter: Painter | None = None
        self._language = ""
        self._scene: Scene | None = None
        self._size: Size = (0, 0)
        self._new = True
        self._flipped = False
        self._unprepared = False
        self._frame_s = -FRAME_S
        self._watched: list[int] = []
        self._looked_s = -LOOK_S

    def open(self) -> None:
        """Open the window; raises NoDisplayError, FontError or pygame.error."""
        self._painter = self._make_painter()
        self._display.open()
        survive_x_server(self._without_server)
        self._new, self._scene, self._frame_s = True, None, -FRAME_S

    def turn(self, now_s: float, *, news: bool) -> bool:
        """Look after the window and draw what is new; False when somebody closed it. Raises pygame.error."""
        if now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            self._watched = self._display.descriptors()
        exposed = False
        for event in self._display.events():
            if event.type == pygame.QUIT:
                if self._display.is_cut_off():
                    raise pygame.error("the desktop hung up")
                return False
            if event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
                self._display.toggle_full()
                continue
            exposed = exposed or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED)
            for given in self._inputs.read(event, self._size):
                self._new = self._play.hear(given, now_s) or self._new
        self._watched = self._display.still_worth(self._watched)
        self._new = self._new or news
        self._flipped = False
        surface = self._display.surface
        if exposed or surface.get_size() != self._size:
            self._size, self._scene, self._new = surface.get_size(), None, True
        if self._new and now_s - self._frame_s >= FRAME_S:
            self._new = False
            self._draw(surface, now_s)
        elif self._unprepared and self._painter is not None and self._scene is not None:
            self._unprepared = self._painter.prepare(self._scene)
        return True

    def descriptors(self) -> list[int]:
        """What SDL reads from."""
        return self._watched

    def patience_s(self, now_s: float) -> float:
        """How long it need not be looked after, if nothing comes on its descriptors."""
        if self._flipped:
            return 0.0  # while a frame was sent SDL may have read what happened meanwhile: nothing would wake us
        longest = LOOK_S if self._watched or self._display.deaf else BLIND_LOOK_S
        if self._unprepared:
            longest = min(longest, PREPARE_S)
        if self._new:
            return max(0.0, min(longest, self._frame_s + FRAME_S - now_s))
        return longest

    def close(self, now_s: float) -> None:
        """Close the window and let SDL go; it can be opened again. Whoever touches it just now is let go."""
        for given in self._inputs.let_go():
            self._play.hear(given, now_s)
        self._painter = self._scene = None
        self._size, self._watched, self._looked_s = (0, 0), [], -LOOK_S
        self._display.close()

    def _draw(self, surface: pygame.Surface, now_s: float) -> None:
        scene = self._play.picture(self._size, now_s)
        if self._painter is None or self._language != self._play.letters:
            self._painter, self._scene = self._make_painter(), None
        if scene == self._scene:
            return
        boxes = self._painter.update(surface, self._scene, scene)
        if self._scene is None:
            pygame.display.flip()
        else:
            pygame.display.update([(box.x, box.y, box.w, box.h) for box in boxes])
        self._scene, self._frame_s, self._flipped, self._unprepared = scene, now_s, True, True

    def _make_painter(self) -> Painter:
        self._language = self._play.letters
        return Painter(self._theme, self._language)


def run_window(  # noqa: PLR0913 - the parts that the command puts together
    *,
    play: Play,
    display: Display,
    theme: Theme,
    stop: Stopping,
    report: Callable[[str], None],
    alive: Callable[[], None] = lambda: None,
    now_s: Callable[[], float] = time.monotonic,
) -> None:
    """Show the play until `stop` says so or somebody closes the window.

    Raises NoDisplayError when there was no display to begin with. A display that fails later is opened again and again;
    `report` is told when it fails and when it is back; `alive` is called in each round, which is never longer than
    `LONGEST_REOPEN_S`.
    """
    window = Window(play=play, display=display, theme=theme, without_server=lambda: _begin_anew(stop))
    keeper = _Keeper(window, report, patient=os.environ.pop(_AGAIN, "") != "")
    try:
        play.serve(now_s())  # the first view comes while the window opens
        keeper.open(now_s())
        while not stop:
            alive()
            news = play.serve(now_s())
            if not keeper.turn(now_s(), news=news):
                return
            _sleep(play, keeper, stop, now_s())
    finally:
        window.close(now_s())
        play.close()


class _Keeper:
    """Keeps a window open: closes it when it fails, opens it again after a while."""

    def __init__(self, window: Window, report: Callable[[str], None], *, patient: bool) -> None:
        """`patient`: a display that is not there at the start is waited for, too."""
        self._window = window
        self._report = report
        self._patient = patient
        self._open_since_s: float | None = None
        self._reopen_at_s = 0.0
        self._pause_s = FIRST_REOPEN_S

    def open(self, now_s: float) -> bool:
        try:
            self._window.open()
        except (pygame.error, NoDisplayError) as error:
            self._window.close(now_s)
            if not self._patient and isinstance(error, NoDisplayError):
                raise
            self._failed(error, now_s)
            return False
        self._patient = True
        self._open_since_s = now_s
        return True

    def turn(self, now_s: float, *, news: bool) -> bool:
        if self._open_since_s is None:
            if now_s < self._reopen_at_s:
                return True
            if not self.open(now_s):
                return True
            self._report("the display is back")
        try:
            return self._window.turn(now_s, news=news)
        except (pygame.error, NoDisplayError) as error:
            self._window.close(now_s)
            self._failed(error, now_s)
            return True

    def descriptors(self) -> list[int]:
        return [] if self._open_since_s is None else self._window.descriptors()

    def patience_s(self, now_s: float) -> float:
        if self._open_since_s is None:
            return max(0.0, self._reopen_at_s - now_s)
        return self._window.patience_s(now_s)

    def _failed(self, error: Exception, now_s: float) -> None:
        if self._open_since_s is not None and now_s - self._open_since_s >= GOOD_AFTER_S:
            self._pause_s = FIRST_REOPEN_S
        self._patient = True
        self._open_since_s = None
        self._reopen_at_s = now_s + self._pause_s
        self._pause_s = min(LONGEST_REOPEN_S, self._pause_s * 2)
        self._report(f"the display failed and is opened again: {error}")


def _sleep(play: Play, keeper: _Keeper, stop: Stopping, now_s: float) -> None:
    read, write = play.descriptors()
    longest = keeper.patience_s(now_s)
    due_s = play.next_change_s(now_s)
    if due_s is not None:
        longest = min(longest, max(0.0, due_s))
    try:
        select.select([*read, *keeper.descriptors(), stop.descriptor], write, [], longest)
    except (OSError, ValueError):
        time.sleep(BLIND_LOOK_S)  # something hung up just now; the next round sees to it


def _leave_nothing() -> None:
    """Close every file and see off every child: the program that begins anew knows of neither and would gather them."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    deadline_s = time.monotonic() + LONGEST_LEAVE_S
    with contextlib.suppress(ChildProcessError):  # there is none any more
        while time.monotonic() < deadline_s:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(BLIND_LOOK_S)  # the speaker ends by itself, since its input has just been closed


def _begin_anew(stop: Stopping) -> None:
    """Begin this program anew in the same process: what Xlib leaves behind when its server is gone cannot be used.

    A screen that is ending already ends: its server may go at the same time, as when the machine is switched off.
    """
    if stop:
        os._exit(0)
    os.environ[_AGAIN] = "1"
    _leave_nothing()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
