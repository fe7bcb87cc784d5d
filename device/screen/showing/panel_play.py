"""The dealer's panel as a play: staff feed, fingers and keys in; the picture, orders and presses out."""

from collections.abc import Callable, Sequence
from typing import Protocol, assert_never

from device.screen.dealer.state import (
    START,
    ChangeVolume,
    KeyPressed,
    PanelEffect,
    PanelInput,
    PanelState,
    Say,
    Seen,
    Sound,
    Ticked,
    Touched,
)
from device.screen.dealer.targets import Action, PanelPicture
from device.screen.dealer.touch import NO_FINGERS, Fingers, finger_down, finger_moved, finger_up, time_passed
from device.screen.look.layout import Size
from device.screen.look.shapes import Scene
from device.screen.players.scene import no_data_scene
from device.screen.showing.honest import honestly
from device.screen.showing.inputs import FingerDown, FingerMoved, FingerUp, Key, WindowInput
from device.screen.showing.languages import Languages
from device.screen.showing.orders_line import OrdersLine
from device.screen.showing.subscription import Reason, Shown, Subscription
from device.screen.view import StaffView
from device.words import Words

TICK_S = 0.25
"""How often time goes by for the panel: notes end, and what can be taken back can be no more."""

HOLD_FRAME_S = 1 / 30
"""How often a press-and-hold is drawn while it fills."""

NOWHERE = (-1, -1)
"""Pixels outside every target."""


class PanelDraw(Protocol):
    """Makes the panel's picture."""

    def __call__(  # noqa: PLR0913 - all that a picture depends on
        self,
        shown: StaffView | Reason,
        state: PanelState,
        words: Words,
        size: Size,
        *,
        fingers: Fingers,
        now_s: float,
    ) -> PanelPicture: ...


PanelStep = Callable[[PanelState, PanelInput, float], tuple[PanelState, Sequence[PanelEffect]]]
"""What the panel becomes when something happens to it, and what it wants done."""


class PanelPlay:
    """What the dealer sees and does."""

    def __init__(  # noqa: PLR0913 - the parts that the command puts together
        self,
        *,
        feed: Subscription,
        line: OrdersLine,
        languages: Languages,
        draw: PanelDraw,
        step: PanelStep,
        report: Callable[[str], None],
    ) -> None:
        self._feed = feed
        self._line = line
        self._languages = languages
        self._draw = draw
        self._step = step
        self._report = report
        self._shown: Shown | None = None
        self._state = START
        self._fingers = NO_FINGERS
        self._picture: PanelPicture | None = None
        self._ticked_s = 0.0

    @property
    def letters(self) -> str:
        """The language whose letters are drawn now."""
        return self._languages.letters

    def descriptors(self) -> tuple[list[int], list[int]]:
        """The feed's and the panel socket's."""
        read, write = self._feed.descriptors()
        more_read, more_write = self._line.descriptors()
        return [*read, *more_read], [*write, *more_write]

    def serve(self, now_s: float) -> bool:
        """Take in views and answers, and let time go by."""
        before = (self._shown, self._state, self._fingers)
        shown = self._feed.serve()
        if shown != self._shown:
            self._shown = shown
            assert isinstance(shown, StaffView | Reason)
            self._happen(Seen(shown=shown), now_s)
        for answer in self._line.serve():
            self._happen(answer, now_s)
        if now_s - self._ticked_s >= TICK_S:
            self._ticked_s = now_s
            self._happen(Ticked(), now_s)
        if self._picture is not None:
            self._fingers, action = time_passed(self._fingers, self._picture, now_s)
            self._act(action, now_s)
        return self._is_holding() or (self._shown, self._state, self._fingers) != before

    def hear(self, given: WindowInput, now_s: float) -> bool:
        """A finger or a key."""
        before = (self._state, self._fingers)
        picture = self._picture
        match given:
            case Key(key=key, keypad=keypad):
                self._happen(KeyPressed(key=key, keypad=keypad), now_s)
            case _ if picture is None:
                return False
            case FingerDown(finger=finger, at=at):
                self._fingers = finger_down(self._fingers, picture, finger, at, now_s)
            case FingerMoved(finger=finger, at=at):
                self._fingers = finger_moved(self._fingers, picture, finger, at)
            case FingerUp(finger=finger, at=at):
                # What was long enough when the finger left counts, though nobody looked in between.
                self._fingers, held = time_passed(self._fingers, picture, now_s)
                self._fingers, tapped = finger_up(self._fingers, picture, finger, NOWHERE if at is None else at)
                self._act(held, now_s)
                self._act(tapped, now_s)
        return (self._state, self._fingers) != before

    def picture(self, size: Size, now_s: float) -> Scene:
        """The page that is open, with what is pressed pressed."""
        words, shown = self._languages.first, self._shown or Reason.CONNECTING
        assert isinstance(shown, StaffView | Reason)
        self._picture = honestly(
            lambda: self._draw(shown, self._state, words, size, fingers=self._fingers, now_s=now_s),
            lambda: PanelPicture(scene=no_data_scene(Reason.GARBAGE.value, words, size), targets=()),
            self._report,
        )
        return self._picture.scene

    def next_change_s(self, now_s: float) -> float | None:
        """When a note ends, a hold goes on, or a connection has something to do."""
        due = [TICK_S - (now_s - self._ticked_s)]
        due += [one for one in (self._feed.due_in_s(), self._line.due_in_s()) if one is not None]
        if self._is_holding():
            due.append(HOLD_FRAME_S)
        return max(0.0, min(due))

    def close(self) -> None:
        """Hang up."""
        self._line.close()
        self._feed.close()

    def _is_holding(self) -> bool:
        target = self._fingers.pressed()
        return target is not None and target.hold

    def _act(self, action: Action | None, now_s: float) -> None:
        if action is not None:
            self._happen(Touched(action=action), now_s)

    def _happen(self, given: PanelInput, now_s: float) -> None:
        self._state, effects = self._step(self._state, given, now_s)
        if self._state.language is not None:
            self._languages.choose(self._state.language)
        for effect in effects:
            match effect:
                case Say():
                    self._line.say(effect)
                case Sound() | ChangeVolume():
                    pass
                case _:
                    assert_never(effect)
