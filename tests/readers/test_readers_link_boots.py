"""Boards come and go: resets, cables swapped, and the board's time on the host's clock."""

import pytest

from device.readers import shoe_frames as sf
from device.readers.board_clock import BoardClock, ticks_diff_ms
from device.readers.link import ShoeLink
from device.readers.passages import BoardStarted, CodePassed, Passage, ReadId
from device.readers.reader_link import LinkOutput
from device.readers.shoe import encode

BOOT = "1A2B3C4D"
OTHER = "99990000"
WRAP = 1 << 30


def read_id(seq: int, boot: str = BOOT) -> ReadId:
    return ReadId(boot=boot, seq=seq)


def hello(seq: int = 0, boot: str = BOOT) -> bytes:
    return encode(sf.Hello(id=read_id(seq, boot), product="shoe", major=1))


def card(seq: int, *, boot: str = BOOT, out_ms: int = 1000) -> bytes:
    ticks = out_ms % WRAP
    return encode(sf.CodeFrame(id=read_id(seq, boot), in_ticks_ms=ticks, out_ticks_ms=ticks, code="9H"))


def beat(uptime_ms: int, last_seq: int, boot: str = BOOT) -> bytes:
    return encode(sf.Heartbeat(boot=boot, uptime_ms=uptime_ms % WRAP, last_seq=last_seq, flags="ok"))


def passages(out: list[LinkOutput]) -> list[Passage]:
    return [item for item in out if isinstance(item, Passage)]


def up(last_read: ReadId | None = None) -> ShoeLink:
    """A link whose board has said hello at time 0."""
    link = ShoeLink(last_read)
    link.opened(0.0)
    link.feed(hello(0), 0.0)
    link.take_output()
    return link


def test_a_reset_board_is_announced_once_and_starts_at_one() -> None:
    link = up(read_id(5))
    out = link.feed(hello(0, OTHER), 1.0)
    assert passages(out) == [BoardStarted(id=read_id(0, OTHER), at_s=1.0)]
    assert passages(link.feed(hello(0, OTHER), 1.1)) == []
    link.acknowledge(read_id(0, OTHER))
    assert b"$A," not in link.take_output()
    out = link.feed(card(1, boot=OTHER) + card(2, boot=OTHER), 1.2)
    assert [item.id for item in passages(out)] == [read_id(1, OTHER), read_id(2, OTHER)]
    link.acknowledge(read_id(2, OTHER))
    assert link.take_output() == encode(sf.Acknowledge(id=read_id(2, OTHER)))


def test_a_first_board_is_no_reset() -> None:
    link = ShoeLink(None)
    link.opened(0.0)
    assert passages(link.feed(hello(), 0.1)) == []


def test_a_reset_without_a_hello_is_noticed_by_its_heartbeat() -> None:
    link = up(read_id(5))
    assert passages(link.feed(card(1, boot=OTHER), 1.0)) == []
    assert link.take_output() == encode(sf.WhoAreYou())
    out = link.feed(hello(1, OTHER) + card(1, boot=OTHER), 1.1)
    assert [type(item) for item in passages(out)] == [BoardStarted, CodePassed]


def test_opening_resets_the_board_and_its_first_bytes_are_lost() -> None:
    link = ShoeLink(read_id(5))
    link.opened(0.0)
    found: list[Passage] = []
    found += passages(link.feed(hello(0, OTHER)[9:], 0.1))  # the end of the banner
    for step in range(1, 5):
        found += passages(link.poll(step * 0.5))
    found += passages(link.feed(hello(0, OTHER) + card(1, boot=OTHER), 2.0))
    found += passages(link.feed(card(1, boot=OTHER), 2.25))
    assert [type(item) for item in found] == [BoardStarted, CodePassed]


def test_what_came_before_the_reset_is_not_delivered_after_it() -> None:
    link = up(read_id(5))
    out = link.feed(hello(0, OTHER) + card(6), 1.0)
    assert [type(item) for item in passages(out)] == [BoardStarted]


