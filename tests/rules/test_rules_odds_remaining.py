"""Main bets of a remaining composition: equal to dealing every card in every order, and shown to nobody in play."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.bench.shoes import shuffled
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.odds_deals import CARD_OF_VALUE, fresh_composition, value_deals
from device.rules.odds_remaining import CompositionError, MainCounts, main_counts
from device.rules.outcome import Outcome, outcome
from device.rules.tableau import next_step

DEVICE = Path(__file__).parents[2] / "device"
Cards = tuple[Card, ...]
Composition = list[int]


def as_counts(found: Counter[Outcome]) -> MainCounts:
    return MainCounts(player=found[Outcome.PLAYER], banker=found[Outcome.BANKER], tie=found[Outcome.TIE])


def dealt(cards: Cards) -> Outcome:
    """The outcome of dealing these six in order."""
    player: Cards = ()
    banker: Cards = ()
    for card in cards:
        due = next_step(player, banker).due
        if due is None:
            break
        player, banker = ((*player, card), banker) if due is Hand.PLAYER else (player, (*banker, card))
    return outcome(player, banker)


def by_every_card(composition: Composition) -> MainCounts:
    """Every card in every order, no two cards taken for the same."""
    cards = [CARD_OF_VALUE[value] for value, number in enumerate(composition) for _ in range(number)]
    return as_counts(Counter(dealt(order) for order in permutations(cards, 6)))


def by_every_value(composition: Composition) -> MainCounts:
    """Every order of values, with how many cards spell it; cards that a coup does not need are dealt too."""
    left = list(composition)

    def deals(player: Cards, banker: Cards, ways: int) -> Iterator[tuple[Outcome, int]]:
        due = next_step(player, banker).due
        if due is None:
            rest, missing = sum(left), 6 - len(player) - len(banker)
            yield outcome(player, banker), ways * math.perm(rest, missing)
            return
        for value, number in enumerate(tuple(left)):
            if number:
                left[value] -= 1
                card = CARD_OF_VALUE[value]
                hands = ((*player, card), banker) if due is Hand.PLAYER else (player, (*banker, card))
                yield from deals(*hands, ways * number)
                left[value] += 1

    found: Counter[Outcome] = Counter()
    for ending, ways in deals((), (), 1):
        found[ending] += ways
    return as_counts(found)


def spread(values: list[int]) -> Composition:
    counted = Counter(values)
    return [counted[value] for value in range(10)]


few_cards = st.lists(st.integers(0, 9), min_size=6, max_size=7).map(spread)
few_values = st.dictionaries(st.integers(0, 9), st.integers(1, 40), min_size=1, max_size=4).map(
    lambda held: [held.get(value, 0) for value in range(10)]
)


@settings(max_examples=40, deadline=None)
@given(composition=few_cards)
@example(composition=[6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
@example(composition=[0, 0, 0, 0, 0, 6, 0, 0, 0, 0])  # two fives make nothing: a value paired with itself
@example(composition=[1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
def test_equals_dealing_every_card_in_every_order(composition: Composition) -> None:
    assert main_counts(composition) == by_every_card(composition)


@settings(max_examples=60, deadline=None)
@given(composition=few_values.filter(lambda held: sum(held) >= 6))
def test_equals_dealing_every_order_of_values(composition: Composition) -> None:
    assert main_counts(composition) == by_every_value(composition)


def test_equals_dealing_every_order_of_all_ten_values_late_in_a_shoe() -> None:
    pack = shuffled(7)
    composition = spread([card.points for card in pack[len(pack) - 31 :]])
    assert min(composition) >= 0
    assert sum(composition) == 31
    assert main_counts(composition) == by_every_value(composition)


@pytest.mark.parametrize(
    ("decks", "player", "banker", "tie"),
    [
        (1, 6_548_674_432, 6_737_232_640, 1_372_227_328),
        (6, 392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
        (8, 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
    ],
)
def test_equals_the_known_counts_of_fresh_shoes(decks: int, player: int, banker: int, tie: int) -> None:
    found = main_counts(fresh_composition(decks))
    assert found == MainCounts(player=player, banker=banker, tie=tie)
    assert found.total == math.perm(52 * decks, 6)


@pytest.mark.parametrize("decks", range(1, 13))
def test_equals_the_enumeration_for_every_number_of_decks(decks: int) -> None:
    found: Counter[Outcome] = Counter()
    for hands, ways in value_deals(decks):
        found[hands.outcome] += ways
    assert main_counts(fresh_composition(decks)) == as_counts(found)


@given(st.lists(st.integers(0, 48), min_size=10, max_size=10).filter(lambda held: sum(held) >= 6))
def test_any_composition_adds_up_to_all_ordered_deals(composition: Composition) -> None:
    found = main_counts(composition)
    assert found.total == math.perm(sum(composition), 6)
    assert min(found.player, found.banker, found.tie) >= 0


def test_a_shoe_of_tens_only_ties_always() -> None:
    assert main_counts([400] + [0] * 9) == MainCounts(player=0, banker=0, tie=math.perm(400, 6))


@given(st.lists(st.integers(0, 9), max_size=5).map(spread))
def test_fewer_than_six_cards_are_refused(composition: Composition) -> None:
    with pytest.raises(CompositionError, match=rf"^{sum(composition)} cards: a coup may need 6"):
        main_counts(composition)


@pytest.mark.parametrize(
    "composition", [[], [32] * 9, [32] * 11, [32] * 9 + [-1], [32.0] * 10, [True] * 10, ["4"] * 10, [None] * 10]
)
def test_what_is_no_composition_is_refused(composition: list[int]) -> None:
    with pytest.raises(CompositionError, match="ten whole numbers from 0 on"):
        main_counts(composition)


def test_no_part_that_runs_at_a_table_asks_what_the_rest_of_a_shoe_favours() -> None:
    askers = {
        path.relative_to(DEVICE).as_posix()
        for path in DEVICE.rglob("*.py")
        if re.search(r"import.*\bodds_remaining\b|rules\.odds_remaining", path.read_text(encoding="utf-8"))
    }
    assert {asker.split("/")[0] for asker in askers} <= {"bench"}, f"only tests, audits and measurements: {askers}"
