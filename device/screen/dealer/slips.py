"""What a hand that slips must not do: press through onto the next page, type on into it. Pure.

A page that changes leaves no time to take the finger away: what was meant for the page before would press whatever lies
there now. So for a moment after a change touches mean nothing; where the table made the change, keys mean nothing
either until they pause, since the rest of a PIN must not press the buttons of the table.
"""

from dataclasses import replace

from device.screen.dealer.state import KeyPressed, PanelInput, PanelState, Touched, Wedge

ASKED_S = 0.25
"""Touches so soon after a touch that opened another page were meant for the page before."""
UNASKED_S = 0.5
"""Touches and keys so soon after the table changed the page were meant for the page before."""


def is_slip(state: PanelState, input: PanelInput, now_s: float) -> bool:
    """Whether this touch or key was meant for something that is not there any more."""
    match input:
        case Touched():
            return now_s - state.moved_s < (UNASKED_S if state.moved_by_table else ASKED_S)
        case KeyPressed():
            return state.moved_by_table and now_s - state.moved_s < UNASKED_S
        case _:
            return False


def slipped(state: PanelState, input: PanelInput, now_s: float) -> PanelState:
    """Nothing has happened; but who types on, not having looked, is not heard before a pause."""
    state = replace(state, touched_s=now_s, wedge=Wedge())
    return replace(state, moved_s=now_s) if isinstance(input, KeyPressed) else state


def moved(before: PanelState, after: PanelState, input: PanelInput, now_s: float) -> PanelState:
    """The panel after this input, which knows if that has put another page under the hands."""
    if _place(before) == _place(after) or isinstance(input, KeyPressed):
        return after
    return replace(after, moved_s=now_s, moved_by_table=not isinstance(input, Touched))


def _place(state: PanelState) -> tuple[object, ...]:
    """What is open, as far as it decides what lies under a finger."""
    errand = state.errand
    if errand is None:
        return state.page, state.coup
    stage = None if errand.signing is None else errand.signing.stage
    return errand.task, errand.ground, len(errand.given), errand.by, errand.second, stage
