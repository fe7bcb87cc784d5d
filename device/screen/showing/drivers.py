"""Which of SDL's ways to a display is tried, and, when none works, what is missing and what to do about it."""

import os
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path

DEAF = ("dummy", "offscreen")
"""Drivers that hear nothing: no input device belongs to them."""

BLIND = (*DEAF, "evdev")
"""Drivers that show nothing to anybody: only where somebody asks for them by name."""

NEEDS_GRAPHICS = ("wayland", "kmsdrm")
"""Drivers that show nothing but what the graphics driver drew: pictures go to them as its textures."""

_VARIABLE = "SDL_VIDEODRIVER"
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


def frames(driver: str, *, accelerated: bool) -> str:
    """How pictures go to the display, as SDL_FRAMEBUFFER_ACCELERATION says it, once the driver is known.

    Where there is a choice, the accelerated way takes 30 ms a picture and 100 MB more without a graphics driver.
    """
    return "1" if accelerated or driver in NEEDS_GRAPHICS else "0"


def prepare(environment: MutableMapping[str, str]) -> None:
    """Tell SDL, before it starts, how screens are used; what the environment says already wins.

    A finger is a finger and no mouse, a mouse no finger; and nothing blanks a screen that nobody touches for an
    evening.
    """
    environment.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    environment.setdefault("SDL_MOUSE_TOUCH_EVENTS", "0")
    environment.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
    environment.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    environment.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
    environment.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
