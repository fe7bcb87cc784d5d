"""Card faces as plane shapes: indices, pips where every pack has them, and court cards of our own. Pure.

A card is 1 wide and 1.4 high, y downwards. Everything but the rank's letter is a polygon, so a face is as crisp on a
wall of screens as on a panel, and no font has to know the suits.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from device.rules.card import Card, Rank, Suit
from device.screen.drawing.courts import court
from device.screen.drawing.suits import Polygon, ellipse, half_turn, outline, placed
from device.screen.look.layout import CARD_RATIO
from device.screen.look.theme import Ink

PIP, ACE_PIP = 0.165, 0.46
INDEX_X, INDEX_TOP, INDEX_CAP = 0.152, 0.07, 0.31
"""The rank's letter in the corner: its middle, the top of its capital and the capital's height.

Nearly a third of the card's width, as on packs for weak eyes: on a players' screen of 24 inches a rank is 11 mm high,
which at 5 m is 7.5 minutes of arc; good eyes read letters of 5.
"""

FIGURE_WIDTH, LETTER_WIDTH = 0.215, 0.245
"""The most a rank may be wide; a wider one is drawn narrower, as on any pack. Beside a letter stand no pips."""

INDEX_SUIT = 0.145

_LEFT, _MIDDLE, _RIGHT = 0.378, 0.5, 0.622
_TOP, _BOTTOM = 0.205, CARD_RATIO - 0.205

_CORNERS = ((0, 0), (2, 0), (0, 1), (2, 1))
_SIDES: dict[int, tuple[tuple[int, float], ...]] = {
    1: ((1, 0.5),),
    2: ((1, 0), (1, 1)),
    3: ((1, 0), (1, 0.5), (1, 1)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 0.5)),
    6: (*_CORNERS, (0, 0.5), (2, 0.5)),
    7: (*_CORNERS, (0, 0.5), (2, 0.5), (1, 0.25)),
    8: (*_CORNERS, (0, 0.5), (2, 0.5), (1, 0.25), (1, 0.75)),
    9: (*_CORNERS, (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3), (1, 0.5)),
    10: (*_CORNERS, (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3), (1, 1 / 6), (1, 5 / 6)),
}
"""For each number: column (left, middle, right) and height from the top row to the bottom row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """An area in one ink."""

    ink: Ink
    outline: Polygon


def suit_ink(suit: Suit) -> Ink:
    """Red for hearts and diamonds, black for clubs and spades."""
    return Ink.CARD_RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else Ink.CARD_BLACK


def rank_text(rank: Rank) -> str:
    """The rank as it stands in a card's corner."""
    return "10" if rank is Rank.TEN else rank.value


def pips(rank: Rank) -> tuple[tuple[float, float, bool], ...]:
    """Where the pips of a number card have their middle, and whether the pip stands on its head; none on a court."""
    if rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        return ()
    number = 10 if rank is Rank.TEN else rank.points
    return tuple(
        ((_LEFT, _MIDDLE, _RIGHT)[column], _TOP + (_BOTTOM - _TOP) * height, height > 0.5)
        for column, height in _SIDES[number]
    )


@functools.cache
def face(card: Card) -> tuple[Patch, ...]:
    """Every area of the card's face in drawing order, but the two rank letters; a ten's are there too."""
    return tuple(_face(card))


def _face(card: Card) -> Iterator[Patch]:
    ink = suit_ink(card.suit)
    size = ACE_PIP if card.rank is Rank.ACE else PIP
    for x, y, upside_down in pips(card.rank):
        for part in outline(card.suit):
            unit = half_turn(part, 1, 1) if upside_down else part
            yield Patch(ink=ink, outline=placed(unit, x - size / 2, y - size / 2, size, size))
    for colour, polygon in court(card):
        yield Patch(ink=colour, outline=polygon)
    corner = [(ink, placed(part, *_SUIT_PLACE, INDEX_SUIT, INDEX_SUIT)) for part in outline(card.suit)]
    if card.rank is Rank.TEN:
        corner += _ten(ink)
    for colour, polygon in corner:
        yield Patch(ink=colour, outline=polygon)
        yield Patch(ink=colour, outline=half_turn(polygon, 1, CARD_RATIO))


_SUIT_PLACE = (INDEX_X - INDEX_SUIT / 2, INDEX_TOP + INDEX_CAP + 0.035)


def _ten(ink: Ink) -> Iterator[tuple[Ink, Polygon]]:
    """A narrow ten, as packs have it: two figures of a typeface beside each other are too wide for the corner."""
    top, foot, stroke = INDEX_TOP, INDEX_TOP + INDEX_CAP, 0.054
    left, right = INDEX_X - 0.115, INDEX_X + 0.112
    stem = left + 0.031
    flag = ((stem, top), (stem + stroke, top), (stem + stroke, foot), (stem, foot), (stem, top + 0.085))
    yield ink, (*flag, (left, top + 0.105), (left, top + 0.048))
    zero = right - 0.128
    for colour, edge in ((ink, 0.0), (Ink.CARD, 0.045)):
        half = 0.064 - edge
        round_top = ellipse(zero + 0.064, top + 0.064, half, half)
        round_foot = ellipse(zero + 0.064, foot - 0.064, half, half)
        upper, lower = round_top[len(round_top) // 2 :], round_foot[: len(round_foot) // 2 + 1]
        yield colour, (*upper, *lower)
