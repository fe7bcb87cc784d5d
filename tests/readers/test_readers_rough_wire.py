"""Board and link on a wire that hurts in every way at once: no event lost in silence, none doubled, none made up.

``ZAPATO_FRAMES=1000000 pytest tests/readers/test_readers_rough_wire.py`` sends a million events;
``python tests/support/shoe_world.py 1000000`` does the same and prints what happened on the way.
"""

import os
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shoe_world import SEEDS, World

from device.readers import passages as ps
from device.readers.link import ShoeLink
from device.readers.passages import Noise
from device.readers.reader_link import LinkOutput
from device.readers.shoe import ShoeDecoder, wrap

EVENTS = int(os.environ.get("ZAPATO_FRAMES", "8000"))
SEED_OF_A_FULL_RING = 0
FRAMES = [
    wrap(body)
    for body in (
        b"C,0A1B2C3D,417,1234567,1234687,9H",
        b"C,0A1B2C3D,65535,1073741000,1073741120,7QX4-K3-1A2B",
        b"B,0A1B2C3D,1234567,417,ok",
        b"H,0A1B2C3D,0,shoe,1,fw=0.1.0",
        b"A,0A1B2C3D,417",
    )
]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_event_is_lost_in_silence_and_none_is_doubled(seed: int) -> None:
    figures = World(seed).run(EVENTS // SEEDS)
    assert figures.faults == []
    assert figures.recorded == figures.events - figures.died
    assert figures.named <= figures.refused
    assert figures.frames > figures.events and figures.duplicates > 0
    assert min(figures.restarts, figures.unplugs, sum(figures.harmed.values())) > 0


@pytest.mark.parametrize("harm", ["lost", "doubled", "changed", "turned round", "loss made up", "loss kept quiet"])
def test_a_link_that_fails_would_be_found_out(monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    feed, poll = ShoeLink.feed, ShoeLink.poll
    seen = 0

    def failing(link: ShoeLink, data: bytes, now_s: float) -> list[LinkOutput]:
        nonlocal seen
        out = feed(link, data, now_s)
        places = [at for at, item in enumerate(out) if isinstance(item, ps.CodePassed)]
        seen += len(places)
        if len(places) > 1 and seen > 100:
            first, second = places[:2]
            one = out[first]
            assert isinstance(one, ps.CodePassed)
            if harm == "lost":
                del out[first]
            elif harm == "doubled":
                out.insert(first, one)
            elif harm == "changed":
                out[first] = ps.CodePassed(id=one.id, at_s=one.at_s, code="XX")
            elif harm == "turned round":
                out[first], out[second] = out[second], out[first]
            elif harm == "loss made up":
                out[first] = ps.ReadsLost(id=one.id, at_s=one.at_s, first=one.id.seq, last=one.id.seq)
        return quiet(out)

    def quiet(out: list[LinkOutput]) -> list[LinkOutput]:
        return [item for item in out if harm != "loss kept quiet" or not isinstance(item, ps.ReadsLost)]

    monkeypatch.setattr(ShoeLink, "feed", failing)
    monkeypatch.setattr(ShoeLink, "poll", lambda link, now_s: quiet(poll(link, now_s)))
    assert World(SEED_OF_A_FULL_RING).run(1200).faults


def read(data: bytes) -> list[object]:
    """What is read of it when a good frame follows."""
    decoder = ShoeDecoder()
    return [item for item in [*decoder.feed(data + wrap(b"?")), *decoder.finish()] if not isinstance(item, Noise)]


@pytest.mark.parametrize("frame", FRAMES)
def test_one_or_two_wrong_bits_anywhere_are_always_seen(frame: bytes) -> None:
    number, places = int.from_bytes(frame), range(8 * len(frame))
    question = read(b"")
    ones = [number ^ 1 << at for at in places]
    assert all(read(one.to_bytes(len(frame)))[-1:] == question for one in ones)
    assert not any(is_right(one.to_bytes(len(frame))) for one in ones)
    assert not any(is_right((number ^ 1 << a ^ 1 << b).to_bytes(len(frame))) for a, b in combinations(places, 2))


def is_right(line: bytes) -> bool:
    """What the decoder asks of a line, and nothing else."""
    return line[:1] == b"$" and b"$" not in line[1:] and wrap(line[1:-6]) == line


@settings(max_examples=300, deadline=None)
@given(frame=st.sampled_from(FRAMES), at=st.integers(0, 800), burst=st.integers(0, 2**15 - 1))
def test_a_burst_of_up_to_sixteen_bits_is_always_seen(frame: bytes, at: int, burst: int) -> None:
    harmed = int.from_bytes(frame) ^ (burst << 1 | 1) << at % (8 * len(frame) - 15)
    assert read(harmed.to_bytes(len(frame)))[-1:] == read(b"")
    assert len(read(harmed.to_bytes(len(frame)))) <= 1


@pytest.mark.parametrize("seed", [1, 2])
def test_a_damage_that_the_checksum_cannot_see_loses_and_doubles_nothing(seed: int) -> None:
    """One damage in 65,536 has a right checksum; here every harmed frame has, so that it is seen what comes of it."""
    world = World(seed, lets_unseen=True)
    world.to_host.only({"forged": lambda frame: forged(frame, world.dice.randrange(1 << 30))})
    faults = world.run(1500).faults
    assert not [fault for fault in faults if "not on record" in fault or "was due" in fault or "keeps" in fault]


def forged(frame: bytes, dice: int) -> bytes:
    """The frame with one wrong bit in its body and the checksum that belongs to that."""
    body = bytearray(frame[1:-6])
    body[dice % len(body)] ^= 1 << (dice >> 16) % 5
    return frame if set(body) & set(b"$*\n\r") else wrap(bytes(body))
