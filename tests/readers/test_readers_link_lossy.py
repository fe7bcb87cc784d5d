"""A tiny board and the link on a line that hurts: no card lost, doubled or out of order, and holes named exactly."""

import random
from collections import defaultdict
from dataclasses import dataclass, field

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from device.readers import shoe_frames as sf
from device.readers.link import ShoeLink
from device.readers.passages import BoardStarted, CodePassed, Passage, ReadId, ReadsLost
from device.readers.shoe import ShoeDecoder, encode

TICK_MS = 50
RING = 64
WORST_RUN = 3  # the same frame is spoilt this often in a row, then it comes through


@dataclass
class TinyBoard:
    """The board of the wire's description and no more: ring, numbers, each 250 ms again, heartbeat each second."""

    boot: str
    last_seq: int
    zero_ms: int
    out: list[bytes] = field(default_factory=list)
    ring: dict[int, bytes] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    dealt: dict[int, str] = field(default_factory=dict)
    ear: ShoeDecoder = field(default_factory=ShoeDecoder)

    def id(self) -> ReadId:
        return ReadId(boot=self.boot, seq=self.last_seq)

    def hello(self) -> None:
        self.out.append(encode(sf.Hello(id=self.id(), product="shoe", major=1)))

    def card(self, code: str, now_ms: int) -> None:
        self.last_seq = self.last_seq % sf.HIGHEST_SEQ + 1
        if len(self.ring) == RING:
            self.refused.add(self.last_seq)
            return
        ticks = (now_ms - self.zero_ms) % 2**30
        frame = encode(sf.CodeFrame(id=self.id(), in_ticks_ms=ticks, out_ticks_ms=ticks, code=code))
        self.dealt[self.last_seq] = code
        self.ring[self.last_seq] = frame
        self.out.append(frame)

    def hear(self, data: bytes) -> None:
        for frame in self.ear.feed(data):
            if isinstance(frame, sf.WhoAreYou):
                self.hello()
            elif isinstance(frame, sf.Acknowledge) and frame.id.boot == self.boot:
                upto = frame.id.seq
                self.ring = {seq: kept for seq, kept in self.ring.items() if (seq - upto - 1) % sf.HIGHEST_SEQ < 1000}

    def tick(self, now_ms: int) -> None:
        if now_ms % 250 == 0:
            self.out += self.ring.values()
        if now_ms % 1000 == 0:
            uptime = (now_ms - self.zero_ms) % 2**30
            self.out.append(encode(sf.Heartbeat(boot=self.boot, uptime_ms=uptime, last_seq=self.last_seq, flags="ok")))


class Line:
    """Loses, spoils, doubles and turns round frames; never the same one more than `WORST_RUN` times in a row."""

    def __init__(self, seed: int, badness: float) -> None:
        self.dice = random.Random(seed)
        self.badness = badness
        self.runs: dict[bytes, int] = defaultdict(int)

    def carry(self, frames: list[bytes]) -> bytes:
        carried: list[bytes] = []
        for frame in frames:
            if self.dice.random() >= self.badness or self.runs[frame] >= WORST_RUN:
                self.runs[frame] = 0
                carried.append(frame)
                continue
            fate = self.dice.choice(["drop", "spoil", "cut", "double", "turn", "noise"])
            self.runs[frame] += fate in ("drop", "spoil", "cut")
            spoilt = bytearray(frame)
            spoilt[self.dice.randrange(1, len(frame))] ^= 0x04
            carried += {
                "drop": [],
                "spoil": [bytes(spoilt)],
                "cut": [frame[: self.dice.randrange(1, len(frame))]],
                "double": [frame, frame],
                "turn": [carried.pop(), frame][::-1] if carried else [frame],
                "noise": [self.dice.randbytes(5).replace(b"$", b"#"), frame],
            }[fate]
        return b"".join(carried)


