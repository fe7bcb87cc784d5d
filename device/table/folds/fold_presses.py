"""Folds of the dealer's presses that can be taken back, and what makes that impossible."""

from msgspec.structs import replace

from device.table import events as ev
from device.table.folds.registry import folds
from device.table.state import State, TakeBack

STILL_THE_PRESS: frozenset[type[ev.Event]] = frozenset(
    {
        ev.BurnLeft,
        ev.BetsClosed,
        ev.WentOn,
        ev.ShoePassed,
        ev.PackShuffled,
        ev.BurnBegan,
        ev.BetsOpened,
        ev.FreeCoupOpened,
        ev.TableCleared,
        ev.InspectionBegan,
        ev.OrderRefused,
        ev.ReportNoted,
        ev.ClockUnsure,
        ev.ClockSet,
        ev.RetirementKept,
        ev.SupervisorCalled,
    }
)
"""What a press leads to itself, and what changes nothing that it changed; after any other event it stands."""


def before_press(state: State, order: str) -> TakeBack:
    """What the table goes back to when the press that is folded now is taken back."""
    return TakeBack(
        order=order,
        phase=state.phase,
        shoe=state.shoe,
        coup=state.coup,
        burn=state.burn,
        inspection=state.inspection,
        notices=state.notices,
        free_next=state.free_next,
    )


@folds(ev.WentOn)
def _went_on(state: State, event: ev.WentOn) -> State:
    return replace(state, take_back=before_press(state, "next"))


@folds(ev.PressTakenBack)
def _press_taken_back(state: State, event: ev.PressTakenBack) -> State:
    before = state.take_back
    if before is None:
        return state
    return replace(
        state,
        phase=before.phase,
        shoe=before.shoe,
        coup=before.coup,
        burn=before.burn,
        inspection=before.inspection,
        notices=before.notices,
        free_next=before.free_next,
    )
