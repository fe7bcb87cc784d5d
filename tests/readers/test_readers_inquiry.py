"""Which reader is on the port: every kind at its speeds, every question before every device, and what is no reader."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strange_devices import (
    BAUDS,
    OneWay,
    ShoeBoard,
    ask,
)

from device.readers.hearing import Hearing
from device.readers.inquiry import Found, NotFound, Sure, Why
from device.readers.kinds import ReaderKind
from device.readers.questions import GROW, LISTENING, PN532, SHOE, SSI, TWN4
from device.sim.readers.angel_eye import AngelEyeShoe
from device.sim.readers.base import SimReader
from device.sim.readers.em4100 import Em4100Reader
from device.sim.readers.grow import GrowEngine
from device.sim.readers.kinds import KINDS
from device.sim.readers.line import SUFFIXES, LineEngine
from device.sim.readers.pn532 import Pn532Reader
from device.sim.readers.ssi import SsiEngine
from device.sim.readers.twn4 import Twn4Reader
from device.sim.readers.wire import heard

QUESTIONS = [SHOE, TWN4, PN532, GROW, SSI]
DEVICES = {**KINDS, "shoe": ShoeBoard}
CARDS = {"twn4": "0C000621A5", "em4100": "0C000621A5", "pn532": "083F6C4A"}
LONGEST_MS = 30_000


def seen(answer: Found | NotFound) -> tuple[object, ...]:
    return (answer.kind, answer.baud, answer.sure) if isinstance(answer, Found) else (answer.why,)


# What may go over the wire -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.kind.value)
def test_no_question_holds_what_any_reader_obeys(question: object) -> None:
    assert isinstance(question, type(SHOE))
    for sent in (question.send, question.again):
        assert not set(sent) & {0x03, 0x11, 0x13, 0x16, 0x1B, ord("D"), ord("E"), ord("R")}
        assert not re.search(rb"AT|\x7e\x01|\x7e\x00[^\x07]|\x02OP|\^_\^", sent)


@pytest.mark.parametrize("kind", DEVICES)
def test_no_order_of_questions_changes_any_device_or_is_taken_for_another(kind: str) -> None:
    for order in itertools.permutations(QUESTIONS):
        device = DEVICES[kind]()
        hearing = Hearing()
        now_ms = 5000
        for question in (*order, *order):
            hearing.asked.add(question.kind)
            device.from_host(question.again, now_ms)
            for _ in range(3):
                device.tick(now_ms)
                hearing.feed(device.take_output())
                hearing.pause(100)
                now_ms += 100
        assert device.changed == []
        assert hearing.certain in (None, ReaderKind(kind))
        silent = kind in ("line", "em4100", "angel-eye")
        assert hearing.kind == (None if silent else ReaderKind(kind))


@pytest.mark.parametrize("kind", DEVICES)
@pytest.mark.parametrize("baud", BAUDS)
def test_no_question_at_a_wrong_speed_changes_any_device(kind: str, baud: int) -> None:
    for at in BAUDS:
        device = DEVICES[kind]()
        for place, question in enumerate(QUESTIONS * 2):
            device.from_host(heard(question.again, at, baud), 1000 + 300 * place)
        assert device.changed == []


@given(st.lists(st.sampled_from([question.again for question in QUESTIONS]), max_size=10), st.data())
def test_an_echo_of_questions_is_no_reader(sent: list[bytes], data: st.DataObject) -> None:
    hearing = Hearing()
    hearing.asked.update(ReaderKind)
    whole = b"".join(sent)
    at = 0
    while at < len(whole):
        length = data.draw(st.integers(1, 40))
        hearing.feed(whole[at : at + length])
        at += length
    assert hearing.certain is None


# Each reader, at each of its speeds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("device", "bauds"),
    [
        (ShoeBoard, [115200]),
        (GrowEngine, [9600, 115200, 57600, 38400, 19200]),
        (SsiEngine, [9600, 115200, 57600, 38400, 19200]),
        (Twn4Reader, [115200, 9600]),
        (Pn532Reader, [115200]),
    ],
)
def test_a_reader_that_answers_is_found_with_its_speed(device: type[SimReader], bauds: list[int]) -> None:
    for baud in bauds:
        reader = device()
        asked = ask(reader, baud)
        assert seen(asked.answer) == (ReaderKind(reader.kind), baud, Sure.ANSWERED)
        assert reader.changed == []
        assert asked.ms < LONGEST_MS


def test_what_a_reader_says_of_itself_is_told() -> None:
    details = {}
    for device in (ShoeBoard(), SsiEngine(), Pn532Reader()):
        answer = ask(device).answer
        assert isinstance(answer, Found)
        details[answer.kind.value] = dict(answer.details)
    assert details["shoe"]["product"] == "shoe" and details["shoe"]["fw"]
    assert details["ssi"] == {"revision": "PAAAES00-005-R02D0 00 SE655"}
    assert details["pn532"] == {"chip": "32", "firmware": "1.6"}


def test_a_tag_on_a_twn4_does_not_hide_it() -> None:
    reader = Twn4Reader()
    assert seen(ask(reader, script={0: "card 0C000621A5"}).answer) == (ReaderKind.TWN4, 115200, Sure.ANSWERED)


@pytest.mark.parametrize("kind", ["line", "em4100", "angel-eye"])
def test_a_reader_that_cannot_answer_is_said_to_be_silent(kind: str) -> None:
    reader = DEVICES[kind]()
    asked = ask(reader)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.SILENT
    assert "--listen" in asked.answer.says
    assert reader.changed == [] and asked.ms < LONGEST_MS


def test_a_resting_tag_is_heard_at_its_speed_and_nothing_more_is_sent() -> None:
    reader = Em4100Reader()
    asked = ask(reader, script={0: "card 0C000621A5"})
    assert seen(asked.answer) == (ReaderKind.EM4100, 9600, Sure.TALKING)
    assert asked.sent == []


def test_an_angel_eye_that_deals_is_known_by_its_reports_and_asked_nothing() -> None:
    cards = ["4h", "2s", "9c", "Ad", "8d", "5c"]
    script = {at: f"card {cards[at // 200 % 4]}" if at % 1000 else "result" for at in range(0, 8000, 200)}
    asked = ask(AngelEyeShoe(), script=script)
    assert seen(asked.answer) == (ReaderKind.ANGEL_EYE, 4800, Sure.TALKING)
    assert asked.sent == []


@pytest.mark.parametrize(
    ("baud", "suffix"), [*((9600, suffix) for suffix in SUFFIXES), *((baud, "none") for baud in LISTENING[1:])]
)
def test_a_plain_engine_is_found_by_the_labels_it_is_shown(baud: int, suffix: str) -> None:
    reader = LineEngine(suffix=suffix)
    script = dict.fromkeys(range(14_000, 40_000, 1500), "card 7QX4-K3-1A2B")
    answer = ask(reader, baud, listen_s=30, script=script).answer
    assert isinstance(answer, Found)
    assert seen(answer) == (ReaderKind.LINE, baud, Sure.READ)
    assert answer.unended == (suffix == "none")
    assert answer.codes[-1] == "7QX4-K3-1A2B"


@pytest.mark.parametrize("kind", ["em4100", "angel-eye", "grow", "ssi"])
def test_a_card_shown_while_listening_finds_a_silent_reader(kind: str) -> None:
    card = CARDS.get(kind, "9H")
    script = dict.fromkeys(range(14000, 40000, 1500), f"card {card}" if kind != "angel-eye" else "cut")
    device = OneWay(DEVICES[kind]())
    answer = ask(device, listen_s=30, script=script).answer
    expected = {"grow": ReaderKind.LINE}.get(kind, ReaderKind(kind))
    assert isinstance(answer, Found) and (answer.kind, answer.baud) == (expected, device.baud)


def test_listening_ends_when_nothing_is_shown() -> None:
    asked = ask(LineEngine(), listen_s=20)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.SILENT
    assert asked.ms < LONGEST_MS + 20_000


def test_labels_scanned_too_early_at_a_wrong_speed_do_not_end_the_search() -> None:
    script = dict.fromkeys([1500, 2500, 3500, *range(16_000, 30_000, 1500)], "card 7QX4-K3-1A2B")
    for suffix in ("cr", "none"):
        answer = ask(LineEngine(suffix=suffix), listen_s=30, script=script).answer
        assert seen(answer) == (ReaderKind.LINE, 9600, Sure.READ)


def test_labels_scanned_meanwhile_do_not_hide_what_answers() -> None:
    reader = GrowEngine()
    asked = ask(reader, 115200, script=dict.fromkeys(range(0, 4000, 300), "card 9H"))
    assert seen(asked.answer) == (ReaderKind.GROW, 115200, Sure.ANSWERED)
