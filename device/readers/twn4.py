"""Elatec TWN4 with its simple protocol: asked for a tag with a line of hex, it answers with a line of hex, ended by CR.

    ask     050010                SearchTag, an id of up to 16 bytes
    none    0000                  no error; no tag
    a tag   0001 40 28 05 0C…     no error; found; kind of tag, bits, bytes and the id itself

The protocol has no checksum (an option that both sides must know of), so an answer whose lengths do not agree is noise.
The tag is named anew at every question while it rests there; of two tags, the one or the other.
"""

from device.readers.passages import Noise, Read, noise

BAUD = 115200
"""Of a TWN4 with a serial plug; over USB the number means nothing."""
SEARCH_TAG = b"050010\r"
STALE_MS = 1000

_MOST_LINE_BYTES = 2 * (1 + 255 + 3)
"""The longest answer that any command of the protocol gives: an error byte, and up to 255 bytes with their lengths."""
_HEX = frozenset(b"0123456789ABCDEFabcdef")


class Twn4Decoder:
    """Bytes to tag ids and noise; any chunking gives the same result."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished answer, as after the port was reopened."""
        self._line = bytearray()
        self._length = 0
        self._paused_ms = 0

    def feed(self, data: bytes) -> list[Read | Noise]:
        """Return what `data` completes, in order."""
        out: list[Read | Noise] = []
        if data:
            self._paused_ms = 0
        first, *others = data.split(b"\r")
        self._gather(first)
        for part in others:
            out += self._end()
            self._gather(part)
        return out

    def pause(self, ms: int) -> list[Read | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        self._paused_ms += ms
        return self._drop("stale") if self._paused_ms >= STALE_MS else []

    def finish(self) -> list[Read | Noise]:
        """The line ends here: what is unfinished is noise."""
        return self._drop("unfinished")

    def _gather(self, part: bytes) -> None:
        """Keep as much as an answer can have, count all."""
        if not self._length:
            part = part.lstrip(b"\n")
        self._length += len(part)
        room = _MOST_LINE_BYTES - len(self._line)
        self._line += part[:room]

    def _drop(self, kind: str) -> list[Read | Noise]:
        length = self._length
        self.reset()
        return [noise(kind, length)] if length else []

    def _end(self) -> list[Read | Noise]:
        line, length = bytes(self._line), self._length
        self.reset()
        if not length:
            return []
        return [_overlong(length) if length > _MOST_LINE_BYTES else _judge(line)]


def _overlong(length: int) -> Noise:
    return noise("overlong", length + 1)


def _judge(line: bytes) -> Read | Noise:
    length = len(line) + 1
    if not _HEX.issuperset(line):
        return noise("not-text" if not line.isascii() else "unknown-frame", length)
    if len(line) % 2:
        return noise("resync", length)
    error, *body = bytes.fromhex(line.decode("ascii"))
    if error:
        return noise("reader-error", length)
    match body:
        case [0]:
            return noise("no-read", length)
        case [1, _, bits, count, *id] if count and count == len(id) == (bits + 7) // 8:
            return Read(code=bytes(id).hex().upper()) if any(id) else noise("all-zero", length)
        case _:
            return noise("unknown-frame", length)
