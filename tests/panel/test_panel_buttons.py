"""Tapes of contacts, as they were and as they could be, and the presses that must come of them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.panel.buttons import Debouncer, Hold, Press, Touch
from device.ports.panel import ButtonEdge

Tape = list[tuple[float, str, int]]
"""When (s), which button, 1 closed or 0 open."""


def played(tape: Tape, *, until_s: float = 60.0, debouncer: Debouncer | None = None) -> list[Touch]:
    debouncer = debouncer or Debouncer()
    out: list[Touch] = []
    for at_s, button, closed in tape:
        out += debouncer.edge(ButtonEdge(button=button, pressed=bool(closed), at_s=at_s))
    out += debouncer.poll(until_s)
    return out


def press(button: str, at_s: float) -> Press:
    return Press(button=button, at_s=at_s)


LAMP_TEST = frozenset({"call", "menu"})


def test_a_clean_press_is_known_when_the_contact_has_been_quiet() -> None:
    debouncer = Debouncer(debounce_ms=30)
    assert debouncer.deadline_s is None
    assert debouncer.edge(ButtonEdge(button="bets", pressed=True, at_s=5.0)) == ()
    assert debouncer.deadline_s == pytest.approx(5.03)
    assert debouncer.poll(5.029) == ()
    assert debouncer.poll(5.031) == (press("bets", 5.0),)
    assert debouncer.deadline_s is None
    assert debouncer.poll(9.0) == ()


@pytest.mark.parametrize(
    "tape",
    [
        pytest.param([(1.0, "bets", 1), (1.2, "bets", 0)], id="clean"),
        pytest.param(
            [(0.990, "bets", 1), (0.992, "bets", 0), (0.995, "bets", 1), (0.996, "bets", 0), (1.0, "bets", 1),
             (1.2, "bets", 0), (1.203, "bets", 1), (1.207, "bets", 0)],
            id="chatter at both ends",
        ),
        pytest.param([(0.99, "bets", 1), (0.993, "bets", 1), (1.0, "bets", 1), (1.2, "bets", 0)], id="openings lost"),
        pytest.param([(1.0, "bets", 1), (1.5, "bets", 0), (1.502, "bets", 1), (1.9, "bets", 0)], id="shaken"),
        pytest.param([(1.0, "bets", 1)], id="never let go"),
        pytest.param([(1.0, "bets", 1), (1.031, "bets", 0)], id="as short as can be"),
        pytest.param([(0.5, "bets", 1), (0.51, "bets", 0), (1.0, "bets", 1), (1.2, "bets", 0)], id="a spark before"),
    ],
)  # fmt: skip
def test_one_press(tape: Tape) -> None:
    assert played(tape) == [press("bets", 1.0)]


@pytest.mark.parametrize(
    "tape",
    [
        pytest.param([], id="nothing"),
        pytest.param([(1.0, "bets", 1), (1.029, "bets", 0)], id="a spark"),
        pytest.param([(1.0 + n / 100, "bets", 1 - n % 2) for n in range(100)], id="a contact that never rests"),
        pytest.param([(1.0, "bets", 0)], id="held at the start, let go"),
        pytest.param([(1.0, "bets", 0), (1.003, "bets", 1), (1.006, "bets", 0)], id="held at the start, chatters"),
        pytest.param([(1.0, "bets", 0), (1.003, "bets", 1)], id="held at the start, shaken, still held"),
        pytest.param([(1.0, "bets", 0), (1.2, "bets", 0)], id="a closing lost"),
    ],
)
def test_no_press(tape: Tape) -> None:
    assert played(tape) == []


def test_a_button_held_at_the_start_is_a_button_again_once_let_go() -> None:
    tape: Tape = [(1.0, "bets", 0), (1.003, "bets", 1), (1.006, "bets", 0), (2.0, "bets", 1), (2.1, "bets", 0)]
    assert played(tape) == [press("bets", 2.0)]


def test_a_lost_release_costs_no_press() -> None:
    tape: Tape = [(1.0, "bets", 1), (3.0, "bets", 1), (3.1, "bets", 0), (4.0, "bets", 1)]
    assert played(tape) == [press("bets", 1.0), press("bets", 3.0), press("bets", 4.0)]


def test_a_release_that_is_heard_of_late_was_still_a_release() -> None:
    # The table was busy for two seconds: its first look comes when the whole press is over.
    debouncer = Debouncer()
    debouncer.edge(ButtonEdge(button="show", pressed=True, at_s=1.0))
    assert debouncer.edge(ButtonEdge(button="show", pressed=False, at_s=1.1)) == (press("show", 1.0),)
    assert debouncer.poll(3.0) == ()


def test_an_edge_older_than_what_was_decided_still_counts() -> None:
    debouncer = Debouncer()
    debouncer.edge(ButtonEdge(button="show", pressed=True, at_s=1.0))
    assert debouncer.poll(1.05) == (press("show", 1.0),)
    debouncer.edge(ButtonEdge(button="show", pressed=False, at_s=0.9))
    debouncer.poll(2.0)
    debouncer.edge(ButtonEdge(button="show", pressed=True, at_s=2.0))
    assert debouncer.poll(3.0) == (press("show", 2.0),)


def test_buttons_do_not_disturb_each_other() -> None:
    tape: Tape = [(1.0, "bets", 1), (1.01, "show", 1), (1.02, "show", 0), (1.021, "show", 1), (1.5, "bets", 0)]
    assert played(tape) == [press("bets", 1.0), press("show", 1.021)]


def test_no_debouncing_is_possible() -> None:
    tape: Tape = [(1.0, "bets", 1), (1.001, "bets", 0), (1.002, "bets", 1)]
    assert played(tape, debouncer=Debouncer(debounce_ms=0)) == [press("bets", 1.0), press("bets", 1.002)]


def test_two_buttons_held_together_are_the_lamp_test_and_no_presses() -> None:
    tape: Tape = [(1.0, "call", 1), (1.15, "menu", 1), (5.0, "menu", 0), (5.1, "call", 0)]
    [hold] = played(tape)
    assert isinstance(hold, Hold)
    assert hold.buttons == LAMP_TEST
    assert hold.at_s == pytest.approx(4.15)


def test_a_hold_is_said_once_and_may_be_repeated() -> None:
    tape: Tape = [(1.0, "call", 1), (1.0, "menu", 1), (9.0, "menu", 0), (9.5, "menu", 1), (13.0, "call", 0)]
    assert [touch for touch in played(tape) if isinstance(touch, Hold)] == [
        Hold(buttons=LAMP_TEST, at_s=4.0),
        Hold(buttons=LAMP_TEST, at_s=12.5),
    ]


def test_a_hold_broken_off_early_is_nothing() -> None:
    assert played([(1.0, "call", 1), (1.1, "menu", 1), (3.9, "call", 0), (9.0, "menu", 0)]) == []


def test_one_of_the_two_alone_is_a_press_a_little_later() -> None:
    debouncer = Debouncer()
    debouncer.edge(ButtonEdge(button="call", pressed=True, at_s=1.0))
    assert debouncer.poll(1.1) == ()
    assert debouncer.deadline_s == pytest.approx(1.23)
    assert debouncer.poll(1.24) == (press("call", 1.0),)


def test_a_short_press_of_one_of_the_two_is_not_lost() -> None:
    assert played([(1.0, "call", 1), (1.08, "call", 0)]) == [press("call", 1.0)]


def test_the_second_of_the_two_pressed_much_later_is_a_press_and_then_a_hold() -> None:
    tape: Tape = [(1.0, "call", 1), (2.0, "menu", 1), (6.0, "menu", 0)]
    assert played(tape) == [press("call", 1.0), press("menu", 2.0), Hold(buttons=LAMP_TEST, at_s=5.0)]


def test_buttons_held_at_the_start_are_no_hold() -> None:
    assert played([(1.0, "call", 0), (1.001, "call", 1), (1.002, "menu", 0), (1.003, "menu", 1)]) == []


def test_without_a_hold_every_button_is_plain() -> None:
    debouncer = Debouncer(hold=frozenset())
    tape: Tape = [(1.0, "call", 1), (1.0, "menu", 1), (9.0, "menu", 0)]
    assert played(tape, debouncer=debouncer) == [press("call", 1.0), press("menu", 1.0)]


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="debounce_ms=-1"):
        Debouncer(debounce_ms=-1)
    with pytest.raises(ValueError, match="two buttons"):
        Debouncer(hold=frozenset({"call"}))


TAPES = st.lists(
    st.tuples(
        st.sampled_from([1, 2, 9, 29, 30, 31, 120, 250, 3500]),
        st.sampled_from(["bets", "call", "menu"]),
        st.booleans(),
    ),
    max_size=40,
)
"""Edges: milliseconds since the one before, button, closed."""


@given(TAPES, st.lists(st.integers(0, 9000), max_size=30))
def test_how_often_anyone_looks_changes_nothing(steps: list[tuple[int, str, bool]], looks: list[int]) -> None:
    lazy, eager = Debouncer(), Debouncer()
    seen: list[Touch] = []
    expected: list[Touch] = []
    now_ms = 0
    for after_ms, button, pressed in steps:
        for look_ms in sorted(looks):
            if now_ms <= look_ms < now_ms + after_ms:
                seen += eager.poll(look_ms / 1000)
        now_ms += after_ms
        edge = ButtonEdge(button=button, pressed=pressed, at_s=now_ms / 1000)
        expected += lazy.edge(edge)
        seen += eager.edge(edge)
    while (deadline_s := eager.deadline_s) is not None:
        seen += eager.poll(deadline_s)
    expected += lazy.poll(now_ms / 1000 + 60)
    assert seen == expected
    assert lazy.deadline_s is None


@given(TAPES)
def test_a_press_needs_a_closing_and_time_between(steps: list[tuple[int, str, bool]]) -> None:
    now_ms = 0
    tape: Tape = []
    for after_ms, button, pressed in steps:
        now_ms += after_ms
        tape.append((now_ms / 1000, button, int(pressed)))
    presses = [touch for touch in played(tape, until_s=now_ms / 1000 + 60) if isinstance(touch, Press)]
    for one in presses:
        assert (one.at_s, one.button, 1) in tape
    for button in ("bets", "call", "menu"):
        times = [one.at_s for one in presses if one.button == button]
        assert all(later - earlier >= 0.0299 for earlier, later in pairwise(times))
