"""Which lamps are lit, from the table's state and its health and from nothing else.

A dealer must be able to work from these lamps without looking at a screen, so the whole table is written down here and
tested row by row. *Held* is: an incident holds the table, or the reader is lost, or the record cannot be written.

| row | the table | lamps |
|---|---|---|
| held | held, whatever the phase | error, supervisor; lock |
| closed | no shoe | ready; lock |
| inspection | the packs pass the reader | ready |
| burning | cards are being set aside | ready |
| betting | bets are open | ready; lock if `lock_in_betting` |
| opening | bets closed, fewer than four cards turned | none |
| draw | four cards turned, a third card is due | player-draw or banker-draw |
| stand | the coup is complete, its result not shown | stand; lock |
| reveal | four cards lie there, one of them unturned or unnamed | none |
| result | the result is shown | the winner's lamp; lock if `lock_in_result` |
| void | the coup was voided | none; lock if `lock_in_result` |
| shoe-end | result or void, and the shoe is over | as result or void; lock |
| shoe-over | the table is cleared, the shoe is over | ready; lock |

Two lamps join any row but *held*: `supervisor` while the supervisor is called, and `last-hand` from the moment the next
coup, or the one being dealt, is the shoe's last until the shoe is over. Wherever the table says lock, it is only so at
tables that have one (`lock`), and it means that no card is due: it must never be engaged while one is.

In the row *held* the supervisor's lamp flashes slowly once a supervisor has acknowledged all that holds the table.

Nothing lights a draw lamp before the hand's first two cards and the other's are turned: the first four cards are dealt
without being asked for, and what follows depends on all of them (001 §03, 004 §3.1). For the same reason nothing is lit
and the lock never moves while cards lie face down.
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from device.panel.rhythm import Flash
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.state import State
from device.table.vocabulary import Phase


class Colour(enum.Enum):
    """Colours of lamps; red is Banker's and is never used for trouble."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    WHITE = "white"
    AMBER = "amber"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a lamp shows; no colour: it is no lamp but an output."""

    colour: Colour | None
    flash: Flash = Flash.STEADY


class Lamp(enum.Enum):
    """The panel's lamps, in the order in which they are always named."""

    PLAYER_DRAW = "player-draw"
    BANKER_DRAW = "banker-draw"
    STAND = "stand"
    PLAYER_WINS = "player-wins"
    TIE_WINS = "tie-wins"
    BANKER_WINS = "banker-wins"
    LAST_HAND = "last-hand"
    ERROR = "error"
    SUPERVISOR = "supervisor"
    READY = "ready"
    LOCK = "lock"
    """Not a lamp: the output of a shoe lock."""

    @property
    def look(self) -> Look:
        """The lamp's colour and rhythm."""
        return _LOOKS[self]


_LOOKS: Mapping[Lamp, Look] = {
    Lamp.PLAYER_DRAW: Look(colour=Colour.BLUE),
    Lamp.BANKER_DRAW: Look(colour=Colour.RED),
    Lamp.STAND: Look(colour=Colour.WHITE),
    Lamp.PLAYER_WINS: Look(colour=Colour.BLUE),
    Lamp.TIE_WINS: Look(colour=Colour.GREEN),
    Lamp.BANKER_WINS: Look(colour=Colour.RED),
    Lamp.LAST_HAND: Look(colour=Colour.WHITE, flash=Flash.SLOW),
    Lamp.ERROR: Look(colour=Colour.AMBER, flash=Flash.FAST),
    Lamp.SUPERVISOR: Look(colour=Colour.AMBER),
    Lamp.READY: Look(colour=Colour.WHITE),
    Lamp.LOCK: Look(colour=None),
}
_WINS: Mapping[Outcome, Lamp] = {
    Outcome.PLAYER: Lamp.PLAYER_WINS,
    Outcome.TIE: Lamp.TIE_WINS,
    Outcome.BANKER: Lamp.BANKER_WINS,
}
_DRAWS: Mapping[Hand, Lamp] = {Hand.PLAYER: Lamp.PLAYER_DRAW, Hand.BANKER: Lamp.BANKER_DRAW}


