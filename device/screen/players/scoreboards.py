"""The scoreboards on the players' screen: five roads, the ask road and the counters. Pure.

A road is drawn from the whole shoe; what its grid cannot hold scrolls away by whole columns and changes nothing else.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from device.roads import DerivedRoad, NextMarks, Roads, rounds_of
from device.rules.choices import Tails
from device.rules.outcome import Outcome
from device.screen.look.layout import PlayersZones, RoadZone, split
from device.screen.look.shapes import Align, Bead, Box, Fill, Grid, Label, RoadMark, Shape
from device.screen.look.theme import Ink
from device.screen.players.bets import bets_block
from device.screen.players.counters import counters
from device.screen.players.road_marks import LOOKS, road_marks
from device.screen.players.roads import bead_letters, drawn_roads
from device.screen.players.says import Spoken
from device.screen.view import Coup, PublicView

TITLES = {
    DerivedRoad.BIG_EYE_BOY: "label.big-eye-boy",
    DerivedRoad.SMALL_ROAD: "label.small-road",
    DerivedRoad.COCKROACH_ROAD: "label.cockroach-road",
}


def scoreboards(view: PublicView, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    """Everything below the hands."""
    boards, asked = _boards(
        _Wanted(
            coups=view.coups,
            tails=view.tails,
            free=view.free_coups_on_roads,
            fresh=_is_marked(view),
            spoken=spoken,
            zones=zones,
        )
    )
    yield from boards
    yield from bets_block(view, spoken, zones)
    yield from asked


def _is_marked(view: PublicView) -> bool:
    """Whether the result on show has a mark of its own on the roads; a voided coup has none."""
    newest = tuple(coup for coup in view.coups[-1:] if coup.coup == view.hand)
    return view.phase == "result" and bool(rounds_of(newest, free_coups_on_roads=view.free_coups_on_roads))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """All that the boards depend on."""

    coups: tuple[Coup, ...]
    tails: Tails
    free: bool
    fresh: bool
    spoken: Spoken
    zones: PlayersZones


@functools.lru_cache(maxsize=4)
def _boards(wanted: _Wanted) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Roads and counters, and the ask road: most of the picture, and the same while a hand is dealt.

    The newest are kept, so that a card costs no more late in a shoe than early.
    """
    spoken, zones = wanted.spoken, wanted.zones
    roads = drawn_roads(wanted.coups, wanted.tails, free=wanted.free)
    letters = bead_letters(spoken.names)
    marks = road_marks(roads, letters, zones, fresh=wanted.fresh)
    titles = ("label.big-road", *map(TITLES.__getitem__, LOOKS), "label.beads")
    shapes: list[Shape] = []
    for (zone, found), title in zip(marks, titles, strict=True):
        shapes.extend(_ground(zone, title, spoken, zones))
        shapes.extend(found)
    shapes.extend(counters(roads, spoken, zones))
    return tuple(shapes), tuple(_ask_road(roads, spoken, letters, zones))


def _ground(zone: RoadZone, key: str, spoken: Spoken, zones: PlayersZones) -> Iterator[Shape]:
    size = min(zones.canvas.px(22), zone.title.h)
    narrow = zone.title.w < zones.canvas.px(400)
    title = spoken.say(key) if narrow else spoken.both(key)
    yield Label(box=zone.title, text=title.upper(), size=size, ink=Ink.MUTED, align=Align.LEFT)
    yield Grid(box=zone.grid, columns=zone.columns, rows=zone.rows)


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
