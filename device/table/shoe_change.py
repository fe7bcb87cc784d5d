"""A shoe from its opening to its end: burn, cut card, going on to the next coup."""

from device.rules.card import Card, Rank
from device.rules.choices import BurnMode, CutPolicy, Inspection, Shuffle
from device.table import events as ev
from device.table.draft import Draft
from device.table.order_watch import order_left, watch_order
from device.table.packs import retire_packs
from device.table.placing import is_impossible, place_kept
from device.table.results import clear_table, end_shoe, pass_shoe
from device.table.state import State
from device.table.tags import look_at_unturned
from device.table.vocabulary import (
    BetsClosedBy,
    IncidentKind,
    Option,
    Origin,
    Phase,
    ReadIdentity,
    Refusal,
    ShoeEnd,
    Source,
)

CARDS_OF_A_COUP = 6
"""Betting is never opened with fewer cards left: a coup may need as many."""


def open_shoe(draft: Draft, *, by: str | None, hash_before: str | None = None) -> None:
    """Put a new shoe into play: its packs are counted, or its burn begins."""
    state, profile = draft.state, draft.profile
    if state.shoe.number and not state.shoe.over:
        close_shoe(draft, ShoeEnd.ORDER, by=by)
        look_at_unturned(draft)
        watch_order(draft, state.shoe)
    retire_packs(draft, now=True)
    pass_shoe(draft)
    draft.add(
        ev.ShoeOpened(
            shoe=state.shoe.number + 1,
            profile=profile.name,
            profile_version=profile.version,
            profile_hash=profile.sha256,
            house_rules=profile.canonical,
            decks=profile.decks,
            free_coups=profile.free_coups,
            by=by,
            dealer=state.dealer,
            last_read=state.last_read,
            seat=min(draft.state.shoe.seat, profile.players),
            by_hand=state.by_hand,
            order_before=order_left(draft.state.shoe),
            retired=draft.state.retired,
        )
    )
    if profile.inspection is Inspection.NONE:
        begin_burn(draft)
    else:
        draft.add(ev.InspectionBegan())
    if hash_before is not None and hash_before != profile.sha256:
        names = f"{profile.name} {profile.version}"
        draft.notice(IncidentKind.PROFILE_CHANGED, detail=f"{names}: {hash_before[:12]} → {profile.sha256[:12]}")


def begin_burn(draft: Draft) -> None:
    """Set the shoe's first cards aside, as the house burns them, or open the first coup."""
    profile = draft.profile
    match profile.burn:
        case BurnMode.FACE_VALUE:
            draft.add(ev.BurnBegan())
        case BurnMode.FIXED:
            draft.add(ev.BurnBegan(expected=profile.burn_cards))
        case BurnMode.DECKS:
            draft.add(ev.BurnBegan(expected=profile.decks))
        case BurnMode.NONE:
            open_coup(draft)


def burn(draft: Draft, card: Card | None, *, origin: Origin, source: Source = Source.SHOE) -> None:
    """Set a card aside; the first of a face-value burn is the indicator and must be known."""
    under_way = draft.state.burn
    if under_way is None:
        return
    if under_way.expected is None and card is not None and is_impossible(draft, card):
        draft.hold(IncidentKind.CARD_IMPOSSIBLE, Option.ENTER, Option.VOID, hidden=card, origin=origin)
        return
    read, nth = draft.read_of(origin), draft.nth_of(origin)
    if under_way.expected is None and card is not None:
        expected = burn_number(card, draft)
        draft.add(ev.IndicatorBurned(card=card, expected=expected, origin=origin, source=source, nth=nth, read=read))
    else:
        draft.add(ev.CardBurned(hidden=card, origin=origin, nth=nth, read=read))
    under_way = draft.state.burn
    if under_way is not None and under_way.expected is not None and under_way.done >= under_way.expected:
        draft.add(ev.BurnEnded(cards=under_way.done, indicator=under_way.indicator))
        open_coup(draft)


def leave_burn(draft: Draft) -> None:
    """Take the burn as complete with what has been burned, and open the coup as far as the dealer went on."""
    under_way = draft.state.burn
    if under_way is None:
        return
    draft.add(ev.BurnEnded(cards=under_way.done, indicator=under_way.indicator))
    open_coup(draft)
    if under_way.bets_closed and draft.state.phase is Phase.BETTING:
        draft.add(ev.BetsClosed(how=BetsClosedBy.BUTTON))
        place_kept(draft)


def burn_number(indicator: Card, draft: Draft) -> int:
    """How many cards leave for this indicator, itself among them (000: its face value, 10 and court cards ten)."""
    profile = draft.profile
    number = profile.ace_burns if indicator.rank is Rank.ACE else indicator.points or 10
    return number if profile.indicator_included else number + 1


