"""Reports of an Angel Eye shoe: three copies are one report, damaged or not, and nothing else is."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.readers import angel_eye_reports as ar
from device.readers.angel_eye import AngelEyeDecoder, clear_error_command, lock_command, wrap
from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.readers.describe import describe
from device.readers.hex_text import Pause, parse_hex
from device.readers.passages import Noise
from device.rules.card import Card

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "angel-eye.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in VECTORS["cases"]]
THIRD = wrap(0x31, b"D\x03\x49")


def decode(*pieces: bytes | Pause, r_means: RMeans = RMeans.CARD_AGAIN) -> list[ar.AnyReport | Noise]:
    decoder = AngelEyeDecoder(r_means=r_means)
    out: list[ar.AnyReport | Noise] = []
    for piece in pieces:
        out += decoder.pause(piece.ms) if isinstance(piece, Pause) else decoder.feed(piece)
    return out + decoder.finish()


def reports(items: list[ar.AnyReport | Noise]) -> list[ar.AnyReport]:
    return [item for item in items if not isinstance(item, Noise)]


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(min(place, len(data)) for place in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize("case", CASES)
def test_what_the_shoe_reports_is_read_right(case: dict[str, Any]) -> None:
    assert [describe(item) for item in decode(*parse_hex(case["hex"]))] == case["lines"]


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=40)
@given(cuts=st.lists(st.integers(0, 180), max_size=12))
def test_any_split_of_a_vector_is_the_same(case: dict[str, Any], cuts: list[int]) -> None:
    pieces: list[bytes | Pause] = []
    for piece in parse_hex(case["hex"]):
        pieces += [piece] if isinstance(piece, Pause) else cut(piece, cuts)
    assert [describe(item) for item in decode(*pieces)] == case["lines"]


@given(
    data=st.binary(max_size=400) | st.lists(st.sampled_from(list(b"\x05\x03DSRGM1A\x00"))).map(bytes),
    cuts=st.lists(st.integers(0, 400), max_size=20),
    r_means=st.sampled_from(RMeans),
)
def test_no_bytes_raise_and_chunks_never_matter(data: bytes, cuts: list[int], r_means: RMeans) -> None:
    assert decode(*cut(data, cuts), r_means=r_means) == decode(data, r_means=r_means)


DATA = st.one_of(
    st.sampled_from([b"S", b"P", b"C"]),
    st.tuples(st.sampled_from(b"GEeL"), st.integers(0, 255)).map(bytes),
    st.tuples(st.sampled_from(b"DdR"), st.integers(0, 255), st.integers(0, 255)).map(bytes),
    st.text("0123456789ABCDEF", min_size=6, max_size=6).map(lambda value: b"M" + value.encode()),
)


@given(data=st.lists(DATA, min_size=1, max_size=12), first=st.integers(0, 255))
def test_every_report_comes_once_whatever_its_bytes_are(data: list[bytes], first: int) -> None:
    seqs = [(first + n) % 256 for n in range(len(data))]
    wire = b"".join(wrap(seq, one) * 3 for seq, one in zip(seqs, data, strict=True))
    out = decode(wire)
    assert [report.seq for report in reports(out)] == seqs
    assert len(reports(out)) == len(out)


@given(
    data=DATA,
    seq=st.integers(0, 255),
    damage=st.lists(st.tuples(st.integers(0, 20), st.integers(1, 255)), min_size=1, max_size=2),
    order=st.permutations([0, 1, 2]),
)
def test_one_good_copy_of_three_is_enough(
    data: bytes, seq: int, damage: list[tuple[int, int]], order: list[int]
) -> None:
    good = wrap(seq, data)
    copies = [good, good, good]
    for place, (where, change) in zip(order, damage, strict=False):
        at = where % len(good)
        copies[place] = good[:at] + bytes((good[at] ^ change,)) + good[at + 1 :]
    (whole,) = decode(good)
    assert reports(decode(b"".join(copies))) == [whole]


@given(data=DATA, cuts=st.tuples(st.integers(0, 11), st.integers(0, 11)), last=st.booleans())
def test_one_whole_copy_is_enough_when_the_others_are_cut(data: bytes, cuts: tuple[int, int], last: bool) -> None:
    good = wrap(0x37, data)
    parts = [good[: cuts[0] % len(good)], good[cuts[1] % len(good) + 1 :]]
    (whole,) = decode(good)
    assert reports(decode(b"".join([*parts, good] if last else [good, *parts]))) == [whole]


@pytest.mark.parametrize("card", Card)
def test_every_card_has_its_bits(card: Card) -> None:
    suits = {"d": 1, "c": 2, "s": 3, "h": 4}
    byte = suits[card.suit.value] << 4 | "A23456789TJQK".index(card.rank.value) + 1
    for top in (0x00, 0x80):
        (report,) = decode(wrap(0x31, bytes((ord("D"), 0x12 | top, byte | top))))
        assert report == ar.CardDrawn(seq=0x31, target=ar.Target.BANKER, index=2, card=card)


def test_r_is_read_as_the_setting_says() -> None:
    wire = wrap(0x31, b"R\x11\x2b") * 3
    again = ar.CardAgain(seq=0x31, target=ar.Target.BANKER, index=1, card=Card.JACK_OF_CLUBS)
    assert decode(wire) == [again]
    assert decode(wire, r_means=RMeans.REDEAL) == [ar.Redealt(seq=0x31)]
    assert decode(wrap(0x31, b"R") * 3, r_means=RMeans.REDEAL) == [ar.Redealt(seq=0x31)]
    assert decode(wrap(0x31, b"R")) == [Noise(kind="resync", bytes=6)]


def test_a_cut_report_and_a_good_one_that_pass_for_one_longer_report_together_hide_no_card() -> None:
    good = wrap(0x37, b"d\x00\x9f")  # 05 43 46 in front of it cancel each other out, and its BCC is right for both
    assert reports(decode(b"\x05CF" + good)) == reports(decode(good)) != []


def test_a_reopened_port_forgets_half_a_report_and_still_knows_a_copy() -> None:
    decoder = AngelEyeDecoder()
    assert len(decoder.feed(THIRD + THIRD[:4])) == 1
    decoder.reset()
    assert decoder.feed(THIRD) == []
    assert decoder.repeats == 1


def test_noise_without_end_is_told_in_pieces_and_nothing_is_kept() -> None:
    for garbage in (b"\x05", b"\x05\x05A", b"\x05AM\x03", b"\x05AS\x03AA", b"\x00\x80\xf8"):
        decoder = AngelEyeDecoder()
        told = sum(item.bytes for _ in range(300) for item in decoder.feed(garbage * 100) if isinstance(item, Noise))
        assert 0 <= 300 * 100 * len(garbage) - told <= 256 + 16


def test_answers_to_commands_are_known_where_commands_are_sent() -> None:
    wire = b"\x06" + THIRD + b"\x15\x21" + THIRD
    decoder = AngelEyeDecoder(answers=True)
    noise = [item for item in decoder.feed(wire) if isinstance(item, Noise)]
    assert noise == [Noise(kind="ack", bytes=1), Noise(kind="refused", bytes=2)]
    assert [item.kind for item in decode(wire) if isinstance(item, Noise)] == ["resync", "resync"]


def test_the_check_of_a_command_is_taken_as_the_setting_says() -> None:
    assert lock_command(locked=True, bcc=CommandBcc.FROM_STX) == bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
    assert lock_command(locked=True, bcc=CommandBcc.AFTER_STX) == bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 39")
    assert lock_command(locked=False, bcc=CommandBcc.FROM_STX)[1:7] == b"OPLK01"
    assert clear_error_command(7, bcc=CommandBcc.FROM_STX)[1:7] == b"OPEC07"
    with pytest.raises(ValueError, match="does not fit"):
        clear_error_command(100, bcc=CommandBcc.FROM_STX)
