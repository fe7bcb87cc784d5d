"""Who signs on the dealer's panel: names, badges, PINs, sessions."""

import pytest
from support.panel_hand import PIN
from support.panel_tasks import hand, need, table, texts, void_to_the_summary

from device.screen.dealer.signing_in import LONGEST_WAIT_S
from device.screen.dealer.state import Need, Sound
from device.screen.dealer.step import STAYS_S
from device.screen.dealer.targets import Begin, Choose, Go, Open, Page, Task, Type


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


def test_whoever_is_signed_in_signs_out_in_the_menu() -> None:
    panel = hand()
    for name in ("sup1", "d14"):
        panel.touch(Open(page=Page.MENU))
        panel.touch(Begin(task=Task.SIGN_IN))
        panel.signs(name)
    panel.touch(Open(page=Page.MENU))
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


def test_only_those_are_offered_to_sign_who_may() -> None:
    panel = hand(table(dealer="d14"))
    panel.begin(Task.SIGN_IN)
    panel.signs("d14")
    panel.begin(Task.SIGN_IN)
    panel.signs("pit2")
    panel.begin(Task.END_SHOE)
    assert Choose(value="d14") not in panel.actions, "a dealer ends no shoe"
    assert Choose(value="pit2") not in panel.actions
    assert Choose(value="") in panel.actions, "somebody else may"
    panel.begin(Task.VOID, coup="6")
    panel.choose("Dispute")
    assert Choose(value="d14") not in panel.actions, "it is the dealer's own coup"


@pytest.mark.parametrize("wait_s", [10**400, float("inf"), 1e308])
def test_no_answer_makes_a_person_wait_for_ever(wait_s: float) -> None:
    panel = hand()
    panel.begin(Task.FREE)
    panel.choose("sup1")
    panel.types(PIN)
    panel.touch(Go.ACCEPT)
    panel.answer(ok=False, refusal="wait", wait_s=wait_s)
    assert Type(text="1") not in panel.actions
    panel.now_s += LONGEST_WAIT_S
    assert Type(text="1") in panel.actions
