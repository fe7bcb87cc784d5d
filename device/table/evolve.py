"""State and event to the next state: bookkeeping only, no rule of the game.

Each event already says who got what, so that a record folds to the same state after the rules code has changed. The
functions are in `folds`, one an event.
"""

from msgspec.structs import replace

from device.table.events import Event
from device.table.folds import (
    fold_cards,
    fold_corrections,
    fold_coups,
    fold_incidents,
    fold_packs,
    fold_presses,
    fold_shoe,
    fold_staff,
)
from device.table.folds.registry import FOLDS
from device.table.state import State

__all__ = ["evolve"]

FOLDED_IN = (fold_shoe, fold_coups, fold_corrections, fold_cards, fold_incidents, fold_packs, fold_staff)
"""Importing them registers what they fold."""


def evolve(state: State, event: Event) -> State:
    """The state after `event`; total: an event that does not fit changes nothing but the last read identity."""
    after = FOLDS[type(event)](state, event)
    if after.take_back is not None and type(event) not in fold_presses.STILL_THE_PRESS:
        after = replace(after, take_back=None)
    if event.read is not None:
        after = replace(after, last_read=event.read)
    return after
