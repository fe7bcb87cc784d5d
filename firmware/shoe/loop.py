"""The main loop: one round looks at everything once, does a little of each, and waits for nothing.

A round takes about a millisecond. What may be long is cut into pieces (bytes from the host, bytes to it) or waits until
no card is on its way (collecting garbage). Interrupts time the gates' edges meanwhile.
"""

import gc

from micropython import const

from shoe import ticks
from shoe.host_line import HostLine
from shoe.shoe import Shoe

_MOST_BYTES = const(64)
"""Of the host's and of the reader's bytes in one round: whoever floods does not keep the gates from being looked at."""
_COLLECT_EVERY_MS = const(1000)


class Board:
    """What the loop needs of a board; board.py is a Pico's, a test has one of its own."""

    def ms(self) -> int:
        """The clock of milliseconds, see ticks.py."""
        raise NotImplementedError

    def us(self) -> int:
        """The clock of microseconds."""
        raise NotImplementedError

    def dark(self, gate: int) -> int:
        """1 while that gate's beam is broken."""
        raise NotImplementedError

    def lid(self) -> bool:
        """Whether the lid is open."""
        raise NotImplementedError

    def pressed(self) -> list[bool]:
        """Which buttons are down."""
        raise NotImplementedError

    def from_reader(self) -> int:
        """One byte of the reader's, or -1."""
        raise NotImplementedError

    def to_reader(self, data: bytes) -> None:
        """Send to the reader."""

    def show(self, levels: list[bool], fault: bool, beam_off: bool) -> None:
        """Set the outputs."""

    def feed(self) -> None:
        """Tell the watchdog that the loop goes round."""

    def rest(self, line: HostLine) -> None:
        """Wait a moment, for a byte of the host's or an interrupt."""


def run(board: Board, shoe: Shoe, line: HostLine) -> None:
    """Go round until the host asks for the prompt."""
    collected_ms = board.ms()
    while not shoe.leave:
        shoe.step(board.ms(), board.us(), board.dark(0), board.dark(1))
        shoe.switches(board.lid(), board.pressed())
        _listen(board, shoe, line)
        more = _speak(shoe, line)
        board.show(shoe.lamps.levels, shoe.lamps.fault, shoe.lamps.beam_off)
        board.feed()
        if shoe.at_rest() and ticks.since(board.ms(), collected_ms) >= _COLLECT_EVERY_MS:
            gc.collect()
            collected_ms = board.ms()
        # A card that is just leaving, or half a frame, is not kept waiting.
        if not (more or shoe.beams.turning()):
            board.rest(line)


def _listen(board: Board, shoe: Shoe, line: HostLine) -> None:
    asked = shoe.to_reader()
    if asked is not None:
        board.to_reader(asked)
    for _ in range(_MOST_BYTES):
        byte = board.from_reader()
        if byte < 0:
            break
        shoe.from_reader(byte)
    for _ in range(_MOST_BYTES):
        byte = line.read()
        if byte < 0:
            break
        shoe.from_host(byte)


def _speak(shoe: Shoe, line: HostLine) -> bool:
    if line.idle():
        frame = shoe.next_frame()
        if frame is None:
            return False
        line.begin(frame)
    return line.write()
