"""Folds of corrections: other cards lie in the hands of a coup than was said before."""

from msgspec.structs import replace

from device.rules.card import Card
from device.table import events as ev
from device.table.folds.registry import counted, folds
from device.table.shoe_state import Shoe
from device.table.state import Coup, CoupRecord, Lying, State
from device.table.vocabulary import Phase


def _recounted(shoe: Shoe, was: tuple[Card, ...], now: tuple[Card, ...]) -> Shoe:
    return counted(counted(shoe, *was, by=-1), *now)


def _with_faces(lying: tuple[Lying, ...], cards: tuple[Card, ...]) -> tuple[Lying, ...]:
    """Other faces, each still the same card of the shoe; a card more than lay there has no number."""
    nths = [one.nth for one in lying] + [0] * len(cards)
    return tuple(Lying(card=card, nth=nth) for card, nth in zip(cards, nths, strict=False))


@folds(ev.HandsCorrected)
def _hands_corrected(state: State, event: ev.HandsCorrected) -> State:
    coup = state.coup
    if coup is None:
        return state
    coup = replace(
        coup,
        player=_with_faces(coup.player, event.player),
        banker=_with_faces(coup.banker, event.banker),
        due=event.due,
        reasons=event.reasons,
        corrected_by=f"{event.by}, {event.second}",
        corrected_why=event.reason,
    )
    phase = state.phase
    if coup.face_down:
        phase = Phase.REVEAL if event.due is None else Phase.DEALING
    was, now = (*event.was_player, *event.was_banker), (*event.player, *event.banker)
    return replace(state, phase=phase, coup=coup, shoe=_recounted(state.shoe, was, now))


@folds(ev.CoupCorrected)
def _coup_corrected(state: State, event: ev.CoupCorrected) -> State:
    coups = tuple(_corrected(one, event) if one.coup == event.coup else one for one in state.coups)
    shoe, coup = state.shoe, state.coup
    if event.counts:
        was, now = (*event.was_player, *event.was_banker), (*event.player, *event.banker)
        shoe = _recounted(shoe, was, now)
    if coup is not None and coup.number == event.coup:
        coup = _on_the_table(coup, event)
    return replace(state, coups=coups, shoe=shoe, coup=coup)


def _on_the_table(coup: Coup, event: ev.CoupCorrected) -> Coup:
    return replace(
        coup,
        player=_with_faces(coup.player, event.player),
        banker=_with_faces(coup.banker, event.banker),
        outcome=event.outcome,
        corrected_by=f"{event.by}, {event.second}",
        corrected_why=event.reason,
    )


def _corrected(record: CoupRecord, event: ev.CoupCorrected) -> CoupRecord:
    return replace(
        record,
        outcome=event.outcome,
        natural=event.natural,
        player_pair=event.player_pair,
        banker_pair=event.banker_pair,
        player=event.player,
        banker=event.banker,
        corrected=True,
    )
