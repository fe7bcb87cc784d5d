"""What a line told, for the tests of serial lines."""

import threading
import time
from collections.abc import Callable

from device.ports.line import BytesIn, LineInput, LineLost, LineOpened

PATIENCE_S = 20.0
"""How long a test waits for what must come; a failure, never a measure."""


class SystemClock:
    """The machine's own clock."""

    def monotonic_s(self) -> float:
        return time.monotonic()

    def wall_at(self) -> str:
        return ""


class Inbox:
    """Everything the line told, and waiting for what it will tell; `hook` is called with each input first."""

    def __init__(self) -> None:
        self.items: list[LineInput] = []
        self.hook: Callable[[LineInput], object] = lambda _item: None
        self._changed = threading.Condition()

    def put(self, item: LineInput) -> None:
        self.hook(item)
        with self._changed:
            self.items.append(item)
            self._changed.notify_all()

    def until(self, done: Callable[["Inbox"], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: done(self), PATIENCE_S), self.items[-10:]

    def lives(self) -> list[bytes]:
        """The bytes of each connection, one after another."""
        found: list[bytes] = []
        for item in self.items:
            if isinstance(item, LineOpened):
                found.append(b"")
            elif isinstance(item, BytesIn):
                found[-1] += item.data
        return found

    def losses(self) -> list[str]:
        return [item.detail for item in self.items if isinstance(item, LineLost)]

    def until_life(self, count: int, data: bytes = b"") -> None:
        """Wait until the connection of this number, from 1, has brought these bytes."""
        self.until(lambda inbox: len(inbox.lives()) >= count and inbox.lives()[count - 1] == data)
