"""The board's numbers put in order: what waits, what is lost, what is a repeat."""

import pytest

from device.readers.event_order import EventOrder, Hole, ahead, step
from device.readers.passages import ReadId
from device.readers.shoe_frames import NoCodeFrame


def frame(seq: int) -> NoCodeFrame:
    return NoCodeFrame(id=ReadId(boot="1A2B3C4D", seq=seq), in_ticks_ms=1, out_ticks_ms=2)


def given(order: EventOrder, *seqs: int, at_s: float) -> list[int | tuple[int, int]]:
    """Take events and release: numbers delivered, and holes as pairs."""
    for seq in seqs:
        order.event(frame(seq), at_s)
    out = order.release(at_s)
    return [(item.first, item.last) if isinstance(item, Hole) else item.id.seq for item in out]


def resent(order: EventOrder, *seqs: int, start_s: float, until_s: float) -> list[tuple[float, int | tuple[int, int]]]:
    """The same events each 250 ms; what is released, and when."""
    times = [start_s + n * 0.25 for n in range(int((until_s - start_s) / 0.25) + 1)]
    return [(at_s, item) for at_s in times for item in given(order, *seqs, at_s=at_s)]


def begun(done: int | None = 0, hello: int = 0, uptime_ms: int | None = 1000) -> EventOrder:
    order = EventOrder(done)
    order.hello(hello, 0.0)
    if uptime_ms is not None:
        order.heartbeat(0, uptime_ms, 0.0)
    return order


@pytest.mark.parametrize(
    ("seq", "of", "steps"),
    [(2, 1, 1), (1, 65535, 1), (65535, 1, -1), (1, 0, 1), (65535, 0, 0), (64, 65535, 64), (5, 5, 0), (1, 40000, 25536)],
)
def test_numbers_are_compared_around_the_circle(seq: int, of: int, steps: int) -> None:
    assert ahead(seq, of) == steps


@pytest.mark.parametrize(
    ("seq", "by", "then"), [(0, 1, 1), (65535, 1, 1), (1, -1, 65535), (65534, 3, 2), (2, -3, 65534)]
)
def test_after_the_highest_number_comes_one(seq: int, by: int, then: int) -> None:
    assert step(seq, by) == then


def test_events_in_order_go_through_at_once() -> None:
    assert given(begun(), 1, 2, 3, at_s=0.1) == [1, 2, 3]


def test_a_missing_event_is_waited_for_and_the_order_kept() -> None:
    order = begun()
    assert given(order, 1, at_s=1.0) == [1]
    assert given(order, 4, 3, at_s=1.1) == []
    assert given(order, at_s=1.2) == []
    assert given(order, 2, at_s=1.3) == [2, 3, 4]


def test_repeats_are_told_from_new_ones() -> None:
    order = begun(65530)
    assert [order.event(frame(seq), 0.0) for seq in (65531, 65530, 65529, 65500, 40000, 1)] == [
        False,
        True,
        True,
        True,
        True,
        False,
    ]


def test_what_the_board_no_longer_has_is_named_before_the_later_ones() -> None:
    order = begun()
    given(order, 1, at_s=0.5)
    assert resent(order, 4, 5, start_s=1.0, until_s=3.0) == [(2.0, (2, 3)), (2.0, 4), (2.0, 5)]
    assert order.event(frame(2), 3.5)  # what was named lost cannot come after all


def test_the_wait_for_two_holes_is_one_wait() -> None:
    assert resent(begun(), 2, 4, start_s=1.0, until_s=2.0) == [(2.0, (1, 1)), (2.0, 2), (2.0, (3, 3)), (2.0, 4)]


def test_a_damaged_frame_may_have_been_the_missing_one() -> None:
    order = begun()
    for n in range(6):
        assert given(order, 2, at_s=1.0 + n * 0.25) == []
        order.damaged(1.1 + n * 0.25)
    assert given(order, 1, at_s=2.6) == [1, 2]


def test_after_damage_the_board_has_a_second_and_two_more_sendings() -> None:
    quick = begun()
    given(quick, 2, at_s=1.0)
    quick.damaged(1.5)
    assert given(quick, 2, 2, 2, at_s=2.4) == []
    assert given(quick, at_s=2.5) == [(1, 1), 2]
    slow = begun()
    given(slow, 2, 2, 2, at_s=1.0)
    slow.damaged(1.1)
    assert given(slow, 2, at_s=2.5) == []
    assert given(slow, 2, at_s=2.6) == [(1, 1), 2]


