"""The link to the shoe board, step by step on a clock of our own: who may speak, when, and what is delivered."""

import pytest

from device.readers import shoe_frames as sf
from device.readers.link import ASK_INTERVAL_S, SILENCE_S, ShoeLink
from device.readers.passages import BoardStarted, CodePassed, LinkState, Noise, Passage, ReadId
from device.readers.reader_link import LinkOutput, ReaderLink
from device.readers.shoe import ShoeDecoder, encode

BOOT = "1A2B3C4D"
OTHER = "99990000"


def read_id(seq: int, boot: str = BOOT) -> ReadId:
    return ReadId(boot=boot, seq=seq)


def hello(seq: int = 0, boot: str = BOOT, *, product: str = "shoe", major: int = 1) -> bytes:
    return encode(sf.Hello(id=read_id(seq, boot), product=product, major=major, details=(("fw", "0.1.0"),)))


def card(seq: int, code: str = "9H", boot: str = BOOT, *, out_ms: int = 1000) -> bytes:
    return encode(sf.CodeFrame(id=read_id(seq, boot), in_ticks_ms=max(0, out_ms - 120), out_ticks_ms=out_ms, code=code))


def beat(uptime_ms: int, last_seq: int, boot: str = BOOT) -> bytes:
    return encode(sf.Heartbeat(boot=boot, uptime_ms=uptime_ms, last_seq=last_seq, flags="ok"))


def passages(out: list[LinkOutput]) -> list[Passage]:
    return [item for item in out if isinstance(item, Passage)]


def seqs(out: list[LinkOutput]) -> list[int]:
    return [item.id.seq for item in passages(out)]


def sent(link: ShoeLink) -> list[sf.Frame]:
    frames = ShoeDecoder().feed(link.take_output())
    assert not any(isinstance(frame, Noise) for frame in frames)
    return [frame for frame in frames if not isinstance(frame, Noise)]


def up(last_read: ReadId | None = None, seq: int = 0, boot: str = BOOT) -> ShoeLink:
    """A link whose board has said hello at time 0."""
    link = ShoeLink(last_read)
    link.opened(0.0)
    link.take_output()
    link.feed(hello(seq, boot), 0.0)
    link.take_output()
    assert link.state.up
    return link


def test_it_has_the_shape_of_every_link() -> None:
    link: ReaderLink = ShoeLink(None)
    assert not link.state.up


# Who may speak ---------------------------------------------------------------------------------------------------


def test_before_the_hello_nothing_is_written_but_the_question() -> None:
    link = ShoeLink(read_id(40))
    link.set_lamps(frozenset({"ready"}))
    link.opened(0.0)
    link.acknowledge(read_id(40))
    asked = 0
    for step in range(40):
        now_s = step * 0.1
        link.poll(now_s)
        link.feed(card(41) + beat(100 * step, 41), now_s)
        frames = sent(link)
        assert set(frames) <= {sf.WhoAreYou()}
        asked += len(frames)
    assert asked > 5


def test_nothing_is_written_while_the_port_is_closed() -> None:
    link = ShoeLink(None)
    link.poll(0.0)
    assert link.take_output() == b""
    link.opened(1.0)
    link.lost("reader: /dev/shoe is gone; plug it in", 2.0)
    link.poll(9.0)
    assert link.take_output() == b""


def test_a_lost_answer_is_asked_for_again() -> None:
    link = ShoeLink(None)
    link.opened(0.0)
    assert sent(link) == [sf.WhoAreYou()]
    link.poll(ASK_INTERVAL_S / 2)
    assert sent(link) == []
    link.poll(ASK_INTERVAL_S)
    assert sent(link) == [sf.WhoAreYou()]
    assert any(item == link.state for item in link.feed(hello(), 0.7))
    assert link.state.up


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (hello(product="printer"), "'printer', not a shoe"),
        (hello(major=2), "protocol 2, this software 1"),
        (hello(major=0), "protocol 0, this software 1"),
    ],
)
def test_another_device_is_left_alone_and_named(frame: bytes, says: str) -> None:
    link = ShoeLink(None)
    link.opened(0.0)
    link.take_output()
    out = link.feed(frame + card(1), 0.1)
    assert passages(out) == []
    assert not link.state.up
    assert says in link.state.detail
    assert sent(link) == []
    assert not link.feed(frame, 0.2)
    assert sent(link) == []  # no endless question and answer


