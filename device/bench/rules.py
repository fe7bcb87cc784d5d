"""`rules`: how many hands a second the rules deal and judge, from cards to outcome.

The floor is the same game in bare numbers, as short as Python can write it: no cards, no hands, no reasons.
"""

from collections.abc import Iterator, Sequence

from device.bench.report import Goal, Line, Of, Side
from device.bench.shoes import shuffled
from device.bench.timing import rates_a_second
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome, outcome
from device.rules.tableau import next_step

MOST_CARDS = 6
"""Of one hand."""


def deal_hands(cards: Sequence[Card]) -> Iterator[Outcome]:
    """The outcomes of the hands that these cards make, dealt by the tableau until six are not left."""
    at = 0
    while at + MOST_CARDS <= len(cards):
        player: tuple[Card, ...] = ()
        banker: tuple[Card, ...] = ()
        while (due := next_step(player, banker).due) is not None:
            if due is Hand.PLAYER:
                player = (*player, cards[at])
            else:
                banker = (*banker, cards[at])
            at += 1
        yield outcome(player, banker)


def bare_hands(points: Sequence[int]) -> Iterator[int]:
    """The same in numbers: above 0 Player wins, below Banker, 0 is a tie."""
    at = 0
    while at + MOST_CARDS <= len(points):
        player, banker = (points[at] + points[at + 2]) % 10, (points[at + 1] + points[at + 3]) % 10
        at += 4
        if player < 8 and banker < 8:
            third = -1
            if player < 6:
                third = points[at]
                player = (player + third) % 10
                at += 1
            if banker < 3 or (
                banker < 6
                if third < 0
                else (banker == 3 and third != 8) or (banker < 7 and 2 * banker - 6 <= third < 8 and banker > 3)
            ):
                banker = (banker + points[at]) % 10
                at += 1
        yield player - banker


def measure(*, shoes: int = 60, rounds: int = 9) -> Iterator[Line]:
    """Deal so many shoes, so many times."""
    packs = [shuffled(seed) for seed in range(shoes)]
    numbers = [[card.points for card in pack] for pack in packs]
    value, floor = rates_a_second(
        rounds,
        lambda: sum(1 for pack in packs for _ in deal_hands(pack)),
        lambda: sum(1 for pack in numbers for _ in bare_hands(pack)),
    )
    yield Line(
        name="rules",
        value=value,
        unit="hands/s",
        floor=floor,
        goal=Goal(side=Side.AT_LEAST, limit=0.04, of=Of.RATIO),
        aim=Goal(side=Side.AT_LEAST, limit=70_000),
        more={"shoes": shoes, "rounds": rounds},
    )
