"""Card faces as plane shapes: indices, pips where every pack has them, and court cards of our own. Pure.

A card is 1 wide and 1.4 high, y downwards. Everything but the rank's letter is a polygon, so a face is as crisp on a
wall of screens as on a panel, and no font has to know the suits.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from device.rules.card import Card, Rank, Suit
from device.screen.drawing.courts import court
from device.screen.drawing.suits import Polygon, half_turn, outline, placed
from device.screen.look.layout import CARD_RATIO
from device.screen.look.theme import Ink

PIP, ACE_PIP = 0.172, 0.46
INDEX_X, INDEX_TOP, INDEX_CAP = 0.143, 0.085, 0.225
"""The rank's letter in the corner: its middle, the top of its capital and the capital's height."""

INDEX_WIDTH = 0.215
"""The most a rank may be wide; the ten is drawn narrower to fit."""

_LEFT, _MIDDLE, _RIGHT = 0.35, 0.5, 0.65
_TOP, _BOTTOM = 0.2, CARD_RATIO - 0.2

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
    """The rank as it stands in a card's corner; the ten with a letter O, as the typeface's zero has a stroke."""
    return "1O" if rank is Rank.TEN else rank.value


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
    """Every area of the card's face but the two rank letters, in drawing order."""
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
    top = INDEX_TOP + INDEX_CAP + 0.04
    for part in outline(card.suit):
        corner = placed(part, INDEX_X - 0.075, top, 0.15, 0.15)
        yield Patch(ink=ink, outline=corner)
        yield Patch(ink=ink, outline=half_turn(corner, 1, CARD_RATIO))
