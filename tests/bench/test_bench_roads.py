"""The benchmark of the roads: its floor draws the same roads, and its shoes are shoes."""

import json

import pytest

from device.bench.roads import BareRoad, BareRound, bare, bare_roads, measure, shoe_of_rounds
from device.roads import DerivedCell, Mark, NextMarks, Roads, Round, draw_roads
from device.rules.outcome import Outcome

STREAK = [
    *[Round(outcome=Outcome.BANKER)] * 14,
    *[Round(outcome=Outcome.PLAYER)] * 16,
    *[Round(outcome=Outcome.TIE)] * 3,
]


def as_numbers(roads: Roads) -> list[BareRoad]:
    """What the floor is to give."""

    def derived(cells: tuple[DerivedCell, ...]) -> BareRoad:
        return [(cell.column, cell.row, int(cell.mark is Mark.RED)) for cell in cells]

    def asked(marks: NextMarks) -> tuple[int, ...]:
        three = (marks.big_eye_boy, marks.small_road, marks.cockroach_road)
        return tuple(-1 if mark is None else int(mark is Mark.RED) for mark in three)

    plate = zip(roads.bead_plate, bare([bead.round for bead in roads.bead_plate]), strict=True)
    big: BareRoad = []
    for cell in roads.big_road:
        win: BareRound | tuple[()] = ()
        if cell.winner is not None:
            (win,) = bare(
                [
                    Round(
                        outcome=cell.winner,
                        banker_pair=cell.banker_pair,
                        player_pair=cell.player_pair,
                        natural=cell.natural,
                    )
                ]
            )
        big.append((cell.column, cell.row, cell.ties, *win))
    counts = roads.counts
    return [
        [(bead.column, bead.row, *one) for bead, one in plate],
        big,
        derived(roads.big_eye_boy),
        derived(roads.small_road),
        derived(roads.cockroach_road),
        [asked(roads.ask_road.player), asked(roads.ask_road.banker)],
        [(counts.player, counts.banker, counts.tie, counts.banker_pair, counts.player_pair, counts.natural)],
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_floor_draws_the_same_roads(seed: int) -> None:
    rounds = shoe_of_rounds(seed)
    assert len(rounds) == 80
    assert bare_roads(bare(rounds)) == as_numbers(draw_roads(rounds))


@pytest.mark.parametrize("rounds", [[], STREAK, STREAK[::-1], STREAK[-2:], STREAK * 5])
def test_the_floor_draws_long_runs_and_lonely_ties_too(rounds: list[Round]) -> None:
    assert bare_roads(bare(rounds)) == as_numbers(draw_roads(rounds))


def test_it_prints_one_line_beside_its_floor() -> None:
    (line,) = (json.loads(line.as_json()) for line in measure(shoes=2, rounds=1))
    assert line["aim"] == "≤ 1.2"
    assert (line["name"], line["unit"], line["goal"], line["goal_of"]) == ("roads", "ms", "≤ 3", "ratio")
    assert line["value"] > 0 and line["floor"] > 0
