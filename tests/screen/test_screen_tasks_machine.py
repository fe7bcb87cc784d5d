"""Whatever hands, keys and tables do: the panel never breaks, always leads home, and orders nothing unsigned."""

from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from screen.conftest import STAFF
from support.panel_hand import PIN, ROLES, SIZE

from device.screen.dealer.errands import MOST_PICKED_UP, REPORTS
from device.screen.dealer.pages.picture import no_data_picture, panel_picture
from device.screen.dealer.state import (
    START,
    Answered,
    KeyPressed,
    PanelInput,
    PanelState,
    Say,
    Seen,
    Stage,
    Ticked,
    Touched,
)
from device.screen.dealer.step import step
from device.screen.dealer.targets import Action, Begin, Choose, Go, Open, Page, PanelPicture, Press, Task, Type
from device.screen.showing.subscription import Reason
from device.screen.view import StaffView, staff_view
from device.table.vocabulary import IncidentKind, Option, Refusal
from device.words import load_words

WORDS = load_words("en")
TWO = {"void", "correct", "close-shoe", "accept"}
KEYS = (*"0123456789acdhjkqst", "enter", "escape", "backspace", "up", "down", "f1", "f5", "f12")
RECALL = [
    {"coup": 6, "player": ["4h", "9c", "8d"], "banker": ["2s", "Ad"], "outcome": "banker", "dealer": "d14"},
    {"coup": 5, "kind": "void", "player": ["4h"], "banker": [], "dealer": "d14"},
    {"coup": 4, "player": ["Ks", "8d"], "banker": ["2s", None], "outcome": "player", "dealer": "d15"},
]


def incident(number: int, kind: str, options: list[str]) -> dict[str, Any]:
    two = [one for one in options if one in TWO or kind == "picked-up"]
    return {"id": number, "kind": kind, "options": options, "two": two, "why": two, "holds": True}


incidents = st.builds(
    incident,
    st.integers(1, 4),
    st.sampled_from([kind.value for kind in IncidentKind]),
    st.lists(st.sampled_from([option.value for option in Option]), max_size=4, unique=True),
)
hands = st.lists(st.sampled_from(["4h", "9c", None]), max_size=3)
views = st.builds(
    lambda **changes: staff_view({**STAFF, **changes}),
    phase=st.sampled_from(["closed", "betting", "dealing", "reveal", "result", "shoe-over"]),
    instruction=st.sampled_from(["wait-for-bets", "stand-call-result", "held", "next-hand", "do-not-deal"]),
    incidents=st.lists(incidents, max_size=2),
    recall=st.sampled_from([RECALL, RECALL[1:], []]),
    hand=st.integers(5, 7),
    shoe=st.sampled_from([12, 12, 12, 13]),
    player=hands,
    banker=hands,
    dealer=st.sampled_from(["d14", "sup1", None]),
    undo=st.sampled_from([None, "next", "no-more-bets"]),
    by_hand=st.booleans(),
    to_acknowledge=st.sampled_from([[], ["cut-missing"], ["cut-missing", "pack-count"]]),
)
values = st.sampled_from(
    ["", "yes", "no", "6", "4", "0", "5", "sup1", "pit2", "d14", "resume", "void", "burn", "Dispute", *REPORTS]
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from(list(Go)),
    st.builds(Open, page=st.sampled_from(list(Page)), coup=st.sampled_from([None, 6])),
    st.builds(Press, button=st.sampled_from(["bets", "show", "call", "undo"])),
    st.builds(Type, text=st.sampled_from([*"0123456789AKTcdhs é", "", "ab", "\n"])),
    st.builds(Choose, value=values),
)
begins = st.builds(
    Begin,
    task=st.sampled_from(list(Task)),
    given=st.one_of(
        st.just(()),
        st.builds(lambda option: (("option", option.value),), st.sampled_from(list(Option))),
        st.sampled_from([(("coup", "6"),), (("coup", "99"),), (("what", "jam"),), (("kind", "cut-missing"),)]),
    ),
)
refusals = st.sampled_from(["", *(one.value for one in Refusal), "wrong", "wait", "one-time-pin", "busy", "new-one"])


