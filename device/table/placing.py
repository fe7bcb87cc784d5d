"""A card finds its place in a hand, face up or face down."""

from device.rules.card import Card
from device.rules.choices import ResultMode, Reveal, ThirdCard
from device.rules.hand import Hand
from device.rules.tableau import Step, next_step
from device.table import events as ev
from device.table.draft import Draft
from device.table.results import begin_coup, show_result, void_is_offered
from device.table.state import Coup
from device.table.tags import hold_repeated, is_repeated
from device.table.vocabulary import IncidentKind, Option, Origin, Phase, ShownBy, Source

ENTERED_ALARM = 3
"""Cards of one shoe named by eye before the pit is warned."""


def lies_face_down(draft: Draft) -> bool:
    """Whether the card that is due now is laid face down (004 §1.3.2), so that nobody may know what it is."""
    coup = draft.state.coup
    if coup is None:
        return draft.face_down
    return coup.face_down and (not coup.two_each or draft.profile.third_card is ThirdCard.FACE_DOWN)


def deal(
    draft: Draft, card: Card | None, *, origin: Origin, source: Source = Source.SHOE, since_s: float = 0.0
) -> None:
    """Give `card` to the hand whose card is due, beginning the coup if it is its first; None: not known.

    The order out of the shoe alone decides whose card it is (004 §3.1.1), so Player's third taken though Player stands
    is Banker's when Banker must draw.
    """
    if card is None and not lies_face_down(draft):  # it was read once, and its face was lost with the sealing key
        options = (Option.ENTER, Option.CUT, *void_is_offered(draft))
        draft.hold(IncidentKind.CARD_UNREAD, *options, origin=origin, since_s=since_s)
        return
    if card is None or lies_face_down(draft):
        _lay(draft, card, origin=origin, source=source)
        return
    nth = draft.nth_of(origin)
    if is_repeated(draft.state.shoe, nth):
        hold_repeated(draft, card, origin=origin, since_s=since_s)
        return
    if is_impossible(draft, card) and nth not in draft.state.shoe.accepted:
        draft.hold(IncidentKind.CARD_IMPOSSIBLE, Option.ENTER, Option.VOID, hidden=card, origin=origin, since_s=since_s)
        return
    coup = draft.state.coup or begin_coup(draft)
    hand = coup.due or Hand.PLAYER
    player, banker = coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)
    if hand is Hand.PLAYER:
        player = (*player, card)
    else:
        banker = (*banker, card)
    step = next_step(player, banker)
    draft.add(
        ev.CardDealt(
            hand=hand,
            card=card,
            due=step.due,
            reasons=step.reasons,
            origin=origin,
            source=source,
            nth=nth,
            shown=coup.face_down or draft.profile.reveal is Reveal.AS_DEALT,
            read=draft.read_of(origin),
        )
    )
    say_if_many_were_named(draft, source)
    coup_may_be_complete(draft)


def _lay(draft: Draft, card: Card | None, *, origin: Origin, source: Source) -> None:
    """Lay a card face down: whose is next says the order of the first four, and after them only the turns."""
    nth = draft.nth_of(origin)
    coup = draft.state.coup or begin_coup(draft)
    draft.add(
        ev.CardLaid(
            hand=coup.due or Hand.PLAYER,
            hidden=card,
            due=_DUE_AFTER[coup.dealt] if coup.dealt < len(_DUE_AFTER) else None,
            origin=origin,
            source=source,
            nth=nth,
            read=draft.read_of(origin),
        )
    )
    say_if_many_were_named(draft, source)


_DUE_AFTER = (Hand.BANKER, Hand.PLAYER, Hand.BANKER)
"""Whose card follows the first, second and third of a coup, whatever they are (004 §3.1)."""


def is_impossible(draft: Draft, card: Card) -> bool:
    """Whether the shoe cannot hold one more of this card's class."""
    shoe = draft.state.shoe
    return shoe.seen[card.index] >= shoe.room_for(card)


def say_if_many_were_named(draft: Draft, source: Source) -> None:
    """Warn the pit when as many cards of the shoe were named by eye as should make anybody look."""
    if source is not Source.SHOE and draft.state.shoe.entered == ENTERED_ALARM:
        draft.notice(IncidentKind.CARDS_ENTERED)


def step_now(coup: Coup) -> Step:
    """Whose card is next, and why; nobody's while a card must still be turned or named."""
    if coup.unturned:
        return Step(due=None)
    return next_step(coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER))


def coup_may_be_complete(draft: Draft) -> None:
    """After a card was placed or turned: a result that shows itself does so now."""
    profile, coup = draft.profile, draft.state.coup
    if coup is None or not coup.complete or not coup.is_open:
        return
    if profile.result is ResultMode.AUTO and profile.result_after_s == 0:
        show_result(draft, coup, ShownBy.AUTO)


def place_kept(draft: Draft) -> None:
    """Turn the cards kept for this coup, now that its bets are closed."""
    while can_place_kept(draft):
        deal(draft, draft.state.kept[0].hidden, origin=Origin.KEPT)


def can_place_kept(draft: Draft) -> bool:
    """Whether a kept card's time has come: bets closed, and its coup still takes cards."""
    state = draft.state
    if state.held or not state.kept or state.phase is not Phase.DEALING:
        return False
    return state.coup is None or state.coup.due is not None
