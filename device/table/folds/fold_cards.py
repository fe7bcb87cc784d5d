"""Folds of cards that lie in hands, wait, or are kept aside."""

from msgspec.structs import replace

from device.rules.hand import Hand
from device.table import events as ev
from device.table.folds.registry import counted, folds, gone, named_by_eye, not_turned, taken, turned
from device.table.state import Coup, Kept, Lying, State, Waiting
from device.table.vocabulary import Origin, Phase

_Placing = ev.CardDealt | ev.CardLaid | ev.HandTurned | ev.CardNamed | ev.CardLifted


def _with_hand(state: State, coup: Coup, hand: Hand, cards: tuple[Lying, ...], event: _Placing) -> State:
    """The coup with these cards in `hand`, and the phase that follows from what is due now."""
    reasons = () if isinstance(event, ev.CardLaid) else event.reasons
    if hand is Hand.PLAYER:
        coup = replace(coup, player=cards, due=event.due, reasons=reasons)
    else:
        coup = replace(coup, banker=cards, due=event.due, reasons=reasons)
    if coup.face_down and coup.is_open:
        return replace(state, coup=coup, phase=Phase.REVEAL if event.due is None else Phase.DEALING)
    return replace(state, coup=coup)


@folds(ev.CardDealt)
def _card_dealt(state: State, event: ev.CardDealt) -> State:
    after = named_by_eye(taken(state, event.origin, card=event.card), event.source)
    coup = after.coup
    if coup is None:
        return after
    if event.shown:
        after = replace(after, shoe=turned(after.shoe, {event.nth: event.card}))
    one = Lying(card=event.card, nth=event.nth, up=event.shown)
    return _with_hand(after, coup, event.hand, (*coup.lying(event.hand), one), event)


@folds(ev.CardLaid)
def _card_laid(state: State, event: ev.CardLaid) -> State:
    after = named_by_eye(taken(state, event.origin), event.source)
    coup = after.coup
    if coup is None:
        return after
    one = Lying(card=event.hidden, nth=event.nth, up=False)
    return _with_hand(after, coup, event.hand, (*coup.lying(event.hand), one), event)


@folds(ev.HandTurned)
def _hand_turned(state: State, event: ev.HandTurned) -> State:
    coup = state.coup
    if coup is None:
        return state
    before = coup.lying(event.hand)
    first = 2 if event.third else 0
    pairs = list(zip(before[first:], event.cards, strict=False))
    cards = (*before[:first], *[replace(one, card=card, up=True) for one, card in pairs], *before[first + len(pairs) :])
    shoe = turned(state.shoe, {one.nth: card for one, card in pairs if card is not None})
    if coup.face_down:  # in a game face up they were counted when they were dealt
        shoe = counted(shoe, *[card for one, card in pairs if not one.up])
    return _with_hand(replace(state, shoe=shoe), coup, event.hand, cards, event)


@folds(ev.CardNamed)
def _card_named(state: State, event: ev.CardNamed) -> State:
    shoe = turned(counted(state.shoe, event.card), {event.nth: event.card})
    after = named_by_eye(replace(state, shoe=shoe), event.source)
    coup = after.coup
    if coup is None:
        return after
    cards = list(coup.lying(event.hand))
    cards[event.index : event.index + 1] = [replace(one, card=event.card, up=True) for one in cards[event.index :][:1]]
    return _with_hand(after, coup, event.hand, tuple(cards), event)


@folds(ev.CardLifted)
def _card_lifted(state: State, event: ev.CardLifted) -> State:
    shoe = replace(state.shoe, cards_out=state.shoe.cards_out - 1, cards_left=state.shoe.cards_left + 1)
    after = replace(state, shoe=gone(shoe, event.nth))
    coup = after.coup
    if coup is None:
        return after
    by_nth = {one.nth: one for one in (*coup.player, *coup.banker)}
    lifted = by_nth.get(event.nth)
    if lifted is not None and lifted.up:  # it was counted when it was turned
        after = replace(after, shoe=counted(after.shoe, lifted.card, by=-1))
    player, banker = ([by_nth[nth] for nth in hand if nth in by_nth] for hand in (event.player, event.banker))
    return _with_hand(after, replace(coup, banker=tuple(banker)), Hand.PLAYER, tuple(player), event)


@folds(ev.CardsMovedOn)
def _cards_moved_on(state: State, event: ev.CardsMovedOn) -> State:
    coup = state.coup
    if coup is None:
        return state
    moved = [one for one in (*coup.player, *coup.banker) if one.nth in event.nths]
    # What was turned was counted then, and in a game face up as it was dealt.
    shoe = counted(state.shoe, *[one.card for one in moved if one.up or not coup.face_down], by=-1)
    shoe = not_turned(shoe, event.nths)
    early = [one for one in state.before_turn if one.nth in event.nths]
    kept = [*(Kept(hidden=one.card, nth=one.nth) for one in moved), *early]
    player, banker = (tuple(one for one in hand if one not in moved) for hand in (coup.player, coup.banker))
    return replace(
        state,
        shoe=shoe,
        coup=replace(coup, player=player, banker=banker),
        kept=_as_they_left(*state.kept, *kept),
        before_turn=tuple(one for one in state.before_turn if one not in early),
    )


def _as_they_left(*kept: Kept) -> tuple[Kept, ...]:
    return tuple(sorted(kept, key=lambda one: one.nth))


@folds(ev.CardWaits)
def _card_waits(state: State, event: ev.CardWaits) -> State:
    after = state if event.cut else taken(state, event.origin)
    one = Waiting(
        hidden=event.hidden,
        cut=event.cut,
        since_s=event.since_s,
        nth=event.nth,
        code=event.code,
        foreign=event.foreign,
    )
    first = event.origin is Origin.INCIDENT
    return replace(after, waiting=(one, *after.waiting) if first else (*after.waiting, one))


@folds(ev.CardKept)
def _card_kept(state: State, event: ev.CardKept) -> State:
    of_it = [one for one in state.incidents if one.id == event.incident and one.has_card]
    kept = tuple(Kept(hidden=one.hidden, free=event.free, nth=one.nth) for one in of_it)
    if event.for_turn:
        return replace(state, before_turn=(*state.before_turn, *kept))
    return replace(state, kept=_as_they_left(*state.kept, *kept))
