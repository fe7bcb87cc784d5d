"""Where things stand: zones drawn for one size, scaled to any other.

Measures are written for 1920×1080 (portrait 1080×1920, dealer's panel 800×480) and scaled by the smaller of the two
ratios; what is left over stays as an even margin.
"""

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
        """A box of equal square cells, each a whole number of pixels."""
        size = max(1, int(cell * self.scale))
        return Box(round(self.left + x * self.scale), round(self.top + y * self.scale), size * columns, size * rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadZone:
    """Where a road stands: its title, its ruled cells, and how many columns of the road are kept when it scrolls."""

    title: Box
    grid: Box
    columns: int
    kept: int
    rows: int = ROWS


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersZones:
    """The zones of the players' screen."""

    canvas: Canvas
    title: Box
    badges: Box
    banner: Box
    round: Box
    limits: Box
    player: Box
    result: Box
    banker: Box
    hand_head: int
    """Height of a hand's head, in which its name stands."""
    total_beside: bool
    """Whether a hand's total stands beside its cards; else it stands in the head."""
    big_road: RoadZone
    derived: Mapping[DerivedRoad, RoadZone]
    beads: RoadZone
    counters: Box
    counters_across: int
    """Counters side by side: two beside the bead plate, three below it."""
    ask: Box


LANDSCAPE: Size = (1920, 1080)
PORTRAIT: Size = (1080, 1920)


def players_zones(size: Size) -> PlayersZones:
    """The players' zones for a screen of this size; a screen that is higher than wide stacks the same blocks."""
    return _landscape(size) if size[0] >= size[1] else _portrait(size)


def _road(at: Canvas, place: tuple[float, float], cell: float, columns: int, kept: int | None = None) -> RoadZone:
    """A road whose cells begin at this place, with its title above them."""
    x, y = place
    return RoadZone(
        title=at.box(x, y - 31, cell * columns, 29),
        grid=at.cells(x, y, cell, columns, ROWS),
        columns=columns,
        kept=columns if kept is None else kept,
    )


def _landscape(size: Size) -> PlayersZones:
    at = Canvas.fit(size, LANDSCAPE)
    return PlayersZones(
        canvas=at,
        title=at.box(28, 10, 250, 60),
        badges=at.box(286, 16, 358, 50),
        banner=at.box(660, 8, 600, 66),
        round=at.box(1280, 8, 612, 40),
        limits=at.box(1280, 46, 612, 30),
        player=at.box(24, 92, 762, 280),
        result=at.box(810, 92, 300, 280),
        banker=at.box(1134, 92, 762, 280),
        hand_head=at.px(66),
        total_beside=True,
        # The two empty columns at the right say that the road has scrolled and where it goes on.
        big_road=_road(at, (40, 412), 40, 46, kept=44),
        derived={
            DerivedRoad.BIG_EYE_BOY: _road(at, (40, 686), 20, 30),
            DerivedRoad.SMALL_ROAD: _road(at, (660, 686), 20, 30),
            DerivedRoad.COCKROACH_ROAD: _road(at, (1280, 686), 20, 30),
        },
        beads=_road(at, (40, 838), 40, 17),
        counters=at.box(744, 838, 776, 238),
        counters_across=2,
        ask=at.box(1544, 838, 336, 238),
    )


def _portrait(size: Size) -> PlayersZones:
    at = Canvas.fit(size, PORTRAIT)
    return PlayersZones(
        canvas=at,
        title=at.box(28, 16, 222, 64),
        badges=at.box(256, 24, 358, 50),
        banner=at.box(24, 96, 1032, 84),
        round=at.box(620, 12, 432, 42),
        limits=at.box(620, 52, 432, 32),
        player=at.box(24, 200, 504, 370),
        result=at.box(24, 590, 1032, 200),
        banker=at.box(552, 200, 504, 370),
        hand_head=at.px(120),
        total_beside=False,
        big_road=_road(at, (27, 838), 41, 25, kept=24),
        derived={
            DerivedRoad.BIG_EYE_BOY: _road(at, (27, 1128), 20, 16),
            DerivedRoad.SMALL_ROAD: _road(at, (380, 1128), 20, 16),
            DerivedRoad.COCKROACH_ROAD: _road(at, (733, 1128), 20, 16),
        },
        beads=_road(at, (27, 1292), 60.3, 17),
        counters=at.box(24, 1668, 1032, 126),
        counters_across=3,
        ask=at.box(24, 1804, 1032, 100),
    )


def card_boxes(body: Box, gap: int) -> tuple[Box, Box, Box]:
    """Three places for cards in a hand's body: two upright, the third a quarter turn, as large as they fit."""
    width = min((body.w - 4 * gap) / (2 + CARD_RATIO), (body.h - 2 * gap) / CARD_RATIO)
    w, h = int(width), int(width * CARD_RATIO)
    left = body.x + (body.w - (2 * w + h + 2 * gap)) // 2
    top = body.y + (body.h - h) // 2
    return (
        Box(left, top, w, h),
        Box(left + w + gap, top, w, h),
        Box(left + 2 * (w + gap), body.y + (body.h - w) // 2, h, w),
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
