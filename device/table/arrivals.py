"""A card, an unread passage or the cut card leaves the shoe: what it means at this moment.

A card is a fact and is never refused. Either it finds its place, or an incident holds it, or it waits in order for a
hold to end.
"""

from device.rules.card import Card
from device.rules.choices import BetsClose, EarlyCard
from device.rules.foreign import Foreign
from device.table import events as ev
from device.table.draft import Draft
from device.table.face_up import is_burned_face_up, say_if_face_up
from device.table.going_on import goes_on, is_turned_at_once
from device.table.placing import can_place_kept, deal, place_kept
from device.table.results import is_last, void_is_offered
from device.table.shoe_change import burn, cut_card
from device.table.state import State
from device.table.tags import hold_repeated, is_repeated
from device.table.unread import is_asked_for_later, is_one_too_many_face_down
from device.table.vocabulary import BetsClosedBy, IncidentKind, Option, Origin, Phase, Source


def must_wait(state: State) -> bool:
    """Whether what leaves now waits for the hold to end.

    While nothing but cards drawn in error holds the table, one card more is one card more in error: it gets its own
    incident at once. Any other hold leaves its place open, and what has begun to wait stays in order.
    """
    return state.held and (bool(state.waiting) or _place_is_open(state))


def _place_is_open(state: State) -> bool:
    """Whether a hold leaves it open what the next card will be."""
    return any(one.kind is not IncidentKind.CARD_DRAWN_IN_ERROR for one in state.incidents)


def card_leaves(
    draft: Draft, card: Card, *, origin: Origin = Origin.SHOE, source: Source = Source.SHOE, since_s: float = 0.0
) -> None:
    """A known card: deal, burn, hold or queue it."""
    state = draft.state
    if origin is Origin.SHOE and must_wait(state):
        _wait(draft, card, since_s=since_s)
        return
    if is_burned_face_up(draft, card, origin):
        return
    if is_turned_at_once(draft, since_s) and is_repeated(state.shoe, draft.nth_of(origin)):
        hold_repeated(draft, card, origin=origin, since_s=since_s)  # before it ends anything that waits for a card
        return
    if goes_on(draft, since_s):
        card_leaves(draft, card, origin=origin, source=source, since_s=since_s)
        return
    say_if_face_up(draft, origin)
    match draft.state.phase:
        case Phase.BURNING if state.burn is not None and state.burn.left:
            _burn_is_wrong(draft, card, origin, since_s)
        case Phase.BURNING:
            burn(draft, card, origin=origin, source=source)
        case Phase.BETTING:
            _card_while_bets_are_open(draft, card, origin, source, since_s)
        case Phase.DEALING if state.coup is None or state.coup.due is not None:
            deal(draft, card, origin=origin, source=source, since_s=since_s)
        case Phase.REVEAL if state.coup is not None and state.coup.unturned:
            _card_before_reveal(draft, card, origin, since_s)
        case _:
            _card_drawn_in_error(draft, card, origin, since_s)


def _burn_is_wrong(draft: Draft, card: Card | None, origin: Origin, since_s: float) -> None:
    """The dealer took the burn for finished: whether this card belongs to it is for people to say."""
    options = (Option.FINISH, Option.ACCEPT, Option.CLOSE_SHOE)
    draft.hold(IncidentKind.BURN_WRONG, *options, hidden=card, origin=origin, since_s=since_s)


def take_held(draft: Draft, card: Card | None, *, since_s: float) -> None:
    """The card of an incident goes on as if it left now, behind what else holds the table by now."""
    if draft.state.held and _place_is_open(draft.state):
        _wait(draft, card, since_s=since_s, origin=Origin.INCIDENT)
    elif card is None:
        unread_leaves(draft, origin=Origin.INCIDENT, since_s=since_s)
    else:
        card_leaves(draft, card, origin=Origin.INCIDENT, since_s=since_s)


def _wait(  # noqa: PLR0913 - what waits, and what it was when it left
    draft: Draft,
    card: Card | None,
    *,
    since_s: float = 0.0,
    cut: bool = False,
    code: str = "",
    foreign: Foreign | None = None,
    origin: Origin = Origin.SHOE,
) -> None:
    """Count what left and keep it in order until the hold ends."""
    nth, read = 0 if cut else draft.nth_of(origin), draft.read_of(origin)
    draft.add(
        ev.CardWaits(
            hidden=card, cut=cut, since_s=since_s, nth=nth, code=code, foreign=foreign, origin=origin, read=read
        )
    )


