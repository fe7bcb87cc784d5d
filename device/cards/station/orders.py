"""In which order the cards of a new pack lie, by name or as a person lists them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from device.cards.errors import CardsError
from device.cards.pack import CARDS_IN_PACK
from device.rules.card import Card, CardError, parse_cards

_UP = "A23456789TJQK"
_DOWN = _UP[::-1]


def _runs(*runs: tuple[str, str]) -> tuple[Card, ...]:
    return tuple(Card.parse(rank + suit) for suit, ranks in runs for rank in ranks)


ORDERS: Final[Mapping[str, tuple[Card, ...]]] = MappingProxyType(
    {
        "new-deck": _runs(("s", _UP), ("d", _UP), ("c", _DOWN), ("h", _DOWN)),
        "new-deck-hearts": _runs(("h", _UP), ("c", _UP), ("d", _DOWN), ("s", _DOWN)),
        "suits-up": _runs(("s", _UP), ("h", _UP), ("d", _UP), ("c", _UP)),
        "suits-down": _runs(("s", _DOWN), ("h", _DOWN), ("d", _DOWN), ("c", _DOWN)),
    }
)
"""``new-deck``: most packs of today, looked at from the top with the faces up: spades and diamonds from ace to king,
then clubs and hearts from king to ace. ``new-deck-hearts``: the older one, hearts and clubs up, diamonds and spades
down. The others: spades, hearts, diamonds, clubs, each from the ace up or from the king down."""

JOKERS: Final = frozenset({"joker", "jokers", "extra", "*"})


class OrderError(CardsError):
    """An order of cards that is none; says what is wrong with it."""


def order_of(name: str, *, backwards: bool = False) -> tuple[Card, ...]:
    """The order of this name; `backwards`: the pack lies the other way round. Raises OrderError for an unknown name."""
    try:
        cards = ORDERS[name]
    except KeyError:
        raise OrderError(f"{name!r} is no order of cards; there are: {', '.join(ORDERS)}") from None
    return cards[::-1] if backwards else cards


def read_order(text: str) -> tuple[Card, ...]:
    """The order that a person wrote: 52 cards, as ``As 2s 3s``, in lines or not; ``#`` begins a remark.

    ``joker`` and ``extra`` are passed over: the person lays such cards aside. Raises OrderError naming the line.
    """
    cards: list[Card] = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.partition("#")[0].replace(",", " ").split():
            if word.lower() in JOKERS:
                continue
            try:
                found = parse_cards(word)
            except CardError as error:
                raise OrderError(f"line {number}: {error}") from None
            for card in found:
                if card in cards:
                    raise OrderError(f"line {number}: {card} stands in the order twice")
                cards.append(card)
    missing = [card for card in Card if card not in cards]
    if missing:
        raise OrderError(
            f"the order has {len(cards)} of {CARDS_IN_PACK} cards; missing: {' '.join(map(str, missing[:12]))}"
            + (" …" if len(missing) > 12 else "")
        )
    return tuple(cards)
