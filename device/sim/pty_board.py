"""The simulated board as a process: one loop between its pty, its control channel, its script and the clock.

One thread and no blocking call but the wait at its end, so neither a host that does not read nor a client that does not
listen can keep a card from being noticed.
"""

import os
import select
import time

from device.sim.control import Control, say
from device.sim.faults import Fault, FaultyWire
from device.sim.orders import Orders, Reply
from device.sim.pty_port import PtyPort
from device.sim.quit_signals import quit_signals
from device.sim.script import Script
from device.sim.sim_shoe import SimShoe

UNATTACHED_LOOK_MS = 20
REPLUG_AFTER_MS = 700
BANNER = b"\r\nzapato shoe board\r\n"
"""What a board that was reset by the opening of its port prints before it is itself; no frame, and ignored."""


def steady_ms() -> int:
    """Milliseconds on the clock that the board lives by."""
    return time.monotonic_ns() // 1_000_000


class PtyBoard:
    """Runs one shoe on one port until it is told to quit, gets SIGTERM or SIGINT, or its standard input ends."""

    def __init__(self, *, port: PtyPort, shoe: SimShoe, control: Control, seed: int | str = 0) -> None:
        self.shoe = shoe
        self.orders = Orders(shoe, self)
        self._port = port
        self._control = control
        self._seed = seed
        self._script: Script | None = None
        self._tx = b""
        self._quitting = False
        self._replug_at_ms: int | None = None
        self.set_wire_faults()

    # what orders may do to the port ------------------------------------------------------------------------------

    def plug(self) -> None:
        """Put the plug in."""
        self._replug_at_ms = None
        self._port.plug()

    def unplug(self) -> None:
        """Pull the plug; what was on its way is gone."""
        self._replug_at_ms = None
        self._tx = b""
        self._port.unplug()

    def set_wire_faults(self) -> None:
        """Take over the wire faults of the shoe."""
        self._wire = FaultyWire(self.shoe.faults, self._seed)

    def quit(self) -> None:
        """End the loop after this round."""
        self._quitting = True

    def state(self) -> Reply:
        """How the port stands: its name, the slave behind it, and whether a program has it open."""
        return {"port": self._port.name, "slave": self._port.slave, "attached": self._port.attached}

    # the loop ----------------------------------------------------------------------------------------------------

    def run(self, *, script: Script | None = None, control_path: str | None = None) -> None:
        """Serve until told to quit; prints one line once the port is there, for whoever started it.

        Must run in the main thread: signals end it. Raises ScriptError for a script line that fails.
        """
        self._script = script
        try:
            with quit_signals(self._quit) as wake:
                self._port.plug()
                say(
                    {
                        "port": self._port.name,
                        "slave": self._port.slave,
                        "control": control_path,
                        "boot": self.shoe.board.boot,
                        "fill": self.shoe.filled.number,
                        "left": self.shoe.pack.cards_left,
                    }
                )
                while not self._quitting:
                    self._round(wake)
        finally:
            self._port.close()
            self._control.close()
            self.shoe.log.close()

    def _quit(self) -> None:
        self._quitting = True

    def _round(self, wake: int) -> None:
        now_ms = steady_ms()
        self._look_at_port(now_ms)
        self._run_script(now_ms)
        self._mind_plug(now_ms)
        self.shoe.board.tick(now_ms)
        self._send()
        if self._quitting:
            return
        for fd in self._wait(wake, now_ms):
            if fd == wake:
                os.read(wake, 64)
            elif fd in self._control.fds:
                self._control.serve(fd, self._obey)
        if self._control.input_closed:
            self._quitting = True

    def _obey(self, line: str) -> Reply:
        reply = self.orders.obey(line, steady_ms())
        # The card is on its way before the one who drew it hears so.
        self._send()
        return reply

    def _look_at_port(self, now_ms: int) -> None:
        before = self._port.attached
        if not self._port.look():
            return
        if not before and Fault.RESET_ON_OPEN in self.shoe.faults:
            self.shoe.reset(now_ms)
            self._tx = BANNER
        data = self._port.read()
        if data:
            self.shoe.from_host(self._wire.to_board(data), now_ms)

    def _run_script(self, now_ms: int) -> None:
        if self._script is not None:
            for reply in self._script.run(now_ms):
                say(reply)

    def _mind_plug(self, now_ms: int) -> None:
        if self.shoe.unplug_wanted:
            self.shoe.unplug_wanted = False
            self._send()
            self.unplug()
            self._replug_at_ms = now_ms + REPLUG_AFTER_MS
        if self._replug_at_ms is not None and now_ms >= self._replug_at_ms:
            self.plug()

    def _send(self) -> None:
        if not self._port.attached:
            # Nobody listens: frames fall on the floor, the ring keeps what matters.
            self.shoe.board.take_output()
            self._tx = b""
            return
        if not self._tx:
            self._tx = self._wire.to_host(self.shoe.board.take_output())
        while self._tx:
            sent = self._port.write(self._tx)
            self._tx = self._tx[sent:] or (self._wire.to_host(self.shoe.board.take_output()) if sent else self._tx)
            if not sent:
                break

    def _wait(self, wake: int, now_ms: int) -> list[int]:
        poll = select.poll()
        poll.register(wake, select.POLLIN)
        for fd in self._control.fds:
            poll.register(fd, select.POLLIN)
        due_ms = self.shoe.board.next_due_ms()
        if self._port.attached and self._port.fd is not None:
            poll.register(self._port.fd, select.POLLIN | (select.POLLOUT if self._tx else 0))
        else:
            due_ms = min(due_ms, now_ms + UNATTACHED_LOOK_MS)
        for other in (self._replug_at_ms, self._script.due_ms() if self._script is not None else None):
            if other is not None:
                due_ms = min(due_ms, other)
        return [fd for fd, _ in poll.poll(max(1, due_ms - now_ms))]