def _card_before_reveal(draft: Draft, card: Card | None, origin: Origin, since_s: float) -> None:
    """A card leaves before the turns that say whether it is due: held whatever lies there, so that nothing is told.

    One of the cards on the table may have been the cut card, unread: then this one takes the place of the coup's next.
    """
    coup = draft.state.coup
    unread = coup is not None and any(one.card is None for one in (*coup.player, *coup.banker))
    options = (Option.KEEP, Option.BURN, Option.VOID, *((Option.CUT,) if unread else ()))
    draft.hold(IncidentKind.CARD_BEFORE_REVEAL, *options, hidden=card, origin=origin, since_s=since_s)


def _card_while_bets_are_open(draft: Draft, card: Card | None, origin: Origin, source: Source, since_s: float) -> None:
    profile = draft.profile
    if profile.bets_close is BetsClose.FIRST_CARD:
        close_bets_and_deal(draft, BetsClosedBy.FIRST_CARD, card, origin, source)
        return
    match profile.early_card:
        case EarlyCard.PLAY_ON:
            draft.notice(IncidentKind.EARLY_CARD)
            close_bets_and_deal(draft, BetsClosedBy.EARLY_CARD, card, origin, source)
        case EarlyCard.HOLD:
            draft.hold(
                IncidentKind.EARLY_CARD,
                Option.PLAY_ON,
                Option.BURN,
                hidden=card,
                origin=origin,
                since_s=since_s,
            )
        case EarlyCard.BURN:
            draft.notice(IncidentKind.EARLY_CARD)
            nth = draft.nth_of(origin)
            draft.add(ev.CardBurned(hidden=card, origin=origin, nth=nth, read=draft.read_of(origin)))


def play_on(draft: Draft, card: Card | None, source: Source) -> None:
    """Deal an early card that was held: the coup has begun with it, and bets are closed."""
    close_bets_and_deal(draft, BetsClosedBy.EARLY_CARD, card, Origin.INCIDENT, source)


def close_bets_and_deal(draft: Draft, how: BetsClosedBy, card: Card | None, origin: Origin, source: Source) -> None:
    """The coup begins with this card, and with it bets are closed."""
    draft.add(ev.BetsClosed(how=how))
    place_kept(draft)
    if draft.state.held and origin is Origin.SHOE:  # a kept card could not be placed: this one comes after it
        _wait(draft, card)
    elif card is None:
        unread_leaves(draft, origin=origin)
    else:
        card_leaves(draft, card, origin=origin, source=source)


def _card_drawn_in_error(draft: Draft, card: Card | None, origin: Origin, since_s: float) -> None:
    """One card too many; what was not read where cards lie face down may have been the cut card."""
    options = _options_in_error(draft, exposed=draft.nth_of(origin) in draft.state.exposed)
    if card is None and draft.state.phase not in (Phase.CLOSED, Phase.SHOE_OVER):
        options = (*options, Option.CUT)
    draft.hold(IncidentKind.CARD_DRAWN_IN_ERROR, *options, hidden=card, origin=origin, since_s=since_s)


def _options_in_error(draft: Draft, *, exposed: bool) -> tuple[Option, ...]:
    """What may be done with a card nobody should have drawn: as if unseen first, for nobody knows yet, then as if seen.

    Without a next coup in this shoe there is nothing the card could open; nor may it open one with bets when it lay
    face up in the shoe, for all have seen it.
    """
    state, profile = draft.state, draft.profile
    void = void_is_offered(draft)
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        return (Option.BURN,)
    if state.shoe.over or is_last(draft):
        possible: tuple[Option, ...] = (Option.BURN, *void)
    else:
        possible = (Option.NEXT, Option.FREE_COUP, Option.BURN, *void)
    first = Option(profile.error_card_exposed.value)
    seen = tuple([one for one in (first, *_IF_SEEN) if one in possible])
    if not exposed:
        first = Option(profile.error_card_unexposed.value)
        seen = tuple([one for one in (first, *_IF_UNSEEN) if one in possible]) + seen
    return tuple(dict.fromkeys(seen))


