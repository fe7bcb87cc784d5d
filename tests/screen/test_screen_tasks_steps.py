"""Tasks on the dealer's panel, touch by touch, before a table that answers as it likes."""

from typing import Any

import pytest
from screen.conftest import STAFF
from support.panel_hand import PIN, PanelHand

from device.screen.dealer.errands import open_need
from device.screen.dealer.sending import NOTE_S
from device.screen.dealer.state import Answered, Need, PanelState, Say, Sound, Touched, Wire
from device.screen.dealer.step import SHELF_S, STAYS_S, TASK_S
from device.screen.dealer.targets import Action, Begin, Choose, Go, Open, Page, Task, Type
from device.screen.look.shapes import Face
from device.screen.view import StaffView, staff_view

COUPS = [
    {
        "coup": number,
        "player": ["4h", "9c", "8d"],
        "banker": ["2s", "Ad"],
        "player_total": 1,
        "banker_total": 3,
        "outcome": "banker",
        "dealer": "d14",
    }
    for number in (7, 6, 5)
]


def table(**changes: Any) -> StaffView:
    return staff_view({**STAFF, "recall": COUPS, **changes})


def held(kind: str, *options: str, number: int = 3, **more: Any) -> StaffView:
    two = [one for one in options if one in ("void", "accept", "close-shoe")]
    incident = {"id": number, "kind": kind, "options": list(options), "two": two, "why": two, "holds": True}
    return table(instruction="held", held=True, phase="dealing", incidents=[incident], **more)


def hand(view: StaffView | None = None, *names: str) -> PanelHand:
    return PanelHand(view or table(), state=PanelState(recent=names or ("d14", "sup1", "pit2")))


def need(panel: PanelHand) -> Need | None:
    assert panel.state.errand is not None, panel.state
    assert panel.view is not None
    return open_need(panel.state.errand, panel.state, panel.view)


def void_to_the_summary(panel: PanelHand) -> None:
    panel.begin(Task.VOID)
    panel.choose("6")
    panel.choose("Dispute")
    panel.signs("sup1")
    panel.signs("pit2")
    assert need(panel) is Need.CONFIRM


def test_a_void_asks_which_why_and_two_people_and_is_held() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.touch(Go.ACCEPT)
    assert not panel.orders("void"), "a tap is no press that lasts"
    panel.hold()
    (line,) = panel.orders("void")
    assert {key: line[key] for key in ("coup", "reason", "session", "second_session")} == {
        "coup": 6,
        "reason": "Dispute",
        "session": "token of sup1",
        "second_session": "token of pit2",
    }
    panel.answer()
    assert panel.state.errand is None
    assert panel.state.page is Page.HOME
    assert panel.state.note.key == "done.void"
    assert [one["session"] for one in panel.orders("sign-out")] == ["token of pit2"], "a second person signs once"


def test_a_step_back_asks_one_thing_again_and_loses_nothing_before_it() -> None:
    panel = hand()
    void_to_the_summary(panel)
    asked = []
    for _ in range(4):
        panel.touch(Go.BACK)
        asked.append(need(panel))
    assert asked == [Need.SECOND, Need.SIGN, Need.REASON, Need.COUP]
    panel.touch(Go.BACK)
    assert panel.state.errand is None
    assert not panel.orders("void")


def test_a_task_left_for_home_goes_on_where_it_was() -> None:
    panel = hand()
    panel.begin(Task.VOID)
    panel.choose("6")
    panel.choose("Dispute")
    panel.touch(Go.HOME)
    assert panel.state.errand is None
    panel.begin(Task.VOID)
    assert need(panel) is Need.SIGN
    panel.touch(Go.HOME)
    panel.begin(Task.VOID, coup="5")
    assert need(panel) is Need.REASON, "about another hand it begins anew"


def test_the_second_person_is_another_one() -> None:
    panel = hand()
    panel.begin(Task.VOID, coup="6")
    panel.choose("Dispute")
    panel.signs("sup1")
    assert Choose(value="sup1") not in panel.actions
    panel.choose("")
    panel.spells("sup1")
    panel.types(PIN)
    panel.touch(Go.ACCEPT)
    panel.let_in("sup1")
    assert need(panel) is Need.SECOND
    assert panel.state.errand is not None
    assert panel.state.errand.trouble.key == "refusal.second-is-first"


