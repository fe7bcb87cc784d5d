"""The link to a PN532, against a chip that sleeps, falls silent, refuses, and sees cards come and go."""

import pytest

from device.readers import pn532_frames as pf
from device.readers.garbage import UNREADABLE
from device.readers.passages import CodePassed, LinkState, ReadId, TwoAtOnce
from device.readers.pn532_link import HEALTH_S, POLL_S, SILENCE_S, Pn532Link
from device.readers.reader_link import LinkOutput, ReaderLink

BOOT = "0BADCAFE"
OURS = ("083F6C4A", "04A224B26C4080", "11223344")
STEP_S = POLL_S


class Chip:
    """A PN532 in software: strict about what it is sent, and as deaf or as silent as a test wants it."""

    def __init__(self) -> None:
        self.field: tuple[str, ...] = ()
        self.asleep = True
        self.silent = False
        self.refuses = False
        self.identity = bytes.fromhex("32 01 06 07")
        self.commands: list[int] = []
        self.radio_off = 0

    def hear(self, data: bytes) -> bytes:
        """Take what the host writes; returns what the chip says to it."""
        if b"\x55\x55" in data:
            self.asleep = False
        out = b""
        while data:
            start = data.find(b"\x00\xff")
            if start < 0:
                break
            length, check = data[start + 2], data[start + 3]
            if (length, check) == (0, 0xFF):
                data = data[start + 4 :]
                continue
            assert (length + check) & 0xFF == 0
            body, dcs = data[start + 4 : start + 4 + length], data[start + 4 + length]
            assert (sum(body) + dcs) & 0xFF == 0
            assert body[0] == 0xD4
            data = data[start + 6 + length :]
            if self.asleep or self.silent:
                continue
            self.commands.append(body[1])
            out += bytes.fromhex("00 00 FF 00 FF 00")
            out += bytes.fromhex("00 00 FF 01 FF 7F 81 00") if self.refuses else self._answer(body[1], body[2:])
        return out

    def _answer(self, command: int, data: bytes) -> bytes:
        said = b""
        if command == pf.GET_FIRMWARE_VERSION:
            said = self.identity
        elif command == pf.RF_CONFIGURATION:
            self.radio_off += data == b"\x01\x00"
        elif command == pf.IN_LIST_PASSIVE_TARGET:
            assert data == b"\x02\x00"
            said = bytes((len(self.field),))
            for number, uid in enumerate(self.field, start=1):
                said += bytes((number, 0, 4, 8, len(uid) // 2)) + bytes.fromhex(uid)
        body = bytes((0xD5, command + 1)) + said
        return b"\0\0\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


class Bench:
    """A link and a chip on one line, with a clock that only `run` moves."""

    def __init__(self, misses: int = 3) -> None:
        self.link = Pn532Link(boot=BOOT, is_serialised=OURS.__contains__, misses=misses)
        self.chip = Chip()
        self.now_s = 100.0
        self.link.opened(self.now_s)
        self.states: list[tuple[float, LinkState]] = []

    def run(self, seconds: float = 1.0) -> list[LinkOutput]:
        out: list[LinkOutput] = []
        for _ in range(round(seconds / STEP_S)):
            self.now_s += STEP_S
            heard = self.link.poll(self.now_s)
            while said := self.chip.hear(self.link.take_output()):
                heard += self.link.feed(said, self.now_s)
            self.states += [(self.now_s, item) for item in heard if isinstance(item, LinkState)]
            out += heard
        return out

    def with_field(self, *uids: str, polls: int = 1) -> list[LinkOutput]:
        self.chip.field = uids
        return self.run(polls * STEP_S)


def up(bench: Bench) -> Bench:
    bench.run()
    assert bench.link.state.up
    return bench


def codes(out: list[LinkOutput]) -> list[str]:
    return [item.code for item in out if isinstance(item, CodePassed)]


def test_it_has_the_shape_of_every_link() -> None:
    link: ReaderLink = Bench().link
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    link.set_lamps(frozenset({"ready"}))
    assert link.counters["good"] == 0


def test_it_wakes_the_chip_sets_it_up_and_asks_for_cards_five_times_a_second() -> None:
    bench = up(Bench())
    assert bench.chip.commands[:3] == [pf.SAM_CONFIGURATION, pf.GET_FIRMWARE_VERSION, pf.RF_CONFIGURATION]
    bench.chip.commands.clear()
    bench.run(6.0)
    assert bench.chip.commands.count(pf.IN_LIST_PASSIVE_TARGET) >= 5 * 6
    assert [state.up for _, state in bench.states] == [False, True]
    assert bench.states[0][1].detail == "reader: port open, the card reader has not answered yet"


def test_a_card_in_the_field_is_one_card_however_often_it_is_read() -> None:
    bench = up(Bench())
    since_s, empty = bench.now_s, bench.chip.commands.count(pf.IN_LIST_PASSIVE_TARGET)
    out = bench.with_field("083F6C4A", polls=20)
    (card,) = [item for item in out if not isinstance(item, LinkState)]
    assert card == CodePassed(id=ReadId(boot=BOOT, seq=1), at_s=since_s + STEP_S, code="083F6C4A")
    assert bench.link.counters["duplicate"] >= 18
    assert bench.chip.radio_off == bench.chip.commands.count(pf.IN_LIST_PASSIVE_TARGET) - empty


def test_a_resting_card_that_is_seen_every_second_time_stays_one_card() -> None:
    bench = up(Bench())
    out: list[LinkOutput] = []
    for turn in range(40):
        out += bench.with_field(*(["CAFE0001"] if turn % 2 else []))
    assert codes(out) == ["CAFE0001"]


def test_a_card_is_gone_after_misses_and_another_time_it_is_another_pass() -> None:
    bench = up(Bench(misses=3))
    assert codes(bench.with_field("CAFE0001")) == ["CAFE0001"]
    bench.with_field(polls=2)
    assert codes(bench.with_field("CAFE0001")) == []
    bench.with_field(polls=3)
    assert codes(bench.with_field("CAFE0001")) == ["CAFE0001"]


def test_a_card_of_our_packs_that_comes_back_soon_is_the_same_card() -> None:
    bench = up(Bench())
    assert codes(bench.with_field("083F6C4A")) == ["083F6C4A"]
    bench.with_field(polls=60)
    assert codes(bench.with_field("083F6C4A")) == []
    bench.with_field(polls=260)
    assert codes(bench.with_field("083F6C4A")) == ["083F6C4A"]  # the table judges


def test_two_cards_of_ours_at_once_are_told_as_two_at_once() -> None:
    bench = up(Bench())
    since_s = bench.now_s
    (two,) = [item for item in bench.with_field("083F6C4A", "11223344", polls=5) if not isinstance(item, LinkState)]
    codes_of_both = ("083F6C4A", "11223344")
    assert two == TwoAtOnce(id=ReadId(boot=BOOT, seq=1), at_s=since_s + STEP_S, codes=codes_of_both)


def test_a_second_card_beside_a_resting_one_is_one_more_card() -> None:
    bench = up(Bench())
    assert codes(bench.with_field("083F6C4A")) == ["083F6C4A"]
    assert codes(bench.with_field("11223344", "083F6C4A")) == ["11223344"]


def test_a_telephone_beside_a_card_is_no_second_card() -> None:
    assert codes(up(Bench()).with_field("08DEAD01", "083F6C4A")) == ["08DEAD01", "083F6C4A"]


def test_a_chip_that_falls_silent_is_shown_within_three_seconds_and_woken_until_it_is_back() -> None:
    bench = up(Bench())
    bench.chip.silent = True
    since_s = bench.now_s
    bench.run(60.0)
    (at_s, state) = bench.states[-1]
    assert not state.up
    assert "take its power away" in state.detail
    assert at_s - since_s <= 3.0
    assert bench.link.counters["no-answer"] >= 60
    bench.chip.silent, bench.chip.asleep = False, True
    bench.run(1.5)
    assert bench.link.state.up
    assert codes(bench.with_field("083F6C4A")) == ["083F6C4A"]


def test_one_lost_answer_is_no_outage() -> None:
    bench = up(Bench())
    bench.chip.silent = True
    bench.run(STEP_S)
    bench.chip.silent = False
    bench.run(3.0)
    assert [state.up for _, state in bench.states] == [False, True]


def test_the_chips_health_is_asked_for_while_nothing_happens() -> None:
    bench = up(Bench())
    bench.chip.commands.clear()
    bench.run(3 * HEALTH_S + 1)
    assert bench.chip.commands.count(pf.GET_FIRMWARE_VERSION) == 3
    assert bench.chip.commands.count(pf.SAM_CONFIGURATION) == 0


def test_a_port_without_a_chip_says_what_to_look_at() -> None:
    bench = Bench()
    bench.chip.silent = True
    bench.run(SILENCE_S + 1)
    assert [state.detail for _, state in bench.states][-1].startswith("reader: no PN532 answers on this port")


def test_another_chip_is_named_and_not_used() -> None:
    bench = Bench()
    bench.chip.identity = bytes.fromhex("33 01 06 07")
    bench.run(10.0)
    assert "says that it is 33, not a PN532" in bench.link.state.detail
    assert pf.IN_LIST_PASSIVE_TARGET not in bench.chip.commands


def test_a_chip_that_refuses_is_not_asked_without_end() -> None:
    bench = Bench()
    bench.chip.refuses = True
    bench.run(10.0)
    assert not bench.link.state.up
    assert "refuses its set-up" in bench.link.state.detail
    assert len(bench.chip.commands) <= 25


@pytest.mark.parametrize("data", [b"\x00" * 100, b"\x80\xf8" * 50, b"login: \r\n" * 10])
def test_a_stream_of_garbage_is_no_card_and_says_what_to_check(data: bytes) -> None:
    link = Pn532Link(boot=BOOT, is_serialised=OURS.__contains__)
    link.opened(0.0)
    out: list[LinkOutput] = []
    for n in range(100):
        out += link.feed(data, n * 0.1)
        out += link.poll(n * 0.1)
        assert len(link.take_output()) < 64
    assert codes(out) == []
    assert not link.state.up
    assert link.state.detail == UNREADABLE or "login shell" in link.state.detail


def test_a_host_that_cannot_write_keeps_no_heap_of_commands() -> None:
    link = Pn532Link(boot=BOOT, is_serialised=OURS.__contains__)
    link.opened(0.0)
    for n in range(1000):
        link.poll(n * 0.15)
    assert len(link.take_output()) < 64


def test_an_unplugged_reader_says_why_and_a_replugged_one_is_set_up_again() -> None:
    bench = up(Bench())
    bench.link.lost("reader: /dev/nfc is gone; plug it in", bench.now_s)
    bench.run(STEP_S)
    assert bench.states[-1][1].detail == "reader: /dev/nfc is gone; plug it in"
    assert bench.link.take_output() == b""
    bench.chip.asleep = True
    bench.link.opened(bench.now_s)
    assert up(bench).link.state.detail == ""


def test_a_card_in_an_answer_that_comes_late_is_a_card_all_the_same() -> None:
    bench = up(Bench())
    bench.chip.silent = True
    bench.run(1.0)  # the question was given up, and the chip is being woken
    late = bytes.fromhex("00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 08 3F 6C 4A D1 00")
    assert codes(bench.link.feed(late, bench.now_s)) == ["083F6C4A"]
    assert bench.link.take_output() == b"", "it answers nothing that is on its way"
    bench.chip.silent = False
    bench.run(2.0)
    assert bench.link.state.up
