"""The benchmark of decoders measures what it says: every reader, frames that are read, and garbage that is none."""

import pytest

from device.bench import decoders
from device.readers.decoders import DECODERS
from device.readers.describe import describe


@pytest.mark.parametrize("reader", DECODERS)
def test_the_good_frames_are_read_and_the_other_inputs_are_not(reader: str) -> None:
    for name, data in decoders.inputs(reader, 2048).items():
        assert len(data) == 2048
        decoder = DECODERS[reader]()
        lines = [describe(item) for item in decoder.feed(data)]
        read = [line for line in lines if "noise" not in line]
        text_by_chance = name == "garbage" and reader in ("line", "grow")  # without a checksum a letter is a code
        assert bool(read) == (name == "good") or text_by_chance
        assert (
            not {"bad-checksum", "not-text", "unknown-frame"} & {line.get("noise") for line in lines} or name != "good"
        )


def test_it_prints_its_five_lines_beside_a_floor() -> None:
    lines = {line.name: line for line in decoders.measure(length=512, rounds=1)}
    assert list(lines) == ["decoders", "decoders-garbage", "decoders-linear", "decoders-singly", "decoders-kept"]
    for name in ("decoders", "decoders-garbage", "decoders-singly"):
        assert lines[name].value and lines[name].floor and lines[name].unit == "kB/s"
        assert any(reader in lines[name].note for reader in DECODERS)
    assert str(lines["decoders"].aim) == str(lines["decoders-garbage"].aim) == "≥ 500"
    assert lines["decoders-linear"].value and lines["decoders-linear"].floor and lines["decoders-linear"].note
