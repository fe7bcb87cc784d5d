"""The bead plate: every coup, ties too, in the order played."""

from collections.abc import Iterable

from device.roads.grid import ROWS, Cell
from device.roads.rounds import Round


class Bead(Cell, frozen=True, kw_only=True):
    """One coup on the bead plate, with all its marks."""

    round: Round


def bead_plate(rounds: Iterable[Round]) -> tuple[Bead, ...]:
    """Every coup, six rows down and then the next column to the right."""
    return tuple(Bead(column=at // ROWS, row=at % ROWS, round=one) for at, one in enumerate(rounds))
