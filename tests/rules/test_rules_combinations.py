"""House rules that cannot stand together: each refusal, with its exact reason, and the nearest that is taken."""

import pytest

from device.rules.choices import Deal
from device.rules.combinations import refusals
from device.rules.making import ProfileError, with_settings
from device.rules.profile import Profile

LIVE = Profile(name="live", version=1)


def refused(**settings: str) -> list[str]:
    with pytest.raises(ProfileError) as told:
        with_settings(LIVE, settings)
    return str(told.value).splitlines()


@pytest.mark.parametrize(
    ("policy", "burned", "least"),
    [
        ("current-last", 0, 6),
        ("one-more-unless-first", 0, 11),
        ("one-more", 0, 12),
        ("two-more", 0, 18),
        ("current-last", 1, 7),
        ("one-more-unless-first", 1, 12),
        ("one-more", 1, 14),
        ("two-more", 1, 21),
    ],
)
def test_a_depth_that_can_run_out_is_refused(policy: str, burned: int, least: int) -> None:
    rules = {"cut_policy": policy, "burn_every_coup": str(burned)}
    assert with_settings(LIVE, {**rules, "cut_depth": str(least)}).cut_depth == least
    burning = " and a card burned every coup" if burned else ""
    assert refused(**rules, cut_depth=str(least - 1)) == [
        f"--set: cut_depth: {least - 1}; the shoe could run out: "
        f"cut_policy = {policy}{burning} needs at least {least} cards"
    ]


@pytest.mark.parametrize(("decks", "packs"), [(1, "1 deck has 52 cards"), (8, "8 decks have 416 cards")])
def test_a_depth_of_all_cards_is_refused(decks: int, packs: str) -> None:
    all_cards = 52 * decks
    assert with_settings(LIVE, {"decks": str(decks), "cut_depth": str(all_cards - 1)}).cut_depth == all_cards - 1
    assert refused(decks=str(decks), cut_depth=str(all_cards)) == [
        f"--set: cut_depth: {all_cards}; {packs}: fewer must lie behind the cut"
    ]


def test_no_depth_is_refused_where_there_is_no_cut_card() -> None:
    assert not with_settings(LIVE, {"shuffle": "every-coup", "cut_depth": "0"}).has_cut_card


def test_face_down_as_dealt_is_refused() -> None:
    assert refused(deal="face-down") == [
        "--set: reveal: 'as-dealt' with deal = face-down; face-down cards are turned by the dealer: reveal = button"
    ]
    assert with_settings(LIVE, {"deal": "face-down", "reveal": "button"}).deal is Deal.FACE_DOWN
    assert with_settings(LIVE, {"reveal": "button"}).deal is Deal.FACE_UP  # there it only delays the screens


def test_a_virtual_cut_that_acts_must_leave_enough_cards() -> None:
    assert refused(virtual_cut="5", virtual_cut_acts="yes") == [
        "--set: virtual_cut: 5; the shoe could run out: cut_policy = current-last needs at least 6 cards"
    ]
    assert with_settings(LIVE, {"virtual_cut": "6", "virtual_cut_acts": "yes"}).virtual_cut == 6
    assert with_settings(LIVE, {"virtual_cut": "5"}).virtual_cut == 5  # it only warns


def test_a_virtual_cut_before_the_first_card_is_refused() -> None:
    assert refused(virtual_cut="416") == [
        "--set: virtual_cut: 416; 8 decks have 416 cards: fewer must lie behind the cut"
    ]


def test_a_virtual_cut_without_a_cut_card_to_miss_is_refused() -> None:
    assert refused(shuffle="every-coup", virtual_cut="20") == [
        "--set: virtual_cut: 20 with shuffle = every-coup; "
        "no cut card is missed when every coup is shuffled: virtual_cut = off"
    ]


def test_nothing_cannot_act() -> None:
    assert refused(virtual_cut_acts="yes") == [
        "--set: virtual_cut_acts: yes with virtual_cut = off; "
        "there is nothing that could act: give virtual_cut a number or set virtual_cut_acts = no"
    ]


def test_free_coups_that_eat_the_shoe_are_refused() -> None:
    assert refused(decks="1", free_coups="10") == [
        "--set: free_coups: 10; they take all cards before the cut card even at four each: no coup would have bets"
    ]
    assert with_settings(LIVE, {"decks": "1", "free_coups": "9"}).free_coups == 9


def test_two_hands_of_one_name_are_refused() -> None:
    assert refused(**{"names.player": "banca"}) == [
        "--set: names.banker: 'Banca', the same as names.player; the two hands need different names"
    ]


def test_all_refusals_are_told_at_once() -> None:
    assert [
        line.split(":")[1].strip() for line in refused(deal="face-down", cut_depth="3", virtual_cut_acts="yes")
    ] == [
        "reveal",
        "cut_depth",
        "virtual_cut_acts",
    ]


def test_live_has_nothing_to_refuse() -> None:
    assert refusals(LIVE) == []
