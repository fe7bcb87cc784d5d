"""How runs are laid into six rows: down, and to the right when something is in the way.

Cells are msgspec structs: a shoe has some three hundred, and as frozen dataclasses they cost more than all the rest.
"""

from collections.abc import Iterable, Iterator

import msgspec

from device.rules.choices import Tails

ROWS = 6
"""Every road is six cells high."""


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A place on a road: columns count from 0 at the left, rows from 0 at the top."""

    column: int
    row: int


def lay_out(lengths: Iterable[int], tails: Tails) -> Iterator[tuple[int, int]]:
    """The column and row of every bead of runs that are so long, in the order in which they fall.

    A run starts at the top of the first column whose top is free, right of the first column of the run before it. Each
    further bead goes down, or to the right when the bottom row or a taken cell is in its way: the run grows a tail.
    A tail goes down again as soon as the cell below is free (`Tails.REDESCEND`) or keeps its row (`Tails.STRAIGHT`).
    """
    # A cell is one number, column by column, so that one step down is +1 and one to the right +ROWS. To the right there
    # is always room: an older run that stood there would have had to cross this one on its way down and right.
    taken: set[int] = set()
    first = -ROWS
    for length in lengths:
        first += ROWS
        while first in taken:
            first += ROWS
        place = first
        may_fall = True
        for bead in range(length):
            if bead:
                below = place + 1
                if may_fall and below % ROWS and below not in taken:
                    place = below
                else:
                    place += ROWS
                    may_fall = tails is Tails.REDESCEND
            taken.add(place)
            yield divmod(place, ROWS)
