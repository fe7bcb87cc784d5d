"""The panel's socket: what is touched is what the buttons press, and the answer comes once it is on record."""

import json
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from service.loop_tools import NO_BURN, Desk, last, refusals
from service.process_tools import Rig

from device.feed.sockets import LONGEST_ORDER_BYTES, OrderLine
from device.ports.line import LineLost
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.service.panel_socket import PanelKey, PanelPress, take_press
from device.table import events as ev
from device.table.vocabulary import THE_PANEL, Phase, Refusal

BUTTONS = with_settings(NO_BURN, {"bets_close": "button", "result": "button", "next": "button"})
CALLED = with_settings(BUTTONS, {"result": "call"})
FACE_DOWN = with_settings(BUTTONS, {"deal": "face-down", "reveal": "button", "third_card": "face-down"})
DONE = {"reply": "1", "ok": True}


def deal(desk: Desk, *, touched: bool) -> list[ev.Event]:
    """One coup with every button that it takes; what is on record of it."""
    for step in ("bets", "bets", "9H 2C TD 4S", "show", "banker", "show", "call", "show", "player"):
        if step[0].isdigit():
            desk.cards(step)
        elif touched:
            desk.touch(step)
        else:
            desk.press(step)
    return desk.diary.events()


@pytest.mark.parametrize("house", [BUTTONS, CALLED, FACE_DOWN], ids=["buttons", "called", "face down"])
def test_a_touch_is_on_record_as_the_press_of_that_button_is(house: Profile) -> None:
    touched, pressed = (deal(Desk(house), touched=touched) for touched in (True, False))
    assert touched == pressed
    assert any(isinstance(event, ev.ResultShown) for event in touched)


def test_the_answer_comes_after_the_record() -> None:
    desk = Desk(BUTTONS)
    seen: list[Phase] = []

    def reply(line: bytes) -> None:
        assert msgspec.json.decode(line) == {"reply": "x", "ok": True}
        seen.append(desk.diary.folded().phase)

    desk.put(PanelPress(id="x", key=PanelKey.BETS, reply=reply))
    assert seen == [Phase.BETTING]


def test_a_refused_touch_says_why_and_buzzes_once() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    assert desk.touch("show") == {"reply": "1", "ok": False, "why": "no coup has begun", "refusal": "no-coup"}
    assert desk.notebook.words().count("buzz") == 1
    assert [one.why for one in refusals(desk)] == [Refusal.NO_COUP]


def test_a_wrong_call_of_the_result_says_so() -> None:
    desk = Desk(CALLED)
    desk.touch("bets")
    desk.touch("bets")
    desk.cards("9H 2C TD 4S")
    assert desk.touch("banker")["refusal"] == "called-wrong"
    assert desk.touch("player") == DONE
    assert desk.staff["outcome"] == "player"


def test_while_the_table_is_held_nothing_but_the_supervisor_can_be_touched() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    desk.order(order="pause")
    for key in ("bets", "show", "player"):
        assert desk.touch(key)["refusal"] == "held", key
    assert desk.touch("lamp-test")["refusal"] == "not-now"
    assert desk.touch("call") == DONE
    assert desk.staff["supervisor_called"]


def test_a_press_is_taken_back_within_three_seconds_and_the_record_names_the_panel() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    desk.touch("bets")
    desk.wait(2.9)
    assert desk.touch("undo") == DONE
    assert last(desk, ev.PressTakenBack) == ev.PressTakenBack(order="no-more-bets", by=THE_PANEL)
    assert desk.staff["phase"] == "betting"


def test_a_press_is_not_taken_back_later_or_after_a_card() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    desk.touch("bets")
    desk.wait(3.1)
    assert desk.touch("undo")["refusal"] == "undo-too-late"
    desk.cards("9H")
    assert desk.touch("undo")["refusal"] == "nothing-to-undo"
    assert desk.staff["phase"] == "dealing"


def test_with_the_reader_lost_or_the_record_failing_nothing_is_done_and_that_is_said() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    desk.put(LineLost(detail="unplugged", at_s=desk.clock.now_s))
    assert desk.touch("bets")["refusal"] == "reader-lost"
    desk.diary.broken = True
    answer = desk.touch("call")
    assert not answer["ok"]
    assert "cannot be put on record" in str(answer["why"])
    assert desk.notebook.words()[-1] == "buzz"


def test_the_lamp_test_runs_between_coups_only() -> None:
    desk = Desk(BUTTONS)
    desk.touch("bets")
    assert desk.touch("lamp-test") == DONE
    assert isinstance(desk.lit, frozenset)
    assert len(desk.lit) == 10
    desk.touch("bets")
    assert desk.lit == frozenset(), "a press ends it"
    assert desk.touch("lamp-test") == {
        "reply": "1",
        "ok": False,
        "why": "the lamp test runs between coups only, and while nothing holds the table",
        "refusal": "not-now",
    }
    assert desk.lit == frozenset()


# The foot switch: one more contact of a button.


@pytest.mark.parametrize("means", ["bets", "show", "call"])
def test_the_foot_switch_is_another_contact_of_its_button(means: str) -> None:
    by_foot, by_hand = Desk(BUTTONS, foot_means=means), Desk(BUTTONS)
    for desk, button in ((by_foot, "foot"), (by_hand, means)):
        desk.press("bets")
        before = len(desk.diary.events())
        desk.press(button)
        assert len(desk.diary.events()) > before
    assert by_foot.diary.events() == by_hand.diary.events()


