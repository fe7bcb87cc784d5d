"""The panel's one step: what it was, what happens, and what follows. Pure and total.

Everything that a page does is decided here; pictures only show it and say what can be touched. Nothing is decided about
the game: a press or an order goes to the table, and the table's answer is what happened.
"""

from dataclasses import replace
from typing import assert_never

from device.screen.dealer.answers import UNDO_S, answered
from device.screen.dealer.errands import open_need
from device.screen.dealer.keys import (
    BADGE_GAP_S,
    action_of,
    as_before,
    heard,
    is_burst,
    is_read_again,
    takes_badge,
    types_pin,
)
from device.screen.dealer.sending import (
    CLICK,
    NO_TABLE,
    REFUSED,
    Change,
    say,
    shelve,
    sign_out,
    with_note,
)
from device.screen.dealer.signatures import is_called
from device.screen.dealer.signing_in import badge_read
from device.screen.dealer.slips import is_slip, moved, slipped
from device.screen.dealer.state import (
    Answered,
    ChangeVolume,
    KeyPressed,
    Need,
    PanelEffect,
    PanelInput,
    PanelState,
    Seen,
    Ticked,
    Touched,
    Wedge,
    Wire,
)
from device.screen.dealer.targets import Action, Begin, Choose, Go, Open, Page, Press, Task, Type
from device.screen.dealer.task_answers import interrupted, seen_in_task
from device.screen.dealer.task_steps import begin_task, in_task
from device.screen.view import StaffView

TWICE_S = 0.4
"""A button pressed again so soon was touched by a finger that bounced, and by now it would mean the next thing."""
PAGE_S = 60.0
"""After so long without a touch a page gives way to the first one."""
TASK_S = 120.0
"""After so long without a touch a task is put aside; it goes on where it was when it is begun again."""
SHELF_S = 300.0
"""A task that was left is forgotten after so long: nobody shall find half an old decision."""
STAYS_S = 60.0
"""So long after signing whoever is signed in signs again without the PIN; the dealer who is on stays."""

READ_S = 2.0
"""How long the panel says that a card was read, whatever card it was."""

_MOST_PRESSED = 16
_VOLUME = {"louder": 1, "softer": -1, "mute": 0}


def step(
    state: PanelState, input: PanelInput, view: StaffView | None, now_s: float
) -> tuple[PanelState, tuple[PanelEffect, ...]]:
    """The panel after `input`, and what is to be done outside, in order.

    `view` is the newest view of the table, None while there is none that can be trusted; `now_s` the host's monotonic
    clock.
    """
    if is_slip(state, input, now_s):
        return slipped(state, input, now_s), ()
    after, effects = _step(state, input, view, now_s)
    after = moved(state, after, input, now_s)
    if after.shelved is not None and after.shelved is not state.shelved:
        after = replace(after, shelved_s=now_s)
    return after, effects


def _is_home(state: PanelState) -> bool:
    return state.page is Page.HOME and state.errand is None


def _step(state: PanelState, input: PanelInput, view: StaffView | None, now_s: float) -> Change:
    match input:
        case Seen(shown=shown):
            return _seen(state, shown, now_s) if isinstance(shown, StaffView) else (_cut_off(state), ())
        case Touched(action=action):
            return _acted(replace(state, wedge=Wedge(), touched_s=now_s), action, view, now_s)
        case KeyPressed():
            return _key(replace(state, touched_s=now_s), input, view, now_s)
        case Answered():
            return answered(state, input, view, now_s)
        case Ticked():
            return _ticked(state, view, now_s)
        case _:
            assert_never(input)


# The table's view.


def _seen(state: PanelState, view: StaffView, now_s: float) -> Change:
    undo = view.undo or ""
    until_s = 0.0 if not undo else now_s + UNDO_S if undo != state.undo else state.undo_until_s
    read = state.reads is not None and view.reads > state.reads
    read_until_s = now_s + READ_S if read else state.read_until_s
    state = replace(state, undo=undo, undo_until_s=until_s, reads=view.reads, read_until_s=read_until_s)
    state = replace(state, connected=True)
    return seen_in_task(state, view, now_s)


def _cut_off(state: PanelState) -> PanelState:
    """The connection is gone, and with it every session and every answer that was still to come."""
    state = replace(state, connected=False, people=(), pressed=(), undo="", undo_until_s=0.0)
    if state.shelved is not None:
        state = replace(state, shelved=replace(state.shelved, by="", second="", waits_for=None))
    return state if state.errand is None else interrupted(state, state.errand)


# Fingers and keys.


def _acted(state: PanelState, action: Action, view: StaffView | None, now_s: float) -> Change:
    match action:
        case Press(button=button):
            return _pressed(state, button, now_s)
        case Begin():
            return begin_task(state, action, view, now_s)
        case Open(page=page, coup=coup):
            state, effects = shelve(state, view) if state.errand is not None else (state, ())
            return replace(state, page=page, coup=coup, scroll=0), (*effects, CLICK)
        case Go() | Choose() | Type() if state.errand is not None:
            return in_task(state, state.errand, action, view, now_s)
        case Go():
            return _went(state, action), (CLICK,)
        case Choose(value=value):
            return _chosen(state, value)
        case Type():
            return state, ()
        case _:
            assert_never(action)


