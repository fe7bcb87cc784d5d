"""How unlikely an order is: the formulas against counts of every possibility, and runs found wherever they lie."""

from itertools import pairwise, permutations

import pytest

from device.rules.card import Card
from device.table.sequences import (
    WINDOW,
    Run,
    commitments,
    follows,
    pack_order_by_chance,
    pack_run,
    repeat_by_chance,
    repeated_run,
)

PACK = list(Card)


def laid(cards: list[Card], first: int = 1) -> dict[int, Card]:
    """Cards by the number under which they left."""
    return dict(enumerate(cards, start=first))


def test_a_new_pack_is_one_run_from_its_first_card_to_its_last() -> None:
    assert sum(follows(before, after) for before, after in pairwise(PACK)) == 51
    assert all(pack_run(laid(PACK), nth) == Run(1, 52) for nth in (1, 30, 52))
    assert pack_run(laid(PACK[::-1], first=7), 20) == Run(7, 52)


def test_a_king_is_followed_by_any_other_ace_and_by_no_card_of_its_suit() -> None:
    assert [after for after in PACK if follows(Card("Kh"), after)] == [Card("Ac"), Card("Ad"), Card("As")]


@pytest.mark.parametrize("length", [2, 3])
def test_pack_order_by_chance_is_the_exact_count_of_one_deck(length: int) -> None:
    orders = list(permutations(PACK, length))
    runs = sum(all(follows(before, after) for before, after in pairwise(order)) for order in orders)
    places = 52 - length + 1
    assert pack_order_by_chance(length, 1) == pytest.approx(2 * places * runs / len(orders))


@pytest.mark.parametrize("decks", [6, 8])
def test_pack_order_by_chance_is_the_exact_count_of_pairs_of_several_decks(decks: int) -> None:
    cards = 52 * decks
    pairs = sum(follows(before, after) for before in PACK for after in PACK) * decks * decks
    assert pack_order_by_chance(2, decks) == pytest.approx(2 * (cards - 1) * pairs / (cards * (cards - 1)))


def test_a_repeat_by_chance_is_the_exact_count_of_one_deck() -> None:
    same = 1 / (52 * 51)  # two places of one deck hold two given cards in their order
    assert repeat_by_chance(2, 1, 40) == pytest.approx(2 * 51 * 39 * same)


def test_longer_is_never_less_unlikely() -> None:
    for decks in (1, 6, 8, 12):
        chances = [pack_order_by_chance(length, decks) for length in range(2, 60)]
        assert chances == sorted(chances, reverse=True)
        repeats = [repeat_by_chance(length, decks, 300) for length in range(2, 60)]
        assert repeats == sorted(repeats, reverse=True)


SHOE = [Card(name) for name in ["9h", "2c", "Kd", "3s", "8h", "4c", "Qd", "2d", "Th", "5s", "Jc", "6d"]]


def test_a_run_of_the_shoe_before_is_found_whatever_its_place_and_direction() -> None:
    before = commitments(laid(SHOE))
    assert len(before) == len(SHOE) - WINDOW + 1
    now = [Card("As"), Card("Ad"), *SHOE[3:10], Card("Kc")]
    assert all(repeated_run(laid(now), nth, before) == Run(3, 7) for nth in range(3, 10))
    assert repeated_run(laid(now[::-1]), 5, before) == Run(2, 7)
    assert repeated_run(laid(now), 1, before).cards == 1


def test_what_was_never_known_breaks_a_run() -> None:
    known = laid(SHOE)
    del known[6]
    before = commitments(known)
    assert [place for place, told in enumerate(before) if not told] == [2, 3, 4, 5]
    assert repeated_run(laid(SHOE), 2, before) == Run(1, 5)
    assert repeated_run(laid(SHOE), 9, before) == Run(7, 6)


def test_of_a_shoe_with_few_cards_nothing_is_told() -> None:
    assert commitments({}) == ()
    assert commitments(laid(SHOE[: WINDOW - 1])) == ()
    assert repeated_run(laid(SHOE), 2, ()) == Run(2, 1)