@pytest.mark.parametrize("refusal", ["dealer-of-coup", "not-entitled", "supervisor-missing", "person-disabled"])
def test_people_who_do_not_suffice_are_asked_again(refusal: str) -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.hold()
    panel.answer(ok=False, refusal=refusal, why="no")
    assert need(panel) is Need.SIGN
    assert panel.state.errand is not None
    assert panel.state.errand.value("reason") == "Dispute"
    assert Sound(cue="refused") in panel.effects


def test_a_session_that_is_over_is_asked_again_and_the_order_is_repeated_once_confirmed() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.hold()
    panel.answer(ok=False, refusal="not-signed-in", why="sign in first")
    assert need(panel) is Need.SIGN
    panel.signs("sup1")
    panel.signs("pit2")
    assert len(panel.orders("void")) == 1, "the old press is used up"
    panel.hold()
    assert len(panel.orders("void")) == 2


def test_a_supervisor_who_is_signed_in_gives_a_free_hand_in_two_touches() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.signs("sup1")
    assert panel.state.errand is None
    panel.begin(Task.FREE)  # the first touch opened the menu
    assert [one["session"] for one in panel.orders("free")] == ["token of sup1"]


def test_a_supervisor_is_signed_out_after_a_minute_at_home_and_the_dealer_stays() -> None:
    panel = hand()
    for name in ("d14", "sup1"):
        panel.begin(Task.SIGN_IN)
        panel.signs(name)
    panel.waits(STAYS_S - 1)
    assert {one.name for one in panel.state.people} == {"d14", "sup1"}
    panel.waits(2)
    assert {one.name for one in panel.state.people} == {"d14"}
    assert panel.orders("sign-out")[-1]["session"] == "token of sup1"


def test_the_dealer_who_is_on_signs_what_a_dealer_may_without_a_pin() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.signs("d14")
    panel.begin(Task.REPORT)
    panel.choose("picked-up")
    panel.choose("5")
    panel.touch(Go.ACCEPT)
    (line,) = panel.orders("report")
    assert (line["what"], line["cards"], line["session"]) == ("picked-up", 5, "token of d14")


def test_who_deals_proves_it_and_not_in_the_middle_of_a_hand() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.signs("sup1")
    panel.begin(Task.DEALER)
    panel.choose("yes")
    assert need(panel) is Need.SIGN, "a session of somebody else says nothing about who deals"
    panel.signs("d15")
    assert (panel.orders("dealer")[0]["on"], panel.orders("dealer")[0]["session"]) == (True, "token of d15")
    panel = hand(table(phase="dealing", player=["4h"]))
    panel.begin(Task.DEALER)
    assert panel.state.errand is None
    assert panel.state.note.key == "refusal.coup-open"


def test_a_card_by_eye_is_shown_before_it_is_sent_and_asked_again_when_refused() -> None:
    panel = hand(held("card-unread", "enter", "cut", "void"))
    panel.begin(Task.ENTER)
    panel.types("T")
    assert Go.ACCEPT not in panel.actions
    panel.types("h")
    faces = [shape.card.value for shape in panel.picture.scene.shapes if isinstance(shape, Face)]
    assert faces == ["Th"]
    panel.touch(Type(text="9"))
    panel.touch(Type(text="s"))
    panel.touch(Go.ACCEPT)
    panel.signs("sup1")
    assert panel.orders("enter")[0]["card"] == "9s"
    panel.answer(ok=False, refusal="more-than-the-shoe", why="9s")
    assert need(panel) is Need.CARD
    panel.types("8s")
    panel.touch(Go.ACCEPT)
    assert [one["card"] for one in panel.orders("enter")] == ["9s", "8s"]


def test_an_exposed_card_shuts_out_what_does_not_go_with_it() -> None:
    view = held("card-drawn-in-error", "next", "burn", "free-coup", "void")
    panel = hand(view)
    panel.begin(Task.RESOLVE, option="next")
    assert need(panel) is Need.EXPOSED
    panel.choose("yes")
    assert need(panel) is Need.OPTION, "what was chosen before does not go with it"
    assert Choose(value="next") not in panel.actions
    panel.choose("burn")
    panel.signs("sup1")
    panel.hold()
    (line,) = panel.orders("resolve")
    assert (line["option"], line["exposed"]) == ("burn", True)
    assert "second_session" not in line


