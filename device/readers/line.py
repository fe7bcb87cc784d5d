"""Any barcode reader on a serial line: codes ended by CR, LF, CRLF, TAB, or by a pause, and what such lines carry else.

A line is gathered until its end and then looked at as a whole, so that chunks cannot matter. From its front go the
answers that GM65 engines glue onto the next code (they end in the text "31"), STX, a byte order mark, AIM identifiers
(``]C0``) and ECI texts (``\\000026``); NUL bytes go from anywhere. Up to three stray bytes in front or behind are line
noise. Anything else that is not printable ASCII makes the whole line noise: half a code is not a code.
"""

import enum
import functools
import re

from device.readers.passages import Noise, Read, noise

MOST_LINE_BYTES = 128
STALE_MS = 3000
"""A part of a code without its end is dropped after this long a pause, or it would glue onto the next card's."""
GM65_OK = bytes.fromhex("02 00 00 01 00 33 31")

_STX = b"\x02"
_ENDS = re.compile(rb"[\r\n\t\x03]")
"""ETX ends a code too: it closes what STX opened."""
_PLAIN = re.compile(rb"[!-\[^-~](?:[ -~]{0,126}[!-~])?")
"""A code with nothing around it, as nearly all are: it needs no closer look."""
_PLAIN_AMONG_STRAYS = re.compile(
    rb"((?:[\x01\x04-\x08\x0b\x0c\x0e-\x1f\x7f-\xc1\xf5-\xff]|[\xc2-\xf4](?![\x80-\xbf])){0,3})"
    rb"([!-\[^-~](?:[ -~]{0,126}[!-~])?)?"
)
"""The same behind a few bytes that are no letters of any alphabet: what a bad line mostly carries."""
_FRONT = re.compile(rb"\xef\xbb\xbf|\][A-Za-z][0-9A-Za-z]|\\[0-9]{6}")
_MOST_STRAY_BYTES = 3
_SHORT_BYTES = 12
"""Lines up to here are remembered: a bad line is full of short ones, and they are the same again and again."""
_TEXT_BYTES = bytes(range(0x20, 0x7F))
_LETTER_IN_FRONT = re.compile(
    rb"[\xc2-\xdf\xe1-\xec\xee\xef\xf1-\xf3][\x80-\xbf]|\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|\xf0[\x90-\xbf]|\xf4[\x80-\x8f]"
)
_LETTER_BEHIND = re.compile(
    rb"(?:[\xc2-\xdf][\x80-\xbf]"
    rb"|(?:[\xe1-\xec\xee\xef][\x80-\xbf]|\xe0[\xa0-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]?"
    rb"|(?:[\xf1-\xf3][\x80-\xbf]|\xf0[\x90-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{0,2})\Z"
)
"""A letter outside ASCII in UTF-8, whole or cut off behind: typed by a keyboard layout, so it is not line noise."""
_AROUND = b"\r\n\t\0\x02\x03 "


class Suffix(enum.Enum):
    """How the reader is set to end a code."""

    ANY = "any"
    """CR, LF, CRLF or TAB; a pause alone ends nothing."""
    NONE = "none"
    """Nothing is sent after a code: a pause ends it (and so does CR, LF or TAB, should one come)."""


