"""A hand at the dealer's panel: it looks at the picture, touches what is drawn there, and hears what the panel says."""

from typing import Any

from device.screen.dealer.pages.picture import no_data_picture, panel_picture
from device.screen.dealer.state import (
    START,
    Answered,
    KeyPressed,
    PanelEffect,
    PanelInput,
    PanelState,
    Say,
    Seen,
    Ticked,
    Touched,
    Wire,
)
from device.screen.dealer.step import step
from device.screen.dealer.targets import Action, Begin, Choose, Go, PanelPicture, Target, Task, Type
from device.screen.dealer.touch import HOLD_S, NO_FINGERS, finger_down, finger_up, time_passed
from device.screen.showing.subscription import Reason
from device.screen.view import StaffView
from device.words import Words, load_words

SIZE = (800, 480)
ROLES = {"d14": ("dealer",), "d15": ("dealer",), "sup1": ("supervisor",), "pit2": ("pit",)}
PIN = "97531864"


class PanelHand:
    """The panel before a table that a test plays; time goes on with each thing that is done."""

    def __init__(self, view: StaffView, *, words: Words | None = None, state: PanelState = START) -> None:
        self.view: StaffView | None = None
        self.words = words or load_words("en")
        self.state = state
        self.now_s = 1000.0
        self.effects: list[PanelEffect] = []
        self.sees(view)

    # What happens.

    def happens(self, input: PanelInput) -> tuple[PanelEffect, ...]:
        """One input; what followed is also kept in `effects`."""
        self.state, followed = step(self.state, input, self.view, self.now_s)
        self.effects += followed
        return followed

    def sees(self, view: StaffView) -> None:
        """The table's view."""
        self.view = view
        self.happens(Seen(shown=view))

    def cut_off(self) -> None:
        """The connection ends."""
        self.view = None
        self.happens(Seen(shown=Reason.CLOSED))

    def waits(self, seconds: float) -> None:
        """Time goes by."""
        self.now_s += seconds
        self.happens(Ticked())

    def begin(self, task: Task, **given: str) -> None:
        """A task is chosen in the menu or on a page."""
        self.now_s += 0.5
        self.happens(Touched(action=Begin(task=task, given=tuple(given.items()))))

    # What the hand does.

    @property
    def picture(self) -> PanelPicture:
        """What the panel shows."""
        if self.view is None:
            return no_data_picture(Reason.CLOSED, self.words, SIZE, kept=self.state.errand is not None)
        return panel_picture(self.view, self.state, self.words, SIZE, now_s=self.now_s)

    def target(self, action: Action) -> Target:
        """Where this is touched; fails when the picture has no such place."""
        found = [one for one in self.picture.targets if one.action == action]
        assert found, f"nothing to touch for {action}: {sorted(map(str, self.actions))}"
        return found[0]

    @property
    def actions(self) -> list[Action]:
        """All that can be touched."""
        return [one.action for one in self.picture.targets]

    def touch(self, action: Action, *, for_s: float = 0.1) -> None:
        """A finger comes down in the middle of what means this, stays, and leaves."""
        self.now_s += 0.5
        box = self.target(action).box
        at = (box.x + box.w // 2, box.y + box.h // 2)
        fingers = finger_down(NO_FINGERS, self.picture, 1, at, self.now_s)
        self.now_s += for_s
        fingers, done = time_passed(fingers, self.picture, self.now_s)
        if done is not None:
            self.happens(Touched(action=done))
        _, done = finger_up(fingers, self.picture, 1, at)
        if done is not None:
            self.happens(Touched(action=done))

    def hold(self, action: Action = Go.ACCEPT) -> None:
        """A press that lasts."""
        assert self.target(action).hold, "nothing to hold"
        self.touch(action, for_s=HOLD_S)

    def choose(self, value: str) -> None:
        """A line of a list."""
        self.touch(Choose(value=value))

    def types(self, text: str) -> None:
        """On the pad that is shown."""
        for letter in text:
            self.touch(Type(text=letter))

    def key(self, name: str, *, keypad: bool = False, after_s: float = 0.5) -> tuple[PanelEffect, ...]:
        """A key of a keyboard."""
        self.now_s += after_s
        return self.happens(KeyPressed(key=name, keypad=keypad))

    def badge(self, number: str) -> None:
        """A badge reader that types."""
        self.now_s += 1.0
        for letter in (*number, "enter"):
            self.key(letter, after_s=0.004)

    # What the panel says, and what it hears.

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines sent so far on either wire."""
        return [effect.line for effect in self.effects if isinstance(effect, Say)]

    def orders(self, name: str) -> list[dict[str, Any]]:
        """The lines that give this order."""
        return [effect.line for effect in self.effects if isinstance(effect, Say) and effect.line.get("order") == name]

    @property
    def presses(self) -> list[object]:
        """The buttons pressed so far."""
        return [one.line["press"] for one in self.effects if isinstance(one, Say) and one.wire is Wire.PANEL]

    def answer(self, *, ok: bool = True, refusal: str = "", why: str = "", **fields: object) -> None:
        """The table answers the newest line."""
        id = str(self.lines[-1]["id"])
        self.happens(Answered(id=id, ok=ok, refusal=refusal, why=why, fields=tuple(fields.items())))

    def let_in(self, name: str) -> None:
        """The table answers a sign-in: this person it is."""
        assert self.lines[-1]["order"] == "sign-in", self.lines[-1]
        self.answer(session=f"token of {name}", name=name, roles=list(ROLES[name]))

    def signs(self, name: str, pin: str = PIN) -> None:
        """Somebody chooses or spells the name, and types the PIN."""
        if Choose(value=name) in self.actions:
            self.choose(name)
        else:
            if Choose(value="") in self.actions:
                self.choose("")
            self.spells(name)
        self.types(pin)
        self.touch(Go.ACCEPT)
        self.let_in(name)

    def spells(self, text: str) -> None:
        """On the letters, whose first one is a capital."""
        for index, letter in enumerate(text):
            self.touch(Type(text=letter.upper() if index == 0 else letter))
        self.touch(Go.ACCEPT)
