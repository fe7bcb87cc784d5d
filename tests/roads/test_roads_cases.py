"""Shoes with every cell of every road written down, drawn by hand and by other people's programs before this one."""

import json
from pathlib import Path
from typing import Any

import pytest

from device.roads import DerivedRoad, derived_marks, draw_roads, run_lengths
from device.roads.as_json import plain
from device.roads.tokens import format_round, parse_rounds
from device.rules.choices import Tails

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "roads.json").read_text(encoding="utf-8"))
NAMES = [case["name"] for case in CASES]


def drawn(rounds: str, tails: Tails) -> Any:
    """The roads as a program reads them: through JSON, so that lists are lists and None is null."""
    return json.loads(json.dumps(plain(draw_roads(parse_rounds(rounds), tails))))


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_cell_of_every_road(case: dict[str, Any]) -> None:
    roads = drawn(case["rounds"], Tails.REDESCEND)
    assert list(roads) == list(case["roads"])
    for road, cells in case["roads"].items():
        assert roads[road] == cells, road


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_straight_tails_change_the_roads_that_are_listed_and_no_other(case: dict[str, Any]) -> None:
    roads = drawn(case["rounds"], Tails.STRAIGHT)
    assert roads == case["roads"] | case.get("straight", {})


def test_there_are_all_the_cases_and_some_of_them_with_straight_tails() -> None:
    assert len(CASES) == len(set(NAMES)) == 35
    assert sum("straight" in case for case in CASES) == 4


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_what_was_read_is_written_the_same(case: dict[str, Any]) -> None:
    assert " ".join(map(format_round, parse_rounds(case["rounds"]))) == case["rounds"].strip()


@pytest.mark.parametrize(
    ("rounds", "road", "marks"),
    [
        ("BBPPPBPBB", DerivedRoad.BIG_EYE_BOY, "RBBBRB"),
        ("BBPPPBPBB", DerivedRoad.SMALL_ROAD, "BBB"),
        ("BBPPPBPBB", DerivedRoad.COCKROACH_ROAD, "BR"),
        ("BPBBPPPB", DerivedRoad.BIG_EYE_BOY, "RBBRBB"),
    ],
)
def test_the_two_worked_examples(rounds: str, road: DerivedRoad, marks: str) -> None:
    lengths = run_lengths(parse_rounds(rounds))
    assert "".join(mark.value for mark in derived_marks(lengths, road)) == marks