def test_an_incident_decided_elsewhere_ends_the_task_with_a_word() -> None:
    panel = hand(held("paused", "resume", "void"))
    panel.begin(Task.RESOLVE)
    panel.sees(table())
    assert panel.state.errand is None
    assert panel.state.note.key == "note.gone"
    panel.waits(NOTE_S)
    assert panel.now_s >= panel.state.note_until_s


def test_an_answer_to_come_is_waited_for_though_the_incident_is_gone() -> None:
    panel = hand(held("paused", "resume", "void"))
    panel.begin(Task.RESOLVE, option="resume")
    panel.signs("sup1")
    panel.touch(Go.ACCEPT)
    panel.sees(table())
    panel.answer()
    assert panel.state.note.key == "done.resolve"


def test_hands_are_put_right_card_by_card_and_only_as_the_drawing_table_deals_them() -> None:
    panel = hand()
    panel.begin(Task.CORRECT, coup="7")
    assert Go.ACCEPT not in panel.actions, "these are the cards on record"
    panel.choose("2")
    panel.types("7c")
    assert Go.ACCEPT not in panel.actions, "Banker 3 against 7 must draw"
    panel.choose("5")
    panel.types("9h")
    panel.touch(Go.ACCEPT)
    panel.choose("Card misread")
    panel.signs("sup1")
    panel.signs("pit2")
    panel.hold()
    (line,) = panel.orders("correct")
    assert (line["coup"], line["player"], line["banker"]) == (7, "4h9c7c", "2sAd9h")


def test_hands_under_way_keep_their_number_of_cards() -> None:
    panel = hand(table(phase="dealing", hand=8, player=["4h", "9c"], banker=["2s"]))
    panel.begin(Task.CORRECT, coup="8")
    places = {one.value for one in panel.actions if isinstance(one, Choose)}
    assert places == {"0", "1", "3"}


def test_a_connection_lost_in_the_middle_keeps_what_was_said_and_asks_for_signatures_again() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.hold()
    id = str(panel.lines[-1]["id"])
    panel.cut_off()
    panel.happens(Answered(id=id, ok=False, lost=True))
    assert panel.actions == [], "without a table there is nothing to touch"
    assert panel.words.say("note.kept") in texts(panel)
    panel.sees(table())
    assert panel.state.errand is not None
    assert panel.state.errand.trouble.key == "note.lost"
    assert need(panel) is Need.SIGN
    assert panel.state.errand.value("reason") == "Dispute"
    panel.signs("sup1")
    panel.signs("pit2")
    assert len(panel.orders("void")) == 1, "nothing is sent again by itself"


# Signing in.


def test_a_wrong_pin_is_said_and_a_wait_is_counted_down() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.choose("sup1")
    panel.types(PIN)
    panel.touch(Go.ACCEPT)
    panel.answer(ok=False, refusal="wait", why="wait", wait_s=30.0)
    assert "Wait 30 s" in texts(panel)
    assert Go.ACCEPT not in panel.actions
    panel.waits(12)
    assert "Wait 18 s" in texts(panel)
    panel.waits(19)
    panel.types(PIN)
    panel.touch(Go.ACCEPT)
    panel.let_in("sup1")
    assert panel.state.people[0].name == "sup1"


def texts(panel: PanelHand) -> list[str]:
    return [str(getattr(shape, "text", "")) for shape in panel.picture.scene.shapes]


def test_a_one_time_pin_is_changed_and_then_signed_in_with() -> None:
    panel = hand()
    panel.begin(Task.FREE)
    panel.choose("sup1")
    panel.types(PIN)
    panel.touch(Go.ACCEPT)
    panel.answer(ok=False, refusal="one-time-pin", why="choose one of your own")
    for typed in (PIN, "86427531", "86427530"):
        panel.types(typed)
        panel.touch(Go.ACCEPT)
    assert not panel.orders("change-pin"), "the two differ"
    for typed in ("86427531", "86427531"):
        panel.types(typed)
        panel.touch(Go.ACCEPT)
    (line,) = panel.orders("change-pin")
    assert (line["name"], line["pin"], line["new_pin"]) == ("sup1", PIN, "86427531")
    panel.answer()
    panel.types("86427531")
    panel.touch(Go.ACCEPT)
    panel.let_in("sup1")
    assert len(panel.orders("free")) == 1, "what was begun goes on"


