"""How unlikely an order of cards is in a shuffled shoe: the order of a new pack, or a run of the shoe before.

Pack order: each card is followed by the next of its suit, a king by an ace of another suit, in any order of the suits;
or all of that backwards. The formulas count how many such runs of at least L cards a shuffled shoe shows on average,
which is never less than the chance that it shows one. With N cards of D decks:

    pack order   2 · (N − L + 1) · s · D/(N − 1) · D/(N − 2) · … (L − 1 links)
    a repeat     2 · (N − L + 1) · (M − L + 1) · D/N · D/(N − 1) · … (L cards)

2 for both directions; N − L + 1 places where a run can begin; M cards of the shoe before; s, the mean over the thirteen
ranks that a run can begin with, of the suits that may follow at each end of a suit (3, then 2, then 1).
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from device.rules.card import Card

WINDOW = 4
"""Cards of one commitment to the order of a shoe: shorter runs are common and prove nothing."""

_TEXTS = tuple(card.value for card in Card)
_RANKS = 13
_PACK = 52
_SUITS_LEFT = (3, 2, 1)


class Run(NamedTuple):
    """Cards that follow each other in an order: the number of the first, and how many."""

    first: int
    cards: int


def follows(before: Card, after: Card) -> bool:
    """Whether `after` comes next in a new pack; after a king any other suit may begin."""
    if before.suit is after.suit:
        return after.index == before.index + 1
    return before.index % _RANKS == _RANKS - 1 and after.index % _RANKS == 0


def pack_run(faces: Mapping[int, Card], nth: int) -> Run:
    """The longest run in the order of a new pack, forwards or backwards, through card `nth`."""
    forwards, backwards = _run(faces, nth, _AFTER), _run(faces, nth, _BEFORE)
    return backwards if backwards.cards > forwards.cards else forwards


_AFTER = tuple(frozenset(after for after in Card if follows(before, after)) for before in Card)
_BEFORE = tuple(frozenset(before for before in Card if follows(before, after)) for after in Card)
"""Of each card, which cards come after it in a new pack, and which before: to look is quicker than to work out."""


def _run(faces: Mapping[int, Card], nth: int, linked: tuple[frozenset[Card], ...]) -> Run:
    first = last = nth
    while (before := faces.get(first - 1)) is not None and faces[first] in linked[before.index]:
        first -= 1
    while (after := faces.get(last + 1)) is not None and after in linked[faces[last].index]:
        last += 1
    return Run(first, last - first + 1)


@lru_cache(maxsize=256)
def pack_order_by_chance(length: int, decks: int) -> float:
    """How many runs of at least `length` cards in pack order a shuffled shoe shows on average."""
    length = min(length, _PACK)
    cards = decks * _PACK
    chance = 2.0 * (cards - length + 1) * _mean_suits(length)
    for link in range(1, length):
        chance *= decks / (cards - link)
    return chance


def _mean_suits(length: int) -> float:
    total = 0
    for rank in range(_RANKS):
        ways = 1
        for suit in range((rank + length - 1) // _RANKS):
            ways *= _SUITS_LEFT[suit] if suit < len(_SUITS_LEFT) else 1
        total += ways
    return total / _RANKS


@lru_cache(maxsize=256)
def repeat_by_chance(length: int, decks: int, cards_before: int) -> float:
    """How many runs of at least `length` cards a shuffled shoe has in common with the one before on average."""
    cards = decks * _PACK
    chance = 2.0 * max(0, cards - length + 1) * max(0, cards_before - length + 1)
    for card in range(min(length, cards)):
        chance *= decks / (cards - card)
    return chance


def commitments(faces: Mapping[int, Card]) -> tuple[str, ...]:
    """What a later shoe needs to know of this one's order: a hash of each `WINDOW` cards that left one after another.

    Empty where one of them was never known.
    """
    if not faces:
        return ()
    return tuple(_hash(_window(faces, first)) for first in range(min(faces), max(faces) - WINDOW + 2))


def repeated_run(faces: Mapping[int, Card], nth: int, before: tuple[str, ...]) -> Run:
    """The longest run through card `nth` that the shoe before had as well, forwards or backwards."""
    known = _places_in(before)
    best = Run(nth, 1)
    newest = nth + 1 not in faces  # mostly: what leaves next is not known yet
    for start in (nth - WINDOW + 1,) if newest else range(nth - WINDOW + 1, nth + 1):
        texts = _window(faces, start)
        if not texts:
            continue
        for step in (1, -1):
            for place in known.get(_hash(texts[::step]), ()):
                first, last = start, start
                while _matches(faces, first - 1, before, place + step * (first - 1 - start), step):
                    first -= 1
                while _matches(faces, last + 1, before, place + step * (last + 1 - start), step):
                    last += 1
                best = max(best, Run(first, last - first + WINDOW), key=lambda run: run.cards)
    return best


def _matches(faces: Mapping[int, Card], start: int, before: tuple[str, ...], place: int, step: int) -> bool:
    if not 0 <= place < len(before):
        return False
    found = _hash(_window(faces, start)[::step])
    return found != "" and before[place] == found


def _window(faces: Mapping[int, Card], first: int) -> list[str]:
    """The cards of a window as text; empty where one of them is not known."""
    try:
        return [_TEXTS[faces[nth].index] for nth in range(first, first + WINDOW)]
    except KeyError:
        return []


def _hash(texts: list[str]) -> str:
    return hashlib.blake2b(" ".join(texts).encode(), digest_size=6).hexdigest() if texts else ""


class _Order(NamedTuple):
    """The commitments of a shoe, and the places of each."""

    before: tuple[str, ...]
    places: Mapping[str, tuple[int, ...]]


_worked_out = [_Order((), {})]
"""The last one that was asked about: a shoe asks for every card, and hashing all of it takes longer than to look."""


def _places_in(before: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    last = _worked_out[0]
    if last.before is not before:
        last = _worked_out[0] = _Order(before, _places(before))
    return last.places


def _places(before: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for place, known in enumerate(before):
        if known:
            found[known] = (*found.get(known, ()), place)
    return found
