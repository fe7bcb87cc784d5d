"""Which moments the shell must time for the table: the table names them, the shell owns every clock.

A turning point is the moment from which `since_s` of a passage counts. A timer is a command that falls due some seconds
after the state that asks for it was reached, and only if the state still asks for it then.
"""

from typing import NamedTuple

from device.rules.choices import ResultMode
from device.rules.profile import Profile
from device.table.commands import CountdownDue, ResultDue
from device.table.guidance import awaits_the_shuffle
from device.table.state import State, TakeBack
from device.table.vocabulary import CoupKind, Phase

UNDO_WITHIN_S = 3.0
"""For how long after it a press can be taken back."""

TurningPoint = tuple[int, int, str]
"""Shoe, coup and what happened to it: ``complete``, ``shown`` or ``void``."""


def turning_point(state: State) -> TurningPoint | None:
    """The moment that a next card is measured against; None while cards are due or none is dealt."""
    coup = state.coup
    if coup is None or not coup.complete:
        return None
    if coup.kind is CoupKind.VOID:
        return (state.shoe.number, coup.number, "void")
    return (state.shoe.number, coup.number, "complete" if coup.outcome is None else "shown")


def press_to_undo(state: State) -> TakeBack | None:
    """The press that `since_s` of an undo counts from: its moment is when this became another one."""
    return state.take_back


class Timer(NamedTuple):
    """Give `command` to the table after `delay_s`."""

    command: ResultDue | CountdownDue
    delay_s: float

    @property
    def begins_anew(self) -> bool:
        """Whether its time begins anew after the table could not deal; else it is overdue then."""
        return isinstance(self.command, CountdownDue)


def bets_run(state: State) -> bool:
    """Whether bets are open and nothing stands in their way: no hold, and no packs that are still to be shuffled."""
    return state.phase is Phase.BETTING and not state.held and not awaits_the_shuffle(state)


def timer(state: State, profile: Profile, countdown_s: int = 0) -> Timer | None:
    """The timer this state asks for: a result that shows itself, or bets that have been open for `countdown_s`.

    0: bets stay open until somebody, or a card, closes them.
    """
    if countdown_s and bets_run(state):
        return Timer(CountdownDue(coup=state.shoe.coups_begun + 1), countdown_s)
    coup = state.coup
    if profile.result is not ResultMode.AUTO or state.held or coup is None or not (coup.is_open and coup.complete):
        return None
    return Timer(ResultDue(coup=coup.number), profile.result_after_s)
