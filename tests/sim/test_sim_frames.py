"""The board's own frames against the shared vectors, and what it makes of bytes that are no frames."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.sim.frames import MOST_BODY_BYTES, FrameError, HostEar, encode, escape

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shoe1.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: str(vector["name"]))
def test_a_frame_is_written_as_the_vectors_have_it(vector: dict[str, str]) -> None:
    line = vector["line"]
    if line.endswith("\r\n") or "\n" not in line:
        pytest.skip("a frame that a terminal program has touched is never written by a board")
    body = line[line.rindex("$") + 1 : line.rindex("*")]
    assert encode(body) == line[line.rindex("$") :].encode("latin-1")


@pytest.mark.parametrize(
    "vector", [one for one in VECTORS["frames"] if one["from"] == "host"], ids=lambda vector: str(vector["name"])
)
def test_the_board_hears_every_frame_of_a_host(vector: dict[str, str]) -> None:
    line = vector["line"].encode("latin-1")
    assert HostEar().feed(line) == [line[1 : line.rindex(b"*")].decode()]


@pytest.mark.parametrize("probe", [b"AT\r", b"AT\r\n", bytes.fromhex("7E0078F07E"), b"\x03", b"\x03\x03\r\n", b"+++"])
def test_probes_of_other_programs_are_no_frames_and_spoil_none(probe: bytes) -> None:
    ear = HostEar()
    assert ear.feed(probe) == []
    assert ear.feed(encode("?")) == ["?"]


def test_a_wrong_checksum_is_counted_and_ignored() -> None:
    ear = HostEar()
    assert ear.feed(b"$A,1A2B3C4D,7*0000\n") == []
    assert ear.counters["bad-crc"] == 1


def test_a_lower_case_checksum_is_wrong() -> None:
    frame = encode("L,ready")
    assert frame != frame[:-5] + frame[-5:].lower()
    assert HostEar().feed(frame[:-5] + frame[-5:].lower()) == []


def test_noise_without_end_does_not_fill_the_memory() -> None:
    ear = HostEar()
    for _ in range(1000):
        ear.feed(b"\x00\x80\xf8" * 100)
    assert ear.counters["overlong"] > 0
    assert ear.feed(b"\n" + encode("?")) == ["?"]


@settings(max_examples=40)
@given(st.data())
def test_any_chunking_hears_the_same(data: st.DataObject) -> None:
    said = ["?", "A,1A2B3C4D,7", "L,ready+lock", "S"]
    stream = b"AT\r\n" + b"".join(encode(body) + data.draw(st.binary(max_size=5)) for body in said)
    whole = HostEar().feed(stream)
    ear, heard, rest = HostEar(), list[str](), stream
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        heard += ear.feed(rest[:size])
        rest = rest[size:]
    assert heard == whole


@settings(max_examples=50)
@given(st.text(max_size=20))
def test_any_text_can_stand_in_a_field(text: str) -> None:
    if len(escape(text)) > MOST_BODY_BYTES - 2:
        return
    (body,) = HostEar().feed(encode(f"L,{escape(text)}"))
    assert body.count(",") == 1


def test_a_body_too_long_is_not_sent() -> None:
    with pytest.raises(FrameError, match="96"):
        encode("L," + "x" * 95)


def test_a_byte_03_is_never_in_a_frame() -> None:
    assert b"\x03" not in encode(f"L,{escape(chr(3))}")
    with pytest.raises(FrameError):
        encode("L,\x03")