def lamps(  # noqa: PLR0913 - each is a fact of its own that the state does not hold
    state: State,
    *,
    reader_up: bool = True,
    journal_ok: bool = True,
    lock: bool = False,
    lock_in_betting: bool = False,
    lock_in_result: bool = False,
) -> tuple[Lamp, ...]:
    """The lamps that are lit, each once, in the order of `Lamp`; see the module's table.

    `reader_up` and `journal_ok` are the table's health, which is not part of the state. `lock`: the table has a shoe
    lock in use. `lock_in_betting` and `lock_in_result`: a button and not a card ends the betting, or the result; at a
    table where the next card does either, a card is due there and the lock stays open. Total: no state raises.
    """
    if state.held or not reader_up or not journal_ok:
        lit = {Lamp.ERROR, Lamp.SUPERVISOR}
    else:
        lit = _of_the_coup(state)
        if state.supervisor_called:
            lit.add(Lamp.SUPERVISOR)
        if state.last_coup_is_next:
            lit.add(Lamp.LAST_HAND)
    if lock and (
        Lamp.ERROR in lit or no_card_is_due(state, lock_in_betting=lock_in_betting, lock_in_result=lock_in_result)
    ):
        lit.add(Lamp.LOCK)
    return tuple(lamp for lamp in Lamp if lamp in lit)


def _of_the_coup(state: State) -> set[Lamp]:
    """What the phase alone lights at a healthy table: at most one lamp."""
    coup = state.coup
    match state.phase:
        case Phase.CLOSED | Phase.INSPECTION | Phase.BURNING | Phase.BETTING | Phase.SHOE_OVER:
            return {Lamp.READY}
        case Phase.DEALING | Phase.REVEAL:
            if coup is None or not coup.two_each or not coup.is_open or coup.unturned:
                return set()
            return {Lamp.STAND if coup.due is None else _DRAWS[coup.due]}
        case Phase.RESULT:
            return set() if coup is None or coup.outcome is None else {_WINS[coup.outcome]}


def no_card_is_due(state: State, *, lock_in_betting: bool, lock_in_result: bool) -> bool:
    """Whether a shoe lock may be engaged at a table that is not held: the lock's column of the module's table."""
    match state.phase:
        case Phase.CLOSED | Phase.SHOE_OVER:
            return True
        case Phase.INSPECTION | Phase.BURNING:
            return False
        case Phase.BETTING:
            return lock_in_betting
        case Phase.DEALING | Phase.REVEAL:
            return state.coup is not None and state.coup.complete
        case Phase.RESULT:
            return lock_in_result or state.shoe.over


def slow_lamps(state: State, *, reader_up: bool = True, journal_ok: bool = True) -> tuple[Lamp, ...]:
    """The lamps among the lit ones that flash slowly now, though they are steady as a rule.

    The supervisor's, while a supervisor has acknowledged everything that holds the table: somebody is on it.
    """
    seen = state.held and all(one.seen_by is not None for one in state.incidents)
    return (Lamp.SUPERVISOR,) if seen and reader_up and journal_ok else ()


def lamp_names(lit: Iterable[Lamp]) -> frozenset[str]:
    """The names of lamps, as a panel takes them."""
    return frozenset(lamp.value for lamp in lit)


ALL = tuple(lamp for lamp in Lamp if lamp is not Lamp.LOCK)
"""Every lamp proper; a test of the lamps never moves the lock."""
LAMP_TEST_STEPS = len(ALL) + 2
LAMP_TEST_STEP_S = 0.5
"""How long each step is shown: long enough to see a lamp flash."""


def lamp_test(step: int) -> tuple[Lamp, ...]:
    """The lamps of one step of the lamp test: all of them, then each alone in order, then none.

    Steps count from 0 to `LAMP_TEST_STEPS - 1`; every step beyond is dark, so that a test that overruns does no harm.
    The test shows lamps that mean nothing, so it is for between coups; whoever runs it sees to that.
    """
    if step == 0:
        return ALL
    return (ALL[step - 1],) if 1 <= step <= len(ALL) else ()
