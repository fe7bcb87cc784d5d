"""Where things stand: zones drawn for one size, scaled to any other.

Measures are written for 1920×1080 (portrait 1080×1920, dealer's panel 800×480) and scaled by the smaller of the two
ratios; what is left over stays as an even margin.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from device.roads import ROWS, DerivedRoad
from device.screen.look.shapes import Box

Size = tuple[int, int]
"""Width and height in pixels."""

CARD_RATIO = 1.4
"""A bridge or poker card is about 1.4 times as high as it is wide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """Turns measures of the design into pixels of the screen; edges are rounded, so that neighbours stay neighbours."""

    scale: float
    left: float
    top: float

    @classmethod
    def fit(cls, size: Size, design: Size) -> "Canvas":
        """The largest canvas of the design's shape that the size holds, in its middle."""
        scale = min(size[0] / design[0], size[1] / design[1])
        return cls(scale=scale, left=(size[0] - design[0] * scale) / 2, top=(size[1] - design[1] * scale) / 2)

    def px(self, measure: float) -> int:
        """A length in pixels, at least one."""
        return max(1, round(measure * self.scale))

    def box(self, x: float, y: float, w: float, h: float) -> Box:
        """A box of the design in pixels."""
        x0, y0 = round(self.left + x * self.scale), round(self.top + y * self.scale)
        x1, y1 = round(self.left + (x + w) * self.scale), round(self.top + (y + h) * self.scale)
        return Box(x0, y0, x1 - x0, y1 - y0)

    def cells(self, x: float, y: float, cell: float, columns: int, rows: int) -> Box:
        """A box of square cells; where the size does not divide they differ by a pixel (`grid_cell`)."""
        box = self.box(x, y, cell * columns, cell * rows)
        return Box(box.x, box.y, max(columns, box.w), max(rows, box.h))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadZone:
    """Where a road stands: its title, its ruled cells, and how many columns of the road are kept when it scrolls."""

    title: Box
    grid: Box
    columns: int
    kept: int
    rows: int = ROWS


