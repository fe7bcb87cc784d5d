"""SHOE/1 frames: the vectors shared with the board, any chunking, any noise, nothing raises."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.readers import shoe_frames as sf
from device.readers.describe import describe
from device.readers.passages import Noise, ReadId
from device.readers.shoe import MOST_BODY_BYTES, ShoeDecoder, checksum, encode, wrap
from device.readers.shoe_body import escape, parse_body, unescape

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shoe1.json").read_text(encoding="utf-8"))
NAMED = [pytest.param(vector, id=vector["name"]) for vector in VECTORS["frames"]]
REFUSED = [pytest.param(vector, id=vector["name"]) for vector in VECTORS["refused"]]


def raw(vector: dict[str, Any]) -> bytes:
    line: str = vector["line"]
    return line.encode("latin-1")


def chunked(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


def decode(*chunks: bytes) -> list[sf.Frame | Noise]:
    decoder = ShoeDecoder()
    return [item for chunk in chunks for item in decoder.feed(chunk)]


def test_checksum_is_the_one_the_board_computes() -> None:
    assert f"{checksum(VECTORS['checksum']['of'].encode()):04X}" == VECTORS["checksum"]["is"] == "31C3"


@pytest.mark.parametrize("vector", NAMED)
def test_every_frame_means_what_the_vectors_say(vector: dict[str, Any]) -> None:
    decoder = ShoeDecoder()
    (frame,) = decoder.feed(raw(vector))
    assert describe(frame) == vector["means"]
    assert decoder.counters == {"good": 1, "bad-checksum": 0, "overlong": 0, "resync": 0, "unknown-frame": 0}


@pytest.mark.parametrize("vector", NAMED)
def test_every_frame_is_written_as_it_was_read(vector: dict[str, Any]) -> None:
    (frame,) = decode(raw(vector))
    assert not isinstance(frame, Noise)
    assert encode(frame) == raw(vector)


@pytest.mark.parametrize("vector", NAMED)
def test_the_host_never_writes_byte_03_and_never_more_than_a_body_holds(vector: dict[str, Any]) -> None:
    line = raw(vector)
    assert b"\x03" not in line
    assert len(line) <= 1 + MOST_BODY_BYTES + 6


@pytest.mark.parametrize("vector", REFUSED)
def test_every_wrong_frame_is_refused_as_such_and_the_next_one_is_read(vector: dict[str, Any]) -> None:
    good = raw(VECTORS["frames"][0])
    decoder = ShoeDecoder()
    noise, frame = decoder.feed(raw(vector) + good)
    assert noise == Noise(kind=vector["noise"], bytes=vector["bytes"])
    assert describe(frame) == VECTORS["frames"][0]["means"]
    assert decoder.counters[vector["noise"]] == 1
    assert decoder.counters["good"] == 1


def test_all_letters_of_the_wire_are_in_the_vectors() -> None:
    letters = {vector["line"][1] for vector in VECTORS["frames"]}
    assert letters == set("HCNPXDJjTGRKB?ALS")


@pytest.mark.parametrize(
    ("stream", "kinds"),
    [
        (b"$C,1A2B3C4D,17,68$N,1A2B3C4D,18,1,2*%04X\n", ["resync"]),
        (b"raspberrypi login: $N,1A2B3C4D,18,1,2*%04X\n", ["resync"]),
        (b"l22&y=\n$N,1A2B3C4D,18,1,2*%04X\n", ["resync"]),
        (b"\r\n\r\n$N,1A2B3C4D,18,1,2*%04X\r\n", []),
        (b"AT\rAT\r\n\x7e\x00\x78\xf0\x7e$N,1A2B3C4D,18,1,2*%04X\n", ["resync", "resync"]),
        (b"$$$N,1A2B3C4D,18,1,2*%04X\n", ["resync", "resync"]),
        (b"$" + b"A" * 500 + b"\n$N,1A2B3C4D,18,1,2*%04X\n", ["overlong", "overlong"]),
        (b"$" + b"A" * 150 + b"$N,1A2B3C4D,18,1,2*%04X\n", ["overlong"]),
    ],
)
def test_a_frame_is_found_behind_whatever_stands_before_it(stream: bytes, kinds: list[str]) -> None:
    *noise, frame = decode(stream % checksum(b"N,1A2B3C4D,18,1,2"))
    assert [item.kind for item in noise if isinstance(item, Noise)] == kinds
    assert len(noise) == len(kinds)
    assert frame == sf.NoCodeFrame(id=ReadId(boot="1A2B3C4D", seq=18), in_ticks_ms=1, out_ticks_ms=2)


def test_all_bytes_of_noise_are_counted() -> None:
    decoder = ShoeDecoder()
    good = wrap(b"?")
    garbage = bytes(range(0x80, 0x100)) * 40 + b"$" + b"x" * 1000
    items = decoder.feed(garbage + good)
    assert sum(item.bytes for item in items if isinstance(item, Noise)) == len(garbage)
    assert items[-1] == sf.WhoAreYou()


def test_what_is_unfinished_at_the_end_is_noise() -> None:
    decoder = ShoeDecoder()
    assert decoder.feed(b"$N,1A2B") == []
    assert decoder.pause(5000) == []
    assert decoder.finish() == [Noise(kind="resync", bytes=7)]
    assert decoder.finish() == []


def test_a_reopened_port_begins_with_a_fresh_frame() -> None:
    decoder = ShoeDecoder()
    decoder.feed(b"$N,1A2B")
    decoder.reset()
    assert decoder.feed(wrap(b"?")) == [sf.WhoAreYou()]
    assert decoder.counters["resync"] == 0


@pytest.mark.parametrize(
    "frame",
    [
        sf.Acknowledge(id=ReadId(boot="1A2B3C4D", seq=0)),
        sf.Acknowledge(id=ReadId(boot="1a2b3c4d", seq=1)),
        sf.Acknowledge(id=ReadId(boot="1A2B3C4D", seq=65536)),
        sf.CodeFrame(id=ReadId(boot="1A2B3C4D", seq=1), in_ticks_ms=1, out_ticks_ms=2, code=""),
        sf.CodeFrame(id=ReadId(boot="1A2B3C4D", seq=1), in_ticks_ms=1, out_ticks_ms=2, code="$" * 40),
        sf.CodeFrame(id=ReadId(boot="1A2B3C4D", seq=1), in_ticks_ms=-1, out_ticks_ms=2, code="9H"),
    ],
)
def test_a_frame_that_nobody_could_read_is_not_written(frame: sf.Frame) -> None:
    with pytest.raises(ValueError):
        encode(frame)


TEXTS = st.text(min_size=1, max_size=8)
IDS = st.builds(
    ReadId, boot=st.integers(0, 2**32 - 1).map(lambda number: f"{number:08X}"), seq=st.integers(1, sf.HIGHEST_SEQ)
)
TICKS = st.integers(0, 2**30 - 1)
FRAMES: st.SearchStrategy[sf.Frame] = st.one_of(
    st.builds(
        sf.CodeFrame,
        id=IDS,
        in_ticks_ms=TICKS,
        out_ticks_ms=TICKS,
        code=st.text("9HTDK$*,%é\r\n", min_size=1, max_size=8),
    ),
    st.builds(sf.NoCodeFrame, id=IDS, in_ticks_ms=TICKS, out_ticks_ms=TICKS),
    st.builds(sf.PulledFrame, id=IDS, ticks_ms=TICKS, how=st.sampled_from(["back", "touch"])),
    st.builds(
        sf.TwoFrame, id=IDS, ticks_ms=TICKS, codes=st.lists(st.sampled_from(["9H", "KD"]), max_size=2).map(tuple)
    ),
    st.builds(sf.JamFrame, id=IDS, ticks_ms=TICKS, gate=st.sampled_from("AB"), cleared=st.booleans()),
    st.builds(sf.LidFrame, id=IDS, ticks_ms=TICKS, opened=st.booleans()),
    st.builds(sf.ButtonFrame, id=IDS, ticks_ms=TICKS, button=st.sampled_from(["CALL", "NEXT"]), pressed=st.booleans()),
    st.builds(
        sf.Heartbeat,
        boot=st.just("00C0FFEE"),
        uptime_ms=TICKS,
        last_seq=st.integers(0, 65535),
        flags=st.text("ok+=1", max_size=6),
    ),
    st.builds(sf.Lamps, names=st.frozensets(st.sampled_from(["lock", "ready", "error"]))),
    st.just(sf.WhoAreYou()),
)
NOISE = st.binary(max_size=12).map(lambda data: data.replace(b"$", b"").replace(b"\n", b""))


@given(frames=st.lists(st.tuples(NOISE, FRAMES), max_size=8), cuts=st.lists(st.integers(0, 10_000), max_size=40))
def test_frames_between_noise_all_arrive_in_every_chunking(
    frames: list[tuple[bytes, sf.Frame]], cuts: list[int]
) -> None:
    stream = b"".join(noise + encode(frame) for noise, frame in frames)
    whole = decode(stream)
    assert [item for item in whole if not isinstance(item, Noise)] == [frame for _, frame in frames]
    assert decode(*chunked(stream, cuts)) == whole


@given(
    data=st.binary(max_size=600) | st.text("$*,0AHCN\n\r?", max_size=400).map(str.encode),
    cuts=st.lists(st.integers(0, 10_000), max_size=20),
)
def test_nothing_on_the_line_raises_and_chunks_never_matter(data: bytes, cuts: list[int]) -> None:
    assert decode(*chunked(data, cuts)) == decode(data)


@given(body=st.text("".join(map(chr, range(0x20, 0x7F))), max_size=96))
def test_a_body_with_a_right_checksum_and_any_content_is_a_frame_or_refused(body: str) -> None:
    items = decode(wrap(body.encode()))
    assert items
    assert "$" in body or len(items) == 1


@given(frame=FRAMES, position=st.integers(0, 200), bit=st.integers(0, 7))
def test_one_wrong_bit_never_makes_another_frame(frame: sf.Frame, position: int, bit: int) -> None:
    line = bytearray(encode(frame))
    line[position % (len(line) - 1)] ^= 1 << bit
    assert all(isinstance(item, Noise) for item in decode(bytes(line)))


@given(text=TEXTS)
def test_a_text_survives_its_field(text: str) -> None:
    field = escape(text)
    assert not set(field) & set("$*,\r\n\x03")
    assert unescape(field) == text


def test_a_body_is_read_without_its_frame_too() -> None:
    assert parse_body("A,1A2B3C4D,17") == sf.Acknowledge(id=ReadId(boot="1A2B3C4D", seq=17))
