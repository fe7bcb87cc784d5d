"""A reader without gates as a link: what counts as one card, and what a wrongly set-up reader is told."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from device.readers.line import Suffix
from device.readers.line_link import SAME_CARD_S, LineLink
from device.readers.marks import CardMarks, MemoryRegistry
from device.readers.passages import CodePassed, LinkState, Noise, ReadId
from device.readers.reader_link import LinkOutput, ReaderLink
from device.readers.sightings import equal_neighbours
from device.rules.card import Card

BOOT = "0BADCAFE"
MARKS = CardMarks(registry=MemoryRegistry({"QH-03-1A2B": Card.QUEEN_OF_HEARTS}))


def opened(*, suffix: Suffix = Suffix.ANY, min_gap_s: float = 0.4) -> LineLink:
    link = LineLink(boot=BOOT, is_serialised=MARKS.is_serialised, suffix=suffix, min_gap_s=min_gap_s)
    link.opened(0.0)
    link.poll(0.0)
    return link


def cards(out: list[LinkOutput]) -> list[str]:
    return [item.code for item in out if isinstance(item, CodePassed)]


def read_at(link: LineLink, code: bytes, *times_s: float) -> list[float]:
    """When a code read at each of these times became a card."""
    return [at_s for at_s in times_s if cards(link.feed(code + b"\r", at_s))]


def test_it_has_the_shape_of_every_link_and_says_nothing_to_the_reader() -> None:
    link: ReaderLink = opened()
    link.set_lamps(frozenset({"ready"}))
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    link.poll(5.0)
    assert link.take_output() == b""


def test_a_code_is_a_card_with_the_sessions_boot_and_a_count() -> None:
    out = opened().feed(b"9H\rKD\r", 1.5)
    assert out == [
        CodePassed(id=ReadId(boot=BOOT, seq=1), at_s=1.5, code="9H"),
        CodePassed(id=ReadId(boot=BOOT, seq=2), at_s=1.5, code="KD"),
    ]


def test_a_class_code_seen_again_at_once_is_the_same_card() -> None:
    link = opened()
    every_65_ms = [1.0 + n * 0.065 for n in range(30)]
    assert read_at(link, b"9H", *every_65_ms) == [1.0]
    assert link.counters["duplicate"] == 29


def test_two_equal_neighbours_of_a_shuffled_shoe_are_two_cards() -> None:
    assert read_at(opened(), b"9H", 1.0, 1.4, 1.7, 2.3) == [1.0, 1.4, 2.3]
    assert read_at(opened(min_gap_s=0.2), b"9H", 1.0, 1.3) == [1.0, 1.3]


@pytest.mark.parametrize("shoe", ["AABB", "AABBCC", "AAABBB", "AAAABBBB", "ABCDEF"])
def test_equal_neighbours_counted_over_every_order_of_a_small_shoe(shoe: str) -> None:
    """As many kinds as may be, each as often as there are decks: the average does not hang on the kinds."""
    orders = list(permutations(shoe))
    pairs = sum(one == other for order in orders for one, other in pairwise(order))
    assert Fraction(pairs, len(orders)) == equal_neighbours(shoe.count("A"))


@pytest.mark.parametrize("decks", [1, 2, 6, 8, 12])
def test_equal_neighbours_of_a_real_shoe_are_exact(decks: int) -> None:
    counts = Counter(card for card in Card for _ in range(decks))
    cards = counts.total()
    chance = sum(Fraction(many, cards) * Fraction(many - 1, cards - 1) for many in counts.values())
    assert equal_neighbours(decks) == (cards - 1) * chance


def test_another_card_between_makes_the_same_code_another_card() -> None:
    assert cards(opened().feed(b"9H\rKD\r9H\r", 1.0)) == ["9H", "KD", "9H"]


def test_a_serialised_code_seen_again_is_the_same_card() -> None:
    link = opened()
    assert read_at(link, b"QH-03-1A2B", 1.0, 1.5, 20.0) == [1.0]
    assert read_at(link, b"QH-03-1A2B", 20.0 + SAME_CARD_S) == [20.0 + SAME_CARD_S]  # the table judges


def test_the_count_goes_on_over_a_replug_and_its_end() -> None:
    link = opened()
    assert cards(link.feed(b"9H\r", 1.0)) == ["9H"]
    link.lost("gone", 2.0)
    assert link.feed(b"KD\r", 2.5)[0] == link.state
    link.opened(3.0)
    out = link.feed(b"KD\r", 3.5)
    assert [item.id.seq for item in out if isinstance(item, CodePassed)] == [2]
    for n in range(65_533):
        link.feed(b"9H\r" if n % 2 else b"KC\r", 4.0)
    out = link.feed(b"AS\rKS\r", 5.0)
    assert [item.id.seq for item in out if isinstance(item, CodePassed)] == [1, 2]


def test_half_a_code_is_dropped_after_three_seconds_of_polls() -> None:
    link = opened()
    link.feed(b"QH-03", 1.0)
    out = [item for n in range(32) for item in link.poll(1.0 + n * 0.1)]
    assert out == [Noise(kind="stale", bytes=5)]
    assert cards(link.feed(b"KD\r", 4.5)) == ["KD"]


def test_half_a_code_may_take_a_moment() -> None:
    link = opened()
    link.feed(b"QH-03", 1.0)
    link.poll(1.06)
    assert cards(link.feed(b"-1A2B\r", 1.06)) == ["QH-03-1A2B"]


def test_without_a_suffix_the_polls_end_a_code() -> None:
    link = opened(suffix=Suffix.NONE)
    assert cards(link.feed(b"9H", 1.0)) == []
    assert cards([*link.poll(1.05), *link.poll(1.1), *link.poll(1.15)]) == ["9H"]


def test_the_link_is_up_while_the_line_is_open() -> None:
    link = LineLink(boot=BOOT, is_serialised=MARKS.is_serialised)
    assert [item.up for item in link.poll(0.0) if isinstance(item, LinkState)] == [False]
    link.opened(1.0)
    assert [item.up for item in link.poll(1.0) if isinstance(item, LinkState)] == [True]
    assert link.poll(60.0) == []
    link.lost("reader: /dev/scanner is gone; plug it in", 61.0)
    (state,) = [item for item in link.poll(61.0) if isinstance(item, LinkState)]
    assert (state.up, state.detail) == (False, "reader: /dev/scanner is gone; plug it in")


@pytest.mark.parametrize("data", [b"\x00\x80\xf8" * 34, b"\x00" * 102, b"\xf8\x0d\x80\x00" * 25, b"x" * 102])
def test_a_stream_of_garbage_is_no_card_and_says_what_to_check(data: bytes) -> None:
    link = opened()
    out: list[LinkOutput] = []
    for n in range(100):  # 10 s at 1 kB/s
        out += link.feed(data, 1.0 + n * 0.1)
    assert cards(out) == []
    assert [(item.up, item.detail) for item in out if isinstance(item, LinkState)] == [
        (False, "reader: unreadable data, check baud/wiring")
    ]


def test_a_code_inside_garbage_is_not_believed_and_one_after_it_is() -> None:
    link = opened()
    link.feed(b"\x00\x80\xf8" * 100, 1.0)
    assert cards(link.feed(b"\r9H\r", 1.1)) == []
    link.poll(9.5)
    assert not link.state.up  # quiet for a while, but not yet believed
    states = [item for n in range(200) for item in link.poll(9.6 + n * 0.1) if isinstance(item, LinkState)]
    assert [state.up for state in states] == [True]
    assert cards(link.feed(b"9H\r", 30.0)) == ["9H"]


def test_a_stray_byte_now_and_then_does_no_harm() -> None:
    link = opened()
    for n in range(100):
        assert cards(link.feed(b"\xff" + (b"9H\r" if n % 2 else b"KD\r"), n * 2.0))
        assert link.state.up


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("HA&&é\r".encode(), "set scanner to USB-COM"),
        ("HA&&é\r".encode("latin-1"), "set scanner to USB-COM"),
        ("QC½157\r".encode(), "set scanner to USB-COM"),
        ("QC½157\r".encode("latin-1"), "set scanner to USB-COM"),
        (b'QC"157\r', "set scanner to USB-COM"),
        (b"len=29&wh=128,128&kc=l&keypressms=0\r\n", "login shell"),
        (b"l22&y=\n", "login shell"),
        (b"raspberrypi login: ", "login shell"),
    ],
)
def test_a_reader_or_port_that_is_set_up_wrongly_is_refused_with_a_hint(typed: bytes, hint: str) -> None:
    link = opened()
    out = link.feed(typed, 1.0)
    assert cards(out) == []
    assert [item.up for item in out if isinstance(item, LinkState)] == [False]
    assert hint in link.state.detail
    link.opened(2.0)
    assert cards(link.feed(b"9H\r", 2.5)) == ["9H"]
    assert link.state.up


def test_the_engines_answers_are_no_garbage() -> None:
    link = opened()
    for n in range(100):
        link.feed(bytes.fromhex("02000001003331"), n * 0.01)
    assert cards(link.feed(b"9H\r", 1.5)) == []  # a hundred answers without a line end are an overlong line
    assert cards(link.feed(b"KD\r", 60.0)) == ["KD"]


def test_answers_one_by_one_are_counted_and_the_code_behind_them_read() -> None:
    link = opened()
    for n in range(100):
        assert cards(link.feed(bytes.fromhex("02000001003331") + (b"9H\r" if n % 2 else b"KD\r"), n * 0.1))
    assert link.counters["ack"] == 100
    assert link.state.up
