"""Folds of a shoe's events: opening, burn, cut card, end."""

from msgspec.structs import replace

from device.rules.card import Card
from device.table import events as ev
from device.table.folds.fold_presses import before_press
from device.table.folds.registry import count_one, counted, folds, laid_aside, named_by_eye, taken, turned
from device.table.shoe_state import NONE_SEEN, Shoe
from device.table.state import Burn, Inspection, State
from device.table.vocabulary import IncidentKind, Origin, Phase


@folds(ev.RecordContinued)
def _record_continued(state: State, event: ev.RecordContinued) -> State:
    # The file before is not at hand when this one is folded, so nothing of an earlier state may be needed.
    shoe = Shoe(number=event.shoe, seat=event.seat, order_kept=event.order_kept)
    return State(shoe=shoe, last_read=event.last_read, dealer=event.dealer, retired=event.retired)


@folds(ev.ShoeOpened)
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
        seat=event.seat,
        order_before=event.order_before,
    )
    # The event carries what must outlive the shoe before it, so a restart folds this shoe alone.
    return State(
        phase=Phase.BURNING,
        shoe=shoe,
        last_read=event.last_read,
        dealer=event.dealer,
        by_hand=event.by_hand,
        retired=event.retired,
    )


@folds(ev.InspectionBegan)
def _inspection_began(state: State, event: ev.InspectionBegan) -> State:
    # What was asked of the count before is of no account any more.
    incidents = state.incidents
    if event.again:
        incidents = tuple(one for one in incidents if one.kind not in _OF_THE_COUNT)
    inspection = Inspection(closing=event.closing)
    return replace(state, phase=Phase.INSPECTION, inspection=inspection, incidents=incidents)


_OF_THE_COUNT = (IncidentKind.CARD_UNREAD, IncidentKind.CODE_UNKNOWN, IncidentKind.TAG_REPEATED)


@folds(ev.CardInspected)
def _card_inspected(state: State, event: ev.CardInspected) -> State:
    under_way = state.inspection
    if under_way is None:
        return state
    if event.aside:
        after = replace(under_way, aside=(*under_way.aside, (event.card, event.tag)))  # its pack is counted already
        return replace(state, inspection=after)
    return replace(state, inspection=count_one(under_way, event.card, event.tag, event.pack))


@folds(ev.InspectionEnded)
def _inspection_ended(state: State, event: ev.InspectionEnded) -> State:
    shoe = replace(state.shoe, surplus=any(number > state.shoe.decks for number in event.counts.values()))
    if event.closing:
        return replace(state, inspection=None, shoe=shoe)
    holds = () if event.exact else tuple(event.counts.get(card, 0) for card in Card)
    packs = frozenset(event.tags) if len(event.tags) == event.cards else frozenset()
    shoe = replace(shoe, inspected=event.exact, holds=holds, packs=packs, pack_ids=event.packs, cards_left=event.cards)
    return replace(state, inspection=None, shoe=shoe)


@folds(ev.TagRead)
def _tag_read(state: State, event: ev.TagRead) -> State:
    if event.hidden_tag is None:
        return state
    return replace(state, shoe=replace(state.shoe, tags=state.shoe.tags | {event.nth: event.hidden_tag}))


@folds(ev.ShoePassed)
def _shoe_passed(state: State, event: ev.ShoePassed) -> State:
    return replace(state, shoe=replace(state.shoe, seat=event.seat, passed_after=event.coup))


@folds(ev.BurnBegan)
def _burn_began(state: State, event: ev.BurnBegan) -> State:
    return replace(state, phase=Phase.BURNING, burn=Burn(expected=event.expected), coup=None, notices=())


@folds(ev.IndicatorBurned)
def _indicator_burned(state: State, event: ev.IndicatorBurned) -> State:
    after = named_by_eye(taken(state, event.origin, card=event.card), event.source)
    shoe = turned(after.shoe, {event.nth: event.card})
    return replace(after, shoe=shoe, burn=Burn(expected=event.expected, done=1, indicator=event.card))


@folds(ev.CardBurned)
def _card_burned(state: State, event: ev.CardBurned) -> State:
    after = taken(state, event.origin)
    after = replace(after, shoe=laid_aside(after.shoe, event.nth, event.hidden))
    if after.phase is Phase.BURNING and after.burn is not None:
        after = replace(after, burn=replace(after.burn, done=after.burn.done + 1))
    return after


@folds(ev.BurnLeft)
def _burn_left(state: State, event: ev.BurnLeft) -> State:
    burn = state.burn
    if burn is None:
        return state
    pressed = before_press(state, "no-more-bets" if event.bets_closed else "next")
    burn = replace(burn, left=True, bets_closed=burn.bets_closed or event.bets_closed)
    return replace(state, burn=burn, take_back=pressed)


@folds(ev.BurnEnded)
def _burn_ended(state: State, event: ev.BurnEnded) -> State:
    return replace(state, burn=None)


@folds(ev.PackShuffled)
def _pack_shuffled(state: State, event: ev.PackShuffled) -> State:
    shoe = state.shoe
    cards = (sum(shoe.holds) if shoe.holds else shoe.decks * 52) - len(state.kept)
    kept = {one.nth for one in state.kept}
    shoe = replace(
        shoe,
        seen=NONE_SEEN,
        cards_left=cards,
        faces={},
        unturned={},
        turned_tags={},
        tags={nth: tag for nth, tag in shoe.tags.items() if nth in kept},
    )
    return replace(state, shoe=shoe)


@folds(ev.CutCardOut)
def _cut_card_out(state: State, event: ev.CutCardOut) -> State:
    waiting = state.waiting[1:] if event.origin is Origin.WAITING else state.waiting
    shoe = state.shoe if event.again else replace(state.shoe, cut_seen=True, last_coup=event.last_coup)
    if event.origin is Origin.INCIDENT:  # the unread passage was counted as a card, and was none
        shoe = replace(shoe, cards_out=shoe.cards_out - 1, cards_left=shoe.cards_left + 1)
    return replace(state, shoe=shoe, waiting=waiting)


@folds(ev.ShoeEnded)
def _shoe_ended(state: State, event: ev.ShoeEnded) -> State:
    called = state.supervisor_called and event.by is None
    shoe = counted(state.shoe, *state.shoe.unturned.values())
    shoe = replace(shoe, over=True, faces=shoe.faces | shoe.unturned, unturned={})
    return replace(state, shoe=shoe, supervisor_called=called)


@folds(ev.TableCleared)
def _table_cleared(state: State, event: ev.TableCleared) -> State:
    return replace(state, phase=Phase.SHOE_OVER, coup=None, burn=None, inspection=None, notices=(), free_next=False)


@folds(ev.RemainingSet)
def _remaining_set(state: State, event: ev.RemainingSet) -> State:
    return replace(state, shoe=replace(state.shoe, cards_left=event.cards))
