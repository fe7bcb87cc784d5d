"""`decoders`: how many kilobytes a second the slowest reader's decoder takes, of what it is made for and of garbage.

A line of 115,200 baud carries 11.5 kB a second. Bytes come in pieces of 512, as much as a busy port hands over at once;
`decoders-singly` is one byte at a time, which is the price of a call. The floor is a bare loop over the same bytes.
"""

import random
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from device.bench.report import Goal, Line, Of, Side
from device.bench.timing import rates_a_second
from device.readers.decoders import DECODERS, Decoder

PIECE_BYTES = 512
KB = 1000.0
GOAL_KB = 500.0
LEAST_SHARE = 0.02
LEAST_LINEAR = 0.4
"""A decoder whose time grew with the square of its input would have a quarter of its speed at four times as much."""
TIMES_AS_LONG = 4
MOST_KEPT_KB = 64.0

GOOD: Mapping[str, bytes] = {
    "line": b"7QX4-K3-1A2B\r",
    "shoe": b"$C,1A2B3C4D,17,68213,68330,9H*8D3C\n",
    "grow": bytes.fromhex("02 00 00 01 00 33 31") + b"7QX4-K3-1A2B\r\n",
    "em4100": b"\x020D00319CD070\x03",
    "pn532": bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 11 EF D5 4B 01 01 03 04 20 04 08 3F 6C 4A 05 78 80 70 02 47 00"),
    "twn4": b"00014028050C000621A5\r",
    "ssi": bytes.fromhex("07 F3 00 00 01 39 48 FE 84"),
    "angel-eye": bytes.fromhex("05 35 44 03 49 03 33 38") * 3 + bytes.fromhex("05 36 44 03 49 03 33 42") * 3,
}
"""What each reader sends when all is well."""
STARTS: Mapping[str, bytes] = {
    "line": b"\x02",
    "shoe": b"$",
    "grow": b"\x02\x00\x00\x40",
    "em4100": b"\x02",
    "pn532": b"\x00\x00\xff",
    "twn4": b"00014028",
    "ssi": b"\xff\xf3\x00",
    "angel-eye": b"\x05",
}
"""Beginnings without an end."""


def filled(pattern: bytes, length: int) -> bytes:
    """The pattern again and again, so many bytes of it."""
    return (pattern * (length // len(pattern) + 1))[:length]


def inputs(reader: str, length: int) -> dict[str, bytes]:
    """What may be on this reader's line, by name: so many bytes of each."""
    return {
        "good": filled(GOOD[reader], length),
        "starts": filled(STARTS[reader], length),
        "endless": filled(b"A", length),
        "zeros": bytes(length),
        "wrong speed": filled(b"\x00\x80\xf8", length),
        "garbage": random.Random("garbage").randbytes(length),
    }


def feed(make: Callable[[], Decoder], data: bytes, piece: int = PIECE_BYTES) -> int:
    """Give a new decoder all of it, in pieces; returns how many bytes that were."""
    decoder = make()
    for start in range(0, len(data), piece):
        decoder.feed(data[start : start + piece])
    return len(data)


def loop(data: bytes) -> int:
    """The floor: each byte is looked at, and that is all."""
    count = 0
    for byte in data:
        count += byte == 0x0D
    return len(data) if count >= 0 else 0


def kept_kb(length: int) -> float:
    """The most that any decoder holds after so many bytes of anything, in kilobytes."""
    worst = 0
    for reader, make in DECODERS.items():
        for data in inputs(reader, length).values():
            decoder = make()
            tracemalloc.start()
            for start in range(0, len(data), PIECE_BYTES):
                decoder.feed(data[start : start + PIECE_BYTES])
            worst = max(worst, tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
    return worst / KB


def _linear(length: int) -> Line:
    """Whether time is linear in the input: the worst decoder's speed at four times as much, and its speed at this."""
    worst: tuple[float, float, float, str, str] | None = None
    for reader, make in DECODERS.items():
        longer = inputs(reader, length * TIMES_AS_LONG // 2)
        for name, data in inputs(reader, length // 2).items():
            long, short = rates_a_second(3, partial(feed, make, longer[name]), partial(_again, make, data))
            if worst is None or long / short < worst[0]:
                worst = (long / short, long, short, reader, name)
    assert worst is not None
    return Line(
        name="decoders-linear",
        value=worst[1] / KB,
        unit="kB/s",
        floor=worst[2] / KB,
        goal=Goal(side=Side.AT_LEAST, limit=LEAST_LINEAR, of=Of.RATIO),
        note=f"the worst is {worst[3]}, of {worst[4]}: of {TIMES_AS_LONG} times as much, beside as many short ones",
    )


def _again(make: Callable[[], Decoder], data: bytes) -> int:
    return sum(feed(make, data) for _ in range(TIMES_AS_LONG))


def measure(*, length: int = 6_144, rounds: int = 3) -> Iterator[Line]:
    """So many bytes of each kind for each decoder, so many times."""
    jobs = [(reader, name, data) for reader in DECODERS for name, data in inputs(reader, length).items()]
    *rates, bare = rates_a_second(
        rounds, *(partial(feed, DECODERS[reader], data) for reader, _, data in jobs), partial(loop, jobs[0][2])
    )
    found = [(rate / KB, reader, name) for rate, (reader, name, _) in zip(rates, jobs, strict=True)]
    for line, wanted in (("decoders", {"good"}), ("decoders-garbage", {name for _, _, name in found} - {"good"})):
        value, reader, name = min(each for each in found if each[2] in wanted)
        yield Line(
            name=line,
            value=value,
            unit="kB/s",
            floor=bare / KB,
            goal=Goal(side=Side.AT_LEAST, limit=LEAST_SHARE, of=Of.RATIO),
            aim=Goal(side=Side.AT_LEAST, limit=GOAL_KB),
            note=f"the slowest is {reader}" + (f", of {name}" if name != "good" else ""),
            more={"bytes": length, "rounds": rounds},
        )
    yield _linear(length)
    singly = rates_a_second(1, *(partial(feed, make, filled(GOOD[each], length), 1) for each, make in DECODERS.items()))
    slowest, reader = min(zip(singly, DECODERS, strict=True))
    yield Line(
        name="decoders-singly", value=slowest / KB, unit="kB/s", floor=bare / KB, note=f"the slowest is {reader}"
    )
    yield Line(
        name="decoders-kept",
        value=kept_kb(length // 2),
        unit="kB",
        goal=Goal(side=Side.AT_MOST, limit=MOST_KEPT_KB),
        note="the most that a decoder holds after any of these",
    )
