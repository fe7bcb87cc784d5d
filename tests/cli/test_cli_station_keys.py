"""What is typed at a station, byte by byte, whole pages at once, and without end."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.cli.station_keys import MOST_LINE_BYTES, StationKeys


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end) as standard_input:
        monkeypatch.setattr("sys.stdin", standard_input)
        yield write_end
    with contextlib.suppress(OSError):
        os.close(write_end)


def test_lines_come_as_they_are_ended(typing: int) -> None:
    keys = StationKeys()
    assert keys.lines() == []
    for byte in b"u 3\r\n5":
        os.write(typing, bytes((byte,)))
    assert keys.lines() == ["u 3"]
    os.write(typing, b"s\n")
    assert keys.lines() == ["5s"]


def test_the_last_line_needs_no_end(typing: int) -> None:
    keys = StationKeys()
    os.write(typing, b"s\nq")
    os.close(typing)
    assert keys.lines() == ["s"] and not keys.ended
    assert keys.lines() == ["q"] and keys.ended


def test_a_line_without_end_keeps_no_card_waiting_and_no_memory(typing: int) -> None:
    keys = StationKeys()
    for _ in range(20):
        os.write(typing, bytes(MOST_LINE_BYTES))
        assert keys.lines() == []
    os.write(typing, b"\nu\n")
    first, second = keys.lines()
    assert (len(first), second) == (MOST_LINE_BYTES, "u")


def test_input_without_end_comes_back_after_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/zero").open(encoding="utf-8") as standard_input:
        monkeypatch.setattr("sys.stdin", standard_input)
        assert StationKeys().lines() == []
