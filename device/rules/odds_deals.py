"""Every coup that a full shoe can deal, sorted by what the wagers look at, with the number of ways to deal it.

Nothing is sampled and nothing is assumed about the drawing rules: the deals are made by asking `next_step` whose card
is next. What makes them few enough is only that cards of one value are alike to the totals, and that no card of a full
shoe differs from another to the pairs.
"""

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from device.rules.card import Card
from device.rules.hand import Hand, is_pair, is_perfect_pair
from device.rules.tableau import next_step
from device.rules.verdicts import Hands, complete_hands

MOST_CARDS = 6
"""Of one coup."""

CARD_OF_VALUE = tuple(next(card for card in Card if card.points == value) for value in range(10))
"""One card of each point value, to ask the drawing rules with."""

Thirds = tuple[int | None, int | None]
"""The values of Player's and Banker's third cards; None: not drawn."""

_Kind = tuple[int, int, int, int]
_TwoCards = tuple[tuple[Card, Card], int]


def fresh_composition(decks: int) -> tuple[int, ...]:
    """How many cards of each value, 0 to 9, so many decks hold."""
    values = Counter(card.points for card in Card)
    return tuple(decks * values[value] for value in range(10))


def all_deals(cards: int) -> int:
    """How many ordered deals of six cards a shoe of so many cards has; those a coup does not need count as well."""
    return math.perm(cards, MOST_CARDS)


@cache
def value_deals(decks: int) -> tuple[tuple[Hands, int], ...]:
    """Every coup that differs in the totals or the number of cards of a hand, with its ordered six-card deals.

    The hands stand for all of that kind, right in outcome and naturals too (8 or 9 in two cards); what they say of
    pairs or single cards means nothing. The ways add up to `all_deals`.
    """
    ways: Counter[tuple[int, int, Thirds]] = Counter()
    left = list(fresh_composition(decks))
    cards = sum(left)
    for player, player_ways in _two_cards(left):
        _take(left, player)
        for banker, banker_ways in _two_cards(left):
            _take(left, banker)
            first_four = player_ways * banker_ways
            totals = (player[0].points + player[1].points) % 10, (banker[0].points + banker[1].points) % 10
            for thirds, third_ways, drawn in _thirds(player, banker, left):
                unused = math.perm(cards - 4 - drawn, MOST_CARDS - 4 - drawn)
                ways[*totals, thirds] += first_four * third_ways * unused
            _put_back(left, banker)
        _put_back(left, player)
    kinds: Counter[_Kind] = Counter()
    example: dict[_Kind, Hands] = {}
    for (player_two, banker_two, (third, bankers_third)), number in ways.items():
        hands = complete_hands(_cards(0, player_two, third), _cards(0, banker_two, bankers_third))
        kind = (hands.player_total, hands.banker_total, len(hands.player), len(hands.banker))
        kinds[kind] += number
        example[kind] = hands
    return tuple((example[kind], number) for kind, number in kinds.items())


@cache
def pair_deals(decks: int) -> tuple[tuple[Hands, int], ...]:
    """Every coup that differs in which hand's first two cards are a pair or a perfect pair, with its ways.

    The hands stand for all of that kind, right in pairs only. The ways are of the ordered first four cards, and add up
    to 52·decks × (52·decks − 1) × (52·decks − 2) × (52·decks − 3).
    """
    ways: Counter[tuple[tuple[bool, bool], tuple[bool, bool]]] = Counter()
    example: dict[tuple[bool, bool], tuple[Card, Card]] = {}
    kinds = [(one.index, other.index, _pair_kind(one, other)) for one in Card for other in Card]
    first, *_ = Card  # any card will do as Player's first: in a full shoe none differs from another as to pairs
    for second in Card:
        left = [decks] * len(Card)
        left[first.index] -= 1
        player_ways = len(Card) * decks * left[second.index]
        left[second.index] -= 1
        player_kind = _pair_kind(first, second)
        example.setdefault(player_kind, (first, second))
        banker_ways: Counter[tuple[bool, bool]] = Counter()
        for one, other, kind in kinds:
            banker_ways[kind] += left[one] * (left[other] - (one == other))
        for kind, number in banker_ways.items():
            ways[player_kind, kind] += player_ways * number
    return tuple(
        (_completed(example[player_kind], example[banker_kind]), number)
        for (player_kind, banker_kind), number in ways.items()
        if number
    )


def _two_cards(left: list[int]) -> Iterator[_TwoCards]:
    """Each two values that one hand can begin with, in either order, and how many ways there are to deal them."""
    for low, high in combinations_with_replacement(range(10), 2):
        number = left[low] * (left[low] - 1) if low == high else 2 * left[low] * left[high]
        if number > 0:
            yield (CARD_OF_VALUE[low], CARD_OF_VALUE[high]), number


def _thirds(player: tuple[Card, ...], banker: tuple[Card, ...], left: list[int]) -> Iterator[tuple[Thirds, int, int]]:
    """What the drawing rules make of the first four cards: third cards, ways to deal those, how many they are."""
    match next_step(player, banker).due:
        case None:
            yield (None, None), 1, 0
        case Hand.BANKER:
            yield from (((None, card.points), number, 1) for card, number in _one_card(left))
        case Hand.PLAYER:
            for third, number in _one_card(left):
                if next_step((*player, third), banker).due is None:
                    yield (third.points, None), number, 1
                    continue
                _take(left, (third,))
                for card, last in _one_card(left):
                    yield (third.points, card.points), number * last, 2
                _put_back(left, (third,))


def _cards(*values: int | None) -> tuple[Card, ...]:
    return tuple(CARD_OF_VALUE[value] for value in values if value is not None)


def _one_card(left: list[int]) -> Iterator[tuple[Card, int]]:
    return ((card, number) for card, number in zip(CARD_OF_VALUE, tuple(left), strict=True) if number)


def _take(left: list[int], cards: tuple[Card, ...]) -> None:
    for card in cards:
        left[card.points] -= 1


def _put_back(left: list[int], cards: tuple[Card, ...]) -> None:
    for card in cards:
        left[card.points] += 1


def _pair_kind(one: Card, other: Card) -> tuple[bool, bool]:
    return is_pair((one, other)), is_perfect_pair((one, other))


def _completed(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Hands:
    """The first four cards with whatever third cards the rules want: pairs do not depend on those."""
    while (due := next_step(player, banker).due) is not None:
        if due is Hand.PLAYER:
            player = (*player, CARD_OF_VALUE[0])
        else:
            banker = (*banker, CARD_OF_VALUE[0])
    return complete_hands(player, banker)
