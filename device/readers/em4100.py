"""EM4100 tags as RDM6300 and ID-12LA/ID-20LA readers send them: STX, ten hex digits, two of checksum, (CR LF,) ETX.

STX always begins anew: a frame cut short must not swallow the next one. The checksum is the XOR of the five bytes that
the ten digits are. It is weak and passes on ids that no tag bears (the readers make them up in noise), so what is read
here is a candidate: the registry of packs and the passage decide. Ids are text, upper case, leading zeros kept; one of
zeros only is never a tag.

These readers are only listened to: nothing can be asked of them, they say nothing while there is no tag, and while one
rests before them they repeat it about every 65 ms.
"""

from device.readers.passages import Noise, Read, noise
from device.readers.strays import Strays

BAUD = 9600
STALE_MS = 1000
"""Half a frame is dropped after this long a pause; a whole one takes 15 ms."""

_STX, _ETX = 0x02, 0x03
_DIGITS = 12
_ENDS = (b"", b"\r\n", b"\r", b"\n")
_MOST_BYTES = _DIGITS + 2
_HEX = frozenset(b"0123456789ABCDEFabcdef")


class Em4100Decoder:
    """Bytes to tag ids and noise; any chunking gives the same result."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished frame, as after the port was reopened."""
        self._frame = bytearray()
        self._inside = False
        self._strays = Strays()
        self._paused_ms = 0

    def feed(self, data: bytes) -> list[Read | Noise]:
        """Return what `data` completes, in order."""
        out: list[Read | Noise] = []
        if data:
            self._paused_ms = 0
        for byte in data:
            if byte == _STX:
                if self._frame:
                    out += self._cut_short("resync")
                elif self._inside:
                    out += self._strays.add(1)
                self._inside = True
            elif not self._inside:
                out += self._strays.add(1)
            elif byte == _ETX:
                out += self._end()
            else:
                self._frame.append(byte)
                if len(self._frame) > _MOST_BYTES:
                    out += self._cut_short("overlong")
        return out

    def pause(self, ms: int) -> list[Read | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        self._paused_ms += ms
        return self._cut_short("stale") if self._paused_ms >= STALE_MS else []

    def finish(self) -> list[Read | Noise]:
        """The line ends here: what is unfinished is noise."""
        return self._cut_short("unfinished")

    def _cut_short(self, kind: str) -> list[Read | Noise]:
        out: list[Read | Noise] = [*self._strays.take()]
        if self._inside:
            out.append(noise(kind, 1 + len(self._frame)))
            self._frame.clear()
            self._inside = False
        return out

    def _end(self) -> list[Read | Noise]:
        frame = bytes(self._frame)
        self._frame.clear()
        self._inside = False
        return [*self._strays.take(), self._judge(frame)]

    @staticmethod
    def _judge(frame: bytes) -> Read | Noise:
        digits, end = frame[:_DIGITS], frame[_DIGITS:]
        if len(digits) < _DIGITS or end not in _ENDS or not _HEX.issuperset(digits):
            return noise("unknown-frame", len(frame) + 2)
        *content, checksum = bytes.fromhex(digits.decode("ascii"))
        if _xor(content) != checksum:
            return noise("bad-checksum", len(frame) + 2)
        if not any(content):
            return noise("all-zero", len(frame) + 2)
        return Read(code=digits[:-2].decode("ascii").upper())


def _xor(values: list[int]) -> int:
    result = 0
    for value in values:
        result ^= value
    return result
