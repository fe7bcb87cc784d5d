"""Which of SDL's ways to a display is tried, and, when none works, what is missing and what to do about it."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

BLIND = ("dummy", "offscreen", "evdev")
"""Drivers that show nothing to anybody: only where somebody asks for them by name."""

_VARIABLE = "SDL_VIDEODRIVER"
_ACCELERATION = "SDL_FRAMEBUFFER_ACCELERATION"
_ONLY_ACCELERATED = ("wayland", "kmsdrm")
"""Drivers that cannot show a picture in any other way: with the variable at 0 they open no window."""
_CARDS = Path("/dev/dri")
_PACKAGES = "libgbm1 libegl1 libgles2 libgl1-mesa-dri libdrm2"


def drivers(environment: Mapping[str, str]) -> str:
    """The drivers to try in this environment, as SDL_VIDEODRIVER lists them; what that variable says wins.

    With a desktop its own, Wayland before X11; without one the graphics card itself, as on a Pi in a table.
    """
    if environment.get(_VARIABLE):
        return environment[_VARIABLE]
    found = [driver for driver, variable in _DESKTOPS.items() if environment.get(variable)]
    return ",".join(found) or "kmsdrm"


_DESKTOPS = {"wayland": "WAYLAND_DISPLAY", "x11": "DISPLAY"}


def no_display_because(error: str, environment: Mapping[str, str], cards: Path = _CARDS) -> str:
    """Why there is no display, in one line with the remedy. `error` is SDL's own sentence."""
    tried = drivers(environment)
    if environment.get(_VARIABLE):
        return f"no display: {error}; {_VARIABLE}={tried} names the driver: choose another one, or use --text"
    if tried != "kmsdrm":
        named = " and ".join(f"{_DESKTOPS[one]}={environment[_DESKTOPS[one]]}" for one in tried.split(","))
        return f"no display: {error} ({named}); is the desktop running and is it this user's? Or use --text"
    return f"no display: neither WAYLAND_DISPLAY nor DISPLAY is set, and {'; '.join(_card_faults(error, cards))}"


def _card_faults(error: str, cards: Path) -> Iterator[str]:
    """What keeps SDL from a graphics card without a desktop."""
    found = sorted(cards.glob("card*"))
    if not found:
        yield (
            f"there is no graphics card ({cards}/card0): on a Raspberry Pi config.txt needs dtoverlay=vc4-kms-v3d. "
            "Set DISPLAY, or use --text"
        )
        return
    closed = [card for card in found if not os.access(card, os.R_OK | os.W_OK)]
    if closed:
        yield f"this user may not open {closed[0]}: sudo usermod -aG video,render,input USER, then log in again"
        return
    yield (
        f"the graphics card {found[0]} did not open ({error}): install {_PACKAGES}, check that no other program shows "
        "a picture on it and that a monitor is plugged in"
    )


def prepare_pictures(environment: dict[str, str] | os._Environ[str], driver: str) -> None:
    """Tell SDL, once it has started with this driver, how pictures get to the display.

    Without a graphics driver the accelerated way takes 30 ms a picture and 100 MB more, so it is taken only where there
    is no other, or where the environment (or the settings, by `prepare`) asks for it.
    """
    if driver not in _ONLY_ACCELERATED:
        environment.setdefault(_ACCELERATION, "0")


def prepare(environment: dict[str, str] | os._Environ[str], *, accelerated: bool) -> None:
    """Tell SDL, before it starts, how to reach the display; what the environment says already wins.

    A finger is a finger and no mouse, a mouse no finger; nothing blanks a screen that nobody touches for an evening.
    """
    if accelerated:
        environment.setdefault(_ACCELERATION, "1")
    environment.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    environment.setdefault("SDL_MOUSE_TOUCH_EVENTS", "0")
    environment.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
    environment.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    environment.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
    environment.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
