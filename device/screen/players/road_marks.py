"""The marks on the five roads' grids as shapes. Pure.

They are most of a players' screen and stay as they are while a hand is dealt: the newest ones are kept, so that a card
costs no more late in a shoe than early.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.roads import Bead as BeadCell
from device.roads import BigRoadCell, DerivedCell, DerivedRoad, last_columns
from device.rules.choices import Tails
from device.rules.outcome import Outcome
from device.screen.look.layout import RoadZone, grid_cell
from device.screen.look.shapes import Bead, Box, Fill, MarkLook, RoadMark, RoadWin, Shape
from device.screen.look.theme import Ink
from device.screen.players.roads import drawn
from device.screen.view import Coup, PublicView

LOOKS = {
    DerivedRoad.BIG_EYE_BOY: MarkLook.RING,
    DerivedRoad.SMALL_ROAD: MarkLook.DISC,
    DerivedRoad.COCKROACH_ROAD: MarkLook.SLASH,
}
"""How the marks of each derived road are drawn, as on every table."""

Marked = tuple[RoadZone, tuple[Shape, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """All that the marks depend on."""

    coups: tuple[Coup, ...]
    tails: Tails
    free: bool
    fresh: bool
    letters: tuple[tuple[Outcome, str], ...]
    zones: tuple[RoadZone, ...]


def road_marks(view: PublicView, letters: Mapping[Outcome, str], zones: Sequence[RoadZone]) -> tuple[Marked, ...]:
    """The marks of the big road, the derived roads in the order of `LOOKS`, and the bead plate, each with its zone.

    `zones` are theirs, in this order. While a result stands on the table its cell is lit.
    """
    return _marks(
        _Wanted(
            coups=view.coups,
            tails=view.tails,
            free=view.free_coups_on_roads,
            fresh=view.phase == "result" and bool(view.coups) and view.coups[-1].coup == view.hand,
            letters=tuple(letters.items()),
            zones=tuple(zones),
        )
    )


@functools.lru_cache(maxsize=4)
def _marks(wanted: _Wanted) -> tuple[Marked, ...]:
    return tuple((zone, tuple(marks)) for zone, marks in zip(wanted.zones, _all(wanted), strict=True))


def _all(wanted: _Wanted) -> Iterator[Iterator[Shape]]:
    roads = drawn(wanted.coups, wanted.tails, free=wanted.free)
    big, *derived, plate = wanted.zones
    yield _big_road(roads.big_road, big, fresh=wanted.fresh)
    found = (roads.big_eye_boy, roads.small_road, roads.cockroach_road)
    for cells, look, zone in zip(found, LOOKS.values(), derived, strict=True):
        yield _derived(cells, look, zone)
    yield _bead_plate(roads.bead_plate, dict(wanted.letters), plate, fresh=wanted.fresh)


def _newest(zone: RoadZone, column: int, row: int) -> Shape:
    """The ground of the newest cell, while the result that it shows stands on the table."""
    cell = grid_cell(zone.grid, zone.columns, zone.rows, column, row)
    line = max(1, cell.w // 20)
    return Fill(box=Box(cell.x + line, cell.y + line, cell.w - line, cell.h - line), ink=Ink.WINNER)


def _cell(zone: RoadZone, column: int, row: int) -> Box:
    """A cell's inside, a little off its lines."""
    cell = grid_cell(zone.grid, zone.columns, zone.rows, column, row)
    return cell.inset(max(1, cell.w // 16) if cell.w > 4 else 0)


def _big_road(road: Sequence[BigRoadCell], zone: RoadZone, *, fresh: bool) -> Iterator[Shape]:
    cells = last_columns(road, zone.kept)
    if fresh and cells:
        yield _newest(zone, cells[-1].column, cells[-1].row)
    for cell in cells:
        yield RoadWin(
            box=_cell(zone, cell.column, cell.row),
            winner=cell.winner,
            ties=cell.ties,
            player_pair=cell.player_pair,
            banker_pair=cell.banker_pair,
        )


def _derived(road: Sequence[DerivedCell], look: MarkLook, zone: RoadZone) -> Iterator[Shape]:
    for cell in last_columns(road, zone.kept):
        yield RoadMark(box=_cell(zone, cell.column, cell.row), mark=cell.mark, look=look)


def _bead_plate(
    road: Sequence[BeadCell], letters: Mapping[Outcome, str], zone: RoadZone, *, fresh: bool
) -> Iterator[Shape]:
    beads = last_columns(road, zone.kept)
    if fresh and beads:
        yield _newest(zone, beads[-1].column, beads[-1].row)
    for bead in beads:
        yield Bead(
            box=_cell(zone, bead.column, bead.row),
            outcome=bead.round.outcome,
            letter=letters[bead.round.outcome],
            player_pair=bead.round.player_pair,
            banker_pair=bead.round.banker_pair,
        )
