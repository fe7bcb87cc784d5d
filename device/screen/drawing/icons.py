"""The small drawings that mean the same in every language, as outlines in a unit square. Pure; y grows downwards.

Bold and few lines: seen from a dealer's chair on a button, and in a status row at 20 pixels.
"""

import functools
import math
from collections.abc import Callable, Iterator, Mapping

from device.rules.card import Suit
from device.screen.drawing.icon_parts import Piece, arc, area, disc, rounded, stroke
from device.screen.drawing.suits import curve, ellipse, mirrored, outline, placed, turned
from device.screen.look.shapes import Symbol


@functools.cache
def icon(symbol: Symbol) -> tuple[Piece, ...]:
    """The areas of an icon in drawing order, within the unit square."""
    return tuple(_DRAWN[symbol]())


def _menu() -> Iterator[Piece]:
    for y in (0.22, 0.5, 0.78):
        yield from stroke((0.14, y), (0.86, y), thick=0.12)


def _bell() -> Iterator[Piece]:
    yield from disc(0.5, 0.12, 0.075)
    side = curve((0.5, 0.13), (0.70, 0.13), (0.76, 0.28), (0.765, 0.45))
    flare = curve((0.765, 0.45), (0.775, 0.62), (0.84, 0.66), (0.91, 0.76))
    yield Piece(outline=mirrored(((0.5, 0.13), *side, *flare, (0.5, 0.76))))
    yield Piece(outline=((0.37, 0.82), *arc(0.5, 0.82, 0.13, 0, 180)))


def _back() -> Iterator[Piece]:
    yield from stroke((0.86, 0.5), (0.16, 0.5), thick=0.13)
    yield from stroke((0.45, 0.18), (0.14, 0.5), (0.45, 0.82), thick=0.13)


def _erase() -> Iterator[Piece]:
    yield from area((0.02, 0.5), (0.31, 0.19), (0.31, 0.81))
    yield from area((0.31, 0.19), (0.98, 0.19), (0.98, 0.81), (0.31, 0.81))
    for a, b in (((0.5, 0.36), (0.78, 0.64)), ((0.78, 0.36), (0.5, 0.64))):
        yield from stroke(a, b, thick=0.085, cut=True)


def _undo() -> Iterator[Piece]:
    yield from stroke((0.24, 0.335), *arc(0.60, 0.585, 0.25, -90, 90), (0.34, 0.835), thick=0.12)
    yield from area((0.03, 0.335), (0.34, 0.09), (0.34, 0.58))


def _tick() -> Iterator[Piece]:
    yield from stroke((0.13, 0.55), (0.38, 0.79), (0.87, 0.23), thick=0.15)


def _cross() -> Iterator[Piece]:
    yield from stroke((0.2, 0.2), (0.8, 0.8), thick=0.15)
    yield from stroke((0.8, 0.2), (0.2, 0.8), thick=0.15)


def _person() -> Iterator[Piece]:
    yield from disc(0.5, 0.27, 0.2)
    shoulder = curve((0.5, 0.54), (0.78, 0.54), (0.9, 0.7), (0.9, 0.94))
    yield Piece(outline=mirrored(((0.5, 0.54), *shoulder, (0.5, 0.94))))


def _globe() -> Iterator[Piece]:
    thick = 0.075
    yield from disc(0.5, 0.5, 0.46)
    yield from disc(0.5, 0.5, 0.46 - thick, cut=True)
    yield Piece(outline=ellipse(0.5, 0.5, 0.22, 0.44))
    yield Piece(outline=ellipse(0.5, 0.5, 0.22 - thick, 0.42), cut=True)
    for y, half in ((0.3, 0.37), (0.7, 0.37)):
        yield from stroke((0.5 - half, y), (0.5 + half, y), thick=thick)


def _speaker() -> Iterator[Piece]:
    yield from area((0.03, 0.36), (0.2, 0.36), (0.47, 0.12), (0.47, 0.88), (0.2, 0.64), (0.03, 0.64))


def _sound() -> Iterator[Piece]:
    yield from _speaker()
    yield from stroke(*arc(0.45, 0.5, 0.24, -45, 45), thick=0.09)
    yield from stroke(*arc(0.45, 0.5, 0.44, -48, 48), thick=0.09)


def _mute() -> Iterator[Piece]:
    yield from _speaker()
    yield from stroke((0.62, 0.36), (0.92, 0.66), thick=0.1)
    yield from stroke((0.92, 0.36), (0.62, 0.66), thick=0.1)


def _lamp() -> Iterator[Piece]:
    right = curve((0.5, 0.04), (0.7, 0.04), (0.83, 0.18), (0.83, 0.36))
    neck = curve((0.83, 0.36), (0.83, 0.54), (0.66, 0.57), (0.65, 0.72))
    yield Piece(outline=mirrored(((0.5, 0.04), *right, *neck, (0.5, 0.72))))
    yield from stroke((0.40, 0.82), (0.60, 0.82), thick=0.085)
    yield from stroke((0.45, 0.93), (0.55, 0.93), thick=0.085)
    yield from stroke(*arc(0.5, 0.36, 0.2, -170, -100), thick=0.06, cut=True)


def _network() -> Iterator[Piece]:
    for x, y in ((0.36, 0.06), (0.05, 0.66), (0.67, 0.66)):
        yield from area((x, y), (x + 0.28, y), (x + 0.28, y + 0.28), (x, y + 0.28))
    yield from stroke((0.5, 0.3), (0.5, 0.5), thick=0.08)
    yield from stroke((0.19, 0.7), (0.19, 0.5), (0.81, 0.5), (0.81, 0.7), thick=0.08)


