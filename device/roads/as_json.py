"""The roads as plain values, for programs: what `zapato roads` prints."""

from collections.abc import Iterable

from device.roads.all_roads import Roads
from device.roads.ask_road import NextMarks
from device.roads.derived_roads import DerivedCell, Mark
from device.roads.tokens import LETTERS, format_round


def plain(roads: Roads) -> dict[str, object]:
    """Every road as a list of cells, each a list that begins with column and row, both from 0.

    Keys and cells: ``bead`` ``[column, row, "Bb"]``; ``big_road`` ``[column, row, "B"|"P"|None, ties, banker_pair,
    player_pair, natural]``; ``big_eye``, ``small``, ``cockroach`` ``[column, row, "R"|"B"]``; ``ask``; ``counts``.
    """
    return {
        "bead": [[bead.column, bead.row, format_round(bead.round)] for bead in roads.bead_plate],
        "big_road": [
            [
                cell.column,
                cell.row,
                None if cell.winner is None else LETTERS[cell.winner],
                cell.ties,
                cell.banker_pair,
                cell.player_pair,
                cell.natural,
            ]
            for cell in roads.big_road
        ],
        "big_eye": _derived(roads.big_eye_boy),
        "small": _derived(roads.small_road),
        "cockroach": _derived(roads.cockroach_road),
        "ask": {"B": _next(roads.ask_road.banker), "P": _next(roads.ask_road.player)},
        "counts": {
            "B": roads.counts.banker,
            "P": roads.counts.player,
            "T": roads.counts.tie,
            "banker_pair": roads.counts.banker_pair,
            "player_pair": roads.counts.player_pair,
            "natural": roads.counts.natural,
        },
    }


def _derived(cells: Iterable[DerivedCell]) -> list[list[object]]:
    return [[cell.column, cell.row, cell.mark.value] for cell in cells]


def _next(marks: NextMarks) -> dict[str, str | None]:
    return {
        "big_eye": _letter(marks.big_eye_boy),
        "small": _letter(marks.small_road),
        "cockroach": _letter(marks.cockroach_road),
    }


def _letter(mark: Mark | None) -> str | None:
    return None if mark is None else mark.value
