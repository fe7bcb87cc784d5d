"""`roads`: how long it takes to draw all five roads and the ask road of a shoe of 80 coups, and to count.

The floor is the same in bare numbers: tuples of columns, rows and figures, no cells with names, no enumerations.
"""

import random
from collections.abc import Iterator, Sequence

from device.bench.report import Goal, Line, Of, Side
from device.bench.rules import deal_hands
from device.bench.shoes import shuffled
from device.bench.timing import rates_a_second
from device.roads import ROWS, Round, draw_roads
from device.rules.outcome import Outcome

COUPS = 80
MS = 1_000.0

BareRound = tuple[int, bool, bool, bool]
"""Who won (0 Player, 1 Banker, 2 nobody), Banker pair, Player pair, natural."""
BareRoad = list[tuple[int, ...]]
TIE = 2


def shoe_of_rounds(seed: int, coups: int = COUPS) -> list[Round]:
    """The first coups of an eight-deck shoe; how often they carry a mark is as at a table, which ones is by lot."""
    lot = random.Random(seed)
    outcomes = [outcome for extra in range(2) for outcome in deal_hands(shuffled(2 * seed + extra))]
    return [
        Round(
            outcome=outcome,
            banker_pair=lot.random() < 0.075,
            player_pair=lot.random() < 0.075,
            natural=lot.random() < 0.34,
        )
        for outcome in outcomes[:coups]
    ]


def bare(rounds: Sequence[Round]) -> list[BareRound]:
    """The same coups in numbers."""
    numbers = {Outcome.PLAYER: 0, Outcome.BANKER: 1, Outcome.TIE: TIE}
    return [(numbers[one.outcome], one.banker_pair, one.player_pair, one.natural) for one in rounds]


def _places(sequence: Sequence[int]) -> BareRoad:
    taken: set[tuple[int, int]] = set()
    places: BareRoad = []
    first, last = -1, -1
    column = row = 0
    for one in sequence:
        if one != last:
            first += 1
            while (first, 0) in taken:
                first += 1
            last, column, row = one, first, 0
        elif row + 1 < ROWS and (column, row + 1) not in taken:
            row += 1
        else:
            column += 1
        taken.add((column, row))
        places.append((column, row))
    return places


def bare_roads(rounds: Sequence[BareRound]) -> list[BareRoad]:
    """Bead plate, big road, derived roads (1 is red), the marks that a Player or a Banker win would add, counts."""
    wins: list[int] = []
    big: BareRoad = []
    lengths: list[int] = []
    ties = 0
    for one in rounds:
        if one[0] == TIE:
            if big:
                big[-1] = (big[-1][0] + 1, *big[-1][1:])
            else:
                ties += 1
            continue
        if wins and wins[-1] == one[0]:
            lengths[-1] += 1
        else:
            lengths.append(1)
        wins.append(one[0])
        big.append((ties, *one))
        ties = 0
    roads: list[BareRoad] = [
        [(at // ROWS, at % ROWS, *one) for at, one in enumerate(rounds)],
        [(*place, *cell) for place, cell in zip(_places(wins), big, strict=True)] or ([(0, 0, ties)] if ties else []),
    ]
    ask: BareRoad = [(), ()]
    for back in (1, 2, 3):
        marks = []
        for run in range(back, len(lengths)):
            if run > back:
                marks.append(int(lengths[run - 1] == lengths[run - 1 - back]))
            marks += [int(lengths[run - back] != bead) for bead in range(1, lengths[run])]
        roads.append([(*place, mark) for place, mark in zip(_places(marks), marks, strict=True)])
        for winner in (0, 1):
            if wins and wins[-1] == winner:
                mark = int(lengths[-1 - back] != lengths[-1]) if len(lengths) > back else -1
            else:
                mark = int(lengths[-1] == lengths[-1 - back]) if len(lengths) > back else -1
            ask[winner] = (*ask[winner], mark)
    winners = [one[0] for one in rounds]
    counts = (*map(winners.count, (0, 1, TIE)), *(sum(one[mark] for one in rounds) for mark in (1, 2, 3)))
    return [*roads, ask, [counts]]


def measure(*, shoes: int = 30, rounds: int = 15) -> Iterator[Line]:
    """Draw so many shoes, so many times."""
    seen = [shoe_of_rounds(seed) for seed in range(shoes)]
    numbers = [bare(one) for one in seen]
    value, floor = rates_a_second(
        rounds,
        lambda: len([draw_roads(one) for one in seen]),
        lambda: len([bare_roads(one) for one in numbers]),
    )
    yield Line(
        name="roads",
        value=MS / value,
        unit="ms",
        floor=MS / floor,
        goal=Goal(side=Side.AT_MOST, limit=3, of=Of.RATIO),
        aim=Goal(side=Side.AT_MOST, limit=1.2),
        more={"coups": COUPS, "shoes": shoes, "rounds": rounds},
    )