class Panel(RuleBasedStateMachine):
    """The panel, a random table, and hands that know no manners."""

    def __init__(self) -> None:
        super().__init__()
        self.state: PanelState = START
        self.view: StaffView | None = None
        self.now_s = 100.0
        self.sent: list[dict[str, Any]] = []
        self.open: list[dict[str, Any]] = []
        self.tokens: dict[str, str] = {}
        self.held_for = 0
        """Presses that lasted, since the last order that needs one."""

    @initialize(view=views)
    def a_table(self, view: StaffView) -> None:
        self.view = view
        self.state = replace(self.state, recent=tuple(sorted(ROLES)))
        self.happens(Seen(shown=view))

    def happens(self, input: PanelInput) -> None:
        before = self.state
        self.state, effects = step(self.state, input, self.view, self.now_s)
        for effect in effects:
            if isinstance(effect, Say):
                self.says(effect.line, input, before)

    def says(self, line: dict[str, Any], input: PanelInput, before: PanelState) -> None:
        assert line["id"] not in {one["id"] for one in self.sent}, "each line has an id of its own"
        assert self.state.connected
        self.sent.append(line)
        self.open.append(line)
        name = line.get("order")
        if name in (None, "sign-in", "sign-out", "change-pin"):
            return
        assert line["session"] in self.tokens, line
        waits_for = None if before.errand is None else before.errand.waits_for
        came = input.id if isinstance(input, Answered) else None
        assert waits_for in (None, came), "one answer is waited for before the next line"
        two = name in TWO or line.get("option") in TWO or line.get("kind") == "pack-count"
        if two:
            people = {self.tokens[line["session"]], self.tokens[line["second_session"]]}
            assert len(people) == 2, "two different people"
            assert str(line["reason"]).strip()
        if two or name == "end-shoe" or line.get("option") in ("burn", "remove-read", "free-coup", "cut"):
            assert isinstance(input, Touched)
            assert input.action is Go.ACCEPT
            assert self.held_for == 1, "a press that lasted, and only one"
            self.held_for = 0

    # What hands do.

    @rule(data=st.data())
    @precondition(lambda self: self.view is not None)
    def a_touch_of_what_is_shown(self, data: st.DataObject) -> None:
        self.now_s += 0.3
        target = data.draw(st.sampled_from(self.picture().targets))
        self.held_for = int(target.hold)
        self.happens(Touched(action=target.action))
        self.held_for = 0

    @rule(begin=begins, steps=st.integers(1, 14), people=st.permutations(sorted(ROLES)), data=st.data())
    def somebody_knows_the_way(self, begin: Begin, steps: int, people: list[str], data: st.DataObject) -> None:
        """A task is begun if none is, and goes on as it should for so many steps."""
        if self.state.errand is None:
            self.happens(Touched(action=begin))
        for _ in range(steps):
            errand = self.state.errand
            if errand is None:
                return
            self.now_s += 0.3
            if errand.waits_for is not None and self.open:
                self.answer_ok(people[len(self.sent) % len(people)])
                continue
            shown = self.picture().targets
            if any(one.action == Type(text="h") and one.box.w > 80 for one in shown):
                self.happens(Touched(action=Type(text="9")))
                self.happens(Touched(action=Type(text="h")))
            if self.asks_a_pin():
                self.a_pin_is_typed()
                continue
            leading = [one for one in shown if isinstance(one.action, Choose) or one.action is Go.ACCEPT]
            if not leading:
                return
            target = data.draw(st.sampled_from(leading))
            if target.action == Choose(value=""):
                continue
            self.held_for = int(target.hold)
            self.happens(Touched(action=target.action))
            self.held_for = 0

    @rule(begin=begins)
    def a_task_begins(self, begin: Begin) -> None:
        self.now_s += 0.3
        self.happens(Touched(action=begin))

    @rule(action=actions)
    def something_is_touched(self, action: Action) -> None:
        """What another picture showed a moment ago: it means nothing, or the same as ever; it is never a long press."""
        errand = self.state.errand
        shown = [one for one in self.picture().targets if one.action == action]
        if action is Go.ACCEPT and errand is not None and any(one.hold for one in shown):
            self.held_for = 1
        self.now_s += 0.3
        self.happens(Touched(action=action))
        self.held_for = 0

    @rule(key=st.sampled_from(KEYS), keypad=st.booleans(), after_s=st.sampled_from([0.01, 0.3]))
    def a_key(self, key: str, keypad: bool, after_s: float) -> None:
        self.now_s += after_s
        self.happens(KeyPressed(key=key, keypad=keypad))

    def asks_a_pin(self) -> bool:
        """Whether digits are asked for that nobody else may see."""
        errand = self.state.errand
        signing = None if errand is None else errand.signing
        return signing is not None and signing.stage not in (Stage.LIST, Stage.SPELL)

    @rule()
    @precondition(asks_a_pin)
    def a_pin_is_typed(self) -> None:
        for digit in PIN:
            self.happens(Touched(action=Type(text=digit)))
        self.happens(Touched(action=Go.ACCEPT))

    # What the table does.

    @rule(view=views)
    def a_view(self, view: StaffView) -> None:
        self.view = view
        self.happens(Seen(shown=view))

    @rule()
    def the_connection_goes(self) -> None:
        self.view, self.open = None, []
        self.happens(Seen(shown=Reason.CLOSED))

    @rule(refusal=refusals, lost=st.booleans())
    @precondition(lambda self: bool(self.open))
    def an_answer_that_says_no(self, refusal: str, lost: bool) -> None:
        line = self.open.pop(0)
        fields = (("wait_s", 3.0),) if refusal == "wait" else ()
        self.happens(Answered(id=line["id"], ok=False, refusal=refusal, why="no", lost=lost, fields=fields))

    @rule(name=st.sampled_from(sorted(ROLES)))
    @precondition(lambda self: bool(self.open))
    def answer_ok(self, name: str) -> None:
        line = self.open.pop(0)
        given: tuple[tuple[str, object], ...] = ()
        if line.get("order") == "sign-in":
            token = f"token {len(self.sent)} of {name}"
            self.tokens[token] = name
            given = (("session", token), ("name", name), ("roles", list(ROLES[name])))
        self.happens(Answered(id=line["id"], ok=True, fields=given))

    @rule(seconds=st.sampled_from([0.2, 4.0, 65.0, 130.0]))
    def time(self, seconds: float) -> None:
        self.now_s += seconds
        self.happens(Ticked())

    # What always holds.

    def picture(self) -> PanelPicture:
        if self.view is None:
            return no_data_picture(Reason.CLOSED, WORDS, SIZE)
        return panel_picture(self.view, self.state, WORDS, SIZE, now_s=self.now_s)

    @invariant()
    def a_way_home(self) -> None:
        if self.state.errand is not None and self.view is not None:
            shown = {one.action for one in self.picture().targets if isinstance(one.action, Go)}
            assert {Go.BACK, Go.HOME} & shown
        home, _ = step(self.state, Touched(action=Go.HOME), self.view, self.now_s + 1.0)
        assert (home.page, home.errand) == (Page.HOME, None)

    @invariant()
    def no_pin_is_told(self) -> None:
        assert PIN[:4] not in repr(self.state)
        errand = self.state.errand
        if errand is not None and errand.waits_for is not None and errand.signing is not None:
            assert PIN[:4] not in errand.signing.typed + errand.signing.pin + errand.signing.new_pin


Panel.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
TestPanel = Panel.TestCase


def test_there_are_as_many_cards_to_count_as_a_coup_has() -> None:
    assert MOST_PICKED_UP == 6
