"""Cards that pass the printed mount's window, and a reader that takes its time: never a wrong card, and few unread."""

import random
from dataclasses import dataclass

import pytest
from desk import Desk
from hypothesis import given, settings
from hypothesis import strategies as st
from shoe.belonging import DELAY_MS
from shoe.passing import SHOWN_MS

CARD_MM, APART_MM = 63.5, 17.0
WINDOW_MM = (-27.0, -5.0)
"""Where the reader sees a code; the inner beam is at 0."""
CARD = "a+; wait 12; b+; wait 50; a-; wait 12; b-; "
RANKS = "A23456789TJQK"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """How cards are dealt: speeds in m/s, milliseconds from card to card, the reader's delays, how many it misses."""

    speeds: tuple[float, float]
    every_ms: tuple[float, float]
    delays_ms: tuple[float, float]
    missed: float = 0.0
    in_order: bool = True
    repeats_ms: float = 0.0
    """Over 0: the reader says a code again and again while it sees it."""


def dealt(deal: Deal, cards: int, seed: int) -> tuple[list[str], list[str]]:
    """The codes of the cards as they left (two neighbours never alike), and the shoe's events."""
    chance = random.Random(seed)
    happens: list[tuple[float, str]] = []
    codes: list[str] = []
    at_ms = told_ms = 1000.0
    freed_ms = 0.0
    for _ in range(cards):
        per_mm = 1 / chance.uniform(*deal.speeds)
        # Whatever the hand does, a card comes over the window after the end of the one before has passed the beam.
        at_ms = max(at_ms, freed_ms + 1 - WINDOW_MM[0] * per_mm)
        freed_ms = at_ms + CARD_MM * per_mm
        code = chance.choice(
            [one for one in (rank + suit for rank in RANKS for suit in "SHDC") if one not in codes[-9:]]
        )
        codes.append(code)
        edges = [(0.0, "a+"), (APART_MM, "b+"), (CARD_MM, "a-"), (CARD_MM + APART_MM, "b-")]
        happens += [(at_ms + place * per_mm, what) for place, what in edges]
        if chance.random() >= deal.missed:
            place = chance.uniform(2, CARD_MM - 2)
            first, last = (at_ms + (place + edge) * per_mm for edge in WINDOW_MM)
            seen_ms = chance.uniform(first, last)
            while seen_ms <= last:
                say_ms = seen_ms + chance.uniform(*deal.delays_ms)
                told_ms = max(told_ms, say_ms) if deal.in_order else say_ms
                happens.append((told_ms, f"read {code}"))
                seen_ms += deal.repeats_ms or 1e9
        at_ms += chance.uniform(*deal.every_ms)
    lines = []
    now_ms = 0.0
    for then_ms, what in sorted(happens, key=lambda one: one[0]):
        lines += [f"wait {then_ms - now_ms:.3f}", what]
        now_ms = then_ms
    return codes, Desk(rests=False).run("\n".join(lines) + "\nwait 1500")


def unread(codes: list[str], events: list[str]) -> int:
    """How many cards were told without a code; fails when one was told with another's, or not at all."""
    passages = [event for event in events if event[0] in "CN"]
    assert len(passages) == len(codes)
    assert not [event for event in events if event[0] not in "CNR"]
    wrong = [(told, code) for told, code in zip(passages, codes, strict=True) if told not in ("N", f"C {code}")]
    assert not wrong
    return passages.count("N")


@pytest.mark.parametrize("delays_ms", [(0.0, 40.0), (50.0, 120.0), (80.0, 180.0), (0.0, 180.0)])
@pytest.mark.parametrize("speed", [0.3, 1.0, 1.5])
def test_dealt_as_hands_deal_every_card_is_read_however_slow_the_reader(
    delays_ms: tuple[float, float], speed: float
) -> None:
    deal = Deal(speeds=(speed * 0.9, speed * 1.1), every_ms=(700, 1500), delays_ms=delays_ms)
    codes, events = dealt(deal, 60, 1)
    assert unread(codes, events) <= (3 if speed < 0.5 else 0)


