"""RFID cards on a PN532 in its serial mode (HSU), asked eight times a second which card lies before it.

    [00 …] 00 FF  LEN LCS  TFI PD0 … PDn  DCS     LEN: TFI to PDn; LEN + LCS and TFI + … + DCS give 00
    00 FF  00 FF                                  acknowledged: the command is being worked on

One card is asked for, so that the chip chooses one and keeps to it. A chip that says nothing is woken up and set up
anew, for ever; a card is gone when it was not seen three times running.
"""

from micropython import const

from shoe import ticks
from shoe.reader import Reader

_POLL_MS = const(125)
_ANSWER_MS = const(400)
_SILENT_MS = const(3000)
_STALE_MS = const(100)
_MISSES = const(3)
_MOST_BYTES = const(64)


def command(*body: int) -> bytes:
    """A command as it goes over the line."""
    data = bytes((0xD4,) + body)
    return b"\x00\x00\xff" + bytes((len(data), -len(data) & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


_SET_UP = b"\x55\x55" + bytes(14) + command(0x14, 1, 0, 0)
"""Wake up (the chip wakes at the edges, the zeros give it time), and SAMConfiguration: no security module."""
_FEW_TRIES = command(0x32, 5, 0xFF, 0x01, 0x10)
"""RFConfiguration: give up soon when there is no card, and say so."""
_WHICH_CARD = command(0x4A, 1, 0)
"""InListPassiveTarget: one card, ISO 14443 A at 106 kbit/s."""


class Pn532Reader(Reader):
    """Bytes to ids; `poll` must be called in every round, since the chip speaks only when asked."""

    def __init__(self) -> None:
        super().__init__()
        self.silent = True  # until it has answered for the first time
        self._frame = bytearray(_MOST_BYTES)
        self._length = 0
        self._want = 0
        self._last_ms = 0
        self._card: str | None = None
        self._misses = 0
        self._stage = 0
        self._answered = True
        self._asked_ms = 0
        self._heard_ms = 0
        self._begun = False

    def poll(self, now_ms: int) -> bytes | None:
        """What to send to the chip now."""
        if not self._begun:
            self._begun = True
            self._heard_ms = now_ms
            return self._ask(_SET_UP, now_ms)
        if ticks.since(now_ms, self._heard_ms) >= _SILENT_MS:
            self.silent = True
        since_ms = ticks.since(now_ms, self._asked_ms)
        if not self._answered:
            if since_ms < _ANSWER_MS:
                return None
            self._length = 0
            self._stage = 0
            return self._ask(_SET_UP, now_ms)
        if self._stage < 2:
            return self._ask(_FEW_TRIES if self._stage == 1 else _WHICH_CARD, now_ms)
        return self._ask(_WHICH_CARD, now_ms) if since_ms >= _POLL_MS else None

    def feed(self, byte: int, now_ms: int) -> str | None:
        """Take one byte; returns the id that it completes."""
        if self._length and ticks.since(now_ms, self._last_ms) >= _STALE_MS:
            self.noise += 1
            self._length = 0
        self._last_ms = now_ms
        length = self._length
        if length == 0:
            self._length = 1 if byte == 0 else 0
        elif length == 1:
            self._length = 2 if byte == 0xFF else 1 if byte == 0 else 0
        else:
            self._frame[length - 2] = byte
            self._length = length + 1
            if length == 2:
                self._want = byte
            elif length == 3:
                self._head(byte)
            elif length == self._want + 4:
                self._length = 0
                return self._body(self._want, now_ms)
        return None

    def _head(self, check: int) -> None:
        """The length has come; 00 FF is an acknowledgement, FF 00 a refusal."""
        if (self._want + check) & 0xFF or not 0 < self._want < _MOST_BYTES - 2 or check == 0:
            if self._want or check != 0xFF:
                self.noise += 1
            self._length = 0

    def _body(self, want: int, now_ms: int) -> str | None:
        frame = self._frame
        if sum(frame[2 : want + 3]) & 0xFF:
            self.noise += 1
            code = None
            for byte in bytes(frame[2 : want + 3]):  # a frame that was cut short: the next may have begun in it
                code = self.feed(byte, now_ms) or code
            return code
        if frame[2] != 0xD5 or want < 2:
            return None
        self._heard_ms = now_ms
        self.silent = False
        self._answered = True
        if frame[3] != 0x4B:
            self._stage += 1 if self._stage < 2 else 0
            return None
        return self._cards(bytes(frame[4 : want + 2]))

    def _cards(self, data: bytes) -> str | None:
        if not data or not data[0]:
            self._misses += 1
            if self._misses >= _MISSES and self._card is not None:
                self.gone, self._card = self._card, None
            return None
        if data[0] != 1 or len(data) < 6 or data[5] not in (4, 7, 10) or len(data) < 6 + data[5]:
            self.noise += 1
            return None
        rest = len(data) - 6 - data[5]
        if rest and (not data[4] & 0x20 or data[6 + data[5]] != rest):
            self.noise += 1
            return None
        self._misses = 0
        self._card = "".join(["%02X" % byte for byte in data[6 : 6 + data[5]]])
        return self._card

    def _ask(self, data: bytes, now_ms: int) -> bytes:
        self._asked_ms = now_ms
        self._answered = False
        return data
