"""Between the panel and its table: both sockets of a screen process, passed on byte by byte, and every line noted."""

import contextlib
import os
import selectors
import socket
import threading
from collections import deque
from pathlib import Path

from device.screen.dealer.state import Wire


class PanelRelay:
    """Serves the two sockets that a panel connects to, and passes on what it and the table say.

    `to_panel` and `to_table` fill with whole lines in the order in which they came, each before it is passed on.
    """

    def __init__(self, folder: Path, table: dict[Wire, Path]) -> None:
        """`table`: the table's own sockets."""
        self.paths = {wire: folder / f"relay-{wire.value}.sock" for wire in Wire}
        self.to_panel: deque[tuple[Wire, bytes]] = deque()
        self.to_table: deque[tuple[Wire, bytes]] = deque()
        self._table = table
        self._selector = selectors.DefaultSelector()
        self._rests: dict[socket.socket, bytes] = {}
        self._pairs: dict[socket.socket, socket.socket] = {}
        for wire, path in self.paths.items():
            listening = socket.socket(socket.AF_UNIX)
            listening.bind(str(path))
            listening.listen()
            self._selector.register(listening, selectors.EVENT_READ, (wire, None))
        self._wake, self._woken = os.pipe()
        self._selector.register(self._wake, selectors.EVENT_READ, None)
        self._thread = threading.Thread(target=self._run, name="panel-relay")
        self._thread.start()

    def close(self) -> None:
        """Hang up everywhere."""
        os.write(self._woken, b"x")
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._selector.close()
        os.close(self._wake)
        os.close(self._woken)

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.data is None:
                    return
                assert isinstance(key.fileobj, socket.socket)
                wire, notes = key.data
                if notes is None:
                    self._join(key.fileobj, wire)
                elif key.fileobj in self._pairs:
                    self._pass_on(key.fileobj, wire, notes)

    def _join(self, listening: socket.socket, wire: Wire) -> None:
        panel, _ = listening.accept()
        table = socket.socket(socket.AF_UNIX)
        try:
            table.connect(str(self._table[wire]))
        except OSError:  # the panel finds the table gone, as it would without us
            panel.close()
            table.close()
            return
        for one, other, notes in ((panel, table, self.to_table), (table, panel, self.to_panel)):
            self._pairs[one], self._rests[one] = other, b""
            self._selector.register(one, selectors.EVENT_READ, (wire, notes))

    def _pass_on(self, speaker: socket.socket, wire: Wire, notes: deque[tuple[Wire, bytes]]) -> None:
        listener = self._pairs[speaker]
        try:
            data = speaker.recv(1 << 20)
        except OSError:
            data = b""
        *lines, self._rests[speaker] = (self._rests[speaker] + data).split(b"\n")
        notes.extend((wire, line) for line in lines)
        with contextlib.suppress(OSError):
            listener.sendall(data)
        if not data:
            for one in (speaker, listener):
                self._selector.unregister(one)
                del self._pairs[one], self._rests[one]
                one.close()
