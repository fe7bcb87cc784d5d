"""SHOE/1 on the wire: ``$`` body ``*`` checksum LF, in both directions. ``firmware/PROTOCOL.md`` describes it.

Theory of operation of the decoder, byte by byte:

    BETWEEN ──$──▶ INSIDE ──LF──▶ frame, or noise when checksum or content is wrong ──▶ BETWEEN
       ▲             │ $  the frame was cut short: its bytes are noise, a new one begins
       └─$ or LF─── SKIPPING ◀── longer than any frame

The checksum is CRC-16/XMODEM over the body, four upper-case hex digits. Line ends between frames are silence; any
other byte there is noise. Nothing a line can carry raises, and no more than one frame is ever buffered.
"""

import binascii
import enum

from device.readers.passages import Noise, noise
from device.readers.shoe_body import format_body, parse_body
from device.readers.shoe_frames import Frame

MOST_BODY_BYTES = 96
_MOST_LINE_BYTES = 1 + MOST_BODY_BYTES + 5 + 1
"""``$``, the body, ``*`` and four digits, and one CR that a terminal program may have put before the LF."""

_MOST_RUN_BYTES = 256
"""Noise without end is reported in pieces of this size, so that a wrong baud rate shows at once."""

_DOLLAR, _LF, _CR = 0x24, 0x0A, 0x0D


def checksum(body: bytes) -> int:
    """CRC-16/XMODEM; of ``123456789`` it is 31C3 hex."""
    return binascii.crc_hqx(body, 0)


def wrap(body: bytes) -> bytes:
    """Put a finished body into a frame, whatever it says: for tests and vectors; `encode` is for everything else."""
    return b"$%s*%04X\n" % (body, checksum(body))


def encode(frame: Frame) -> bytes:
    """Write a frame as it goes over the line; raises ValueError when it is over 96 bytes or not readable again."""
    body = format_body(frame).encode("ascii")
    if len(body) > MOST_BODY_BYTES:
        raise ValueError(f"a body of {len(body)} bytes does not fit a frame; {MOST_BODY_BYTES} is the most")
    parse_body(body.decode("ascii"))  # a number out of range or an empty text must not leave the house
    return wrap(body)


class _Place(enum.Enum):
    BETWEEN = enum.auto()
    INSIDE = enum.auto()
    SKIPPING = enum.auto()


class ShoeDecoder:
    """Bytes of a SHOE/1 line to frames and noise; any chunking gives the same result."""

    def __init__(self) -> None:
        self.counters = {"good": 0, "bad-checksum": 0, "overlong": 0, "resync": 0, "unknown-frame": 0}
        """Since start: frames understood, and noise by kind."""
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished frame, as after the port was reopened; the counters stay."""
        self._place = _Place.BETWEEN
        self._line = bytearray()
        self._skipped = 0

    def feed(self, data: bytes) -> list[Frame | Noise]:
        """Return what `data` completes, in order."""
        out: list[Frame | Noise] = []
        for byte in data:
            if byte == _DOLLAR:
                out += self._cut_short()
                self._place = _Place.INSIDE
                self._line.append(byte)
            elif self._place is _Place.INSIDE:
                out += self._inside(byte)
            else:
                out += self._outside(byte)
        return out

    def pause(self, ms: int) -> list[Frame | Noise]:  # noqa: ARG002 - the other decoders' shape
        """Let time pass: means nothing here, a frame says where it ends."""
        return []

    def finish(self) -> list[Frame | Noise]:
        """The line ends here: what is unfinished is noise."""
        cut: list[Frame | Noise] = [*self._cut_short()]
        self._place = _Place.BETWEEN
        return cut

    def _inside(self, byte: int) -> list[Frame | Noise]:
        self._line.append(byte)
        if byte == _LF:
            line = bytes(self._line)
            self._line.clear()
            self._place = _Place.BETWEEN
            return [self._frame(line)]
        if len(self._line) > _MOST_LINE_BYTES:
            self._skipped = len(self._line)
            self._line.clear()
            self._place = _Place.SKIPPING
        return []

    def _outside(self, byte: int) -> list[Noise]:
        silent = byte in (_LF, _CR) and not self._skipped
        self._skipped += 0 if silent else 1
        ended = self._cut_short() if byte == _LF or self._skipped >= _MOST_RUN_BYTES else []
        if byte == _LF:
            self._place = _Place.BETWEEN
        return ended

    def _cut_short(self) -> list[Noise]:
        if self._line:
            length = len(self._line)
            self._line.clear()
            return [self._noise("resync", length)]
        return self._skipped_noise() if self._skipped else []

    def _skipped_noise(self) -> list[Noise]:
        length, self._skipped = self._skipped, 0
        return [self._noise("overlong" if self._place is _Place.SKIPPING else "resync", length)]

    def _frame(self, line: bytes) -> Frame | Noise:
        content = line[1:].removesuffix(b"\n").removesuffix(b"\r")
        body, star, digits = content[:-5], content[-5:-4], content[-4:]
        if star != b"*" or digits != b"%04X" % checksum(body):
            return self._noise("bad-checksum", len(line))
        if len(body) > MOST_BODY_BYTES:
            return self._noise("overlong", len(line))
        try:
            frame = parse_body(body.decode("ascii")) if body.isascii() and body.decode().isprintable() else None
        except ValueError:
            frame = None
        if frame is None:
            return self._noise("unknown-frame", len(line))
        self.counters["good"] += 1
        return frame

    def _noise(self, kind: str, length: int) -> Noise:
        self.counters[kind] += 1
        return noise(kind, length)