def test_a_board_that_turns_into_another_device_is_dropped() -> None:
    link = up()
    out = link.feed(hello(product="printer") + card(1), 1.0)
    assert passages(out) == []
    assert [item.up for item in out if isinstance(item, LinkState)] == [False]


def test_events_before_the_hello_are_left_to_be_sent_again() -> None:
    link = ShoeLink(None)
    link.opened(0.0)
    assert passages(link.feed(card(1), 0.1)) == []
    assert seqs(link.feed(hello(1) + card(1), 0.4)) == [1]


def test_the_state_comes_before_what_it_makes_possible() -> None:
    link = ShoeLink(read_id(3, OTHER))
    link.opened(0.0)
    out = link.feed(hello(0) + card(1), 0.1)
    assert [type(item) for item in out] == [LinkState, BoardStarted, CodePassed]


def test_a_silent_board_is_down_after_three_seconds_and_up_again_after_a_hello() -> None:
    link = up()
    link.feed(beat(1000, 0), 1.0)
    assert not [item for item in link.poll(1.0 + SILENCE_S - 0.01) if isinstance(item, LinkState)]
    (state,) = [item for item in link.poll(1.0 + SILENCE_S) if isinstance(item, LinkState)]
    assert (state.up, "no heartbeat" in state.detail) == (False, True)
    assert link.poll(1.1 + SILENCE_S) == []
    assert sent(link) == [sf.WhoAreYou()]
    assert passages(link.feed(card(1), 5.0)) == []  # a card meanwhile stays on the board …
    assert seqs(link.feed(hello(1) + card(1), 5.2)) == [1]  # … and comes once, after
    assert passages(link.feed(card(1), 5.4)) == []


def test_events_alone_are_no_heartbeat() -> None:
    link = up()
    for step in range(1, 12):
        link.feed(card(step), step * 0.25)
    link.poll(SILENCE_S)
    assert not link.state.up


def test_a_port_that_is_lost_says_why_until_it_is_back() -> None:
    link = up()
    link.lost("reader: /dev/shoe is gone; plug it in", 1.0)
    assert link.state.detail == "reader: /dev/shoe is gone; plug it in"
    assert [item for item in link.poll(1.1) if isinstance(item, LinkState)] == [link.state]
    assert link.feed(card(1), 1.2) == []
    link.opened(2.0)
    assert "has not answered yet" in link.state.detail
    link.poll(2.0 + SILENCE_S)
    assert "no shoe answers" in link.state.detail


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"raspberrypi login: ", "login shell"),
        (encode(sf.WhoAreYou()) + b"raspberrypi login: ", "login shell"),
        (b"l22&y=\n", "login shell"),
        (b"len=29&wh=128,128&kc=l&keypressms=0\r\n", "login shell"),
        (b">>> ", "Python prompt"),
        (b"\x00\x80\xf8" * 100, "unreadable data, check baud/wiring"),
    ],
)
def test_a_port_without_a_shoe_says_what_it_looks_like(line: bytes, says: str) -> None:
    link = ShoeLink(None)
    link.opened(0.0)
    link.feed(line, 0.1)
    link.feed(line, 0.2)
    assert says in link.state.detail
    assert link.feed(hello(), 0.3)
    assert link.state.up


def test_the_host_speaks_at_least_each_second_while_the_board_is_ours() -> None:
    link = up()
    for step in range(1, 30):
        now_s = step * 0.2
        link.feed(beat(step * 200, 0), now_s)
        link.poll(now_s)
        if step % 5 == 0:
            assert link.take_output(), now_s


