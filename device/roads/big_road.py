"""The big road: a column for each run of the same winner."""

from collections.abc import Sequence

from device.roads.grid import Cell, lay_out
from device.roads.rounds import Round, run_lengths
from device.rules.choices import Tails
from device.rules.outcome import Outcome


class BigRoadCell(Cell, frozen=True, kw_only=True):
    """One win, its own marks, and how many ties came after it; of tie coups nothing but their number stands here."""

    winner: Outcome | None
    """Never a tie; None while the shoe has had nothing but ties."""
    ties: int
    banker_pair: bool
    player_pair: bool
    natural: bool


def big_road(rounds: Sequence[Round], tails: Tails = Tails.REDESCEND) -> tuple[BigRoadCell, ...]:
    """The wins of the whole shoe, run beside run, in the order played.

    Ties are counted on the last win's cell. Ties before the first win wait in a cell of their own at the top left, and
    land on the first win when it comes.
    """
    wins: list[Round] = []
    ties: list[int] = []
    leading = 0
    for one in rounds:
        if one.outcome is not Outcome.TIE:
            wins.append(one)
            ties.append(0)
        elif ties:
            ties[-1] += 1
        else:
            leading += 1
    if not wins:
        return (_only_ties(leading),) if leading else ()
    ties[0] += leading
    return tuple(
        BigRoadCell(
            column=column,
            row=row,
            winner=win.outcome,
            ties=tied,
            banker_pair=win.banker_pair,
            player_pair=win.player_pair,
            natural=win.natural,
        )
        for (column, row), win, tied in zip(lay_out(run_lengths(wins), tails), wins, ties, strict=True)
    )


def _only_ties(ties: int) -> BigRoadCell:
    return BigRoadCell(column=0, row=0, winner=None, ties=ties, banker_pair=False, player_pair=False, natural=False)
