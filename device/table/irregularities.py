"""Things that hold the table, and what people decide about them.

The table detects, holds, offers and records who decided; it never chooses for them (000 "Manejo de errores").
"""

from device.rules.choices import UnreadCard
from device.table import commands as cmd
from device.table import events as ev
from device.table.arrivals import card_leaves, play_on, take_held, unread_leaves
from device.table.by_hand import deal_by_hand
from device.table.draft import Draft
from device.table.inspecting import accepted, closed, count
from device.table.picked_up import start_the_next_coup
from device.table.placing import coup_may_be_complete
from device.table.results import void_coup, void_is_offered
from device.table.shoe_change import close_shoe, cut_card, leave_burn
from device.table.state import Incident, State
from device.table.turning import lift, name, unread_on_the_table, was_cut_card
from device.table.two_people import needs_two, two_people
from device.table.vocabulary import IncidentKind, Option, Origin, Refusal, ShoeEnd, Source

NAMED_BY_EYE = frozenset({IncidentKind.CARD_UNREAD, IncidentKind.CARD_IMPOSSIBLE, IncidentKind.CODE_UNKNOWN})
"""Incidents whose card a person names."""

_CLOSE_THE_SHOE = {
    IncidentKind.CARD_IMPOSSIBLE: ShoeEnd.CARD_IMPOSSIBLE,
    IncidentKind.CODE_UNKNOWN: ShoeEnd.FOREIGN_CARD,
    IncidentKind.CARDS_TOO_FEW: ShoeEnd.CARDS_TOO_FEW,
}
"""Incidents after which the shoe cannot be trusted, or holds nothing more: their void ends it."""


def to_be_named(state: State) -> Incident | None:
    """The oldest incident whose card a person is to name."""
    return next((one for one in state.incidents if one.kind in NAMED_BY_EYE and Option.ENTER in one.options), None)


def enter(draft: Draft, command: cmd.Enter) -> None:
    """A person names the card that the reader could not, and it takes the place it left for."""
    incident = to_be_named(draft.state)
    if command.by is None:
        draft.refuse("enter", Refusal.NAME_MISSING)
    elif incident is None and command.by_hand:
        deal_by_hand(draft, command)
    elif incident is None:
        draft.refuse("enter", Refusal.NO_CARD_TO_ENTER, by=command.by)
    elif draft.state.inspection is not None:
        _resolved(draft, incident, Option.ENTER, by=command.by)
        count(draft, command.card, source=Source.SUPERVISOR)
    else:
        _resolved(draft, incident, Option.ENTER, by=command.by, card=command)
        by_dealer = incident.kind is IncidentKind.CARD_UNREAD and draft.profile.unread_card is UnreadCard.DEALER
        source = Source.DEALER if by_dealer else Source.SUPERVISOR
        if incident.hand is not None:
            name(draft, incident, command.card, source)
            return
        card_leaves(draft, command.card, origin=Origin.INCIDENT, source=source, since_s=incident.since_s)


def offering(state: State, option: Option) -> Incident | None:
    """The incident that a decision for `option` is about: the oldest that offers it.

    A coup that was picked up comes before all others, for cards in error are in error because of it.
    """
    offers = [one for one in state.incidents if option in one.options]
    return next((one for one in offers if one.kind is IncidentKind.PICKED_UP), offers[0] if offers else None)


def resolve(draft: Draft, command: cmd.Resolve) -> None:
    """A person decides about the incident that `offering` names."""
    incident = offering(draft.state, command.option)
    refusal = _why_not(draft, command, incident)
    if refusal is not None or incident is None or command.by is None:
        draft.refuse("resolve", refusal or Refusal.NOT_OFFERED, by=command.by)
        return
    match command.option:
        case Option.RESUME:
            _resolved(draft, incident, command.option, by=command.by, order=command)
        case Option.CUT:
            _resolved(draft, incident, command.option, by=command.by, order=command)
            _was_cut_card(draft, incident)
        case Option.KEEP:
            draft.add(ev.CardKept(incident=incident.id, for_turn=True))
            _resolved(draft, incident, command.option, by=command.by, order=command)
        case Option.NEXT if incident.kind is IncidentKind.PICKED_UP:
            _resolved(draft, incident, command.option, by=command.by, order=command)
            start_the_next_coup(draft, incident, command)
        case Option.NEXT | Option.FREE_COUP:
            draft.add(ev.CardKept(incident=incident.id, free=command.option is Option.FREE_COUP))
            _resolved(draft, incident, command.option, by=command.by, order=command)
        case Option.BURN:
            _resolved(draft, incident, command.option, by=command.by, order=command)
            draft.add(ev.CardBurned(hidden=incident.hidden, origin=Origin.INCIDENT, nth=incident.nth))
        case Option.PLAY_ON:
            _resolved(draft, incident, command.option, by=command.by, order=command)
            play_on(draft, incident.hidden, Source.SHOE)
        case Option.FINISH | Option.ACCEPT | Option.CLOSE_SHOE if incident.kind is IncidentKind.BURN_WRONG:
            _resolved(draft, incident, command.option, by=command.by, order=command)
            _burn_is_decided(draft, incident, command)
        case Option.ACCEPT:
            _accept(draft, incident, command)
        case Option.CLOSE_SHOE:
            _close_shoe(draft, incident, command)
        case Option.REMOVE_READ:
            _resolved(draft, incident, command.option, by=command.by, order=command)
            if incident.hand is not None:
                lift(draft, incident.nth)
        case Option.FINISH:
            draft.refuse("resolve", Refusal.NOT_OFFERED, by=command.by)
        case Option.VOID:
            _void_incident(draft, incident, command)
        case Option.ENTER:
            draft.refuse("resolve", Refusal.USE_ENTER, by=command.by)


