"""Which card a code belongs to. No code leaves this file before the gates say that its card has left.

The reader looks at the card that lies at the mouth, so a code is mostly known before its card moves, and stays here.
What makes it hard is the reader's delay: a code arrives some time after it was seen, and while one card leaves, the
next one already slides under the reader. So, by the moment at which the inner beam became free:

    before          the code is that of the card on its way out; a second, different one means two cards
    up to EARLY     no reader is quicker: still that card's
    EARLY to LATE   it may be either card's. With the first card's code known it is the next card's (or the first's
                    once more); else it is nobody's: told as a code without a passage, and the reader will read again
    after that      the next card's

A wrong card is worse than an unread one: of a doubtful code nothing is kept.
"""

from micropython import const

from shoe import ticks
from shoe.gates import ALIEN, BLIND, CLEAR, LEAVING

EARLY_MS = 15
LATE_MS = 200
_UNCLAIMED_MS = const(500)


class Codes:
    """The codes on the board; `rests` is False where the reader sees cards only as they pass, never at rest."""

    def __init__(self, rests: bool = True) -> None:
        self._rests = rests
        self._code: str | None = None
        """Of the card at the mouth, or on its way out."""
        self._code_ms = 0
        self._second: str | None = None
        self._following: str | None = None
        self._dealt: str | None = None
        self._doubt_ms = 0
        self._doubtful = False

    def read(self, code: str, phase: int, left_inner_ms: int, now_ms: int) -> bool:
        """Take a code from the reader; False when it has no card: a code without a passage."""
        if phase in (ALIEN, BLIND) or code == self._code:
            self._code_ms = now_ms
            return True  # what lies where it should not is read again when it lies still
        if phase == LEAVING:
            return self._read_leaving(code, ticks.since(now_ms, left_inner_ms), now_ms)
        if self._doubtful and ticks.since(now_ms, self._doubt_ms) <= LATE_MS:
            if self._dealt is None:
                return False
            if code == self._dealt:
                return True  # the end of what the reader had to say about the card that left
        if phase != CLEAR and self._code is not None:
            self._second = self._second or code
            return True
        replaced = self._code is not None
        self._code = code
        self._code_ms = now_ms
        return not replaced

    def dealt(self, left_inner_ms: int) -> tuple[str | None, str | None]:
        """The card has left: its code, and a second, different one that was seen in the same passage."""
        code, second = self._code, self._second
        self._code, self._second, self._following = self._following, None, None
        self._dealt = code
        self._doubtful = True
        self._doubt_ms = left_inner_ms
        return code, second

    def went_back(self) -> None:
        """The card lies at the mouth again, with its code."""
        self._second = self._following = None

    def gone(self, code: str, phase: int) -> bool:
        """A reader that sees tags come and go sees this one no more; True when it was thought to lie at the mouth."""
        if phase != CLEAR or code != self._code:
            return False
        self._code = None
        return True

    def forget(self) -> None:
        """Another card lies at the mouth now, or may: the lid was opened, or something was pushed in."""
        self._code = self._second = self._following = None

    def tick(self, phase: int, now_ms: int) -> bool:
        """Let time pass; True when a code found no passage within half a second, where cards are read in passing."""
        if self._doubtful and ticks.since(now_ms, self._doubt_ms) > LATE_MS:
            self._doubtful = False
        if self._rests or self._code is None or phase != CLEAR:
            return False
        if ticks.since(now_ms, self._code_ms) <= _UNCLAIMED_MS:
            return False
        self._code = None
        return True

    def _read_leaving(self, code: str, since_ms: int, now_ms: int) -> bool:
        if self._code is None:
            if since_ms <= EARLY_MS:
                self._code = code
            return since_ms <= EARLY_MS
        self._following = code
        self._code_ms = now_ms
        return True
