"""Keys, presses and pages of the dealer's panel."""

import pytest
from support.panel_hand import PIN
from support.panel_tasks import hand, held, need, table

from device.screen.dealer.state import Answered, Need, Say, Sound, Touched, Wire
from device.screen.dealer.step import SHELF_S, TASK_S
from device.screen.dealer.targets import Action, Choose, Go, Open, Page, Task


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


def test_a_finger_that_bounces_presses_once() -> None:
    panel = hand()
    panel.key("1", keypad=True)
    panel.sees(table(phase="dealing"))  # by now the same button would mean the next thing
    panel.key("1", keypad=True, after_s=0.3)
    assert panel.presses == ["bets"]
    panel.key("3", keypad=True, after_s=0.05)
    assert panel.presses == ["bets", "call"], "another button is no bounce"
    panel.key("1", keypad=True, after_s=0.1)
    assert panel.presses == ["bets", "call", "bets"]


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
        panel.now_s += 1.0
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
