"""What a reader is told and asked: set-up commands one after the other, then one question again and again.

Theory of operation:

    CLOSED ──opened──▶ SETTING_UP ──each answered, or given up──▶ RESTING ──every so often──▶ ASKING
       ▲                    ▲                                        ▲   answered, or given up   │
       └──── lost ────      └──── answered after a silence ──────    └───────────────────────────┘

A command that gets no answer within 300 ms is sent again, twice at most; then it is given up. A reader that was silent
and answers again may have lost its power and with it what it was told: it is set up anew. Answers carry no identity, so
any answer is one to what was sent last. The first sending may be lost on a reader that sleeps; it wakes it.
"""

import enum

ANSWER_WITHIN_S = 0.3
MOST_REPEATS = 2


class _Stage(enum.Enum):
    CLOSED = enum.auto()
    SETTING_UP = enum.auto()
    RESTING = enum.auto()
    ASKING = enum.auto()


class Dialogue:
    """One reader's dialogue; the caller writes what `take_output` gives and tells of every answer.

    `question` is asked `every_s` (counted from one asking to the next); empty: the reader is only set up, or nothing
    is said to it at all. All times are the host's monotonic clock in seconds.
    """

    def __init__(self, *, set_up: tuple[bytes, ...] = (), question: bytes = b"", every_s: float = 2.0) -> None:
        self._set_up = set_up
        self._question = question
        self._every_s = every_s
        self._stage = _Stage.CLOSED
        self._output = bytearray()
        self._not_configured = self._silent = self._ever_answered = False
        self._place = self._sent = 0
        self._command = b""
        self._sent_s = self._asked_s = 0.0

    @property
    def not_configured(self) -> bool:
        """Whether a set-up command was refused or never answered: the reader may not do what was meant."""
        return self._not_configured

    @property
    def silent(self) -> bool:
        """Whether the question got no answer in all its sendings; a command may well have none and the reader live."""
        return self._silent

    @property
    def ever_answered(self) -> bool:
        """Whether the reader has answered since the port was opened; if not, the wire to it may not be there."""
        return self._ever_answered

    def opened(self, now_s: float) -> None:
        """The port was opened (again): everything from the beginning."""
        self._begin(now_s, _Stage.SETTING_UP)

    def lost(self) -> None:
        """The port is gone: nothing is sent any more."""
        self._begin(0.0, _Stage.CLOSED)

    def answered(self, now_s: float, *, refused: bool = False) -> None:
        """The reader said something that is an answer; `refused`: it will not do it."""
        if self._stage is _Stage.CLOSED:
            return
        self._ever_answered = True
        if self._silent:
            self._begin(now_s, _Stage.SETTING_UP)
            self._ever_answered = True
            return
        if self._stage is _Stage.SETTING_UP:
            self._not_configured = self._not_configured or refused
            self._to_place(self._place + 1, now_s)
        elif self._stage is _Stage.ASKING:
            self._stage = _Stage.RESTING

    def pass_time(self, now_s: float) -> None:
        """Let time pass: repeats, gives up, asks when it is due."""
        if self._stage is _Stage.CLOSED:
            return
        if self._stage is _Stage.RESTING:
            if self._question and round(now_s - self._asked_s, 6) >= self._every_s:
                self._stage = _Stage.ASKING
                self._asked_s = now_s
                self._send(now_s, self._question)
            return
        if round(now_s - self._sent_s, 6) < ANSWER_WITHIN_S:
            return
        if self._sent <= MOST_REPEATS:
            self._repeat(now_s)
        elif self._stage is _Stage.ASKING:
            self._silent = True
            self._stage = _Stage.RESTING
        else:
            self._not_configured = True
            self._to_place(self._place + 1, now_s)

    def take_output(self) -> bytes:
        """Bytes to write to the port now; they are handed out once."""
        output, self._output = bytes(self._output), bytearray()
        return output

    def _begin(self, now_s: float, stage: _Stage) -> None:
        self._not_configured = self._silent = self._ever_answered = False
        self._output.clear()
        self._asked_s = now_s - self._every_s
        self._stage = stage
        if stage is _Stage.SETTING_UP:
            self._to_place(0, now_s)

    def _to_place(self, place: int, now_s: float) -> None:
        self._place = place
        if place < len(self._set_up):
            self._send(now_s, self._set_up[place])
        else:
            self._stage = _Stage.RESTING

    def _send(self, now_s: float, command: bytes) -> None:
        self._command = command
        self._sent = 0
        self._repeat(now_s)

    def _repeat(self, now_s: float) -> None:
        self._output += self._command
        self._sent += 1
        self._sent_s = now_s
