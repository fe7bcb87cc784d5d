"""SHOE/1 as the board's side writes and reads it; made apart from the host's reader, as the firmware's is.

A frame is ``$`` body ``*`` four upper-case hex digits LF. The digits are CRC-16/XMODEM over the body; the body is
printable ASCII, at most 96 bytes.
"""

import binascii
import re

MOST_BODY_BYTES = 96
MOST_LINE_BYTES = 1 + MOST_BODY_BYTES + 1 + 4 + 1
MOST_CODE_BYTES = 40
_ESCAPED = frozenset("$*,%")


class FrameError(ValueError):
    """A field or body that no frame can carry; the message says which and what is allowed."""


def escape(text: str) -> str:
    """Write any text so that it can stand in one field: bytes that would break the frame become ``%XX``."""
    out = []
    for byte in text.encode():
        character = chr(byte)
        out.append(character if 0x20 <= byte <= 0x7E and character not in _ESCAPED else f"%{byte:02X}")
    return "".join(out)


def check_boot(boot: str) -> str:
    """Return `boot` if it is eight upper-case hex digits; raises ValueError otherwise."""
    if not re.fullmatch(r"[0-9A-F]{8}", boot):
        raise ValueError(f"{boot!r} is no boot number; eight upper-case hex digits are")
    return boot


def check_field(text: str) -> str:
    """Return a code or name if one field can carry it; raises ValueError naming the limit otherwise."""
    if not text or len(escape(text)) > MOST_CODE_BYTES:
        raise ValueError(f"{text!r} does not fit a field of 1 to {MOST_CODE_BYTES} bytes")
    return text


def encode(body: str) -> bytes:
    """Put a body of finished fields into a frame; raises FrameError when it is too long or not printable."""
    raw = body.encode("ascii", "replace")
    if len(raw) > MOST_BODY_BYTES:
        raise FrameError(f"a frame of {len(raw)} bytes was to be sent; {MOST_BODY_BYTES} is the most")
    if any(not 0x20 <= byte <= 0x7E or byte in b"$*" for byte in raw):
        raise FrameError(f"{body!r} holds a character that a frame cannot carry")
    return b"$%s*%04X\n" % (raw, binascii.crc_hqx(raw, 0))


class HostEar:
    """Takes the host's bytes apart into bodies; whatever is no frame is counted and otherwise ignored.

    Other programs probe a new port (``AT`` and a scanner's ``7E 00 78 F0 7E`` are seen in the field), and a byte 03
    may come from anyone: none of it may disturb the board.
    """

    def __init__(self) -> None:
        self.counters = {"good": 0, "bad-crc": 0, "overlong": 0, "resync": 0}
        self._rest = b""

    def feed(self, data: bytes) -> list[str]:
        """Return the bodies that `data` completes, in order; any chunking gives the same bodies."""
        bodies = []
        self._rest += data
        while (end := self._rest.find(b"\n")) >= 0:
            line, self._rest = self._rest[:end], self._rest[end + 1 :]
            body = self._body_of(line)
            if body is not None:
                self.counters["good"] += 1
                bodies.append(body)
        if len(self._rest) > MOST_LINE_BYTES:
            start = self._rest.rfind(b"$")
            keep = self._rest[start:] if start >= 0 else b""
            self._rest = keep if len(keep) <= MOST_LINE_BYTES else b""
            self.counters["overlong"] += 1
        return bodies

    def _body_of(self, line: bytes) -> str | None:
        start = line.rfind(b"$")
        if start < 0:
            self.counters["resync"] += 1
            return None
        if start > 0:
            self.counters["resync"] += 1
        body, star, digits = line[start + 1 :].partition(b"*")
        if len(body) > MOST_BODY_BYTES:
            self.counters["overlong"] += 1
            return None
        if star != b"*" or digits != b"%04X" % binascii.crc_hqx(body, 0):
            self.counters["bad-crc"] += 1
            return None
        if any(not 0x20 <= byte <= 0x7E for byte in body):
            self.counters["bad-crc"] += 1
            return None
        return body.decode("ascii")
