"""What two beams across the slot say about a card: A is the inner one, B the outer, 15 to 20 mm apart.

    CLEAR ──A+──▶ INNER ──B+──▶ BOTH ──A−──▶ LEAVING ──B−──▶ dealt
      │             │ A−          │ B−          │ A+
      │ B+          ▼             ▼             ▼
      ▼           touched       INNER         FOLLOWED ── until both are free ──▶ two cards
    ALIEN                      (drawn; then A− is: pulled back)
      └── until both are free: pushed in; and when A became free before B, something left too

Plus is dark, minus is free. Both beams dark within half a millisecond is no card but the light gone: BLIND until both
are free. A beam dark for over 3 s is a jam, for over 60 s a fault; neither ends the passage, which goes on when the
card moves. Whoever starts while a card lies in the mouth takes it for one on its way out: it must not vanish.
"""

from micropython import const

from shoe import ticks
from shoe.edges import A, B

CLEAR = 0
INNER = 1
BOTH = 2
LEAVING = 3
FOLLOWED = 4
ALIEN = 5
BLIND = 6

JAM_MS = 3000
STUCK_MS = 60000
NAMES = ("A", "B")
_TOO_FAST_US = const(500)
_REBOUND_MS = const(20)
"""The edge of a card just dealt may brush the outer beam once more; nothing is pushed in so soon or so briefly."""


class Happenings:
    """Who hears what the gates found; the shoe itself is one. Times are milliseconds of the board's clock."""

    def card_begins(self, at_ms: int) -> None:
        """A card is at the inner beam, and may leave or go back."""

    def card_dealt(self, in_ms: int, out_ms: int, two: bool) -> None:
        """Something left outwards: `two` when it was more than one card can be."""

    def card_went_back(self, at_ms: int, drawn: bool) -> None:
        """Touched and let go, or (`drawn`) seen by both beams and put back."""

    def card_followed(self) -> None:
        """Another card broke the inner beam before the first was out."""

    def inner_passed(self, dark_ms: int, free_ms: int) -> None:
        """The end of a card that is on its way out has passed the inner beam, broken since `dark_ms`."""

    def card_pushed_in(self, at_ms: int) -> None:
        """The outer beam went dark first."""

    def jam(self, gate: int, cleared: bool, at_ms: int) -> None:
        """A beam has been dark for over 3 s, or is free again."""

    def gate_fault(self, gate: int, at_ms: int) -> None:
        """A gate does not do its work."""

    def light_lost(self, at_ms: int) -> None:
        """Both beams went dark at once, which no card can do."""


