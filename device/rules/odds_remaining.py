"""Player, Banker and tie in any remaining composition of a shoe, as exact numbers of deals.

For tests and for audits of closed shoes. No screen, feed or console may show what this says of a shoe in play: a table
display must not project outcomes.

How it is counted. A coup's outcome depends on both two-card totals and on the third cards' values, nothing else; which
of these go together is asked of the drawing rules once. Cards drawn without looking are exchangeable, so a coup with
third cards x and y is as frequent as x and y taken out first and the four cards dealt from what is left. So it is
enough to know, in the composition, in it less one value and in it less two (1 + 10 + 55 tables), in how many ways four
cards in order give Player the total s and Banker the total t. With n(a) cards of value a, and all values modulo 10:

    g(s, a) = n(s − a) − [2a = s]          cards that make s with a given card of value a
    P(s)    = Σ n(a) g(s, a)               ordered pairs that make s
    W(s, t) = P(s) P(t) + 2 [s = t] P(s) − 4 Σ n(a) g(s, a) g(t, a)

The sum takes away the pairs of pairs that share a card (either card of the one may be either of the other); where they
share both, which needs s = t, they were taken away twice, and the middle term gives them back.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul

from device.rules.card import Card
from device.rules.hand import Hand, total
from device.rules.odds_deals import CARD_OF_VALUE, MOST_CARDS, all_deals
from device.rules.outcome import Outcome, outcome
from device.rules.tableau import next_step

Cell = tuple[int, int]
"""Two two-card totals, the lower first: a table is the same with the hands exchanged."""

Thirds = tuple[int, ...]
"""Values of the third cards that left, in ascending order, 0 to 2 of them."""

_Cards = tuple[Card, ...]
_VALUES = range(10)


class CompositionError(ValueError):
    """Counts that are no remaining shoe, or one too small for a coup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainCounts:
    """How many of all ordered deals of six cards each outcome has; those that a coup does not need count as well."""

    player: int
    banker: int
    tie: int

    @property
    def total(self) -> int:
        """All of them: n·(n−1)·…·(n−5) for n cards."""
        return self.player + self.banker + self.tie


def main_counts(composition: Sequence[int]) -> MainCounts:
    """Count the deals of a shoe that holds ``composition[v]`` cards of value v, for v from 0 to 9.

    Raises CompositionError for counts that are not ten whole numbers from 0 on, and for fewer than six cards.
    """
    if len(composition) != len(_VALUES) or any(type(number) is not int or number < 0 for number in composition):
        raise CompositionError(
            f"{list(composition)}: ten whole numbers from 0 on are needed, one for each value 0 to 9"
        )
    cards = sum(composition)
    if cards < MOST_CARDS:
        raise CompositionError(f"{cards} cards: a coup may need {MOST_CARDS}, so nothing is counted for fewer")
    found = dict.fromkeys(Outcome, 0)
    for thirds, cells in _coups().items():
        left = list(composition)
        ways = math.perm(cards - 4 - len(thirds), MOST_CARDS - 4 - len(thirds))
        for value in thirds:
            ways *= left[value]
            left[value] -= 1
        if ways:
            first_four = _first_four(left, _cells(len(thirds)))
            for ending, at in cells.items():
                found[ending] += ways * sum(map(first_four.__getitem__, at))
    counts = MainCounts(player=found[Outcome.PLAYER], banker=found[Outcome.BANKER], tie=found[Outcome.TIE])
    assert counts.total == all_deals(cards)
    return counts


def _first_four(left: Sequence[int], cells: Sequence[Cell]) -> dict[Cell, int]:
    """In how many ways four cards of these, in order, give the one hand the first total and the other the second."""
    downwards = [left[a] for a in reversed(_VALUES)] * 2  # from place 9 − s on: n(s), n(s − 1), n(s − 2) …
    makes = [downwards[9 - s : 19 - s] for s in _VALUES]
    for a in _VALUES:
        makes[2 * a % 10][a] -= 1
    pairs_by_card = [list(map(mul, left, row)) for row in makes]
    pairs = [sum(row) for row in pairs_by_card]
    return {
        (s, t): pairs[s] * (pairs[t] + 2 * (s == t)) - 4 * sum(map(mul, pairs_by_card[s], makes[t])) for s, t in cells
    }


@cache
def _coups() -> dict[Thirds, dict[Outcome, tuple[Cell, ...]]]:
    """For each set of third cards, the two-card totals that lead to each outcome, as the drawing rules deal them.

    Two different third cards may have been drawn either way round, so a cell may stand there more than once.
    """
    found: dict[Thirds, dict[Outcome, list[Cell]]] = defaultdict(lambda: defaultdict(list))
    zero = CARD_OF_VALUE[0]
    hands = [((zero, CARD_OF_VALUE[s]), (zero, CARD_OF_VALUE[t])) for s in _VALUES for t in _VALUES]
    waiting: list[tuple[_Cards, _Cards, Thirds]] = [(player, banker, ()) for player, banker in hands]
    while waiting:
        player, banker, drawn = waiting.pop()
        due = next_step(player, banker).due
        if due is None:
            low, high = sorted((total(player[:2]), total(banker[:2])))
            found[tuple(sorted(drawn))][outcome(player, banker)].append((low, high))
            continue
        for card in CARD_OF_VALUE:
            if due is Hand.PLAYER:
                waiting.append(((*player, card), banker, (*drawn, card.points)))
            else:
                waiting.append((player, (*banker, card), (*drawn, card.points)))
    return {thirds: {ending: tuple(at) for ending, at in cells.items()} for thirds, cells in found.items()}


@cache
def _cells(drawn: int) -> tuple[Cell, ...]:
    """The two-card totals with which so many third cards can be drawn."""
    every = (at for thirds, cells in _coups().items() if len(thirds) == drawn for one in cells.values() for at in one)
    return tuple(sorted(set(every)))
