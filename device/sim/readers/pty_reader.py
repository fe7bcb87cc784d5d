"""A simulated reader on a pty: one loop between the port, the orders and the clock.

A pty carries bytes at any speed, so the wire is played here: what the host's side of the port is set to is compared
with the reader's own speed, and when they differ both ends hear garbage, as on a cable.
"""

import os
import random
import select
import termios
from collections.abc import Callable

from device.sim.control import Control, say
from device.sim.orders import Reply
from device.sim.pty_board import steady_ms
from device.sim.pty_port import PtyPort
from device.sim.quit_signals import quit_signals
from device.sim.readers.base import ReaderOrderError, SimReader
from device.sim.readers.wire import heard

BAUDS = (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)
"""The speeds that a reader can be set to, and a host's port."""
_BY_CODE = {getattr(termios, f"B{baud}"): baud for baud in BAUDS}
_TICK_MS = 10
MOST_GARBAGE = 100_000


class PtyReader:
    """Runs one reader on one port until it is told to quit, or its standard input ends where that is watched."""

    def __init__(
        self, *, port: PtyPort, reader: SimReader, control: Control, baud: int | None = None, seed: int = 0
    ) -> None:
        self.reader = reader
        self.baud = baud or reader.baud
        self.silent = False
        self.host_bauds: list[int] = []
        """The speeds at which the host has written, in order."""
        self._port = port
        self._control = control
        self._random = random.Random(seed)
        self._tx = b""
        self._quitting = False

    def run(self, *, control_path: str | None = None) -> None:
        """Serve until told to quit; prints one line once the port is there. Signals end it: main thread only."""
        try:
            with quit_signals(self._quit) as wake:
                self.plug()
                say({**self.state(), "control": control_path})
                while not self._quitting:
                    self.round(wake)
        finally:
            self.close()

    def round(self, wake: int | None = None) -> None:
        """Serve once: what the host sent, what the reader says, what it is told; waits a tick at most."""
        if self._port.look():
            self._hear()
        self.reader.tick(steady_ms())
        self._say()
        fds = [
            fd for fd in (self._port.fd if self._port.attached else None, wake, *self._control.fds) if fd is not None
        ]
        readable, _, _ = select.select(fds, [], [], _TICK_MS / 1000)
        for fd in readable:
            if fd == wake:
                os.read(fd, 64)
            elif fd != self._port.fd:
                self._control.serve(fd, self.obey)
        if self._control.input_closed:
            self._quitting = True

    def plug(self) -> None:
        """Put the plug in."""
        self._port.plug()

    def close(self) -> None:
        """Take port and control channel away."""
        self._port.close()
        self._control.close()

    def state(self) -> Reply:
        """How it stands: the port's name, the reader, its speed, the host's, and what a host has changed in it."""
        return {
            "port": self._port.name,
            "reader": self.reader.kind,
            "baud": self.baud,
            "attached": self._port.attached,
            "host_baud": self._host_baud(),
            "silent": self.silent,
            "changed": self.reader.changed,
        }

    def obey(self, line: str) -> Reply:
        """Carry out one order line; returns the reply, ``ok`` true or false with why."""
        word, *words = line.split()
        try:
            act = self._orders().get(word) or self.reader.orders.get(word)
            if act is None:
                known = ", ".join([*self.reader.orders, *self._orders()])
                raise ReaderOrderError(f"{word!r} is no order; there are {known}")
            act(words)
        except ReaderOrderError as error:
            return {"ok": False, "error": str(error)}
        self._say()
        return {"ok": True, **(self.state() if word == "state" else {})}

    # inside ------------------------------------------------------------------------------------------------------

    def _orders(self) -> dict[str, Callable[[list[str]], None]]:
        return {
            "garbage": self._garbage,
            "silent": self._silence,
            "baud": self._set_baud,
            "unplug": lambda _: self._port.unplug(),
            "plug": lambda _: self._port.plug(),
            "state": lambda _: None,
            "quit": lambda _: self._quit(),
        }

    def _garbage(self, words: list[str]) -> None:
        count = _number(words, "how many bytes: garbage 100", MOST_GARBAGE)
        self._tx += self._random.randbytes(count)

    def _set_baud(self, words: list[str]) -> None:
        baud = _number(words, "a speed: baud 9600", BAUDS[-1])
        if baud not in BAUDS:
            raise ReaderOrderError(f"{baud} is no speed of a serial port; say one such as 9600 or 115200")
        self.baud = baud

    def _silence(self, words: list[str]) -> None:
        if words not in (["on"], ["off"]):
            raise ReaderOrderError("silent on, or silent off")
        self.silent = words == ["on"]

    def _quit(self) -> None:
        self._quitting = True

    def _host_baud(self) -> int:
        """The speed that the host has set: both ends of a pty share their settings."""
        if self._port.fd is None:
            return 0
        try:
            return _BY_CODE.get(termios.tcgetattr(self._port.fd)[5], 0)
        except termios.error:
            return 0

    def _hear(self) -> None:
        data = self._port.read()
        if data:
            baud = self._host_baud()
            if self.host_bauds[-1:] != [baud]:
                self.host_bauds.append(baud)
            self.reader.from_host(heard(data, baud, self.baud) if baud else data, steady_ms())

    def _say(self) -> None:
        out = self.reader.take_output()
        if self.silent:
            return
        if out and self._port.attached:
            baud = self._host_baud()
            self._tx += heard(out, self.baud, baud) if baud else out
        if self._tx:
            self._tx = self._tx[self._port.write(self._tx) :] if self._port.attached else b""


def _number(words: list[str], usage: str, most: int) -> int:
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit()) or not 0 < int(words[0]) <= most:
        raise ReaderOrderError(f"{usage}; 1 to {most}")
    return int(words[0])
