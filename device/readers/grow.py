"""GM65, GM805, GM810 and their like: a line of text for each code, and binary answers to commands in between.

    command   7E 00  kind  length  address (2)  data…  CRC-16/XMODEM, or AB CD in its place
    answer    02 00  kind  length  data…  CRC-16/XMODEM from the kind on; the usual OK is 02 00 00 01 00 33 31
    alive     03 00 00 01 00 33 31
    framed    03 00  length  a code, on engines that are set to it; it has no checksum

The OK ends in the text "31" and comes right before the next code, so answers are taken out of the stream before lines
are made of it. A command that the engine does not take gets no answer at all. A framed code is believed when all of
it is text; where it is not, its head was line noise and what follows is looked at anew.
"""

import binascii
import enum
import re

from device.readers.line import GM65_OK, LineDecoder, code_in
from device.readers.passages import Noise, Read, noise
from device.readers.strays import Strays

BAUD = 9600
STALE_MS = 200
"""Half an answer is dropped after this long a pause, or it would glue onto the next code."""
NO_READ = frozenset({"NG", "NR", "NOREAD"})
"""What engines send for a card that they could not read, when they are set to say so."""
ALIVE = bytes.fromhex("03 00 00 01 00 33 31")

_CHUNK_BYTES = 4096
_STX = 0x02
_FRAME_HEAD_BYTES, _ANSWER_HEAD_BYTES = 3, 4
_MOST_ANSWER_BYTES = 64
_HEAD = re.compile(rb"[\x02\x03]\x00")
_MAYBE_HEAD = re.compile(rb"[\x02\x03]\Z")
_TEXT = re.compile(rb"[\x20-\x7e]*[\r\n\t]*")


class _Piece(enum.Enum):
    """What a place in the stream turns out to be."""

    WAITING = enum.auto()
    """Not to be told yet."""
    TEXT = enum.auto()
    """A byte that belongs to a line, as do those behind it."""
    ANSWER = enum.auto()
    FRAMED = enum.auto()
    NO_FRAME = enum.auto()
    """The head of a framed code that is none."""


def write_zone(address: int, value: int) -> bytes:
    """The command that writes one byte of the engine's settings; it lasts until the power goes."""
    return _command(0x08, address, value)


def read_zone(address: int, count: int = 1) -> bytes:
    """The command that reads settings: harmless, and any engine answers it."""
    return _command(0x07, address, count)


