"""The benchmarks without input or output: what they measure is the real thing, and so is its floor."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from device.bench import rules, table_machine, verify
from device.bench.report import Line
from device.bench.rules import bare_hands, deal_hands
from device.bench.shoes import shuffled
from device.journal.checking import verify_file
from device.journal.reading import Reader
from device.rules.outcome import Outcome
from device.settings import load_profile
from device.table import events as ev
from device.table.evolve import evolve
from device.table.state import INITIAL

SIGN = {Outcome.PLAYER: 1, Outcome.BANKER: -1, Outcome.TIE: 0}


@pytest.mark.parametrize("seed", range(40))
def test_the_floor_of_the_rules_plays_the_same_game(seed: int) -> None:
    pack = shuffled(seed)
    bare = list(bare_hands([card.points for card in pack]))
    assert [SIGN[outcome] for outcome in deal_hands(pack)] == [(points > 0) - (points < 0) for points in bare]
    assert len(bare) > 60


def test_the_machine_deals_whole_shoes_with_burn_calls_and_cut_card() -> None:
    seen: list[ev.Event] = []
    machine = table_machine.Machine(load_profile("live"), record=lambda rows: seen.extend(row[2] for row in rows))
    coups = machine.deal(shuffled(1))
    machine.clear()
    kinds = {type(event) for event in seen}
    assert coups == sum(isinstance(event, ev.ResultShown) for event in seen) > 60
    assert {ev.ShoeOpened, ev.IndicatorBurned, ev.CutCardOut, ev.ShoeEnded, ev.TableCleared} <= kinds
    assert not {ev.OrderRefused, ev.IncidentRaised} & kinds
    state = INITIAL
    for event in seen:
        state = evolve(state, event)
    assert state == machine.state


def test_the_machine_stops_in_the_middle_of_a_shoe_when_asked_to() -> None:
    machine = table_machine.Machine(load_profile("live"))
    assert machine.deal(shuffled(1), most_coups=5) == 5
    assert not machine.state.shoe.over


@pytest.mark.parametrize(
    ("lines", "name", "unit"),
    [
        (rules.measure(shoes=2, rounds=1), "rules", "hands/s"),
        (table_machine.measure(shoes=1, rounds=1), "table-machine", "coups/s"),
    ],
)
def test_each_prints_one_line_beside_its_floor(lines: Iterator[Line], name: str, unit: str) -> None:
    (line,) = (json.loads(line.as_json()) for line in lines)
    assert (line["name"], line["unit"], line["goal_of"]) == (name, unit, "ratio")
    assert line["value"] > 0 and line["floor"] > 0


def test_the_floor_of_verify_is_the_records_own_chain(tmp_path: Path) -> None:
    verify.write_record(tmp_path / "j.sqlite3", 1)
    found = verify_file(tmp_path / "j.sqlite3")
    with Reader(tmp_path / "j.sqlite3") as reader:
        texts = [msgspec.json.encode(row[:8]) for row in reader.rows()]
    assert verify.bare_chain(texts).hex() == found.head
    assert (found.shoes, found.signed) == (1, 1)


def test_verify_tells_the_record_and_what_is_derived_apart(tmp_path: Path) -> None:
    record, derived = verify.measure(folder=tmp_path, shoes=1, rounds=1)
    assert (record.name, record.unit, str(record.aim)) == ("verify", "events/s", "≥ 16667")
    assert (derived.name, derived.goal) == ("verify-derived", None)
    for line in (record, derived):
        assert line.value and line.floor and line.more["events"] > 600
    assert list(tmp_path.iterdir()) == []
