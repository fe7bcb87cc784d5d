"""A gate that flickers: a receiver that fails, a lamp that shines in, a hair in the beam. No hand is that quick.

Quick flicker never lasts long enough to count as a change, so that the gate would be blind and nobody told; slow
flicker looks like a hundred touches a second, which nobody needs on record.
"""

from micropython import const

from shoe import ticks
from shoe.edges import Beam

_WINDOW_MS = const(1000)
_MOST_EDGES = const(500)
"""Of one gate in a second, every bounce counted; slower than that, each one counts as a change."""
_MOST_TURNS = const(40)
"""Changes in a second: ten cards in one would be half as many."""


class Flicker:
    """Counts what each gate does in a second."""

    def __init__(self, pair: tuple[Beam, Beam], now_ms: int) -> None:
        self.now = [False, False]
        """Which gates flicker."""
        self._pair = pair
        self._window_ms = now_ms

    def tick(self, now_ms: int) -> None:
        """Let time pass; call it in every step."""
        over = ticks.since(now_ms, self._window_ms) >= _WINDOW_MS
        for gate in range(2):
            beam = self._pair[gate]
            if beam.edges > _MOST_EDGES or beam.turns > _MOST_TURNS:
                self.now[gate] = True
            elif over:
                self.now[gate] = False
            if over:
                beam.edges = beam.turns = 0
        if over:
            self._window_ms = now_ms
