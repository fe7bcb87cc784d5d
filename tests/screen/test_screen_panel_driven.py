"""The dealer's panel under fingers: real processes on a virtual display, through a whole shoe and all that can happen.

`ZAPATO_PANEL_PICTURES=FOLDER` keeps a picture of every step.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.driven_table import DrivenTable

from device.rules.card import Card
from device.rules.outcome import Outcome
from device.screen.dealer.targets import Begin, Choose, Go, Open, Page, Press, Task
from device.screen.drawing.fonts import languages_offered
from device.table import events as ev
from device.table.vocabulary import BetsClosedBy, CoupKind, IncidentKind, Option, ShoeEnd

pytest.importorskip("pygame", reason="windows need pygame-ce")
pytestmark = pytest.mark.needs("Xvfb", "xdotool")


FACE_DOWN = """
name = "face-down"
version = 1
burn = "none"
deal = "face-down"
reveal = "button"
bets_close = "button"
result = "button"
next = "button"
"""


def pictures() -> Path | None:
    folder = os.environ.get("ZAPATO_PANEL_PICTURES")
    return None if folder is None else Path(folder)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[DrivenTable]:
    table = DrivenTable(tmp_path, pictures())
    yield table
    table.close()


@pytest.fixture
def face_down(tmp_path: Path) -> Iterator[DrivenTable]:
    """Hands that the dealer turns, and a panel that shows them as the dealer sits."""
    table = DrivenTable(tmp_path, pictures(), rules=FACE_DOWN, screen="mirror = true\n")
    yield table
    table.close()


def test_a_shoe_is_dealt_on_the_panel_with_all_that_goes_wrong_and_all_that_staff_do(table: DrivenTable) -> None:
    a_shoe_is_opened(table)
    what_was_pressed_is_taken_back(table)
    a_result_is_called_by_key_and_by_touch(table)
    a_card_drawn_in_error_is_decided(table)
    an_unread_card_is_put_in_by_eye(table)
    a_coup_is_made_void_by_two(table)
    a_coup_is_put_right_by_two(table)
    a_free_coup_takes_two_touches(table)
    the_table_is_paused(table)
    pages_tell(table)
    another_dealer_comes(table)
    the_shoe_is_ended(table)
    assert_the_record_says_who_did_what(table)
    table.ends_tidily()


def test_hands_are_turned_on_the_panel_one_at_a_time(face_down: DrivenTable) -> None:
    table, panel = face_down, face_down.panel
    panel.press("bets")
    panel.sees(lambda view: view.phase == "betting", "a shoe that burns nothing")
    table.close_bets()
    table.deal("2h 7s 3d kc")
    assert table.view.player == table.view.banker == (None, None)
    panel.touch_twice(Press(button="show"))
    panel.sees(lambda view: None not in view.player, "Player's hand")
    assert table.view.banker == (None, None), "a finger that bounces turns one hand"
    panel.press("show")
    panel.sees(lambda view: None not in view.banker, "Banker's hand")
    table.deal("6c")
    panel.press("show")
    panel.sees(lambda view: view.outcome is Outcome.BANKER, "Banker wins 7 to 1")
    table.ends_tidily()


# What happens at the table.


def a_shoe_is_opened(table: DrivenTable) -> None:
    table.begin(Task.DEALER)
    table.panel.sign("d14")
    assert table.view.dealer == "d14"
    table.panel.press("bets")
    table.panel.sees(lambda view: view.instruction == "burn-more", "the burn")
    table.deal("2h 9c 8d")
    assert (table.view.phase, table.view.hand) == ("betting", 1)


def what_was_pressed_is_taken_back(table: DrivenTable) -> None:
    table.close_bets()
    table.panel.press("undo")
    table.panel.sees(lambda view: view.phase == "betting", "bets open again")


def a_result_is_called_by_key_and_by_touch(table: DrivenTable) -> None:
    table.close_bets()
    table.deal("9h 5c ts 2d")
    table.panel.key("KP_7", "7", keypad=True)
    table.panel.sees(lambda view: view.outcome is Outcome.PLAYER, "Player wins 9 to 7")
    table.panel.touch_twice(Press(button="bets"))
    table.panel.sees(lambda view: view.phase == "betting", "the next hand, whose bets stay open")
    table.coup("2h 7s 3d kc 6c", "banker")


def a_card_drawn_in_error_is_decided(table: DrivenTable) -> None:
    table.next_hand()
    table.close_bets()
    table.deal("4h 2s 2d 4c ks")
    assert table.view.instruction == "held"
    table.panel.touch(Begin(task=Task.RESOLVE, given=(("option", "next"),)))
    table.choose("no")
    table.panel.sign("sup1")
    table.confirm()
    table.panel.sees(lambda view: not view.held, "going on")
    table.call("tie")


def an_unread_card_is_put_in_by_eye(table: DrivenTable) -> None:
    table.next_hand()
    table.close_bets()
    table.shoe_does("unread 5c")
    table.panel.sees(lambda view: view.held, "an unread card")
    table.panel.touch(Begin(task=Task.ENTER))
    table.name_card("5c")
    table.panel.touch(Go.ACCEPT)
    table.panel.answered()
    table.panel.sees(lambda view: not view.held, "the card has a name")
    table.deal("3h ad 7d 2c")
    table.call("banker")


def a_coup_is_made_void_by_two(table: DrivenTable) -> None:
    table.begin(Task.VOID)
    table.choose("2")
    table.panel.touch(Choose(value="Misdeal"))
    table.panel.sign("pit2")
    table.confirm()


def a_coup_is_put_right_by_two(table: DrivenTable) -> None:
    table.page(Page.RECALL)
    table.panel.touch(Open(page=Page.RECALL, coup=1))
    table.panel.touch(Begin(task=Task.CORRECT, given=(("coup", "1"),)))
    table.name_card("6h")
    table.panel.touch(Go.ACCEPT)
    table.panel.touch(Choose(value=""))
    table.panel.type("it was a six")
    table.panel.sign("pit2")
    table.confirm()


def a_free_coup_takes_two_touches(table: DrivenTable) -> None:
    table.page(Page.MENU)
    table.panel.touch(Begin(task=Task.FREE))
    table.panel.answered()
    table.panel.sees(lambda view: view.free_next, "a free coup")
    table.panel.press("bets")
    table.panel.sees(lambda view: view.kind == "free", "the free coup")
    table.deal("9h 5c ts 2d")
    table.call("player")


def the_table_is_paused(table: DrivenTable) -> None:
    table.begin(Task.PAUSE)
    table.confirm()
    table.panel.sees(lambda view: view.held, "a pause")
    table.panel.touch(Begin(task=Task.RESOLVE, given=(("option", "resume"),)))
    table.confirm()
    table.panel.sees(lambda view: not view.held, "going on")


def pages_tell(table: DrivenTable) -> None:
    panel = table.panel
    for language in ("es", "zh-Hans", "en"):
        if language in languages_offered():
            table.page(Page.LANGUAGE)
            panel.touch(Choose(value=language))
            assert panel.state.page is Page.HOME
    table.page(Page.SOUND)
    for key in ("softer", "mute", "mute", "louder"):
        panel.touch(Choose(value=key))
    panel.touch(Go.HOME)
    table.page(Page.RECALL)
    panel.touch(Open(page=Page.RECALL, coup=4))
    panel.touch(Open(page=Page.RECALL, coup=3))
    panel.touch(Go.BACK)
    panel.touch(Go.BACK)
    panel.touch(Open(page=Page.ERRORS))
    while panel.offers(Go.LATER):
        panel.touch(Go.LATER)
    panel.touch(Go.HOME)
    panel.touch(Open(page=Page.ABOUT))
    panel.touch(Go.BACK)
    panel.touch(Go.BACK)
    assert panel.state.page is Page.HOME
    panel.press("call")
    panel.sees(lambda view: view.supervisor_called, "a supervisor is called")
    table.page(Page.MENU)
    panel.hold(Press(button="lamp-test"))
    panel.touch(Go.HOME)


def another_dealer_comes(table: DrivenTable) -> None:
    table.begin(Task.DEALER)
    table.choose("yes")
    table.panel.sign("d15")
    assert table.view.dealer == "d15"
    table.next_hand()
    table.coup("2h 7s 3d kc 6c", "banker")


def the_shoe_is_ended(table: DrivenTable) -> None:
    table.begin(Task.END_SHOE)
    table.confirm()
    table.panel.sees(lambda view: view.phase == "shoe-over", "the end of the shoe")


# What stands on record of it.


def assert_the_record_says_who_did_what(table: DrivenTable) -> None:
    dealers = [(event.dealer, event.by) for event in table.on_record(ev.DealerChanged)]
    assert dealers == [("d14", "d14"), ("d15", "d15")]
    taken_back = [(event.order, event.by) for event in table.on_record(ev.PressTakenBack)]
    assert taken_back == [("no-more-bets", "panel")]
    closed = [event.how for event in table.on_record(ev.BetsClosed)]
    assert closed == [BetsClosedBy.BUTTON] * 6, "one was taken back, one coup had no bets"
    decided = [
        (event.incident, event.option, event.by, event.second, event.exposed, event.hidden)
        for event in table.on_record(ev.IncidentResolved)
    ]
    assert decided == [
        (IncidentKind.CARD_DRAWN_IN_ERROR, Option.NEXT, "sup1", None, False, None),
        (IncidentKind.CARD_UNREAD, Option.ENTER, "sup1", None, None, Card.FIVE_OF_CLUBS),
        (IncidentKind.PAUSED, Option.RESUME, "sup1", None, None, None),
    ]
    (void,) = table.on_record(ev.CoupVoided)
    assert (void.coup, void.by, void.second, void.reason, void.dealer) == (2, "sup1", "pit2", "Misdeal", "d14")
    (right,) = table.on_record(ev.CoupCorrected)
    assert (right.coup, right.by, right.second, right.reason) == (1, "sup1", "pit2", "It was a six")
    assert (right.was_player[0], right.player[0]) == (Card.NINE_OF_HEARTS, Card.SIX_OF_HEARTS)
    assert (right.outcome, right.player_total, right.banker_total) == (Outcome.BANKER, 6, 7)
    assert [event.by for event in table.on_record(ev.FreeCoupOrdered)] == ["sup1"]
    assert [(event.why, event.by) for event in table.on_record(ev.ShoeEnded)] == [(ShoeEnd.ORDER, "sup1")]
    results = [(event.coup, event.coup_kind, event.outcome, event.dealer) for event in table.on_record(ev.ResultShown)]
    assert results == [
        (1, CoupKind.NORMAL, Outcome.PLAYER, "d14"),
        (2, CoupKind.NORMAL, Outcome.BANKER, "d14"),
        (3, CoupKind.NORMAL, Outcome.TIE, "d14"),
        (4, CoupKind.NORMAL, Outcome.BANKER, "d14"),
        (5, CoupKind.FREE, Outcome.PLAYER, "d14"),
        (6, CoupKind.NORMAL, Outcome.BANKER, "d15"),
    ]
    signed_in = [event.name for event in table.on_record(ev.SignedIn)]
    assert signed_in == ["d14", "sup1", "pit2", "pit2", "d15"], "a second person signs for one thing alone"
