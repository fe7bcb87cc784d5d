"""What a hand is made of on either screen: its cards, their backs, and the places that wait for them. Pure."""

from collections.abc import Sequence

from device.rules.card import Card
from device.screen.look.shapes import Back, Box, Face, Place, Shape


def card_shape(cards: Sequence[Card | None], index: int, box: Box, *, due: bool = False, part: float = 1.0) -> Shape:
    """A hand's place number `index`: the card if it is turned, its back if it is not, or the empty place.

    `part`: how far a card that is being turned is turned (shapes.Face).
    """
    turned = index == 2
    if index >= len(cards):
        return Place(box=box, due=due)
    card = cards[index]
    return Back(box=box, turned=turned) if card is None else Face(box=box, card=card, turned=turned, part=part)
