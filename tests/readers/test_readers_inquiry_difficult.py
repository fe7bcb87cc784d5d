"""Which reader is it, where the port makes it hard: late answers, consoles, floods, strangers, nobody."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strange_devices import (
    Banner,
    Console,
    Curt,
    Deaf,
    Echo,
    Flood,
    Late,
    Nobody,
    OneWay,
    ShoeBoard,
    Stranger,
    ask,
)

from device.readers.inquiry import Found, Inquiry, NotFound, Sure, Why
from device.readers.kinds import ReaderKind
from device.readers.questions import GROW, PN532, SHOE, SPEEDS, SSI, TWN4
from device.sim.readers.angel_eye import AngelEyeShoe
from device.sim.readers.kinds import KINDS
from device.sim.readers.line import LineEngine
from device.sim.readers.pn532 import Pn532Reader

QUESTIONS = [SHOE, TWN4, PN532, GROW, SSI]
DEVICES = {**KINDS, "shoe": ShoeBoard}
CARDS = {"twn4": "0C000621A5", "em4100": "0C000621A5", "pn532": "083F6C4A"}
LONGEST_MS = 30_000


def seen(answer: Found | NotFound) -> tuple[object, ...]:
    return (answer.kind, answer.baud, answer.sure) if isinstance(answer, Found) else (answer.why,)


@pytest.mark.parametrize("kind", ["shoe", "grow", "ssi", "twn4", "pn532"])
@pytest.mark.parametrize("late_ms", [350, 900])
def test_a_reader_that_answers_late_is_found(kind: str, late_ms: int) -> None:
    device = Late(DEVICES[kind](), late_ms)
    answer = ask(device).answer
    assert isinstance(answer, Found) and (answer.kind, answer.baud) == (ReaderKind(kind), device.baud)


@pytest.mark.parametrize("kind", ["shoe", "grow", "ssi", "twn4", "pn532"])
def test_a_lost_question_is_asked_again(kind: str) -> None:
    device = Deaf(DEVICES[kind](), times=4)
    answer = ask(device, 115200).answer
    assert isinstance(answer, Found) and (answer.kind, answer.baud) == (ReaderKind(kind), 115200)


def test_a_board_that_was_reset_by_the_opening_is_waited_for() -> None:
    device = Banner(ShoeBoard(), b"\r\nzapato shoe board\r\n", for_ms=2000)
    asked = ask(device)
    assert seen(asked.answer)[0] is ReaderKind.SHOE
    assert all(sent == SHOE.send for _, sent in asked.sent)


def test_start_up_garbage_does_not_hide_a_reader() -> None:
    device = Banner(Pn532Reader(), bytes(range(128, 256)), for_ms=100)
    assert seen(ask(device).answer) == (ReaderKind.PN532, 115200, Sure.ANSWERED)


@pytest.mark.parametrize("baud", [115200, 9600])
@pytest.mark.parametrize(
    ("prompt", "says"),
    [(b"raspberrypi login: ", "login shell"), (b"Password: ", "login shell"), (b">>> ", "Python prompt")],
)
def test_a_console_gets_one_line_of_text_and_no_more(prompt: bytes, says: str, baud: int) -> None:
    console = Console(prompt)
    asked = ask(console, baud)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.CONSOLE
    assert says in asked.answer.says
    assert [sent for at, sent in asked.sent if at == baud] == [SHOE.send]
    assert console.changed == []


def test_a_shell_without_a_prompt_that_is_known_shows_by_its_echo() -> None:
    asked = ask(Console(b"$ "))
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.ECHO
    assert asked.sent == [(115200, SHOE.send)]


@pytest.mark.parametrize("word", [b"ERROR", b"OK", b"unknown"])
def test_a_word_that_answers_every_line_is_no_label(word: bytes) -> None:
    asked = ask(Curt(word), 115200)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.TEXT
    assert repr(word.decode()) in asked.answer.says


@pytest.mark.parametrize("card", ["KH", "cut", "7QX4-K3-1A2B", "5449000000996"])
def test_a_label_that_is_scanned_again_and_again_while_questions_are_asked_is_one(card: str) -> None:
    asked = ask(LineEngine(), 9600, script=dict.fromkeys(range(0, 20_000, 600), f"card {card}"))
    assert seen(asked.answer) == (ReaderKind.LINE, 9600, Sure.READ)


def test_cards_shown_too_early_only_are_told_so_and_not_the_wiring() -> None:
    script = {at: f"card {'9h' if at % 1000 else 'Td'}" for at in (5_000, 7_000, 9_000)}
    asked = ask(AngelEyeShoe(), listen_s=20, script=script)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.GARBAGE
    assert "show a card only when it says so" in asked.answer.says and "wiring" not in asked.answer.says


def test_joined_wires_are_no_reader() -> None:
    asked = ask(Echo(), 115200)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.ECHO


@pytest.mark.parametrize("seed", range(5))
def test_a_flood_is_garbage_and_is_asked_nothing(seed: int) -> None:
    asked = ask(Flood(seed), listen_s=20)
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.GARBAGE
    assert "at no speed did they make sense" in asked.answer.says
    assert asked.sent == [] and asked.ms < LONGEST_MS


def test_text_of_another_device_is_told() -> None:
    asked = ask(Flood(text=b"$GPGGA,123519,4807.038,N*47\r\n"))
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.TEXT
    assert "$GPGGA" in asked.answer.says and asked.ms < LONGEST_MS


def test_another_product_with_the_shoes_protocol_is_no_shoe() -> None:
    answer = ask(Stranger()).answer
    assert isinstance(answer, NotFound) and answer.why is Why.STRANGER
    assert "'lamp'" in answer.says


def test_a_heart_that_beats_and_never_says_its_name_is_a_shoe_all_the_same() -> None:
    asked = ask(OneWay(ShoeBoard()))
    assert seen(asked.answer) == (ReaderKind.SHOE, 115200, Sure.TALKING)
    assert asked.sent == [(115200, SHOE.send), (115200, SHOE.again)]


def test_nobody_there_ends_in_time() -> None:
    asked = ask(Nobody())
    assert isinstance(asked.answer, NotFound) and asked.answer.why is Why.SILENT
    assert asked.ms < LONGEST_MS
    assert [baud for baud, _ in itertools.groupby(baud for baud, _ in asked.sent)] == [
        baud for baud, questions in SPEEDS.items() if questions
    ]


def test_an_inquiry_that_was_cut_short_says_so() -> None:
    inquiry = Inquiry()
    inquiry.step()
    assert isinstance(inquiry.answer, NotFound) and inquiry.answer.why is Why.UNFINISHED


@given(st.lists(st.tuples(st.binary(max_size=60), st.integers(0, 500)), max_size=60), st.sampled_from([0.0, 5.0]))
def test_no_bytes_break_an_inquiry_or_keep_it_for_ever(chunks: list[tuple[bytes, int]], listen_s: float) -> None:
    inquiry = Inquiry(listen_s=listen_s)
    steps = 0
    pieces = iter(chunks)
    while (step := inquiry.step()) is not None:
        steps += 1
        left_ms = round(step.wait_s * 1000)
        while left_ms > 0:
            data, ms = next(pieces, (b"", 500))
            left_ms -= max(1, ms)
            if inquiry.heard(data, max(1, ms)):
                break
        assert steps < 200
    assert isinstance(inquiry.answer, Found | NotFound)
