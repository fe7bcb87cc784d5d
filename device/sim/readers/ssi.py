"""A Zebra engine with the Simple Serial Interface: it waits for an acknowledgement, and repeats what got none.

    length  opcode  source (4: host, 0: engine)  status  data…  checksum (2): the two's complement of the sum

It goes to sleep after a second; the byte that wakes it is lost, as manuals warn.
"""

from device.sim.readers.base import ReaderOrderError, SimReader

_REVISION = b"PAAAES00-005-R02D0 00 SE655"
_ASK_REVISION, _REVISION_ANSWER, _ACK, _NAK, _DATA = 0xA3, 0xA4, 0xD0, 0xD1, 0xF3
_CHANGES = {
    0xC6: "parameters set",
    0xC8: "parameters as delivered",
    0xE4: "trigger pulled",
    0xE5: "trigger released",
    0xE9: "scanning enabled",
    0xEA: "scanning disabled",
    0xEB: "sent to sleep",
}
_HOST, _AGAIN = 4, 0x01
_CODE_39 = 0x01
_BETWEEN_BYTES_MS = 200
_SLEEPS_AFTER_MS = 1000
_REPEAT_AFTER_MS = 2000
_SENDINGS = 3


class SsiEngine(SimReader):
    """Sends codes in packets and wants each acknowledged."""

    kind = "ssi"

    def __init__(self) -> None:
        super().__init__()
        self._held = b""
        self._came_ms = -_SLEEPS_AFTER_MS
        self._waiting: bytes | None = None
        self._sendings = 0
        self._sent_ms = 0

    def card(self, code: str) -> None:
        """The code is sent, and again until it is acknowledged."""
        try:
            self._deliver(bytes((_CODE_39,)) + code.encode("ascii"))
        except UnicodeEncodeError:
            raise ReaderOrderError(f"{code!r}: a barcode engine reads letters and digits, as 9H") from None

    def no_read(self) -> None:
        """Its no-read is the text NR."""
        self.card("NR")

    def tick(self, now_ms: int) -> None:
        """A packet without an acknowledgement is sent again, twice at most."""
        super().tick(now_ms)
        if self._waiting is not None and now_ms - self._sent_ms >= _REPEAT_AFTER_MS:
            if self._sendings >= _SENDINGS:
                self._waiting = None
            else:
                self._post(_AGAIN)

    def _deliver(self, data: bytes) -> None:
        self._waiting, self._sendings = data, 0
        self._post(0)

    def _post(self, status: int) -> None:
        assert self._waiting is not None
        self._sendings += 1
        self._sent_ms = self._now_ms
        self._packet(_DATA, self._waiting, status)

    def _packet(self, opcode: int, data: bytes = b"", status: int = 0) -> None:
        body = bytes((4 + len(data), opcode, 0, status)) + data
        self._send(body + (-sum(body) & 0xFFFF).to_bytes(2, "big"))

    def _take(self, data: bytes) -> None:
        idle_ms = self._now_ms - self._came_ms
        self._came_ms = self._now_ms
        if idle_ms >= _SLEEPS_AFTER_MS:
            data = data[1:]
        if idle_ms >= _BETWEEN_BYTES_MS:
            self._held = b""
        self._held += data
        while self._held:
            length = self._held[0]
            if length < 4:
                self._held = self._held[1:]
                continue
            if len(self._held) < length + 2:
                return
            packet, check = self._held[:length], self._held[length : length + 2]
            self._held = self._held[length + 2 :]
            if (sum(packet) + int.from_bytes(check, "big")) & 0xFFFF or packet[2] != _HOST:
                self._packet(_NAK, b"\x01")
            else:
                self._obey(packet[1], packet[4:])

    def _obey(self, opcode: int, data: bytes) -> None:
        if opcode == _ASK_REVISION:
            self._packet(_REVISION_ANSWER, _REVISION)
        elif opcode == _ACK:
            self._waiting = None
        elif opcode in _CHANGES:
            self.changed.append(f"{_CHANGES[opcode]} {data.hex().upper()}".strip())
            self._packet(_ACK)
        elif opcode != _NAK:
            self._packet(_NAK, b"\x02")
