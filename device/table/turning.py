"""Turning cards that lie face down, and what only shows then: a card unread, or one too many of its class.

Player's hand first and then Banker's (004 §1.3.2), or the other way round by the house's rule; then the third cards in
the order in which they are dealt. Nothing that follows from a face is said before the turn that shows it.
"""

from device.rules.card import Card
from device.rules.choices import Reveal, RevealOrder
from device.rules.hand import Hand
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.placing import coup_may_be_complete, is_impossible, say_if_many_were_named, step_now
from device.table.results import void_is_offered
from device.table.shoe_change import cut_card
from device.table.state import Coup, Incident, Lying, State
from device.table.tags import OPTIONS as REPEAT_OPTIONS
from device.table.tags import repeats_of
from device.table.vocabulary import IncidentKind, Option, Phase, Refusal, Source

CARDS_OF_TWO_HANDS = 4


def turn(draft: Draft, command: cmd.Turn) -> None:
    """Turn a hand's two cards, or its third card, if it is their turn."""
    coup = draft.state.coup
    why = _why_not(draft, command)
    if why is not None or coup is None:
        draft.refuse("reveal", why or Refusal.NO_COUP)
        return
    first, last = (2, 3) if command.third else (0, 2)
    turned = coup.lying(command.hand)[first:last]
    repeats = repeats_of(draft.state.shoe, turned) if coup.face_down else {}
    faces = _faces(draft, turned, repeats) if coup.face_down else [one.card for one in turned]
    after = _turned(coup, command.hand, first, faces)
    step = step_now(after)
    draft.add(
        ev.HandTurned(
            hand=command.hand,
            third=command.third,
            cards=tuple(faces),
            nths=tuple(one.nth for one in turned),
            due=step.due,
            reasons=step.reasons,
        )
    )
    for index, (one, face) in enumerate(zip(turned, faces, strict=True), start=first):
        if face is None:
            _ask_for(draft, one.card, at=(command.hand, index), nth=one.nth)
    for nth in dict.fromkeys(repeats.values()):
        draft.hold(IncidentKind.TAG_REPEATED, *REPEAT_OPTIONS, at=_place_of(after, nth), nth=nth)
    coup_may_be_complete(draft)


_NOTHING_TO_TURN_IN = {
    Phase.CLOSED: Refusal.NO_SHOE,
    Phase.SHOE_OVER: Refusal.NO_SHOE,
    Phase.INSPECTION: Refusal.NO_COUP,
    Phase.BURNING: Refusal.BURN_FIRST,
    Phase.BETTING: Refusal.NO_COUP,
}


def _why_not(draft: Draft, command: cmd.Turn) -> Refusal | None:
    state, profile = draft.state, draft.profile
    if profile.reveal is Reveal.AS_DEALT:
        return Refusal.TURNED_AS_DEALT
    if state.held:
        return Refusal.HELD
    if state.phase in _NOTHING_TO_TURN_IN:
        return _NOTHING_TO_TURN_IN[state.phase]
    if state.phase is Phase.RESULT:
        return Refusal.VOID_ALREADY if state.coup is None or state.coup.outcome is None else Refusal.RESULT_SHOWN
    coup = state.coup
    if coup is None or not coup.two_each:
        return Refusal.FIRST_CARDS_MISSING
    if command.third:
        return _why_not_the_third(coup, command.hand)
    if not _lies_unturned(coup.lying(command.hand)[:2]):
        return Refusal.TURNED_ALREADY
    first = Hand.PLAYER if profile.reveal_order is RevealOrder.PLAYER_FIRST else Hand.BANKER
    if command.hand is not first and _lies_unturned(coup.lying(first)[:2]):
        return Refusal.TURN_OTHER_FIRST
    return None


def _why_not_the_third(coup: Coup, hand: Hand) -> Refusal | None:
    if _lies_unturned(coup.player[:2]) or _lies_unturned(coup.banker[:2]):
        return Refusal.TURN_OTHER_FIRST
    third = coup.lying(hand)[2:]
    if not third:
        return Refusal.NO_THIRD_CARD
    if not _lies_unturned(third):
        return Refusal.TURNED_ALREADY
    return Refusal.TURN_OTHER_FIRST if hand is Hand.BANKER and _lies_unturned(coup.player[2:]) else None


def _lies_unturned(cards: tuple[Lying, ...]) -> bool:
    return any(not one.up for one in cards)


def _place_of(coup: Coup, nth: int) -> tuple[Hand, int] | None:
    places = ((hand, index, one) for hand in Hand for index, one in enumerate(coup.lying(hand)))
    return next(((hand, index) for hand, index, one in places if one.nth == nth), None)


