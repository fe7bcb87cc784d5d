"""The marks on the five roads' grids as shapes. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from device.roads import Bead as BeadCell
from device.roads import BigRoadCell, DerivedCell, DerivedRoad, Roads, last_columns
from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones, RoadZone, grid_cell
from device.screen.look.shapes import Bead, Box, Fill, MarkLook, RoadMark, RoadWin, Shape
from device.screen.look.theme import Ink

LOOKS = {
    DerivedRoad.BIG_EYE_BOY: MarkLook.RING,
    DerivedRoad.SMALL_ROAD: MarkLook.DISC,
    DerivedRoad.COCKROACH_ROAD: MarkLook.SLASH,
}
"""How the marks of each derived road are drawn, as on every table."""

Marked = tuple[RoadZone, Iterator[Shape]]


def road_marks(roads: Roads, letters: Mapping[Outcome, str], zones: PlayersZones, *, fresh: bool) -> Iterator[Marked]:
    """The marks of the big road, the derived roads in the order of `LOOKS`, and the bead plate, each with its zone.

    `fresh`: the newest result stands on the table, and its cell is lit.
    """
    yield zones.big_road, _big_road(roads.big_road, zones.big_road, fresh=fresh)
    found = (roads.big_eye_boy, roads.small_road, roads.cockroach_road)
    for cells, (road, look) in zip(found, LOOKS.items(), strict=True):
        yield zones.derived[road], _derived(cells, look, zones.derived[road])
    yield zones.beads, _bead_plate(roads.bead_plate, letters, zones.beads, fresh=fresh)


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