def grid_cell(grid: Box, columns: int, rows: int, column: int, row: int) -> Box:
    """A square cell of a ruled area, on whole pixels, as large as the smallest of them."""
    side = max(1, min(grid.w // columns, grid.h // rows))
    return Box(grid.x + grid.w * column // columns, grid.y + grid.h * row // rows, side, side)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultZone:
    """Where a result stands: the block, the winner's name in it, the two totals and what is said between them."""

    block: Box
    name: Box
    player: Box
    banker: Box
    notes: Box


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlayersZones:
    """The zones of the players' screen; the same object for the same size, so that what stands in them can be kept."""

    canvas: Canvas
    portrait: bool
    title: Box
    badges: Box
    banner: Box
    round: Box
    limits: Box
    player: Box
    centre: Box
    """Between the hands, while there is no result."""
    banker: Box
    hand_head: int
    """Height of a hand's head, in which its name stands."""
    result: ResultZone
    big_road: RoadZone
    derived: Mapping[DerivedRoad, RoadZone]
    beads: RoadZone
    counters: Box
    """Counters of the three results."""
    others: Box
    """Counters of pairs, naturals and hands."""
    ask: Box
    bets: Box | None
    """The side bets; None where the table offers none."""
    rules: Box
    """Everything below the hands: where the page of rules stands."""


LANDSCAPE: Size = (1920, 1080)
PORTRAIT: Size = (1080, 1920)

CAP_HEIGHT = 0.67
"""The height of a capital or a figure of the screens' typeface, as a part of the font's size."""


@functools.lru_cache(maxsize=32)
def players_zones(size: Size, *, side_bets: int = 0) -> PlayersZones:
    """The players' zones for a screen of this size and a table with so many side bets.

    A screen that is higher than wide stacks the same blocks.
    """
    return _landscape(size, side_bets) if size[0] >= size[1] else _portrait(size, side_bets)


def _road(at: Canvas, place: tuple[float, float], cell: float, columns: int, kept: int | None = None) -> RoadZone:
    """A road whose cells begin at this place, with its title above them."""
    x, y = place
    return RoadZone(
        title=at.box(x, y - 30, cell * columns, 28),
        grid=at.cells(x, y, cell, columns, ROWS),
        columns=columns,
        kept=columns if kept is None else kept,
    )


def _landscape(size: Size, side_bets: int) -> PlayersZones:
    at = Canvas.fit(size, LANDSCAPE)
    if side_bets:
        # With few bets there is room for the names beside the counters' figures.
        few = side_bets <= FEW_BETS
        counters, others, ask, bets = (
            (at.box(744, 836, 292, 240), at.box(1046, 836, 262, 240), at.box(1318, 836, 160, 240), (1488, 392))
            if few
            else (at.box(744, 836, 172, 240), at.box(926, 836, 232, 240), at.box(1168, 836, 144, 240), (1322, 558))
        )
    else:
        counters, others, ask = at.box(744, 836, 392, 240), at.box(1148, 836, 392, 240), at.box(1552, 836, 328, 240)
        bets = None
    return PlayersZones(
        canvas=at,
        portrait=False,
        title=at.box(28, 8, 620, 70),
        badges=at.box(248, 8, 400, 70),
        banner=at.box(660, 6, 600, 74),
        round=at.box(1280, 8, 612, 44),
        limits=at.box(1280, 52, 612, 28),
        player=at.box(24, 92, 762, 280),
        centre=at.box(810, 92, 300, 280),
        banker=at.box(1134, 92, 762, 280),
        hand_head=at.px(66),
        # A result grows over the inner parts of the hands, where their totals stand, so that the winner's name can be
        # as high as the back rows need it.
        result=ResultZone(
            block=at.box(600, 92, 720, 280),
            name=at.box(624, 98, 672, 96),
            player=at.box(600, 196, 180, 164),
            banker=at.box(1140, 196, 180, 164),
            notes=at.box(790, 198, 340, 164),
        ),
        # The two empty columns at the right say that the road has scrolled and where it goes on.
        big_road=_road(at, (40, 408), 40, 46, kept=44),
        derived={
            DerivedRoad.BIG_EYE_BOY: _road(at, (40, 680), 20, 30),
            DerivedRoad.SMALL_ROAD: _road(at, (660, 680), 20, 30),
            DerivedRoad.COCKROACH_ROAD: _road(at, (1280, 680), 20, 30),
        },
        beads=_road(at, (40, 836), 40, 17),
        counters=counters,
        others=others,
        ask=ask,
        bets=at.box(bets[0], 836, bets[1], 240) if bets is not None else None,
        rules=at.box(24, 392, 1872, 684),
    )


FEW_BETS = 4
"""Up to so many side bets stand in one column."""


def _portrait(size: Size, side_bets: int) -> PlayersZones:
    at = Canvas.fit(size, PORTRAIT)
    if side_bets:
        beads, ask = _road(at, (27, 1296), 40, 17), at.box(732, 1296, 324, 240)
        counters, others, bets = at.box(24, 1552, 1032, 66), at.box(24, 1628, 1032, 66), at.box(24, 1706, 1032, 206)
    else:
        beads, ask = _road(at, (27, 1296), 60.3, 17), at.box(24, 1828, 1032, 84)
        counters, others, bets = at.box(24, 1672, 1032, 70), at.box(24, 1750, 1032, 70), None
    return PlayersZones(
        canvas=at,
        portrait=True,
        title=at.box(28, 12, 560, 70),
        badges=at.box(220, 12, 400, 70),
        banner=at.box(24, 94, 1032, 92),
        round=at.box(630, 12, 426, 42),
        limits=at.box(630, 54, 426, 28),
        player=at.box(24, 204, 504, 370),
        centre=at.box(24, 590, 1032, 200),
        banker=at.box(552, 204, 504, 370),
        hand_head=at.px(120),
        result=ResultZone(
            block=at.box(24, 590, 1032, 200),
            name=at.box(220, 598, 640, 104),
            player=at.box(36, 596, 180, 188),
            banker=at.box(864, 596, 180, 188),
            notes=at.box(220, 704, 640, 80),
        ),
        big_road=_road(at, (27, 838), 41, 25, kept=24),
        derived={
            DerivedRoad.BIG_EYE_BOY: _road(at, (27, 1128), 20, 16),
            DerivedRoad.SMALL_ROAD: _road(at, (380, 1128), 20, 16),
            DerivedRoad.COCKROACH_ROAD: _road(at, (733, 1128), 20, 16),
        },
        beads=beads,
        counters=counters,
        others=others,
        ask=ask,
        bets=bets,
        rules=at.box(24, 804, 1032, 1108),
    )


def card_boxes(body: Box, gap: int, apart: int | None = None) -> tuple[Box, Box, Box]:
    """Three places for cards in a hand's body: two upright, the third a quarter turn, as large as they fit.

    `gap`: what stays free above and below; `apart`: between cards and at the sides (default: the same).
    """
    apart = gap if apart is None else apart
    width = max(0.0, min((body.w - 4 * apart) / (2 + CARD_RATIO), (body.h - 2 * gap) / CARD_RATIO))
    w, h = int(width), int(width * CARD_RATIO)
    left = body.x + (body.w - (2 * w + h + 2 * apart)) // 2
    top = body.y + (body.h - h) // 2
    return (
        Box(left, top, w, h),
        Box(left + w + apart, top, w, h),
        Box(left + 2 * (w + apart), body.y + (body.h - w) // 2, h, w),
    )


def stack(box: Box, heights: tuple[int, ...], gap: int) -> tuple[Box, ...]:
    """Rows of these heights, one below another, the whole stack in the middle of the box."""
    y = box.y + (box.h - sum(heights) - gap * (len(heights) - 1)) // 2
    rows = []
    for height in heights:
        rows.append(Box(box.x, y, box.w, height))
        y += height + gap
    return tuple(rows)


def split(box: Box, columns: int, rows: int, gap: int, first: float = 1.0) -> tuple[Box, ...]:
    """Boxes of equal size, row after row, with a gap between them; the first column is `first` times as wide."""
    wide = (box.w - gap * (columns - 1)) / (columns - 1 + first)
    edges = [(0.0, wide * first)]
    for _ in range(columns - 1):
        edges.append((edges[-1][1] + gap, edges[-1][1] + gap + wide))
    boxes: list[Box] = []
    for row in range(rows):
        y0 = box.y + (box.h + gap) * row // rows
        y1 = box.y + (box.h + gap) * (row + 1) // rows - gap
        boxes.extend(Box(box.x + round(x0), y0, round(x1) - round(x0), y1 - y0) for x0, x1 in edges)
    return tuple(boxes)
