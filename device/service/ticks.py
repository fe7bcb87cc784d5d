"""When the dealer's panel may say that a card was read: a fixed time after it left the shoe, whatever card it was.

A reader may take longer over one code than over another, and a tick that came as soon as the card was understood would
tell a trained eye something about a card that lies face down.
"""

from collections import deque

TICK_AFTER_S = 0.25


class ReadTicks:
    """Counts the cards whose reading has been confirmed; each counts `TICK_AFTER_S` after its passage, in order."""

    __slots__ = ("_due", "shown")

    def __init__(self) -> None:
        self._due: deque[float] = deque()
        self.shown = 0

    def passed(self, at_s: float) -> None:
        """A card that was read left the shoe at `at_s`."""
        self._due.append(at_s + TICK_AFTER_S)

    @property
    def next_due_s(self) -> float | None:
        """When the next tick is to be shown."""
        return self._due[0] if self._due else None

    def fall_due(self, now_s: float) -> bool:
        """Count the ticks whose time has come; whether there were any."""
        before = self.shown
        while self._due and self._due[0] <= now_s:
            self._due.popleft()
            self.shown += 1
        return self.shown != before
