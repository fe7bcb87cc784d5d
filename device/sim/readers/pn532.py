"""A PN532 on its serial line: it sleeps until it is woken, acknowledges a command, and answers it in a second frame.

00 00 FF  LEN LCS  D4 command data…  DCS  00
"""

import re

from device.sim.readers.base import ReaderOrderError, SimReader

_ACK = bytes.fromhex("0000FF00FF00")
_ERROR = bytes.fromhex("0000FF01FF7F8100")
_START = b"\x00\xff"
_WAKE = 0x55
_VERSION, _SAM, _RADIO, _LIST, _RELEASE = 0x02, 0x14, 0x32, 0x4A, 0x52
_PN532_1_6 = bytes((0x32, 1, 6, 7))
_MAX_RETRIES = 5
_FOR_EVER = 0xFF


class Pn532Reader(SimReader):
    """Answers while it is awake; what sets it up counts as a change, though it forgets it without power."""

    kind = "pn532"
    baud = 115200

    def __init__(self) -> None:
        super().__init__()
        self._awake = False
        self._held = b""
        self._uid: bytes | None = None
        self._searching = False
        self._retries = _FOR_EVER

    def card(self, code: str) -> None:
        """A card lies in the field until it is taken away."""
        if not re.fullmatch(r"(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20})", code):
            raise ReaderOrderError(f"{code!r}: a card's id is 4, 7 or 10 bytes in hex, as 083F6C4A")
        self._uid = bytes.fromhex(code)
        if self._searching:
            self._answer_search()

    def away(self) -> None:
        """The field is empty."""
        self._uid = None

    def no_read(self) -> None:
        """A card that cannot be read is none."""
        self._uid = None

    def _take(self, data: bytes) -> None:
        if not self._awake:
            if _WAKE not in data:
                return
            self._awake = True
            data = data[data.index(_WAKE) :]
        self._held = (self._held + data)[-600:]
        while (at := self._held.find(_START)) >= 0:
            held = self._held[at + 2 :]
            if len(held) < 2:
                return
            length, check = held[0], held[1]
            if (length, check) == (0, 0xFF):
                self._searching = False  # an acknowledgement from the host: give up what you are at
                self._held = held[2:]
            elif (length + check) & 0xFF or not length:
                self._held = held
            elif len(held) < length + 3:
                self._held = self._held[at:]
                return
            else:
                body = held[2 : length + 3]
                self._held = held[length + 3 :]
                if not sum(body) & 0xFF and body[0] == 0xD4:
                    self._obey(body[1], body[2:-1])

    def _obey(self, command: int, data: bytes) -> None:
        self._searching = False
        self._send(_ACK)
        if command == _VERSION:
            self._answer(command, _PN532_1_6)
        elif command == _LIST:
            self._searching = True
            if self._uid is not None or self._retries != _FOR_EVER:
                self._answer_search()
        elif command == _RELEASE:
            self._answer(command, b"\0")
        elif command in (_SAM, _RADIO):
            self.changed.append(f"{'SAMConfiguration' if command == _SAM else 'RFConfiguration'} {data.hex().upper()}")
            if command == _RADIO and data[:1] == bytes((_MAX_RETRIES,)):
                self._retries = data[-1]
            self._answer(command, b"")
        else:
            self.changed.append(f"command {command:02X}")
            self._send(_ERROR)

    def _answer_search(self) -> None:
        self._searching = False
        if self._uid is None:
            self._answer(_LIST, b"\0")
        else:
            self._answer(_LIST, bytes((1, 1, 0, 4, 8, len(self._uid))) + self._uid)

    def _answer(self, command: int, data: bytes) -> None:
        body = bytes((0xD5, command + 1)) + data
        self._send(b"\x00\x00\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0)))
