"""The roads as lines of text, for people at a terminal."""

from collections.abc import Callable, Iterator, Sequence

from device.roads.all_roads import Roads
from device.roads.ask_road import NextMarks
from device.roads.big_road import BigRoadCell
from device.roads.derived_roads import DerivedCell, Mark
from device.roads.grid import ROWS
from device.roads.tokens import LETTERS, format_round
from device.roads.window import AnyCell, last_columns
from device.rules.outcome import Outcome

_EMPTY = "."
_INDENT = "  "
_INKS = {Outcome.BANKER: "91", Outcome.PLAYER: "94", Outcome.TIE: "92", Mark.RED: "91", Mark.BLUE: "94"}
_LEGEND = "B Banker, P Player, T tie; b Banker pair, p Player pair, n natural; a number: ties"

Ink = Outcome | Mark
Look = tuple[str, Ink]
"""A cell's letters, and what they stand for, which decides their colour."""


def page(roads: Roads, *, columns: int | None = None, width: int | None = None, colour: bool = False) -> str:
    """Draw every road, its newest columns where not all may be shown, then the ask road and the counts.

    `columns` is the most columns of a road, `width` the most characters of a line; None: as many as there are. With
    `colour` the letters carry a terminal's codes; they say all that the colours say.
    """

    def road(title: str, cells: Sequence[AnyCell], look: Callable[[AnyCell], Look]) -> Iterator[str]:
        shown = _fitting(cells, look, columns, width)
        gone = len(cells) - len(shown)
        yield f"{title} ({gone} of {len(cells)} beads scrolled away)" if gone else title
        yield from _grid(shown, look, colour)
        yield ""

    return "\n".join(
        (
            *road("Bead plate", roads.bead_plate, lambda bead: (format_round(bead.round), bead.round.outcome)),
            *road("Big road", roads.big_road, _win),
            *road("Big eye boy (R red, B blue)", roads.big_eye_boy, _mark),
            *road("Small road", roads.small_road, _mark),
            *road("Cockroach road", roads.cockroach_road, _mark),
            "Ask road",
            _asked("Banker", roads.ask_road.banker, colour),
            _asked("Player", roads.ask_road.player, colour),
            "",
            _counted(roads),
            _LEGEND,
        )
    )


def _win(cell: BigRoadCell) -> Look:
    winner = cell.winner or Outcome.TIE
    marks = ("b" if cell.banker_pair else "", "p" if cell.player_pair else "", "n" if cell.natural else "")
    return f"{LETTERS[winner]}{''.join(marks)}{cell.ties or ''}", winner


def _mark(cell: DerivedCell) -> Look:
    return cell.mark.value, cell.mark


def _fitting(
    cells: Sequence[AnyCell], look: Callable[[AnyCell], Look], columns: int | None, width: int | None
) -> Sequence[AnyCell]:
    """The newest columns, as many as may be shown; at least one."""
    wanted = max((cell.column + 1 for cell in cells), default=1)
    wanted = wanted if columns is None else min(columns, wanted)
    if width is not None:
        wanted = max(1, min(wanted, width // 2))  # a column has at least one letter and a blank
    shown = last_columns(cells, wanted)
    while width is not None and wanted > 1 and sum(_widths(shown, look)) + len(_INDENT) > width:
        wanted -= 1
        shown = last_columns(cells, wanted)
    return shown


def _widths(cells: Sequence[AnyCell], look: Callable[[AnyCell], Look]) -> list[int]:
    """How many characters each column takes, a blank included."""
    widths = [2] * max((cell.column + 1 for cell in cells), default=0)
    for cell in cells:
        widths[cell.column] = max(widths[cell.column], len(look(cell)[0]) + 1)
    return widths


def _grid(cells: Sequence[AnyCell], look: Callable[[AnyCell], Look], colour: bool) -> Iterator[str]:
    widths = _widths(cells, look)
    at = {(cell.column, cell.row): look(cell) for cell in cells}
    if not cells:
        yield f"{_INDENT}-"
        return
    for row in range(ROWS):
        line = _INDENT
        for column, wide in enumerate(widths):
            letters, ink = at.get((column, row), (_EMPTY, None))
            line += _inked(letters, ink, colour) + " " * (wide - len(letters))
        yield line.rstrip()


def _inked(letters: str, ink: Ink | None, colour: bool) -> str:
    return f"\x1b[{_INKS[ink]}m{letters}\x1b[0m" if colour and ink is not None else letters


def _asked(name: str, marks: NextMarks, colour: bool) -> str:
    roads = (
        ("big eye boy", marks.big_eye_boy),
        ("small road", marks.small_road),
        ("cockroach road", marks.cockroach_road),
    )
    answers = (f"{road} {'-' if mark is None else _inked(mark.value, mark, colour)}" for road, mark in roads)
    return f"{_INDENT}{name} next: {', '.join(answers)}"


def _counted(roads: Roads) -> str:
    counts = roads.counts
    return (
        f"Banker {counts.banker}, Player {counts.player}, tie {counts.tie}; "
        f"Banker pair {counts.banker_pair}, Player pair {counts.player_pair}, natural {counts.natural}"
    )
