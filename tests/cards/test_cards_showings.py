"""Reads become showings: rules of the diagram, one test a rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cards.station.showings import CardShown, SeenOnce, Showing, Showings, TwoTogether

A, B = "0C000621A5", "01C8F00800"


def run(*reads: tuple[float, str], needed: int = 2, one_at_a_time: bool = True) -> list[Showing]:
    showings = Showings(reads=lambda _: needed, one_at_a_time=one_at_a_time)
    out: list[Showing] = []
    for at_s, code in reads:
        out += showings.read(code, at_s) if code else showings.pass_time(at_s)
    return out


def test_one_read_suffices_where_one_is_asked_for() -> None:
    assert run((0, A), needed=1) == [CardShown(code=A)]


def test_two_reads_within_a_moment_are_one() -> None:
    assert run((0, A), (0.049, A)) == []
    assert run((0, A), (0.049, A), (0.051, A)) == [CardShown(code=A)]


def test_a_reader_that_tells_a_tag_once_is_shown_it_twice() -> None:
    assert run((0, A), (0.5, ""), (2, A)) == [SeenOnce(code=A), CardShown(code=A)]


def test_after_the_patience_a_second_read_is_a_first_one() -> None:
    assert run((0, A), (5.0, A)) == [SeenOnce(code=A)]


def test_a_card_that_was_away_is_shown_again() -> None:
    assert run((0, A), (0.39, A), (0.8, A), needed=1) == [CardShown(code=A)] * 2


def test_a_single_read_is_told_before_the_next_card_that_counts() -> None:
    assert run((0, A), (0.2, B), (0.27, B)) == [SeenOnce(code=A), CardShown(code=B)]


def test_two_that_lie_there_together_count_neither() -> None:
    reads = [(number * 0.06, (A, B)[number % 2]) for number in range(20)]
    assert run(*reads) == [TwoTogether(codes=(B, A))]


def test_what_counted_a_moment_ago_is_taken_back() -> None:
    told = run((0, A), (0.06, A), (0.12, B), (0.18, B), (0.24, A))
    assert told[-1] == TwoTogether(codes=(B, A), take_back=(B, A))


def test_a_card_that_lay_alone_for_long_stays_when_another_is_put_on_it() -> None:
    alone = [(number * 0.065, A) for number in range(20)]
    told = run(*alone, (1.3, B), (1.36, A), (1.42, B), (1.48, A))
    assert told == [CardShown(code=A), TwoTogether(codes=(B, A))]


def test_the_one_that_is_left_counts_when_the_other_is_gone() -> None:
    both = [(number * 0.06, (A, B)[number % 2]) for number in range(6)]
    later = [(0.3 + number * 0.06, A) for number in range(1, 10)]
    assert run(*both, *later) == [TwoTogether(codes=(B, A)), CardShown(code=A)]


def test_where_each_card_stands_for_itself_both_count() -> None:
    reads = [(number * 0.06, (A, B)[number % 2]) for number in range(20)]
    assert run(*reads, needed=1, one_at_a_time=False) == [CardShown(code=A), CardShown(code=B)]


def test_capitals_make_no_difference() -> None:
    assert run((0, A.lower()), (0.1, A)) == [CardShown(code=A)]


@pytest.mark.parametrize("needed", [1, 2])
@given(
    reads=st.lists(st.tuples(st.integers(0, 700), st.sampled_from(["T1", "T2", "T3", ""])), max_size=60),
)
def test_whatever_is_read_nothing_counts_without_its_reads(needed: int, reads: list[tuple[int, str]]) -> None:
    showings = Showings(reads=lambda _: needed)
    now_ms = 0
    so_far: dict[str, int] = {}
    for step_ms, code in reads:
        now_ms += step_ms
        if code:
            so_far[code] = so_far.get(code, 0) + 1
        for told in showings.read(code, now_ms / 1000) if code else showings.pass_time(now_ms / 1000):
            if isinstance(told, CardShown):
                assert told.code == code, "only what is read now can be shown"
                assert so_far[code] >= needed
                so_far[code] = 0
            elif isinstance(told, TwoTogether):
                assert len(set(told.codes)) == 2
                assert set(told.take_back) <= set(told.codes)
