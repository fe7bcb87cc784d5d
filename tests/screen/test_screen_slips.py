"""A hand that slips and a badge in the wrong place: nothing is done twice, nothing on a page nobody has seen."""

from dataclasses import replace

from support.panel_hand import PIN
from support.panel_tasks import hand, held, need, table, texts

from device.screen.dealer.slips import ASKED_S, UNASKED_S
from device.screen.dealer.state import Need, SignedIn, Touched
from device.screen.dealer.step import STAYS_S
from device.screen.dealer.targets import Begin, Choose, Go, Open, Page, Press, Target, Task
from device.screen.dealer.touch import NO_FINGERS, finger_down, finger_up
from device.screen.look.shapes import Box

BADGE = "10023456"
SUPERVISOR = SignedIn(name="sup1", roles=("supervisor",), token="token of sup1", signed_s=1000.0)


def test_a_badge_decides_nothing_where_a_decision_is_asked() -> None:
    panel = hand(held("pushed-in", "restore", "burn"))
    panel.state = replace(panel.state, people=(SUPERVISOR,))
    panel.begin(Task.RESOLVE)
    panel.effects.clear()
    panel.badge(BADGE)
    assert (need(panel), panel.lines) == (Need.OPTION, [])
    panel.key("1")
    assert need(panel) is Need.CONFIRM, "a finger's digit still chooses"
    panel.badge(BADGE)
    assert (need(panel), panel.lines) == (Need.CONFIRM, [])


def test_a_badge_is_no_reason_and_no_card() -> None:
    panel = hand()
    panel.begin(Task.VOID, coup="6")
    assert need(panel) is Need.REASON
    panel.badge(BADGE)
    assert need(panel) is Need.REASON
    assert not panel.state.errand or not panel.state.errand.typed
    assert not any(part in text for part in (BADGE, BADGE[:3]) for text in texts(panel))
    panel.begin(Task.CORRECT, coup="6")
    before = panel.state.errand
    panel.badge(BADGE)
    assert panel.state.errand == before


def test_no_digit_of_a_badge_is_drawn_while_it_is_read_but_the_first() -> None:
    panel = hand()
    panel.begin(Task.FREE)
    panel.now_s += 1.0
    for digit in BADGE:
        panel.key(digit, after_s=0.004)
        assert not any(BADGE[:2] in text for text in texts(panel))
    panel.key("enter", after_s=0.004)
    assert panel.state.errand is not None
    assert panel.state.errand.signing is not None
    assert panel.state.errand.signing.badge == BADGE


def test_a_badge_read_where_a_pin_is_asked_says_who_signs_and_is_no_pin() -> None:
    panel = hand()
    panel.begin(Task.FREE)
    panel.choose("sup1")
    panel.key("9")
    panel.badge(BADGE)
    assert panel.lines == []
    signing = panel.state.errand.signing if panel.state.errand else None
    assert signing is not None
    assert (signing.badge, signing.name, signing.typed) == (BADGE, "", "")
    panel.badge(BADGE)
    assert panel.lines == [], "read once more"
    for digit in (*PIN, "enter"):
        panel.key(digit, after_s=0.2)
    assert [(line["badge"], line["pin"]) for line in panel.orders("sign-in")] == [(BADGE, PIN)]


def test_two_keys_that_roll_into_each_other_are_both_typed() -> None:
    panel = hand()
    panel.begin(Task.VOID, coup="6")
    for letter, after_s in (("A", 0.5), ("c", 0.02), ("e", 0.3)):
        panel.key(letter, after_s=after_s)
    assert panel.state.errand is not None
    assert panel.state.errand.typed.strip() == "Ace"
    panel.key("s", after_s=0.02)
    panel.waits(0.25)
    assert panel.state.errand.typed.strip() == "Aces"


def test_the_rest_of_a_pin_presses_no_button_of_the_table() -> None:
    panel = hand(held("pushed-in", "restore"))
    panel.begin(Task.RESOLVE)
    panel.key("1")
    panel.choose("sup1")
    for digit in PIN[:4]:
        panel.key(digit, keypad=True)
    panel.sees(table(phase="result", instruction="next-hand"))  # somebody else has decided
    assert panel.state.errand is None
    panel.effects.clear()
    for digit in "1212":
        panel.key(digit, keypad=True, after_s=0.3)
    assert panel.presses == []
    panel.key("1", keypad=True, after_s=UNASKED_S)
    assert panel.presses == ["bets"], "after a pause keys are keys again"


def test_a_second_tap_does_not_reach_the_page_that_the_first_one_opened() -> None:
    panel = hand()
    panel.touch(Open(page=Page.MENU))
    panel.now_s += ASKED_S * 0.9
    panel.happens(Touched(action=Begin(task=Task.END_SHOE)))
    assert panel.state.errand is None
    panel.now_s += ASKED_S
    panel.happens(Touched(action=Begin(task=Task.END_SHOE)))
    assert panel.state.errand is not None


def test_an_order_confirmed_twice_presses_nothing_at_home() -> None:
    panel = hand(held("pushed-in", "restore"))
    panel.begin(Task.RESOLVE, option="restore")
    panel.signs("sup1")
    panel.touch(Go.ACCEPT)
    panel.answer()
    assert panel.state.page is Page.HOME
    panel.now_s += UNASKED_S * 0.9
    panel.happens(Touched(action=Press(button="bets")))
    assert panel.presses == []


def test_a_tap_that_began_where_nothing_is_held_does_not_press_what_is_held() -> None:
    panel = hand()
    box = Box(x=0, y=0, w=100, h=100)
    light, heavy = (Target(box=box, action=Go.ACCEPT, hold=hold) for hold in (False, True))
    picture = replace(panel.picture, targets=(light,))
    fingers = finger_down(NO_FINGERS, picture, 1, (5, 5), 0.0)
    assert finger_up(fingers, picture, 1, (5, 5))[1] is Go.ACCEPT
    assert finger_up(fingers, replace(picture, targets=(heavy,)), 1, (5, 5))[1] is None


def test_nobody_keeps_a_supervisors_session_alive_by_leafing_through_pages() -> None:
    panel = hand()
    panel.begin(Task.SIGN_IN)
    panel.signs("sup1")
    for _ in range(int(STAYS_S // 8) + 1):
        panel.touch(Open(page=Page.MENU))
        panel.touch(Open(page=Page.RECALL))
        panel.touch(Go.HOME)
        panel.waits(8.0)
    assert panel.state.people == ()
    panel.begin(Task.FREE)
    assert need(panel) is Need.SIGN
    assert Choose(value="sup1") in panel.actions
