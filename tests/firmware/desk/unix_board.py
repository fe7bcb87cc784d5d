# mypy: disable-error-code="attr-defined,import-not-found"
"""The whole firmware as a process: MicroPython's unix port, standard input and output as the line to the host.

    micropython unix_board.py ORDERS LOG    ORDERS: a pipe of actions (see desk.py), one a line

Actions are carried out on the board's own clock, which runs ahead of the world's by what is waited for here, in steps
of five milliseconds (20 while more than two seconds are left) with a round of the loop each; without an order the clock
is the world's. More orders than on the desk:

    acked          go on when the host has acknowledged everything
    really 20      wait on the world's clock
    say text       write the text into the log, so that a test knows how far this is
    quit           end

The log has an event a line: boot, number, letter, what follows its times, and `lost` when it found no place.
"""

import os
import select
import sys
import time

from shoe import loop
from shoe.edges import EdgeLog
from shoe.host_line import HostLine
from shoe.lamps import Lamps
from shoe.listener import Listener
from shoe.outbox import Outbox
from shoe.readers import make_reader
from shoe.shoe import Shoe

try:
    from build import BUILD
except ImportError:
    BUILD = "desk"

MASK = 0x3FFFFFFF
ROUND_US = 50
"""What a round of the loop takes while orders are carried out."""


class Orders:
    """The lines of a pipe, as they come."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb")
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._line = bytearray()

    def next(self, wait_ms: int) -> list[str] | None:
        """The words of the next line; None: there is none yet, or nobody is left who could give one."""
        while True:
            for _, what in self._poll.ipoll(wait_ms):
                byte = self._file.read(1) if what & select.POLLIN else b""
                if not byte:
                    return None
                if byte != b"\n":
                    self._line += byte
                    break
                words = self._line.decode().split()
                self._line = bytearray()
                return words
            else:
                return None


class UnixBoard(loop.Board, Listener):
    """Pins and clock of a board, moved by orders."""

    def __init__(self, orders: Orders, log: str, boot: str) -> None:
        self._orders = orders
        self._log = open(log, "a")
        self._boot = boot
        self._clock_us = 0
        self._since_us: int | None = _real_us()
        self._due_us = 0
        self._waits = ""
        self._broken = [0, 0]
        self._blind = [False, False]
        self._lid = False
        self._down = [False]
        self._light = True
        self._reader = bytearray()
        self.edges = EdgeLog()
        self.outbox: Outbox | None = None

    def heard(self, kind: str, seq: int, fields: str, taken: bool) -> None:
        times = 2 if kind in "CN" else 1
        more = fields.split(",")[times:]
        self._log.write(" ".join([self._boot, str(seq), kind] + more + ([] if taken else ["lost"])) + "\n")
        self._log.flush()

    def ms(self) -> int:
        return (self._now_us() // 1000) & MASK

    def us(self) -> int:
        if self._since_us is None:
            self._clock_us += ROUND_US
        return self._now_us() & MASK

    def dark(self, gate: int) -> int:
        if self._blind[gate]:
            return 0
        return 1 if not self._light else self._broken[gate]

    def lid(self) -> bool:
        return self._lid

    def pressed(self) -> list[bool]:
        return self._down

    def from_reader(self) -> int:
        if not self._reader:
            return -1
        byte = self._reader[0]
        self._reader = self._reader[1:]
        return byte

    def to_reader(self, data: bytes) -> None:
        pass

    def show(self, levels: list[bool], fault: bool, beam_off: bool) -> None:
        self._light = not beam_off

    def feed(self) -> None:
        """In every round: carry out what is due."""
        if self._waits in ("skip", "really"):
            if self._now_us() < self._due_us:
                return
        elif self._waits == "acked" and self.outbox is not None and self.outbox.kept:
            return
        if self._waits:
            self._waits = ""
            self._stop_clock()
        while not self._waits:
            words = self._orders.next(0)
            if words is None:
                self._start_clock()
                return
            self._stop_clock()
            if words:
                self._do(words)

    def rest(self, line: HostLine) -> None:
        """Where a Pico waits a millisecond: let the clock run ahead to what is due, or wait for what is to come."""
        if self._waits == "skip":
            left_us = max(0, self._due_us - self._now_us())
            self._clock_us += min(5000 if left_us < 2_000_000 else 20_000, left_us)
        elif self._waits:
            time.sleep_us(200)
        else:
            line.wait(1)

    def _do(self, words: list[str]) -> None:
        what = words[0]
        if what in ("wait", "really"):
            self._waits = "skip" if what == "wait" else what
            if what == "really":
                self._start_clock()
            self._due_us = self._now_us() + int(float(words[1]) * 1000)
        elif what == "acked":
            self._waits = what
            self._start_clock()
        elif what in ("a+", "a-", "b+", "b-"):
            gate = 0 if what[0] == "a" else 1
            self._broken[gate] = 1 if what[1] == "+" else 0
            if not self._blind[gate]:
                self.edges.note(gate, self._broken[gate], self.us())
        elif what == "read":
            self._reader += words[1].encode() + b"\r"
        elif what == "bytes":
            self._reader += bytes([int(word, 16) for word in words[1:]])
        elif what == "lid":
            self._lid = words[1] == "open"
        elif what in ("press", "release"):
            self._down[int(words[1])] = what == "press"
        elif what in ("blind", "sees"):
            self._blind["ab".index(words[1])] = what == "blind"
        elif what == "say":
            self._log.write("# " + " ".join(words[1:]) + "\n")
            self._log.flush()
        elif what == "quit":
            sys.exit(0)
        else:
            raise ValueError(what)

    def _now_us(self) -> int:
        return self._clock_us + (0 if self._since_us is None else _real_us() - self._since_us)

    def _stop_clock(self) -> None:
        """From now on only rounds and waits move it: a busy machine draws no card out slowly."""
        self._clock_us = self._now_us()
        self._since_us = None

    def _start_clock(self) -> None:
        """It goes with the world's."""
        if self._since_us is None:
            self._since_us = _real_us()


def _real_us() -> int:
    return time.time_ns() // 1000


def main(orders: str, log: str, kind: str) -> None:
    """Be a shoe until told to quit, or until the host asks for the prompt."""
    boot = os.urandom(4).hex().upper()
    board = UnixBoard(Orders(orders), log, boot)
    lamps = Lamps(("ready", "error", "lock"))
    shoe = Shoe(
        boot,
        "E6614C311B7D5A2F",
        BUILD,
        make_reader(kind),
        lamps,
        board.ms(),
        board.us(),
        (0, 0),
        False,
        [("CALL", False)],
    )
    shoe.record.listener = board
    board.outbox = shoe.outbox
    board.edges = shoe.beams.log
    loop.run(board, shoe, HostLine(sys.stdin.buffer, sys.stdout.buffer))


main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "line")
