"""Card faces: the right pips in the right places, fifty-two different pictures, nothing beyond the card's edge."""

import pytest

from device.rules.card import Card, Rank, Suit
from device.screen.drawing.cards import face, pips, rank_text, suit_ink
from device.screen.drawing.suits import half_turn, outline
from device.screen.look.layout import CARD_RATIO
from device.screen.look.theme import Ink

NUMBERS = [rank for rank in Rank if rank not in (Rank.JACK, Rank.QUEEN, Rank.KING)]


@pytest.mark.parametrize("rank", NUMBERS)
def test_a_number_card_has_its_number_of_pips_the_same_from_both_ends(rank: Rank) -> None:
    places = pips(rank)
    assert len(places) == (10 if rank is Rank.TEN else rank.points)
    rows = {round(y, 6) for _, y, _ in places}
    if rank is not Rank.SEVEN:  # its seventh pip stands in the upper half alone, as on every pack
        assert {round(CARD_RATIO - y, 6) for y in rows} == rows
    assert all(upside_down == (y > CARD_RATIO / 2 + 1e-9) for _, y, upside_down in places)


def test_court_cards_have_no_pips_but_a_figure() -> None:
    for rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        assert pips(rank) == ()
        assert len(face(Card(rank.value + "h"))) > 30


def test_no_two_cards_look_alike() -> None:
    # Jack, queen and king differ in their figure, everything else in pips; the rank's letter comes on top.
    assert len({face(card) for card in Card}) == 52
    assert len({rank_text(rank) for rank in Rank}) == 13


@pytest.mark.parametrize("card", list(Card))
def test_nothing_is_drawn_beyond_the_edge_of_the_card(card: Card) -> None:
    for patch in face(card):
        for x, y in patch.outline:
            assert 0.02 <= x <= 0.98
            assert 0.02 <= y <= CARD_RATIO - 0.02


def test_suits_have_their_colours() -> None:
    assert [suit_ink(suit) for suit in (Suit.HEARTS, Suit.DIAMONDS)] == [Ink.CARD_RED] * 2
    assert [suit_ink(suit) for suit in (Suit.CLUBS, Suit.SPADES)] == [Ink.CARD_BLACK] * 2


@pytest.mark.parametrize("suit", list(Suit))
def test_a_suits_outline_fills_its_square_and_is_the_same_from_left_and_right(suit: Suit) -> None:
    points = [point for part in outline(suit) for point in part]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert min(xs) >= 0 <= min(ys)
    assert max(xs) <= 1 >= max(ys)
    assert max(xs) - min(xs) > 0.75
    assert max(ys) - min(ys) > 0.9
    assert min(xs) + max(xs) == pytest.approx(1)


def test_two_half_turns_are_none() -> None:
    heart = outline(Suit.HEARTS)[0]
    again = half_turn(half_turn(heart, 1, 1), 1, 1)
    assert all(a == pytest.approx(b) for a, b in zip(again, heart, strict=True))
