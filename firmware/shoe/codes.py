"""Which card a code belongs to, where the reader sees cards at rest; passing.py is for where it does not.

No code leaves this file before the gates say that its card has left.

The reader looks at the card that lies at the mouth, so a code is mostly known before its card moves, and stays here.
What makes it hard is the reader's delay: a code arrives some time after it was seen, and while one card leaves, the
next one already slides under the reader. So, for a code that was not known at rest:

    first half of the passage  the next card lies covered: the code is that of the card on its way out; a second,
                               different one means two cards
    second half                it may be either card's: with the first card's code known it is the next card's, else
                               nobody's
    inner beam free, EARLY     no reader is quicker: still that card's
    EARLY to LATE              it may be either card's, and is taken as in the second half
    LATE to UNREAD_LATE        the next card's; but while that rests, after one that left unread: nobody's, the reader
                               may only now have made sense of it
    after that                 the next card's

When the lid moved, something was pushed in, or a gate did not see, nothing counts that was read before or comes until
LATE_MS after that: it may be the code of a card that is not here any more.

A wrong card is worse than an unread one: of a doubtful code nothing is kept, it is told as a code without a passage,
and the reader will read again. Half a card is right where the reader's window begins at most 40 mm before the beam.
"""

from shoe import ticks
from shoe.belonging import Belonging
from shoe.gates import ALIEN, BLIND, CLEAR

EARLY_MS = 15
LATE_MS = 200
UNREAD_LATE_MS = 500


class Codes(Belonging):
    """The codes on the board; it never `waits`: the reader looks at a card long before that leaves."""

    def __init__(self) -> None:
        self._code: str | None = None
        """Of the card at the mouth, or on its way out."""
        self._code_ms = 0
        self._code_since_ms = 0
        self._in_passing = False
        """The code was not known before its card moved."""
        self._second: str | None = None
        self._second_ms = 0
        self._second_is_sure = False
        self._followed = False
        self._following: str | None = None
        self._left: tuple[str | None, str | None] = (None, None)
        self._left_unread = False
        self._doubt_ms = 0
        self._doubtful = False
        self._hidden = False
        self._hidden_ms = 0
        """When another card may last have taken the place of the one at the mouth, unseen by the gates."""

    def read(self, code: str, phase: int, leaving: bool, left_inner_ms: int, now_ms: int) -> bool:
        """Take a code from the reader; False when it has no card: a code without a passage.

        `leaving`: the end of a card has passed the inner beam, and not yet the outer one.
        """
        if self._hidden and ticks.since(now_ms, self._hidden_ms) <= LATE_MS:
            return True  # it may be that of a card that is not here any more
        if phase in (ALIEN, BLIND) or code in (self._code, self._second):
            self._code_ms = now_ms
            return True  # what lies where it should not is read again when it lies still
        if leaving:
            return self._read_leaving(code, ticks.since(now_ms, left_inner_ms), now_ms)
        if self._doubtful:
            ago_ms = ticks.since(now_ms, self._doubt_ms)
            # When the next card is on its way it is soon gone.
            if self._left_unread and ago_ms <= (UNREAD_LATE_MS if phase == CLEAR else LATE_MS):
                return False
            if code in self._left and ago_ms <= LATE_MS:
                return True  # the end of what the reader had to say about the card that left
        if phase != CLEAR and self._code is not None:
            if self._second is None:
                self._second = code
                self._second_ms = now_ms
            return True
        replaced = self._code is not None
        self._take(code, phase != CLEAR, now_ms)
        return not replaced

    def followed(self) -> None:
        """Another card broke the inner beam before the first was out: what was read in between is its code."""
        self._followed = True
        if self._following is not None:
            self._second, self._following = self._following, None
            self._second_is_sure = True

    def inner_passed(self, dark_ms: int, free_ms: int) -> bool:
        """The end of a card has passed the inner beam, which it had broken at `dark_ms`.

        Codes read in the second half of that time may be the next card's. True when one was of no card.
        """
        if self._second is not None:
            if not self._second_is_sure and _is_late(self._second_ms, dark_ms, free_ms):
                self._following = None if self._followed else self._second
                self._second = None
                return self._followed
        elif self._code is not None and self._in_passing and _is_late(self._code_since_ms, dark_ms, free_ms):
            self._code = None
            return True
        return False

    def dealt(self, left_inner_ms: int, two: bool) -> tuple[str | None, str | None]:
        """The card has left, or (`two`) more than one: its code, and a second, different one of the same passage."""
        code, second = self._code, self._second
        following = self._following
        if two and second is None:
            following = None  # of the second card, or of the one after it
        self._clear()
        if following is not None:
            self._take(following, False, self._code_ms)
        self._left = (code, second)
        self._left_unread = (second if two else code) is None
        self._doubtful = True
        self._doubt_ms = left_inner_ms
        return code, second

    def went_back(self, drawn: bool) -> None:
        """The card lies at the mouth again, with its code; but `drawn` far out it may have shown the next one's."""
        code = self._code if not (drawn and self._in_passing) else None
        self._clear()
        self._code = code

    def gone(self, code: str, phase: int) -> bool:
        """A reader that sees tags come and go sees this one no more; True when it was thought to lie at the mouth."""
        if phase != CLEAR or code != self._code:
            return False
        self._code = None
        return True

    def forget(self, now_ms: int) -> None:
        """Another card lies at the mouth now, or may: the lid moved, something was pushed in, a gate did not see."""
        self._clear()
        self._hidden = True
        self._hidden_ms = now_ms

    def tick(self, phase: int, now_ms: int) -> bool:
        """Let time pass; True when a code found no passage, and none rests here in vain."""
        if self._doubtful and ticks.since(now_ms, self._doubt_ms) > UNREAD_LATE_MS:
            self._doubtful = False
        if phase in (ALIEN, BLIND):
            self._hidden = True
            self._hidden_ms = now_ms
        elif self._hidden and ticks.since(now_ms, self._hidden_ms) > LATE_MS:
            self._hidden = False
        return False

    def _clear(self) -> None:
        self._code = self._second = self._following = None
        self._in_passing = self._followed = self._second_is_sure = False

    def _take(self, code: str, in_passing: bool, now_ms: int) -> None:
        self._code = code
        self._code_ms = self._code_since_ms = now_ms
        self._in_passing = in_passing

    def _may_be_the_last_ones(self, now_ms: int) -> bool:
        return self._doubtful and self._left_unread and ticks.since(now_ms, self._doubt_ms) <= LATE_MS

    def _read_leaving(self, code: str, since_ms: int, now_ms: int) -> bool:
        if (self._second if self._followed else self._code) is not None:
            self._following = code
            self._code_ms = now_ms
            return True
        if since_ms > EARLY_MS or self._may_be_the_last_ones(now_ms):
            return False
        if self._code is None:
            self._take(code, True, now_ms)
        else:
            self._second = code
        return True


def _is_late(read_ms: int, dark_ms: int, free_ms: int) -> bool:
    """Whether a code came so late in a card's passage that the next card may have been seen."""
    return 2 * (ticks.diff(read_ms, dark_ms) - EARLY_MS) > ticks.diff(free_ms, dark_ms)