def _faces(draft: Draft, turned: tuple[Lying, ...], repeats: dict[int, int]) -> list[Card | None]:
    """What may be shown of the cards turned now: nothing of one that was not read, or that the shoe cannot hold.

    One that lies there twice over by its tag is shown: people are asked about that.
    """
    shoe = draft.state.shoe
    seen = list(shoe.seen)
    faces: list[Card | None] = []
    for one in turned:
        card = one.card
        if card is not None and not one.up:
            if seen[card.index] >= shoe.room_for(card) and one.nth not in repeats:
                card = None
            else:
                seen[card.index] += 1
        faces.append(card)
    return faces


def _turned(coup: Coup, hand: Hand, first: int, faces: list[Card | None]) -> Coup:
    """The coup as it will lie there, to ask the drawing table about it."""
    cards = list(coup.lying(hand))
    cards[first : first + len(faces)] = [
        Lying(card=face, nth=one.nth) for one, face in zip(cards[first:], faces, strict=False)
    ]
    return with_hand(coup, hand, tuple(cards))


def with_hand(coup: Coup, hand: Hand, cards: tuple[Lying, ...]) -> Coup:
    """The coup with other cards in one hand."""
    player, banker = (cards, coup.banker) if hand is Hand.PLAYER else (coup.player, cards)
    return Coup(number=coup.number, kind=coup.kind, face_down=coup.face_down, player=player, banker=banker)


def _ask_for(draft: Draft, card: Card | None, *, at: tuple[Hand, int], nth: int) -> None:
    if card is None:
        draft.hold(IncidentKind.CARD_UNREAD, Option.ENTER, Option.CUT, *void_is_offered(draft), at=at, nth=nth)
    else:
        draft.hold(IncidentKind.CARD_IMPOSSIBLE, Option.ENTER, Option.VOID, hidden=card, at=at, nth=nth)


def name(draft: Draft, incident: Incident, card: Card, source: Source) -> None:
    """A person named the card that lies in a hand and could not be shown when it was turned."""
    coup, hand = draft.state.coup, incident.hand
    if coup is None or hand is None:
        return
    if is_impossible(draft, card):
        _ask_for(draft, card, at=(hand, incident.index), nth=incident.nth)
        return
    step = step_now(_turned(coup, hand, incident.index, [card]))
    draft.add(
        ev.CardNamed(
            hand=hand,
            index=incident.index,
            card=card,
            due=step.due,
            reasons=step.reasons,
            source=source,
            nth=incident.nth,
        )
    )
    say_if_many_were_named(draft, source)
    coup_may_be_complete(draft)


def was_cut_card(draft: Draft, nth: int) -> None:
    """What was laid unread as card `nth` was the cut card: the cards after it move up, and it counts from here on."""
    lift(draft, nth)
    cut_card(draft, origin=None)


def lift(draft: Draft, nth: int) -> None:
    """Take what is no card of the coup out of its hand; the order out of the shoe gives the others their places.

    Of a coup that is void already nothing follows but that there was one card less.
    """
    coup = draft.state.coup
    if coup is None:
        return
    order = [one for one in _out_of_the_shoe(coup) if one.nth != nth]
    first_four, thirds = order[:CARDS_OF_TWO_HANDS], order[CARDS_OF_TWO_HANDS:]
    player, banker = tuple(first_four[0::2]), tuple(first_four[1::2])
    for third in thirds:
        if third in coup.player:
            player = (*player, third)
        else:
            banker = (*banker, third)
    after = with_hand(with_hand(coup, Hand.PLAYER, player), Hand.BANKER, banker)
    due = _ORDER[len(first_four)] if len(first_four) < CARDS_OF_TWO_HANDS else step_now(after).due
    draft.add(
        ev.CardLifted(
            nth=nth,
            player=tuple(one.nth for one in player),
            banker=tuple(one.nth for one in banker),
            due=due if coup.is_open else None,
            reasons=step_now(after).reasons if coup.is_open else (),
        )
    )
    coup_may_be_complete(draft)


_ORDER = (Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER)


def _out_of_the_shoe(coup: Coup) -> list[Lying]:
    pairs = [one for pair in zip(coup.player[:2], coup.banker[:2], strict=False) for one in pair]
    return [*pairs, *coup.player[len(coup.banker[:2]) : 2], *coup.player[2:], *coup.banker[2:]]


def unread_on_the_table(state: State) -> int | None:
    """The number of the first card of the coup that was not read, if there is one."""
    coup = state.coup
    cards = () if coup is None else _out_of_the_shoe(coup)
    return next((one.nth for one in cards if one.card is None), None)
