"""Each report of the shoe as a passage: gates, lid, buttons, and what is no card at all."""

import pytest

from device.readers import passages as ps
from device.readers import shoe_frames as sf
from device.readers.link import ShoeLink
from device.readers.passages import Passage, ReadId
from device.readers.reader_link import LinkOutput
from device.readers.shoe import encode


def read_id(seq: int) -> ReadId:
    return ReadId(boot="1A2B3C4D", seq=seq)


def card(seq: int, code: str) -> bytes:
    return encode(sf.CodeFrame(id=read_id(seq), in_ticks_ms=880, out_ticks_ms=1000, code=code))


def passages(out: list[LinkOutput]) -> list[Passage]:
    return [item for item in out if isinstance(item, Passage)]


def up() -> ShoeLink:
    """A link whose board has said hello at time 0."""
    link = ShoeLink(None)
    link.opened(0.0)
    link.feed(encode(sf.Hello(id=read_id(0), product="shoe", major=1)), 0.0)
    return link


@pytest.mark.parametrize(
    ("frame", "passage"),
    [
        (
            sf.NoCodeFrame(id=read_id(1), in_ticks_ms=1, out_ticks_ms=2),
            ps.NoCodePassed(id=read_id(1), at_s=1.0),
        ),
        (sf.PulledFrame(id=read_id(1), ticks_ms=2, how="back"), ps.PulledBack(id=read_id(1), at_s=1.0, how="back")),
        (sf.PushedFrame(id=read_id(1), ticks_ms=2), ps.PushedIn(id=read_id(1), at_s=1.0)),
        (
            sf.TwoFrame(id=read_id(1), ticks_ms=2, codes=("9H", "KD")),
            ps.TwoAtOnce(id=read_id(1), at_s=1.0, codes=("9H", "KD")),
        ),
        (
            sf.JamFrame(id=read_id(1), ticks_ms=2, gate="A", cleared=False),
            ps.Jam(id=read_id(1), at_s=1.0, gate="A", cleared=False),
        ),
        (
            sf.JamFrame(id=read_id(1), ticks_ms=2, gate="A", cleared=True),
            ps.Jam(id=read_id(1), at_s=1.0, gate="A", cleared=True),
        ),
        (sf.LidFrame(id=read_id(1), ticks_ms=2, opened=True), ps.LidMoved(id=read_id(1), at_s=1.0, opened=True)),
        (sf.GateFaultFrame(id=read_id(1), ticks_ms=2, gate="B"), ps.GateFault(id=read_id(1), at_s=1.0, gate="B")),
        (sf.StrayFrame(id=read_id(1), ticks_ms=2), ps.StrayCode(id=read_id(1), at_s=1.0)),
        (
            sf.ButtonFrame(id=read_id(1), ticks_ms=2, button="CALL", pressed=True),
            ps.ButtonMoved(id=read_id(1), at_s=1.0, button="CALL", pressed=True),
        ),
    ],
)
def test_each_report_is_its_own_passage(frame: sf.EventFrame, passage: Passage) -> None:
    assert passages(up().feed(encode(frame), 1.0)) == [passage]


def test_cards_pulled_while_one_is_unread_keep_their_order() -> None:
    link = up()
    unread = encode(sf.NoCodeFrame(id=read_id(2), in_ticks_ms=1, out_ticks_ms=2))
    out = link.feed(card(1, "9H") + unread + card(3, "KD"), 1.0)
    assert [type(item) for item in passages(out)] == [ps.CodePassed, ps.NoCodePassed, ps.CodePassed]


def test_noise_is_reported_and_counted_and_never_a_passage() -> None:
    link = up()
    out = link.feed(b"xyz" + card(1, "9H")[:-2] + b"\n", 1.0)
    assert [item.kind for item in out if isinstance(item, ps.Noise)] == ["resync", "bad-checksum"]
    assert passages(out) == []
    assert link.counters["bad-checksum"] == link.state.counters["bad-checksum"] == 1
