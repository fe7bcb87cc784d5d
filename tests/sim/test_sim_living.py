"""Whole shoes under every house rule: the simulated staff deal on whatever happens, and nothing is lost or doubled."""

from collections.abc import Callable
from typing import Any

import pytest

from device.rules.card import Card
from device.rules.profile import RevealOrder
from device.sim.faults import Fault
from device.sim.mistakes import Mistake, Slips
from device.sim.moves import Habits
from device.sim.shoe_pack import ShoePack

MakeTable = Callable[..., Any]
MISHAPS = {
    Fault.UNREAD: 0.04,
    Fault.TWO_CARDS: 0.02,
    Fault.PULL_BACK: 0.05,
    Fault.RESETS: 0.01,
    Fault.FACE_UP: 0.04,
}

HOUSES: dict[str, tuple[str, dict[str, str]]] = {
    "face down": ("casino-manual", {}),
    "face down, banker first": ("casino-manual", {"reveal_order": "banker-first", "third_card": "face-up"}),
    "face down by cards": (
        "casino-manual",
        {"bets_close": "first-card", "next": "first-card", "result": "auto", "result_after_s": "2"},
    ),
    "face down, one pack": ("casino-manual", {"shuffle": "every-coup", "decks": "1", "burn_every_coup": "1"}),
    "face down, early cards held": ("casino-manual", {"early_card": "hold", "stuck_cards": "void"}),
    "face down, early cards burned": ("casino-manual", {"early_card": "burn", "face_up_in_shoe": "burn"}),
    "counted before": ("live", {"inspection": "before", "decks": "1", "burn": "none", "free_coups": "3"}),
    "counted before and after": ("casino-manual", {"inspection": "before-and-after", "decks": "1", "cut_depth": "14"}),
    "counted, shuffled every coup": ("single-deck", {"inspection": "before", "burn": "fixed", "burn_every_coup": "1"}),
    "screens by a button": ("live", {"reveal": "button"}),
    "face up burned": ("live", {"face_up_in_shoe": "burn", "error_card_unexposed": "burn"}),
    "result by itself": ("live", {"result": "auto", "result_after_s": "5"}),
    "one deck, two more": ("live", {"decks": "1", "cut_depth": "21", "cut_policy": "two-more", "burn_every_coup": "1"}),
    "the count acts": ("live", {"decks": "2", "virtual_cut": "40", "virtual_cut_acts": "yes", "burn": "decks"}),
    "the shoe goes round": ("casino-manual", {"shoe_passes": "clockwise", "free_coups": "2", "burn": "face-value"}),
}


def dealer_of(table: Any, **more: Any) -> Any:
    profile = table.profile
    habits = Habits(
        shuffles_every_coup=not profile.has_cut_card,
        turns_banker_first=profile.reveal_order is RevealOrder.BANKER_FIRST,
    )
    return table.dealer(habits=habits, stuck_after_s=60 + profile.result_after_s, **more)


def everything_placed(table: Any) -> bool:
    said = [card if drawn.read else "?" for drawn in table.draws for card in drawn.cards if not drawn.lost]
    return bool(said == table.placed)


@pytest.mark.parametrize("house", HOUSES)
def test_a_shoe_without_mistakes_is_dealt_without_incident_or_refusal(memory_table: MakeTable, house: str) -> None:
    name, settings = HOUSES[house]
    table = memory_table(name, **settings)
    assert dealer_of(table).run(10) == 10
    assert (set(table.incidents) - {"cut-missing"}, table.refusals, table.unsigned) == (set(), [], [])
    assert everything_placed(table)


@pytest.mark.parametrize("house", HOUSES)
def test_mistakes_and_mishaps_come_to_no_dead_end(memory_table: MakeTable, house: str) -> None:
    name, settings = HOUSES[house]
    table = memory_table(name, faults=MISHAPS, **settings)
    assert dealer_of(table, slips=Slips(0.6, seed=4)).run(25) == 25
    assert table.unsigned == []
    assert len(set(table.incidents)) >= 4, table.incidents
    assert everything_placed(table)


def test_cards_pass_the_count_in_another_order_than_the_one_dealt(memory_table: MakeTable) -> None:
    table = memory_table("live", inspection="before-and-after", decks="1", burn="none")
    assert dealer_of(table).run(9) == 9
    before, *after_play = table.gatherings
    counted = table.placed[:52]
    assert counted[:1] == [ShoePack(decks=1, cut_depth=None, seed=before).draw()]
    assert sorted(counted) == sorted(card.value.upper() for card in Card), "no cut card among them"
    assert table.placed[52:62] != counted[:10]
    assert after_play, "and once more after play"


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (Mistake.CARD_BEFORE_TURN, "card-before-reveal"),
        (Mistake.WRONG_TURN, "turn-other-first"),
        (Mistake.STUCK, "stuck"),
        (Mistake.PAUSE, "paused"),
        (Mistake.EARLY_CARD, "early-card"),
        (Mistake.EXTRA_CARD, "card-drawn-in-error"),
    ],
)
def test_every_mistake_before_a_turn_shows_at_the_table(memory_table: MakeTable, mistake: Mistake, told: str) -> None:
    table = memory_table("casino-manual")
    assert dealer_of(table, slips=Slips(1.0, kinds=(mistake,))).run(3) == 3
    assert told in table.incidents + table.refusals


def test_a_short_burn_is_asked_about_and_finished(memory_table: MakeTable) -> None:
    table = memory_table("live", burn="decks")
    assert dealer_of(table, slips=Slips(1.0, kinds=(Mistake.SHORT_BURN,))).run(2) == 2
    assert table.incidents == ["burn-wrong"]
    assert table.view()["coups"], "the burn was finished and the shoe dealt"
