"""The countdown: bets that have been open long enough are closed by the table itself, and by nobody else."""

import pytest
from service.engine_tools import Bench
from service.loop_tools import NO_BURN, Desk, last

from device.ports.journal import JournalError
from device.ports.line import LineLost, LineOpened
from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.timing import timer
from device.table.vocabulary import BetsClosedBy, Phase

BUTTONS = with_settings(NO_BURN, {"bets_close": "button", "result": "button", "next": "button"})
INSPECTED = with_settings(BUTTONS, {"decks": "1", "inspection": "before"})
COUP = "9H 2C TD 4S"
COUNTED_DOWN = ev.BetsClosed(how=BetsClosedBy.COUNTDOWN)


def open_bets(house: Profile = BUTTONS, countdown_s: int = 20) -> Desk:
    desk = Desk(house, countdown_s=countdown_s)
    desk.touch("bets")
    assert desk.staff["phase"] == "betting"
    return desk


def closes_after(desk: Desk, seconds: float) -> None:
    """The bets are open until so long from now, and no longer."""
    desk.wait(seconds - 0.5)
    assert desk.staff["phase"] == "betting"
    desk.wait(1.0)
    assert desk.staff["banner"] == "no-more-bets"


@pytest.mark.parametrize("house", [BUTTONS, NO_BURN], ids=["button", "first card"])
def test_bets_close_when_they_have_been_open_so_long_and_the_record_says_why(house: Profile) -> None:
    desk = open_bets(house)
    closes_after(desk, 20)
    assert last(desk, ev.BetsClosed) == COUNTED_DOWN
    desk.cards("9H")
    assert desk.staff["player"] == ["9h"]


def test_without_a_countdown_bets_stay_open() -> None:
    desk = open_bets(countdown_s=0)
    desk.wait(600)
    assert desk.staff["phase"] == "betting"


def test_every_coup_has_its_own_countdown() -> None:
    desk = open_bets()
    closes_after(desk, 20)
    desk.cards(COUP)
    desk.touch("show")
    desk.wait(100)
    assert desk.staff["phase"] == "result", "between coups nothing is counted"
    desk.touch("bets")
    closes_after(desk, 20)


def test_a_press_before_its_end_is_the_dealers_own() -> None:
    desk = open_bets()
    desk.wait(19)
    desk.touch("bets")
    desk.wait(100)
    closed = [event for event in desk.diary.events() if isinstance(event, ev.BetsClosed)]
    assert closed == [ev.BetsClosed(how=BetsClosedBy.BUTTON)]


def test_a_hold_stops_it_and_it_begins_anew_afterwards() -> None:
    desk = open_bets()
    desk.wait(15)
    desk.order(order="pause")
    desk.wait(100)
    assert desk.staff["phase"] == "betting"
    desk.order(order="resolve", option="resume", by="sup1")
    closes_after(desk, 20)


def test_a_lost_reader_stops_it_and_it_begins_anew_afterwards() -> None:
    desk = open_bets()
    desk.wait(15)
    desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s))
    desk.wait(100)
    assert desk.staff["phase"] == "betting"
    desk.put(LineOpened(port="/dev/ttyACM0", at_s=desk.clock.now_s))
    closes_after(desk, 20)


def test_a_record_that_fails_stops_it_and_it_begins_anew_afterwards() -> None:
    desk = open_bets()
    desk.wait(15)
    desk.diary.broken = True
    desk.engine.journal_failed("the disk is full")
    desk.wait(100)
    desk.diary.broken = False
    desk.wait(1.5)
    assert desk.staff["health"]["journal"]["ok"]
    desk.wait(15)
    assert desk.staff["phase"] == "betting"
    desk.wait(6)
    assert desk.staff["banner"] == "no-more-bets"


def test_an_undo_of_either_press_begins_it_anew() -> None:
    desk = open_bets()
    desk.wait(15)
    desk.touch("bets")
    desk.wait(1)
    assert desk.touch("undo")["ok"]
    closes_after(desk, 20)
    assert desk.touch("undo")["ok"], "what the table closed by itself can be taken back as well"
    closes_after(desk, 20)
    desk.cards(COUP)
    desk.touch("show")
    desk.touch("bets")
    desk.wait(2)
    assert desk.touch("undo")["ok"]
    desk.wait(100)
    assert desk.staff["phase"] == "result"
    desk.touch("bets")
    closes_after(desk, 20)


def test_before_the_packs_are_shuffled_and_where_nobody_bets_nothing_is_counted() -> None:
    state = _inspected()
    assert state.phase is Phase.BETTING
    assert timer(state, INSPECTED, 5) is None
    assert decide(state, cmd.CountdownDue(coup=1), INSPECTED) == ()
    free = Desk(with_settings(BUTTONS, {"free_coups": "1"}), countdown_s=5)
    free.touch("bets")
    free.wait(100)
    assert free.staff["phase"] == "dealing"
    assert last(free, ev.BetsClosed) is None


def _inspected() -> State:
    """A table whose packs were all counted, and are to be shuffled now."""
    state = INITIAL
    commands: list[AnyCommand] = [cmd.OpenShoe(by="sup1"), *(cmd.CardLeft(card=card) for card in Card)]
    for command in commands:
        for event in decide(state, command, INSPECTED):
            state = evolve(state, event)
    return state


def test_a_countdown_that_came_too_late_does_nothing() -> None:
    desk = open_bets()
    for coup in (0, 2):
        assert decide(desk.engine.state, cmd.CountdownDue(coup=coup), BUTTONS) == ()
    assert decide(desk.engine.state, cmd.CountdownDue(coup=1), BUTTONS) == (COUNTED_DOWN,)
    desk.order(order="pause")
    assert decide(desk.engine.state, cmd.CountdownDue(coup=1), BUTTONS) == ()


def test_a_table_that_starts_anew_counts_from_its_start() -> None:
    bench = Bench(BUTTONS)
    bench.engine.order(cmd.OpenShoe(by="sup1"), bench.clock.now_s)
    desk = Desk(BUTTONS, countdown_s=20, memory=bench.diary.memory)
    assert desk.staff["phase"] == "betting"
    closes_after(desk, 20)


def test_a_record_that_refuses_the_closing_holds_the_table_and_nothing_is_closed() -> None:
    desk = open_bets()
    desk.diary.broken = True
    desk.wait(30)
    assert desk.staff["banner"] == "do-not-deal"
    assert desk.staff["phase"] == "betting"
    with pytest.raises(JournalError):
        desk.diary.append([])
