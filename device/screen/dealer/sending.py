"""Lines to the table, and the end of tasks. Pure: each takes the panel as it was and gives it as it is now."""

from dataclasses import replace

from device.screen.dealer.errands import open_need, order
from device.screen.dealer.signatures import is_called
from device.screen.dealer.state import (
    SILENCE,
    Errand,
    PanelEffect,
    PanelState,
    Said,
    Say,
    SignedIn,
    Sound,
    Wire,
)
from device.screen.dealer.targets import Page, Task
from device.screen.view import StaffView

Change = tuple[PanelState, tuple[PanelEffect, ...]]

NOTE_S = 6.0
"""How long a note stands."""

CLICK = Sound(cue="click")
REFUSED = Sound(cue="refused")
NO_TABLE = Said(key="note.no-table")


def with_note(state: PanelState, said: Said, now_s: float) -> PanelState:
    """The panel says something for a while."""
    return replace(state, note=said, note_until_s=now_s + NOTE_S)


def say(state: PanelState, wire: Wire, line: dict[str, object]) -> tuple[PanelState, str, Say]:
    """The panel after a line was sent, the line's id, and the line."""
    number = state.lines + 1
    id = f"p{number}"
    return replace(state, lines=number), id, Say(wire=wire, line={"id": id, **line})


def sign_out(state: PanelState, gone: tuple[SignedIn, ...]) -> Change:
    """These people's sessions end."""
    effects: list[PanelEffect] = []
    for person in gone:
        state, _, line = say(state, Wire.STAFF, {"order": "sign-out", "session": person.token})
        effects.append(line)
    return replace(state, people=tuple(one for one in state.people if one not in gone)), tuple(effects)


def done(errand: Errand) -> Said:
    """What is said of an errand that the table has carried out."""
    values = tuple(one for one in errand.given if one[0] in ("coup", "option", "card"))
    return Said(key=f"done.{errand.task.value}", values=values)


def leave(state: PanelState, view: StaffView | None) -> Change:
    """The errand is off the glass; a second person who signed for it alone goes with it."""
    errand = state.errand
    state = replace(state, errand=None)
    if errand is None or not errand.second:
        return state, ()
    dealer = None if view is None else view.dealer
    second = [one for one in state.people if is_called(one.name, errand.second) and not is_called(one.name, dealer)]
    return sign_out(state, tuple(second))


def finish(state: PanelState, view: StaffView | None, said: Said, now_s: float) -> Change:
    """The errand is over, and the panel is home again, with a word about it."""
    state, effects = leave(state, view)
    return replace(with_note(state, said, now_s), page=Page.HOME, coup=None, scroll=0), effects


def shelve(state: PanelState, view: StaffView | None) -> Change:
    """Home, with the errand put aside as far as it has come; what was being typed for a signature is dropped."""
    errand = state.errand
    state, effects = leave(state, view)
    state = replace(state, page=Page.HOME, coup=None, scroll=0)
    if errand is None or errand.task in (Task.SIGN_IN, Task.SIGN_OUT, Task.CHANGE_PIN):
        return state, effects
    return replace(state, shelved=replace(errand, second="", signing=None, trouble=SILENCE)), effects


def advance(state: PanelState, view: StaffView, now_s: float) -> Change:
    """Go on with the errand: nothing more to ask means that it is sent, once."""
    errand = state.errand
    if errand is None or errand.waits_for is not None or open_need(errand, state, view) is not None:
        return state, ()
    if errand.task is Task.SIGN_IN:
        return finish(state, view, Said(key="done.sign-in", values=(("name", errand.by),)), now_s)
    if errand.task is Task.SIGN_OUT:
        name = errand.value("name") or ""
        state, effects = sign_out(state, tuple(one for one in state.people if is_called(one.name, name)))
        state, more = finish(state, view, Said(key="done.sign-out", values=(("name", name),)), now_s)
        return state, (*effects, *more)
    state, id, line = say(state, Wire.STAFF, order(errand, state, view))
    return replace(state, errand=sent(errand, id)), (line,)


def sent(errand: Errand, id: str) -> Errand:
    """An errand whose line is on its way: what confirmed it is used up."""
    given = tuple(one for one in errand.given if one[0] != "confirm")
    return replace(errand, given=given, waits_for=id, trouble=SILENCE)