def _why_not(draft: Draft, command: cmd.Resolve, incident: Incident | None) -> Refusal | None:
    if not draft.state.incidents:
        return Refusal.NOTHING_HELD
    if incident is None:
        seen = any(one.nth in draft.state.exposed for one in draft.state.incidents)
        return Refusal.EXPOSED_CARD if seen and command.option is Option.NEXT else Refusal.NOT_OFFERED
    if command.option is Option.ENTER:
        return Refusal.USE_ENTER
    if incident.kind is IncidentKind.CARD_DRAWN_IN_ERROR:
        if command.exposed is True and command.option is Option.NEXT and not _is_due_after_all(draft):
            return Refusal.EXPOSED_CARD
        if command.exposed is False and command.option in (Option.FREE_COUP, Option.VOID):
            return Refusal.UNEXPOSED_CARD
    if needs_two(incident, command.option):
        return two_people(by=command.by, second=command.second, reason=command.reason)
    return Refusal.NAME_MISSING if command.by is None else None


def _is_due_after_all(draft: Draft) -> bool:
    """Whether the hands were corrected, so that a card drawn in error takes its place in this coup, seen or not."""
    coup = draft.state.coup
    return coup is not None and coup.is_open and coup.due is not None


def _resolved(  # noqa: PLR0913 - one decision and who made it
    draft: Draft,
    incident: Incident,
    option: Option,
    *,
    by: str,
    order: cmd.Resolve | cmd.Void | None = None,
    card: cmd.Enter | None = None,
) -> None:
    draft.decided_nth = incident.nth
    draft.add(
        ev.IncidentResolved(
            id=incident.id,
            incident=incident.kind,
            option=option,
            by=by,
            second=order.second if order is not None else None,
            reason=order.reason if order is not None else None,
            exposed=order.exposed if isinstance(order, cmd.Resolve) else None,
            hidden=card.card if card is not None else None,
            nth=incident.nth,
        )
    )


def _accept(draft: Draft, incident: Incident, command: cmd.Resolve) -> None:
    assert command.by is not None
    _resolved(draft, incident, Option.ACCEPT, by=command.by, order=command)
    if incident.kind is IncidentKind.PACK_COUNT:
        accepted(draft)
    elif incident.hand is not None:
        coup_may_be_complete(draft)
    elif incident.has_card:
        take_held(draft, incident.hidden, since_s=incident.since_s)


def _close_shoe(draft: Draft, incident: Incident, command: cmd.Resolve) -> None:
    assert command.by is not None
    _resolved(draft, incident, Option.CLOSE_SHOE, by=command.by, order=command)
    if incident.kind is IncidentKind.PACK_COUNT:
        closed(draft, by=command.by)


def _was_cut_card(draft: Draft, incident: Incident) -> None:
    """An unread passage was the cut card: the incident's own, or one that lies in a hand."""
    if draft.state.inspection is not None:
        return  # it was no card of the packs
    if incident.hand is not None:
        was_cut_card(draft, incident.nth)
    elif incident.kind is IncidentKind.CARD_BEFORE_REVEAL:
        nth = unread_on_the_table(draft.state)
        if nth is not None:
            was_cut_card(draft, nth)
        if incident.hidden is None:
            unread_leaves(draft, origin=Origin.INCIDENT)
        else:
            card_leaves(draft, incident.hidden, origin=Origin.INCIDENT)
    else:
        cut_card(draft, origin=Origin.INCIDENT)


def _burn_is_decided(draft: Draft, incident: Incident, command: cmd.Resolve) -> None:
    """A burn that the dealer left goes on, is over as it stands, or takes the shoe with it."""
    match command.option:
        case Option.FINISH:
            take_held(draft, incident.hidden, since_s=incident.since_s)
        case Option.ACCEPT:
            leave_burn(draft)
            take_held(draft, incident.hidden, since_s=incident.since_s)
        case _:
            draft.add(ev.CardBurned(hidden=incident.hidden, origin=Origin.INCIDENT, nth=incident.nth))
            close_shoe(draft, ShoeEnd.ORDER, by=command.by)


def _void_incident(draft: Draft, incident: Incident, command: cmd.Resolve | cmd.Void) -> None:
    assert command.by is not None
    assert command.second is not None
    assert command.reason is not None
    _resolved(draft, incident, Option.VOID, by=command.by, order=command)
    closes = _CLOSE_THE_SHOE.get(incident.kind)
    if void_is_offered(draft):
        void_coup(
            draft,
            by=command.by,
            second=command.second,
            reason=command.reason,
            closes=closes,
        )
    elif closes is not None and not draft.state.shoe.over:
        close_shoe(draft, closes, by=command.by)
    if incident.has_card:
        draft.add(ev.CardBurned(hidden=incident.hidden, origin=Origin.INCIDENT, nth=incident.nth))


def void(draft: Draft, command: cmd.Void) -> None:
    """Cancel the coup on the table, with everything that holds it and would be settled by that."""
    why = two_people(by=command.by, second=command.second, reason=command.reason)
    coup = draft.state.coup
    if why is None and coup is None and not any(Option.VOID in one.options for one in draft.state.incidents):
        why = Refusal.NO_COUP
    if why is None and coup is not None and not void_is_offered(draft):
        why = Refusal.VOID_ALREADY
    if why is not None or command.by is None or command.second is None or command.reason is None:
        draft.refuse("void", why or Refusal.NAME_MISSING, by=command.by)
        return
    concerned = [one for one in draft.state.incidents if Option.VOID in one.options]
    for incident in concerned:
        _void_incident(draft, incident, command)
    if not concerned:
        void_coup(draft, by=command.by, second=command.second, reason=command.reason)
