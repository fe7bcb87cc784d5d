"""A shuffled shoe as it lies in the box: every card in its order, and the plastic cut card among them."""

import random

from device.rules.card import Card

CUT_CODE = "CUT"
MOST_DECKS = 12


class PackError(ValueError):
    """A shoe that cannot be filled, or one that has nothing left; the message says what to do."""


class ShoePack:
    """`decks` packs shuffled by `seed`, with the cut card `cut_depth` cards from the back (None: no cut card).

    The same seed gives the same shoe for ever. Cards are class codes as a label carries them, ``9H``; the cut card is
    ``CUT`` and comes out by itself when its place is reached.
    """

    def __init__(self, *, decks: int = 8, cut_depth: int | None = 14, seed: int | str = 0) -> None:
        if not 1 <= decks <= MOST_DECKS:
            raise PackError(f"a shoe of {decks} decks cannot be filled; 1 to {MOST_DECKS} can")
        cards = [card.value.upper() for card in Card] * decks
        if cut_depth is not None and not 1 <= cut_depth < len(cards):
            raise PackError(f"the cut card cannot lie {cut_depth} cards from the back of {len(cards)} cards")
        self.decks = decks
        self.cut_depth = cut_depth
        self.seed = seed
        # Not secret: a shoe must be dealt again, card by card, from its seed.
        random.Random(f"shoe {seed}").shuffle(cards)
        if cut_depth is not None:
            cards.insert(len(cards) - cut_depth, CUT_CODE)
        self._order = tuple(cards)
        self._out = 0

    @property
    def cards_left(self) -> int:
        """Cards still in the shoe, the cut card not counted."""
        return sum(code != CUT_CODE for code in self._order[self._out :])

    @property
    def out(self) -> int:
        """How many have left, the cut card counted."""
        return self._out

    def peek(self) -> str | None:
        """The code of the next card, None when the shoe is empty."""
        return self._order[self._out] if self._out < len(self._order) else None

    def draw(self) -> str:
        """Take the next card out; raises PackError when there is none."""
        code = self.peek()
        if code is None:
            raise PackError("the shoe is empty: fill it")
        self._out += 1
        return code

    def put_back(self) -> None:
        """The card drawn last goes back to its place."""
        self._out = max(0, self._out - 1)

    def skip(self, cards: int) -> None:
        """Take out what had left before: the shoe stands again where it stood."""
        if not 0 <= cards <= len(self._order) - self._out:
            raise PackError(f"{cards} cards cannot have left this shoe")
        self._out += cards
