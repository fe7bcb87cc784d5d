"""What small drawings are put together from: areas, discs, lines with round ends, in a unit square. Pure."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from device.screen.drawing.suits import Point, Polygon, ellipse

LINE = 0.105
"""How thick a line of an icon is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """An area of an icon; `cut` takes it away again from what was drawn before it."""

    outline: Polygon
    cut: bool = False


def area(*points: Point) -> Iterator[Piece]:
    """An area with these corners."""
    yield Piece(outline=points)


def disc(x: float, y: float, radius: float, *, cut: bool = False) -> Iterator[Piece]:
    """A full circle."""
    yield Piece(outline=ellipse(x, y, radius, radius), cut=cut)


def stroke(*points: Point, thick: float = LINE, cut: bool = False) -> Iterator[Piece]:
    """A line through these points with round ends and joints."""
    for x, y in points:
        yield from disc(x, y, thick / 2, cut=cut)
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (y1 - y0) / length * thick / 2, (x0 - x1) / length * thick / 2
        yield Piece(outline=((x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)), cut=cut)


def arc(x: float, y: float, radius: float, first: float, last: float) -> Polygon:
    """Points on a circle from one angle to another, in degrees, clockwise from three o'clock."""
    steps = 20
    turns = (math.radians(first + (last - first) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def rounded(x: float, y: float, w: float, h: float, radius: float) -> Polygon:
    """A rectangle with round corners."""
    corners = (
        (x + w - radius, y + radius, -90),
        (x + w - radius, y + h - radius, 0),
        (x + radius, y + h - radius, 90),
        (x + radius, y + radius, 180),
    )
    return tuple(point for cx, cy, turn in corners for point in arc(cx, cy, radius, turn, turn + 90))
