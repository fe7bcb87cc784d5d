"""A coup picked up with a compulsory card not drawn: what is dealt to it then are the first cards of the next coup.

The shoe cannot see that cards are picked up. So staff report it, and how many there were; the table holds until the
coup is cancelled, with or without the cards that were dealt to it since.
"""

from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.results import void_coup
from device.table.state import Incident
from device.table.vocabulary import IncidentKind, Option, Origin, Refusal


def report_picked_up(draft: Draft, command: cmd.Report) -> None:
    """Hold the table, once for a coup: nothing is cancelled by a report."""
    state = draft.state
    if not state.coup_open:
        draft.refuse("report", Refusal.NO_COUP, by=command.by)
    elif any(one.kind is IncidentKind.PICKED_UP for one in state.incidents):
        draft.refuse("report", Refusal.HELD, by=command.by)
    else:
        draft.add(
            ev.IncidentRaised(
                id=state.next_incident,
                incident=IncidentKind.PICKED_UP,
                options=(Option.NEXT, Option.VOID),
                holds=True,
                detail=str(command.cards),
                by=command.by,
                picked_up=max(0, command.cards),
            )
        )


def start_the_next_coup(draft: Draft, incident: Incident, command: cmd.Resolve) -> None:
    """Cancel the coup; what was dealt to it since it was picked up is kept for the next one, first card first.

    That is what lies in its hands beyond the cards picked up, and what left before its turns. Cards in error keep
    incidents of their own. After the last coup there is no next one, and the cards are burned.
    """
    coup = draft.state.coup
    if coup is None or command.by is None or command.second is None or command.reason is None:
        return
    dealt = sorted((*coup.player, *coup.banker), key=lambda one: one.nth)
    in_hand = {one.nth for one in dealt[incident.picked_up :]}
    moved = (*in_hand, *(one.nth for one in draft.state.before_turn))
    if moved:
        draft.add(
            ev.CardsMovedOn(
                nths=tuple(sorted(moved)),
                player=tuple(one.nth for one in coup.player if one.nth not in in_hand),
                banker=tuple(one.nth for one in coup.banker if one.nth not in in_hand),
            )
        )
    for other in draft.state.incidents:
        if _goes_with(other, in_hand):
            _decided_too(draft, other, command)
    void_coup(draft, by=command.by, second=command.second, reason=command.reason)
    while draft.state.shoe.over and draft.state.kept:  # its end was told before, and nothing follows
        kept = draft.state.kept[0]
        draft.add(ev.CardBurned(hidden=kept.hidden, origin=Origin.KEPT, nth=kept.nth))


def _goes_with(incident: Incident, moved: set[int]) -> bool:
    """Whether an incident is about a card that is taken for one of the next coup, and asked about then if need be."""
    before_the_turns = incident.kind is IncidentKind.CARD_BEFORE_REVEAL
    return before_the_turns or (incident.hand is not None and incident.nth in moved)


def _decided_too(draft: Draft, incident: Incident, command: cmd.Resolve) -> None:
    assert command.by is not None
    if incident.has_card:
        draft.add(ev.CardKept(incident=incident.id))
    draft.add(
        ev.IncidentResolved(
            id=incident.id,
            incident=incident.kind,
            option=Option.NEXT,
            by=command.by,
            second=command.second,
            reason=command.reason,
            nth=incident.nth,
        )
    )
