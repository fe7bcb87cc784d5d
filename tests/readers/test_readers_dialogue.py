"""What a reader is told and asked, when it is repeated, and what its silence means."""

import binascii

import pytest

from device.readers.dialogue import ANSWER_WITHIN_S, MOST_REPEATS, Dialogue
from device.readers.grow import GrowDecoder, read_zone, same_code_after, write_zone
from device.readers.passages import Noise
from device.readers.ssi import ACKNOWLEDGE, ASK_REVISION, ENABLE_SCAN, SEND_PACKETS, SsiDecoder, packet
from device.readers.twn4 import SEARCH_TAG

SET = bytes.fromhex("7E 00 08 01 00 13 85 AB CD")
ASK = b"?"


def said(dialogue: Dialogue, until_s: float, *, from_s: float = 0.0) -> list[tuple[float, bytes]]:
    """What it sends while time passes in steps of 50 ms, and when."""
    out = []
    for step in range(round(from_s * 20), round(until_s * 20) + 1):
        dialogue.pass_time(step / 20)
        if output := dialogue.take_output():
            out.append((step / 20, output))
    return out


def test_a_command_without_an_answer_is_sent_three_times_and_then_given_up() -> None:
    dialogue = Dialogue(set_up=(SET,))
    dialogue.opened(0.0)
    assert said(dialogue, 0.85) == [(0.0, SET), (0.3, SET), (0.6, SET)]
    before = dialogue.not_configured
    assert said(dialogue, 60.0, from_s=0.9) == []
    assert (before, dialogue.not_configured) == (False, True)
    assert (ANSWER_WITHIN_S, MOST_REPEATS) == (0.3, 2)


def test_each_command_waits_for_the_answer_to_the_one_before() -> None:
    dialogue = Dialogue(set_up=(b"A", b"B"), question=ASK)
    dialogue.opened(0.0)
    assert dialogue.take_output() == b"A"
    dialogue.answered(0.1)
    assert dialogue.take_output() == b"B"
    dialogue.answered(0.2)
    assert said(dialogue, 0.2, from_s=0.2) == [(0.2, ASK)]
    assert not dialogue.not_configured


def test_a_command_given_up_does_not_keep_the_next_from_being_sent() -> None:
    dialogue = Dialogue(set_up=(b"A", b"B"), question=ASK)
    dialogue.opened(0.0)
    assert said(dialogue, 0.9)[-1] == (0.9, b"B")
    dialogue.answered(1.0)
    assert dialogue.not_configured
    assert not dialogue.silent
    assert said(dialogue, 1.0, from_s=1.0) == [(1.0, ASK)]


def test_a_command_refused_is_not_repeated() -> None:
    dialogue = Dialogue(set_up=(b"A", b"B"))
    dialogue.opened(0.0)
    dialogue.answered(0.1, refused=True)
    assert dialogue.take_output() == b"AB"
    dialogue.answered(0.2)
    assert dialogue.not_configured


def test_the_question_is_asked_again_and_again() -> None:
    dialogue = Dialogue(question=ASK, every_s=0.1)
    dialogue.opened(0.0)
    times = []
    for step in range(20):
        dialogue.pass_time(step / 20)
        if dialogue.take_output():
            times.append(step / 20)
            dialogue.answered(step / 20)
    assert times == [step / 10 for step in range(10)]


def test_silence_is_known_within_three_seconds_and_ends_with_the_next_answer() -> None:
    dialogue = Dialogue(set_up=(SET,), question=ASK)
    dialogue.opened(0.0)
    dialogue.answered(0.05)
    assert said(dialogue, 0.1, from_s=0.05)[-1] == (0.05, SET + ASK)
    dialogue.answered(0.1)
    silent = []
    for step in (58, 59):
        said(dialogue, step / 20, from_s=0.15)
        silent.append(dialogue.silent)
    assert silent == [False, True]
    assert dialogue.ever_answered
    assert said(dialogue, 20.0, from_s=3.0) != []  # it goes on asking
    dialogue.answered(20.0)
    silent.append(dialogue.silent)
    assert silent[-1] is False


