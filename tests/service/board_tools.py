"""The simulated shoe board on a pty, in a thread of the test, with a wire that the test may spoil."""

import threading
import time
from collections.abc import Callable

from service.process_tools import Rig
from support.house import wait_until

from device.rules.card import Card
from device.sim.board import Board
from device.sim.sim_shoe import draw_boot_number

LOOK_S = 0.003


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class LiveBoard:
    """A board that lives as long as the test; it may be taken off the rig's port and put back."""

    def __init__(self, rig: Rig) -> None:
        self.board = Board(boot=draw_boot_number(), now_ms=now_ms())
        self.left: dict[tuple[str, int], list[Card | None]] = {}
        """What left the shoe, as `cards_on_record` tells it; never made from the record."""
        self.spoil: Callable[[bytes], bytes] = bytes
        """What the wire makes of each piece that the board says."""
        self._rig = rig
        self._guard = threading.Lock()
        self._on_port = False
        self._rest = b""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="test-board")
        self._thread.start()

    def plug(self) -> None:
        """Put the board on the port and wait until the table knows it."""
        with self._guard:
            self._rig.port.plug()
            self._on_port = True
        self._rig.reader_is("")

    def unplug(self) -> None:
        """Pull the plug; the port is free for another device."""
        with self._guard:
            self._on_port = False
            self._rig.port.unplug()

    def deal(self, codes: str) -> None:
        """Cards leave one after another."""
        for code in codes.split():
            with self._guard:
                event = self.board.card_left(code, now_ms())
                self.left[event.boot, event.seq] = [Card.parse(code)]

    def say(self, data: bytes) -> None:
        """Something else than the board comes over the wire, between its frames."""
        with self._guard:
            self._rest += data

    def all_acknowledged(self) -> bool:
        """Whether the host has everything, and the wire is empty."""
        with self._guard:
            return not self.board.unacknowledged and not self._rest

    def coup(self, codes: str = "9C 8D TC TD") -> None:
        """Deal a coup and wait until it is on record, shown and acknowledged."""
        coups = len(self._rig.sees(lambda _: True, "a view")["coups"])
        self.deal(codes)
        self._rig.sees(lambda view: len(view["coups"]) == coups + 1, "the coup")
        wait_until(self.all_acknowledged, "the acknowledgement")

    def close(self) -> None:
        """Switch the board off."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(LOOK_S):
            with self._guard:
                if self._on_port:
                    self._serve()

    def _serve(self) -> None:
        port = self._rig.port
        attached = port.look()
        self.board.feed(port.read(), now_ms())
        self.board.tick(now_ms())
        said = self.board.take_output()
        if not attached:
            self._rest = b""
            return
        self._rest += self.spoil(said) if said else b""
        self._rest = self._rest[port.write(self._rest) :]
