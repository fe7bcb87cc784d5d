"""Which card a code belongs to, where the reader sees cards only as they leave: nothing rests before it.

    reader's window, 5 to 27 mm before A        A        B
    ──────────────[══════════]──────────────────│────────│──▶

A code is here at most `delay_ms` after the reader could last see its card, which is when the card's end sets the inner
beam free. That may be long after the card has left. So, after the end of a card has passed the inner beam:

    its code was here before       it is told as soon as the outer beam is free
    no code was here               it is held back for `delay_ms`, and one that comes in that time is its code,
    ... and it comes late          unless another card is at the inner beam less than SHOWN_MS after the code:
                                   that one may have shown it. So the card is held back for so long, and then told
    another card begins meanwhile  nobody's: the card is told without a code at once, and what comes until `delay_ms`
                                   are over is not the next card's either
    a second, different code       the same
    later than `delay_ms`          the next card's

When the lid moved, something was pushed in, or a gate did not see, what was read is nobody's, and so is what comes
until `delay_ms` after that: the reader may have seen a card that is not here any more.

A wrong card is worse than an unread one. No card can be wrong while three things hold: the reader is never slower than
`delay_ms`; no card comes over the window before the end of the one before it has passed the inner beam; and a card
that has shown its code before that time is over is at the inner beam within SHOWN_MS (27 mm, an eighth of a metre a
second). A card that was told may be read again for as long: its own code means nothing until then.
"""

from micropython import const

from shoe import ticks
from shoe.belonging import DELAY_MS, Belonging
from shoe.gates import ALIEN, BLIND, CLEAR

SHOWN_MS = 220
_ROUND_MS = const(10)
"""So much later the main loop may read what has come, as after collecting garbage."""
_UNCLAIMED_MS = const(500)


