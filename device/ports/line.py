"""A reader's serial line, as the table uses it: bytes in through the inbox, bytes out through a mailbox."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class LineOpened:
    """The port is open (again). Nothing read before belongs to it: the link starts a new frame."""

    port: str
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BytesIn:
    """Bytes as they came, in order; `at_s` is the host's monotonic time of the read."""

    data: bytes
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LineLost:
    """The port is gone or could not be opened; the line goes on trying. `detail` names port, cause and remedy."""

    detail: str
    at_s: float


LineInput = LineOpened | BytesIn | LineLost


class Line(Protocol):
    """A line that looks after itself: it reopens for ever and never blocks the caller."""

    def start(self) -> None:
        """Begin to open, read and deliver `LineInput` values to the inbox given at construction."""
        ...

    def send(self, data: bytes) -> None:
        """Queue bytes for the port; dropped when the port is gone (the protocol repeats what matters)."""
        ...

    def close(self) -> None:
        """Stop the threads and release the port; returns when both are done."""
        ...
