"""Flashing and beeping as arithmetic: on when they should be, never too fast, never for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.panel.rhythm import ALARM, REFUSED, Beeper, Flash


@pytest.mark.parametrize(
    ("flash", "on", "off"),
    [
        (Flash.SLOW, [0.0, 0.499, 1.0, 1.499, 3600.0], [0.5, 0.999, 1.5]),
        (Flash.FAST, [0.0, 0.199, 0.4, 0.8, 3600.0], [0.2, 0.399, 0.6]),
        (Flash.STEADY, [0.0, 0.3, 0.5, 99.9], []),
    ],
)
def test_a_lamp_is_on_and_off_by_turns_beginning_with_on(flash: Flash, on: list[float], off: list[float]) -> None:
    assert all(flash.lit(elapsed_s) for elapsed_s in on)
    assert not any(flash.lit(elapsed_s) for elapsed_s in off)


@pytest.mark.parametrize(("flash", "flashes"), [(Flash.SLOW, 10), (Flash.FAST, 25)])
def test_ten_seconds_of_changes(flash: Flash, flashes: int) -> None:
    # Followed from change to change, as the panel's thread does; 25 flashes in 10 s are 2.5 a second, below 3.
    at_s, seen = 0.0, [flash.lit(0.0)]
    while (after_s := flash.changes_after_s(at_s)) is not None and after_s < 10.0:
        assert after_s > at_s, "time stands still"
        at_s = after_s
        seen.append(flash.lit(at_s))
    assert seen == [True, False] * flashes


def test_a_steady_lamp_never_changes() -> None:
    assert Flash.STEADY.changes_after_s(5.0) is None


def sounds(beeper: Beeper, from_s: float) -> list[tuple[float, bool]]:
    """All changes from now on, followed from one to the next."""
    out: list[tuple[float, bool]] = []
    at_s: float | None = from_s
    while at_s is not None:
        on = beeper.sounding(at_s)
        if not out or out[-1][1] is not on:
            out.append((round(at_s, 3), on))
        at_s = beeper.changes_at_s(at_s)
    return out


def test_a_silent_buzzer_has_nothing_to_do() -> None:
    beeper = Beeper()
    assert not beeper.sounding(1.0)
    assert beeper.changes_at_s(1.0) is None


def test_a_refusal_is_one_sound_and_an_alarm_three() -> None:
    refusal, alarm = Beeper(), Beeper()
    refusal.play(REFUSED, 10.0)
    alarm.play(ALARM, 10.0)
    assert sounds(refusal, 10.0) == [(10.0, True), (10.15, False)]
    assert [on for _, on in sounds(alarm, 10.0)] == [True, False] * 3


def test_a_tune_waits_for_the_one_before_it_and_keeps_its_silence() -> None:
    beeper = Beeper()
    beeper.play(REFUSED, 10.0)
    beeper.play(REFUSED, 10.05)
    assert sounds(beeper, 10.05) == [(10.05, True), (10.15, False), (10.3, True), (10.45, False)]


def test_hammering_on_a_refused_button_is_not_paid_back_for_minutes() -> None:
    beeper = Beeper()
    for press in range(100):
        beeper.play(REFUSED, 10.0 + press / 100)
    assert sounds(beeper, 11.0)[-1][0] < 14.0


def test_a_buzzer_looked_at_late_is_silent_and_ready() -> None:
    beeper = Beeper()
    beeper.play(ALARM, 10.0)
    assert not beeper.sounding(60.0)
    beeper.play(REFUSED, 60.0)
    assert beeper.sounding(60.0)


@given(st.lists(st.tuples(st.sampled_from([REFUSED, ALARM]), st.floats(0, 3)), max_size=20))
def test_every_tune_ends(played: list[tuple[tuple[tuple[float, float], ...], float]]) -> None:
    beeper, now_s = Beeper(), 0.0
    for tune, pause_s in played:
        beeper.play(tune, now_s)
        now_s += pause_s
    if played:
        assert sounds(beeper, now_s)[-1][1] is False
