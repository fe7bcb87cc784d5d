"""The simulated shoe with cards that bear the labels of packs: ``soak_shoe.py LABELS WORDS…``, and it is `zapato`.

LABELS is a JSON file, a list of packs in the order in which they are played, each ``{"9H": label, …}``. Each filling of
the shoe takes the next packs of it. The shoe's own log goes on telling what is printed on the cards.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from device.sim.board import Board
from device.sim.ring import EventId
from device.sim.sim_shoe import SimShoe

Pack = Mapping[str, str]


class Labels:
    """Which label is on the next card with a face, in the filling that is dealt."""

    def __init__(self, packs: Sequence[Pack]) -> None:
        self._packs = packs
        self._first = self._decks = 0
        self._out: Counter[str] = Counter()

    def fill(self, decks: int) -> None:
        """The next packs are in the shoe."""
        self._first += self._decks
        self._decks = decks
        self._out.clear()

    def of(self, face: str) -> str:
        """The label of the next card with this face; what is no card of a pack, as CUT, stays as it is."""
        packs = self._packs[self._first : self._first + self._decks]
        if not packs or face not in packs[0]:
            return face
        place = self._out[face] % len(packs)
        self._out[face] += 1
        return packs[place][face]


def labelled(labels: Labels) -> None:
    """Have every shoe of this process say labels where it would have said faces."""
    one, two, fill = Board.card_left, Board.two_left, SimShoe._fill

    def card_left(board: Board, code: str | None, now_ms: int) -> EventId:
        return one(board, code if code is None else labels.of(code), now_ms)

    def two_left(board: Board, codes: tuple[str, ...], now_ms: int) -> EventId:
        return two(board, tuple(map(labels.of, codes)), now_ms)

    def fill_labelled(shoe: SimShoe, decks: int, cut_depth: int | None, seed: str | None) -> None:
        labels.fill(decks)
        fill(shoe, decks, cut_depth, seed)

    for owner, name, method in (
        (Board, "card_left", card_left),
        (Board, "two_left", two_left),
        (SimShoe, "_fill", fill_labelled),
    ):
        setattr(owner, name, method)


if __name__ == "__main__":
    from device.cli.main import main

    labelled(Labels(json.loads(Path(sys.argv.pop(1)).read_text())))
    main()
