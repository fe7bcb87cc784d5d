"""What a code on a card means, and that a code which is not ours is never a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.readers.marks import CUT, CardMarks, Marks, MemoryRegistry
from device.rules.card import Card

CLASS_CODES = {f"{card.rank.value}{card.suit.value}".upper(): card for card in Card}


@pytest.mark.parametrize(("code", "card"), CLASS_CODES.items())
def test_class_codes_are_read_in_any_case(code: str, card: Card) -> None:
    marks: Marks = CardMarks()
    assert marks.look_up(code) is marks.look_up(code.lower()) is card
    assert not marks.is_serialised(code)


@pytest.mark.parametrize(("code", "card"), [("10D", Card.TEN_OF_DIAMONDS), ("10s", Card.TEN_OF_SPADES)])
def test_ten_may_be_written_in_figures(code: str, card: Card) -> None:
    assert CardMarks().look_up(code) is card


@pytest.mark.parametrize("code", ["CUT", "cut", "Cut"])
def test_the_cut_card_has_a_label(code: str) -> None:
    assert CardMarks().look_up(code) is CUT
    assert CardMarks(table={"X1": Card.ACE_OF_CLUBS}).look_up(code) is CUT
    assert not CardMarks().is_serialised(code)


@pytest.mark.parametrize(
    "code", ["", "000000000079", "319H", "317QX4-03-1A2B", "H9", "9", "9HH", "11D", "1D", "é", "9\u212a", "\u212ah"]
)
def test_a_code_that_is_not_ours_is_no_card(code: str) -> None:
    assert CardMarks().look_up(code) is None
    assert not CardMarks().is_serialised(code)


@given(
    code=st.text(max_size=12).filter(lambda code: code.upper() not in {*CLASS_CODES, "CUT", "10C", "10D", "10H", "10S"})
)
def test_no_other_text_is_ever_a_card(code: str) -> None:
    assert CardMarks().look_up(code) is None


def test_a_registry_knows_labels_and_tags() -> None:
    marks = CardMarks(registry=MemoryRegistry({"P7-0031-X4QK": Card.NINE_OF_HEARTS, "0D00319CD0": Card.TWO_OF_CLUBS}))
    assert marks.look_up("P7-0031-X4QK") is Card.NINE_OF_HEARTS
    assert marks.look_up("0d00319cd0") is Card.TWO_OF_CLUBS
    assert marks.is_serialised("P7-0031-X4QK")
    assert marks.look_up("P7-0031-X4QL") is None
    assert not marks.is_serialised("P7-0031-X4QL")
    assert marks.look_up("9H") is Card.NINE_OF_HEARTS


@pytest.mark.parametrize("code", ["000000000000", "000000078F88", "00F00000F000", "F000060007F1", "B59A99E5A9FA"])
def test_phantom_tags_are_no_cards(code: str) -> None:
    marks = CardMarks(registry=MemoryRegistry({"0D00319CD0": Card.TWO_OF_CLUBS}))
    assert marks.look_up(code) is None


def test_a_sites_own_table_stands_in_place_of_the_class_codes() -> None:
    marks = CardMarks(table={"K1": Card.KING_OF_SPADES, "9h": Card.TWO_OF_CLUBS, "PLASTIC": CUT})
    assert marks.look_up("k1") is Card.KING_OF_SPADES
    assert marks.look_up("9H") is Card.TWO_OF_CLUBS
    assert marks.look_up("PLASTIC") is CUT
    assert marks.look_up("AS") is None
    assert not marks.is_serialised("K1")


def test_a_table_that_says_two_things_of_one_code_is_refused() -> None:
    with pytest.raises(ValueError, match="'k1' stands in the table of codes twice"):
        CardMarks(table={"K1": Card.KING_OF_SPADES, "k1": Card.KING_OF_HEARTS})
