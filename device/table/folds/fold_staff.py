"""What is on record of people coming and going: it changes nothing at the table."""

from device.table import events as ev
from device.table.folds.registry import folds
from device.table.state import State


@folds(ev.SignedIn)
def _signed_in(state: State, event: ev.SignedIn) -> State:
    return state


@folds(ev.SignedOut)
def _signed_out(state: State, event: ev.SignedOut) -> State:
    return state


@folds(ev.SignInRefused)
def _sign_in_refused(state: State, event: ev.SignInRefused) -> State:
    return state


@folds(ev.PinChanged)
def _pin_changed(state: State, event: ev.PinChanged) -> State:
    return state
