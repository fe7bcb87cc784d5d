"""Shuffled shoes, the same ones in every run."""

import random

from device.rules.card import Card

CUT_DEPTH = 14
"""Cards behind the cut card, as in the profile that is measured."""


def shuffled(seed: int, *, decks: int = 8) -> list[Card]:
    """All cards of so many packs in an order that the seed decides."""
    cards = [*Card] * decks
    random.Random(seed).shuffle(cards)
    return cards
