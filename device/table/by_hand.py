"""Manual play: with the reader gone a supervisor carries the game on by naming each card at its turn.

Every coup so dealt says so. When the reader is back the table is held until somebody has compared the cards with the
screen; what the board kept meanwhile was dealt by hand already, and is noted and not dealt again.
"""

from device.table import commands as cmd
from device.table import events as ev
from device.table.arrivals import card_leaves, close_bets_and_deal
from device.table.draft import Draft
from device.table.going_on import would_go_on
from device.table.results import hold_until_resumed
from device.table.vocabulary import BetsClosedBy, IncidentKind, Origin, Phase, Refusal, Source


def deal_by_hand(draft: Draft, command: cmd.Enter) -> None:
    """Deal the card that a supervisor names, if one is due now; bets that are open close with it."""
    state, by = draft.state, command.by
    if state.held:
        draft.refuse("enter", Refusal.HELD, by=by)
    elif state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        draft.refuse("enter", Refusal.NO_SHOE, by=by)
    elif not _is_due(draft, command.since_s):
        draft.refuse("enter", Refusal.NO_CARD_DUE, by=by)
    else:
        if not state.by_hand:
            draft.add(ev.ManualPlayBegan(by=by or ""))
        if state.phase is Phase.BETTING:
            close_bets_and_deal(draft, BetsClosedBy.FIRST_CARD, command.card, Origin.SHOE, Source.SUPERVISOR)
        else:
            card_leaves(draft, command.card, source=Source.SUPERVISOR, since_s=command.since_s)


def _is_due(draft: Draft, since_s: float) -> bool:
    state = draft.state
    match state.phase:
        case Phase.BURNING | Phase.BETTING:
            return True
        case Phase.DEALING if state.coup is None or state.coup.due is not None:
            return True
        case _:
            return would_go_on(draft, since_s)


def reader_back(draft: Draft) -> None:
    """After manual play the cards are compared with the screen before the reader deals again."""
    already = any(one.kind is IncidentKind.MANUAL_PLAY for one in draft.state.incidents)
    if draft.state.by_hand and not already:
        hold_until_resumed(draft, IncidentKind.MANUAL_PLAY)
