"""A barcode engine on a UART: a code, ended by CR, LF, TAB or ETX.

A line is looked at as a whole. From its front go answers of GM65 engines (they end in the text "31" and glue onto the
next code), STX, a byte order mark, AIM identifiers (``]C0``) and ECI texts (``\\000026``); NUL bytes go from anywhere.
Up to three stray bytes in front or behind are line noise. Any other byte that is not printable makes the whole line
noise: half a code is not a code.
"""

from micropython import const

from shoe import ticks
from shoe.reader import Reader

_MOST_BYTES = const(128)
_STALE_MS = const(3000)
_MOST_STRAYS = const(3)
_GM65_OK = b"\x02\x00\x00\x01\x00\x33\x31"


class LineReader(Reader):
    """Bytes to codes; says nothing by itself and is never asked anything."""

    def __init__(self) -> None:
        super().__init__()
        self._line = bytearray(_MOST_BYTES)
        self._length = 0
        self._last_ms = 0

    def feed(self, byte: int, now_ms: int) -> str | None:
        """Take one byte; returns the code that it completes."""
        if self._length and ticks.since(now_ms, self._last_ms) >= _STALE_MS:
            if bytes(self._line[: self._length]) != _GM65_OK:
                self.noise += 1
            self._length = 0
        self._last_ms = now_ms
        if byte in (0x0D, 0x0A, 0x09, 0x03):
            length, self._length = self._length, 0
            return self._code(bytes(self._line[:length])) if 0 < length <= _MOST_BYTES else None
        if self._length < _MOST_BYTES:
            self._line[self._length] = byte
            self._length += 1
        elif self._length == _MOST_BYTES:
            self._length += 1  # too long: it is no code, whatever follows
            self.noise += 1
        return None

    def _code(self, line: bytes) -> str | None:
        line = line.split(_GM65_OK)[-1].split(b"\x02")[-1].replace(b"\0", b"").strip(b" ")
        strays = 0
        while line:
            front = _front(line)
            if front:
                line = line[front:]
            elif strays < _MOST_STRAYS and not _printable(line[0]) and not _letter_at(line, 0):
                line = line[1:]
                strays += 1
            elif strays < _MOST_STRAYS and not _printable(line[-1]) and not _letter_before(line):
                line = line[:-1]
                strays += 1
            else:
                break
        line = line.strip(b" ")
        for byte in line:
            if not _printable(byte):
                self.noise += 1
                return None
        return line.decode() if line else None


def _printable(byte: int) -> bool:
    return 0x20 <= byte <= 0x7E


def _front(line: bytes) -> int:
    """How many bytes at the front are the engine's and not the code's."""
    if line[:3] == b"\xef\xbb\xbf":
        return 3
    if len(line) > 2 and line[0] == 0x5D and _is_letter(line[1]) and (_is_letter(line[2]) or _is_digit(line[2])):
        return 3
    if len(line) > 6 and line[0] == 0x5C and all(_is_digit(byte) for byte in line[1:7]):
        return 7
    return 0


def _is_letter(byte: int) -> bool:
    return 0x41 <= byte & 0xDF <= 0x5A


def _is_digit(byte: int) -> bool:
    return 0x30 <= byte <= 0x39


def _letter_at(line: bytes, place: int) -> bool:
    """Whether a whole character outside ASCII begins there: typed by a keyboard layout, not line noise."""
    lead = line[place]
    more = 1 if 0xC2 <= lead <= 0xDF else 2 if 0xE0 <= lead <= 0xEF else 3 if 0xF0 <= lead <= 0xF4 else 0
    tail = line[place + 1 : place + 1 + more]
    return more > 0 and len(tail) == more and all(0x80 <= byte <= 0xBF for byte in tail)


def _letter_before(line: bytes) -> bool:
    return any(len(line) >= size and _letter_at(line, len(line) - size) for size in (2, 3, 4))
