"""`odds`: how long the exact count of Player, Banker and tie takes for what is left of a shoe.

The floor is the multiplications alone that such a count cannot do without: 66 tables (the composition, it less one
value, it less two) of the ways in which four cards give two totals, ten products a cell, nothing looked up and nothing
added to an outcome.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import mul

from device.bench.report import Goal, Line, Of, Side
from device.bench.shoes import shuffled
from device.bench.timing import rates_a_second
from device.rules.odds_remaining import main_counts

TABLES = tuple(removed for number in range(3) for removed in combinations_with_replacement(range(10), number))
"""Which values left before the first four cards are counted: 1 + 10 + 55 ways."""

CELLS = tuple(combinations_with_replacement(range(7), 2))
"""Two totals of a coup in which both hands draw; the other tables need no more."""


def bare_tables(composition: Sequence[int]) -> int:
    """The sums of products of those tables, added up so that none is left out."""
    sums = 0
    for removed in TABLES:
        left = list(composition)
        for value in removed:
            left[value] -= 1
        for low, high in CELLS:
            sums += sum(map(mul, left[low:] + left[:low], left[high:] + left[:high]))
    return sums


def compositions(shoes: int) -> list[list[int]]:
    """What is left of so many shoes of eight decks, dealt to different depths; six cards or more."""
    packs = [shuffled(seed) for seed in range(shoes)]
    rests = [pack[(len(pack) - 6) * depth // max(1, shoes - 1) :] for depth, pack in enumerate(packs)]
    counted = [Counter(card.points for card in rest) for rest in rests]
    return [[values[value] for value in range(10)] for values in counted]


def measure(*, shoes: int = 12, rounds: int = 9) -> Iterator[Line]:
    """Count so many shoes, so many times."""
    left = compositions(shoes)
    rate, floor_rate = rates_a_second(
        rounds,
        lambda: sum(main_counts(one).total > 0 for one in left),
        lambda: sum(bare_tables(one) > 0 for one in left),
    )
    yield Line(
        name="odds",
        value=1000 / rate,
        unit="ms",
        floor=1000 / floor_rate,
        goal=Goal(side=Side.AT_MOST, limit=3, of=Of.RATIO),
        aim=Goal(side=Side.AT_MOST, limit=20),
        more={"shoes": shoes, "rounds": rounds},
    )