def test_two_boards_on_one_cable_double_nothing() -> None:
    link = up()
    link.feed(card(1) + card(2), 0.5)
    out = link.feed(hello(0, OTHER) + card(1, boot=OTHER), 1.0)
    out += link.feed(hello(3) + card(1) + card(2) + card(3), 2.0)
    assert [(type(item), item.id.boot, item.id.seq) for item in passages(out)] == [
        (BoardStarted, OTHER, 0),
        (CodePassed, OTHER, 1),
        (BoardStarted, BOOT, 2),
        (CodePassed, BOOT, 3),
    ]


# The board's time ------------------------------------------------------------------------------------------------


def at_s(link: ShoeLink, data: bytes, now_s: float) -> float:
    (passage,) = passages(link.feed(data, now_s))
    return passage.at_s


def test_a_card_that_waited_out_an_unplug_still_says_when_it_left() -> None:
    link = up()
    link.feed(beat(60_000, 0), 100.0)
    link.lost("gone", 101.0)
    link.opened(700.0)
    assert passages(link.feed(hello(1), 700.0)) == []
    assert at_s(link, card(1, out_ms=65_500), 700.2) == pytest.approx(105.5)


def test_a_card_is_never_later_than_its_arrival() -> None:
    link = up()
    link.feed(beat(1000, 0), 2.0)  # late by a second
    assert at_s(link, card(1, out_ms=2000), 2.4) == 2.4
    # … and what was learnt from that arrival holds for the next one, late again
    assert at_s(link, card(2, out_ms=3000), 5.0) == pytest.approx(3.4)


def test_of_a_burst_of_old_events_the_youngest_tells_the_offset() -> None:
    link = up()
    out = link.feed(card(1, out_ms=1000) + card(2, out_ms=4000) + card(3, out_ms=9000), 50.0)
    assert [passage.at_s for passage in passages(out)] == pytest.approx([42.0, 45.0, 50.0])


def test_times_never_run_backwards() -> None:
    link = up()
    first = at_s(link, card(1, out_ms=1000), 10.0)
    link.feed(beat(9000, 1), 12.0)  # the first one was late by 6 s, as it turns out
    assert first <= at_s(link, card(2, out_ms=1100), 12.1) <= 12.1


@pytest.mark.parametrize(
    ("later", "earlier", "ms"), [(5, 1_073_741_823, 6), (1_073_741_823, 5, -6), (1000, 0, 1000), (0, 1000, -1000)]
)
def test_ticks_are_compared_over_their_wrap(later: int, earlier: int, ms: int) -> None:
    assert ticks_diff_ms(later, earlier) == ms


def test_a_card_over_the_wrap_of_the_ticks_keeps_its_time() -> None:
    link = up()
    link.feed(beat(WRAP - 1000, 0), 10.0)
    assert at_s(link, card(1, out_ms=WRAP + 500), 11.9) == pytest.approx(11.5)
    link.feed(beat(WRAP + 2000, 1), 13.0)
    assert at_s(link, card(2, out_ms=WRAP - 500), 13.1) >= 11.5


def test_weeks_of_heartbeats_carry_the_offset_over_every_wrap() -> None:
    clock = BoardClock()
    day_s = 86_400
    for day in range(40):
        clock.heard(day * day_s * 1000 % WRAP, day * day_s + 5.0, present=True)
    now_s = 39 * day_s + 5.0
    assert clock.at_s((39 * day_s - 60) * 1000 % WRAP, now_s) == pytest.approx(now_s - 60)


def test_a_board_whose_crystal_is_slow_is_followed() -> None:
    clock = BoardClock()
    for second in range(0, 400_000, 10):  # 50 millionths slow: 20 s in 4.6 days
        clock.heard(round(second * 1000 * (1 - 50e-6)) % WRAP, float(second), present=True)
    assert clock.at_s(round(399_990 * 1000 * (1 - 50e-6)) % WRAP, 400_000.0) == pytest.approx(399_990, abs=0.1)


def test_without_any_time_of_the_board_the_arrival_counts() -> None:
    assert BoardClock().at_s(5, 7.5) == 7.5
