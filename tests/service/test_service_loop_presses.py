"""The loop of a table: buttons and staff's orders, answered when they are on record."""

from service.engine_scripts import NO_BURN
from service.loop_tools import Desk

from device.ports.panel import ButtonEdge
from device.rules.making import with_settings
from device.table import events as ev
from device.table.vocabulary import BetsClosedBy, Phase

BUTTONS = with_settings(NO_BURN, {"bets_close": "button", "next": "button"})
CALLED = with_settings(BUTTONS, {"result": "call"})


# Buttons.


def test_a_coup_is_played_with_two_buttons() -> None:
    desk = Desk(BUTTONS)
    desk.press("bets")
    assert desk.engine.state.phase is Phase.BETTING, "the first press opens the shoe"
    desk.press("bets")
    assert desk.diary.events()[-1] == ev.BetsClosed(how=BetsClosedBy.BUTTON)
    desk.cards("9H 2C TD 4S")
    assert desk.lit == {"stand"}
    desk.press("show")
    assert desk.lit == {"player-wins"}
    desk.press("show")
    assert desk.staff["phase"] == "betting"
    assert "buzz" not in desk.notebook.words()


def test_a_wrong_call_buzzes_and_a_right_one_shows_the_result() -> None:
    desk = Desk(CALLED)
    desk.press("bets")
    desk.press("bets")
    desk.cards("9H 2C TD 4S")
    desk.press("banker")
    assert desk.notebook.words().count("buzz") == 1
    assert desk.staff["phase"] == "dealing"
    desk.press("player")
    assert desk.staff["outcome"] == "player"


def test_a_press_that_cannot_be_put_on_record_buzzes_and_changes_nothing() -> None:
    desk = Desk(BUTTONS)
    desk.diary.broken = True
    before = desk.engine.state
    desk.press("bets")
    assert desk.engine.state == before
    assert "buzz" in desk.notebook.words()
    assert "free some space" in desk.staff["health"]["journal"]["detail"]


def test_a_contact_that_chatters_is_one_press() -> None:
    desk = Desk(BUTTONS)
    at_s = desk.clock.now_s
    edges = [ButtonEdge(button="bets", pressed=not n % 2, at_s=at_s + n * 0.004) for n in range(9)]
    desk.put(*edges)
    desk.wait(0.5)
    assert desk.staff["phase"] == "betting"
    assert "buzz" not in desk.notebook.words()


def test_edges_that_wait_in_the_inbox_come_before_what_is_decided_now() -> None:
    desk = Desk(BUTTONS)
    # The machine was busy: the whole press, half a second long, is told at once and late.
    desk.inbox.put(ButtonEdge(button="bets", pressed=True, at_s=desk.clock.now_s))
    desk.inbox.put(ButtonEdge(button="bets", pressed=False, at_s=desk.clock.now_s + 0.01))
    desk.clock.now_s += 1.0
    desk.put()
    desk.wait(0.5)
    assert desk.staff["phase"] == "closed", "a contact that closed for 10 ms was no press"


def test_the_menu_button_alone_orders_nothing() -> None:
    desk = Desk(BUTTONS)
    desk.press("menu")
    assert desk.diary.attempts == 0


# Orders of staff.


def test_an_order_is_answered_after_it_is_on_record_and_shown() -> None:
    desk = Desk(BUTTONS)
    assert desk.order(order="shoe", by="sup1") == {"reply": "1", "ok": True}
    assert desk.staff["phase"] == "betting"
    refused = desk.order(order="next")
    assert refused["ok"] is False
    assert isinstance(desk.diary.events()[-1], ev.OrderRefused)
    assert refused["why"]


def test_an_order_that_cannot_be_put_on_record_is_answered_with_the_reason() -> None:
    desk = Desk(BUTTONS)
    assert not desk.order(order="next")["ok"], "the dealer has signed in"
    desk.diary.broken = True
    assert desk.order(order="shoe") == {
        "reply": "1",
        "ok": False,
        "why": "nothing was done, for it cannot be put on record: j.sqlite3: the disk is full: free some space",
    }
    desk.diary.broken = False
    assert desk.order(order="shoe")["ok"] is True


def test_two_people_sign_a_void_and_stand_on_record() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.cards("9H 2C TD 4S")
    assert desk.order(order="void", by="sup1", second="pit2", reason=" dispute ")["ok"]
    voided = desk.diary.events()[-1]
    assert isinstance(voided, ev.CoupVoided)
    assert (voided.by, voided.second, voided.reason) == ("sup1", "pit2", "dispute")
