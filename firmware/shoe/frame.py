"""SHOE/1 on the board's side: bodies into frames, the host's bytes into bodies. PROTOCOL.md describes the lines."""

from array import array

from micropython import const

MOST_BODY_BYTES = 96
_MOST_LINE_BYTES = const(103)
"""`$`, the body, `*`, four digits, and one CR that a terminal program may have put before the LF."""

_DOLLAR = const(0x24)
_STAR = const(0x2A)
_LF = const(0x0A)
_CR = const(0x0D)


def _table() -> "array[int]":
    values = array("H", bytes(512))
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = (value << 1) ^ (0x1021 if value & 0x8000 else 0)
        values[byte] = value & 0xFFFF
    return values


_CRC = _table()


def checksum(data: bytes | bytearray, start: int, end: int) -> int:
    """CRC-16/XMODEM of data[start:end], without a copy; of ``123456789`` it is 31C3 hex."""
    table = _CRC
    value = 0
    for place in range(start, end):
        value = ((value << 8) & 0xFFFF) ^ table[(value >> 8) ^ data[place]]
    return value


def escape(text: str) -> str:
    """Write a text so that it can stand in one field: `$ * , %` and all that is not printable become `%XX`."""
    out = bytearray()  # MicroPython would keep each character of `chr` for ever
    for byte in text.encode():
        if 0x20 <= byte <= 0x7E and byte not in b"$*,%":
            out.append(byte)
        else:
            out.extend(b"%%%02X" % byte)
    return bytes(out).decode()


def encode(body: str) -> bytes:
    """Put a body of finished fields into a frame; a body that is too long is a fault of ours and raises ValueError."""
    data = body.encode()
    if len(data) > MOST_BODY_BYTES:
        raise ValueError("body too long")
    return b"$" + data + ("*%04X\n" % checksum(data, 0, len(data))).encode()


class Ear:
    """The host's bytes, one at a time; whatever is no frame is counted and otherwise ignored.

    A new `$` always begins a new frame. Other programs probe a new port with texts of their own, and a byte 03 may
    come from anyone: none of it disturbs the board. One line is all that is ever kept.
    """

    def __init__(self) -> None:
        self.good = 0
        self.bad_crc = 0
        self.overlong = 0
        self.resync = 0
        self._line = bytearray(_MOST_LINE_BYTES)
        self._length = 0  # 0: between frames
        self._strays = False

    def feed(self, byte: int) -> str | None:
        """Take one byte; returns the body that it completes."""
        length = self._length
        if byte == _DOLLAR:
            if length or self._strays:
                self.resync += 1
            self._strays = False
            self._line[0] = byte
            self._length = 1
            return None
        if not length:
            if byte == _LF:
                self.resync += 1 if self._strays else 0
                self._strays = False
            elif byte != _CR:
                self._strays = True
            return None
        if byte == _LF:
            self._length = 0
            return self._body(length)
        if length == _MOST_LINE_BYTES:
            self.overlong += 1
            self._length = 0
            return None
        self._line[length] = byte
        self._length = length + 1
        return None

    @property
    def refused(self) -> int:
        """How many lines of the host could not be used."""
        return self.bad_crc + self.overlong + self.resync

    def _body(self, length: int) -> str | None:
        line = self._line
        if line[length - 1] == _CR:
            length -= 1
        star = length - 5
        if star < 1 or line[star] != _STAR or not _same_digits(line, star + 1, checksum(line, 1, star)):
            self.bad_crc += 1
            return None
        if star - 1 > MOST_BODY_BYTES:
            self.overlong += 1
            return None
        for place in range(1, star):
            if not 0x20 <= line[place] <= 0x7E:
                self.bad_crc += 1
                return None
        self.good += 1
        return bytes(line[1:star]).decode()


def _same_digits(line: bytearray, start: int, value: int) -> bool:
    for place in range(start + 3, start - 1, -1):
        digit = value & 15
        if line[place] != digit + (0x30 if digit < 10 else 0x37):
            return False
        value >>= 4
    return True
