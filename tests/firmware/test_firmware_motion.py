"""A card as a thing that moves: however a hand draws it, what left is told once, and what went back is no card."""

from itertools import pairwise

from desk import Desk
from hypothesis import example, given, settings
from hypothesis import strategies as st

CARD_MM, APART_MM = 88.0, 17.5
RESTS_MM = -5.0
"""Where the front edge lies at rest; the inner beam is at 0."""
OUT_MM = 130.0
THRESHOLDS = [(0.0, "a", 1), (APART_MM, "b", 1), (CARD_MM, "a", -1), (CARD_MM + APART_MM, "b", -1)]
"""With the front edge there that beam becomes dark (1) or free (-1) on the way out, and the other way on the way in."""

Moves = list[tuple[float, float]]
SPEEDS = st.sampled_from([150.0, 400.0, 900.0, 2000.0])
MOVES = st.lists(st.tuples(st.floats(-5, 87), SPEEDS), max_size=6)
DEEP_MOVES = st.lists(st.tuples(st.floats(-5, 104), SPEEDS), max_size=6)
"""These go so far that the inner beam sees the card's end."""


def script(moves: Moves) -> str:
    """The edges of a card's way: each move goes to a place in mm at a speed in mm/s."""
    lines = []
    places = [(RESTS_MM, 1.0), *moves]
    for (start, _), (end, speed) in pairwise(places):
        passed = sorted(
            (abs(place - start) / speed * 1000, gate, sign)
            for place, gate, sign in THRESHOLDS
            if min(start, end) < place <= max(start, end)
        )
        now_ms = 0.0
        for at_ms, gate, sign in passed:
            dark = (sign > 0) == (end > start)
            lines += [f"wait {at_ms - now_ms:.3f}", gate + ("+" if dark else "-")]
            now_ms = at_ms
        lines.append(f"wait {abs(end - start) / speed * 1000 - now_ms:.3f}")
    return "\n".join(lines)


def told(moves: Moves) -> list[str]:
    desk = Desk()
    desk.run("wait 1000; read 9H; wait 300")
    return [event for event in desk.run(script(moves) + "\nwait 100") if event[0] not in "Jj"]


@given(MOVES, st.sampled_from([150.0, 500.0, 2000.0]))
@settings(max_examples=60)
def test_a_card_that_left_is_told_once(moves: Moves, speed: float) -> None:
    events = told([*moves, (OUT_MM, speed)])
    assert [event for event in events if event[0] in "CND"] in (["C 9H"], ["D 9H"]), events
    assert events[-1][0] in "CD"
    assert not [event for event in events if event[0] in "XG"]


@given(DEEP_MOVES, st.sampled_from([150.0, 500.0, 2000.0]))
@settings(max_examples=60)
@example([(95.0, 900.0)], 500.0)
def test_a_card_that_went_back_is_no_card_or_a_doubt(moves: Moves, speed: float) -> None:
    # Back so late that the inner beam had seen its end, it looks like a second card: told as two, and a person looks.
    events = told([*moves, (RESTS_MM, speed)])
    assert not [event for event in events if event[0] in "CNXG"], events


@given(st.sampled_from([100.0, 200.0, 400.0, 800.0, 1500.0, 2500.0]))
def test_a_card_drawn_evenly_is_one_card_at_every_speed(speed: float) -> None:
    assert told([(OUT_MM, speed)]) == ["C 9H"]


@given(st.sampled_from([400.0, 800.0, 1500.0]), st.floats(0.8, 1.0))
@settings(max_examples=20)
def test_two_cards_that_hang_together_are_two(speed: float, more: float) -> None:
    # One behind the other without a gap: a card too long to be one.
    ms = 1000 / speed
    long_mm = CARD_MM * (1 + more)
    desk = Desk()
    desk.run("wait 1000; read 9H; wait 300")
    head, body, tail = APART_MM * ms, (long_mm - APART_MM) * ms, APART_MM * ms
    assert desk.run(f"a+; wait {head}; b+; wait {body}; a-; wait {tail}; b-; wait 100") == ["D 9H"]
