"""What people do at a window, as plain values: fingers and a mouse in pixels, keys by name."""

from dataclasses import dataclass, field

MOUSE = -1
"""The finger that a mouse stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FingerDown:
    """A finger touches the glass at these pixels of the window."""

    finger: int
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FingerMoved:
    """A finger that is on the glass is elsewhere now."""

    finger: int
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FingerUp:
    """A finger leaves the glass; `at` None: nobody knows where, and it meant nothing."""

    finger: int
    at: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key goes down: the letter, digit or sign, or ``enter escape backspace left right up down f1`` … ``f12``."""

    key: str = field(repr=False)
    keypad: bool = False


WindowInput = FingerDown | FingerMoved | FingerUp | Key
