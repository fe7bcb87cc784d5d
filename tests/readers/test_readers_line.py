"""Codes on a serial line: what is met in the field, in every chunking, with and without a suffix."""

import json
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.readers.describe import describe
from device.readers.hex_text import Pause, parse_hex
from device.readers.line import GM65_OK, MOST_LINE_BYTES, STALE_MS, LineDecoder, Suffix
from device.readers.passages import Noise, Read

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "line.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in VECTORS["cases"]]


def decode(*pieces: bytes | Pause, suffix: Suffix = Suffix.ANY) -> list[Read | Noise]:
    decoder = LineDecoder(suffix=suffix)
    out: list[Read | Noise] = []
    for piece in pieces:
        out += decoder.pause(piece.ms) if isinstance(piece, Pause) else decoder.feed(piece)
    return out + decoder.finish()


def codes(items: list[Read | Noise]) -> list[str]:
    return [item.code for item in items if isinstance(item, Read)]


@pytest.mark.parametrize("case", CASES)
def test_what_is_met_in_the_field_is_read_right(case: dict[str, Any]) -> None:
    assert [describe(item) for item in decode(*parse_hex(case["hex"]))] == case["lines"]


@pytest.mark.parametrize("case", CASES)
def test_one_byte_at_a_time_is_the_same(case: dict[str, Any]) -> None:
    pieces: list[bytes | Pause] = []
    for piece in parse_hex(case["hex"]):
        pieces += [piece] if isinstance(piece, Pause) else [bytes((byte,)) for byte in piece]
    assert [describe(item) for item in decode(*pieces)] == case["lines"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"MN000012HA\r", ["MN000012HA"]),
        (GM65_OK + b"9H\r\n", ["9H"]),
        (b"\xef\xbb\xbf]C0TD\t", ["TD"]),
        (b"\\0000269H\rKD\r", ["9H", "KD"]),
        (b"\xff9H\r\x02KD\x03\r\n", ["9H", "KD"]),
    ],
)
def test_every_split_of_a_line_is_the_same(data: bytes, expected: list[str]) -> None:
    whole = decode(data)
    assert codes(whole) == expected
    places = range(1, len(data))
    for count in range(len(data)):
        for cuts in combinations(places, count):
            assert decode(*(data[start:end] for start, end in pairwise((0, *cuts, len(data))))) == whole


@given(data=st.binary(max_size=400), cuts=st.lists(st.integers(0, 400), max_size=20), suffix=st.sampled_from(Suffix))
def test_no_bytes_raise_and_chunks_never_matter(data: bytes, cuts: list[int], suffix: Suffix) -> None:
    edges = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    chunks = [data[start:end] for start, end in pairwise(edges)]
    whole = decode(data, suffix=suffix)
    assert decode(*chunks, suffix=suffix) == whole
    assert all(0x20 <= ord(letter) <= 0x7E for code in codes(whole) for letter in code)


@given(
    labels=st.lists(st.text("ABCDEFGHJKQT0123456789-", min_size=1, max_size=20), max_size=8),
    dirt=st.lists(
        st.sampled_from([b"", GM65_OK, b"\xff", b"]C0", b"\x00", b"\xef\xbb\xbf", b"\\000026", b"\x02"]), min_size=8
    ),
    end=st.sampled_from([b"\r", b"\n", b"\r\n", b"\t", b"\r\r", b"\x03\r\n"]),
)
def test_labels_come_through_all_that_stands_before_them(labels: list[str], dirt: list[bytes], end: bytes) -> None:
    stream = b"".join(before + label.encode() + end for before, label in zip(dirt, labels, strict=False))
    assert codes(decode(stream)) == labels


def test_overlong_lines_are_counted_not_kept_and_the_next_code_is_read() -> None:
    decoder = LineDecoder()
    for _ in range(1000):
        assert decoder.feed(b"\x00\x80\xf8" * 100) == []
    assert decoder.unfinished == 300_000
    assert len(decoder.text) <= MOST_LINE_BYTES
    assert decoder.feed(b"\r9H\r") == [Noise(kind="overlong", bytes=300_000), Read(code="9H")]


def test_the_longest_line_is_read_and_one_byte_more_is_not() -> None:
    longest = b"A" * MOST_LINE_BYTES
    assert codes(decode(longest + b"\r")) == [longest.decode()]
    assert decode(longest + b"A\r") == [Noise(kind="overlong", bytes=MOST_LINE_BYTES + 1)]


def test_bytes_between_pauses_begin_the_count_anew() -> None:
    part: list[bytes | Pause] = [b"QH", Pause(ms=STALE_MS - 1), b"-03", Pause(ms=STALE_MS - 1), b"-1A2B\r"]
    assert decode(*part) == [Read(code="QH-03-1A2B")]


def test_without_a_suffix_a_pause_is_the_end() -> None:
    pieces: list[bytes | Pause] = [b"9H", Pause(ms=200), b"K", Pause(ms=60), b"D", Pause(ms=50), Pause(ms=50), b"AS"]
    assert decode(*pieces, suffix=Suffix.NONE) == [Read(code="9H"), Read(code="KD"), Read(code="AS")]
    assert decode(GM65_OK, Pause(ms=200), b"9H", suffix=Suffix.NONE) == [Noise(kind="ack", bytes=7), Read(code="9H")]
    assert decode(b"\x00\x00", Pause(ms=200), suffix=Suffix.NONE) == []


def test_a_reopened_port_forgets_half_a_code() -> None:
    decoder = LineDecoder()
    decoder.feed(b"QH-03")
    decoder.reset()
    assert decoder.feed(b"KD\r") == [Read(code="KD")]


def test_pauses_with_nothing_unfinished_mean_nothing() -> None:
    assert decode(Pause(ms=10_000), b"9H\r", Pause(ms=10_000)) == [Read(code="9H")]
