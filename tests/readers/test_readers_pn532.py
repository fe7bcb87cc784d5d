"""What a PN532 says on its line: cards, no cards, acknowledgements glued on, and all that is damaged."""

import json
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.readers import pn532_frames as pf
from device.readers.describe import describe
from device.readers.hex_text import Pause, parse_hex
from device.readers.passages import Noise, Read
from device.readers.pn532 import ChipAnswer, Pn532Decoder

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "pn532.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in VECTORS["cases"]]
ACK = bytes.fromhex("00 00 FF 00 FF 00")
CARD = bytes.fromhex("00 00 FF 11 EF D5 4B 01 01 03 04 20 04 08 3F 6C 4A 05 78 80 70 02 47 00")


def decode(*pieces: bytes | Pause) -> list[Read | ChipAnswer | Noise]:
    decoder = Pn532Decoder()
    out: list[Read | ChipAnswer | Noise] = []
    for piece in pieces:
        out += decoder.pause(piece.ms) if isinstance(piece, Pause) else decoder.feed(piece)
    return out + decoder.finish()


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(min(place, len(data)) for place in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


def answer(*data: int) -> bytes:
    """What the chip says to a poll."""
    body = bytes((0xD5, 0x4B, *data))
    return b"\0\0\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


@pytest.mark.parametrize("case", CASES)
def test_what_is_met_in_the_field_is_read_right(case: dict[str, Any]) -> None:
    assert [describe(item) for item in decode(*parse_hex(case["hex"]))] == case["lines"]


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=40)
@given(cuts=st.lists(st.integers(0, 100), max_size=12))
def test_any_split_of_a_vector_is_the_same(case: dict[str, Any], cuts: list[int]) -> None:
    pieces: list[bytes | Pause] = []
    for piece in parse_hex(case["hex"]):
        pieces += [piece] if isinstance(piece, Pause) else cut(piece, cuts)
    assert [describe(item) for item in decode(*pieces)] == case["lines"]


def test_an_acknowledgement_and_an_answer_in_up_to_four_pieces_and_byte_by_byte() -> None:
    data = ACK + bytes.fromhex("00 00 FF 02 FE D5 15 16 00")
    expected = [Noise(kind="ack", bytes=6), ChipAnswer(command="sam-configuration")]
    for count in (0, 1, 2, 3, len(data) - 1):
        for places in combinations(range(1, len(data)), count):
            assert decode(*cut(data, list(places))) == expected


@given(data=st.binary(max_size=600), cuts=st.lists(st.integers(0, 600), max_size=20))
def test_no_bytes_raise_and_chunks_never_matter(data: bytes, cuts: list[int]) -> None:
    assert decode(*cut(data, cuts)) == decode(data)


@given(
    pieces=st.lists(st.sampled_from([b"\x00", b"\x00\xff", b"\xff", b"\x04\xfc", b"\xd5\x4b", ACK, CARD[:9], CARD])),
    cuts=st.lists(st.integers(0, 300), max_size=20),
)
def test_pieces_of_frames_never_raise_and_chunks_never_matter(pieces: list[bytes], cuts: list[int]) -> None:
    data = b"".join(pieces)
    assert decode(*cut(data, cuts)) == decode(data)


@given(place=st.integers(2, len(CARD) - 2), change=st.integers(1, 255))
def test_one_wrong_byte_is_never_another_card_and_hides_no_card_behind_it(place: int, change: int) -> None:
    wrong = CARD[:place] + bytes((CARD[place] ^ change,)) + CARD[place + 1 :]
    reads = [item for item in decode(wrong + CARD) if isinstance(item, Read)]
    # A zero too many between the start's own bytes is padding, and the frame as good as before.
    assert reads in ([Read(code="083F6C4A")], [Read(code="083F6C4A")] * 2)
    if place > 2:
        assert len(reads) == 1


@given(length=st.integers(0, len(CARD) - 1))
def test_a_frame_that_is_cut_short_hides_no_card_behind_it(length: int) -> None:
    reads = [item for item in decode(CARD[:length] + CARD) if isinstance(item, Read)]
    assert set(reads) == {Read(code="083F6C4A")}


@given(
    first=st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)),
    second=st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)),
)
def test_two_cards_are_two_reads_whatever_their_ids_are(first: bytes, second: bytes) -> None:
    data = answer(2, 1, 0, 0x44, 0, len(first), *first, 2, 0, 4, 8, len(second), *second)
    assert decode(data) == [Read(code=first.hex().upper()), Read(code=second.hex().upper())]


def test_noise_without_end_is_told_in_pieces_and_nothing_is_kept() -> None:
    decoder = pf.Pn532Frames()
    for garbage in (b"\x00\x80\xf8", b"\x00\xff\x80\x80", b"\x00\xff\xff\x01"):
        told = sum(item.bytes for _ in range(300) for item in decoder.feed(garbage * 100) if isinstance(item, Noise))
        sent = 300 * 100 * len(garbage)
        assert sent - 1024 < told < sent + 1024
        decoder.reset()


def test_a_reopened_port_forgets_half_an_answer() -> None:
    decoder = Pn532Decoder()
    decoder.feed(CARD[:12])
    decoder.reset()
    assert decoder.feed(CARD) == [Read(code="083F6C4A")]


def test_commands_are_written_as_the_manual_says() -> None:
    assert pf.encode(pf.GET_FIRMWARE_VERSION) == bytes.fromhex("00 00 FF 02 FE D4 02 2A 00")
    assert pf.encode(pf.IN_LIST_PASSIVE_TARGET, 1, 0) == bytes.fromhex("00 00 FF 04 FC D4 4A 01 00 E1 00")
    assert pf.encode(pf.SAM_CONFIGURATION, 1, 20, 1) == bytes.fromhex("00 00 FF 05 FB D4 14 01 14 01 02 00")
