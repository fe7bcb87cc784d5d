"""A hand's total, its naturals and its pairs."""

import enum
from collections.abc import Sequence

from device.rules.card import Card


class Hand(enum.Enum):
    """The two hands of a coup; players bet on either, and neither belongs to anyone."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> "Hand":
        """The opposite hand."""
        return Hand.BANKER if self is Hand.PLAYER else Hand.PLAYER


def total(cards: Sequence[Card]) -> int:
    """The last digit of the sum of the cards' points, 0 to 9 (000, 001 §03)."""
    points = 0
    for card in cards:
        points += card.points
    return points % 10


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether the first two cards make 8 or 9; a third card never makes or unmakes a natural (004 §3.1.3)."""
    return len(cards) >= 2 and (cards[0].points + cards[1].points) % 10 >= 8


def is_pair(cards: Sequence[Card]) -> bool:
    """Whether the first two cards share their rank: a king and a queen are no pair (000 "Pagos")."""
    return len(cards) >= 2 and cards[0].rank is cards[1].rank


def is_perfect_pair(cards: Sequence[Card]) -> bool:
    """Whether the first two cards share rank and suit (000 "Par Perfecto")."""
    return len(cards) >= 2 and cards[0] is cards[1]
