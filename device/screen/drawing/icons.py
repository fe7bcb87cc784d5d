"""The small drawings that mean the same in every language, as outlines in a unit square. Pure; y grows downwards.

Bold and few lines: seen from a dealer's chair on a button, and in a status row at 20 pixels.
"""

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from device.rules.card import Suit
from device.screen.drawing.suits import Point, Polygon, curve, ellipse, mirrored, outline, placed, turned
from device.screen.look.shapes import Symbol

LINE = 0.105
"""How thick a line of an icon is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """An area of an icon; `cut` takes it away again from what was drawn before it."""

    outline: Polygon
    cut: bool = False


@functools.cache
def icon(symbol: Symbol) -> tuple[Piece, ...]:
    """The areas of an icon in drawing order, within the unit square."""
    return tuple(_DRAWN[symbol]())


def _area(*points: Point) -> Iterator[Piece]:
    yield Piece(outline=points)


def _disc(x: float, y: float, radius: float, *, cut: bool = False) -> Iterator[Piece]:
    yield Piece(outline=ellipse(x, y, radius, radius), cut=cut)


def _stroke(*points: Point, thick: float = LINE, cut: bool = False) -> Iterator[Piece]:
    """A line through these points with round ends and joints."""
    for x, y in points:
        yield from _disc(x, y, thick / 2, cut=cut)
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (y1 - y0) / length * thick / 2, (x0 - x1) / length * thick / 2
        yield Piece(outline=((x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)), cut=cut)


def _arc(x: float, y: float, radius: float, first: float, last: float) -> Polygon:
    """Points on a circle from one angle to another, in degrees, clockwise from three o'clock."""
    steps = 20
    turns = (math.radians(first + (last - first) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _menu() -> Iterator[Piece]:
    for y in (0.22, 0.5, 0.78):
        yield from _stroke((0.14, y), (0.86, y), thick=0.12)


def _bell() -> Iterator[Piece]:
    yield from _disc(0.5, 0.12, 0.075)
    side = curve((0.5, 0.13), (0.70, 0.13), (0.76, 0.28), (0.765, 0.45))
    flare = curve((0.765, 0.45), (0.775, 0.62), (0.84, 0.66), (0.91, 0.76))
    yield Piece(outline=mirrored(((0.5, 0.13), *side, *flare, (0.5, 0.76))))
    yield Piece(outline=((0.37, 0.82), *_arc(0.5, 0.82, 0.13, 0, 180)))


def _back() -> Iterator[Piece]:
    yield from _stroke((0.86, 0.5), (0.16, 0.5), thick=0.13)
    yield from _stroke((0.45, 0.18), (0.14, 0.5), (0.45, 0.82), thick=0.13)


def _erase() -> Iterator[Piece]:
    yield from _area((0.02, 0.5), (0.31, 0.19), (0.31, 0.81))
    yield from _area((0.31, 0.19), (0.98, 0.19), (0.98, 0.81), (0.31, 0.81))
    for a, b in (((0.5, 0.36), (0.78, 0.64)), ((0.78, 0.36), (0.5, 0.64))):
        yield from _stroke(a, b, thick=0.085, cut=True)


def _undo() -> Iterator[Piece]:
    yield from _stroke((0.24, 0.335), *_arc(0.60, 0.585, 0.25, -90, 90), (0.34, 0.835), thick=0.12)
    yield from _area((0.03, 0.335), (0.34, 0.09), (0.34, 0.58))


def _tick() -> Iterator[Piece]:
    yield from _stroke((0.13, 0.55), (0.38, 0.79), (0.87, 0.23), thick=0.15)


def _cross() -> Iterator[Piece]:
    yield from _stroke((0.2, 0.2), (0.8, 0.8), thick=0.15)
    yield from _stroke((0.8, 0.2), (0.2, 0.8), thick=0.15)


def _person() -> Iterator[Piece]:
    yield from _disc(0.5, 0.27, 0.2)
    shoulder = curve((0.5, 0.54), (0.78, 0.54), (0.9, 0.7), (0.9, 0.94))
    yield Piece(outline=mirrored(((0.5, 0.54), *shoulder, (0.5, 0.94))))


def _globe() -> Iterator[Piece]:
    thick = 0.075
    yield from _disc(0.5, 0.5, 0.46)
    yield from _disc(0.5, 0.5, 0.46 - thick, cut=True)
    yield Piece(outline=ellipse(0.5, 0.5, 0.22, 0.44))
    yield Piece(outline=ellipse(0.5, 0.5, 0.22 - thick, 0.42), cut=True)
    for y, half in ((0.3, 0.37), (0.7, 0.37)):
        yield from _stroke((0.5 - half, y), (0.5 + half, y), thick=thick)


def _speaker() -> Iterator[Piece]:
    yield from _area((0.03, 0.36), (0.2, 0.36), (0.47, 0.12), (0.47, 0.88), (0.2, 0.64), (0.03, 0.64))


def _sound() -> Iterator[Piece]:
    yield from _speaker()
    yield from _stroke(*_arc(0.45, 0.5, 0.24, -45, 45), thick=0.09)
    yield from _stroke(*_arc(0.45, 0.5, 0.44, -48, 48), thick=0.09)


def _mute() -> Iterator[Piece]:
    yield from _speaker()
    yield from _stroke((0.62, 0.36), (0.92, 0.66), thick=0.1)
    yield from _stroke((0.92, 0.36), (0.62, 0.66), thick=0.1)


def _lamp() -> Iterator[Piece]:
    right = curve((0.5, 0.04), (0.7, 0.04), (0.83, 0.18), (0.83, 0.36))
    neck = curve((0.83, 0.36), (0.83, 0.54), (0.66, 0.57), (0.65, 0.72))
    yield Piece(outline=mirrored(((0.5, 0.04), *right, *neck, (0.5, 0.72))))
    yield from _stroke((0.40, 0.82), (0.60, 0.82), thick=0.085)
    yield from _stroke((0.45, 0.93), (0.55, 0.93), thick=0.085)
    yield from _stroke(*_arc(0.5, 0.36, 0.2, -170, -100), thick=0.06, cut=True)


def _network() -> Iterator[Piece]:
    for x, y in ((0.36, 0.06), (0.05, 0.66), (0.67, 0.66)):
        yield from _area((x, y), (x + 0.28, y), (x + 0.28, y + 0.28), (x, y + 0.28))
    yield from _stroke((0.5, 0.3), (0.5, 0.5), thick=0.08)
    yield from _stroke((0.19, 0.7), (0.19, 0.5), (0.81, 0.5), (0.81, 0.7), thick=0.08)


def _power() -> Iterator[Piece]:
    yield from _area((0.6, 0.02), (0.16, 0.57), (0.45, 0.57), (0.38, 0.98), (0.84, 0.41), (0.54, 0.41))


def _cards() -> Iterator[Piece]:
    card = _rounded(0.2, 0.12, 0.52, 0.74, 0.07)
    hole = _rounded(0.2 - 0.06, 0.06, 0.64, 0.86, 0.1)
    yield Piece(outline=tuple((x - 0.06, y) for x, y in turned(card, -14, 0.46, 0.5)))
    front = tuple((x + 0.13, y + 0.02) for x, y in turned(hole, 10, 0.46, 0.5))
    yield Piece(outline=front, cut=True)
    yield Piece(outline=tuple((x + 0.13, y + 0.02) for x, y in turned(card, 10, 0.46, 0.5)))
    for part in outline(Suit.HEARTS):
        yield Piece(outline=turned(placed(part, 0.42, 0.36, 0.34, 0.34), 10, 0.59, 0.52), cut=True)


def _rounded(x: float, y: float, w: float, h: float, radius: float) -> Polygon:
    corners = (
        (x + w - radius, y + radius, -90),
        (x + w - radius, y + h - radius, 0),
        (x + radius, y + h - radius, 90),
        (x + radius, y + radius, 180),
    )
    return tuple(point for cx, cy, turn in corners for point in _arc(cx, cy, radius, turn, turn + 90))


def _eye() -> Iterator[Piece]:
    for scale, cut in ((1.0, False), (0.78, True)):
        w, h = 0.48 * scale, 0.33 * scale
        upper = curve((0.5 - w, 0.5), (0.5 - w / 2, 0.5 - h * 1.32), (0.5 + w / 2, 0.5 - h * 1.32), (0.5 + w, 0.5))
        lower = tuple((x, 1 - y) for x, y in reversed(upper))
        yield Piece(outline=((0.5 - w, 0.5), *upper, *lower), cut=cut)
    yield from _disc(0.5, 0.5, 0.155)
    yield from _disc(0.555, 0.445, 0.045, cut=True)


def _pen() -> Iterator[Piece]:
    body = turned(((0.42, 0.16), (0.58, 0.16), (0.58, 0.78), (0.42, 0.78)), 45, 0.5, 0.5)
    end = turned(((0.42, -0.03), (0.58, -0.03), (0.58, 0.1), (0.42, 0.1)), 45, 0.5, 0.5)
    tip = turned(((0.42, 0.84), (0.58, 0.84), (0.5, 1.06)), 45, 0.5, 0.5)
    for part in (body, end, tip):
        yield Piece(outline=tuple((x * 1.06 - 0.03, y * 1.06 - 0.03) for x, y in part))


def _stop() -> Iterator[Piece]:
    near = 0.5 - 0.48 * math.sqrt(0.5) / (1 + math.sqrt(0.5))
    edge = ((near, 0.02), (1 - near, 0.02), (0.98, near), (0.98, 1 - near))
    yield Piece(outline=(*edge, *((1 - x, 1 - y) for x, y in edge)))
    yield Piece(outline=((0.2, 0.41), (0.8, 0.41), (0.8, 0.59), (0.2, 0.59)), cut=True)


def _pause() -> Iterator[Piece]:
    for x in (0.2, 0.58):
        yield Piece(outline=_rounded(x, 0.1, 0.22, 0.8, 0.05))


def _plus() -> Iterator[Piece]:
    yield from _stroke((0.5, 0.12), (0.5, 0.88), thick=0.16)
    yield from _stroke((0.12, 0.5), (0.88, 0.5), thick=0.16)


def _list() -> Iterator[Piece]:
    for y in (0.2, 0.5, 0.8):
        yield from _disc(0.13, y, 0.09)
        yield from _stroke((0.37, y), (0.9, y), thick=0.12)


def _chip() -> Iterator[Piece]:
    yield from _disc(0.5, 0.5, 0.47)
    for turn in range(0, 360, 60):
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        yield from _stroke(
            (0.5 + 0.41 * cos, 0.5 + 0.41 * sin), (0.5 + 0.5 * cos, 0.5 + 0.5 * sin), thick=0.1, cut=True
        )
    yield from _disc(0.5, 0.5, 0.29, cut=True)
    yield from _disc(0.5, 0.5, 0.22)


def _info() -> Iterator[Piece]:
    yield from _disc(0.5, 0.5, 0.47)
    yield from _disc(0.5, 0.27, 0.08, cut=True)
    yield from _stroke((0.5, 0.48), (0.5, 0.75), thick=0.13, cut=True)


def _warning() -> Iterator[Piece]:
    yield from _area((0.5, 0.06), (0.96, 0.9), (0.04, 0.9))
    yield from _stroke((0.5, 0.4), (0.5, 0.6), thick=0.1, cut=True)
    yield from _disc(0.5, 0.77, 0.06, cut=True)


def _key() -> Iterator[Piece]:
    yield from _disc(0.27, 0.5, 0.25)
    yield from _disc(0.27, 0.5, 0.11, cut=True)
    yield from _stroke((0.52, 0.5), (0.93, 0.5), thick=0.12)
    for x in (0.74, 0.92):
        yield from _stroke((x, 0.5), (x, 0.68), thick=0.11)


def _exit() -> Iterator[Piece]:
    yield from _stroke((0.45, 0.1), (0.12, 0.1), (0.12, 0.9), (0.45, 0.9), thick=0.11)
    yield from _stroke((0.4, 0.5), (0.86, 0.5), thick=0.11)
    yield from _stroke((0.66, 0.28), (0.89, 0.5), (0.66, 0.72), thick=0.11)


def _suit(suit: Suit) -> Callable[[], Iterator[Piece]]:
    return lambda: (Piece(outline=placed(part, 0.03, 0.03, 0.94, 0.94)) for part in outline(suit))


_DRAWN: Mapping[Symbol, Callable[[], Iterator[Piece]]] = {
    Symbol.MENU: _menu,
    Symbol.BELL: _bell,
    Symbol.BACK: _back,
    Symbol.ERASE: _erase,
    Symbol.UNDO: _undo,
    Symbol.TICK: _tick,
    Symbol.CROSS: _cross,
    Symbol.PERSON: _person,
    Symbol.GLOBE: _globe,
    Symbol.SOUND: _sound,
    Symbol.MUTE: _mute,
    Symbol.LAMP: _lamp,
    Symbol.NETWORK: _network,
    Symbol.POWER: _power,
    Symbol.CARDS: _cards,
    Symbol.EYE: _eye,
    Symbol.PEN: _pen,
    Symbol.STOP: _stop,
    Symbol.PAUSE: _pause,
    Symbol.PLUS: _plus,
    Symbol.LIST: _list,
    Symbol.CHIP: _chip,
    Symbol.INFO: _info,
    Symbol.WARNING: _warning,
    Symbol.KEY: _key,
    Symbol.EXIT: _exit,
    Symbol.CLUBS: _suit(Suit.CLUBS),
    Symbol.DIAMONDS: _suit(Suit.DIAMONDS),
    Symbol.HEARTS: _suit(Suit.HEARTS),
    Symbol.SPADES: _suit(Suit.SPADES),
}
