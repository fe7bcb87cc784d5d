"""A tape in place of a reader: the same Line as the serial port's, with the same inputs in the same order."""

import enum
import threading
from collections import deque
from collections.abc import Callable

from device.line.tape import Tape, tape_inputs
from device.ports.clock import Clock
from device.ports.line import LineInput

SENT_KEPT = 10_000
"""How many sent messages are kept to look at; older ones are forgotten, so that a long replay stays small."""


class Pace(enum.Enum):
    """How fast a tape is played."""

    NONE = "none"
    """Without any pause; the inputs still bear the tape's own times."""
    REAL = "real"
    """With the pauses it was recorded with."""


class TapeLine:
    """A Line (ports) that plays a tape into the inbox from a thread of its own, once.

    The last input is a LineLost: when it has come out of the inbox, all of the tape has. What the host sends goes
    nowhere and is kept in `sent`. `wait` pauses so many seconds, or shorter when the event (the stop flag) is set.
    """

    def __init__(
        self,
        tape: Tape,
        inbox_put: Callable[[LineInput], None],
        clock: Clock,
        pace: Pace = Pace.NONE,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._tape = tape
        self._inbox_put = inbox_put
        self._clock = clock
        self._pace = pace
        self._wait = wait
        self._stop = threading.Event()
        self._player: threading.Thread | None = None
        self._sent: deque[bytes] = deque(maxlen=SENT_KEPT)
        self.finished = threading.Event()
        """Set when the last input is in the inbox, or the playing was stopped."""

    @property
    def sent(self) -> tuple[bytes, ...]:
        """What the host sent so far, in order."""
        return tuple(self._sent)

    def start(self) -> None:
        """Begin to play; once in a line's life."""
        if self._player is not None:
            raise RuntimeError("this tape was started before; make a new line to play it again")
        self._player = threading.Thread(target=self._play, name="tape-player", daemon=True)
        self._player.start()

    def send(self, data: bytes) -> None:
        """Keep the bytes to look at; a tape does not answer."""
        self._sent.append(bytes(data))

    def close(self) -> None:
        """Stop playing; returns when the thread has ended."""
        self._stop.set()
        if self._player is not None:
            self._player.join()

    def _play(self) -> None:
        try:
            for happened in tape_inputs(self._tape, self._clock.monotonic_s()):
                if self._pace is Pace.REAL:
                    # Against the clock, not from entry to entry: small delays do not add up over a long tape.
                    pause_s = happened.at_s - self._clock.monotonic_s()
                    if pause_s > 0:
                        self._wait(self._stop, pause_s)
                if self._stop.is_set():
                    return
                self._inbox_put(happened)
        finally:
            self.finished.set()
