"""Formats of cards, and where on the face a label goes.

The label lies along a short edge of the face, for in a dealing shoe the card stands on its long side and its short
edges pass the reader's window. Two labels a card, one at each end, the second turned half round like the card's own
indices: so the card may lie in the shoe either way up. In the middle of the edge it clears all four corners; where it
is too long for that it stands beside the index, which fits cards with two indices only.
"""

import enum
from dataclasses import dataclass

EDGE_MM = 2.0
"""From the short edge of the card to the label: nearer, it peels off in the shoe."""
SIDE_MM = 1.5
"""From the long edge to the label, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFormat:
    """A format of playing card, mm."""

    name: str
    width_mm: float
    height_mm: float
    index_mm: float
    """From the long edge to the inner end of the corner index: what a label must not cover."""


FORMATS = {
    one.name: one
    for one in (
        # Poker is 2½ × 3½ inches, bridge 2¼ × 3½. The indices are as common casino cards have them, rounded up.
        CardFormat(name="poker", width_mm=63.5, height_mm=88.9, index_mm=9.0),
        CardFormat(name="poker-jumbo", width_mm=63.5, height_mm=88.9, index_mm=18.0),
        CardFormat(name="bridge", width_mm=57.2, height_mm=88.9, index_mm=8.0),
        CardFormat(name="bridge-jumbo", width_mm=57.2, height_mm=88.9, index_mm=16.0),
    )
}


class Place(enum.Enum):
    """Where along the short edge a label goes."""

    MIDDLE = "middle"
    """In the middle, between the indices of all four corners."""
    BESIDE_INDEX = "beside-index"
    """From the far side up to the index: the corner there must be free of an index."""


def place_for(width_mm: float, card: CardFormat) -> Place | None:
    """Where a label of this length goes on a card of this format; None: it would cover an index wherever it is put."""
    if width_mm <= card.width_mm - 2 * card.index_mm:
        return Place.MIDDLE
    if width_mm <= card.width_mm - card.index_mm - SIDE_MM:
        return Place.BESIDE_INDEX
    return None


def left_mm(width_mm: float, card: CardFormat, place: Place) -> float:
    """From the card's left edge to the label at the top of its face, mm."""
    if place is Place.MIDDLE:
        return (card.width_mm - width_mm) / 2
    return card.width_mm - SIDE_MM - width_mm
