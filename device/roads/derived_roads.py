"""Big eye boy, small road and cockroach road: whether the shoe repeats itself, from the lengths of its runs.

All three ask of each win what the big road would look like if the shoe kept repeating what it did 1, 2 or 3 runs
earlier: red says that it did, blue that it did not. They look at the lengths of the runs of the whole shoe and never at
the drawn road, whose tails and scrolling would give other answers.
"""

import enum
from collections.abc import Sequence

from device.roads.grid import Cell, lay_out
from device.roads.rounds import lengths_of
from device.rules.choices import Tails


class Mark(enum.Enum):
    """The two colours; they have nothing to do with the colours of Banker and Player."""

    RED = "R"
    BLUE = "B"


class DerivedRoad(enum.Enum):
    """A derived road; its value is how many runs it looks back."""

    BIG_EYE_BOY = 1
    SMALL_ROAD = 2
    COCKROACH_ROAD = 3


class DerivedCell(Cell, frozen=True, kw_only=True):
    """One mark of a derived road."""

    mark: Mark


def mark_of(lengths: Sequence[int], run: int, bead: int, back: int) -> Mark | None:
    """What the win number `bead` of run number `run` (both from 0) adds to the road that looks so many runs back.

    The first win of a run ended the run before it: red if that one is as long as the run `back` runs before it. Every
    further win is blue only just below the end of the run `back` runs earlier, where that one broke off and this one
    goes on. None where no run is that far back. Of `lengths` only those of runs before `run` are looked at.
    """
    if bead:
        compared = run - back
        return None if compared < 0 else Mark.BLUE if lengths[compared] == bead else Mark.RED
    compared = run - 1 - back
    return None if compared < 0 else Mark.RED if lengths[run - 1] == lengths[compared] else Mark.BLUE


def derived_marks(lengths: Sequence[int], road: DerivedRoad) -> list[Mark]:
    """The marks of a derived road in the order in which the coups added them, from `run_lengths` of the whole shoe."""
    back = road.value
    marks = (mark_of(lengths, run, bead, back) for run in range(back, len(lengths)) for bead in range(lengths[run]))
    return [mark for mark in marks if mark is not None]


def derived_road(lengths: Sequence[int], road: DerivedRoad, tails: Tails = Tails.REDESCEND) -> tuple[DerivedCell, ...]:
    """A derived road laid out like a big road: a column for each run of the same colour."""
    marks = derived_marks(lengths, road)
    return tuple(
        DerivedCell(column=column, row=row, mark=mark)
        for (column, row), mark in zip(lay_out(lengths_of(marks), tails), marks, strict=True)
    )
