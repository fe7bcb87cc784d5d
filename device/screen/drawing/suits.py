"""The four suits as outlines, and plane geometry to place them. Pure; y grows downwards, as on a screen."""

import math
from collections.abc import Sequence
from itertools import pairwise

from device.rules.card import Suit

Point = tuple[float, float]
Polygon = tuple[Point, ...]

STEPS = 14
"""Straight pieces to a curve: more than any screen shows."""


def curve(start: Point, one: Point, two: Point, end: Point) -> Polygon:
    """A cubic Bézier curve as points, its start left out."""
    points = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (a * start[0] + b * one[0] + c * two[0] + d * end[0], a * start[1] + b * one[1] + c * two[1] + d * end[1])
        )
    return tuple(points)


def ellipse(x: float, y: float, rx: float, ry: float) -> Polygon:
    """An ellipse around (x, y) as points."""
    count = 4 * STEPS
    turns = (2 * math.pi * step / count for step in range(count))
    return tuple((x + rx * math.cos(turn), y + ry * math.sin(turn)) for turn in turns)


def mirrored(right: Sequence[Point]) -> Polygon:
    """A closed outline from its right half, given from top to bottom, about x = 0.5."""
    return (*right, *((1 - x, y) for x, y in reversed(right)))


def placed(polygon: Polygon, x: float, y: float, w: float, h: float) -> Polygon:
    """A polygon of the unit square in the rectangle at (x, y) of size w × h."""
    return tuple((x + px * w, y + py * h) for px, py in polygon)


def half_turn(polygon: Polygon, w: float, h: float) -> Polygon:
    """A polygon turned upside down within a rectangle of w × h."""
    return tuple((w - x, h - y) for x, y in polygon)


def turned(polygon: Polygon, degrees: float, x: float, y: float) -> Polygon:
    """A polygon turned clockwise about (x, y)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos) for px, py in polygon)


def rectangle(x: float, y: float, w: float, h: float) -> Polygon:
    """A rectangle from its top left corner."""
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def line(start: Point, end: Point, thick: float) -> Polygon:
    """A straight stroke with square ends."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[1] - start[1]) / length * thick / 2, (start[0] - end[0]) / length * thick / 2
    return (
        (start[0] + dx, start[1] + dy),
        (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy),
        (start[0] - dx, start[1] - dy),
    )


def within(polygon: Polygon, frame: Polygon) -> Polygon:
    """The part of a polygon inside a convex frame, whose corners go clockwise as seen on the screen; may be empty."""
    found = list(polygon)
    for (x0, y0), (x1, y1) in pairwise((*frame, frame[0])):
        sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in found]
        kept: list[Point] = []
        for index, (here, side) in enumerate(zip(found, sides, strict=True)):
            before, other = found[index - 1], sides[index - 1]
            if (side >= 0) != (other >= 0):
                part = other / (other - side)
                kept.append((before[0] + (here[0] - before[0]) * part, before[1] + (here[1] - before[1]) * part))
            if side >= 0:
                kept.append(here)
        found = kept
    return tuple(found)


def _heart() -> Polygon:
    lobe = curve((0.5, 0.21), (0.55, 0.11), (0.63, 0.05), (0.745, 0.05))
    flank = curve((0.745, 0.05), (0.89, 0.05), (1.0, 0.16), (1.0, 0.31))
    side = curve((1.0, 0.31), (1.0, 0.52), (0.75, 0.70), (0.5, 0.97))
    return mirrored(((0.5, 0.21), *lobe, *flank, *side))


def _diamond() -> Polygon:
    upper = curve((0.5, 0.0), (0.59, 0.16), (0.75, 0.36), (0.9, 0.5))
    lower = curve((0.9, 0.5), (0.75, 0.64), (0.59, 0.84), (0.5, 1.0))
    return mirrored(((0.5, 0.0), *upper, *lower))


def _stem(top: float) -> Polygon:
    edge = curve((0.53, top), (0.545, 0.86), (0.60, 0.95), (0.72, 0.985))
    return mirrored(((0.5, top), (0.53, top), *edge, (0.72, 1.0), (0.5, 1.0)))


def _spade() -> Polygon:
    side = curve((0.5, 0.0), (0.72, 0.27), (0.98, 0.40), (0.98, 0.605))
    flank = curve((0.98, 0.605), (0.98, 0.74), (0.88, 0.81), (0.765, 0.81))
    lobe = curve((0.765, 0.81), (0.66, 0.81), (0.58, 0.76), (0.5, 0.66))
    return mirrored(((0.5, 0.0), *side, *flank, *lobe))


_OUTLINES: dict[Suit, tuple[Polygon, ...]] = {
    Suit.HEARTS: (_heart(),),
    Suit.DIAMONDS: (_diamond(),),
    Suit.SPADES: (_spade(), _stem(0.60)),
    Suit.CLUBS: (
        ellipse(0.5, 0.226, 0.226, 0.226),
        ellipse(0.228, 0.605, 0.226, 0.226),
        ellipse(0.772, 0.605, 0.226, 0.226),
        ((0.44, 0.40), (0.56, 0.40), (0.64, 0.52), (0.60, 0.66), (0.40, 0.66), (0.36, 0.52)),
        _stem(0.55),
    ),
}


def outline(suit: Suit) -> tuple[Polygon, ...]:
    """The suit's shape as polygons of the unit square, all in one colour."""
    return _OUTLINES[suit]
