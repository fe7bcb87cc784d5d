"""EM4100 tags as RDM6300 and ID-12LA/ID-20LA readers send them: STX, ten hex digits, two of checksum, (CR LF,) ETX.

STX always begins anew: a frame cut short must not swallow the next one. The checksum is the XOR of the five bytes that
the ten digits are. A resting tag is repeated about every 65 ms.
"""

from micropython import const

from shoe import ticks
from shoe.reader import Reader

_STX = const(0x02)
_ETX = const(0x03)
_MOST_BYTES = const(14)
_STALE_MS = const(1000)
_OUTSIDE = const(-1)


class Em4100Reader(Reader):
    """Bytes to the ids of tags; such a reader is only listened to."""

    def __init__(self) -> None:
        super().__init__()
        self._frame = bytearray(_MOST_BYTES)
        self._length = _OUTSIDE
        self._last_ms = 0

    def feed(self, byte: int, now_ms: int) -> str | None:
        """Take one byte; returns the id that it completes."""
        if self._length >= 0 and ticks.since(now_ms, self._last_ms) >= _STALE_MS:
            self.noise += 1
            self._length = _OUTSIDE
        self._last_ms = now_ms
        if byte == _STX:
            self.noise += 1 if self._length > 0 else 0
            self._length = 0
        elif self._length < 0:
            pass
        elif byte == _ETX:
            length, self._length = self._length, _OUTSIDE
            return self._id(length)
        elif self._length < _MOST_BYTES:
            self._frame[self._length] = byte
            self._length += 1
        else:
            self.noise += 1
            self._length = _OUTSIDE
        return None

    def _id(self, length: int) -> str | None:
        frame = self._frame
        good = bytes(frame[12:length]) in (b"", b"\r\n", b"\r", b"\n") and length >= 12
        total = any_bit = 0
        for place in range(0, 12, 2):
            value = _nibble(frame[place]) << 4 | _nibble(frame[place + 1])
            good = good and value >= 0
            total ^= value
            any_bit |= value if place < 10 else 0
        if not good or total or not any_bit:
            self.noise += 1
            return None
        return bytes(frame[:10]).decode().upper()


def _nibble(digit: int) -> int:
    if 0x30 <= digit <= 0x39:
        return digit - 0x30
    digit &= 0xDF
    return digit - 0x37 if 0x41 <= digit <= 0x46 else -256