_IF_SEEN = (Option.FREE_COUP, Option.BURN, Option.VOID)
_IF_UNSEEN = (Option.NEXT, Option.BURN)
"""What may be done with a card drawn in error that all have seen, and with one that nobody has."""


def unread_leaves(draft: Draft, *, origin: Origin = Origin.SHOE, since_s: float = 0.0) -> None:
    """Something without a code: a card to be named by eye, or the cut card; burned cards are not asked for."""
    state = draft.state
    if origin is Origin.SHOE and must_wait(state):
        _wait(draft, None, since_s=since_s)
        return
    if is_burned_face_up(draft, None, origin):
        return
    if draft.face_down and goes_on(draft, since_s):
        unread_leaves(draft, origin=origin, since_s=since_s)
        return
    say_if_face_up(draft, origin)
    if is_asked_for_later(draft):
        if state.phase is Phase.BETTING:
            _card_while_bets_are_open(draft, None, origin, Source.SHOE, since_s)
        elif state.phase is Phase.REVEAL:
            _card_before_reveal(draft, None, origin, since_s)
        else:
            deal(draft, None, origin=origin)
        return
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER) or is_one_too_many_face_down(draft):
        _card_drawn_in_error(draft, None, origin, since_s)
        return
    if state.phase is Phase.BURNING and state.burn is not None:
        if state.burn.left:
            _burn_is_wrong(draft, None, origin, since_s)
            return
        if state.burn.expected is not None:
            burn(draft, None, origin=origin)
            return
    draft.hold(
        IncidentKind.CARD_UNREAD,
        Option.ENTER,
        Option.CUT,
        *void_is_offered(draft),
        origin=origin,
        since_s=since_s,
    )


def unknown_code_leaves(
    draft: Draft, said: str, foreign: Foreign | None, *, origin: Origin = Origin.SHOE, since_s: float
) -> None:
    """A card that is not of our packs: held at once, for its face decides nothing about that.

    `said` is why in a sentence, or the code where nothing is known of it.
    While the table is held already the pit hears of it at once, and the card is decided on when it would be placed.
    """
    state = draft.state
    if origin is Origin.SHOE and must_wait(state):
        _wait(draft, None, since_s=since_s, code=said, foreign=foreign)
        draft.notice(IncidentKind.CODE_UNKNOWN, detail=said, foreign=foreign)
        return
    in_play = state.phase not in (Phase.CLOSED, Phase.SHOE_OVER)
    void = (Option.VOID,) if in_play and not state.shoe.over else void_is_offered(draft)
    options = (Option.ENTER, *void)
    draft.hold(IncidentKind.CODE_UNKNOWN, *options, origin=origin, since_s=since_s, detail=said, foreign=foreign)


def cut_card_leaves(draft: Draft, *, since_s: float) -> None:
    """The cut card, read as such."""
    if must_wait(draft.state):
        _wait(draft, None, cut=True, since_s=since_s)
    else:
        cut_card(draft, origin=Origin.SHOE)


def settle(draft: Draft) -> None:
    """After a step: kept cards whose time has come, then what waited for the hold to end, each in its order."""
    while True:
        if can_place_kept(draft):
            place_kept(draft)
        elif draft.state.before_turn and not draft.state.held and _turns_are_done(draft.state):
            _take_before_turn(draft)
        elif draft.state.waiting and not _place_is_open(draft.state):
            _take_waiting(draft)
        else:
            return


def _turns_are_done(state: State) -> bool:
    return state.coup is not None and not state.coup.unturned


def _take_before_turn(draft: Draft) -> None:
    """A card that left before the turns: they say now that it is due, or that it is one too many."""
    first = draft.state.before_turn[0]
    if first.hidden is None:
        unread_leaves(draft, origin=Origin.BEFORE_TURN)
    else:
        card_leaves(draft, first.hidden, origin=Origin.BEFORE_TURN)


def _take_waiting(draft: Draft) -> None:
    first = draft.state.waiting[0]
    if first.cut:
        cut_card(draft, origin=Origin.WAITING)
    elif first.code:
        unknown_code_leaves(draft, first.code, first.foreign, origin=Origin.WAITING, since_s=first.since_s)
    elif first.hidden is None:
        unread_leaves(draft, origin=Origin.WAITING, since_s=first.since_s)
    else:
        card_leaves(draft, first.hidden, origin=Origin.WAITING, since_s=first.since_s)
