"""Finding frames in a stream of bytes: what is between them is noise, and how the stream was cut never matters.

The scanner looks for a start, asks the protocol what stands there, and goes on behind it. Only one unfinished frame is
ever kept. A start that turns out to be none costs one byte, so that a damaged frame never hides a good one behind it.
"""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from device.readers.passages import Noise, noise

MOST_RUN_BYTES = 256
"""Noise without end is reported in pieces of this size, so that a wrong baud rate shows at once."""


T = TypeVar("T")


class FrameScanner(Generic[T]):
    """Bytes to what `look` finds in them, and noise.

    `start`: where a frame may begin. `partial`: what at the very end of the bytes may be the first part of a start.
    `look(held, at)`: what stands at a start: None while more bytes are needed, else where it ends and what it is (None:
    nothing, the bytes are noise). It must answer None for no more than a bounded number of bytes. `padding`: a byte of
    which up to `most_padding` between frames are no noise.
    """

    def __init__(
        self,
        *,
        start: re.Pattern[bytes],
        look: Callable[[bytes, int], tuple[int, T | Noise | None] | None],
        partial: bytes = b"",
        padding: bytes = b"",
        most_padding: int = 0,
    ) -> None:
        self._start = start
        self._look = look
        self._partial = partial
        self._padding = padding
        self._most_padding = most_padding
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished frame and unreported noise, as after the port was reopened."""
        self._held = b""
        self._run = 0
        self._run_padding = 0

    @property
    def unfinished(self) -> int:
        """Bytes that are not yet understood and not yet reported as noise."""
        return len(self._held) + self._run

    def feed(self, data: bytes) -> list[T | Noise]:
        """Return what `data` completes, in order."""
        return self._scan(self._held + data, final=False)

    def give_up(self) -> list[T | Noise]:
        """Nothing more comes: an unfinished frame is none, though a shorter one may stand inside it."""
        out = self._scan(self._held, final=True)
        self._end_run(out)
        return out

    def _scan(self, held: bytes, *, final: bool) -> list[T | Noise]:
        out: list[T | Noise] = []
        told = 0  # everything before it is reported or counted
        seek = 0
        while found := self._start.search(held, seek):
            at = found.start()
            seen = self._look(held, at)
            if seen is None:
                if not final:
                    self._noise(held, told, at, out)
                    self._held = held[at:]
                    return out
                seek = at + 1
                continue
            seek, item = seen
            if item is not None:
                self._noise(held, told, at, out)
                self._end_run(out)
                out.append(item)
                told = seek
        end = len(held)
        if not final and self._partial and held.endswith(self._partial, seek):
            end -= len(self._partial)
        self._noise(held, told, end, out)
        self._held = held[end:]
        return out

    def _noise(self, held: bytes, start: int, end: int, out: list[T | Noise]) -> None:
        while start < end:
            taken = min(end - start, MOST_RUN_BYTES - self._run)
            if self._padding:
                self._run_padding += held.count(self._padding, start, start + taken)
            self._run += taken
            start += taken
            if self._run == MOST_RUN_BYTES:
                self._end_run(out)

    def _end_run(self, out: list[T | Noise]) -> None:
        if not self._run:
            return
        run, self._run = self._run, 0
        padding, self._run_padding = self._run_padding, 0
        if run > padding or run > self._most_padding:
            out.append(noise("resync", run))
