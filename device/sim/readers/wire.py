"""What one end of a serial wire hears when the other sends at another speed: levels looked at in the wrong moments.

8 data bits, no parity, one stop bit. A stop bit that is no stop bit gives the byte 00, as Linux hands it on.
"""

from bisect import bisect_left, bisect_right

_BITS = 10


def heard(data: bytes, sent_baud: int, heard_baud: int) -> bytes:
    """The bytes that a receiver at `heard_baud` makes of bytes sent back to back at `sent_baud`."""
    if sent_baud == heard_baud or not data:
        return data
    wire = _Wire(data)
    ratio = sent_baud / heard_baud  # one bit of the receiver, in bits of the sender
    out = bytearray()
    at = 0.0
    while (start := wire.next_fall(at)) is not None:
        if wire.level(start + 0.5 * ratio):  # too short to be a start bit
            at = start + 0.5 * ratio
            continue
        bits = [wire.level(start + (number + 1.5) * ratio) for number in range(9)]
        out.append(sum(bit << number for number, bit in enumerate(bits[:8])) if bits[8] else 0)
        at = start + 9.5 * ratio
    return bytes(out)


class _Wire:
    """The level over time, in bits since the start; idle is 1."""

    def __init__(self, data: bytes) -> None:
        self._times = [-1.0]
        self._levels = [1]
        self._falls: list[float] = []
        for place, byte in enumerate(data):
            for number, level in enumerate((0, *((byte >> bit) & 1 for bit in range(8)), 1)):
                if self._levels[-1] != level:
                    at = float(place * _BITS + number)
                    self._times.append(at)
                    self._levels.append(level)
                    if not level:
                        self._falls.append(at)

    def next_fall(self, after: float) -> float | None:
        found = bisect_left(self._falls, after)
        return self._falls[found] if found < len(self._falls) else None

    def level(self, at: float) -> int:
        return self._levels[bisect_right(self._times, at) - 1]