class Gates:
    """The state machine; `card_tenths` and `apart_tenths` are the card's length and the gates' distance in 0.1 mm."""

    def __init__(self, card_tenths: int = 880, apart_tenths: int = 175) -> None:
        self.phase = CLEAR
        self.left_inner_ms = 0
        """When the card that leaves, or left last, set the inner beam free."""
        self.heard = Happenings()
        """Who is told; the shoe puts itself here."""
        self._card = card_tenths
        self._apart = apart_tenths
        self._dark = [0, 0]
        self._dark_ms = [0, 0]
        self._dark_us = [0, 0]
        self._free_us = [0, 0]
        self._jammed = [False, False]
        self._stuck = [False, False]
        self._in_ms = 0
        self._drawn = False
        self._dealt_ms = 0
        self._has_dealt = False
        self._brushing = False

    def begin(self, dark_a: int, dark_b: int, at_ms: int, at_us: int) -> None:
        """How the beams stand when the board starts."""
        for gate in (A, B):
            self._dark[gate] = dark_a if gate == A else dark_b
            self._dark_ms[gate] = at_ms
            self._dark_us[gate] = at_us
        self._in_ms = at_ms
        self.left_inner_ms = at_ms
        if dark_a:
            self.phase = BOTH if dark_b else INNER
        elif dark_b:
            self.phase = LEAVING

    def edge(self, gate: int, dark: int, at_ms: int, at_us: int) -> None:
        """A beam's level has changed at that time."""
        self._dark[gate] = dark
        if dark:
            self._dark_ms[gate] = at_ms
            self._dark_us[gate] = at_us
        else:
            self._free_us[gate] = at_us
            self._freed(gate, at_ms)
        if gate == A:
            if dark:
                self._inner_dark(at_ms)
            else:
                self._inner_free(at_ms)
        elif dark:
            self._outer_dark(at_ms, at_us)
        else:
            self._outer_free(at_ms)

    def tick(self, now_ms: int) -> None:
        """Let time pass: jams, faults, and a brush that turns out to be more."""
        for gate in (A, B):
            if self._dark[gate]:
                dark_ms = ticks.since(now_ms, self._dark_ms[gate])
                if dark_ms > JAM_MS and not self._jammed[gate]:
                    self._jammed[gate] = True
                    self.heard.jam(gate, False, now_ms)
                if dark_ms > STUCK_MS and not self._stuck[gate]:
                    self._stuck[gate] = True
                    self.heard.gate_fault(gate, now_ms)
        if self._brushing and ticks.since(now_ms, self._dark_ms[B]) >= _REBOUND_MS:
            self._pushed(now_ms)

    def is_jammed(self, gate: int) -> bool:
        """Whether that beam has been dark for over 3 s."""
        return self._jammed[gate]

    def is_leaving(self) -> bool:
        """Whether the end of a card lies between the beams."""
        return self.phase == LEAVING or (self.phase == FOLLOWED and not self._dark[A])

    # the edges ---------------------------------------------------------------------------------------------------

    def _inner_dark(self, at_ms: int) -> None:
        if self._brushing:
            self._pushed(at_ms)
        if self.phase == CLEAR:
            self.phase = INNER
            self._in_ms = at_ms
            self._drawn = False
            self.heard.card_begins(at_ms)
        elif self.phase == LEAVING:
            self.phase = FOLLOWED
            self.heard.card_followed()
        elif self.phase == ALIEN:
            self._drawn = True

    def _inner_free(self, at_ms: int) -> None:
        if self.phase == INNER:
            self.phase = CLEAR
            self.heard.card_went_back(at_ms, self._drawn)
            return
        if self.phase in (BOTH, FOLLOWED):
            self.left_inner_ms = at_ms
            self.heard.inner_passed(self._dark_ms[A], at_ms)
        if self.phase == BOTH:
            self.phase = LEAVING
        elif not self._dark[B]:
            self._all_free(at_ms, False)

    def _outer_dark(self, at_ms: int, at_us: int) -> None:
        if self.phase == INNER:
            if ticks.diff(at_ms, self._in_ms) < 2 and abs(ticks.diff(at_us, self._dark_us[A])) < _TOO_FAST_US:
                self.phase = BLIND
                self.heard.light_lost(at_ms)
            else:
                self.phase = BOTH
                self._drawn = True
        elif self.phase == CLEAR:
            if self._has_dealt and ticks.since(at_ms, self._dealt_ms) < _REBOUND_MS:
                self._brushing = True
            else:
                self._pushed(at_ms)

    def _outer_free(self, at_ms: int) -> None:
        if self._brushing:
            self._brushing = False
        elif self.phase == BOTH:
            self.phase = INNER
        elif self.phase == LEAVING:
            self.phase = CLEAR
            self._dealt(at_ms, self._too_long(at_ms))
        elif not self._dark[A]:
            self._all_free(at_ms, True)

    def _all_free(self, at_ms: int, outwards: bool) -> None:
        phase, self.phase = self.phase, CLEAR
        if phase == FOLLOWED:
            self._dealt(at_ms, True)
        elif phase == ALIEN and outwards and self._drawn:
            self._dealt(at_ms, False)

    def _pushed(self, at_ms: int) -> None:
        self._brushing = False
        self.phase = ALIEN
        self._drawn = False
        self._in_ms = self._dark_ms[B]
        self.heard.card_pushed_in(at_ms)

    def _dealt(self, at_ms: int, two: bool) -> None:
        self._has_dealt = True
        self._dealt_ms = at_ms
        self.heard.card_dealt(self._in_ms, at_ms, two)

    def _freed(self, gate: int, at_ms: int) -> None:
        self._stuck[gate] = False
        if self._jammed[gate]:
            self._jammed[gate] = False
            self.heard.jam(gate, True, at_ms)

    def _too_long(self, at_ms: int) -> bool:
        """Whether what left was longer than 1 3/4 cards, by the speeds at which its two ends went from gate to gate.

        Their geometric mean is the card's own speed while a hand draws it evenly faster or slower. In squares, so that
        no root is needed. Of a card that jammed on its way the time says nothing.
        """
        if not self._drawn or ticks.since(at_ms, self._in_ms) > JAM_MS:
            return False
        head_us = max(1000, ticks.diff(self._dark_us[B], self._dark_us[A]))
        tail_us = max(1000, ticks.diff(self._free_us[B], self._free_us[A]))
        dark_us = ticks.diff(self._free_us[A], self._dark_us[A])
        length = self._apart * dark_us
        longest = self._card * 1.75
        return 1.0 * length * length > longest * longest * head_us * tail_us
