"""Gates and codes, as scripts: what happens at the shoe's mouth, and what the board puts on record."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cases import outcome
from desk import Desk
from hypothesis import given, settings
from hypothesis import strategies as st

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "gates.json").read_text())["cases"]
CARD = "a+; wait 12; b+; wait 60; a-; wait 12; b-; "


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_gates_tell_what_happened(case: dict[str, Any]) -> None:
    assert outcome(case) == case["says"]


def test_times_are_those_of_the_first_edges_in_milliseconds_since_the_start() -> None:
    desk = Desk()
    desk.run("wait 1000; read 9H; wait 250; a+; wait 12; b+; wait 60; a-; wait 12; b-; wait 5")
    assert [body for body in desk.told if body[0] == "C"] == ["C,1A2B3C4D,1,1250,1334,9H"]


@pytest.mark.parametrize("late_ms", [4, 9, 40])
def test_a_loop_that_comes_late_times_edges_right_all_the_same(late_ms: int) -> None:
    # As while garbage is collected: the interrupts wrote everything down, the loop reads it afterwards.
    desk = Desk()
    desk.run("wait 1000; read 9H")
    log = desk.shoe.beams.log
    for gate, dark, at_us in ((0, 1, 0), (0, 0, 100), (0, 1, 300), (1, 1, 9000), (0, 0, 50000), (1, 0, 59000)):
        log.note(gate, dark, 1_000_000 + at_us)
    desk.us += 59_000 + late_ms * 1000
    desk.step()
    assert desk.told[-1] == "C,1A2B3C4D,1,1000,1059,9H"


@pytest.mark.parametrize("at_ms", [(1 << 30) - 1040, (1 << 30) - 1001, 1073741])
def test_clocks_that_wrap_change_nothing(at_ms: int) -> None:
    # 1073741 ms: the counter of microseconds wraps, 40 ms before the card; the others: that of milliseconds.
    desk = Desk(at_ms=at_ms)
    assert desk.run("wait 1000; read 9H; " + CARD + "wait 300; a+; wait 30; a-; wait 5000") == ["C 9H", "P touch"]
    assert [body for body in desk.told if body[0] == "C"] == ["C,1A2B3C4D,1,1000,1084,9H"]


def test_a_day_of_silence_before_and_after_the_clock_wraps_is_one_silence() -> None:
    desk = Desk()
    desk.run("host ?; wait 3500")
    assert desk.lamps.fault
    for _ in range(30):
        desk.at_ms = (desk.at_ms + 43_200_000) & 0x3FFFFFFF
        desk.run("wait 20")
        assert desk.lamps.fault
    assert desk.run("read 9H; " + CARD + "wait 100") == ["C 9H"]


@pytest.mark.parametrize(
    ("dark", "does", "says"),
    [
        ((0, 1), "b-; wait 20", ["N"]),
        ((1, 1), "wait 30; a-; wait 12; b-; wait 20", ["N"]),
        ((1, 1), "wait 30; b-; wait 12; a-; wait 20", ["P touch"]),
        ((1, 0), "wait 30; a-; wait 20", ["P touch"]),
        ((1, 0), "read 9H; wait 30; b+; wait 30; a-; wait 12; b-; wait 20", ["C 9H"]),
    ],
)
def test_a_card_that_lies_in_the_mouth_at_the_start_does_not_vanish(
    dark: tuple[int, int], does: str, says: list[str]
) -> None:
    assert Desk(dark=dark).run("wait 20; " + does) == says


def test_where_cards_are_read_in_passing_a_code_without_a_passage_is_told_and_forgotten() -> None:
    desk = Desk(rests=False)
    assert desk.run("wait 1000; read 9H; wait 600; " + CARD + "wait 500") == ["R", "N"]
    assert desk.run("read KD; wait 300; " + CARD + "wait 600") == ["C KD"]
    assert desk.run("a+; wait 17; b+; wait 47; a-; wait 16.5; read 2C; b-; wait 600") == ["C 2C"], "a slow reader"


@pytest.mark.parametrize("rests", [True, False])
def test_one_unread_card_does_not_make_the_next_ones_unread_however_quickly_they_are_dealt(rests: bool) -> None:
    desk = Desk(rests=rests)
    quick = "wait 250; a+; wait 5; read {}; wait 12; b+; wait 60; a-; wait 12; b-;"
    script = "wait 1000;" + CARD + "".join(quick.format(code) for code in ("9H", "KD", "2C")) + "wait 50"
    assert desk.run(script) == ["N", "C 9H", "C KD", "C 2C"]


def test_the_light_of_the_gates_is_tried_when_no_card_moves() -> None:
    desk = Desk()
    off = []
    for _ in range(2500):
        desk.run("wait 1")
        off.append(desk.lamps.beam_off)
    assert sum(off) == 3
    assert not desk.events
    off.clear()
    for _ in range(250):
        desk.run("a+; wait 100; a-; wait 200")
        off.append(desk.lamps.beam_off)
    assert not any(off), "the light went off between two cards"


def test_a_gate_that_works_again_is_told_of_when_it_fails_again() -> None:
    desk = Desk()
    assert desk.run("blind a; wait 5000") == ["G A"]
    assert desk.run("sees a; host S; wait 5000") == ["G A"], "the self-test repeats what is known"
    assert desk.run("host S; wait 5000") == []
    assert desk.run("blind a; host S; wait 5000") == ["G A"]


@pytest.mark.parametrize(("gate", "half_ms"), [("a", 5), ("b", 5), ("a", 0.5), ("b", 0.5)])
def test_a_gate_that_flickers_is_a_fault_and_no_hundred_touches(gate: str, half_ms: float) -> None:
    # Slowly, as a lamp on the mains does, and so quickly that no level ever lasts long enough to count.
    desk = Desk()
    desk.run("wait 1000; read 9H; wait 300")
    events = desk.run(f"{gate}+; wait {half_ms}; {gate}-; wait {half_ms};" * int(1000 / half_ms / 2))
    assert events.count(f"G {gate.upper()}") == 1
    assert len(events) <= 25
    assert desk.run("wait 4000; " + CARD + "wait 600; read KD; wait 300;" + CARD + "wait 50") == ["N", "C KD"]
    assert desk.run("wait 4000") == []
    assert "gate" not in [body for body in desk.told if body[0] == "B"][-1], "it sees again"


EDGES = st.lists(
    st.tuples(
        st.sampled_from(["a+", "a-", "b+", "b-", "read 9H", "read KD"]), st.sampled_from([0.05, 0.6, 3, 9, 70, 700])
    ),
    max_size=60,
)


@given(EDGES)
@settings(max_examples=60)
def test_whatever_the_pins_do_nothing_raises_and_afterwards_a_card_is_a_card(edges: list[tuple[str, float]]) -> None:
    desk = Desk()
    desk.run("wait 1000; " + ";".join(f"{what}; wait {ms}" for what, ms in edges) + "; a-; wait 40; b-; wait 700")
    desk.run("lid open; wait 100; lid closed; wait 250; read AS; wait 100")
    assert desk.run(CARD + "wait 100") == ["C AS"]
    seqs = [int(body.split(",")[2]) for body in desk.told if body[0] not in "HB"]
    assert all(after == before + 1 for before, after in pairwise(seqs))
