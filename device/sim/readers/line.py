"""A plain barcode engine: a line of text for each code, and the single bytes that such scanners obey."""

from device.sim.readers.base import ReaderOrderError, SimReader

SUFFIXES = {"cr": b"\r", "lf": b"\n", "crlf": b"\r\n", "tab": b"\t", "none": b""}

_OBEYED = {
    ord("D"): "D: disabled",
    ord("E"): "E: enabled",
    ord("R"): "R: reset",
    0x11: "11: flow control",
    0x13: "13: flow control",
    0x16: "16: a command begins",
    0x1B: "1B: a command begins",
}
_BEGINNINGS = {b"\x7e\x01": "7E 01: a command begins", b"AT": "AT: a modem's command", b"^_^": "^_^: a command begins"}


class LineEngine(SimReader):
    """Sends each code with its suffix, and an AIM identifier in front where it is set to.

    It obeys what any of the usual scanners obeys, so that a host that is careless with one of them shows.
    """

    kind = "line"

    def __init__(self, *, suffix: str = "cr", aim: str = "") -> None:
        super().__init__()
        self._suffix = SUFFIXES[suffix]
        self._aim = aim.encode("ascii")
        self._last = b""

    def card(self, code: str) -> None:
        """The code is sent once."""
        try:
            self._send(self._aim + code.encode("ascii") + self._suffix)
        except UnicodeEncodeError:
            raise ReaderOrderError(f"{code!r}: a barcode engine reads letters and digits, as 9H") from None

    def no_read(self) -> None:
        """Set to say so, it says NR."""
        self.card("NR")

    def _take(self, data: bytes) -> None:
        for byte in data:
            if byte in _OBEYED:
                self.changed.append(_OBEYED[byte])
            self._last = (self._last + bytes((byte,)))[-3:]
            for beginning, what in _BEGINNINGS.items():
                if self._last.endswith(beginning):
                    self.changed.append(what)