class Passing(Belonging):
    """The codes on the board; while `waits`, a card that has left is held back, and its code is `settled` after it."""

    def __init__(self, delay_ms: int = DELAY_MS) -> None:
        self.waits = False
        self.settled = None
        self._delay_ms = delay_ms + _ROUND_MS
        self._code: str | None = None
        """Of the card on its way out, or the next to be."""
        self._code_ms = 0
        self._seen_ms = 0
        self._second: str | None = None
        self._following: str | None = None
        """Read while a card left whose own code is known: the next card's."""
        self._following_ms = 0
        self._followed = False
        self._nobodys = False
        """The card on its way out cannot have a code any more: two may be its own, or something else was here."""
        self._held: str | None = None
        self._held_ms = 0
        self._left_ms = 0
        """When the card that is held back set the inner beam free."""
        self._told: list[tuple[str, int]] = []
        """The codes told last, and when their cards set the inner beam free."""
        self._unread = False
        self._unread_ms = 0
        """When the last card that was told without a code set the inner beam free, or one may have left unseen."""

    def read(self, code: str, phase: int, leaving: bool, left_inner_ms: int, now_ms: int) -> bool:
        """Take a code from the reader; False when it has no card: a code without a passage.

        `leaving`: the end of a card has passed the inner beam, and not yet the outer one.
        """
        if phase in (ALIEN, BLIND) or self._was_told(code, now_ms):
            return True
        if self._is_unread_ones(now_ms):
            return False
        if leaving:
            return self._read_leaving(code, left_inner_ms, now_ms)
        if code in (self._code, self._second):
            self._seen_ms = now_ms
            return True
        if self.waits:
            if ticks.since(now_ms, self._left_ms) <= self._delay_ms:
                return self._read_late(code, now_ms)
            # Too late for the card that left. Were its code the next card's, that one would have two, or had it twice.
            self._settle(None if code == self._held else self._held)
        if phase != CLEAR and self._code is not None:
            if self._second is None:
                self._second = code
            return True
        replaced = self._code is not None
        self._take(code, now_ms)
        return not replaced

    def begins(self, at_ms: int) -> bool:
        """A card is at the inner beam; True when a code is told of no card because of that."""
        self._nobodys = False
        if not self.waits:
            return False
        doubtful = self._held is not None and ticks.diff(at_ms, self._held_ms) <= SHOWN_MS
        self._settle(None if doubtful else self._held)
        return doubtful

    def followed(self) -> None:
        """Another card broke the inner beam before the first was out: what was read in between is its code."""
        self._followed = True
        if self._second is None:
            self._second = self._following
        self._following = None

    def dealt(self, left_inner_ms: int, two: bool) -> tuple[str | None, str | None]:
        """The card has left, or (`two`) more than one: its code, and a second, different one of the same passage.

        When it `waits` after that the card is not to be told yet.
        """
        code, second, nobodys = self._code, self._second, self._nobodys
        came_late = code is not None and ticks.diff(self._code_ms, left_inner_ms) > 0
        code_ms = self._code_ms
        following = None if two else self._following
        self._clear()
        if following is not None:
            self._take(following, self._following_ms)
        self._left_ms = left_inner_ms
        if two or second is not None:
            for known in (code, second):
                self._remember(known)
            if second is None:
                self._remember(None)
            return code, second
        if nobodys or (code is not None and not came_late):
            self._remember(None if nobodys else code)
            return None if nobodys else code, None
        self.waits = True
        self._held = code
        self._held_ms = code_ms
        return None, None

    def went_back(self, drawn: bool) -> None:
        """The card lies inside again, with its code."""
        code = self._code
        self._clear()
        self._code = code

    def gone(self, code: str, phase: int) -> bool:
        """A reader that sees tags come and go sees this one no more; True when it was thought to be the next card's."""
        if phase != CLEAR or code != self._code:
            return False
        self._code = None
        return True

    def forget(self, now_ms: int) -> None:
        """Other cards may be here now: the lid moved, something was pushed in, a gate did not see."""
        self._clear()
        self._nobodys = True
        self.give_up()
        self._is_unread(now_ms)  # the reader may have seen one that is not here any more

    def give_up(self) -> None:
        """Do not hold back the card any longer; what was read since its end passed is no sure code."""
        if self.waits:
            self._settle(None)

    def tick(self, phase: int, now_ms: int) -> bool:
        """Let time pass; True when a code found no passage within half a second."""
        if self.waits:
            if self._held is None:
                over = ticks.since(now_ms, self._left_ms) > self._delay_ms
            else:
                over = ticks.since(now_ms, self._held_ms) > SHOWN_MS + _ROUND_MS
            if over:
                self._settle(self._held)
        if phase in (ALIEN, BLIND):
            self._is_unread(now_ms)
        elif self._unread and ticks.since(now_ms, self._unread_ms) > self._delay_ms:
            self._unread = False
        while self._told and ticks.since(now_ms, self._told[0][1]) > self._delay_ms:
            self._told.pop(0)
        if self._code is None or phase != CLEAR or ticks.since(now_ms, self._seen_ms) <= _UNCLAIMED_MS:
            return False
        self._code = None
        return True

    def _take(self, code: str, now_ms: int) -> None:
        self._code = code
        self._code_ms = self._seen_ms = now_ms

    def _clear(self) -> None:
        self._code = self._second = self._following = None
        self._followed = self._nobodys = False

    def _read_late(self, code: str, now_ms: int) -> bool:
        """A code for the card that is held back, while it may be that one's."""
        if self._held is None:
            self._held = code
            self._held_ms = now_ms
        elif code != self._held:
            self._settle(None)
            return False
        return True

    def _read_leaving(self, code: str, left_ms: int, now_ms: int) -> bool:
        """A code while a card's end, which passed the inner beam at `left_ms`, is between the beams."""
        known = self._code
        if self._nobodys or self._followed:
            return code in (known, self._second)
        came_late = known is not None and ticks.diff(self._code_ms, left_ms) > 0
        if ticks.since(now_ms, left_ms) <= self._delay_ms:
            if known is None:
                self._take(code, now_ms)
                return True
            if code == known:
                return True
            if came_late:
                self._nobodys = True
                self._code = None
                return False
        elif came_late and code == known:
            self._nobodys = True
        elif came_late:
            self._code_ms = left_ms  # this one is the next card's, so that one was not
        self._following = code
        self._following_ms = now_ms
        return True

    def _settle(self, code: str | None) -> None:
        self.waits = False
        self.settled = code
        self._held = None
        self._remember(code)

    def _remember(self, code: str | None) -> None:
        if code is not None:
            self._told.append((code, self._left_ms))
        else:
            self._is_unread(self._left_ms)

    def _is_unread(self, at_ms: int) -> None:
        """What comes from then on until the delay is over may be the code of a card that nobody waits for."""
        if not self._unread or ticks.diff(at_ms, self._unread_ms) > 0:
            self._unread = True
            self._unread_ms = at_ms

    def _was_told(self, code: str, now_ms: int) -> bool:
        """Whether it may be the end of what the reader had to say about a card that was told."""
        return any(told == code and ticks.since(now_ms, left_ms) <= self._delay_ms for told, left_ms in self._told)

    def _is_unread_ones(self, now_ms: int) -> bool:
        """Whether what comes now may be the code of a card that was told without one."""
        return self._unread and ticks.since(now_ms, self._unread_ms) <= self._delay_ms
