"""The shoe's own lamps and its lock: what the host ordered, what a self-test lights, and the board's fault lamp.

Without the host for 3 s its lamps go out and the fault lamp lights: nobody may deal by a lamp that nobody minds. The
lock stays as it was ordered last.
"""

from micropython import const

from shoe import ticks

LOCK = "lock"
_TEST_MS = const(1000)


class Lamps:
    """`names` are the outputs that this shoe has, in the order of `levels`; others of the host's names mean nothing."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.levels = [False] * len(names)
        """What each output shall be; read after every step."""
        self.fault = False
        """The board's own lamp."""
        self.beam_off = False
        """The gates' light is switched off, to see whether they notice."""
        self.testing = False
        self._ordered: set[str] = set()
        self._test_ms = 0

    def order(self, names: str) -> None:
        """Exactly these are on, joined by `+`."""
        self._ordered = set(names.split("+"))

    def test(self, now_ms: int) -> None:
        """Light everything for a second; the lock is no lamp."""
        self.testing = True
        self._test_ms = now_ms

    def step(self, now_ms: int, host_is_silent: bool) -> None:
        """Let time pass."""
        if self.testing and ticks.since(now_ms, self._test_ms) >= _TEST_MS:
            self.testing = False
        self.fault = host_is_silent or self.testing
        for place in range(len(self._names)):
            name = self._names[place]
            on = name in self._ordered
            if name != LOCK:
                on = self.testing or (on and not host_is_silent)
            self.levels[place] = on