def test_a_badge_says_who_it_is_on_any_page_and_the_pin_is_asked() -> None:
    panel = hand()
    panel.badge("00123456")
    assert panel.state.errand is not None
    assert not panel.presses, "its digits are no presses"
    panel.badge("00123456")  # once too often: it is no PIN
    assert not panel.orders("sign-in")
    for digit in PIN:
        panel.key(digit)
    panel.key("enter")
    (line,) = panel.orders("sign-in")
    assert (line["badge"], line["pin"]) == ("00123456", PIN)
    assert "name" not in line


def test_a_pin_is_nowhere_once_it_was_sent() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.choose("sup1")
    for digit in PIN:
        panel.key(digit)
        assert PIN[:4] not in repr((panel.state, panel.effects))
    panel.key("enter")
    assert panel.state.errand is not None
    assert panel.state.errand.signing is not None
    assert panel.state.errand.signing.typed == ""
    assert panel.state.wedge.text == ""


# Keys, pages, presses.


@pytest.mark.parametrize(
    ("key", "pressed"), [("1", ["bets"]), ("2", ["show"]), ("3", ["call"]), ("7", []), ("8", []), ("9", []), ("0", [])]
)
def test_a_keypad_has_the_four_buttons(key: str, pressed: list[str]) -> None:
    panel = hand()
    panel.key(key, keypad=True)
    assert panel.presses == pressed
    panel.key(key)
    assert panel.presses == pressed, "a digit of the upper row may be a badge's"


def test_the_result_is_called_on_a_keypad_when_it_is_asked_for() -> None:
    panel = hand(table(instruction="stand-call-result", phase="dealing"))
    for key in ("7", "8", "9"):
        panel.key(key, keypad=True)
    assert panel.presses == ["player", "tie", "banker"]
    for key in ("f1", "f6"):
        panel.key(key)
    assert panel.presses[3:] == ["bets", "tie"]


def test_a_press_that_is_refused_is_said_in_the_panels_words() -> None:
    panel = hand()
    panel.key("2", keypad=True)
    panel.answer(ok=False, refusal="player-must-draw", why="Player must draw")
    assert panel.state.note.key == "refusal.player-must-draw"
    assert Sound(cue="refused") in panel.effects
    panel.key("2", keypad=True)
    panel.answer(ok=False, why="something that no catalogue knows")
    assert panel.state.note.text == "something that no catalogue knows"


def test_a_press_is_taken_back_within_three_seconds() -> None:
    panel = hand()
    panel.sees(table(undo="no-more-bets"))
    panel.waits(2.4)
    panel.key("0", keypad=True)
    assert panel.presses == ["undo"]
    panel.key("0", keypad=True)
    assert panel.presses == ["undo"], "once"
    panel.sees(table())
    panel.sees(table(undo="next"))
    panel.waits(3.1)
    panel.key("0", keypad=True)
    assert panel.presses == ["undo"], "too late"


def test_pages_lead_home() -> None:
    panel = hand()

    def place(action: Action) -> tuple[Page, int | None]:
        panel.happens(Touched(action=action))
        return panel.state.page, panel.state.coup

    assert place(Open(page=Page.RECALL, coup=5)) == (Page.RECALL, 5)
    assert place(Go.BACK) == (Page.RECALL, None)
    assert place(Go.BACK) == (Page.MENU, None)
    assert place(Go.BACK) == (Page.HOME, None)
    place(Open(page=Page.LANGUAGE))
    assert place(Choose(value="es")) == (Page.HOME, None)
    assert panel.state.language == "es"
    place(Open(page=Page.ERRORS))
    panel.waits(61)
    assert panel.state.page is Page.HOME


def test_a_task_that_nobody_touches_gives_way_to_the_first_page_and_is_kept() -> None:
    panel = hand()
    panel.begin(Task.VOID, coup="6")
    panel.choose("Dispute")
    panel.waits(TASK_S + 1)
    assert panel.state.errand is None
    panel.begin(Task.VOID, coup="6")
    assert need(panel) is Need.SIGN
    panel.touch(Go.HOME)
    panel.waits(SHELF_S + 1)
    panel.begin(Task.VOID, coup="6")
    assert need(panel) is Need.REASON, "nobody finds half an old decision"