def test_a_foot_switch_that_is_call_begins_no_lamp_test() -> None:
    desk = Desk(BUTTONS, foot_means="call")
    desk.press("foot", "menu", for_s=4.0)
    assert desk.staff["supervisor_called"]
    assert isinstance(desk.lit, frozenset)
    assert len(desk.lit) < 10


# Lines.


@pytest.mark.parametrize(
    ("line", "id", "said"),
    [
        (b"", "", "not JSON"),
        (b"\xff\xfe", "", "not JSON"),
        (b"[" * (LONGEST_ORDER_BYTES - 2), "", "one JSON object with id and press, both text"),
        (b"null", "", "one JSON object with id and press, both text"),
        (b"{}", "", "`id`"),
        (b'{"id":7,"press":"bets"}', "", "`$.id`"),
        (b'{"id":"7","press":null}', "7", "`$.press`"),
        (b'{"id":"7"}', "7", "`press`"),
        (b'{"id":"7","press":"bets","by":"sup1"}', "7", "unknown field `by`"),
        (b'{"id":"7","press":"menu"}', "7", "there is no key 'menu'; there are: bets, show, call, player, tie, banker"),
        (b'{"id":"7","press":"' + b"x" * 3000 + b'"}', "7", "there is no key 'x"),
        (b'{"id":"7","order":"next"}', "7", "unknown field `order`"),
    ],
    ids=["none", "no text", "brackets", "null", "nothing", "number", "no word", "half", "a name", "menu", "x", "order"],
)  # fmt: skip
def test_a_line_that_is_no_press_never_reaches_the_table(line: bytes, id: str, said: str) -> None:
    replies: list[bytes] = []
    take_press(OrderLine(line=line, reply=replies.append, peer=1), lambda press: pytest.fail(f"pressed: {press}"))
    (answer,) = map(msgspec.json.decode, replies)
    assert (answer["reply"], answer["ok"], answer["refusal"]) == (id, False, "no-press")
    assert said in answer["why"]
    assert len(answer["why"]) < 300


# A table process and its socket.


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table process that is dealing."""
    rig = Rig(tmp_path_factory.mktemp("panel"), profile="live")
    try:
        rig.open()
        rig.plug()
        yield rig
        rig.end()
    finally:
        rig.clean_up()
    assert not (rig.folder / "panel.sock").exists()


class Touch:
    """A touch panel at its socket."""

    def __init__(self, folder: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(folder / "panel.sock"))
        self.lines = self.socket.makefile("rb")

    def press(self, key: str) -> dict[str, object]:
        return self.say(json.dumps({"id": key, "press": key}).encode())

    def say(self, line: bytes) -> dict[str, object]:
        self.socket.sendall(line + b"\n")
        answer = json.loads(next(self.lines))
        assert isinstance(answer, dict)
        return answer

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@pytest.fixture
def panel(table: Rig) -> Iterator[Touch]:
    touch = Touch(table.folder)
    yield touch
    touch.close()
    table.check_log()


def test_only_the_tables_own_user_may_press_unless_the_settings_say_otherwise(table: Rig) -> None:
    assert stat.S_IMODE((table.folder / "panel.sock").stat().st_mode) == 0o600


def test_a_press_is_on_record_when_its_answer_comes_and_no_view_comes_with_it(table: Rig, panel: Touch) -> None:
    before = len(table.events())
    assert panel.press("call") == {"reply": "call", "ok": True}
    assert any(isinstance(event, ev.SupervisorCalled) for event in table.events()[before:])
    table.sees(lambda view: view["supervisor_called"], "the call")
    assert panel.press("undo")["refusal"] == "nothing-to-undo", "the next line is the next answer, and no view"


def test_what_is_no_press_is_answered_and_the_next_press_counts(panel: Touch) -> None:
    for line in (b"\xff\x00", b'{"id":"1"}', b'{"a":' * 800, b"\x00" * 100, b'{"id":"\\ud800","press":"bets"}'):
        answer = panel.say(line)
        assert answer["ok"] is False
        assert answer["why"]
    assert panel.press("call")["ok"]


def test_a_line_without_end_ends_its_connection_and_nothing_else(table: Rig, panel: Touch) -> None:
    other = Touch(table.folder)
    try:
        other.socket.sendall(b"x" * (LONGEST_ORDER_BYTES + 1))
        assert other.lines.read() == b""
    finally:
        other.close()
    assert panel.press("call")["ok"]


def test_presses_without_end_whose_answers_nobody_reads_keep_only_their_sender_waiting(
    table: Rig, panel: Touch
) -> None:
    flood = Touch(table.folder)
    line = b'{"id":"1","press":"lamp-test"}\n' * 100

    def pour() -> None:
        flood.socket.settimeout(0)
        try:
            while True:
                flood.socket.send(line)
        except OSError:
            return  # the table takes no more of it

    sender = threading.Thread(target=pour)
    sender.start()
    sender.join()
    assert panel.press("call")["ok"]
    assert table.eyes.order({"order": "dealer", "on": True})["ok"]
    flood.close()
