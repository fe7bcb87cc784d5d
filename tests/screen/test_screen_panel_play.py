"""The dealer's panel as a play on real sockets: touches and keys become presses and orders, and nothing else does."""

import select
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.table_ends import TableEnds, Time

from device.screen.dealer.machine import MachineWatch
from device.screen.dealer.pages.options import DEFAULTS
from device.screen.dealer.state import SignedIn, Wire
from device.screen.dealer.targets import Action, Choose, Open, Page, PanelPicture, Press, Target
from device.screen.dealer.touch import HOLD_S
from device.screen.look.shapes import Box, Scene
from device.screen.showing.hearing import Hearing
from device.screen.showing.inputs import FingerDown, FingerMoved, FingerUp, Key, WindowInput
from device.screen.showing.languages import Languages
from device.screen.showing.orders_line import OrdersLine
from device.screen.showing.panel_play import PanelPlay
from device.screen.showing.subscription import Subscription
from device.screen.view import Kind, StaffView
from device.settings.sound import SoundSettings

View = dict[str, Any]
ViewMaker = Callable[..., View]
SIZE = (800, 480)


class Rig(TableEnds):
    """A panel, and a table whose sockets' ends the test holds."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.time = Time(10.0)
        self.said: list[str] = []
        feed = Subscription(folder / "staff.sock", Kind.STAFF, self.time, report=self.said.append)
        self.languages = Languages("en", None, lambda: ("en", "es"))
        self.play = PanelPlay(
            feed=feed,
            line=OrdersLine(feed, folder / "panel.sock", self.time, report=self.said.append),
            languages=self.languages,
            hearing=Hearing(SoundSettings(device=None), calls=False),
            options=DEFAULTS,
            report=self.said.append,
            machine=MachineWatch(folder),
            clock=lambda: "21:04",
        )
        self.play.serve(self.time.now_s)
        self.accept(*Wire)

    def show(self, view: View) -> None:
        self.send(Wire.STAFF, view)
        self.until(lambda: isinstance(self.play._shown, StaffView) and self.play._shown.hand == view["hand"])
        self.look()

    def until(self, true: Callable[[], bool]) -> None:
        for _ in range(2000):
            self.play.serve(self.time.now_s)
            if true():
                return
            select.select(*self.play.descriptors(), [], 0.01)
        raise AssertionError("never")

    def look(self) -> None:
        """Draw what is shown now."""
        self.play.picture(SIZE, self.time.now_s)

    def target(self, action: Action) -> Target:
        assert self.play._picture is not None
        return next(target for target in self.play._picture.targets if target.action == action)

    def touch(self, target: Target, *, for_s: float = 0.0) -> None:
        at = (target.box.x + target.box.w // 2, target.box.y + target.box.h // 2)
        self.play.hear(FingerDown(finger=0, at=at), self.time.now_s)
        self.time.now_s += for_s
        self.play.hear(FingerUp(finger=0, at=at), self.time.now_s)
        self.look()

    def nothing_heard(self, wire: Wire) -> bool:
        return not select.select([self.end(wire)], [], [], 0)[0]

    def close(self) -> None:
        self.play.close()
        super().close()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.close()


def page_of(rig: Rig) -> Page:
    return rig.play._state.page


def button(rig: Rig, name: str) -> Target:
    return rig.target(Press(button=name))


def test_a_touch_of_a_button_is_a_press_and_its_answer_is_taken(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    rig.touch(button(rig, "bets"))
    line = rig.heard(Wire.PANEL)
    assert line["press"] == "bets"
    assert set(line) == {"id", "press"}
    assert rig.play._state.pressed
    rig.send(Wire.PANEL, {"reply": line["id"], "ok": True})
    rig.until(lambda: not rig.play._state.pressed)
    assert rig.nothing_heard(Wire.STAFF)


def test_a_refusal_is_said_on_the_panel(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    rig.touch(button(rig, "bets"))
    id = rig.heard(Wire.PANEL)["id"]
    answer = {"reply": id, "ok": False, "why": "bets are closed already", "refusal": "bets-closed"}
    rig.send(Wire.PANEL, answer)
    rig.until(lambda: rig.play._state.note.text == "bets are closed already")


def test_what_slips_presses_nothing(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    box = button(rig, "bets").box
    inside, outside = (box.x + 5, box.y + 5), (box.x + 5, 5)
    slips: list[list[WindowInput]] = [
        [FingerDown(finger=0, at=inside), FingerMoved(finger=0, at=outside), FingerUp(finger=0, at=inside)],
        [FingerDown(finger=0, at=inside), FingerUp(finger=0, at=None)],
        [FingerDown(finger=0, at=(-5, 9999)), FingerUp(finger=0, at=(-5, 9999))],
        [
            *(FingerDown(finger=one, at=(box.x + 5 + one, box.y + 5)) for one in range(5)),
            *(FingerUp(finger=one, at=(box.x + 5 + one, box.y + 5)) for one in range(5)),
        ],
    ]
    for inputs in slips:
        for given in inputs:
            rig.play.hear(given, rig.time.now_s)
    assert rig.nothing_heard(Wire.PANEL)
    rig.touch(button(rig, "bets"))
    assert rig.heard(Wire.PANEL)["press"] == "bets", "and the next touch counts again"


def test_a_finger_before_the_first_picture_is_no_touch(rig: Rig) -> None:
    assert not rig.play.hear(FingerDown(finger=0, at=(5, 400)), rig.time.now_s)
    assert not rig.play.hear(FingerUp(finger=0, at=(5, 400)), rig.time.now_s)


def test_without_a_connection_a_press_goes_nowhere_and_is_said(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    target = button(rig, "bets")
    for wire in Wire:
        rig.end(wire).close()
    rig.until(lambda: rig.play.descriptors() == ([], []))
    rig.touch(target)
    rig.play.serve(rig.time.now_s)
    assert rig.play._state.note.key or rig.play._state.note.text


def test_a_connection_that_breaks_takes_the_sessions_however_soon_it_is_back(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    person = SignedIn(name="sup1", roles=("supervisor",), token="t0ken")
    rig.play._state = replace(rig.play._state, people=(person,))
    rig.end(Wire.STAFF).close()
    rig.until(lambda: not rig.play._state.people)
    assert not rig.play._state.connected
    assert isinstance(rig.play._shown, StaffView), "the hand stands for two seconds all the same"
    rig.time.now_s += 1
    rig.play.serve(rig.time.now_s)
    rig.accept(Wire.STAFF)
    rig.show(staff(hand=8))
    assert rig.play._state.connected


def test_keys_are_heard_and_badges_never_printed(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    for number, digit in enumerate("0012345678"):
        rig.play.hear(Key(key=digit), rig.time.now_s + number * 0.01)
    rig.play.hear(Key(key="enter"), rig.time.now_s + 0.11)
    assert rig.play._state.errand is not None, "a badge begins a sign-in"
    assert "12345678" not in repr(rig.play._state)


def test_a_language_chosen_on_the_panel_is_spoken(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    options = replace(DEFAULTS, languages=(("en", "English"), ("es", "Español")))
    rig.play._settings = options
    rig.time.now_s += 1
    rig.play.serve(rig.time.now_s)
    rig.play._state = replace(rig.play._state, page=Page.LANGUAGE)
    rig.look()
    rig.touch(rig.target(Choose(value="es")))
    assert rig.languages.code == "es"


def test_time_alone_makes_no_new_picture(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    changed = 0
    for _ in range(40):
        rig.time.now_s += 0.25
        changed += rig.play.serve(rig.time.now_s)
    assert changed == 0
    assert 0 < (rig.play.next_change_s(rig.time.now_s) or 0) <= 0.25


def test_a_hold_fills_frame_by_frame_and_counts_when_it_is_full(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    held = Target(box=Box(10, 10, 90, 90), action=Press(button="call"), hold=True)
    rig.play._picture = PanelPicture(scene=Scene(width=800, height=480, shapes=()), targets=(held,))
    at = (held.box.x + 5, held.box.y + 5)
    rig.play.hear(FingerDown(finger=0, at=at), rig.time.now_s)
    assert rig.play.serve(rig.time.now_s + 0.5)
    assert (rig.play.next_change_s(rig.time.now_s + 0.5) or 1) < 0.05
    rig.time.now_s += HOLD_S + 0.1
    rig.play.serve(rig.time.now_s)
    assert rig.heard(Wire.PANEL)["press"] == "call"
    rig.play.hear(FingerUp(finger=0, at=at), rig.time.now_s)
    assert rig.nothing_heard(Wire.PANEL), "once"


def test_the_panel_goes_to_a_page_and_back(rig: Rig, staff: ViewMaker) -> None:
    rig.show(staff())
    rig.touch(rig.target(Open(page=Page.MENU)))
    assert page_of(rig) is Page.MENU
    rig.play.hear(Key(key="escape"), rig.time.now_s)
    assert page_of(rig) is Page.HOME
