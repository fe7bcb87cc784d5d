"""The back that every card has: a lattice with a rosette, the same upright and on its head. Pure; 1 wide, 1.4 high."""

import functools
import math
from collections.abc import Iterator

from device.rules.card import Suit
from device.screen.drawing.suits import Polygon, ellipse, line, outline, placed, rectangle, turned, within
from device.screen.look.layout import CARD_RATIO
from device.screen.look.theme import Ink

Area = tuple[Ink, Polygon]

BORDER = 0.062
"""Of the card's own white around the back's colour."""

_FIELD = 0.115
_COLUMNS, _ROWS = 6, 9
_X, _Y = 0.5, CARD_RATIO / 2


@functools.cache
def back() -> tuple[Area, ...]:
    """The back's areas over its coloured ground, in drawing order."""
    return tuple(_back())


def _back() -> Iterator[Area]:
    field = rectangle(_FIELD, _FIELD, 1 - 2 * _FIELD, CARD_RATIO - 2 * _FIELD)
    yield from _frame(BORDER + 0.02, 0.010)
    yield from _lattice(field)
    yield from _frame(_FIELD - 0.012, 0.014)
    yield from _rosette()


def _frame(inset: float, thick: float) -> Iterator[Area]:
    w, h = 1 - 2 * inset, CARD_RATIO - 2 * inset
    yield Ink.BACK_LINE, rectangle(inset, inset, w, thick)
    yield Ink.BACK_LINE, rectangle(inset, inset + h - thick, w, thick)
    yield Ink.BACK_LINE, rectangle(inset, inset, thick, h)
    yield Ink.BACK_LINE, rectangle(inset + w - thick, inset, thick, h)


def _lattice(field: Polygon) -> Iterator[Area]:
    w, h = (1 - 2 * _FIELD) / _COLUMNS, (CARD_RATIO - 2 * _FIELD) / _ROWS
    for start in range(-_ROWS, _COLUMNS + 1):
        x0, y0 = _FIELD + start * w, _FIELD
        fall = line((x0, y0), (x0 + _ROWS * w, y0 + _ROWS * h), 0.0085)
        rise = line((x0, y0 + _ROWS * h), (x0 + _ROWS * w, y0), 0.0085)
        for stroke in (fall, rise):
            seen = within(stroke, field)
            if len(seen) > 2:
                yield Ink.BACK_LINE, seen
    for column in range(2 * _COLUMNS + 1):
        for row in range(2 * _ROWS + 1):
            x, y = _FIELD + column * w / 2, _FIELD + row * h / 2
            if (column + row) % 2:  # the middle of a diamond of the lattice
                gem = ((x, y - h * 0.2), (x + w * 0.2, y), (x, y + h * 0.2), (x - w * 0.2, y))
                seen = within(gem, field)
                if len(seen) > 2:
                    yield Ink.BACK_LINE, seen


def _rosette() -> Iterator[Area]:
    for radius, ink in ((0.262, Ink.BACK_LINE), (0.25, Ink.BACK), (0.236, Ink.BACK_LINE), (0.227, Ink.BACK)):
        yield ink, ellipse(_X, _Y, radius, radius)
    for step in range(8):
        petal = _petal(0.06, 0.135 if step % 2 else 0.215, 0.03)
        yield Ink.BACK_LINE, turned(petal, 45 * step, _X, _Y)
        yield Ink.BACK, turned(_petal(0.085, 0.115 if step % 2 else 0.19, 0.013), 45 * step, _X, _Y)
    # Opposite each other stand the same: a back must not tell which way round its card lies.
    for step, suit in enumerate((Suit.SPADES, Suit.HEARTS) * 2):
        for part in outline(suit):
            small = placed(part, _X - 0.033, _Y - 0.203, 0.066, 0.066)
            yield Ink.BACK_LINE, turned(small, 45 + 90 * step, _X, _Y)
    for radius, ink in ((0.062, Ink.BACK_LINE), (0.05, Ink.BACK), (0.034, Ink.BACK_LINE)):
        yield ink, ellipse(_X, _Y, radius, radius)


def _petal(near: float, far: float, half: float) -> Polygon:
    """A leaf that points upwards from the middle, from one distance to another."""
    steps = 14
    turns = [math.pi * step / steps for step in range(steps + 1)]
    right = [(_X + half * math.sin(turn), _Y - near - (far - near) * step / steps) for step, turn in enumerate(turns)]
    return (*right, *((2 * _X - x, y) for x, y in reversed(right)))