def _pressed(state: PanelState, button: str, now_s: float) -> Change:
    """A button of the table: whatever page is open, it is the dealer's hand."""
    if not state.connected:
        return with_note(state, NO_TABLE, now_s), (REFUSED,)
    if button == state.last_press and now_s - state.last_press_s < TWICE_S:
        return state, ()
    state = replace(state, last_press=button, last_press_s=now_s)
    state, id, line = say(state, Wire.PANEL, {"press": button})
    undo_until_s = 0.0 if button == "undo" else state.undo_until_s
    pressed = (*state.pressed, (id, button))[-_MOST_PRESSED:]
    state = replace(state, pressed=pressed, undo_until_s=undo_until_s)
    return state, (CLICK, line)


def _went(state: PanelState, go: Go) -> PanelState:
    match go:
        case Go.HOME:
            return replace(state, page=Page.HOME, coup=None, scroll=0)
        case Go.BACK:
            if state.page is Page.RECALL and state.coup is not None:
                return replace(state, coup=None)
            page = Page.HOME if state.page in (Page.HOME, Page.MENU, Page.PAYS) else Page.MENU
            return replace(state, page=page, coup=None, scroll=0)
        case Go.EARLIER:
            return replace(state, scroll=max(0, state.scroll - 1))
        case Go.LATER:
            return replace(state, scroll=min(99, state.scroll + 1))
        case Go.ERASE | Go.ACCEPT:
            return state
        case _:
            assert_never(go)


def _chosen(state: PanelState, value: str) -> Change:
    """A line of a list on a page: a language (on the first page the next one), or a step of the volume."""
    if state.page in (Page.LANGUAGE, Page.HOME):
        return replace(state, language=value or None, page=Page.HOME, scroll=0), (CLICK,)
    if state.page is Page.SOUND and value in _VOLUME:
        return state, (ChangeVolume(by=_VOLUME[value]), CLICK)
    return state, ()


def _key(state: PanelState, pressed: KeyPressed, view: StaffView | None, now_s: float) -> Change:
    was = state.wedge
    wedge, badge = heard(was, pressed, now_s)
    if badge and view is not None and is_read_again(state, badge):
        assert state.errand is not None
        assert state.errand.signing is not None
        signing = replace(state.errand.signing, typed="")
        return replace(state, wedge=wedge, errand=replace(state.errand, signing=signing)), (CLICK,)
    if badge and view is not None:
        state = as_before(state)
        return _badge(state, badge, view, now_s) if takes_badge(state, view) else (state, (REFUSED,))
    if state.errand is not None and is_burst(wedge) and not types_pin(state, view):
        return replace(state, wedge=replace(was, text=wedge.text, last_s=now_s, held=(*was.held, pressed))), ()
    state, effects = _typed_out(state, view, now_s)
    begun = (
        replace(wedge, before=state.errand, lines=state.lines)
        if len(wedge.text) == 1
        else replace(wedge, before=was.before, lines=was.lines)
    )
    state, more = _typed(replace(state, wedge=begun), pressed, view, now_s)
    return state, (*effects, *more)


def _typed_out(state: PanelState, view: StaffView | None, now_s: float) -> Change:
    """What came as fast as a badge and was none has its effect now."""
    held = state.wedge.held
    effects: tuple[PanelEffect, ...] = ()
    state = replace(state, wedge=Wedge())
    for pressed in held:
        state, more = _typed(state, pressed, view, now_s)
        effects += more
    return state, effects


def _typed(state: PanelState, pressed: KeyPressed, view: StaffView | None, now_s: float) -> Change:
    action = action_of(state, pressed, view, now_s)
    return (state, ()) if action is None else _acted(state, action, view, now_s)


def _badge(state: PanelState, badge: str, view: StaffView, now_s: float) -> Change:
    """A badge was read: on a page, somebody signs in; in a task, it says who signs."""
    effects: tuple[PanelEffect, ...] = ()
    if state.errand is None:
        state, effects = begin_task(state, Begin(task=Task.SIGN_IN), view, now_s)
    errand = state.errand
    if errand is None:
        return state, effects
    second = open_need(errand, state, view) is Need.SECOND
    return badge_read(state, errand, badge, second=second), (*effects, CLICK)


# Time.


def _ticked(state: PanelState, view: StaffView | None, now_s: float) -> Change:
    if state.wedge.held and now_s - state.wedge.last_s > BADGE_GAP_S:
        return _typed_out(state, view, now_s)
    if state.wedge.text and now_s - state.wedge.last_s > 1.0:
        state = replace(state, wedge=Wedge())
    idle_s = now_s - state.touched_s
    if state.shelved is not None and state.shelved.waits_for is None and now_s - state.shelved_s >= SHELF_S:
        state = replace(state, shelved=None)
    if state.errand is not None and idle_s >= TASK_S and state.errand.waits_for is None:
        return shelve(state, view)
    if state.errand is None and state.page is not Page.HOME and idle_s >= PAGE_S:
        return replace(state, page=Page.HOME, coup=None, scroll=0), ()
    if _is_home(state) and state.people and state.connected:
        dealer = None if view is None else view.dealer
        others = (one for one in state.people if not is_called(one.name, dealer))
        return sign_out(state, tuple(one for one in others if now_s - one.signed_s >= STAYS_S))
    return state, ()
