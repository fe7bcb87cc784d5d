"""The scoreboards on the players' screen: five roads, the ask road and the counters. Pure.

A road is drawn from the whole shoe; what its grid cannot hold scrolls away by whole columns and changes nothing else.
"""

from collections.abc import Iterator

from device.roads import DerivedRoad, NextMarks, Roads, last_columns
from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones, RoadZone, split
from device.screen.look.shapes import Align, Bead, Box, Fill, Grid, Label, MarkLook, RoadMark, RoadWin, Shape
from device.screen.look.theme import Ink
from device.screen.players.roads import bead_letters, roads_of
from device.screen.view import PublicView
from device.words import HandNames, Words

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


def scoreboards(view: PublicView, words: Words, names: HandNames, zones: PlayersZones) -> Iterator[Shape]:
    """Everything below the hands."""
    roads = roads_of(view)
    letters = bead_letters(names)
    yield from _big_road(roads, words, zones)
    for road, cells in (
        (DerivedRoad.BIG_EYE_BOY, roads.big_eye_boy),
        (DerivedRoad.SMALL_ROAD, roads.small_road),
        (DerivedRoad.COCKROACH_ROAD, roads.cockroach_road),
    ):
        zone = zones.derived[road]
        yield from _ground(zone, words.say(TITLES[road]), zones)
        for cell in last_columns(cells, zone.kept):
            yield RoadMark(box=_cell(zone, cell.column, cell.row), mark=cell.mark, look=LOOKS[road])
    yield from _bead_plate(roads, words, letters, zones)
    yield from _counters(roads, words, names, zones)
    yield from _ask_road(roads, words, letters, zones)


def _ground(zone: RoadZone, title: str, zones: PlayersZones) -> Iterator[Shape]:
    size = min(zones.canvas.px(24), zone.title.h)
    yield Label(box=zone.title, text=title.upper(), size=size, ink=Ink.MUTED, align=Align.LEFT)
    yield Grid(box=zone.grid, columns=zone.columns, rows=zone.rows)


def _cell(zone: RoadZone, column: int, row: int) -> Box:
    """A cell's inside, a little off its lines."""
    side = zone.grid.w // zone.columns
    return Box(zone.grid.x + column * side, zone.grid.y + row * side, side, side).inset(max(1, side // 16))


def _big_road(roads: Roads, words: Words, zones: PlayersZones) -> Iterator[Shape]:
    zone = zones.big_road
    yield from _ground(zone, words.say("label.big-road"), zones)
    for cell in last_columns(roads.big_road, zone.kept):
        yield RoadWin(
            box=_cell(zone, cell.column, cell.row),
            winner=cell.winner,
            ties=cell.ties,
            player_pair=cell.player_pair,
            banker_pair=cell.banker_pair,
        )


def _bead_plate(roads: Roads, words: Words, letters: dict[Outcome, str], zones: PlayersZones) -> Iterator[Shape]:
    zone = zones.beads
    yield from _ground(zone, words.say("label.beads"), zones)
    for bead in last_columns(roads.bead_plate, zone.kept):
        yield Bead(
            box=_cell(zone, bead.column, bead.row),
            outcome=bead.round.outcome,
            letter=letters[bead.round.outcome],
            player_pair=bead.round.player_pair,
            banker_pair=bead.round.banker_pair,
        )


def _counters(roads: Roads, words: Words, names: HandNames, zones: PlayersZones) -> Iterator[Shape]:
    at, counts, letters = zones.canvas, roads.counts, bead_letters(names)
    numbers = {Outcome.PLAYER: counts.player, Outcome.BANKER: counts.banker, Outcome.TIE: counts.tie}
    outcomes = [(outcome, names.of(outcome.value), numbers[outcome]) for outcome in Outcome]
    others = [
        (None, words.say("label.pair", hand=names.player), counts.player_pair),
        (None, words.say("label.pair", hand=names.banker), counts.banker_pair),
        (None, words.say("label.natural"), counts.natural),
    ]
    across = zones.counters_across
    rows = [*outcomes, *others] if across == 3 else [r for pair in zip(outcomes, others, strict=True) for r in pair]
    boxes = split(zones.counters, across, 6 // across, at.px(10))
    for (outcome, name, number), box in zip(rows, boxes, strict=True):
        yield Fill(box=box, ink=Ink.PANEL, radius=at.px(12), edge=Ink.PANEL_EDGE, edge_width=at.px(1))
        inner = box.inset(at.px(14), 0)
        x = inner.x
        if outcome is not None:
            size = min(at.px(48), max(1, box.h - at.px(12)))
            bead = Box(x, box.y + (box.h - size) // 2, size, size)
            yield Bead(box=bead, outcome=outcome, letter=letters[outcome])
            x = bead.right + at.px(12)
        size = min(at.px(52), box.h)
        digits = Box(inner.right - size * 2, box.y, size * 2, box.h)
        title = Box(x, box.y, max(0, digits.x + size // 3 - x), box.h)
        ink = Ink.TEXT if outcome else Ink.MUTED
        yield Label(box=title, text=name.upper(), size=at.px(26), ink=ink, align=Align.LEFT)
        yield Label(box=digits, text=str(number), size=size, ink=Ink.TEXT, align=Align.RIGHT)


def _ask_road(roads: Roads, words: Words, letters: dict[Outcome, str], zones: PlayersZones) -> Iterator[Shape]:
    """What the next win of either hand would mark on the three derived roads; an empty place where it marks nothing."""
    at, box = zones.canvas, zones.ask
    yield Fill(box=box, ink=Ink.PANEL, radius=at.px(12), edge=Ink.PANEL_EDGE, edge_width=at.px(1))
    inner = box.inset(at.px(12), at.px(8))
    title = Box(inner.x, inner.y, inner.w, at.px(30))
    yield Label(box=title, text=words.say("label.ask-road").upper(), size=at.px(24), ink=Ink.MUTED)
    body = Box(inner.x, title.bottom + at.px(6), inner.w, max(0, inner.bottom - title.bottom - at.px(6)))
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