def test_lamps_are_told_when_they_change_and_after_each_hello() -> None:
    link = up()
    link.set_lamps(frozenset({"lock", "ready"}))
    assert sent(link) == [sf.Lamps(names=frozenset({"lock", "ready"}))]
    link.set_lamps(frozenset({"lock", "ready"}))
    assert sent(link) == []
    link.opened(1.0)
    link.take_output()
    link.feed(hello(), 1.1)
    assert sent(link) == [sf.Lamps(names=frozenset({"lock", "ready"}))]


# Once, in order, acknowledged when on record ---------------------------------------------------------------------


def test_nothing_is_acknowledged_before_it_is_on_record() -> None:
    link = up()
    link.feed(card(1) + card(2), 1.0)
    assert sent(link) == []
    assert passages(link.feed(card(1) + card(2), 1.25)) == []
    assert sent(link) == []
    link.acknowledge(read_id(1))
    assert sent(link) == [sf.Acknowledge(id=read_id(1))]
    assert passages(link.feed(card(1) + card(2), 1.5)) == []
    assert sent(link) == [sf.Acknowledge(id=read_id(1))]  # 1 again, as the board has not heard it; never 2
    assert link.counters["duplicate"] == 4


def test_what_was_never_delivered_cannot_be_acknowledged() -> None:
    link = up()
    link.feed(card(1), 1.0)
    link.acknowledge(read_id(2))
    link.acknowledge(read_id(1, OTHER))
    link.acknowledge(read_id(0))
    assert sent(link) == []


def test_a_retry_minutes_later_is_dropped_and_acknowledged_again() -> None:
    link = up()
    link.feed(card(1), 1.0)
    link.acknowledge(read_id(1))
    link.take_output()
    for step in range(1, 240):
        link.feed(beat(step * 1000, 1), float(step))
        link.poll(float(step))
    link.take_output()
    assert passages(link.feed(card(1), 240.0)) == []
    assert sent(link) == [sf.Acknowledge(id=read_id(1))]


def test_after_a_restart_the_record_decides_what_is_new() -> None:
    link = ShoeLink(read_id(17))
    link.opened(0.0)
    link.take_output()
    out = link.feed(hello(18) + card(16) + card(17) + card(18), 0.1)
    assert seqs(out) == [18]
    assert sent(link)[0] == sf.Acknowledge(id=read_id(17))  # on record before, so it may be said


def test_after_a_restart_the_board_is_told_at_once_what_is_on_record() -> None:
    link = ShoeLink(read_id(17))
    link.opened(0.0)
    link.take_output()
    link.feed(hello(17), 0.1)
    assert sf.Acknowledge(id=read_id(17)) in sent(link)


def test_a_damaged_frame_on_the_line_puts_a_loss_off() -> None:
    link = up()
    spoilt = card(1)[:-2] + b"\n"
    out = [item for n in range(8) for item in link.feed(spoilt + card(2), 1.0 + n * 0.25)]
    assert passages(out) == []
    assert seqs(link.feed(card(1), 3.0)) == [1, 2]


def test_after_a_replug_what_is_missing_is_waited_for_anew() -> None:
    link = up()
    for n in range(4):
        assert passages(link.feed(card(2), 1.0 + n * 0.25)) == []
    link.lost("gone", 1.9)
    link.opened(60.0)
    assert passages(link.feed(hello(2) + card(2), 60.1)) == []
    assert seqs(link.feed(card(1) + card(2), 60.2)) == [1, 2]


def test_a_frame_cut_by_an_unplug_does_not_spoil_the_first_one_after_it() -> None:
    link = up()
    link.feed(card(1)[:-1], 1.0)
    link.lost("gone", 1.1)
    link.opened(2.0)
    out = link.feed(b"\n" + hello(1), 2.1)
    assert not [item for item in out if isinstance(item, Noise)]
    assert link.state.up
