"""The lid and the buttons: contacts that chatter."""

from micropython import const

from shoe import ticks

_DEBOUNCE_MS = const(20)


class Switch:
    """A lid or a button: a level counts when it has lasted 20 ms."""

    def __init__(self, name: str, on: bool) -> None:
        self.name = name
        self.on = on
        self._raw = on
        self._since_ms = 0

    def look(self, on: bool, now_ms: int) -> bool:
        """Whether the switch has just changed for good."""
        if on != self._raw:
            self._raw = on
            self._since_ms = now_ms
        if on == self.on or ticks.since(now_ms, self._since_ms) < _DEBOUNCE_MS:
            return False
        self.on = on
        return True
