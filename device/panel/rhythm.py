"""When a flashing lamp is on and when a buzzer sounds, as arithmetic on a clock that is passed in."""

import enum

_MS = 1000


class Flash(enum.Enum):
    """How a lamp is lit; the value is half its period in milliseconds, 0 for a steady lamp.

    Nothing at the table flashes faster than 3 Hz, so as not to harm anyone who is sensitive to it.
    """

    STEADY = 0
    SLOW = 500
    """1 Hz."""
    FAST = 200
    """2.5 Hz."""

    def lit(self, elapsed_s: float) -> bool:
        """Whether the lamp is on, this long after it was lit; every flash begins with on."""
        return self is Flash.STEADY or self._half(elapsed_s) % 2 == 0

    def changes_after_s(self, elapsed_s: float) -> float | None:
        """When the lamp changes next, in seconds since it was lit; None for a steady lamp."""
        return None if self is Flash.STEADY else (self._half(elapsed_s) + 1) * self.value / _MS

    def _half(self, elapsed_s: float) -> int:
        # In whole milliseconds, so that a thread woken exactly at a change finds the change made.
        return round(elapsed_s * _MS) // self.value


Tune = tuple[tuple[float, float], ...]
"""Sounds, each with the silence after it, in seconds."""

REFUSED: Tune = ((0.15, 0.15),)
"""One short sound: a refused press or a wrong call."""
ALARM: Tune = ((0.25, 0.2), (0.25, 0.2), (0.25, 0.2))
"""Three sounds: the error lamp came on."""

_QUEUE_S = 2.0


class Beeper:
    """The buzzer's programme: tunes one after the other, never on top of each other."""

    __slots__ = ("_edges",)

    def __init__(self) -> None:
        self._edges: list[tuple[float, bool]] = []

    def play(self, tune: Tune, now_s: float) -> None:
        """Add a tune after what is still to be played.

        Somebody who hammers on a refused button must not make the buzzer sound long afterwards: what would begin more
        than two seconds late is left out.
        """
        self._forget(now_s)
        at_s = max(now_s, self._edges[-1][0]) if self._edges else now_s
        if at_s - now_s > _QUEUE_S:
            return
        for sound_s, silence_s in tune:
            self._edges += [(at_s, True), (at_s + sound_s, False)]
            at_s += sound_s + silence_s
        self._edges.append((at_s, False))

    def sounding(self, now_s: float) -> bool:
        """Whether the buzzer is on now."""
        self._forget(now_s)
        return bool(self._edges) and self._edges[0][1] and self._edges[0][0] <= now_s

    def changes_at_s(self, now_s: float) -> float | None:
        """When the buzzer changes next; None when nothing is left to play."""
        self._forget(now_s)
        return next((at_s for at_s, _ in self._edges if at_s > now_s), None)

    def _forget(self, now_s: float) -> None:
        # Keep the edge that is in force and all that are to come.
        while len(self._edges) > 1 and self._edges[1][0] <= now_s:
            self._edges.pop(0)
        if len(self._edges) == 1 and self._edges[0][0] <= now_s:
            self._edges.clear()
