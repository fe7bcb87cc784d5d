"""The screen's window: shows the feed's newest view, draws only what changed, outlives a failing display."""

import os
import sys
import time
from collections.abc import Callable

import pygame

from device.screen.drawing.paint import Painter
from device.screen.look.layout import Size
from device.screen.look.shapes import Scene
from device.screen.look.theme import Theme
from device.screen.showing.subscription import Shown, Subscription

TICK_S = 0.05
"""How long a key or the window's close button may wait; a new view is shown at once."""

REOPEN_S = 1.0
"""How long a failed display is left alone before it is opened again."""

_BLIND = ("dummy", "offscreen")
"""Drivers that show nothing to anybody; SDL falls back to one by itself when there is no display."""


class NoDisplayError(RuntimeError):
    """There is no display to open a window on; says what was tried and what else can be done."""


SceneMaker = Callable[[Shown, Size], Scene]
"""Turns what is to be shown into a picture for a window of that size."""


class Window:
    """One window, or the whole screen when `size` is None; opened, shown and closed by `show` and `close`."""

    def __init__(self, *, make: SceneMaker, theme: Theme, size: Size | None, title: str) -> None:
        """Nothing is opened yet."""
        self._make = make
        self._theme = theme
        self._size = size
        self._title = title
        self._painter: Painter | None = None
        self._full = size is None
        self._drawn: tuple[Shown, Size] | None = None
        self._scene: Scene | None = None

    def open(self) -> None:
        """Open the window; raises NoDisplayError where there is no display, pygame.error where SDL fails otherwise."""
        try:
            pygame.display.init()
        except pygame.error as error:
            raise NoDisplayError(f"no display: {error}; set DISPLAY, or use --text") from error
        driver = pygame.display.get_driver()
        if driver in _BLIND and "SDL_VIDEODRIVER" not in os.environ:
            pygame.display.quit()
            raise NoDisplayError(
                "no display: neither X11, Wayland nor a graphics card answers; set DISPLAY, or use --text"
            )
        self._painter = Painter(self._theme)
        pygame.display.set_caption(self._title)
        self._set_mode()

    def show(self, shown: Shown) -> bool:
        """Look after the window and draw what is new; False when somebody closed it. Raises pygame.error."""
        exposed = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.KEYDOWN and event.key == pygame.K_F11 and self._size is not None:
                self._full = not self._full
                self._set_mode()
            exposed = exposed or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED)
        surface = pygame.display.get_surface()
        if surface is None or self._painter is None:
            raise pygame.error("the window is gone")
        if self._drawn != (shown, surface.get_size()):
            self._drawn = (shown, surface.get_size())
            scene = self._make(shown, surface.get_size())
            if scene != self._scene:
                self._scene = scene
                self._painter.paint(surface, scene)
                exposed = True
        if exposed:
            pygame.display.flip()
        return True

    def close(self) -> None:
        """Close the window and let SDL go; it can be opened again."""
        self._painter = self._drawn = self._scene = None
        pygame.display.quit()

    def _set_mode(self) -> None:
        size, flags = (self._size, pygame.RESIZABLE) if self._size and not self._full else ((0, 0), pygame.FULLSCREEN)
        pygame.display.set_mode(size, flags)
        pygame.mouse.set_visible(not self._full)
        self._drawn = self._scene = None


def allow_software_frames(*, accelerated: bool) -> None:
    """Choose how SDL pushes pictures to the display, before a window opens; what the environment says wins.

    Without a graphics driver the accelerated way takes 30 ms a picture and 100 MB more.
    """
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "1" if accelerated else "0")


def no_display() -> str | None:
    """Why no window can be opened here; None when one can."""
    try:
        pygame.display.init()
    except pygame.error as error:
        return str(error)
    blind = pygame.display.get_driver() in _BLIND and "SDL_VIDEODRIVER" not in os.environ
    pygame.display.quit()
    return "neither X11, Wayland nor a graphics card answers" if blind else None


def run_window(window: Window, feed: Subscription, stop: Callable[[], bool]) -> None:
    """Show the feed until `stop` says so or somebody closes the window.

    Raises NoDisplayError when there was no display to begin with. A display that fails later is opened again and again,
    and what went wrong is said once on standard error.
    """
    window.open()
    failed_at_s: float | None = None
    try:
        while not stop():
            shown = feed.wait(TICK_S)
            try:
                if failed_at_s is not None:
                    if time.monotonic() - failed_at_s < REOPEN_S:
                        continue
                    window.open()
                    print("the display is back", file=sys.stderr)  # noqa: T201 - for the process's log
                    failed_at_s = None
                if not window.show(shown):
                    return
            except (pygame.error, NoDisplayError) as error:
                if failed_at_s is None:
                    print(f"the display failed and is opened again: {error}", file=sys.stderr)  # noqa: T201
                failed_at_s = time.monotonic()
                window.close()
    finally:
        window.close()
        feed.close()
