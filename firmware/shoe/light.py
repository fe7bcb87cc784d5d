"""Whether the gates see at all: their light goes off for 3 ms while no card moves, and both must become dark.

A gate that stays free whatever lies in it would let cards pass unseen, and nothing else would tell.
"""

from micropython import const

from shoe import ticks

WAIT = 0
JUDGE = 1
DONE = 2
_EVERY_MS = const(30000)
_TAKES_MS = const(3)
_QUIET_MS = const(1000)
"""After this long without a card the light may go off for a moment."""


class LightTest:
    """When the light goes off and on again; whoever owns it looks at the gates in between."""

    def __init__(self, now_ms: int) -> None:
        self.due = True
        """It is wanted as soon as no card moves."""
        self.running = False
        self._is_on = False
        self._at_ms = now_ms
        self._quiet = False
        self._quiet_ms = now_ms

    def begins(self, at_rest: bool, now_ms: int) -> bool:
        """Whether the light shall go off now."""
        if not at_rest:
            self._quiet_ms = now_ms
            self._quiet = False
        elif not self._quiet:
            self._quiet = ticks.since(now_ms, self._quiet_ms) >= _QUIET_MS
        elif self.due or ticks.since(now_ms, self._at_ms) >= _EVERY_MS:
            self.due = False
            self.running = True
            self._is_on = False
            self._at_ms = now_ms
            return True
        return False

    def step(self, now_ms: int) -> int:
        """JUDGE: both gates must be dark now, then the light goes on again; DONE: everything is as before."""
        if ticks.since(now_ms, self._at_ms) < _TAKES_MS:
            return WAIT
        self._at_ms = now_ms
        if not self._is_on:
            self._is_on = True
            return JUDGE
        self.running = False
        return DONE