def too_few_cards(draft: Draft) -> bool:
    """Whether the shoe may run out within the coup to come; never with a shuffle after every coup."""
    if draft.profile.shuffle is Shuffle.EVERY_COUP:
        return False
    return draft.state.shoe.cards_left < CARDS_OF_A_COUP


def open_coup(draft: Draft) -> None:
    """Open betting, or a free coup, for the coming coup; a shoe without cards for one is over."""
    if too_few_cards(draft):
        close_shoe(draft, ShoeEnd.CARDS_TOO_FEW)
        return
    state = draft.state
    coup = state.shoe.coups_begun + 1
    if state.free_next or state.shoe.free_left > 0 or any(card.free for card in state.kept):
        draft.add(ev.FreeCoupOpened(coup=coup))
        place_kept(draft)
    else:
        draft.add(ev.BetsOpened(coup=coup))


def go_on(draft: Draft, *, order: str | None = None) -> None:
    """From a result to the next coup; `order` names the press that is refused when the shoe has too few cards."""
    state, profile = draft.state, draft.profile
    shuffled = profile.shuffle is Shuffle.EVERY_COUP
    needed = 0 if shuffled or state.shoe.over else CARDS_OF_A_COUP + profile.burn_every_coup
    if state.shoe.cards_left < needed:
        if order is not None:
            draft.refuse(order, Refusal.TOO_FEW_CARDS)
        close_shoe(draft, ShoeEnd.CARDS_TOO_FEW)
        return
    if order is not None:
        draft.add(ev.WentOn())
    if state.shoe.over:
        clear_table(draft)
        return
    pass_shoe(draft)
    if shuffled:
        draft.add(ev.PackShuffled())
    if profile.burn_every_coup:
        draft.add(ev.BurnBegan(expected=profile.burn_every_coup))
    else:
        open_coup(draft)


def close_shoe(draft: Draft, why: ShoeEnd, *, by: str | None = None) -> None:
    """End the shoe and clear the table at once: no coup of it awaits anything."""
    end_shoe(draft, why, by=by)
    clear_table(draft)


def cut_card(draft: Draft, *, origin: Origin | None, counted: bool = False) -> None:
    """The cut card came out (or, `counted`, the count stands for it): fix which coup is the last."""
    shoe = draft.state.shoe
    read = draft.read_of(origin) if origin is Origin.SHOE else None
    if shoe.over or draft.profile.shuffle is Shuffle.EVERY_COUP:
        _cut_card_means_nothing(draft, origin, read)
        return
    if shoe.cut_seen and shoe.last_coup is not None:
        draft.add(ev.CutCardOut(last_coup=shoe.last_coup, origin=origin, again=True, read=read))
        draft.notice(IncidentKind.CUT_CARD_AGAIN)
        return
    last = last_coup_after_cut(draft.state, draft.profile.cut_policy)
    draft.add(ev.CutCardOut(last_coup=last, origin=origin, counted=counted, read=read))


def _cut_card_means_nothing(draft: Draft, origin: Origin | None, read: ReadIdentity | None) -> None:
    if origin in (Origin.WAITING, Origin.INCIDENT):  # it was counted or queued, and must leave there
        draft.add(ev.CutCardOut(last_coup=draft.state.shoe.last_coup or 0, origin=origin, again=True))
    else:
        draft.add(ev.ReportNoted(what="cut-card", read=read))


def last_coup_after_cut(state: State, policy: CutPolicy) -> int:
    """The number of the shoe's last coup, for a cut card that comes out now.

    Within a coup the cut card belongs to it; after its last card it lay before the next coup's first card and stands in
    that card's place, whether the dealer has gone on or not.
    """
    within = state.coup is not None and state.coup.is_open and not state.coup.complete
    current = state.shoe.coups_begun if within else state.shoe.coups_begun + 1
    match policy:
        case CutPolicy.CURRENT_LAST:
            return current
        case CutPolicy.ONE_MORE:
            return current + 1
        case CutPolicy.ONE_MORE_UNLESS_FIRST:
            return current + 1 if within else current
        case CutPolicy.TWO_MORE:
            return current + 2


def watch_count(draft: Draft) -> None:
    """After each step: warn when the cut card should have come, and act for it where the profile says so."""
    shoe, profile = draft.state.shoe, draft.profile
    if shoe.over or shoe.cut_seen or shoe.cut_missing_said or profile.virtual_cut is None:
        return
    if profile.shuffle is Shuffle.EVERY_COUP or shoe.cards_left > profile.virtual_cut:
        return
    draft.notice(IncidentKind.CUT_MISSING)
    if profile.virtual_cut_acts:
        cut_card(draft, origin=None, counted=True)
