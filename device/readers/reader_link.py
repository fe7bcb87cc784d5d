"""The shape of every reader's link: bytes and time in, passages out, whatever reader is on the line."""

from typing import Protocol

from device.readers.passages import LinkState, Noise, Passage, ReadId

LinkOutput = Passage | Noise | LinkState
"""A passage (once, in order), bytes that were no message, or the link's state when it has changed."""


class ReaderLink(Protocol):
    """A reader on a line, without the line: the caller opens, reads, writes and knows the time.

    All times are the host's monotonic clock in seconds. Nothing here raises for anything that can be on a line.
    """

    @property
    def state(self) -> LinkState:
        """How the connection stands now, with the counters."""
        ...

    @property
    def counters(self) -> dict[str, int]:
        """Since start: good, duplicate, lost, and noise by kind."""
        ...

    def opened(self, now_s: float) -> None:
        """The port was opened (again): nothing read before belongs to it."""
        ...

    def lost(self, detail: str, now_s: float) -> None:
        """The port is gone; `detail` is shown to people as it is."""
        ...

    def feed(self, data: bytes, now_s: float) -> list[LinkOutput]:
        """Take bytes that arrived at `now_s`; returns what they make known, in order."""
        ...

    def poll(self, now_s: float) -> list[LinkOutput]:
        """Let time pass; to be called several times a second, also while the port is closed."""
        ...

    def acknowledge(self, id: ReadId) -> None:
        """Everything up to this passage is on durable record."""
        ...

    def set_lamps(self, lamps: frozenset[str]) -> None:
        """Light exactly these lamps on the reader, if it has any."""
        ...

    def take_output(self) -> bytes:
        """Bytes to write to the port now; they are handed out once."""
        ...
