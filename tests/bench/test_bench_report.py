"""The lines of a report: their shape, their goals, and what they say of numbers that could not be had."""

import json
from dataclasses import replace

import pytest

from device.bench.report import HEAD, Goal, Line, Of, Side
from device.bench.timing import percentile, rates_a_second

AT_MOST = Goal(side=Side.AT_MOST, limit=1.3, of=Of.RATIO)
AT_LEAST = Goal(side=Side.AT_LEAST, limit=2500)


def test_a_line_has_the_documented_fields_in_their_order() -> None:
    line = Line(name="card-to-lamp", value=13.0, unit="ms", floor=10.0, goal=AT_MOST, more={"samples": 300})
    assert json.loads(line.as_json()) == {
        "name": "card-to-lamp",
        "value": 13.0,
        "unit": "ms",
        "floor": 10.0,
        "ratio": 1.3,
        "goal": "≤ 1.3",
        "goal_of": "ratio",
        "ok": True,
        "samples": 300,
    }
    assert "\n" not in line.as_json()


@pytest.mark.parametrize(
    ("goal", "value", "floor", "ok"),
    [
        (AT_MOST, 13.0, 10.0, True),
        (AT_MOST, 13.1, 10.0, False),
        (AT_LEAST, 2500.0, None, True),
        (AT_LEAST, 2499.0, None, False),
        (None, 1.0, None, True),
        (AT_MOST, None, 10.0, None),
        (AT_MOST, 13.0, None, None),
    ],
)
def test_a_goal_is_reached_at_its_limit_and_missed_beyond_it(
    goal: Goal | None, value: float | None, floor: float | None, ok: bool | None
) -> None:
    assert Line(name="x", value=value, unit="ms", floor=floor, goal=goal).ok is ok


def test_a_goal_for_other_circumstances_is_not_judged_and_the_line_says_why() -> None:
    line = Line(name="x", value=99.0, unit="ms", floor=1.0, goal=AT_MOST, judged=False, note="no compiler")
    assert line.ok is None
    assert json.loads(line.as_json())["note"] == "no compiler"
    assert "not judged" in line.as_text() and "no compiler" in line.as_text()


def test_a_row_for_people_holds_the_same_numbers() -> None:
    row = Line(name="rules", value=123_456.7, unit="hands/s", floor=1_000_000.0, goal=AT_LEAST).as_text()
    assert row.split() == ["rules", "123,457", "hands/s", "1,000,000", "0.123", "≥", "2500", "ok"]
    assert HEAD.split()[:3] == ["name", "value", "unit"]
    assert "MISSED" in Line(name="rules", value=1.0, unit="hands/s", goal=AT_LEAST).as_text()


def test_an_aim_is_told_and_decides_nothing() -> None:
    aim = Goal(side=Side.AT_LEAST, limit=2500)
    line = Line(
        name="x", value=2000.0, unit="coups/s", floor=1000.0, goal=Goal(side=Side.AT_LEAST, limit=1.5, of=Of.RATIO)
    )
    missed, reached = replace(line, aim=aim), replace(line, aim=aim, value=2500.0)
    assert (line.ok, missed.ok, reached.ok) == (True, True, True)
    assert "aim" not in json.loads(line.as_json())
    assert [json.loads(one.as_json())["aim_reached"] for one in (missed, reached)] == [False, True]
    assert missed.as_text().endswith("ok (aim ≥ 2500, not reached here)")
    assert reached.as_text().endswith("ok (aim ≥ 2500)")


def test_percentiles_are_samples_and_the_last_one_is_the_largest() -> None:
    samples = [float(n) for n in range(100, 0, -1)]
    assert percentile(samples, 0.5) == 50
    assert percentile(samples, 0.99) == 99
    assert percentile(samples, 1.0) == 100
    assert percentile([7.0], 0.01) == 7


def test_measured_things_take_turns() -> None:
    turns: list[str] = []

    def work(name: str) -> int:
        turns.append(name)
        return sum(1 for _ in range(20_000))

    rates = rates_a_second(3, lambda: work("a"), lambda: work("b"))
    assert turns == ["a", "b"] * 3
    assert len(rates) == 2 and all(rate > 0 for rate in rates)