DEALS = st.builds(
    lambda slow, more, every, spread, low, width, missed, in_order, repeats: Deal(
        speeds=(slow, slow * more),
        every_ms=(every, every + spread),
        delays_ms=(low, min(float(DELAY_MS), low + width)),
        missed=missed,
        in_order=in_order,
        repeats_ms=repeats,
    ),
    st.sampled_from([0.15, 0.3, 0.5, 1.0, 1.5, 2.0]),
    st.sampled_from([1.0, 1.5]),
    st.sampled_from([90.0, 124.0, 200.0, 350.0, 700.0]),
    st.sampled_from([0.0, 100.0, 500.0]),
    st.sampled_from([0.0, 40.0, 80.0, 150.0]),
    st.sampled_from([0.0, 40.0, 180.0]),
    st.sampled_from([0.0, 0.1, 0.5]),
    st.booleans(),
    st.sampled_from([0.0, 15.0]),
)


@given(DEALS, st.integers(0, 1 << 30))
@settings(max_examples=40, deadline=None)
def test_no_card_gets_the_code_of_another_however_quickly_they_come(deal: Deal, seed: int) -> None:
    codes, events = dealt(deal, 12, seed)
    unread(codes, events)


def test_a_card_whose_code_is_here_is_told_at_once_and_one_without_when_no_code_can_come() -> None:
    desk = Desk(rests=False)
    assert desk.run("wait 1000; a+; wait 12; b+; wait 20; read 9H; wait 30; a-; wait 12; b-; wait 5") == ["C 9H"]
    assert desk.run(f"wait 900; {CARD} wait {DELAY_MS - 20}") == []
    assert desk.run("wait 40") == ["N"]
    assert desk.run(f"wait 900; {CARD} wait 100; read KD; wait {SHOWN_MS - 10}") == []
    assert desk.run("wait 40") == ["C KD"]
    assert [body for body in desk.told if body[0] == "C"][-1].endswith(",KD")


def test_the_site_says_how_slow_its_reader_is() -> None:
    assert Desk(rests=False, delay_ms=60).run(f"wait 1000; {CARD} wait 80; read 9H; wait 600") == ["N", "R"]
    assert Desk(rests=False, delay_ms=400).run(f"wait 1000; {CARD} wait 350; read 9H; wait 600") == ["C 9H"]


@pytest.mark.parametrize("at_ms", [(1 << 30) - 1130, (1 << 30) - 1200, (1 << 30) - 1400, 1073741 - 100])
def test_a_clock_that_wraps_while_a_card_is_held_back_changes_nothing(at_ms: int) -> None:
    desk = Desk(at_ms=at_ms, rests=False)
    assert desk.run(f"wait 1000; {CARD} wait 100; read 9H; wait 700; {CARD} wait 300") == ["C 9H", "N"]
    assert [body for body in desk.told if body[0] == "C"] == ["C,1A2B3C4D,1,1000,1074,9H"]
    desk.at_ms += (1 << 30) - 2100 - 174 + 10  # the counter has come around: what was long ago is no moment ago
    assert desk.run("a+; wait 12; b+; read 9H; wait 50; a-; wait 12; b-; wait 5") == ["C 9H"]


def test_a_card_held_back_while_the_memory_is_full_is_a_hole_in_the_count() -> None:
    desk = Desk(rests=False)
    desk.run("wait 1000; host ?; answers no;" + "press 0; wait 40; release 0; wait 40;" * 32)
    assert desk.run(CARD + "press 0; wait 60; read 9H; wait 500") == ["lost C 9H", "lost K CALL 1"]
    assert desk.shoe.outbox.lost == 2


def test_the_line_is_not_given_up_while_a_card_is_held_back() -> None:
    desk = Desk(rests=False)
    desk.run(f"wait 1000; {CARD} wait 50; host F,1A2B3C4D; wait 1")
    assert not desk.shoe.leave
    assert desk.run("wait 300; host F,1A2B3C4D") == ["N"]
    assert desk.shoe.leave


def test_however_much_happens_the_card_before_it_comes_first() -> None:
    desk = Desk(rests=False)
    presses = "press 0; wait 25; release 0; wait 25;"
    assert desk.run(f"wait 1000; {CARD} {presses * 5}")[:3] == ["N", "K CALL 1", "K CALL 0"]
    seqs = [int(body.split(",")[2]) for body in desk.told if body[0] not in "HB"]
    assert seqs == list(range(1, len(seqs) + 1))