class LineDecoder:
    """Bytes to codes and noise; any chunking gives the same result. `idle_ms` counts with `Suffix.NONE` only."""

    def __init__(self, *, suffix: Suffix = Suffix.ANY, idle_ms: int = 100) -> None:
        self._suffix = suffix
        self._idle_ms = idle_ms
        self.refused = b""
        """The line last refused as ``not-text``: what it says may tell what is wrong with the reader."""
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished line, as after the port was reopened."""
        self._line = bytearray()
        self._length = 0
        self._paused_ms = 0

    @property
    def unfinished(self) -> int:
        """Bytes since the last end of a line; more than `MOST_LINE_BYTES` of them are counted, not kept."""
        return self._length

    @property
    def text(self) -> bytes:
        """The unfinished line itself, as far as it is kept."""
        return bytes(self._line)

    def feed(self, data: bytes) -> list[Read | Noise]:
        """Return what `data` completes, in order."""
        out: list[Read | Noise] = []
        if data:
            self._paused_ms = 0
        *lines, rest = _ENDS.split(data)
        for line in lines:
            if not self._length and len(line) <= MOST_LINE_BYTES:
                if _PLAIN.fullmatch(line):
                    out.append(Read(code=line.decode("ascii")))
                elif line:
                    out += self._judge(line)
                continue
            self._gather(line)
            if self._length:
                out += self._end()
        self._gather(rest)
        return out

    def pause(self, ms: int) -> list[Read | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        if not self._length:
            return []
        self._paused_ms += ms
        if self._suffix is Suffix.NONE and self._paused_ms >= self._idle_ms:
            return self._end()
        if self._paused_ms < STALE_MS:
            return []
        return self._drop("stale")

    def finish(self) -> list[Read | Noise]:
        """The line ends here: with `Suffix.NONE` that ends a code; otherwise what is unfinished is noise."""
        return self._end() if self._suffix is Suffix.NONE else self._drop("unfinished")

    def cut_short(self) -> list[Read | Noise]:
        """Something else came in the middle of a line: what is unfinished is no code."""
        return self._drop("resync")

    def _gather(self, part: bytes) -> None:
        """Keep as much as a line can have, count all."""
        self._line += part[: max(0, MOST_LINE_BYTES - self._length)]
        self._length += len(part)

    def _drop(self, kind: str) -> list[Read | Noise]:
        length, silent = self._length, not any(self._line)
        if bytes(self._line) == GM65_OK:
            return self._end()  # an answer has no end of its own
        self.reset()
        return [] if silent and length <= MOST_LINE_BYTES else [noise(kind, length)]

    def _end(self) -> list[Read | Noise]:
        if self._length > MOST_LINE_BYTES:
            return self._drop("overlong")
        line = bytes(self._line)
        self.reset()
        return [*self._judge(line)]

    def _judge(self, line: bytes) -> tuple[Read | Noise, ...]:
        """What a whole line says."""
        items, refused = _judged_before(line) if len(line) <= _SHORT_BYTES else _judged(line)
        self.refused = refused or self.refused
        return items


def _judged(line: bytes) -> tuple[tuple[Read | Noise, ...], bytes]:
    """What a whole line says, and that of it which is refused as ``not-text``, if any is."""
    out: list[Read | Noise] = []
    if _STX in line:
        out, line = _front_off(line)
    line = line.replace(b"\0", b"")
    among = _PLAIN_AMONG_STRAYS.fullmatch(line)
    if among:
        stray, code = len(among[1]), among[2]
    else:
        stray, code = _strip(line)
        if not _is_text(code):
            return (*out, noise("not-text", len(line))), line
    if stray:
        out.append(noise("not-text", stray))
    if code:
        out.append(Read(code=code.decode("ascii")))
    return tuple(out), b""


_judged_before = functools.lru_cache(maxsize=4096)(_judged)


def code_in(text: bytes) -> str:
    """The code in a piece of text whose ends are known, without what readers put around it; empty if there is none."""
    text = text.strip(_AROUND)
    if _PLAIN.fullmatch(text):
        return text.decode("ascii")
    stray, code = _strip(text)
    return code.decode("ascii") if not stray and _is_text(code) else ""


def _front_off(line: bytes) -> tuple[list[Read | Noise], bytes]:
    """Take off what stands before the last answer or STX: a code that was cut short is none."""
    out: list[Read | Noise] = []
    *before, line = line.split(GM65_OK)
    for part in before:
        out += _cut_short(part)
        out.append(noise("ack", len(GM65_OK)))
    part, _, line = line.rpartition(_STX)
    return out + _cut_short(part), line


def _cut_short(part: bytes) -> list[Read | Noise]:
    length = len(part.replace(b"\0", b"").replace(_STX, b""))
    return [noise("resync", length)] if length else []


def _strip(line: bytes) -> tuple[int, bytes]:
    """Take off what stands in front of and behind a code; returns how much of it was stray bytes, and the code."""
    code = line.strip(b" ")
    stray = 0
    while code:
        front = _FRONT.match(code)
        if front:
            code = code[front.end() :]
        elif stray < _MOST_STRAY_BYTES and code[0] not in _TEXT_BYTES and not _LETTER_IN_FRONT.match(code):
            code, stray = code[1:], stray + 1
        elif (
            stray < _MOST_STRAY_BYTES
            and code[-1] not in _TEXT_BYTES
            and not _LETTER_BEHIND.search(code, max(0, len(code) - 4))
        ):
            code, stray = code[:-1], stray + 1
        else:
            break
    return stray, code.strip(b" ")


def _is_text(data: bytes) -> bool:
    return not data.translate(None, _TEXT_BYTES)
