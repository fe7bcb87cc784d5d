"""An Elatec TWN4 with the simple protocol: a line of hex is a command, a line of hex its answer, each ended by CR."""

import re

from device.sim.readers.base import ReaderOrderError, SimReader

_SEARCH_TAG = "0500"
_EM4102, _MIFARE = 0x40, 0x80
_COMMAND = re.compile(r"(?:[0-9A-F]{2}){2,}", re.IGNORECASE)
_MOST_BYTES = 520


class Twn4Reader(SimReader):
    """Answers SearchTag with the tag before it or none; any other command counts as a change."""

    kind = "twn4"
    baud = 115200

    def __init__(self) -> None:
        super().__init__()
        self._line = bytearray()
        self._tag: bytes | None = None

    def card(self, code: str) -> None:
        """A tag lies on the reader until it is taken away."""
        if not re.fullmatch(r"(?:[0-9A-Fa-f]{2}){4,10}", code):
            raise ReaderOrderError(f"{code!r}: a tag's id is 4 to 10 bytes in hex, as 0C000621A5")
        self._tag = bytes.fromhex(code)

    def away(self) -> None:
        """There is no tag."""
        self._tag = None

    def no_read(self) -> None:
        """A tag that cannot be read is none."""
        self._tag = None

    def _take(self, data: bytes) -> None:
        self._line += data
        while b"\r" in self._line:
            line, _, rest = bytes(self._line).partition(b"\r")
            self._line = bytearray(rest)
            self._obey(line.decode("latin-1").strip("\n"))
        del self._line[:-_MOST_BYTES]

    def _obey(self, line: str) -> None:
        if not _COMMAND.fullmatch(line):
            return
        if not line.startswith(_SEARCH_TAG):
            self.changed.append(f"command {line.upper()}")
            self._send(b"01\r")
        elif self._tag is None:
            self._send(b"0000\r")
        else:
            kind = _EM4102 if len(self._tag) == 5 else _MIFARE
            head = bytes((0, 1, kind, 8 * len(self._tag), len(self._tag)))
            self._send((head + self._tag).hex().upper().encode("ascii") + b"\r")
