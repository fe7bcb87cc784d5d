"""An RDM6300: as long as a tag is before it, the tag's frame every 65 ms. It hears nothing."""

import re
from functools import reduce

from device.sim.readers.base import ReaderOrderError, SimReader

_EVERY_MS = 65


class Em4100Reader(SimReader):
    """STX, ten hex digits, two of the exclusive or of their five bytes, ETX."""

    kind = "em4100"

    def __init__(self) -> None:
        super().__init__()
        self._frame: bytes | None = None
        self._due_ms = 0

    def card(self, code: str) -> None:
        """A tag lies before the reader until it is taken away."""
        if not re.fullmatch(r"[0-9A-Fa-f]{10}", code):
            raise ReaderOrderError(f"{code!r}: a tag's id is 5 bytes in hex, as 0C000621A5")
        check = reduce(lambda one, other: one ^ other, bytes.fromhex(code))
        self._frame = f"\x02{code.upper()}{check:02X}\x03".encode("ascii")
        self._due_ms = self._now_ms

    def away(self) -> None:
        """The tag is gone."""
        self._frame = None

    def no_read(self) -> None:
        """A tag that cannot be read is none."""
        self._frame = None

    def tick(self, now_ms: int) -> None:
        """The tag is told again."""
        super().tick(now_ms)
        if self._frame is not None and now_ms >= self._due_ms:
            self._send(self._frame)
            self._due_ms = now_ms + _EVERY_MS
