"""The loop of the table process: presses, lamp test, counters, troubles, upkeep; on a clock that the test moves."""

import itertools
import queue

import pytest
from service.engine_scripts import AUTO, NO_BURN
from service.loop_tools import Desk

from device.line.serial_line import Machine, SerialLine
from device.ports.line import BytesIn, LineInput, LineLost, LineOpened
from device.ports.panel import PanelTrouble
from device.readers.kinds import POLL_S
from device.rules.making import with_settings
from device.service.inbox import Stop
from device.service.loop import BEAT_S, END_WITHIN_S
from device.table import events as ev
from device.table.vocabulary import Refusal

BUTTONS = with_settings(NO_BURN, {"bets_close": "button", "next": "button"})
CALLED = with_settings(BUTTONS, {"result": "call"})


# Reader, panel, record.


def test_bytes_become_cards_with_the_time_they_came() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    at_s = desk.clock.now_s
    desk.put(BytesIn(data=b"9H\r2C\rTD\r4S\r", at_s=at_s))
    desk.press("show")
    shown_s = desk.clock.now_s
    desk.put(BytesIn(data=b"7H\r", at_s=shown_s))
    assert desk.staff["incidents"][0]["kind"] == "card-drawn-in-error"


def test_counters_reach_the_staff_now_and_then_and_not_with_every_byte() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.cards("9H")
    before = len(desk.notebook.notes)
    for _ in range(20):
        desk.put(BytesIn(data=b"9H\r", at_s=desk.clock.now_s))
        desk.clock.now_s += 0.01
    desk.wait(1.0)
    assert desk.staff["counters"]["duplicate"] == 20 - 1
    views = [view for noted, view in desk.notebook.notes[before:] if noted == "staff"]
    told = sum(view != last for last, view in itertools.pairwise(views)) + 1
    assert told == 2 + 1, "the second reading of 9H is another card's, a second on; and the first one's tick"


def test_panel_trouble_is_shown_and_the_table_goes_on() -> None:
    desk = Desk(NO_BURN)
    desk.put(PanelTrouble(detail="GPIO5 (lamp player-draw): busy; stop the other program"))
    assert desk.staff["health"]["panel"] == {
        "ok": False,
        "detail": "GPIO5 (lamp player-draw): busy; stop the other program",
    }
    assert not desk.staff["held"]
    desk.press("bets")
    desk.cards("9H 2C TD 4S")
    assert desk.staff["complete"]
    desk.put(PanelTrouble(detail=""))
    assert desk.staff["health"]["panel"] == {"ok": True, "detail": ""}


def test_a_reader_thread_that_dies_is_an_input_like_any_other() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    heard: queue.SimpleQueue[LineInput] = queue.SimpleQueue()

    def open_port(path: str, baud: int) -> None:
        raise ZeroDivisionError("a fault of ours")

    line = SerialLine("/dev/null", 9600, heard.put, desk.clock, Machine(open_port=open_port))  # type: ignore[arg-type]
    line.start()
    try:
        desk.put(heard.get(timeout=30))
    finally:
        line.close()
    assert "thread line-reader stopped (ZeroDivisionError: a fault of ours)" in desk.staff["health"]["reader"]["detail"]
    assert desk.staff["banner"] == "reader-lost"
    assert desk.lit == {"error", "supervisor"}
    desk.put(LineOpened(port="/dev/ttyACM0", at_s=desk.clock.now_s))
    desk.cards("9H 2C TD 4S")
    assert desk.staff["complete"]


def test_a_half_code_before_an_outage_belongs_to_nothing() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.put(BytesIn(data=b"9", at_s=desk.clock.now_s), LineLost(detail="unplugged", at_s=desk.clock.now_s))
    desk.put(LineOpened(port="/dev/ttyACM1", at_s=desk.clock.now_s), BytesIn(data=b"H\r2C\r", at_s=desk.clock.now_s))
    assert desk.staff["player"] == ["2c"]


def test_the_result_shows_itself_in_time_though_nothing_comes_in() -> None:
    desk = Desk(AUTO)
    desk.press("bets")
    desk.put(BytesIn(data=b"9H\r2C\rTD\r4S\r", at_s=desk.clock.now_s))
    desk.wait(1.99)
    assert desk.staff["phase"] == "dealing"
    desk.wait(0.02)
    assert desk.staff["phase"] == "result"


def test_with_the_reader_away_a_result_that_is_due_is_not_refused_again_and_again() -> None:
    desk = Desk(AUTO)
    desk.press("bets")
    desk.put(BytesIn(data=b"9H\r2C\rTD\r4S\r", at_s=desk.clock.now_s))
    desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s))
    events = len(desk.diary.events())
    desk.wait(60.0)
    assert len(desk.diary.events()) == events
    assert "buzz" not in desk.notebook.words()
    desk.put(LineOpened(port="/dev/ttyACM0", at_s=desk.clock.now_s))
    desk.wait(0.1)
    assert desk.staff["phase"] == "result"


