"""Bytes between messages: counted, and told in pieces, so that a wrong baud rate shows at once and nothing grows."""

from device.readers.passages import Noise, noise

MOST_RUN_BYTES = 256


class Strays:
    """A run of bytes that belong to no message. Where it is cut depends on the bytes alone, not on chunks."""

    def __init__(self) -> None:
        self._kind = "resync"
        self._count = 0

    def add(self, count: int) -> list[Noise]:
        """Count bytes; every full piece of the run is told."""
        self._count += count
        out = []
        while self._count >= MOST_RUN_BYTES:
            self._count -= MOST_RUN_BYTES
            out.append(Noise(kind=self._kind, bytes=MOST_RUN_BYTES))
        return out

    def add_as(self, kind: str, count: int) -> list[Noise]:
        """The same, for a run of this kind: one of another kind ends here."""
        out = self.take(kind) if kind != self._kind else []
        return [*out, *self.add(count)]

    def take(self, next_kind: str = "resync") -> list[Noise]:
        """The run ends here, empty if there was none; what comes next is `next_kind` of noise."""
        out = [noise(self._kind, self._count)] if self._count else []
        self._kind = next_kind
        self._count = 0
        return out
