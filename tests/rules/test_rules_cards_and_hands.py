"""Cards as people and labels write them; totals, naturals and pairs of a hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.card import Card, CardError, Rank, Suit, format_cards, parse_cards
from device.rules.hand import Hand, is_natural, is_pair, is_perfect_pair, total
from device.rules.outcome import Outcome, outcome

CARDS = st.sampled_from(list(Card))


def test_a_pack_is_thirteen_ranks_in_four_suits_each_card_once() -> None:
    assert {(card.rank, card.suit) for card in Card} == {(rank, suit) for rank in Rank for suit in Suit}
    assert sorted(card.index for card in Card) == list(range(52))


@pytest.mark.parametrize("card", Card)
def test_a_card_is_read_in_either_case_and_written_one_way(card: Card) -> None:
    for text in (card.value, card.value.upper(), card.value.lower(), card.value.swapcase()):
        assert Card.parse(text) is card
    assert str(card) == f"{card.rank.value}{card.suit.value}"


@pytest.mark.parametrize(("text", "card"), [("10d", "Td"), ("10D", "Td"), ("td", "Td"), ("10S", "Ts")])
def test_a_ten_is_read_with_one_character_or_two(text: str, card: str) -> None:
    assert Card.parse(text) is Card(card)


@pytest.mark.parametrize("text", ["", "9", "h9", "1h", "11h", "9x", "9hh", "9 h", "joker", "0h", "٩h", "🂡"])
def test_what_is_no_card_is_refused_by_its_own_text(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        Card.parse(text)
    assert repr(text) in str(refusal.value)
    assert "9h" in str(refusal.value)


@given(st.lists(CARDS, max_size=6))
def test_cards_written_together_are_read_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(tuple(cards))) == tuple(cards)
    assert parse_cards(" ".join(card.value.replace("T", "10") for card in cards)) == tuple(cards)


def test_a_card_short_is_refused() -> None:
    with pytest.raises(CardError):
        parse_cards("4h9")


@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 1), *((str(number), number) for number in range(2, 10)), ("T", 0), ("J", 0), ("Q", 0), ("K", 0)],
)
def test_001_03_ace_one_two_to_nine_their_number_ten_and_court_cards_nothing(rank: str, points: int) -> None:
    assert {card.points for card in Card if card.rank is Rank(rank)} == {points}


@pytest.mark.parametrize(
    ("cards", "points", "source"),
    [
        ("7h8c", 5, "001 §03"),
        ("8d9s", 7, "000"),
        ("7c6h", 3, "003"),
        ("7d7s", 4, "004 §3.6.3"),
        ("KhTd", 0, "004 §1.3.1"),
    ],
)
def test_only_the_last_digit_of_the_sum_counts(cards: str, points: int, source: str) -> None:
    assert total(parse_cards(cards)) == points, source


@given(st.lists(CARDS, max_size=3))
def test_a_total_is_a_digit_whatever_the_order(cards: list[Card]) -> None:
    assert total(cards) == total(cards[::-1]) == sum(card.points for card in cards) % 10


@pytest.mark.parametrize(
    ("cards", "natural"),
    [("9hKc", True), ("8hKc", True), ("7h2c", True), ("9h9c", True), ("7hKc", False), ("9h", False), ("2h3c4d", False)],
)
def test_004_3_1_3_a_natural_is_eight_or_nine_with_two_cards(cards: str, natural: bool) -> None:
    assert is_natural(parse_cards(cards)) is natural


@given(st.tuples(CARDS, CARDS, CARDS))
def test_a_third_card_makes_and_unmakes_no_natural_and_no_pair(cards: tuple[Card, Card, Card]) -> None:
    for question in (is_natural, is_pair, is_perfect_pair):
        assert question(cards) is question(cards[:2])


@pytest.mark.parametrize(
    ("cards", "pair", "perfect"),
    [
        ("KhKc", True, False),
        ("KhQh", False, False),
        ("KhKh", True, True),
        ("Th10h", True, True),
        ("4h9c4h", False, False),
        ("9h", False, False),
        ("", False, False),
    ],
)
def test_000_pagos_a_pair_is_of_rank_a_perfect_one_of_suit_too(cards: str, pair: bool, perfect: bool) -> None:
    assert is_pair(parse_cards(cards)) is pair
    assert is_perfect_pair(parse_cards(cards)) is perfect


@given(st.lists(CARDS, min_size=2, max_size=3), st.lists(CARDS, min_size=2, max_size=3))
def test_the_hands_are_judged_alike(player: list[Card], banker: list[Card]) -> None:
    swapped = {Outcome.PLAYER: Outcome.BANKER, Outcome.BANKER: Outcome.PLAYER, Outcome.TIE: Outcome.TIE}
    assert outcome(banker, player) is swapped[outcome(player, banker)]
    assert (outcome(player, banker) is Outcome.TIE) is (total(player) == total(banker))


def test_each_hand_is_the_others_other() -> None:
    assert Hand.PLAYER.other is Hand.BANKER
    assert Hand.BANKER.other is Hand.PLAYER
