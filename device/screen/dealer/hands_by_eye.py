"""Cards put in by eye, one or a coup's six places: ranks and suits typed one after another, and whether it can be so.

Places 0 to 2 are Player's cards, 3 to 5 Banker's.
"""

from dataclasses import replace

from device.rules.card import Card, CardError
from device.rules.tableau import next_step
from device.screen.dealer.state import Draft, Said
from device.screen.view import StaffView

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PLACES = 6

Hands = tuple[tuple[Card | None, ...], tuple[Card | None, ...]]


def is_open_coup(view: StaffView) -> bool:
    """Whether a coup is under way, with a card on the table."""
    return view.phase in ("dealing", "reveal") and bool(view.player or view.banker)


def hands_of(coup: str, view: StaffView) -> Hands:
    """The hands on record of a coup: Player's and Banker's."""
    recalled = next((one for one in view.recall if str(one.coup) == coup), None)
    return (view.player, view.banker) if recalled is None else (recalled.player, recalled.banker)


def is_being_dealt(coup: str, view: StaffView) -> bool:
    """Whether it is the coup under way, whose cards keep their number."""
    return is_open_coup(view) and str(view.hand) == coup and all(str(one.coup) != coup for one in view.recall)


def hands_draft(coup: str, view: StaffView) -> Draft:
    """The hands as they are on record, to be written over; what was never turned is to be said."""
    player, banker = hands_of(coup, view)
    return Draft(cards=(*_three(player), *_three(banker)))


def _three(hand: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    return (*hand, None, None, None)[:3]


def places(coup: str, view: StaffView) -> tuple[int, ...]:
    """The places that can hold a card: all of a finished coup's, as many as lie there in one that is being dealt."""
    if not is_being_dealt(coup, view):
        return tuple(range(PLACES))
    return (*range(len(view.player)), *(3 + index for index in range(len(view.banker))))


def typed(draft: Draft, text: str, usable: tuple[int, ...] = (0,)) -> Draft:
    """A rank, or the suit after it; a card that is complete is laid down and the next place is due."""
    if text in SUITS and draft.rank:
        cards = list(draft.cards)
        cards[draft.at] = _card(draft.rank + text)
        later = [place for place in usable if place > draft.at]
        at = later[0] if later and len(draft.cards) > 1 else draft.at
        return replace(draft, cards=tuple(cards), rank="", at=at)
    if text in SUITS and draft.cards[draft.at] is not None:
        cards = list(draft.cards)
        rank = str(cards[draft.at])[0]
        cards[draft.at] = _card(rank + text)
        return replace(draft, cards=tuple(cards))
    return replace(draft, rank=text) if text and text in RANKS else draft


def _card(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except CardError:
        return None


def erased(draft: Draft, usable: tuple[int, ...] = (0,)) -> Draft:
    """The last thing typed is taken back: a rank, else the card at this place, else the one before it."""
    if draft.rank:
        return replace(draft, rank="")
    at = draft.at
    if draft.cards[at] is None:
        at = max((place for place in usable if place < at), default=at)
    cards = list(draft.cards)
    cards[at] = None
    return replace(draft, cards=tuple(cards), at=at)


def at_place(draft: Draft, place: int, usable: tuple[int, ...]) -> Draft:
    """The next card goes to this place; the finger on it twice takes its card away."""
    if place not in usable:
        return draft
    return replace(draft, at=place, rank="")


def hands(draft: Draft) -> Hands:
    """The hands as they are written now, without the places that are empty at their ends."""
    return _trimmed(draft.cards[:3]), _trimmed(draft.cards[3:])


def _trimmed(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    while cards and cards[-1] is None:
        cards = cards[:-1]
    return cards


def known(hand: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """A hand's cards, if each of them is said; else none."""
    found = tuple(card for card in hand if card is not None)
    return found if len(found) == len(hand) else ()


def trouble(draft: Draft, coup: str, view: StaffView) -> Said | None:
    """Why these hands cannot replace what is on record; None when they can, as far as the drawing table goes."""
    being_dealt = is_being_dealt(coup, view)
    written = hands(draft)
    player, banker = known(written[0]), known(written[1])
    if being_dealt:
        if (len(player), len(banker)) != (len(view.player), len(view.banker)):
            return Said(key="refusal.as-many-as-lie")
    elif len(player) < 2 or len(banker) < 2:
        return Said(key="refusal.two-or-three-cards")
    if (player, banker) == hands_of(coup, view):
        return Said(key="refusal.same-hands")
    if len(player) < 2 or len(banker) < 2:
        return None  # the first four of a coup under way: no rule speaks yet
    return _not_dealt(player, banker, complete=not being_dealt)


def is_unchanged(draft: Draft, coup: str, view: StaffView) -> bool:
    """Whether nothing was put in yet."""
    return draft.cards == hands_draft(coup, view).cards


def _not_dealt(player: tuple[Card, ...], banker: tuple[Card, ...], *, complete: bool) -> Said | None:
    draws = next_step(player[:2], banker[:2]).due
    if len(player) == 3 and (draws is None or draws.value != "player"):
        return Said(key="refusal.player-takes-none")
    if len(player) == 2 and draws is not None and draws.value == "player":
        return Said(key="refusal.player-must-draw") if complete or len(banker) == 3 else None
    draws = next_step(player, banker[:2]).due
    if len(banker) == 3 and draws is None:
        return Said(key="refusal.banker-takes-none")
    if len(banker) == 2 and draws is not None and complete:
        return Said(key="refusal.banker-must-draw")
    return None