def _power() -> Iterator[Piece]:
    yield from area((0.6, 0.02), (0.16, 0.57), (0.45, 0.57), (0.38, 0.98), (0.84, 0.41), (0.54, 0.41))


def _cards() -> Iterator[Piece]:
    card = rounded(0.2, 0.12, 0.52, 0.74, 0.07)
    hole = rounded(0.2 - 0.06, 0.06, 0.64, 0.86, 0.1)
    yield Piece(outline=tuple((x - 0.06, y) for x, y in turned(card, -14, 0.46, 0.5)))
    front = tuple((x + 0.13, y + 0.02) for x, y in turned(hole, 10, 0.46, 0.5))
    yield Piece(outline=front, cut=True)
    yield Piece(outline=tuple((x + 0.13, y + 0.02) for x, y in turned(card, 10, 0.46, 0.5)))
    for part in outline(Suit.HEARTS):
        yield Piece(outline=turned(placed(part, 0.42, 0.36, 0.34, 0.34), 10, 0.59, 0.52), cut=True)


def _eye() -> Iterator[Piece]:
    for scale, cut in ((1.0, False), (0.78, True)):
        w, h = 0.48 * scale, 0.33 * scale
        upper = curve((0.5 - w, 0.5), (0.5 - w / 2, 0.5 - h * 1.32), (0.5 + w / 2, 0.5 - h * 1.32), (0.5 + w, 0.5))
        lower = tuple((x, 1 - y) for x, y in reversed(upper))
        yield Piece(outline=((0.5 - w, 0.5), *upper, *lower), cut=cut)
    yield from disc(0.5, 0.5, 0.155)
    yield from disc(0.555, 0.445, 0.045, cut=True)


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
        yield Piece(outline=rounded(x, 0.1, 0.22, 0.8, 0.05))


def _plus() -> Iterator[Piece]:
    yield from stroke((0.5, 0.12), (0.5, 0.88), thick=0.16)
    yield from stroke((0.12, 0.5), (0.88, 0.5), thick=0.16)


def _list() -> Iterator[Piece]:
    for y in (0.2, 0.5, 0.8):
        yield from disc(0.13, y, 0.09)
        yield from stroke((0.37, y), (0.9, y), thick=0.12)


def _chip() -> Iterator[Piece]:
    yield from disc(0.5, 0.5, 0.47)
    for turn in range(0, 360, 60):
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        yield from stroke((0.5 + 0.41 * cos, 0.5 + 0.41 * sin), (0.5 + 0.5 * cos, 0.5 + 0.5 * sin), thick=0.1, cut=True)
    yield from disc(0.5, 0.5, 0.29, cut=True)
    yield from disc(0.5, 0.5, 0.22)


def _info() -> Iterator[Piece]:
    yield from disc(0.5, 0.5, 0.47)
    yield from disc(0.5, 0.27, 0.08, cut=True)
    yield from stroke((0.5, 0.48), (0.5, 0.75), thick=0.13, cut=True)


def _warning() -> Iterator[Piece]:
    yield from area((0.5, 0.06), (0.96, 0.9), (0.04, 0.9))
    yield from stroke((0.5, 0.4), (0.5, 0.6), thick=0.1, cut=True)
    yield from disc(0.5, 0.77, 0.06, cut=True)


def _key() -> Iterator[Piece]:
    yield from disc(0.27, 0.5, 0.25)
    yield from disc(0.27, 0.5, 0.11, cut=True)
    yield from stroke((0.52, 0.5), (0.93, 0.5), thick=0.12)
    for x in (0.74, 0.92):
        yield from stroke((x, 0.5), (x, 0.68), thick=0.11)


def _exit() -> Iterator[Piece]:
    yield from stroke((0.45, 0.1), (0.12, 0.1), (0.12, 0.9), (0.45, 0.9), thick=0.11)
    yield from stroke((0.4, 0.5), (0.86, 0.5), thick=0.11)
    yield from stroke((0.66, 0.28), (0.89, 0.5), (0.66, 0.72), thick=0.11)


def _free() -> Iterator[Piece]:
    """A chip struck out: a hand without bets."""
    yield from _chip()
    yield from stroke((0.1, 0.9), (0.9, 0.1), thick=0.24, cut=True)
    yield from stroke((0.1, 0.9), (0.9, 0.1), thick=0.1)


def _swap() -> Iterator[Piece]:
    for y, tip, end in ((0.3, 0.92, 0.1), (0.7, 0.08, 0.9)):
        back = 0.2 if tip < end else -0.2
        yield from stroke((end, y), (tip, y), thick=0.11)
        yield from stroke((tip + back, y - 0.18), (tip, y), (tip + back, y + 0.18), thick=0.11)


def _flag() -> Iterator[Piece]:
    yield from stroke((0.2, 0.08), (0.2, 0.93), thick=0.11)
    yield from area((0.26, 0.08), (0.92, 0.08), (0.74, 0.32), (0.92, 0.56), (0.26, 0.56))


def _up() -> Iterator[Piece]:
    yield from stroke((0.16, 0.66), (0.5, 0.32), (0.84, 0.66), thick=0.15)


def _down() -> Iterator[Piece]:
    yield from stroke((0.16, 0.34), (0.5, 0.68), (0.84, 0.34), thick=0.15)


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
    Symbol.FREE: _free,
    Symbol.SWAP: _swap,
    Symbol.FLAG: _flag,
    Symbol.UP: _up,
    Symbol.DOWN: _down,
    Symbol.CLUBS: _suit(Suit.CLUBS),
    Symbol.DIAMONDS: _suit(Suit.DIAMONDS),
    Symbol.HEARTS: _suit(Suit.HEARTS),
    Symbol.SPADES: _suit(Suit.SPADES),
}
