"""Jack, queen and king: a half figure, drawn once upright and once on its head, as on any pack. Pure.

Figures of our own in a few flat areas: meant to be told apart across a room, not to compete with an engraver.
"""

from collections.abc import Iterator

from device.rules.card import Card, Rank, Suit
from device.screen.drawing.suits import Polygon, curve, ellipse, half_turn, mirrored, outline, placed
from device.screen.look.layout import CARD_RATIO
from device.screen.look.theme import Ink

Area = tuple[Ink, Polygon]

X, Y, W, H = 0.29, 0.105, 0.42, CARD_RATIO / 2 - 0.105
"""The upper half of the court's frame on a card of width 1."""

_LINE = 0.011


def court(card: Card) -> Iterator[Area]:
    """The figure's areas on a card 1 wide and 1.4 high, in drawing order; nothing for a number card."""
    if card.rank not in (Rank.JACK, Rank.QUEEN, Rank.KING):
        return
    frame_w, frame_h = W, 2 * H
    yield Ink.CARD_BLUE, _rectangle(X - _LINE, Y - _LINE, frame_w + 2 * _LINE, frame_h + 2 * _LINE)
    yield Ink.CARD, _rectangle(X, Y, frame_w, frame_h)
    for ink, polygon in _half(card.rank, card.suit):
        upright = placed(polygon, X, Y, W, H)
        yield ink, upright
        yield ink, half_turn(upright, 1, CARD_RATIO)
    yield Ink.CARD_GOLD, _rectangle(X, CARD_RATIO / 2 - 0.017, W, 0.034)
    yield Ink.CARD_BLACK, _rectangle(X, CARD_RATIO / 2 - 0.004, W, 0.008)


def _rectangle(x: float, y: float, w: float, h: float) -> Polygon:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _half(rank: Rank, suit: Suit) -> Iterator[Area]:
    red = suit in (Suit.HEARTS, Suit.DIAMONDS)
    cloth, lining = (Ink.CARD_RED, Ink.CARD_BLUE) if red else (Ink.CARD_BLUE, Ink.CARD_RED)
    suit_colour = Ink.CARD_RED if red else Ink.CARD_BLACK
    if rank is Rank.QUEEN:
        yield Ink.CARD_GOLD, _long_hair()
    elif rank is Rank.JACK:
        yield Ink.CARD_GOLD, _page_hair()
    else:
        yield Ink.CARD_BLACK, ellipse(0.5, 0.47, 0.235, 0.21)
    yield from _robe(cloth, lining)
    yield from _face(bearded=rank is Rank.KING)
    if rank is Rank.KING:
        yield from _kings_crown(cloth)
        yield from _sword()
    elif rank is Rank.QUEEN:
        yield from _queens_crown(cloth)
        yield from _flower(cloth)
    else:
        yield from _cap(cloth)
    for part in outline(suit):
        yield suit_colour, placed(part, 0.04, 0.035, 0.25, 0.25 * W / H)


def _robe(cloth: Ink, lining: Ink) -> Iterator[Area]:
    shoulder = curve((0.60, 0.665), (0.80, 0.69), (0.97, 0.76), (1.0, 1.0))
    yield cloth, mirrored(((0.5, 0.665), (0.60, 0.665), *shoulder, (0.5, 1.0)))
    yield Ink.CARD_GOLD, ((0.36, 0.665), (0.64, 0.665), (0.60, 0.80), (0.50, 1.0), (0.40, 0.80))
    yield lining, ((0.41, 0.66), (0.59, 0.66), (0.56, 0.78), (0.50, 0.92), (0.44, 0.78))
    for x in (0.17, 0.83):
        yield Ink.CARD_GOLD, ((x - 0.045, 1.0), (x - 0.02, 0.80), (x + 0.02, 0.80), (x + 0.045, 1.0))
    for y in (0.72, 0.80):
        yield Ink.CARD, ellipse(0.5, y, 0.022, 0.016)


def _face(*, bearded: bool) -> Iterator[Area]:
    yield Ink.CARD_SKIN, _rectangle(0.43, 0.55, 0.14, 0.13)
    yield Ink.CARD_SKIN, ellipse(0.5, 0.445, 0.165, 0.175)
    if bearded:
        jaw = curve((0.665, 0.44), (0.68, 0.60), (0.60, 0.70), (0.5, 0.72))
        inner = curve((0.5, 0.53), (0.57, 0.53), (0.61, 0.50), (0.625, 0.44))
        yield Ink.CARD_BLACK, mirrored(((0.5, 0.53), *inner, (0.665, 0.44), *jaw))
    for x in (0.43, 0.57):
        yield Ink.CARD_BLACK, _rectangle(x - 0.045, 0.375, 0.09, 0.014)
        yield Ink.CARD_BLACK, ellipse(x, 0.42, 0.026, 0.018)
    yield Ink.CARD_BLACK, ((0.495, 0.42), (0.51, 0.42), (0.525, 0.492), (0.485, 0.492))
    yield Ink.CARD_RED, ellipse(0.5, 0.556 if bearded else 0.55, 0.05, 0.015)


