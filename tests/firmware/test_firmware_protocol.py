"""PROTOCOL.md is the description of the line: every line in it is one, and it names every kind of frame there is."""

import re
from pathlib import Path

import pytest
from shoe.frame import Ear, encode

from device.readers import shoe_frames as sf
from device.readers.passages import Noise
from device.readers.shoe import ShoeDecoder
from device.readers.shoe_body import _PARSERS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "firmware" / "PROTOCOL.md").read_text(encoding="utf-8")
LINES = re.findall(r"`(\$[^`]*\*[0-9A-F]{4})`", TEXT)
FOR_MAINTENANCE = "$F,"


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_description_is_one(line: str) -> None:
    bodies = [body for body in map(Ear().feed, line.encode() + b"\n") if body is not None]
    assert bodies == [line[1:-5]]
    assert encode(bodies[0]).decode() == line + "\n"
    (frame,) = ShoeDecoder().feed(line.encode() + b"\n")
    assert isinstance(frame, Noise) == line.startswith(FOR_MAINTENANCE), frame


def test_every_kind_of_frame_is_described() -> None:
    assert {line[1] for line in LINES} == {*_PARSERS, FOR_MAINTENANCE[1]}


def test_what_it_says_in_numbers_is_what_both_sides_do() -> None:
    from shoe import frame, gates, outbox, signs

    from device.readers import board_clock, event_order, link
    from device.readers import shoe as host

    assert outbox.RING_SIZE == event_order.RING_SIZE == 64
    assert outbox.LAST_SEQ == sf.HIGHEST_SEQ == 65535
    assert outbox.RESEND_MS == 250
    assert frame.MOST_BODY_BYTES == host.MOST_BODY_BYTES == 96
    assert link.SILENCE_S * 1000 == signs.HOST_SILENT_MS == gates.JAM_MS == 3000
    assert link.KEEP_ALIVE_S * 1000 == signs.HEARTBEAT_MS == 1000
    assert board_clock.TICKS_WRAP_MS == 1 << 30
    for number in ("64", "65535", "250 ms", "96 bytes", "2^30"):
        assert number in TEXT
