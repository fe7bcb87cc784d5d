"""The dealer's panel as a play: staff feed, fingers and keys in; the picture, orders, presses and sounds out."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from device.screen.dealer.machine import MachineWatch
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.picture import no_data_picture, panel_picture
from device.screen.dealer.state import (
    START,
    ChangeVolume,
    KeyPressed,
    PanelInput,
    PanelState,
    Say,
    Seen,
    Sound,
    Ticked,
    Touched,
)
from device.screen.dealer.step import step
from device.screen.dealer.targets import Action, PanelPicture
from device.screen.dealer.touch import NO_FINGERS, finger_down, finger_moved, finger_up, time_passed
from device.screen.look.layout import Size
from device.screen.look.moment import STILL
from device.screen.look.shapes import Scene
from device.screen.players.scene import in_its_moment
from device.screen.players.stage import Options as Stir
from device.screen.players.stage import Stage, moment, seen
from device.screen.showing.hearing import Hearing
from device.screen.showing.honest import honestly
from device.screen.showing.inputs import FingerDown, FingerMoved, FingerUp, Key, WindowInput
from device.screen.showing.languages import Languages
from device.screen.showing.orders_line import OrdersLine
from device.screen.showing.subscription import Reason, Subscription
from device.screen.view import StaffView

TICK_S = 0.25
"""How often time goes by for the panel: notes end, and what can be taken back can be no more."""

HOLD_FRAME_S = 1 / 30
"""How often a press-and-hold is drawn while it fills."""

NOWHERE = (-1, -1)
"""Pixels outside every target."""


class PanelPlay:
    """What the dealer sees and does."""

    def __init__(  # noqa: PLR0913 - the parts that the command puts together
        self,
        *,
        feed: Subscription,
        line: OrdersLine,
        languages: Languages,
        hearing: Hearing,
        options: PanelOptions,
        report: Callable[[str], None],
        shifts: bool = False,
        machine: MachineWatch | None = None,
        clock: Callable[[], str] = lambda: f"{datetime.now():%H:%M}",
    ) -> None:
        """`options`: what the settings say of the panel; `shifts`: whether the picture moves a little every minute, so
        that nothing burns in; `clock`: the local time as staff read it.
        """
        self._feed = feed
        self._line = line
        self._languages = languages
        self._hearing = hearing
        self._settings = options
        self._report = report
        self._stage = Stage(options=Stir(reduced_motion=True, burn_in_shift=shifts, dim=0.0, rules_page_s=0.0))
        self._machine = machine or MachineWatch()
        self._clock = clock
        self._shown: StaffView | Reason = Reason.CONNECTING
        self._connection = 0
        self._state = START
        self._fingers = NO_FINGERS
        self._moment = STILL
        self._options = options
        self._picture: PanelPicture | None = None
        self._ticked_s: float | None = None

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
        before = self._drawn_from()
        self._look(now_s)
        for answer in self._line.serve():
            self._happen(answer, now_s)
        runs_out = False
        if self._ticked_s is None or now_s - self._ticked_s >= TICK_S:
            runs_out = self._ticked_s is not None and self._last_end_s() > self._ticked_s
            self._ticked_s = now_s
            self._happen(Ticked(), now_s)
            self._look_around(now_s)
        if self._picture is not None:
            self._hearing.start()
            self._fingers, action = time_passed(self._fingers, self._picture, now_s)
            self._act(action, now_s)
        self._hearing.hear(self._shown, now_s, self._moment.countdown_s)
        return runs_out or self._is_holding() or self._drawn_from() != before

    def hear(self, given: WindowInput, now_s: float) -> bool:
        """A finger or a key."""
        before = self._drawn_from()
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
        return self._drawn_from() != before

    def picture(self, size: Size, now_s: float) -> Scene:
        """The page that is open, with what is pressed pressed."""
        words, shown = self._languages.first, self._shown

        def no_data(reason: Reason) -> PanelPicture:
            kept = self._state.errand is not None
            return no_data_picture(reason, words, size, options=self._options, moment=self._moment, kept=kept)

        def page() -> PanelPicture:
            if isinstance(shown, Reason):
                return no_data(shown)
            return panel_picture(
                shown,
                self._state,
                words,
                size,
                options=self._options,
                moment=self._moment,
                fingers=self._fingers,
                now_s=now_s,
            )

        self._picture = honestly(page, lambda: no_data(Reason.GARBAGE), self._report)
        shapes = in_its_moment(self._picture.scene.shapes, size, self._moment)
        return replace(self._picture.scene, shapes=tuple(shapes))

    def next_change_s(self, now_s: float) -> float | None:
        """When time goes by for the panel, a hold goes on, or a connection has something to do."""
        due = [0.0 if self._ticked_s is None else TICK_S - (now_s - self._ticked_s)]
        due += [one for one in (self._feed.due_in_s(), self._line.due_in_s()) if one is not None]
        if self._is_holding():
            due.append(HOLD_FRAME_S)
        return max(0.0, min(due))

    def close(self) -> None:
        """Hang up."""
        self._line.close()
        self._feed.close()
        self._hearing.close()

    def _look(self, now_s: float) -> None:
        """Take in the newest view. A connection that broke has taken every session with it, however soon it is back."""
        shown = self._feed.serve()
        assert isinstance(shown, StaffView | Reason)
        connection, before = self._feed.connection, self._shown
        broken = self._connection not in (0, connection)
        self._shown, self._connection = shown, connection
        if broken and isinstance(before, StaffView):
            self._happen(Seen(shown=Reason.CLOSED), now_s)
        if shown != before:
            self._stage = seen(self._stage, shown if isinstance(shown, StaffView) else None, now_s)
        if broken or shown != before:
            self._happen(Seen(shown=shown if connection or isinstance(shown, Reason) else Reason.CLOSED), now_s)

    def _look_around(self, now_s: float) -> None:
        """The clock, the machine, the loudness: all that the picture shows besides."""
        self._moment = replace(moment(self._stage, now_s), clock=self._clock())
        self._options = PanelOptions(
            mirror=self._settings.mirror,
            collection_reminder=self._settings.collection_reminder,
            languages=self._settings.languages,
            machine=self._machine.state(now_s),
            volume=self._hearing.level,
            muted=self._hearing.is_muted,
        )

    def _drawn_from(self) -> tuple[object, ...]:
        return self._shown, self._state, self._fingers, self._moment, self._options

    def _is_holding(self) -> bool:
        target = self._fingers.pressed()
        return target is not None and target.hold

    def _last_end_s(self) -> float:
        """When the last of what the picture shows running out will have run out: a note, a wait, time to take back."""
        state = self._state
        signing = None if state.errand is None else state.errand.signing
        wait_until_s = 0.0 if signing is None else signing.wait_until_s
        return max(state.note_until_s, state.undo_until_s, state.read_until_s, wait_until_s)

    def _act(self, action: Action | None, now_s: float) -> None:
        if action is not None:
            self._happen(Touched(action=action), now_s)

    def _happen(self, given: PanelInput, now_s: float) -> None:
        view = self._shown if isinstance(self._shown, StaffView) and self._connection else None
        self._state, effects = step(self._state, given, view, now_s)
        self._follow(self._state)
        for effect in effects:
            match effect:
                case Say():
                    self._line.say(effect)
                case Sound(cue=cue):
                    self._hearing.play_named(cue)
                case ChangeVolume(by=by):
                    self._hearing.turn(by)
                    self._look_around(now_s)
                case _:
                    assert_never(effect)

    def _follow(self, state: PanelState) -> None:
        """Speak the language that somebody chose on the panel."""
        if state.language is not None:
            self._languages.choose(state.language)
