"""Folds of incidents and of what people do."""

from msgspec.structs import replace

from device.table import events as ev
from device.table.folds.registry import count_one, folds, gone, taken
from device.table.shoe_state import Shoe
from device.table.state import Incident, Notice, State
from device.table.vocabulary import IncidentKind, Option


@folds(ev.IncidentRaised)
def _incident_raised(state: State, event: ev.IncidentRaised) -> State:
    after = taken(state, event.origin)
    if event.incident is IncidentKind.CUT_MISSING:
        after = replace(after, shoe=replace(after.shoe, cut_missing_said=True))
    if event.incident is IncidentKind.TAG_REPEATED and event.origin is not None:
        after = replace(after, shoe=_no_card_left(after.shoe, by=1))
    if event.cards:
        told = (*after.shoe.runs_told, (event.incident, event.first, event.cards))
        after = replace(after, shoe=replace(after.shoe, runs_told=told))
    after = replace(after, next_incident=event.id + 1)
    if event.incident is IncidentKind.FACE_UP_IN_SHOE:
        still = tuple(nth for nth in after.face_up if nth != event.nth)
        after = replace(after, face_up=still, exposed=(*after.exposed, event.nth))
    if not event.holds:
        notice = Notice(id=event.id, kind=event.incident)
        return replace(after, notices=(*after.notices, event.incident), unseen=(*after.unseen, notice))
    incident = Incident(
        id=event.id,
        kind=event.incident,
        options=event.options,
        hidden=event.hidden,
        has_card=event.origin is not None,
        since_s=event.since_s,
        nth=event.nth,
        hand=event.hand,
        index=event.index,
        missing=event.missing,
        surplus=event.surplus,
        picked_up=event.picked_up,
        detail=event.detail if event.incident is IncidentKind.CODE_UNKNOWN else "",
        foreign=event.foreign,
    )
    return replace(after, incidents=(*after.incidents, incident))


@folds(ev.IncidentResolved)
def _incident_resolved(state: State, event: ev.IncidentResolved) -> State:
    if event.incident is IncidentKind.MANUAL_PLAY:
        state = replace(state, by_hand=False)
    kept = tuple(one for one in state.incidents if one.id != event.id)
    burn = state.burn
    if burn is not None and event.option is Option.FINISH:
        burn = replace(burn, left=False, bets_closed=False)
    if event.incident is IncidentKind.PACK_COUNT and event.option is Option.ACCEPT:
        state = replace(state, shoe=replace(state.shoe, inspected=True))
    if event.incident is IncidentKind.TAG_REPEATED:
        state = _repeat_decided(state, event)
    return replace(state, incidents=kept, burn=burn, supervisor_called=False)


def _no_card_left(shoe: Shoe, *, by: int) -> Shoe:
    """A read that counts for no card (or, with `by` -1, for one after all)."""
    return replace(shoe, cards_out=shoe.cards_out - by, cards_left=max(0, shoe.cards_left + by))


def _repeat_decided(state: State, event: ev.IncidentResolved) -> State:
    """A tag read twice was one card, or people took it for two."""
    accepted = event.option is Option.ACCEPT
    if state.inspection is not None:
        (card, tag), *aside = state.inspection.aside or ((None, None),)
        inspection = count_one(state.inspection, card, tag) if accepted else state.inspection
        return replace(state, inspection=replace(inspection, aside=tuple(aside)))
    shoe = state.shoe
    incident = next((one for one in state.incidents if one.id == event.id), None)
    if accepted:
        shoe = replace(shoe, accepted=(*shoe.accepted, event.nth))
        if incident is not None and incident.has_card:
            shoe = _no_card_left(shoe, by=-1)
    elif incident is not None and incident.has_card:
        shoe = gone(shoe, event.nth)
    return replace(state, shoe=shoe)


@folds(ev.IncidentsSeen)
def _incidents_seen(state: State, event: ev.IncidentsSeen) -> State:
    incidents = tuple(replace(one, seen_by=event.by) if one.id in event.ids else one for one in state.incidents)
    unseen = tuple(one for one in state.unseen if one.id not in event.ids)
    return replace(state, incidents=incidents, unseen=unseen, supervisor_called=False)


@folds(ev.FaceUpReported)
def _face_up_reported(state: State, event: ev.FaceUpReported) -> State:
    return replace(state, face_up=(*(nth for nth in state.face_up if nth != event.nth), event.nth))


@folds(ev.SupervisorCalled)
def _supervisor_called(state: State, event: ev.SupervisorCalled) -> State:
    return replace(state, supervisor_called=True)


@folds(ev.DealerChanged)
def _dealer_changed(state: State, event: ev.DealerChanged) -> State:
    return replace(state, dealer=event.dealer)


@folds(ev.OrderRefused)
def _order_refused(state: State, event: ev.OrderRefused) -> State:
    return state


@folds(ev.ReportNoted)
def _report_noted(state: State, event: ev.ReportNoted) -> State:
    return state


@folds(ev.ClockUnsure)
def _clock_unsure(state: State, event: ev.ClockUnsure) -> State:
    return state


@folds(ev.ClockSet)
def _clock_set(state: State, event: ev.ClockSet) -> State:
    return state