def test_a_record_that_refuses_is_tried_again_until_it_works() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.diary.broken = True
    desk.cards("9H 2C TD 4S")
    before = desk.diary.attempts
    desk.wait(60.0)
    assert 55 <= desk.diary.attempts - before <= 65, "about once a second"
    desk.diary.broken = False
    desk.wait(1.1)
    assert desk.staff["complete"]
    assert not desk.staff["held"]


def test_upkeep_is_done_in_quiet_moments_between_coups_only() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.wait(2.0)
    assert "tidy" in desk.notebook.words()
    desk.cards("9H")
    desk.notebook.notes.clear()
    desk.wait(5.0)
    assert "tidy" not in desk.notebook.words(), "a coup is open"
    desk.cards("2C TD 4S")
    desk.press("show")
    desk.notebook.notes.clear()
    for _ in range(50):
        desk.put(BytesIn(data=b"\0", at_s=desk.clock.now_s))
        desk.wait(0.1)
    assert "tidy" not in desk.notebook.words(), "something came in all the time"
    desk.wait(1.0)
    assert "tidy" in desk.notebook.words()


def test_upkeep_that_fails_holds_the_table_until_the_record_works() -> None:
    desk = Desk(NO_BURN)
    desk.diary.untidy = "j.sqlite3: the disk is full: free some space"
    desk.diary.broken = True
    desk.wait(2.0)
    assert desk.staff["health"]["journal"]["detail"] == desk.diary.untidy
    desk.diary.untidy, desk.diary.broken = "", False
    desk.wait(2.0)
    assert desk.staff["health"]["journal"]["ok"]
    assert desk.diary.events() == [ev.ReportNoted(what="record-works-again")]


def test_the_watchdog_is_fed_by_the_loop_alone() -> None:
    desk = Desk()
    desk.wait(10.0)
    fed = [thing for what, thing in desk.notebook.notes if what == "notify"]
    told = [thing for thing in fed if thing != "WATCHDOG=1"]
    assert told == ["STATUS=table: closed; all is well"], "once, for nothing changed"
    assert fed.count("WATCHDOG=1") >= 10.0 / POLL_S - 2
    desk.notebook.notes.clear()
    desk.clock.now_s += 100.0  # the loop does not turn
    assert "notify" not in desk.notebook.words()


@pytest.mark.parametrize("poll_s", [0.1, 0.125, 0.15, 0.25, 0.3, 1 / 3])
def test_the_loop_waits_for_each_poll_once_however_its_time_rounds(poll_s: float) -> None:
    desk = Desk(poll_s=poll_s)
    desk.wait(10.0)
    desk.inbox.until_s = desk.clock.now_s + 60.0
    polls = desk.notebook.words().count("notify")
    rounds = 0
    while desk.clock.now_s < desk.inbox.until_s and rounds < 2000:
        assert desk.loop.serve_one()
        rounds += 1
    polls = desk.notebook.words().count("notify") - polls
    assert abs(polls - 60.0 / poll_s) <= 2
    assert rounds <= polls + 10, "rounds in which nothing was due"


def test_a_stop_ends_the_loop_after_what_came_before_it() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    for given in (BytesIn(data=b"9H\r", at_s=desk.clock.now_s), Stop(), BytesIn(data=b"2C\r", at_s=desk.clock.now_s)):
        desk.inbox.put(given)
    desk.loop.run()
    assert desk.staff["player"] == ["9h"]
    assert desk.staff["banker"] == []


def test_orders_that_nothing_refuses_leave_the_buzzer_silent_and_refused_ones_do_not() -> None:
    desk = Desk(BUTTONS)
    desk.press("show")
    assert desk.diary.events() == [ev.OrderRefused(order="result", why=Refusal.NO_SHOE)]
    assert desk.notebook.words().count("buzz") == 1


# Alive.


def test_the_views_are_sent_again_in_a_quiet_hour_so_that_a_screen_knows_a_table_that_hangs() -> None:
    desk = Desk(BUTTONS)
    desk.wait(2 * BEAT_S)
    for name in ("public", "staff"):
        newest, noted = desk.notebook.last(name), desk.notebook.words().count(name)
        desk.wait(10 * BEAT_S)
        assert 9 <= desk.notebook.words().count(name) - noted <= 11, name
        assert desk.notebook.last(name) == newest


def test_a_table_that_is_asked_to_end_does_not_hear_a_flood_to_its_end() -> None:
    desk = Desk(NO_BURN)
    for _ in range(100):
        desk.inbox.put(BytesIn(data=b"9H\r", at_s=desk.clock.now_s))
    desk.inbox.put(Stop())
    began_s = desk.clock.now_s

    def asked() -> bool:
        desk.clock.now_s += 0.5  # each of them takes its time
        return True

    desk.loop.run(asked)
    assert END_WITHIN_S <= desk.clock.now_s - began_s <= END_WITHIN_S + 1
    assert 80 < desk.inbox.qsize() < 100


def test_what_came_just_before_the_end_is_still_heard() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.inbox.put(BytesIn(data=b"9H\r2C\r", at_s=desk.clock.now_s))
    desk.inbox.put(Stop())
    desk.loop.run(lambda: True)
    assert len([event for event in desk.diary.events() if isinstance(event, ev.CardDealt)]) == 2