def _kings_crown(cloth: Ink) -> Iterator[Area]:
    yield cloth, ((0.33, 0.27), (0.36, 0.14), (0.64, 0.14), (0.67, 0.27))
    points = ((0.31, 0.31), (0.26, 0.10), (0.39, 0.19), (0.5, 0.05), (0.61, 0.19), (0.74, 0.10), (0.69, 0.31))
    yield Ink.CARD_GOLD, points
    yield cloth, _rectangle(0.325, 0.255, 0.35, 0.026)
    for x, y in ((0.26, 0.095), (0.5, 0.045), (0.74, 0.095)):
        yield Ink.CARD_GOLD, ellipse(x, y, 0.034, 0.024)


def _queens_crown(cloth: Ink) -> Iterator[Area]:
    arch = curve((0.5, 0.13), (0.60, 0.13), (0.68, 0.18), (0.69, 0.29))
    yield cloth, mirrored(((0.5, 0.13), *arch, (0.5, 0.29)))
    yield Ink.CARD_GOLD, _rectangle(0.315, 0.255, 0.37, 0.045)
    for x, y in ((0.33, 0.20), (0.41, 0.14), (0.5, 0.115), (0.59, 0.14), (0.67, 0.20)):
        yield Ink.CARD_GOLD, ellipse(x, y, 0.042, 0.030)
        yield Ink.CARD, ellipse(x, y, 0.016, 0.012)


def _cap(cloth: Ink) -> Iterator[Area]:
    yield cloth, ((0.30, 0.29), (0.27, 0.17), (0.44, 0.10), (0.66, 0.11), (0.76, 0.19), (0.70, 0.29))
    yield Ink.CARD_GOLD, _rectangle(0.30, 0.255, 0.40, 0.042)
    feather = curve((0.66, 0.24), (0.74, 0.10), (0.84, 0.03), (0.97, 0.05))
    back = curve((0.97, 0.05), (0.96, 0.16), (0.84, 0.21), (0.70, 0.25))
    yield Ink.CARD_BLACK, ((0.66, 0.24), *feather, *back)
    yield Ink.CARD_GOLD, ellipse(0.68, 0.235, 0.036, 0.026)


def _long_hair() -> Polygon:
    side = curve((0.5, 0.21), (0.72, 0.20), (0.76, 0.40), (0.745, 0.56))
    curl = curve((0.745, 0.56), (0.74, 0.66), (0.83, 0.70), (0.86, 0.76))
    return mirrored(((0.5, 0.21), *side, *curl, (0.5, 0.80)))


def _page_hair() -> Polygon:
    side = curve((0.5, 0.21), (0.70, 0.20), (0.72, 0.40), (0.70, 0.50))
    curl = curve((0.70, 0.50), (0.69, 0.58), (0.76, 0.62), (0.80, 0.59))
    under = curve((0.80, 0.59), (0.78, 0.68), (0.66, 0.69), (0.58, 0.64))
    return mirrored(((0.5, 0.21), *side, *curl, *under, (0.5, 0.64)))


def _sword() -> Iterator[Area]:
    yield Ink.CARD_EDGE, ((0.855, 0.84), (0.855, 0.32), (0.88, 0.26), (0.905, 0.32), (0.905, 0.84))
    yield Ink.CARD_GOLD, _rectangle(0.79, 0.76, 0.18, 0.032)
    yield Ink.CARD_SKIN, ellipse(0.88, 0.87, 0.066, 0.052)
    yield Ink.CARD_GOLD, ellipse(0.88, 0.945, 0.036, 0.026)


def _flower(cloth: Ink) -> Iterator[Area]:
    yield Ink.CARD_BLACK, ((0.87, 0.62), (0.885, 0.62), (0.90, 0.88), (0.88, 0.88))
    for x, y in ((0.88, 0.50), (0.93, 0.54), (0.91, 0.60), (0.85, 0.60), (0.83, 0.54)):
        yield cloth, ellipse(x, y, 0.048, 0.034)
    yield Ink.CARD_GOLD, ellipse(0.88, 0.557, 0.036, 0.026)
    yield Ink.CARD_SKIN, ellipse(0.885, 0.86, 0.062, 0.046)
