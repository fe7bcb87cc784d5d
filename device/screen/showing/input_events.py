"""From SDL's events to what people did: fingers, a mouse, keys."""

from typing import Final

import pygame
from pygame._sdl2 import touch
from pygame.event import Event

from device.screen.look.layout import Size
from device.screen.showing.inputs import MOUSE, FingerDown, FingerMoved, FingerUp, Key, WindowInput

NAMED: Final = {
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_BACKSPACE: "backspace",
    pygame.K_DELETE: "backspace",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    **{pygame.K_F1 + number: f"f{number + 1}" for number in range(12)},
}
"""Keys that type nothing, and what they are called."""

_KEYPAD: Final = {
    **{pygame.K_KP_1 + number: str(number + 1) for number in range(9)},
    pygame.K_KP_0: "0",
    pygame.K_KP_PLUS: "+",
    pygame.K_KP_MINUS: "-",
    pygame.K_KP_MULTIPLY: "*",
    pygame.K_KP_DIVIDE: "/",
    pygame.K_KP_PERIOD: ".",
}
"""The numeric keypad, whether its lock is on or not."""


class Inputs:
    """Turns SDL's events into what people did; knows which fingers are on the glass."""

    def __init__(self) -> None:
        self._fingers: dict[tuple[int, int], int] = {}
        self._mouse_down = False

    def read(self, event: Event, size: Size) -> list[WindowInput]:
        """What this event means in a window of this size; nothing for most events."""
        match event.type:
            case pygame.KEYDOWN:
                key = _key(event)
                return [] if key is None else [key]
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                return self._finger(event, size)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                return self._mouse(event)
            case pygame.WINDOWFOCUSLOST | pygame.WINDOWMINIMIZED | pygame.WINDOWHIDDEN:
                return self.let_go()
            case _:
                return []

    def let_go(self) -> list[WindowInput]:
        """Every finger counts as lifted, without effect: nobody can tell what they do now."""
        gone: list[WindowInput] = [FingerUp(finger=finger, at=None) for finger in self._fingers.values()]
        if self._mouse_down:
            gone.append(FingerUp(finger=MOUSE, at=None))
        self._fingers.clear()
        self._mouse_down = False
        return gone

    def _finger(self, event: Event, size: Size) -> list[WindowInput]:
        name = (event.touch_id, event.finger_id)
        at = _pixel(event.x, size[0]), _pixel(event.y, size[1])
        if event.type == pygame.FINGERDOWN:
            gone = self._forget_lost(name)
            finger = next(number for number in range(len(self._fingers) + 1) if number not in self._fingers.values())
            self._fingers[name] = finger
            return [*gone, FingerDown(finger=finger, at=at)]
        if name not in self._fingers:
            return []
        if event.type == pygame.FINGERMOTION:
            return [FingerMoved(finger=self._fingers[name], at=at)]
        return [FingerUp(finger=self._fingers.pop(name), at=at)]

    def _forget_lost(self, new: tuple[int, int]) -> list[WindowInput]:
        """Fingers whose lifting was never said: one that comes down again, and those a panel knows of no more.

        Otherwise one lost message would leave a finger on the glass for ever, and no touch would count any more.
        """
        panel, known = new[0], _fingers_on(new[0])
        lost = [name for name in self._fingers if name == new or (name[0] == panel and known and name[1] not in known)]
        return [FingerUp(finger=self._fingers.pop(name), at=None) for name in lost]

    def _mouse(self, event: Event) -> list[WindowInput]:
        if getattr(event, "touch", False) or (event.type != pygame.MOUSEMOTION and event.button != pygame.BUTTON_LEFT):
            return []  # SDL's own mouse for a finger, a wheel, another button
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._mouse_down = True
            return [FingerDown(finger=MOUSE, at=event.pos)]
        if not self._mouse_down:
            return []
        if event.type == pygame.MOUSEMOTION:
            return [FingerMoved(finger=MOUSE, at=event.pos)]
        self._mouse_down = False
        return [FingerUp(finger=MOUSE, at=event.pos)]


def _key(event: Event) -> Key | None:
    if event.key in _KEYPAD:
        return Key(key=_KEYPAD[event.key], keypad=True)
    if event.key in NAMED:
        return Key(key=NAMED[event.key], keypad=event.key == pygame.K_KP_ENTER)
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return None
    typed = event.unicode
    return Key(key=typed) if len(typed) == 1 and typed.isprintable() else None


def _pixel(part: float, pixels: int) -> int:
    """From a part of the glass, 0 to 1, to a pixel; a panel that reports a little more than all of it is cut."""
    if not part > 0.0:  # not a number, too
        return 0
    return min(pixels - 1, int(part * pixels))


def _fingers_on(panel: int) -> list[int]:
    """The fingers that SDL knows of on this touch panel; none when it does not know the panel."""
    try:
        fingers = [touch.get_finger(panel, index) for index in range(touch.get_num_fingers(panel))]
    except (pygame.error, OverflowError):
        return []
    return [finger["id"] for finger in fingers if finger is not None]
