"""Banners that come from more than the game: the start, the lamp test, and packs that are to be shuffled."""

from collections.abc import Callable

import pytest
from service.loop_tools import NO_BURN, Desk

from device.ports.line import LineLost, LineOpened
from device.rules.card import Card
from device.rules.making import with_settings

BUTTONS = with_settings(NO_BURN, {"bets_close": "button", "result": "button", "next": "button"})
ONE_DECK = {"decks": "1", "inspection": "before"}


def banners(desk: Desk) -> list[str]:
    """What players read, each once, in order."""
    shown = [thing["banner"] for what, thing in desk.notebook.notes if what == "public" and isinstance(thing, dict)]
    return [banner for banner, before in zip(shown, [None, *shown], strict=False) if banner != before]


# The start.


def test_until_the_reader_has_answered_a_starting_table_tests_itself_and_deals_nothing() -> None:
    desk = Desk(BUTTONS, starting=True)
    assert (desk.staff["banner"], desk.staff["instruction"], desk.staff["held"]) == ("self-test", "do-not-deal", True)
    desk.wait(2.0)
    desk.put(LineOpened(port="/dev/ttyACM0", at_s=desk.clock.now_s))
    assert banners(desk) == ["self-test", "closed"]
    desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s))
    assert desk.staff["banner"] == "reader-lost", "only the start is a test"


def test_a_reader_that_does_not_answer_within_five_seconds_is_lost() -> None:
    desk = Desk(BUTTONS, starting=True)
    desk.wait(4.9)
    assert desk.staff["banner"] == "self-test"
    desk.wait(0.5)
    assert banners(desk) == ["self-test", "reader-lost"]


def test_a_port_that_is_not_there_is_lost_at_once() -> None:
    desk = Desk(BUTTONS, starting=True)
    desk.put(LineLost(detail="/dev/ttyACM0 is not there", at_s=desk.clock.now_s))
    assert banners(desk) == ["self-test", "reader-lost"]


def test_a_record_that_fails_at_the_start_is_no_self_test() -> None:
    desk = Desk(BUTTONS, starting=True)
    desk.engine.journal_failed("the disk is full")
    assert desk.staff["banner"] == "reader-lost"


# The lamp test.


def test_while_lamps_are_tested_the_banner_says_so_and_then_what_it_said_before() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    desk.touch("lamp-test")
    assert (desk.staff["banner"], desk.staff["phase"], desk.staff["held"]) == ("self-test", "betting", False)
    desk.wait(10.0)
    assert banners(desk)[-3:] == ["place-your-bets", "self-test", "place-your-bets"]


ENDS: dict[str, tuple[Callable[[Desk], object], str]] = {
    "a card": (lambda desk: desk.cards("9H"), "dealing"),
    "a press": (lambda desk: desk.touch("bets"), "no-more-bets"),
    "a hold": (lambda desk: desk.order(order="pause"), "held"),
    "no reader": (lambda desk: desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s)), "reader-lost"),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_happens_ends_the_test_and_its_banner(end: str) -> None:
    happens, banner = ENDS[end]
    desk = Desk(with_settings(BUTTONS, {"bets_close": "first-card"}))
    desk.touch("bets")
    desk.touch("lamp-test")
    happens(desk)
    assert banners(desk)[-1] == banner


# Shuffling.


def test_packs_that_were_counted_are_being_shuffled_until_their_first_card_leaves() -> None:
    desk = Desk(with_settings(BUTTONS, ONE_DECK))
    desk.touch("bets")
    assert desk.staff["banner"] == "inspection"
    desk.cards(" ".join(str(card).upper() for card in Card))
    assert (desk.staff["banner"], desk.staff["instruction"]) == ("shuffling", "shuffle-and-load")
    desk.order(order="pause")
    assert desk.staff["banner"] == "held"
    desk.order(order="resolve", option="resume", by="sup1")
    desk.touch("call")
    assert desk.staff["banner"] == "shuffling", "bets are not open yet, whoever comes"
    desk.touch("bets")
    desk.cards("9H")
    assert "shuffling" not in banners(desk)[-1:]


def test_packs_that_are_burned_from_are_shuffled_before_the_burn() -> None:
    desk = Desk(with_settings(BUTTONS, {**ONE_DECK, "burn": "fixed", "burn_cards": "2"}))
    desk.touch("bets")
    desk.cards(" ".join(str(card).upper() for card in Card))
    desk.cards("9H 2C")
    assert banners(desk)[-3:] == ["shuffling", "burning", "place-your-bets"]