def test_damage_without_end_is_not_waited_out() -> None:
    order = begun()
    released = []
    for n in range(20):
        released += [(1.0 + n * 0.25, item) for item in given(order, 2, at_s=1.0 + n * 0.25)]
        order.damaged(1.1 + n * 0.25)
    assert released == [(4.0, (1, 1)), (4.0, 2)]


def test_a_board_that_does_not_send_again_is_waited_for_three_seconds() -> None:
    order = begun()
    assert given(order, 2, at_s=1.0) == []
    order.heartbeat(2, 2000, 2.0)
    assert given(order, at_s=3.9) == []
    assert given(order, at_s=4.0) == [(1, 1), 2]


def test_a_number_that_only_a_damaged_frame_has_named_is_no_loss() -> None:
    order = begun()
    assert given(order, 1, 4000, at_s=1.0) == [1]
    for second in range(2, 8):
        order.heartbeat(1, second * 1000, float(second))
        assert given(order, at_s=float(second)) == []
    assert resent(order, 2, 3, start_s=8.0, until_s=12.0) == [(8.0, 2), (8.0, 3)]


def test_a_heartbeat_that_only_damage_sent_far_ahead_is_no_loss() -> None:
    order = begun()
    assert given(order, 1, at_s=1.0) == [1]
    order.heartbeat(30_000, 1500, 1.5)
    for second in range(2, 8):
        order.heartbeat(1, second * 1000, float(second))
        assert given(order, at_s=float(second)) == []
    assert given(order, 2, at_s=8.0) == [2]


def test_a_damaged_heartbeat_among_true_ones_does_not_stretch_a_loss() -> None:
    order = begun()
    assert given(order, 1, at_s=1.0) == [1]
    order.heartbeat(30_000, 1500, 1.5)
    released = []
    for second in range(2, 8):
        order.heartbeat(3, second * 1000, float(second))
        released += given(order, at_s=float(second))
    assert released == [(2, 3)]


def test_a_loss_with_nothing_after_it_is_found_by_the_heartbeat() -> None:
    order = begun()
    given(order, 1, at_s=0.5)
    released = []
    for second in range(1, 6):
        order.heartbeat(3, second * 1000, float(second))
        released += [(second, item) for item in given(order, at_s=float(second))]
    assert released == [(3, (2, 3))]


def test_heartbeats_that_count_on_do_not_put_a_loss_off() -> None:
    order = begun()
    released = []
    for second in range(1, 6):
        order.heartbeat(second, second * 1000, float(second))
        released += [(second, item) for item in given(order, at_s=float(second))]
    assert released[0] == (3, (1, 1))


def test_a_heartbeat_that_overtakes_its_event_is_no_loss() -> None:
    order = begun()
    order.heartbeat(1, 1000, 1.0)
    assert given(order, 1, at_s=1.2) == [1]
    for second in range(2, 8):
        order.heartbeat(1, second * 1000, float(second))
        assert given(order, at_s=float(second)) == []


def test_a_loss_while_the_table_was_away_is_named() -> None:
    order = begun(10, hello=80)
    assert resent(order, 75, 76, start_s=0.1, until_s=2.0) == [(1.1, (11, 74)), (1.1, 75), (1.1, 76)]


def test_a_first_board_has_no_past_that_could_be_missing() -> None:
    order = begun(None, hello=42)
    assert resent(order, 41, 40, 42, start_s=0.1, until_s=1.5) == [(1.1, 40), (1.1, 41), (1.1, 42)]
    assert given(order, 43, at_s=1.6) == [43]


def test_a_first_board_that_kept_nothing_begins_after_its_hello() -> None:
    order = begun(None, hello=42)
    assert given(order, at_s=1.0) == []
    assert given(order, 43, at_s=2.0) == [43]
    assert order.acknowledged is None


def test_a_first_board_may_begin_on_both_sides_of_the_wrap() -> None:
    order = begun(None, hello=2)
    released = resent(order, 1, 65534, 2, 65535, start_s=0.1, until_s=1.5)
    assert [item for _, item in released] == [65534, 65535, 1, 2]


