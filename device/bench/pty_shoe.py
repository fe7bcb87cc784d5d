"""The least of a shoe board: what a table must hear to deal, written at the moment the measurement chooses.

The simulated board is a process with a loop of its own; here the measuring process itself must know when the last byte
went out. It speaks through the reader's own encoder and forgets a card once it is sent: this line loses nothing.
"""

import os
import pty
import select
import time
import tty

from device.readers.passages import ReadId
from device.readers.shoe import ShoeDecoder, encode
from device.readers.shoe_frames import MAJOR, PRODUCT, CodeFrame, Heartbeat, Hello, WhoAreYou
from device.rules.card import Card

BOOT = "BE0C4001"
BEAT_S = 1.0
HIGHEST_SEQ = 65_535


class PtyPort:
    """A pty in raw mode; both ends are held here, so that nobody is hung up on."""

    def __init__(self) -> None:
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.name = os.ttyname(self._slave)

    def write(self, data: bytes) -> int:
        """Write at once, and return the moment before it on the machine's clock, in nanoseconds."""
        at_ns = time.monotonic_ns()
        os.write(self.master, data)
        return at_ns

    def close(self) -> None:
        """Hang up."""
        os.close(self.master)
        os.close(self._slave)


class PtyShoe:
    """A board on a `PtyPort`; call `serve` often between cards: it answers and beats."""

    def __init__(self) -> None:
        self.port = PtyPort()
        self._heard = ShoeDecoder()
        self._began_s = self._beat_s = time.monotonic()
        self._seq = 0

    def frame(self, card: Card) -> bytes:
        """The next event: this card has passed."""
        self._seq = self._seq % HIGHEST_SEQ + 1
        now_ms = self._ticks_ms()
        id = ReadId(boot=BOOT, seq=self._seq)
        return encode(CodeFrame(id=id, in_ticks_ms=max(0, now_ms - 120), out_ticks_ms=now_ms, code=card.value.upper()))

    def serve(self) -> None:
        """Answer who asks, and beat when it is time."""
        if select.select([self.port.master], [], [], 0)[0]:
            asked = self._heard.feed(os.read(self.port.master, 4096))
            if any(isinstance(frame, WhoAreYou) for frame in asked):
                self.port.write(
                    encode(Hello(id=ReadId(boot=BOOT, seq=self._seq), product=PRODUCT, major=MAJOR, details=()))
                )
        if time.monotonic() - self._beat_s >= BEAT_S:
            self._beat_s = time.monotonic()
            self.port.write(encode(Heartbeat(boot=BOOT, uptime_ms=self._ticks_ms(), last_seq=self._seq, flags="")))

    def close(self) -> None:
        """Switch the board off."""
        self.port.close()

    def _ticks_ms(self) -> int:
        return int((time.monotonic() - self._began_s) * 1000)