class Table:
    """Board, line, link and a record that survives the process."""

    def __init__(self, seed: int, badness: float, first_seq: int) -> None:
        self.dice = random.Random(seed + 1)
        self.line = Line(seed, badness)
        self.now_ms = 0
        self.boards = [TinyBoard(boot="00000001", last_seq=first_seq, zero_ms=-4_000_000 if first_seq > 64 else 0)]
        self.start = ReadId(boot="00000001", seq=first_seq)
        self.first_seq = first_seq
        self.record: list[Passage] = []
        self.unrecorded: list[Passage] = []
        self.plugged = True
        self.link = ShoeLink(self.start)
        self.link.opened(0.0)

    @property
    def board(self) -> TinyBoard:
        return self.boards[-1]

    def commit(self) -> None:
        self.record += self.unrecorded
        self.unrecorded = []
        if self.record:
            self.link.acknowledge(self.record[-1].id)

    def kill(self) -> None:
        """The table process dies: what was not on record never happened."""
        self.unrecorded = []
        self.link = ShoeLink(self.record[-1].id if self.record else self.start)
        if self.plugged:
            self.link.opened(self.now_ms / 1000)

    def plug(self, *, plugged: bool) -> None:
        if plugged and not self.plugged:
            self.link.opened(self.now_ms / 1000)
        elif self.plugged and not plugged:
            self.link.lost("gone", self.now_ms / 1000)
        self.plugged = plugged

    def reset(self) -> None:
        self.boards.append(TinyBoard(boot=f"{len(self.boards) + 1:08X}", last_seq=0, zero_ms=self.now_ms))
        self.board.hello()

    def run(self, ms: int) -> None:
        for _ in range(ms // TICK_MS):
            self.now_ms += TICK_MS
            self.board.tick(self.now_ms)
            data = self.line.carry(self.board.out)
            self.board.out = []
            if self.plugged:
                cut = self.dice.randrange(len(data) + 1)
                for chunk in (data[:cut], data[cut:]):
                    out = self.link.feed(chunk, self.now_ms / 1000)
                    self.unrecorded += [item for item in out if isinstance(item, Passage)]
            out = self.link.poll(self.now_ms / 1000)
            self.unrecorded += [item for item in out if isinstance(item, Passage)]
            answer = self.link.take_output()
            if self.plugged:
                self.board.hear(self.line.carry([answer]) if answer else b"")


STEPS = st.one_of(
    st.tuples(st.just("cards"), st.integers(1, 6)),
    st.tuples(st.just("cards"), st.integers(60, 80)),
    st.tuples(st.just("run"), st.sampled_from([50, 200, 250, 1000, 4000])),
    st.tuples(st.just("commit"), st.just(0)),
    st.tuples(st.just("kill"), st.just(0)),
    st.tuples(st.just("plug"), st.integers(0, 1)),
    st.tuples(st.just("reset"), st.just(0)),
)


def play(table: Table, steps: list[tuple[str, int]]) -> None:
    number = 0
    for what, amount in steps:
        if what == "cards":
            for _ in range(amount):
                number += 1
                table.board.card(f"CARD-{number}", table.now_ms)
        elif what == "run":
            table.run(amount)
        elif what == "commit":
            table.commit()
        elif what == "kill":
            table.kill()
        elif what == "plug":
            table.plug(plugged=bool(amount))
        else:
            table.reset()
    # In the end the line is good, everything is recorded, and the board gets rid of all it kept.
    table.line.badness = 0
    table.plug(plugged=True)
    for _ in range(3):
        table.run(4000)
        table.commit()
    table.run(1000)


def check(table: Table) -> None:
    """The record tells each boot's numbers in order, each once: a card as it was dealt, or a named hole."""
    told: dict[str, list[int]] = defaultdict(list)
    codes: dict[tuple[str, int], str] = {}
    named: set[tuple[str, int]] = set()
    boots = []
    for passage in table.record:
        boot, seq = passage.id.boot, passage.id.seq
        if isinstance(passage, BoardStarted):
            boots.append(boot)
        elif isinstance(passage, ReadsLost):
            length = (passage.last - passage.first) % sf.HIGHEST_SEQ + 1
            lost = [(passage.first - 1 + n) % sf.HIGHEST_SEQ + 1 for n in range(length)]
            told[boot] += lost
            named |= {(boot, number) for number in lost}
            assert seq == passage.last
        else:
            assert isinstance(passage, CodePassed)
            told[boot].append(seq)
            codes[boot, seq] = passage.code
    board = table.board
    assert board.ring == {}
    assert boots == sorted(set(boots))  # each boot is announced once, in the order of the resets
    if len(table.boards) > 1:
        assert boots[-1] == board.boot
    for each in table.boards:
        first = table.first_seq if each is table.boards[0] else 0
        expected = [(first + n) % sf.HIGHEST_SEQ + 1 for n in range(len(told[each.boot]))]
        assert told[each.boot] == expected
        assert {seq for boot, seq in named if boot == each.boot} <= each.refused
        assert all(codes[each.boot, seq] == each.dealt[seq] for seq in told[each.boot] if (each.boot, seq) in codes)
    # Of the board that is still there nothing is missing; what died in an earlier board's memory nobody can know.
    assert set(told[board.boot]) == set(board.dealt) | board.refused
    assert {seq for boot, seq in named if boot == board.boot} == board.refused


@settings(max_examples=50, phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink))
@given(
    steps=st.lists(STEPS, max_size=14),
    seed=st.integers(0, 2**32),
    badness=st.sampled_from([0.0, 0.1, 0.4]),
    first_seq=st.sampled_from([0, 40, 65500]),
)
def test_each_card_is_told_once_in_order_or_its_loss_is_named(
    steps: list[tuple[str, int]], seed: int, badness: float, first_seq: int
) -> None:
    table = Table(seed, badness, first_seq)
    play(table, steps)
    check(table)


def test_a_table_that_stays_away_too_long_learns_exactly_what_it_missed() -> None:
    table = Table(seed=1, badness=0.0, first_seq=65500)
    play(table, [("run", 1000), ("plug", 0), ("cards", 70), ("run", 4000), ("plug", 1), ("run", 1000), ("cards", 2)])
    check(table)
    holes = [(passage.first, passage.last) for passage in table.record if isinstance(passage, ReadsLost)]
    assert holes == [(30, 35), (36, 37)]  # 65501 to 65535 and 1 to 29 were kept; two more came before any was recorded


def test_the_times_of_cards_are_when_they_left() -> None:
    table = Table(seed=1, badness=0.0, first_seq=0)
    table.run(2000)
    table.plug(plugged=False)
    table.board.card("9H", table.now_ms)
    table.run(60_000)
    table.plug(plugged=True)
    table.run(1000)
    (card,) = table.unrecorded
    assert abs(card.at_s - 2.0) < 0.06