def test_what_is_lost_after_the_hello_is_a_loss_even_for_a_first_board() -> None:
    assert [item for _, item in resent(begun(None, hello=0), 3, start_s=0.1, until_s=2.0)] == [(1, 2), 3]
    assert [item for _, item in resent(begun(None, hello=40), 43, start_s=0.1, until_s=3.0)] == [(41, 42), 43]


@pytest.mark.parametrize("hello", [0, 1])
def test_a_fresh_board_is_not_kept_waiting(hello: int) -> None:
    assert given(begun(None, hello=hello), 1, at_s=0.1) == [1]


@pytest.mark.parametrize("done", [None, 0])
def test_a_board_that_numbers_its_hello_too_loses_nothing(done: int | None) -> None:
    order = begun(done, hello=1)
    assert [item for _, item in resent(order, 2, 3, start_s=0.1, until_s=2.0)] == [2, 3]
    order.hello(4, 2.5)
    order.hello(6, 2.6)
    assert [item for _, item in resent(order, 5, 8, start_s=2.7, until_s=4.0)] == [5, (7, 7), 8]


def test_a_hello_between_two_losses_hides_only_its_own_number() -> None:
    order = begun(0, hello=3)
    assert [item for _, item in resent(order, 5, start_s=0.1, until_s=2.0)] == [(1, 2), (4, 4), 5]


@pytest.mark.parametrize("kept", [64, 0])
def test_a_full_ring_never_hides_a_loss_behind_the_hellos_number(kept: int) -> None:
    order = begun(64 - kept, hello=65)
    released = resent(order, *range(65 - kept, 65), 66, start_s=0.1, until_s=2.0)
    assert [item for _, item in released if isinstance(item, tuple)] == [(65, 65)]


@pytest.mark.parametrize(("done", "uptime_ms", "hole"), [(65534, 1000, (65535, 2)), (1, 3_600_000, (2, 2))])
def test_after_the_wrap_small_numbers_are_no_young_boards(done: int, uptime_ms: int, hole: tuple[int, int]) -> None:
    order = begun(done, hello=2, uptime_ms=uptime_ms)
    assert [item for _, item in resent(order, 3, start_s=0.1, until_s=2.0)] == [hole, 3]


def test_whether_a_board_is_young_is_waited_for() -> None:
    order = begun(0, hello=1, uptime_ms=None)
    assert resent(order, 2, start_s=0.0, until_s=2.5) == []
    order.heartbeat(2, 2600, 2.6)
    assert given(order, at_s=2.6) == [2]
    order = begun(0, hello=1, uptime_ms=None)
    assert resent(order, 2, start_s=0.0, until_s=3.0) == [(3.0, (1, 1)), (3.0, 2)]


def test_damage_never_hides_a_loss_behind_the_hellos_number() -> None:
    order = begun(0, hello=1)
    released = []
    for n in range(20):
        released += given(order, 2, at_s=n * 0.25)
        order.damaged(n * 0.25 + 0.1)
    assert released == [(1, 1), 2]


def test_after_65535_comes_1_in_holes_too() -> None:
    order = begun(65533)
    assert given(order, 1, 65534, 65535, at_s=0.1) == [65534, 65535, 1]
    order = begun(65533)
    assert [item for _, item in resent(order, 3, start_s=0.1, until_s=2.0)] == [(65534, 2), 3]


def test_what_is_acknowledged_only_moves_forward_and_never_past_what_was_delivered() -> None:
    order = begun(65533)
    given(order, 65534, 65535, 1, at_s=0.1)
    assert not order.acknowledge(2)
    assert not order.acknowledge(0)
    assert order.acknowledge(1)
    assert not order.acknowledge(65535)
    assert order.is_acknowledged(65535)
    assert order.acknowledged == 1


def test_a_new_line_forgets_what_waits() -> None:
    order = begun()
    given(order, 3, at_s=0.1)
    order.reopened()
    order.hello(3, 10.0)
    assert given(order, at_s=20.0) == []
    assert given(order, 1, 2, 3, at_s=20.1) == [1, 2, 3]


def test_a_board_out_of_its_mind_fills_no_memory() -> None:
    order = begun()
    for seq in range(2, 5000):
        order.event(frame(seq), 0.1)
    assert len(given(order, at_s=5.0)) < 200