def test_a_reader_that_was_silent_is_set_up_anew() -> None:
    dialogue = Dialogue(set_up=(b"A",), question=ASK)
    dialogue.opened(0.0)
    dialogue.answered(0.0)
    said(dialogue, 5.0)
    assert dialogue.silent
    dialogue.take_output()
    dialogue.answered(5.0)
    assert dialogue.take_output() == b"A"


def test_one_that_never_takes_a_command_but_answers_is_not_set_up_for_ever() -> None:
    dialogue = Dialogue(set_up=(b"A",), question=ASK)
    dialogue.opened(0.0)
    sent = []
    for step in range(400):
        dialogue.pass_time(step / 20)
        output = dialogue.take_output()
        sent.append(output)
        if ASK in output:
            dialogue.answered(step / 20)
    assert b"".join(sent).count(b"A") == 1 + MOST_REPEATS
    assert dialogue.not_configured
    assert not dialogue.silent


def test_nothing_is_said_to_a_port_that_is_not_open() -> None:
    dialogue = Dialogue(set_up=(b"A",), question=ASK)
    dialogue.answered(0.0)
    assert said(dialogue, 3.0) == []
    dialogue.opened(3.0)
    dialogue.lost()
    assert said(dialogue, 6.0, from_s=3.0) == []


def test_a_reader_that_is_only_listened_to_is_told_nothing() -> None:
    dialogue = Dialogue()
    dialogue.opened(0.0)
    assert said(dialogue, 30.0) == []
    assert (dialogue.not_configured, dialogue.silent) == (False, False)


def test_the_bytes_of_the_commands() -> None:
    """Those of the data sheets' own examples among them."""
    assert read_zone(0x000A).hex(" ").upper() == "7E 00 07 01 00 0A 01 EE 8A"
    assert write_zone(0x000A, 0x3E).hex(" ").upper() == "7E 00 08 01 00 0A 3E 4C CF"
    assert ACKNOWLEDGE.hex(" ").upper() == "04 D0 04 00 FF 28"
    assert ASK_REVISION.hex(" ").upper() == "04 A3 04 00 FF 55"
    assert ENABLE_SCAN.hex(" ").upper() == "04 E9 04 00 FF 0F"
    assert packet(0xC6, 0x00, 0x8A, 0x08, status=8).hex(" ").upper() == "07 C6 04 08 00 8A 08 FE 95"
    assert SEND_PACKETS[:9].hex(" ").upper() == "09 C6 04 00 FF EE 01 9F 01"
    assert (sum(SEND_PACKETS[:-2]) + int.from_bytes(SEND_PACKETS[-2:], "big")) % 0x10000 == 0
    assert SEARCH_TAG == b"050010\r"


@pytest.mark.parametrize(("ms", "value"), [(0, 0x81), (200, 0x82), (500, 0x85), (99_999, 0xFF)])
def test_the_same_code_may_come_again_after_a_time(ms: int, value: int) -> None:
    command = same_code_after(ms)
    assert command[:6] == SET[:6]
    assert command[6] == value
    assert int.from_bytes(command[-2:], "big") == binascii.crc_hqx(command[2:-2], 0)


def test_the_answer_of_a_grow_engine_ends_the_waiting_and_its_silence_is_a_warning() -> None:
    dialogue, decoder = Dialogue(set_up=(SET,)), GrowDecoder()
    dialogue.opened(0.0)
    assert dialogue.take_output() == SET
    assert decoder.feed(bytes.fromhex("02 00 00 01 00 33 31")) == [Noise(kind="ack", bytes=7)]
    dialogue.answered(0.1)
    assert said(dialogue, 5.0) == []
    assert not dialogue.not_configured


def test_an_ssi_engine_wants_repeats_acknowledged_too_and_never_an_acknowledgement() -> None:
    decoder = SsiDecoder()
    first, again = packet(0xF3, 1, 0x39, 0x48, source=0), packet(0xF3, 1, 0x39, 0x48, source=0, status=1)
    decoder.feed(first + again + packet(0xD0, source=0) + packet(0xA4, 0x41, source=0))
    assert (decoder.to_acknowledge, decoder.repeats) == (2, 1)
    decoder.feed(packet(0xF3, 1, 0x4E, 0x52, source=0) + packet(0xF6, 1, source=0))
    assert decoder.to_acknowledge == 4
    decoder.feed(first[:-1] + b"\x00")
    assert decoder.to_acknowledge == 4
