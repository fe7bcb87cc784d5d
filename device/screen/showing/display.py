"""One window on one display: opened, looked after and closed; what SDL calls an error stays a pygame.error."""

import contextlib
import ctypes
import os
import select
import socket
from collections.abc import Callable
from pathlib import Path

import pygame
from pygame.event import Event

from device.screen.look.layout import Size
from device.screen.showing.drivers import BLIND, DEAF, drivers, frames, no_display_because

_OPEN_FILES = Path("/proc/self/fd")
_FRAMES = "SDL_FRAMEBUFFER_ACCELERATION"
"""Set when the driver is known, unless somebody has said it already."""

_STUBBORN = 3
"""After so many rounds a descriptor that still has something to read after SDL has read is waited on no more."""


class NoDisplayError(RuntimeError):
    """There is no display to open a window on; says what was tried and what else can be done."""


class Display:
    """A window of `size`, or the whole display when it is None; `number` counts displays from 1."""

    def __init__(self, *, size: Size | None, title: str, number: int | None = None, accelerated: bool = False) -> None:
        """Nothing is opened yet; `accelerated`: pictures go through the graphics driver where there is a choice."""
        self._size = size
        self._title = title
        self._number = number
        self._accelerated = accelerated
        self._frames = os.environ.get(_FRAMES)
        self._full = size is None
        self._pointer = True
        self._eyes: list[int] = []
        self._stubborn: dict[int, int] = {}

    def open(self) -> None:
        """Open the window; raises NoDisplayError where there is none, pygame.error where SDL fails otherwise."""
        before = set(_descriptors())
        start_display()
        os.environ[_FRAMES] = self._frames or frames(pygame.display.get_driver(), accelerated=self._accelerated)
        if self._number is not None and self._number > pygame.display.get_num_displays():
            count = pygame.display.get_num_displays()
            pygame.display.quit()
            raise NoDisplayError(f"there is no display {self._number}: the displays here are 1 to {count}")
        pygame.display.set_allow_screensaver(False)
        pygame.display.set_caption(self._title)
        self._set_mode()
        after = _descriptors()
        self._eyes = [one for one, name in after.items() if one not in before and name.startswith("socket:")]
        self._stubborn = {}

    @property
    def surface(self) -> pygame.Surface:
        """What is painted on; raises pygame.error when the window is gone."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise pygame.error("the window is gone")
        return surface

    @property
    def deaf(self) -> bool:
        """Whether nobody can touch or press anything at this display: a driver without any input shows it to nobody."""
        return pygame.display.get_driver() in DEAF

    def events(self) -> list[Event]:
        """What happened at the window since the last call."""
        happened = pygame.event.get()
        for event in happened:
            if event.type == pygame.FINGERDOWN:
                self._show_pointer(visible=False)
            elif event.type == pygame.MOUSEMOTION and not getattr(event, "touch", False):
                self._show_pointer(visible=not self._full)
        return happened

    def descriptors(self) -> list[int]:
        """What SDL reads from, to be waited on: the desktop's connection and every input device there is now.

        Empty where nobody knows; then the window has to be looked after every few milliseconds.
        """
        devices = [one for one, name in _descriptors().items() if name.startswith("/dev/input/")]
        return [one for one in (*self._eyes, *devices) if self._stubborn.get(one, 0) < _STUBBORN]

    def is_cut_off(self) -> bool:
        """Whether the desktop hung up: SDL then says that somebody closed the window, which nobody did."""
        return any(_has_hung_up(one) for one in self._eyes)

    def still_worth(self, descriptors: list[int]) -> list[int]:
        """After SDL has read: those of these that it does read; waiting on what it leaves unread would never end."""
        try:
            unread = select.select(descriptors, [], [], 0)[0]
        except (OSError, ValueError):
            return []  # one of them is gone; who is there is asked anew soon
        self._stubborn = {one: self._stubborn.get(one, 0) + 1 for one in unread} | {
            one: count for one, count in self._stubborn.items() if count >= _STUBBORN
        }
        return [one for one in descriptors if self._stubborn.get(one, 0) < _STUBBORN]

    def toggle_full(self) -> None:
        """From a window to the whole display and back; a screen without a size stays as large as the display."""
        if self._size is not None:
            self._full = not self._full
            self._set_mode()

    def close(self) -> None:
        """Close the window and let SDL go; it can be opened again. Never raises."""
        self._eyes = []
        with contextlib.suppress(pygame.error):
            pygame.display.quit()

    def _set_mode(self) -> None:
        size, flags = (self._size, pygame.RESIZABLE) if self._size and not self._full else ((0, 0), pygame.FULLSCREEN)
        pygame.display.set_mode(size, flags, display=(self._number or 1) - 1)
        self._pointer = self._full
        self._show_pointer(visible=not self._full)

    def _show_pointer(self, *, visible: bool) -> None:
        if visible is not self._pointer:
            pygame.mouse.set_visible(visible)
            self._pointer = visible


def start_display() -> None:
    """Start SDL's display; raises NoDisplayError, naming what is missing and the remedy."""
    asked = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = drivers(os.environ)
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplayError(_because(str(error), asked)) from error
    finally:
        _put_back(asked)
    driver = pygame.display.get_driver()
    if driver in BLIND and not asked:
        pygame.display.quit()
        raise NoDisplayError(_because(f"SDL found {driver}", asked))


def no_display() -> str | None:
    """Why no window can be opened here; None when one can."""
    try:
        start_display()
    except NoDisplayError as error:
        return str(error)
    pygame.display.quit()
    return None


def survive_x_server(again: Callable[[], None]) -> None:
    """Have `again` called when the X server goes away: Xlib itself would end the process without a word.

    After the call Xlib can be used no more, so `again` has to begin the program anew.
    """
    if pygame.display.get_driver() != "x11" or _kept:
        return
    try:
        set_handler = ctypes.CDLL("libX11.so.6").XSetIOErrorHandler
    except (OSError, AttributeError):
        return  # then a service manager starts the screen again

    def handle(_display: object) -> int:
        again()
        return 0

    handler = _IO_ERROR(handle)
    set_handler.argtypes, set_handler.restype = [_IO_ERROR], ctypes.c_void_p
    set_handler(handler)
    _kept.append(handler)


_IO_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_kept: list[object] = []
"""The handler that Xlib holds, kept from being collected."""


def _has_hung_up(descriptor: int) -> bool:
    """Whether the other end of a socket is gone; True when the descriptor itself is."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as end:
            return end.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def _because(error: str, asked: str | None) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    return no_display_because(error, environment | ({"SDL_VIDEODRIVER": asked} if asked else {}))


def _put_back(asked: str | None) -> None:
    if asked is None:
        os.environ.pop("SDL_VIDEODRIVER", None)
    else:
        os.environ["SDL_VIDEODRIVER"] = asked


def _descriptors() -> dict[int, str]:
    """This process's open descriptors and what each one is; none where /proc is not there."""
    found = {}
    with contextlib.suppress(OSError):
        for one in _OPEN_FILES.iterdir():
            with contextlib.suppress(OSError):
                found[int(one.name)] = str(one.readlink())
    return found
