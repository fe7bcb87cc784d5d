"""From what the pins do to what the beams saw: an interrupt's log of edges, and its cleaning.

The interrupt only writes down gate, level and time, into places made at the start: it allocates nothing and waits for
nothing, so an edge is timed right even while the main loop collects garbage. The main loop takes the log apart:

    settled level ──edge──▶ turning ──1.5 ms without an edge──▶ turned, at the time of the first edge
          ▲                    │
          └── back to the settled level: a blip, counted and otherwise nothing

A card's edge that bounces is one edge; a blip of 50 µs is none. Edges of both gates come out in the order in which
they began, whatever the loop was doing meanwhile. Levels are 1 for a broken beam (dark) and 0 for a free one.
"""

from array import array

from micropython import const

from shoe import ticks

A = 0
"""The inner gate's place in every pair."""
B = 1
"""The outer gate's."""

SETTLE_US = 1500
"""How long a level must last to count. A card needs 7 ms from gate to gate at 2 m/s, a bounce less than one."""
_MOST_WAIT_US = const(20000)
"""How long an edge waits for an earlier one of the other gate, which may never come to rest."""
_AT_ONCE_US = const(500)
"""Closer together than any card can be: the light went, and which interrupt came first means nothing. A has it."""
_LOG = const(128)
_LAST = const(127)
"""Places are counted with a mask: an interrupt must not divide, which a Pico does in a unit that the loop uses too."""


class EdgeLog:
    """What the interrupts wrote and the loop has not read yet."""

    def __init__(self) -> None:
        self.overflowed = False
        """Edges came faster than the loop could read them: some are lost."""
        self._at = array("i", bytes(4 * _LOG))
        self._what = bytearray(_LOG)
        self._head = 0
        self._tail = 0

    def note(self, gate: int, dark: int, at_us: int) -> None:
        """Write down an edge; called in an interrupt."""
        head = self._head
        following = (head + 1) & _LAST
        if following == self._tail:
            self.overflowed = True
            return
        self._at[head] = at_us
        self._what[head] = gate + gate + dark
        self._head = following

    def waiting(self) -> bool:
        """Whether there is something to read."""
        return self._tail != self._head

    def first_at(self) -> int:
        """When the oldest edge was."""
        return self._at[self._tail]

    def first(self) -> int:
        """The oldest edge: twice the gate, plus 1 when it went dark."""
        return self._what[self._tail]

    def drop(self) -> None:
        """Forget the oldest edge."""
        self._tail = (self._tail + 1) & _LAST

    def clear(self) -> None:
        """Forget all of them."""
        self._tail = self._head
        self.overflowed = False


class Beam:
    """One gate's beam: its settled level, and the change that has not settled yet."""

    def __init__(self, dark: int, at_us: int) -> None:
        self.dark = dark
        """The settled level."""
        self.blips = 0
        """Changes that did not last, since the start."""
        self.edges = 0
        """All that the pin did, since whoever counts set this to 0 (see flicker.py)."""
        self.turns = 0
        """The changes that settled, likewise."""
        self.raw = dark
        self.raw_at_us = at_us
        self.turned_at_us = at_us
        """When the change began that settled last, or is about to settle."""

    def edge(self, dark: int, at_us: int) -> None:
        """The pin changed; two edges to one level are a blip shorter than the interrupt is quick."""
        self.edges += 1
        if dark == self.raw:
            self.blips += 1
            if dark != self.dark:
                self.raw_at_us = at_us
            return
        if dark == self.dark:
            self.blips += 1
        elif ticks.since(at_us, self.raw_at_us) > SETTLE_US or self.turned_at_us == self.raw_at_us:
            # Not the next bounce of a change that began a moment ago: this is where the change begins.
            self.turned_at_us = at_us
        self.raw = dark
        self.raw_at_us = at_us

    def turning(self) -> bool:
        """Whether a change has begun that has not settled."""
        return self.raw != self.dark

    def has_settled(self, now_us: int) -> bool:
        """Whether such a change has lasted long enough by now."""
        return self.raw != self.dark and ticks.since(now_us, self.raw_at_us) >= SETTLE_US


class Beams:
    """Both beams; `take` gives what settled, one change at a time, in the order in which the changes began."""

    def __init__(self, dark_a: int, dark_b: int, now_us: int) -> None:
        self.log = EdgeLog()
        self.pair = (Beam(dark_a, now_us), Beam(dark_b, now_us))
        self._checked_us = now_us

    def take(self, now_us: int) -> int:
        """The gate whose level has changed (0 or 1), or -1: nothing settled up to now."""
        while True:
            until_us = now_us
            if self.log.waiting():
                until_us = self.log.first_at()
                if ticks.diff(until_us, now_us) > 0:
                    until_us = now_us  # an edge that came after the loop looked at its clock
            gate = self._settled(until_us)
            if gate >= 0:
                return gate
            if not self.log.waiting():
                return -1
            what = self.log.first()
            self.pair[what >> 1].edge(what & 1, self.log.first_at())
            self.log.drop()

    def look(self, dark_a: int, dark_b: int, now_us: int) -> None:
        """Compare with the pins themselves: an edge that no interrupt told is an edge all the same."""
        if not self.log.waiting():
            if self.pair[A].raw != dark_a:
                self.pair[A].edge(dark_a, now_us)
            if self.pair[B].raw != dark_b:
                self.pair[B].edge(dark_b, now_us)

    def turning(self) -> bool:
        """Whether a change is about to settle."""
        return self.pair[A].turning() or self.pair[B].turning()

    def quiet(self) -> bool:
        """Whether both beams are free and nothing is under way."""
        a, b = self.pair
        return not (a.dark or b.dark or a.raw or b.raw or self.log.waiting())

    def _settled(self, now_us: int) -> int:
        a, b = self.pair
        if not (a.turning() or b.turning()):
            return -1
        first = A
        if not a.turning() or (b.turning() and ticks.diff(b.turned_at_us, a.turned_at_us) < -_AT_ONCE_US):
            first = B
        for gate in (first, 1 - first):
            beam = self.pair[gate]
            if beam.has_settled(now_us):
                beam.dark = beam.raw
                beam.turns += 1
                return gate
            if beam.turning() and ticks.since(now_us, beam.turned_at_us) < _MOST_WAIT_US:
                return -1  # the other gate's change came later, and waits for this one
        return -1
