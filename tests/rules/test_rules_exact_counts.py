"""The proof of the drawing table: how many of all ordered six-card deals each result wins, to the last deal.

Nothing is sampled. The rules code deals every sequence of point values with a representative card for each value; what
a sequence weighs in a shoe is how many ways real cards spell it. Cards of the six that the coup does not need count as
ordered continuations, so every row adds up to n·(n−1)·…·(n−5). The figures are data: they were not made by this code.
"""

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome, outcome
from device.rules.tableau import is_legal_deal, next_step

COUNTS = {
    1: {Outcome.PLAYER: 6_548_674_432, Outcome.BANKER: 6_737_232_640, Outcome.TIE: 1_372_227_328},
    6: {
        Outcome.PLAYER: 392_220_492_728_832,
        Outcome.BANKER: 403_095_751_234_560,
        Outcome.TIE: 83_552_962_932_288,
    },
    8: {
        Outcome.PLAYER: 2_230_518_282_592_256,
        Outcome.BANKER: 2_292_252_566_437_888,
        Outcome.TIE: 475_627_426_473_216,
    },
}
ONE_OF_EACH = tuple(next(card for card in Card if card.points == points) for points in range(10))
Cards = tuple[Card, ...]


def deals(player: Cards = (), banker: Cards = ()) -> Iterator[tuple[Cards, Cards]]:
    """Every pair of complete hands, dealt as the rules code says whose card is next."""
    due = next_step(player, banker).due
    if due is None:
        yield player, banker
        return
    for card in ONE_OF_EACH:
        yield from deals((*player, card), banker) if due is Hand.PLAYER else deals(player, (*banker, card))


@cache
def results() -> Counter[tuple[tuple[int, ...], Outcome]]:
    """How many orders of the same values end in each result; what they weigh depends on the values alone."""
    counted: Counter[tuple[tuple[int, ...], Outcome]] = Counter()
    for player, banker in deals():
        values = tuple(sorted(card.points for card in player + banker))
        counted[values, outcome(player, banker)] += 1
    return counted


def ways(values: tuple[int, ...], decks: int) -> int:
    """How many ordered six-card deals of a full shoe begin with these values in one given order."""
    spelt = math.prod(math.perm((16 if value == 0 else 4) * decks, number) for value, number in Counter(values).items())
    return spelt * math.perm(52 * decks - len(values), 6 - len(values))


@pytest.mark.parametrize("decks", COUNTS)
def test_all_ordered_six_card_deals(decks: int) -> None:
    found: Counter[Outcome] = Counter()
    for (values, result), orders in results().items():
        found[result] += orders * ways(values, decks)
    assert found == COUNTS[decks]
    assert sum(found.values()) == math.perm(52 * decks, 6)


def test_every_deal_the_tableau_makes_is_known_as_one() -> None:
    made = 0
    for player, banker in deals():
        made += 1
        assert len(player) in (2, 3)
        assert len(banker) in (2, 3)
        assert is_legal_deal(player, banker)
    assert made > 100_000
