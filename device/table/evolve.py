"""State and event to the next state: bookkeeping only, no rule of the game.

Each event already says who got what, so that a record folds to the same state after the rules code has changed. One
small function an event, registered below by `_folds`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from device.rules.card import Card
from device.rules.hand import Hand
from device.table import events as ev
from device.table.state import NONE_SEEN, Burn, Coup, CoupRecord, Incident, Kept, Shoe, State, Waiting
from device.table.vocabulary import CoupKind, IncidentKind, Origin, Phase, Source

E = TypeVar("E", bound=ev.Event)
_FOLDS: dict[type[ev.Event], Callable[[State, Any], State]] = {}


def evolve(state: State, event: ev.Event) -> State:
    """The state after `event`; total: an event that does not fit changes nothing but the last read identity."""
    after = _FOLDS[type(event)](state, event)
    if event.read is not None:
        after = replace(after, last_read=event.read)
    return after


def _folds(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(fold: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _FOLDS[kind] = fold
        return fold

    return register


def _taken(state: State, origin: Origin | None, *, card: Card | None = None) -> State:
    """A card reaches a place: it leaves where it was, and its class is counted once it is known where it ends."""
    shoe = state.shoe
    waiting, kept = state.waiting, state.kept
    if origin is Origin.SHOE:
        shoe = replace(shoe, cards_out=shoe.cards_out + 1, cards_left=max(0, shoe.cards_left - 1))
    elif origin is Origin.WAITING:
        waiting = waiting[1:]
    elif origin is Origin.KEPT:
        kept = kept[1:]
    if card is not None:
        seen = shoe.seen
        at = card.index
        shoe = replace(shoe, seen=(*seen[:at], seen[at] + 1, *seen[at + 1 :]))
    return replace(state, shoe=shoe, waiting=waiting, kept=kept)


def _named_by_eye(state: State, source: Source) -> State:
    if source is Source.SHOE:
        return state
    return replace(state, shoe=replace(state.shoe, entered=state.shoe.entered + 1))


@_folds(ev.RecordContinued)
def _record_continued(state: State, event: ev.RecordContinued) -> State:
    # The file before is not at hand when this one is folded, so nothing of an earlier state may be needed.
    return State(shoe=Shoe(number=event.shoe), last_read=event.last_read, dealer=event.dealer)


@_folds(ev.ShoeOpened)
def _shoe_opened(state: State, event: ev.ShoeOpened) -> State:
    cards = event.decks * 52
    shoe = Shoe(
        number=event.shoe,
        profile=event.profile,
        profile_version=event.profile_version,
        profile_hash=event.profile_hash,
        decks=event.decks,
        cards_left=cards,
        free_left=event.free_coups,
        over=False,
    )
    # The event carries what must outlive the shoe before it, so a restart folds this shoe alone.
    return State(
        phase=Phase.BURNING,
        shoe=shoe,
        last_read=event.last_read,
        dealer=event.dealer,
    )


@_folds(ev.BurnBegan)
def _burn_began(state: State, event: ev.BurnBegan) -> State:
    return replace(state, phase=Phase.BURNING, burn=Burn(expected=event.expected), coup=None, notices=())


@_folds(ev.IndicatorBurned)
def _indicator_burned(state: State, event: ev.IndicatorBurned) -> State:
    after = _named_by_eye(_taken(state, event.origin, card=event.card), event.source)
    return replace(after, burn=Burn(expected=event.expected, done=1, indicator=event.card))


@_folds(ev.CardBurned)
def _card_burned(state: State, event: ev.CardBurned) -> State:
    after = _taken(state, event.origin, card=event.hidden)
    if after.phase is Phase.BURNING and after.burn is not None:
        after = replace(after, burn=replace(after.burn, done=after.burn.done + 1))
    return after


@_folds(ev.BurnEnded)
def _burn_ended(state: State, event: ev.BurnEnded) -> State:
    return replace(state, burn=None)


@_folds(ev.PackShuffled)
def _pack_shuffled(state: State, event: ev.PackShuffled) -> State:
    cards = state.shoe.decks * 52 - len(state.kept)
    return replace(state, shoe=replace(state.shoe, seen=NONE_SEEN, cards_left=cards))


@_folds(ev.BetsOpened)
def _bets_opened(state: State, event: ev.BetsOpened) -> State:
    return replace(state, phase=Phase.BETTING, coup=None, notices=())


@_folds(ev.FreeCoupOpened)
def _free_coup_opened(state: State, event: ev.FreeCoupOpened) -> State:
    return replace(state, phase=Phase.DEALING, coup=None, notices=(), free_next=True)


@_folds(ev.FreeCoupOrdered)
def _free_coup_ordered(state: State, event: ev.FreeCoupOrdered) -> State:
    return replace(state, free_next=True, supervisor_called=False)


@_folds(ev.BetsClosed)
def _bets_closed(state: State, event: ev.BetsClosed) -> State:
    return replace(state, phase=Phase.DEALING)


@_folds(ev.CoupBegan)
def _coup_began(state: State, event: ev.CoupBegan) -> State:
    shoe = replace(state.shoe, coups_begun=event.coup)
    free_next = state.free_next
    if event.coup_kind is CoupKind.FREE:
        shoe = replace(shoe, free_left=max(0, shoe.free_left - 1))
        free_next = False
    coup = Coup(number=event.coup, kind=event.coup_kind, dealer=event.dealer)
    return replace(state, phase=Phase.DEALING, shoe=shoe, coup=coup, free_next=free_next)


@_folds(ev.CardDealt)
def _card_dealt(state: State, event: ev.CardDealt) -> State:
    after = _named_by_eye(_taken(state, event.origin, card=event.card), event.source)
    coup = after.coup
    if coup is None:
        return after
    if event.hand is Hand.PLAYER:
        coup = replace(coup, player=(*coup.player, event.card), due=event.due, reasons=event.reasons)
    else:
        coup = replace(coup, banker=(*coup.banker, event.card), due=event.due, reasons=event.reasons)
    return replace(after, coup=coup)


def _turning_point(state: State, coup: Coup, record: CoupRecord) -> State:
    """A result or a void: what left before it was not drawn after it, however long it waits."""
    return replace(
        state,
        phase=Phase.RESULT,
        coup=coup,
        coups=(*(known for known in state.coups if known.coup != record.coup), record),
        waiting=tuple(replace(one, since_s=0.0) for one in state.waiting),
        incidents=tuple(replace(one, since_s=0.0) for one in state.incidents),
    )


@_folds(ev.ResultShown)
def _result_shown(state: State, event: ev.ResultShown) -> State:
    coup = state.coup or Coup(number=event.coup, kind=event.coup_kind, dealer=event.dealer)
    coup = replace(coup, player=event.player, banker=event.banker, due=None, outcome=event.outcome)
    record = CoupRecord(
        coup=event.coup,
        kind=event.coup_kind,
        outcome=event.outcome,
        natural=event.natural,
        player_pair=event.player_pair,
        banker_pair=event.banker_pair,
    )
    return _turning_point(state, coup, record)


@_folds(ev.CoupVoided)
def _coup_voided(state: State, event: ev.CoupVoided) -> State:
    coup = state.coup or Coup(number=event.coup, kind=CoupKind.VOID, dealer=event.dealer)
    coup = replace(coup, kind=CoupKind.VOID, due=None, outcome=None)
    record = CoupRecord(
        coup=event.coup, kind=CoupKind.VOID, outcome=None, natural=False, player_pair=False, banker_pair=False
    )
    return replace(_turning_point(state, coup, record), supervisor_called=False)


@_folds(ev.CutCardOut)
def _cut_card_out(state: State, event: ev.CutCardOut) -> State:
    waiting = state.waiting[1:] if event.origin is Origin.WAITING else state.waiting
    shoe = state.shoe if event.again else replace(state.shoe, cut_seen=True, last_coup=event.last_coup)
    if event.origin is Origin.INCIDENT:  # the unread passage was counted as a card, and was none
        shoe = replace(shoe, cards_out=shoe.cards_out - 1, cards_left=shoe.cards_left + 1)
    return replace(state, shoe=shoe, waiting=waiting)


@_folds(ev.ShoeEnded)
def _shoe_ended(state: State, event: ev.ShoeEnded) -> State:
    called = state.supervisor_called and event.by is None
    return replace(state, shoe=replace(state.shoe, over=True), supervisor_called=called)


@_folds(ev.TableCleared)
def _table_cleared(state: State, event: ev.TableCleared) -> State:
    return replace(state, phase=Phase.SHOE_OVER, coup=None, burn=None, notices=(), free_next=False)


@_folds(ev.CardWaits)
def _card_waits(state: State, event: ev.CardWaits) -> State:
    after = state if event.cut else _taken(state, Origin.SHOE)
    one = Waiting(hidden=event.hidden, cut=event.cut, since_s=event.since_s)
    return replace(after, waiting=(*after.waiting, one))


@_folds(ev.CardKept)
def _card_kept(state: State, event: ev.CardKept) -> State:
    cards = [one.hidden for one in state.incidents if one.id == event.incident and one.hidden is not None]
    return replace(state, kept=(*state.kept, *(Kept(hidden=card, free=event.free) for card in cards)))


@_folds(ev.IncidentRaised)
def _incident_raised(state: State, event: ev.IncidentRaised) -> State:
    after = _taken(state, event.origin)
    if event.incident is IncidentKind.CUT_MISSING:
        after = replace(after, shoe=replace(after.shoe, cut_missing_said=True))
    after = replace(after, next_incident=event.id + 1)
    if not event.holds:
        return replace(after, notices=(*after.notices, event.incident))
    incident = Incident(
        id=event.id,
        kind=event.incident,
        options=event.options,
        hidden=event.hidden,
        has_card=event.origin is not None,
        since_s=event.since_s,
    )
    return replace(after, incidents=(*after.incidents, incident))


@_folds(ev.IncidentResolved)
def _incident_resolved(state: State, event: ev.IncidentResolved) -> State:
    kept = tuple(one for one in state.incidents if one.id != event.id)
    return replace(state, incidents=kept, supervisor_called=False)


@_folds(ev.SupervisorCalled)
def _supervisor_called(state: State, event: ev.SupervisorCalled) -> State:
    return replace(state, supervisor_called=True)


@_folds(ev.DealerChanged)
def _dealer_changed(state: State, event: ev.DealerChanged) -> State:
    return replace(state, dealer=event.dealer)


@_folds(ev.OrderRefused)
def _order_refused(state: State, event: ev.OrderRefused) -> State:
    return state


@_folds(ev.ReportNoted)
def _report_noted(state: State, event: ev.ReportNoted) -> State:
    return state


@_folds(ev.RemainingSet)
def _remaining_set(state: State, event: ev.RemainingSet) -> State:
    return replace(state, shoe=replace(state.shoe, cards_left=event.cards))
