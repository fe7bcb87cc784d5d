"""The table's ends of the panel's two sockets, held by a test; and a clock that only the test moves."""

import json
import socket
from pathlib import Path
from typing import Any

from device.screen.dealer.state import Wire

PATIENCE_S = 10.0


class Time:
    """A monotonic clock that stands where it was put."""

    def __init__(self, now_s: float = 50.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


class TableEnds:
    """Both sockets of a table in a folder; what a screen sends is read here, and answered by hand."""

    def __init__(self, folder: Path) -> None:
        self.paths = {wire: folder / f"{wire.value}.sock" for wire in Wire}
        self._listening = {wire: _listen(path) for wire, path in self.paths.items()}
        self._ends: dict[Wire, socket.socket] = {}

    def accept(self, *wires: Wire) -> None:
        """Take in the screen that connects to these sockets."""
        for wire in wires:
            self._ends[wire], _ = self._listening[wire].accept()
            self._ends[wire].settimeout(PATIENCE_S)

    def end(self, wire: Wire) -> socket.socket:
        """The table's end of a connection, to be read, written or closed as a test likes."""
        return self._ends[wire]

    def heard(self, wire: Wire) -> dict[str, Any]:
        """The next line that the screen sent."""
        line = b""
        while not line.endswith(b"\n"):
            line += self._ends[wire].recv(1)
        return dict(json.loads(line))

    def send(self, wire: Wire, line: dict[str, Any]) -> None:
        """Send one line: a view, or an answer."""
        self._ends[wire].sendall(json.dumps(line).encode() + b"\n")

    def close(self) -> None:
        """Hang up, and listen no more."""
        for one in (*self._ends.values(), *self._listening.values()):
            one.close()


def _listen(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen()
    listening.settimeout(PATIENCE_S)
    return listening
