"""Readers without gates as links: what one card is, what they are told, and what is said when they do not listen."""

from itertools import pairwise

import pytest

from device.readers import garbage, speeches
from device.readers.gateless_link import NO_ANSWER, NOT_CONFIGURED, GatelessLink, Speech
from device.readers.marks import CardMarks, MemoryRegistry
from device.readers.passages import CodePassed, LinkState, ReadId
from device.readers.reader_link import LinkOutput, ReaderLink
from device.readers.sightings import SAME_CARD_S, Sightings
from device.readers.ssi import ACKNOWLEDGE, ASK_REVISION, ENABLE_SCAN, SEND_PACKETS, packet
from device.readers.twn4 import SEARCH_TAG
from device.rules.card import Card

BOOT = "0BADCAFE"
TAG, OTHER = "0D00319CD0", "01C8F00800"
MARKS = CardMarks(registry=MemoryRegistry({TAG: Card.QUEEN_OF_HEARTS, OTHER: Card.FOUR_OF_SPADES}))
A01 = bytes.fromhex("02 30 44 30 30 33 31 39 43 44 30 37 30 03")
A04 = bytes.fromhex("02 30 31 43 38 46 30 30 38 30 30 33 31 03")
PHANTOMS = "000000000000 000000078F88 00F00000F000 F000060007F1 B59A99E5A9FA 4FFB388FFFFC DA9386B5EA90 DAEF6FEE2B9F"
OK = bytes.fromhex("02 00 00 01 00 33 31")


def opened(speech: Speech, *, tags: bool = False) -> GatelessLink:
    link = GatelessLink(
        speech,
        boot=BOOT,
        is_serialised=MARKS.is_serialised,
        knows=lambda code: MARKS.look_up(code) is not None,
        tags=tags,
    )
    link.opened(0.0)
    link.poll(0.0)
    return link


def codes(out: list[LinkOutput]) -> list[str]:
    return [item.code for item in out if isinstance(item, CodePassed)]


def states(out: list[LinkOutput]) -> list[tuple[bool, str]]:
    return [(item.up, item.detail) for item in out if isinstance(item, LinkState)]


def polled(link: GatelessLink, until_s: float, *, from_s: float = 0.0) -> list[LinkOutput]:
    return [item for step in range(round(from_s * 20), round(until_s * 20) + 1) for item in link.poll(step / 20)]


def data(code: str, status: int = 0) -> bytes:
    return packet(0xF3, 1, *code.encode(), source=0, status=status)


# Tags.


def test_one_tag_read_thirty_times_is_one_card() -> None:
    link = opened(speeches.em4100(), tags=True)
    found = [codes(link.feed(A01, 1.0 + n * 0.065)) for n in range(31)]
    assert found == [[TAG]] + [[]] * 30
    assert link.counters["duplicate"] == 30


def test_three_frames_in_one_piece_are_one_card() -> None:
    assert codes(opened(speeches.em4100(), tags=True).feed(A01 * 3, 1.0)) == [TAG]


def test_a_tag_that_flickers_is_one_card() -> None:
    link = opened(speeches.twn4(), tags=True)
    answers = [b"00014028050D00319CD0\r", b"0000\r"] * 3
    assert [codes(link.feed(answer, n * 0.1)) for n, answer in enumerate(answers)] == [[TAG], [], [], [], [], []]


def test_two_tags_in_view_are_two_cards_however_they_take_turns() -> None:
    link = opened(speeches.em4100(), tags=True)
    assert codes(link.feed((A01 + A04) * 20, 1.0)) == [TAG, OTHER]


def test_a_tag_that_was_away_for_long_is_told_again_and_the_table_judges() -> None:
    link = opened(speeches.em4100(), tags=True)
    assert [codes(link.feed(A01, at_s)) for at_s in (0.0, 29.0, 58.0, 58.0 + SAME_CARD_S)] == [[TAG], [], [], [TAG]]


def test_ids_that_no_tag_bears_are_never_a_card() -> None:
    link = opened(speeches.em4100(), tags=True)
    for number, digits in enumerate(PHANTOMS.split()):
        assert codes(link.feed(b"\x02" + digits.encode() + b"\x03", number * 60.0)) == []
    assert link.counters == {"good": 0, "duplicate": 0, "lost": 0, "all-zero": 1, "unknown-card": 7}


@pytest.mark.parametrize("stream", [b"\x00", b"\x80", b"\xf8", b"\x00\x80\xf8"])
@pytest.mark.parametrize("kind", ["em4100", "grow", "ssi", "twn4"])
def test_a_line_at_the_wrong_speed_is_told(kind: str, stream: bytes) -> None:
    speech = speeches.grow(0.4) if kind == "grow" else getattr(speeches, kind)()
    link = opened(speech, tags=kind in ("em4100", "twn4"))
    out = [item for n in range(100) for item in link.feed((stream * 100)[:100], n * 0.1)]
    out += polled(link, 12.0, from_s=10.0)
    assert codes(out) == []
    wanted = garbage.UNREADABLE if kind != "twn4" else NO_ANSWER  # a line without end says nothing of its speed
    assert (False, wanted) in states(out)


# What is kept of what was seen.


