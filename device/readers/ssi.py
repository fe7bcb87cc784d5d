"""Zebra (Symbol) engines with the Simple Serial Interface: packets of length, opcode, source, status, data, checksum.

There is no start byte: the first byte is the length, without the two bytes of checksum behind it, which is the two's
complement of the sum. So a place where a packet may begin is judged by what can stand there, and by the checksum when
the packet is whole; if that fails, the search goes on at the very next byte.

The engine sends a code and waits for `ACKNOWLEDGE`; without it the same packet comes again, at most twice, with status
bit 0 set. Such a repeat is dropped, unless the packet it repeats never came whole: then it is the only one there is.
Other bits of the status occur in the field without being told of anywhere and mean nothing; bit 1 says that a text goes
on in the next packet, which no card's code does. A no-read is the text ``NR``.
"""

import re
from itertools import accumulate

from device.readers.line import code_in
from device.readers.passages import Noise, Read
from device.readers.strays import Strays

BAUD = 9600


def packet(opcode: int, *data: int, source: int = 4, status: int = 0) -> bytes:
    """A packet with its checksum, from the host unless `source` is 0; `data` is what follows the status."""
    body = bytes((4 + len(data), opcode, source, status, *data))
    return body + (-sum(body) & 0xFFFF).to_bytes(2, "big")


_ACK, _NAK, _DATA, _EVENT = 0xD0, 0xD1, 0xF3, 0xF6
_REVISION, _PARAMETERS, _CAPABILITIES = 0xA4, 0xC6, 0xD4

ACKNOWLEDGE = packet(_ACK)
ASK_REVISION = packet(0xA3)
"""Any engine answers it, and nothing is changed by it."""
SEND_PACKETS = packet(_PARAMETERS, 0xFF, 0xEE, 1, 0x9F, 1)
"""No beep; codes in packets (as they leave the factory they come as bare text), and wait for an acknowledgement. Not
kept over a power cycle."""
ENABLE_SCAN = packet(0xE9)

STALE_MS = 200
"""The engine's own limit between two characters: what is not whole by then never will be."""

_NO_READ = "NR"
_REPEATED, _GOES_ON = 0x01, 0x02
_HEAD_BYTES, _CHECKSUM_BYTES = 3, 2
_CHUNK_BYTES = 4096

# A packet's beginning: length, opcode, source 0 (the engine). Fixed lengths are asked for, so that less looks like one.
_BEGIN = re.compile(
    rb"(?:\x04\xd0|\x05[\xd1\xf6]|[\x06-\xff]\xf3|[\x05-\xff][\xa4\xc6\xd4])\x00",
    re.DOTALL,
)
_MAY_BEGIN = re.compile(
    rb"(?:\x04\xd0|\x05[\xd1\xf6]|[\x06-\xff]\xf3|[\x05-\xff][\xa4\xc6\xd4]|[\x04-\xff])\Z",
    re.DOTALL,
)


class SsiDecoder:
    """Bytes to codes and noise; any chunking gives the same result.

    `repeats` counts packets dropped because they had come before, `to_acknowledge` all packets that the engine wants
    acknowledged, repeats too: a repeat says that it has not heard the acknowledgement.
    """

    def __init__(self) -> None:
        self.repeats = 0
        self.to_acknowledge = 0
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished packet and the last one, as after the port was reopened; the counters stay."""
        self._buffer = bytearray()
        self._strays = Strays()
        self._paused_ms = 0
        self._last = b""
        self._goes_on = False
        self._damaged_to = 0
        """Where in the buffer a packet ends whose checksum was wrong, if its length was right."""

    def feed(self, data: bytes) -> list[Read | Noise]:
        """Return what `data` completes, in order."""
        out: list[Read | Noise] = []
        if data:
            self._paused_ms = 0
        for start in range(0, len(data), _CHUNK_BYTES):
            self._buffer += data[start : start + _CHUNK_BYTES]
            out += self._parse(given_up=False)
        return out

    def pause(self, ms: int) -> list[Read | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        self._paused_ms += ms
        return self.finish() if self._paused_ms >= STALE_MS else []

    def finish(self) -> list[Read | Noise]:
        """The line ends here: what seemed to begin a packet was none, and one may be found behind its beginning."""
        out = [*self._parse(given_up=True), *self._strays.take()]
        self._damaged_to = 0
        return out

    def _parse(self, *, given_up: bool) -> list[Read | Noise]:
        out: list[Read | Noise] = []
        buffer = self._buffer
        sums: list[int] = []
        stray_at = at = 0
        while at < len(buffer):
            begin = _BEGIN.search(buffer, at)
            if begin is None and not given_up:
                begin = _MAY_BEGIN.search(buffer, max(at, len(buffer) - 2))
            at = begin.start() if begin else len(buffer)
            if begin is None or len(buffer) - at < _HEAD_BYTES:
                break
            length = buffer[at]
            whole = length + _CHECKSUM_BYTES
            is_whole = len(buffer) - at >= whole
            if not is_whole and not given_up:
                break
            # Sums up to each place, so that many beginnings within one packet's length cost no more than one.
            sums = sums or [*accumulate(buffer, initial=0)]
            total = buffer[at + length] << 8 | buffer[at + length + 1] if is_whole else 0
            if not is_whole or (sums[at + length] - sums[at] + total) & 0xFFFF:
                if is_whole and at >= self._damaged_to:  # else it only seems to begin inside of a damaged packet
                    out += [*self._stray(at - stray_at), *self._strays.take("bad-checksum")]
                    stray_at = at
                    self._damaged_to = at + whole
                at += 1
                continue
            out += [*self._stray(at - stray_at), *self._strays.take()]
            out += self._packet(bytes(buffer[at : at + length]))
            stray_at = at = at + whole
        out += self._stray(at - stray_at)
        del buffer[:at]
        self._damaged_to = max(0, self._damaged_to - at)
        return out

    def _stray(self, count: int) -> list[Noise]:
        if not count:
            return []
        self._last = b""  # what was lost here may be what the next packet repeats
        return self._strays.add(count)

    def _packet(self, packet: bytes) -> list[Read | Noise]:
        length = len(packet) + _CHECKSUM_BYTES
        opcode, status = packet[1], packet[3]
        if opcode == _ACK:
            return [Noise(kind="ack", bytes=length)]
        if opcode == _NAK:
            return [Noise(kind="refused", bytes=length)]
        if opcode == _EVENT:
            self.to_acknowledge += 1
        if opcode != _DATA:
            return [Noise(kind="answer" if opcode != _EVENT else "unknown-frame", bytes=length)]
        self.to_acknowledge += 1
        content = packet[4:]
        last, self._last = self._last, content
        if status & _REPEATED and content == last:
            self.repeats += 1
            return []
        went_on, self._goes_on = self._goes_on, bool(status & _GOES_ON)
        if went_on or self._goes_on:
            return [Noise(kind="overlong", bytes=length)]
        code = code_in(content[1:])
        if code == _NO_READ:
            return [Noise(kind="no-read", bytes=length)]
        return [Read(code=code) if code else Noise(kind="not-text", bytes=length)]
