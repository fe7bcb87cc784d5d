"""Whole shoes dealt by the simulated dealer at the real rules: every card once, none too many, at any pace."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.sim.dealing import DealerStuckError
from device.sim.faults import Fault
from device.sim.mind import Mind
from device.sim.mistakes import Mistake, Slips
from device.sim.moves import Habits
from device.sim.pace import FAST, MAX, REAL
from device.sim.passage_log import read_passages

MakeTable = Callable[..., Any]
PROFILES = ["live", "live-no-commission", "didactic", "classic", "single-deck"]
MISHAPS = {Fault.UNREAD: 0.03, Fault.TWO_CARDS: 0.02, Fault.PULL_BACK: 0.05, Fault.RESETS: 0.04}


def habits(table: Any, **more: Any) -> Habits:
    return Habits(shuffles_every_coup=not table.profile.has_cut_card, **more)


def reported(table: Any) -> list[str]:
    """What the board had to say of the cards drawn: codes, ? for an unread one, nothing for a lost one."""
    return [card if drawn.read else "?" for drawn in table.draws for card in drawn.cards if not drawn.lost]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_dealer_without_mistakes_causes_no_incident_and_no_refusal(memory_table: MakeTable, profile: str) -> None:
    table = memory_table(profile)
    assert table.dealer(habits=habits(table)).run(60) == 60
    assert (table.incidents, table.refusals) == ([], [])
    assert reported(table) == table.placed
    coups = [one for one in table.view()["coups"] if one["kind"] == "normal"]
    assert len(coups) > 10


@pytest.mark.parametrize("profile", PROFILES)
def test_mistakes_and_mishaps_are_overcome_and_no_card_is_lost_or_doubled(
    memory_table: MakeTable, profile: str, tmp_path: Path
) -> None:
    table = memory_table(profile, faults=MISHAPS, log=tmp_path / "p")
    dealer = table.dealer(habits=habits(table), slips=Slips(0.3, seed=3))
    assert dealer.run(60) == 60
    assert reported(table) == table.placed
    kinds = set(table.incidents)
    assert {"card-drawn-in-error", "card-unread", "double", "board-restarted"} <= kinds
    logged = read_passages(tmp_path / "p").cards
    assert [card.card if card.read else "?" for card in logged if not card.dropped] == table.placed


@pytest.mark.parametrize("name", ["bets_close", "next", "result", "early_card", "error_card_unexposed"])
def test_every_way_of_pressing_is_dealt(memory_table: MakeTable, name: str) -> None:
    values = {
        "bets_close": ["button", "first-card"],
        "next": ["button", "first-card"],
        "result": ["button", "call", "auto"],
        "early_card": ["play-on", "hold", "burn"],
        "error_card_unexposed": ["next", "burn"],
    }[name]
    for value in values:
        table = memory_table("live", **{"bets_close": "button", name: value})
        assert table.dealer(slips=Slips(0.3, seed=1)).run(20) == 20, value
        assert reported(table) == table.placed


def test_the_same_seed_deals_the_same_shoe(memory_table: MakeTable) -> None:
    def dealt() -> list[str]:
        table = memory_table("live", faults={Fault.UNREAD: 0.05})
        table.dealer(slips=Slips(0.2, seed=9)).run(30)
        placed: list[str] = table.placed
        return placed

    assert dealt() == dealt()


def test_a_view_that_comes_late_never_makes_it_draw_twice(memory_table: MakeTable) -> None:
    table = memory_table("live")
    looks = 0

    def late_view(timeout_s: float) -> Any:
        nonlocal looks
        looks += 1
        if looks % 5:
            table.now_s += timeout_s / 50
            return None
        return table.wait_for_view(timeout_s)

    dealer = table.dealer()
    dealer._wait_for_view = late_view
    assert dealer.run(40) == 40
    assert table.incidents == []
    assert reported(table) == table.placed


def test_only_the_first_and_the_last_view_of_a_burst_are_needed(memory_table: MakeTable) -> None:
    """A feed keeps only the newest view for a slow reader: some changes are never seen one by one."""
    table = memory_table("live", **{"result": "auto"})
    assert table.dealer().run(30) == 30
    assert table.incidents == []


def test_nothing_is_drawn_while_the_reader_is_lost(memory_table: MakeTable) -> None:
    table = memory_table("live")
    dealer = table.dealer(stuck_after_s=5.0)
    dealer.run(3)
    drawn = len(table.draws)
    table.lose_reader()
    assert dealer.run(9, stop=lambda: table.now_s > 60) == 3
    assert len(table.draws) == drawn


def test_a_table_that_gives_nothing_to_do_is_reported_and_not_waited_for_for_ever(memory_table: MakeTable) -> None:
    table = memory_table("live")

    def deaf(data: bytes) -> bytes:
        return b""

    table.host.hear = deaf
    with pytest.raises(DealerStuckError, match="the card just drawn"):
        table.dealer(stuck_after_s=5.0).run(3)


def test_no_view_at_all_is_reported(memory_table: MakeTable) -> None:
    table = memory_table("live")
    dealer = table.dealer(stuck_after_s=5.0)

    def nothing(timeout_s: float) -> None:
        table.now_s += timeout_s

    dealer._wait_for_view = nothing
    with pytest.raises(DealerStuckError, match="no view"):
        dealer.run(1)


def test_an_answer_that_does_not_come_is_no_end(memory_table: MakeTable) -> None:
    table = memory_table("live")
    count = 0

    def order(order: dict[str, Any]) -> Any:
        nonlocal count
        count += 1
        if count % 7 == 0:
            if count % 2:
                table.order(order)  # done, and only the answer is lost
            raise OSError("the table went away")
        return table.order(order)

    dealer = table.dealer(slips=Slips(0.2, seed=2))
    dealer._order = order
    assert dealer.run(60) == 60
    assert reported(table) == table.placed


def test_an_order_refused_for_what_no_view_shows_is_given_again(memory_table: MakeTable) -> None:
    """As by a table whose reader was away for a moment."""
    table = memory_table("casino-manual")
    count = 0

    def order(order: dict[str, Any]) -> Any:
        nonlocal count
        count += 1
        return {"ok": False, "why": "the reader is lost"} if count % 5 == 0 else table.order(order)

    dealer = table.dealer(stuck_after_s=10.0)
    dealer._order = order
    assert dealer.run(12) == 12
    assert table.incidents == []


def test_a_dealer_with_another_shoe_ends_the_one_in_play_first(memory_table: MakeTable) -> None:
    table = memory_table("live")
    dealer = table.dealer()
    dealer.run(2, stop=lambda: bool(table.view()["player"]) and len(table.placed) > 20)
    table.draw()
    before = table.view()["shoe"]
    table.fill()
    fresh = table.dealer(mind=Mind(fresh_shoe=True, filled=True))
    fresh.run(3)
    assert table.view()["shoe"] == before + 1
    assert len(table.view()["coups"]) >= 2


def test_the_real_pace_deals_a_coup_every_18_seconds(memory_table: MakeTable) -> None:
    table = memory_table("live")
    dealer = table.dealer(pace=REAL)
    dealer.run(1)
    began_s = table.now_s
    dealer.run(11)
    assert 17.5 < (table.now_s - began_s) / 10 < 22
    assert table.incidents == []
    assert {"order": "next"} not in table.orders, "one press a coup: the next one opens with its first card"


def test_the_fast_pace_deals_two_coups_a_second(memory_table: MakeTable) -> None:
    table = memory_table("live")
    dealer = table.dealer(pace=FAST)
    dealer.run(1)
    began_s = table.now_s
    dealer.run(21)
    assert 9.5 < table.now_s - began_s < 11


def test_the_greatest_pace_never_lets_time_pass(memory_table: MakeTable) -> None:
    table = memory_table("live")
    table.dealer(pace=MAX).run(30)
    assert table.now_s < 1.0


def test_every_kind_of_mistake_shows_at_the_table(memory_table: MakeTable) -> None:
    table = memory_table("live", bets_close="button")
    for kind, told in (
        (Mistake.EXTRA_CARD, "card-drawn-in-error"),
        (Mistake.WRONG_CALL, "called-wrong"),
        (Mistake.EARLY_CARD, "early-card"),
        (Mistake.FORGOTTEN_RESULT, "result-first"),
    ):
        table.dealer(slips=Slips(1.0, kinds=(kind,))).run(2)
        assert told in table.incidents + table.refusals, kind


def test_a_forgotten_result_at_the_real_pace_is_posted_by_the_next_card(memory_table: MakeTable) -> None:
    table = memory_table("live")
    table.dealer(pace=REAL, slips=Slips(1.0, kinds=(Mistake.FORGOTTEN_RESULT,))).run(3)
    assert Counter(table.incidents) == {"result-late": 3}
