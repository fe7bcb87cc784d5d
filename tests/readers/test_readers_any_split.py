"""All readers, all vectors: how bytes are cut never matters, and garbage costs no good frame behind it."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.readers.decoders import DECODERS
from device.readers.describe import describe
from device.readers.hex_text import Pause, parse_hex

VECTORS = Path(__file__).parents[1] / "vectors"
Pieces = list[bytes | Pause]
Told = list[dict[str, object]]


def vectors(reader: str) -> list[tuple[Pieces, Told]]:
    """The bytes and pauses of each vector, and what its file says that they mean."""
    content = json.loads((VECTORS / f"{'shoe1' if reader == 'shoe' else reader}.json").read_text(encoding="utf-8"))
    if reader == "shoe":
        frames = [([each["line"].encode("latin-1")], [each["means"]]) for each in content["frames"]]
        refused: list[Any] = [each for each in content["refused"] if "line" in each]
        return frames + [
            ([each["line"].encode("latin-1")], [{"noise": each["noise"], "bytes": each["bytes"]}]) for each in refused
        ]
    return [(list(parse_hex(case["hex"])), case["lines"]) for case in content["cases"]]


ALL = {reader: vectors(reader) for reader in DECODERS}
GOOD = {
    "line": b"QH-03-1A2B\r",
    "shoe": b"$C,1A2B3C4D,17,68213,68330,9H*8D3C\n",
    "grow": b"QH-03-1A2B\r\n",
    "em4100": b"\x020D00319CD070\x03",
    "pn532": bytes.fromhex("00 00 FF 11 EF D5 4B 01 01 03 04 20 04 08 3F 6C 4A 05 78 80 70 02 47 00"),
    "twn4": b"00014028050C000621A5\r",
    "ssi": bytes.fromhex("07 F3 00 00 01 39 48 FE 84"),
    "angel-eye": bytes.fromhex("05 35 44 03 49 03 33 38") * 3,
}
# Without a checksum any text is a code, so that for these readers what stands between is none.
NO_TEXT = st.binary(max_size=300).map(lambda data: bytes(byte | 0x80 for byte in data))
HEADS = [b"\x02", b"$", b"\x05", b"\xff\xf3\x00", b"\x00\x00\xff", b"\x00\xff\xfe\x02"]
BITS = [good[:-3] for reader, good in GOOD.items() if reader != "angel-eye"]
GARBAGE = {
    reader: NO_TEXT | st.sampled_from([b"\0" * 200, b"\x02" * 50, b"\x03\x00\xff", b"\xff\x00\x80\xf8"])
    if reader in ("line", "grow", "twn4")
    else st.binary(max_size=300) | st.sampled_from([*BITS, *(head * 40 for head in HEADS)])
    for reader in DECODERS
}
LONGEST_PAUSE_MS = 3000
LONGEST_FRAME_BYTES = {"line": 128, "grow": 258, "ssi": 257, "pn532": 265, "twn4": 518}
"""What may still hang on behind garbage; of the others the start of a frame ends whatever was before it."""


def told(reader: str, pieces: Sequence[bytes | Pause], *, ends: bool = True) -> Told:
    decoder = DECODERS[reader]()
    out: list[Any] = []
    for piece in pieces:
        out += decoder.pause(piece.ms) if isinstance(piece, Pause) else decoder.feed(piece)
    return [describe(item) for item in ([*out, *decoder.finish()] if ends else out)]


def reads(reader: str, pieces: Sequence[bytes | Pause]) -> Told:
    return [line for line in told(reader, pieces) if not {"noise", "answer"} & line.keys()]


def split(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


def cut(pieces: Pieces, cuts: Sequence[int]) -> Pieces:
    """Each piece of bytes in smaller ones; a pause stays where it is, and is cut in two."""
    out: Pieces = []
    for piece in pieces:
        if isinstance(piece, Pause):
            out += [Pause(ms=piece.ms // 2), Pause(ms=piece.ms - piece.ms // 2)]
        else:
            out += split(piece, cuts)
    return out


def test_every_reader_has_vectors_and_a_frame_that_is_read() -> None:
    assert all(len(ALL[reader]) > 15 for reader in DECODERS)
    assert all(len(reads(reader, [GOOD[reader]])) == 1 for reader in DECODERS)


@pytest.mark.parametrize("reader", DECODERS)
def test_every_vector_means_what_it_says_whole_and_byte_by_byte(reader: str) -> None:
    for pieces, lines in ALL[reader]:
        assert told(reader, pieces) == lines
        assert told(reader, cut(pieces, range(2000))) == lines


@pytest.mark.parametrize("reader", DECODERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_split_of_any_vectors_one_behind_the_other_is_the_same(reader: str, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(ALL[reader]), min_size=1, max_size=3))
    betweens: list[Pieces] = [[], [Pause(ms=LONGEST_PAUSE_MS)], [b"\x00\xff"]]
    between = data.draw(st.sampled_from(betweens))
    pieces: Pieces = [piece for each, _ in chosen for piece in [*each, *between]]
    joined: Pieces = []
    for piece in pieces:
        if isinstance(piece, bytes) and joined and isinstance(joined[-1], bytes):
            joined[-1] += piece
        else:
            joined.append(piece)
    cuts = data.draw(st.lists(st.integers(0, 5000), max_size=12))
    assert told(reader, cut(pieces, cuts)) == told(reader, joined)
    assert told(reader, cut(joined, range(5000))) == told(reader, joined)


@pytest.mark.parametrize("reader", DECODERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_behind_garbage_and_a_pause_the_very_next_frame_is_read_and_none_made_up(
    reader: str, data: st.DataObject
) -> None:
    no_frame = GARBAGE[reader].filter(lambda drawn: not reads(reader, [drawn]))
    garbage = data.draw(st.lists(no_frame, min_size=1, max_size=3))
    good = reads(reader, [GOOD[reader]])
    pieces: Pieces = [piece for each in garbage for piece in (each, Pause(ms=LONGEST_PAUSE_MS), GOOD[reader])]
    seen = reads(reader, pieces)
    assert len(seen) == len(garbage) * len(good) or reader == "angel-eye"  # its copies of before stay copies
    assert all(line in good for line in seen) and seen[-1:] == good


@pytest.mark.parametrize("reader", DECODERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_behind_garbage_without_a_pause_frames_are_read_again_after_at_most_one_frame_of_the_longest_kind(
    reader: str, data: st.DataObject
) -> None:
    garbage = data.draw(GARBAGE[reader].filter(lambda drawn: not reads(reader, [drawn])))  # no frame by chance
    good = GOOD[reader]
    hidden = -(-LONGEST_FRAME_BYTES.get(reader, 0) // len(good))
    many = hidden + 3
    seen = reads(reader, [garbage, good * many])
    one = reads(reader, [good])
    assert all(line in one for line in seen)
    assert len(seen) >= (1 if reader == "angel-eye" else many - hidden - 1)
    if reader in ("shoe", "em4100"):
        assert len(seen) == many  # a start begins anew: not one is hidden