def test_no_more_serialised_codes_are_kept_than_lie_in_view() -> None:
    seen = Sightings(is_serialised=lambda _: True)
    assert all(seen.is_another_card(f"QH-{n}", n / 100) for n in range(1000))
    assert seen.is_another_card("QH-0", 11.0)
    assert not seen.is_another_card("QH-999", 11.0)


# A GM65: set up, asked, and warned about.


def test_a_grow_engine_is_set_up_and_asked() -> None:
    link: ReaderLink = opened(speeches.grow(0.4))
    assert link.take_output().hex(" ").upper().startswith("7E 00 08 01 00 13 82")
    link.feed(OK + b"9H\r", 0.1)
    link.poll(0.2)
    assert link.take_output().hex(" ").upper().startswith("7E 00 07 01 00 00 01")
    assert link.state.up


def test_a_grow_engine_that_never_answers_reads_on_with_a_warning() -> None:
    link = opened(speeches.grow(0.4))
    out = polled(link, 10.0)
    assert states(out) == [(True, NOT_CONFIGURED)]
    assert codes(link.feed(b"9H\r", 10.1)) == ["9H"]


def test_a_grow_engine_that_has_answered_and_is_silent_is_down_within_three_seconds_and_comes_back() -> None:
    link = opened(speeches.grow(0.4))
    link.feed(OK, 0.05)
    link.poll(0.1)
    assert states(link.feed(bytes.fromhex("02 00 00 01 3E E4 AC"), 0.15)) == []
    assert states(polled(link, 3.15, from_s=0.2)) == [(False, NO_ANSWER)]
    assert states(link.feed(bytes.fromhex("02 00 00 01 3E E4 AC"), 9.0)) == [(True, "")]


# A Zebra engine: acknowledged when on record.


def set_up_ssi() -> GatelessLink:
    link = opened(speeches.ssi())
    assert link.take_output() == SEND_PACKETS
    link.feed(packet(0xD0, source=0), 0.05)
    assert link.take_output() == ENABLE_SCAN
    link.feed(packet(0xD0, source=0), 0.1)
    link.poll(0.1)
    assert link.take_output() == ASK_REVISION
    link.feed(packet(0xA4, 0x41, source=0), 0.15)
    return link


def test_a_card_is_acknowledged_when_it_is_on_record_and_not_before() -> None:
    link = set_up_ssi()
    assert codes(link.feed(data("9H"), 0.2)) == ["9H"]
    assert link.take_output() == b""
    link.acknowledge(ReadId(boot="00000000", seq=1))
    assert link.take_output() == b""
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    assert link.take_output() == ACKNOWLEDGE
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    assert link.take_output() == b""


def test_a_repeat_is_no_card_and_is_acknowledged_again() -> None:
    link = set_up_ssi()
    link.feed(data("9H"), 0.2)
    assert codes(link.feed(data("9H", 1), 2.2)) == []
    assert link.take_output() == ASK_REVISION  # the record is slow: its word will come
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    assert link.take_output() == ACKNOWLEDGE
    assert codes(link.feed(data("9H", 1), 2.3)) == []
    assert link.take_output() == ACKNOWLEDGE  # it has not heard us


@pytest.mark.parametrize("code", ["NR", "4006381333931"])
def test_what_is_no_card_of_ours_is_acknowledged_at_once(code: str) -> None:
    link = set_up_ssi()
    link.feed(data(code), 0.2)
    assert link.take_output() == ACKNOWLEDGE


def test_a_card_seen_again_at_once_is_acknowledged_and_no_card() -> None:
    link = set_up_ssi()
    link.feed(data("9H"), 0.2)
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    link.take_output()
    assert codes(link.feed(data("9H"), 0.4)) == []
    assert link.take_output() == ACKNOWLEDGE


def test_a_zebra_that_refuses_a_setting_is_a_warning_and_one_that_is_silent_is_down() -> None:
    link = opened(speeches.ssi())
    assert states(link.feed(packet(0xD1, 2, source=0), 0.1)) == [(True, NOT_CONFIGURED)]
    link = opened(speeches.ssi())
    assert states(polled(link, 3.0))[-1] == (False, NO_ANSWER)


def test_a_closed_port_is_told_nothing_and_an_open_one_is_set_up_anew() -> None:
    link = set_up_ssi()
    link.feed(data("KD"), 0.2)
    link.lost("gone", 1.0)
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    assert states(polled(link, 5.0, from_s=1.0)) == [(False, "gone")]
    assert link.take_output() == b""
    link.opened(6.0)
    link.poll(6.0)
    assert link.take_output() == SEND_PACKETS


# A TWN4: asked again and again.


def test_a_twn4_is_asked_ten_times_a_second_while_it_answers() -> None:
    link = opened(speeches.twn4(), tags=True)
    asked = []
    for step in range(40):
        link.poll(step / 40)
        if output := link.take_output():
            assert output == SEARCH_TAG
            asked.append(step / 40)
            link.feed(b"0000\r", step / 40)
    assert len(asked) == 10
    assert all(0.09 < after - before < 0.13 for before, after in pairwise(asked))
    assert states(polled(link, 3.0, from_s=1.0)) == [(False, NO_ANSWER)]
