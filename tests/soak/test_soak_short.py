"""The soak in short: two days of a table at full pace, struck by everything that does not take seconds to get over.

The whole week is run by ``.venv/bin/python tests/soak/week.py``.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from soak.soak_flat import flatness
from soak.soak_house import Sample
from soak.soak_plan import A_WEEK, WEEK, WEEK_COUPS, Strike, strikes_of
from soak.soak_watch import MOST_MOVES, StuckError, Watchdog
from soak.week import Week

COUPS = 14
LIVE, FACE_DOWN = WEEK[0], WEEK[1]
SLOW = {Strike.RESET, Strike.DISK_FULL, Strike.UNPLUGGED, Strike.BACKUP}
"""These hold a table for seconds; the long soak has them."""


def test_two_days_with_strikes_end_with_the_record_that_the_shoe_tells_of(tmp_path: Path) -> None:
    days = [replace(LIVE, kills=True), FACE_DOWN]
    rates = {strike: 0.0 if strike in SLOW else 1.0 / COUPS for strike in Strike}
    week = Week(tmp_path, coups=COUPS, seed=5, days=days, rates=rates, screens=False, sample_coups=COUPS, slips=0.0)
    summary = week.run()
    assert summary["faults"] == []
    assert summary["coups"] == COUPS
    assert summary["reports_compared"] >= 4 * COUPS
    assert sum(summary["strikes"].values()) >= 8
    assert summary["strikes"]["table-killed"] >= 1


def test_the_same_seed_strikes_at_the_same_cards_and_another_one_at_others() -> None:
    rates = {each: times / WEEK_COUPS for each, times in A_WEEK.items()}
    one, same, other = (strikes_of(FACE_DOWN, 1, coups=1_400, seed=seed, rates=rates) for seed in (7, 7, 8))
    assert one == same
    assert one != other
    assert set(one.values()) == set(Strike), "everything strikes on such a day"
    assert Strike.TABLE_KILLED not in strikes_of(LIVE, 0, coups=1_400, seed=7, rates=rates).values()


def test_a_table_that_does_not_get_on_is_told_with_its_trail() -> None:
    watch = Watchdog()
    with pytest.raises(StuckError, match=r"moves changed nothing\n(.*\n)+draw: 9H") as stuck:
        for _ in range(MOST_MOVES + 1):
            watch.move("draw: 9H")
    assert len(str(stuck.value).splitlines()) > MOST_MOVES


@pytest.mark.parametrize(
    ("what", "growth"), [("rss_kb", 500), ("objects", 300), ("handles", 1), ("threads", 1), ("nothing", 0)]
)
def test_a_process_that_keeps_what_it_needs_no_more_is_found(what: str, growth: int) -> None:
    held: dict[str, Any] = {"rss_kb": 45_000, "objects": 60_000, "handles": 20, "threads": 9}
    life = [
        Sample(coups=50 * place, **{name: size + growth * place * (name == what) for name, size in held.items()})
        for place in range(30)
    ]
    (found,) = flatness({"table": [life]})
    assert [what in fault for fault in found.faults] == ([] if what == "nothing" else [True])


@pytest.mark.parametrize(("leaks", "late"), [(True, 0), (False, 0), (False, 18)])
def test_objects_of_several_lives_are_held_against_younger_ones(leaks: bool, late: int) -> None:
    """What is painted fills up by new house rules, late in one life; what leaks grows with each life's age."""

    def life(begin: int, jump: int) -> list[Sample]:
        def objects(place: int) -> int:
            return 40_000 + (900 * place if leaks else 8_000 * (place >= jump))

        held = [(50 * place, objects(place)) for place in range(24)]
        return [Sample(coups=begin + at, rss_kb=60_000, objects=size, handles=20, threads=1) for at, size in held]

    (found,) = flatness({"players": [life(0, 2), life(1_200, late), life(2_400, 3)]})
    assert [fault.split()[1] for fault in found.faults] == (["objects"] * 3 if leaks else [])
