"""Every reader's vectors: the right value, whatever the chunks; and whatever comes, bounded work and no exception."""

import json
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.readers.describe import describe
from device.readers.em4100 import Em4100Decoder
from device.readers.grow import GrowDecoder
from device.readers.hex_text import Pause, parse_hex
from device.readers.line import LineDecoder
from device.readers.passages import Noise, Read
from device.readers.ssi import SsiDecoder
from device.readers.twn4 import Twn4Decoder

VECTORS = Path(__file__).parents[1] / "vectors"


class Decoder(Protocol):
    def feed(self, data: bytes) -> Sequence[Read | Noise]: ...

    def pause(self, ms: int) -> Sequence[Read | Noise]: ...

    def finish(self) -> Sequence[Read | Noise]: ...


READERS: dict[str, Callable[[], Decoder]] = {
    "em4100": Em4100Decoder,
    "grow": GrowDecoder,
    "line": LineDecoder,
    "ssi": SsiDecoder,
    "twn4": Twn4Decoder,
}
CASES = [
    pytest.param(reader, case, id=f"{reader}: {case['name']}")
    for reader in READERS
    for case in json.loads((VECTORS / f"{reader}.json").read_text(encoding="utf-8"))["cases"]
]
STREAMS = {
    "zeros": b"\x00",
    "ones": b"\xff",
    "wrong speed": b"\x00\x80\xf8",
    "STX": b"\x02",
    "ETX": b"\x03",
    "CR": b"\r",
    "text without end": b"A",
    "heads of grow answers": b"\x02\x00\x00\x40",
    "heads of grow frames": b"\x03\x00\xff",
    "frames that fail at their end": b"\x03\x00\xff" + b"A" * 254,
    "heads of ssi packets": b"\xff\xf3\x00",
    "ssi lengths and opcodes": b"\xf3",
    "ssi revisions": b"\xd4\xd4\x00",
    "half tags": b"\x020D00319CD0",
    "a tag": b"\x020D00319CD070\x03",
    "a login prompt": b"raspberrypi login: ",
}


def decode(reader: str, pieces: Sequence[bytes | Pause]) -> list[Read | Noise]:
    decoder = READERS[reader]()
    out: list[Read | Noise] = []
    for piece in pieces:
        out += decoder.pause(piece.ms) if isinstance(piece, Pause) else decoder.feed(piece)
    return [*out, *decoder.finish()]


def told(reader: str, pieces: Sequence[bytes | Pause]) -> list[dict[str, object]]:
    return [describe(item) for item in decode(reader, pieces)]


def cut(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize(("reader", "case"), CASES)
def test_what_is_met_in_the_field_is_read_right(reader: str, case: dict[str, Any]) -> None:
    pieces = list(parse_hex(case["hex"]))
    assert told(reader, pieces) == case["lines"]
    singly: list[bytes | Pause] = []
    for piece in pieces:
        singly += [piece] if isinstance(piece, Pause) else cut(piece, range(len(piece)))
    assert told(reader, singly) == case["lines"]


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_split_of_any_vector_gives_the_same(reader: str, data: st.DataObject) -> None:
    cases = [case.values[1] for case in CASES if case.values[0] == reader]
    case: Any = data.draw(st.sampled_from(cases))
    pieces: list[bytes | Pause] = []
    for piece in parse_hex(case["hex"]):
        cuts = [] if isinstance(piece, Pause) else data.draw(st.lists(st.integers(0, len(piece)), max_size=12))
        pieces += [piece] if isinstance(piece, Pause) else cut(piece, cuts)
    assert told(reader, pieces) == case["lines"]


WIRE = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([*STREAMS.values(), b"\x02\x00\x00\x01\x003", b"1", b"\x04\xd0\x00\x00\xff", b"\x2c", b"0000\r"]),
    st.sampled_from(
        [bytes.fromhex("07F30000013948FE84"), bytes.fromhex("07F30001013948FE83"), b"\x03\x00\x029H", b"9H\r"]
    ),
)


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=60, deadline=None)
@given(
    parts=st.lists(WIRE, max_size=8),
    cuts=st.lists(st.integers(0, 5000), max_size=12),
    ms=st.sampled_from([60, 200, 1000]),
)
def test_no_bytes_raise_and_chunks_never_matter(reader: str, parts: list[bytes], cuts: list[int], ms: int) -> None:
    data = b"".join(parts)
    assert decode(reader, cut(data, cuts)) == decode(reader, [data])
    paused: list[bytes | Pause] = []
    split: list[bytes | Pause] = []
    for part in parts:
        paused += [part, Pause(ms=ms)]
        split += [*cut(part, cuts), Pause(ms=ms)]
    assert decode(reader, split) == decode(reader, paused)


def work(reader: str, data: bytes) -> int:
    """How many lines of the decoder are run for this: a count, not a time, so that it is the same on any machine."""
    count = 0

    def trace(frame: Any, event: str, _: object) -> Any:
        nonlocal count
        if "readers" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    decoder = READERS[reader]()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for start in range(0, len(data), 512):
            decoder.feed(data[start : start + 512])
        decoder.finish()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("reader", READERS)
def test_garbage_costs_in_proportion_to_its_length(reader: str, stream: str) -> None:
    some, more = ((STREAMS[stream] * length)[:length] for length in (2048, 8192))
    assert work(reader, more) <= 4.4 * work(reader, some) + 200


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("reader", READERS)
def test_endless_garbage_is_not_kept(reader: str, stream: str) -> None:
    decoder = READERS[reader]()
    data = STREAMS[stream] * 200
    for _ in range(20):
        decoder.feed(data)
    sizes = [held(value) for value in vars(decoder).values()]
    sizes += [
        held(value) for part in vars(decoder).values() if hasattr(part, "__dict__") for value in vars(part).values()
    ]
    assert max(sizes) <= 600


def held(value: object) -> int:
    return len(value) if isinstance(value, bytes | bytearray | str | list) else 0
