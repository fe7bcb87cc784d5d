"""The lamp test: begun by two buttons held together, between coups only, and never in the way of what lamps say."""

import pytest
from service.engine_scripts import NO_BURN
from service.loop_tools import Desk

from device.ports.line import LineLost
from device.ports.panel import ButtonEdge
from device.rules.making import with_settings

BUTTONS = with_settings(NO_BURN, {"bets_close": "button", "next": "button"})
ALL_LAMPS = 10


def lamp_pictures(desk: Desk) -> list[frozenset[str]]:
    return [thing for what, thing in desk.notebook.notes if what == "lamps" and isinstance(thing, frozenset)]


def hold_call_and_menu(desk: Desk) -> None:
    for name in ("call", "menu"):
        desk.put(ButtonEdge(button=name, pressed=True, at_s=desk.clock.now_s))
    desk.wait(3.1)
    for name in ("call", "menu"):
        desk.put(ButtonEdge(button=name, pressed=False, at_s=desk.clock.now_s))


def test_call_and_menu_held_together_test_the_lamps_and_call_nobody() -> None:
    desk = Desk(BUTTONS)
    desk.press("bets")
    before = len(lamp_pictures(desk))
    hold_call_and_menu(desk)
    assert isinstance(desk.lit, frozenset)
    assert len(desk.lit) == ALL_LAMPS
    desk.wait(10.0)
    pictures = lamp_pictures(desk)[before:]
    assert {lamp for picture in pictures[1:-1] for lamp in picture} == pictures[0], "each alone, one after another"
    assert all(len(picture) <= 1 for picture in pictures[1:])
    assert pictures[-1] == {"ready"}
    assert not desk.staff["supervisor_called"]


def test_during_a_coup_there_is_no_lamp_test() -> None:
    desk = Desk(BUTTONS)
    desk.press("bets")
    desk.press("bets")
    desk.cards("9H 2C TD")
    pictures = lamp_pictures(desk)
    hold_call_and_menu(desk)
    assert desk.notebook.words().count("buzz") == 1
    assert lamp_pictures(desk) == pictures


@pytest.mark.parametrize("trouble", ["the reader is lost", "the record refuses"])
def test_a_held_table_has_no_lamp_test(trouble: str) -> None:
    desk = Desk(BUTTONS)
    if trouble == "the reader is lost":
        desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s))
    else:
        desk.diary.broken = True
        desk.engine.journal_failed("the disk is full")
    hold_call_and_menu(desk)
    assert desk.lit == {"error", "supervisor"}


def test_a_card_ends_the_lamp_test() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    hold_call_and_menu(desk)
    desk.cards("9H")
    assert desk.lit == frozenset()
    desk.cards("2C TD 4S")
    assert desk.lit == {"stand"}


def test_a_press_ends_the_lamp_test() -> None:
    desk = Desk(BUTTONS)
    desk.press("bets")
    hold_call_and_menu(desk)
    desk.press("bets")
    desk.wait(10.0)
    assert desk.lit == frozenset()


def test_a_lost_reader_ends_the_lamp_test() -> None:
    desk = Desk(BUTTONS)
    desk.press("bets")
    hold_call_and_menu(desk)
    desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s))
    assert desk.lit == {"error", "supervisor"}
    desk.wait(10.0)
    assert desk.lit == {"error", "supervisor"}


def test_an_order_from_the_staff_screen_ends_the_lamp_test_when_lamps_change() -> None:
    desk = Desk(BUTTONS)
    desk.press("bets")
    hold_call_and_menu(desk)
    assert desk.order(order="dealer", on=True) == {"reply": "1", "ok": True}
    assert isinstance(desk.lit, frozenset)
    assert len(desk.lit) == ALL_LAMPS, "another dealer changes no lamp"
    desk.order(order="no-more-bets")
    assert desk.lit == frozenset()


def test_a_lamp_test_never_moves_the_lock() -> None:
    desk = Desk(with_settings(BUTTONS, {"lock": "yes"}))
    desk.press("bets")
    assert desk.lit == {"ready", "lock"}
    before = len(lamp_pictures(desk))
    hold_call_and_menu(desk)
    desk.wait(10.0)
    assert all("lock" in picture for picture in lamp_pictures(desk)[before:])
