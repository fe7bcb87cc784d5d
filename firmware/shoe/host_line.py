"""The line to the host: bytes in and out, and never a wait.

On a Pico this is the USB serial port, which MicroPython has as standard input and output. Writing there waits up to
half a second when the host keeps the port open and does not read; polling says only that one byte fits. So one byte is
written at a time, each after a look whether it fits. Reading asks for one byte too: for more it would wait for all.
"""

import select

from micropython import const

_MOST_BYTES = const(32)
"""So much is written in one round at most: the gates are looked at in between."""


class HostLine:
    """`source` and `sink` are streams that `select.poll` knows."""

    def __init__(self, source, sink) -> None:  # type: ignore[no-untyped-def]  # no name for streams on both sides
        self._source = source
        self._sink = sink
        self._in = select.poll()
        self._in.register(source, select.POLLIN)
        self._out = select.poll()
        self._out.register(sink, select.POLLOUT)
        self._one = bytearray(1)
        self._frame = b""
        self._sent = 0

    def read(self) -> int:
        """One byte of the host's, or -1: there is none now."""
        for _, what in self._in.ipoll(0):  # type: ignore[attr-defined]  # MicroPython has it
            if what & select.POLLIN and self._source.readinto(self._one):
                return self._one[0]
        return -1

    def idle(self) -> bool:
        """Whether the frame before is on its way as a whole."""
        return self._sent == len(self._frame)

    def begin(self, frame: bytes) -> None:
        """The frame to write next."""
        self._frame = frame
        self._sent = 0

    def write(self) -> bool:
        """Write what fits, up to 32 bytes; True when there is more that may fit at once."""
        for _ in range(_MOST_BYTES):
            if self._sent == len(self._frame) or not self._fits():
                return False
            self._one[0] = self._frame[self._sent]
            if not self._sink.write(self._one):
                return False
            self._sent += 1
        return self._sent < len(self._frame)

    def wait(self, ms: int) -> None:
        """Rest until the host speaks, `ms` at most."""
        for _ in self._in.ipoll(ms):  # type: ignore[attr-defined]
            return

    def _fits(self) -> bool:
        for _, what in self._out.ipoll(0):  # type: ignore[attr-defined]
            return bool(what & select.POLLOUT)
        return False