def same_code_after(ms: int) -> bytes:
    """The command that lets the engine send the same code again after `ms`, in steps of 100 ms up to 12700.

    Left as it was, an engine may keep quiet about a second equal card for good.
    """
    return write_zone(0x0013, 0x80 | min(max(1, ms // 100), 0x7F))


def _command(kind: int, address: int, value: int) -> bytes:
    body = bytes((kind, 1, *address.to_bytes(2, "big"), value))
    return b"\x7e\x00" + body + binascii.crc_hqx(body, 0).to_bytes(2, "big")


class GrowDecoder:
    """Bytes to codes and noise; any chunking gives the same result."""

    def __init__(self) -> None:
        self._lines = LineDecoder()
        self.reset()

    @property
    def lines(self) -> LineDecoder:
        """The decoder of the text between answers: what it holds may tell what is wrong with the line."""
        return self._lines

    def reset(self) -> None:
        """Forget an unfinished line or answer, as after the port was reopened."""
        self._lines.reset()
        self._buffer = bytearray()
        self._paused_ms = 0
        self._strays = Strays()
        self._damaged = 0
        """How many bytes are still to come of an answer whose checksum was wrong, if its length was right."""

    def feed(self, data: bytes) -> list[Read | Noise]:
        """Return what `data` completes, in order."""
        out: list[Read | Noise] = []
        if data:
            self._paused_ms = 0
        for start in range(0, len(data), _CHUNK_BYTES):
            self._buffer += data[start : start + _CHUNK_BYTES]
            out += self._parse()
        return out

    def pause(self, ms: int) -> list[Read | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        self._paused_ms += ms
        out = self._give_up("stale") if self._paused_ms >= STALE_MS else []
        return out + self._lines.pause(ms)

    def finish(self) -> list[Read | Noise]:
        """The line ends here: what is unfinished is noise."""
        return self._give_up("unfinished") + self._lines.finish()

    def _parse(self) -> list[Read | Noise]:
        out: list[Read | Noise] = []
        buffer = self._buffer
        text_at = at = 0
        while at < len(buffer):
            head = _HEAD.search(buffer, at) or _MAYBE_HEAD.search(buffer, len(buffer) - 1)
            at = head.start() if head else len(buffer)
            kind, length = _measure(buffer, at) if head else (_Piece.WAITING, 0)
            if kind is _Piece.TEXT:
                at += 1
                continue
            if at > text_at:
                out += self._text(bytes(buffer[text_at:at]))
            if kind is _Piece.ANSWER and self._damaged and not _is_good(buffer[at : at + length]):
                length = _next_head(buffer[at : at + length])  # it only seems to begin inside of a damaged one
                out += self._strays.add(length)
                self._damaged = max(0, self._damaged - length)
                at += length
            elif kind is _Piece.NO_FRAME and not self._lines.unfinished:
                out += self._strays.add_as("resync", length)
                at += length
            elif kind is not _Piece.WAITING:
                length, items = self._piece(kind, bytes(buffer[at : at + length]))
                out += items
                at += length
            text_at = at
            if kind is _Piece.WAITING:
                break
        else:
            out += self._text(bytes(buffer[text_at:at]))
        del buffer[:at]
        return out

    def _give_up(self, kind: str) -> list[Read | Noise]:
        """What waits for its end has none; a text that ended in ETX waited for nothing else."""
        out: list[Read | Noise] = [*self._strays.take()]
        while self._buffer:
            waiting = bytes(self._buffer)
            dropped = _next_head(waiting)
            self._buffer = bytearray(waiting[dropped:])
            if len(waiting) == 1:
                return out + self._text(waiting)
            out += self._lines.cut_short()
            out.append(Noise(kind=kind, bytes=dropped))
            out += [*self._parse(), *self._strays.take()]
        return out

    def _text(self, text: bytes) -> list[Read | Noise]:
        if not text:
            return []
        self._damaged = 0
        return [*self._strays.take(), *(_told_no_read(item) for item in self._lines.feed(text))]

    def _piece(self, kind: _Piece, piece: bytes) -> tuple[int, list[Read | Noise]]:
        """Returns how many bytes of it are done with, and what they say."""
        length = len(piece)
        out = self._lines.cut_short()
        if kind is _Piece.NO_FRAME:
            return length, [*out, *self._strays.add_as("resync", length)]
        if kind is _Piece.ANSWER and not _is_good(piece):
            dropped = _next_head(piece)
            self._damaged = length - dropped
            return dropped, [*out, *self._strays.take("bad-checksum"), *self._strays.add(dropped)]
        self._damaged = 0
        out += self._strays.take()
        if kind is _Piece.ANSWER:
            return length, [*out, Noise(kind="ack" if piece == GM65_OK else "answer", bytes=length)]
        code = code_in(piece[_FRAME_HEAD_BYTES:])
        return length, [*out, _told_no_read(Read(code=code)) if code else Noise(kind="resync", bytes=length)]


def _told_no_read(item: Read | Noise) -> Read | Noise:
    return noise("no-read", len(item.code)) if isinstance(item, Read) and item.code in NO_READ else item


def _measure(buffer: bytearray, at: int) -> tuple[_Piece, int]:
    """What begins at a head, or at a last byte that may become one, and how long it is."""
    there = len(buffer) - at
    if there < _FRAME_HEAD_BYTES:
        return _Piece.WAITING, 0
    if buffer[at] == _STX:
        return _measure_answer(buffer, at, there)
    length = buffer[at + 2]
    if not length:
        if not ALIVE.startswith(buffer[at : at + len(ALIVE)]):
            return _Piece.TEXT, 1
        return (_Piece.ANSWER, len(ALIVE)) if there >= len(ALIVE) else (_Piece.WAITING, 0)
    end = min(at + _FRAME_HEAD_BYTES + length, len(buffer))
    text = _TEXT.match(buffer, at + _FRAME_HEAD_BYTES, end)
    if text is None or text.end() < end:
        return _Piece.NO_FRAME, _FRAME_HEAD_BYTES
    return (_Piece.FRAMED, end - at) if end == at + _FRAME_HEAD_BYTES + length else (_Piece.WAITING, 0)


def _measure_answer(buffer: bytearray, at: int, there: int) -> tuple[_Piece, int]:
    if buffer[at + 2]:
        return _Piece.TEXT, 1
    if there < _ANSWER_HEAD_BYTES:
        return _Piece.WAITING, 0
    if not 1 <= buffer[at + 3] <= _MOST_ANSWER_BYTES:
        return _Piece.TEXT, 1
    length = _ANSWER_HEAD_BYTES + buffer[at + 3] + 2
    return (_Piece.ANSWER, length) if there >= length else (_Piece.WAITING, 0)


def _is_good(answer: bytes | bytearray) -> bool:
    return answer == ALIVE or binascii.crc_hqx(answer[2:-2], 0) == int.from_bytes(answer[-2:], "big")


def _next_head(piece: bytes | bytearray) -> int:
    """Where behind its first byte something may begin anew, or its length."""
    head = _HEAD.search(piece, 1) or _MAYBE_HEAD.search(piece, max(1, len(piece) - 1))
    return head.start() if head else len(piece)
