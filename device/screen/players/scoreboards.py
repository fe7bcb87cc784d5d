"""The scoreboards on the players' screen: five roads, the ask road and the counters. Pure.

A road is drawn from the whole shoe; what its grid cannot hold scrolls away by whole columns and changes nothing else.
"""

from collections.abc import Iterator

from device.roads import DerivedRoad, NextMarks, Roads, last_columns
from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones, RoadZone, grid_cell, split
from device.screen.look.shapes import Align, Bead, Box, Fill, Grid, Label, MarkLook, RoadMark, RoadWin, Shape
from device.screen.look.theme import Ink
from device.screen.players.bets import bets_block
from device.screen.players.counters import counters
from device.screen.players.roads import bead_letters, roads_of
from device.screen.players.says import Spoken
from device.screen.view import PublicView

LOOKS = {
    DerivedRoad.BIG_EYE_BOY: MarkLook.RING,
    DerivedRoad.SMALL_ROAD: MarkLook.DISC,
    DerivedRoad.COCKROACH_ROAD: MarkLook.SLASH,
}
"""How the marks of each derived road are drawn, as on every table."""

TITLES = {
    DerivedRoad.BIG_EYE_BOY: "label.big-eye-boy",
    DerivedRoad.SMALL_ROAD: "label.small-road",
    DerivedRoad.COCKROACH_ROAD: "label.cockroach-road",
}


def scoreboards(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """Everything below the hands."""
    roads = roads_of(view)
    letters = bead_letters(spoken.names)
    fresh = view.phase == "result" and bool(view.coups) and view.coups[-1].coup == view.hand
    yield from _big_road(roads, spoken, zones, fresh=fresh)
    for road, cells in (
        (DerivedRoad.BIG_EYE_BOY, roads.big_eye_boy),
        (DerivedRoad.SMALL_ROAD, roads.small_road),
        (DerivedRoad.COCKROACH_ROAD, roads.cockroach_road),
    ):
        zone = zones.derived[road]
        yield from _ground(zone, TITLES[road], spoken, zones)
        for cell in last_columns(cells, zone.kept):
            yield RoadMark(box=_cell(zone, cell.column, cell.row), mark=cell.mark, look=LOOKS[road])
    yield from _bead_plate(roads, spoken, letters, zones, fresh=fresh)
    yield from counters(roads, spoken, zones)
    yield from bets_block(view, spoken, zones)
    yield from _ask_road(roads, spoken, letters, zones)


def _ground(zone: RoadZone, key: str, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    size = min(zones.canvas.px(22), zone.title.h)
    narrow = zone.title.w < zones.canvas.px(400)
    title = spoken.say(key) if narrow else spoken.both(key)
    yield Label(box=zone.title, text=title.upper(), size=size, ink=Ink.MUTED, align=Align.LEFT)
    yield Grid(box=zone.grid, columns=zone.columns, rows=zone.rows)


def _newest(zone: RoadZone, column: int, row: int) -> Shape:
    """The ground of the newest cell, while the result that it shows stands on the table."""
    cell = grid_cell(zone.grid, zone.columns, zone.rows, column, row)
    line = max(1, cell.w // 20)
    return Fill(box=Box(cell.x + line, cell.y + line, cell.w - line, cell.h - line), ink=Ink.WINNER)


def _cell(zone: RoadZone, column: int, row: int) -> Box:
    """A cell's inside, a little off its lines."""
    cell = grid_cell(zone.grid, zone.columns, zone.rows, column, row)
    return cell.inset(max(1, cell.w // 16) if cell.w > 4 else 0)


def _big_road(roads: Roads, spoken: Spoken, zones: PlayersZones, *, fresh: bool) -> Iterator[Shape]:
    zone = zones.big_road
    yield from _ground(zone, "label.big-road", spoken, zones)
    cells = last_columns(roads.big_road, zone.kept)
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


def _bead_plate(
    roads: Roads, spoken: Spoken, letters: dict[Outcome, str], zones: PlayersZones, *, fresh: bool
) -> Iterator[Shape]:
    zone = zones.beads
    yield from _ground(zone, "label.beads", spoken, zones)
    beads = last_columns(roads.bead_plate, zone.kept)
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


def _ask_road(roads: Roads, spoken: Spoken, letters: dict[Outcome, str], zones: PlayersZones) -> Iterator[Shape]:
    """What the next win of either hand would mark on the three derived roads; an empty place where it marks nothing."""
    at, box = zones.canvas, zones.ask
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(12), edge=Ink.PANEL_EDGE, edge_width=at.px(1))
    inner = box.inset(at.px(10), at.px(8))
    low = box.w > 5 * box.h  # then the title stands beside the marks
    title = Box(inner.x, inner.y, at.px(190) if low else inner.w, inner.h if low else at.px(28))
    size = at.px(20 if box.w < at.px(200) else 22)
    yield Label(box=title, text=spoken.say("label.ask-road").upper(), size=size, ink=Ink.MUTED)
    body = (
        Box(title.right, inner.y, max(0, inner.right - title.right), inner.h)
        if low
        else Box(inner.x, title.bottom + at.px(4), inner.w, max(0, inner.bottom - title.bottom - at.px(4)))
    )
    columns = split(body, 2, 1, at.px(12))
    asked = ((Outcome.BANKER, roads.ask_road.banker), (Outcome.PLAYER, roads.ask_road.player))
    for (winner, marks), column in zip(asked, columns, strict=True):
        yield from _asked(winner, marks, letters[winner], column, zones)


def _asked(winner: Outcome, marks: NextMarks, letter: str, column: Box, zones: PlayersZones) -> Iterator[Shape]:
    at = zones.canvas
    found = (
        (DerivedRoad.BIG_EYE_BOY, marks.big_eye_boy),
        (DerivedRoad.SMALL_ROAD, marks.small_road),
        (DerivedRoad.COCKROACH_ROAD, marks.cockroach_road),
    )
    wide = column.w > 2 * column.h  # a low block (portrait) has the marks beside the letter
    cells = split(column, 4 if wide else 1, 1 if wide else 4, at.px(4))
    for place, cell in enumerate(cells):
        size = min(cell.w, cell.h, at.px(48 if place == 0 else 40))
        box = Box(cell.x + (cell.w - size) // 2, cell.y + (cell.h - size) // 2, size, size)
        if place == 0:
            yield Bead(box=box, outcome=winner, letter=letter)
            continue
        # The marks keep the paper's ground, on which their colours are told apart.
        yield Fill(box=box, ink=Ink.PAPER, radius=at.px(6))
        road, mark = found[place - 1]
        if mark is not None:
            yield RoadMark(box=box.inset(max(1, size // 6)), mark=mark, look=LOOKS[road])
