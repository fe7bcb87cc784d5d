"""The shuffled shoe, the named faults, the dealer's slips: the same for the same seed, and each what its name says."""

from collections import Counter

import pytest

from device.sim.faults import USUAL_RATES, Fault, FaultError, FaultyWire, Mishaps, parse_faults
from device.sim.frames import HostEar, encode
from device.sim.mistakes import Mistake, Slips
from device.sim.shoe_pack import CUT_CODE, PackError, ShoePack

FRAMES = [encode(f"C,1A2B3C4D,{number},1,2,9H") for number in range(1, 400)]


def drained(pack: ShoePack) -> list[str]:
    codes = []
    while pack.peek() is not None:
        codes.append(pack.draw())
    return codes


def test_a_shoe_holds_every_card_of_its_packs_and_the_cut_card_at_its_depth() -> None:
    codes = drained(ShoePack(decks=8, cut_depth=14, seed=3))
    assert codes.index(CUT_CODE) == len(codes) - 15
    counts = Counter(codes)
    assert counts.pop(CUT_CODE) == 1
    assert len(counts) == 52
    assert set(counts.values()) == {8}


def test_a_seed_fixes_the_shoe_and_another_gives_another() -> None:
    assert drained(ShoePack(seed="7/1")) == drained(ShoePack(seed="7/1"))
    assert drained(ShoePack(seed="7/1")) != drained(ShoePack(seed="7/2"))


def test_a_shoe_goes_on_where_it_stood() -> None:
    whole = drained(ShoePack(seed=1))
    pack = ShoePack(seed=1)
    pack.skip(100)
    assert (pack.out, pack.cards_left) == (100, 316)
    assert drained(pack) == whole[100:]


def test_shoes_that_cannot_be_are_refused() -> None:
    for decks, depth in ((0, None), (13, None), (1, 52), (1, 0), (1, -3)):
        with pytest.raises(PackError):
            ShoePack(decks=decks, cut_depth=depth)
    with pytest.raises(PackError):
        ShoePack().skip(500)
    empty = ShoePack(decks=1, cut_depth=None)
    drained(empty)
    with pytest.raises(PackError, match="empty"):
        empty.draw()


def test_faults_are_read_with_their_rates() -> None:
    assert parse_faults("noise, loss:0.5") == {Fault.NOISE: USUAL_RATES[Fault.NOISE], Fault.LOSS: 0.5}
    assert parse_faults("none") == parse_faults("") == {}
    assert set(USUAL_RATES) == set(Fault)


@pytest.mark.parametrize("text", ["noise:2", "noise:-1", "noise:x", "noise:", "noise:nan"])
def test_a_wrong_rate_is_refused(text: str) -> None:
    with pytest.raises(FaultError, match="from 0 to 1"):
        parse_faults(text)


def test_an_unknown_fault_lists_the_names() -> None:
    with pytest.raises(FaultError) as caught:
        parse_faults("noise,gremlins")
    assert "gremlins" in str(caught.value)
    assert all(fault.value in str(caught.value) for fault in Fault)


def carried(faults: dict[Fault, float], *, seed: int = 1, chunk: int = 0) -> bytes:
    wire = FaultyWire(faults, seed)
    stream = b"".join(FRAMES)
    chunks = [stream[start : start + chunk] for start in range(0, len(stream), chunk)] if chunk else FRAMES
    return b"".join(wire.to_host(one) for one in chunks)


@pytest.mark.parametrize("faults", ["noise:0.3", "loss:0.3", "repeats:0.3", "noise,loss,repeats"])
def test_wire_faults_depend_on_seed_and_frames_and_on_no_chunking(faults: str) -> None:
    rates = parse_faults(faults)
    assert carried(rates) == carried(rates) == carried(rates, chunk=7)
    assert carried(rates) != carried(rates, seed=2)
    assert carried(rates) != b"".join(FRAMES)


def test_without_faults_the_wire_changes_nothing() -> None:
    assert carried({}) == carried({Fault.NOISE: 0.0}) == b"".join(FRAMES)
    assert FaultyWire({}, 1).to_board(b"AT\r") == b"AT\r"


def heard(data: bytes) -> Counter[str]:
    return Counter(HostEar().feed(data))


def test_noise_loses_some_frames_and_invents_none() -> None:
    frames = heard(carried({Fault.NOISE: 0.5}))
    assert set(frames.values()) == {1}
    assert len(FRAMES) * 0.6 < len(frames) < len(FRAMES)
    assert set(frames) < set(heard(b"".join(FRAMES)))


def test_loss_loses_frames_and_bytes_of_frames() -> None:
    data = carried({Fault.LOSS: 0.3})
    assert len(data) < sum(map(len, FRAMES))
    ear = HostEar()
    assert len(ear.feed(data)) < len(FRAMES)
    assert ear.counters["bad-crc"] + ear.counters["resync"] > 0, "some frames arrive in part"


def test_repeats_come_twice_or_three_times() -> None:
    assert set(heard(carried({Fault.REPEATS: 0.5})).values()) == {1, 2, 3}


def test_both_directions_suffer_each_in_its_own_way() -> None:
    wire = FaultyWire({Fault.LOSS: 0.3}, 1)
    out = b"".join(wire.to_host(frame) for frame in FRAMES)
    back = b"".join(wire.to_board(frame) for frame in FRAMES)
    assert out != back != b"".join(FRAMES)


def test_mishaps_are_the_same_for_the_same_seed_whatever_else_is_on() -> None:
    def struck(faults: dict[Fault, float], seed: int = 1) -> list[bool]:
        mishaps = Mishaps(faults, seed)
        return [Fault.UNREAD in mishaps.for_next_card() for _ in range(500)]

    alone = struck({Fault.UNREAD: 0.1})
    assert alone == struck({Fault.UNREAD: 0.1, Fault.RESETS: 0.5, Fault.NOISE: 1.0})
    assert alone != struck({Fault.UNREAD: 0.1}, seed=2)
    assert 20 < sum(alone) < 90


def test_slips_are_the_same_for_the_same_seed_and_as_many_as_asked_for() -> None:
    def some(rate: float, seed: int) -> list[Mistake | None]:
        slips = Slips(rate, seed=seed)
        return [slips.for_next_coup() for _ in range(400)]

    assert some(0.25, 1) == some(0.25, 1) != some(0.25, 2)
    assert 60 < sum(slip is not None for slip in some(0.25, 1)) < 140
    assert set(some(1.0, 1)) == set(Mistake)
    assert set(some(0.0, 1)) == {None}