def test_nothing_is_pressed_or_ordered_while_the_table_is_away() -> None:
    panel = hand()
    panel.cut_off()
    panel.happens(Answered(id="p99", ok=True))
    before = len(panel.lines)
    panel.key("1", keypad=True)
    panel.begin(Task.PAUSE)
    assert len(panel.lines) == before
    assert panel.state.note.key == "note.no-table"


def test_presses_go_over_their_own_wire() -> None:
    panel = hand()
    panel.key("3", keypad=True)
    (said,) = [effect for effect in panel.effects if isinstance(effect, Say)]
    assert (said.wire, said.line["press"]) == (Wire.PANEL, "call")


def test_whoever_is_signed_in_signs_out_in_the_menu() -> None:
    panel = hand()
    for name in ("sup1", "d14"):
        panel.happens(Touched(action=Open(page=Page.MENU)))
        panel.touch(Begin(task=Task.SIGN_IN))
        panel.signs(name)
    panel.happens(Touched(action=Open(page=Page.MENU)))
    panel.touch(Begin(task=Task.SIGN_OUT))
    panel.choose("sup1")
    assert [one.name for one in panel.state.people] == ["d14"]
    assert panel.orders("sign-out")[-1]["session"] == "token of sup1"


def test_what_never_came_to_the_table_is_said_too() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.choose("sup1")
    panel.types(PIN)
    panel.touch(Go.ACCEPT)
    panel.answer(ok=False, refusal="no-connection", why="no connection")
    assert panel.words.say("refusal.no-connection") in texts(panel)


def test_whoever_signs_sees_what_while_typing_the_pin() -> None:
    panel = hand()
    panel.begin(Task.VOID, coup="6")
    panel.choose("Dispute")
    panel.choose("sup1")
    assert "Void a hand · 6 · Dispute" in texts(panel)


def test_only_the_session_that_is_over_is_asked_again() -> None:
    panel = hand()
    for name in ("sup1", "d14"):
        panel.begin(Task.SIGN_IN)
        panel.signs(name)
    panel.begin(Task.FREE)
    panel.answer(ok=False, refusal="not-signed-in", why="sign in first")
    assert [one.name for one in panel.state.people] == ["d14"]
    assert need(panel) is Need.SIGN
    panel.signs("sup1")
    assert [one["session"] for one in panel.orders("free")] == ["token of sup1", "token of sup1"]


def test_the_answer_to_a_task_that_was_left_is_told_though_another_has_begun() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.hold()
    id = str(panel.orders("void")[0]["id"])
    panel.touch(Go.HOME)
    panel.begin(Task.REPORT)
    panel.sees(table(recall=[{**COUPS[1], "kind": "void"}]))
    panel.happens(Answered(id=id, ok=True))
    assert panel.state.note.key == "done.void"
    assert panel.state.errand is not None
    assert panel.state.errand.task is Task.REPORT


def test_a_keyboard_does_what_fingers_do_but_for_the_long_press() -> None:
    panel = hand(held("card-unread", "enter", "cut", "void"))
    panel.begin(Task.ENTER)
    for key in ("1", "H", "backspace", "q", "s", "enter"):
        panel.key(key)
    assert need(panel) is Need.SIGN
    for key in ("s", "u", "p", "1", "enter", *PIN, "enter"):
        panel.key(key, keypad=key.isdigit())
    assert (panel.lines[-1]["name"], panel.lines[-1]["pin"]) == ("sup1", PIN)
    panel.let_in("sup1")
    assert panel.orders("enter")[0]["card"] == "Qs"
    panel.answer()
    panel.begin(Task.RESOLVE)
    panel.key("3")  # the third line: void
    assert panel.state.errand is not None
    assert panel.state.errand.value("option") == "void"
    panel.key("escape")
    assert need(panel) is Need.OPTION
    panel.key("2")  # it is the cut card
    assert need(panel) is Need.CONFIRM
    panel.key("enter")
    assert not panel.orders("resolve"), "what cannot be taken back is pressed and held on the glass"
