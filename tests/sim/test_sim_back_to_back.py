"""The simulated board and the product's own link, end to end over a line that hurts, in a time of their own."""

import random
from pathlib import Path
from typing import Any

import pytest

from device.readers.link import ShoeLink
from device.readers.passages import BoardStarted, CodePassed, NoCodePassed, Passage, ReadId, ReadsLost, TwoAtOnce
from device.sim.board import Board
from device.sim.faults import Fault, FaultyWire
from device.sim.passage_log import PassageLog, read_passages
from device.sim.sim_shoe import SimShoe

STEP_MS = 20
LOST_AT = "pulled"


class TwoEnds:
    """A shoe, a line and a link; time goes on by `run` alone."""

    def __init__(self, log: Path, faults: dict[Fault, float], seed: int) -> None:
        boots = iter(f"{number:08X}" for number in range(0xB0070001, 0xB007FFFF))
        self.shoe = SimShoe(
            board=Board(boot=next(boots)), log=PassageLog(log), faults=faults, seed=seed, new_boot=lambda: next(boots)
        )
        self.log = log
        self.wire = FaultyWire(faults, seed)
        self.link = ShoeLink(None)
        self.now_ms = 0
        self.delivered: list[Passage] = []
        self.plugged_at_ms = 0
        self.dice = random.Random(seed)

    def run(self, ms: int, *, host_stands_still: bool = False) -> None:
        """Let time pass; the plug is pulled when a mishap says so, and comes back after 700 ms."""
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            self._mind_plug()
            self.shoe.board.tick(self.now_ms)
            if host_stands_still:
                continue
            out = self.wire.to_host(self.shoe.board.take_output())
            if self.plugged_at_ms > self.now_ms:
                continue  # it fell on the floor
            now_s = self.now_ms / 1000
            for item in [*self._in_pieces(out, now_s), *self.link.poll(now_s)]:
                if isinstance(item, Passage):
                    self.delivered.append(item)
                    self.link.acknowledge(item.id)
            self.shoe.from_host(self.wire.to_board(self.link.take_output()), self.now_ms)

    def _in_pieces(self, data: bytes, now_s: float) -> list[Any]:
        items: list[Any] = []
        while data:
            size = self.dice.randint(1, len(data))
            items += self.link.feed(data[:size], now_s)
            data = data[size:]
        return items

    def _mind_plug(self) -> None:
        if self.shoe.unplug_wanted:
            self.shoe.unplug_wanted = False
            self.plugged_at_ms = self.now_ms + 700
            self.link.lost(LOST_AT, self.now_ms / 1000)
        elif self.plugged_at_ms == self.now_ms:
            self.link.opened(self.now_ms / 1000)

    def draw(self, cards: int, every_ms: int) -> None:
        """Draw cards at a pace, whatever the link is doing."""
        for _ in range(cards):
            self.shoe.draw(self.now_ms)
            self.run(every_ms)

    @property
    def told(self) -> list[tuple[str, int, str | None]]:
        """Cards as the link told them: boot, number, code."""
        cards: list[tuple[str, int, str | None]] = []
        for item in self.delivered:
            if isinstance(item, CodePassed):
                cards.append((item.id.boot, item.id.seq, item.code))
            elif isinstance(item, NoCodePassed):
                cards.append((item.id.boot, item.id.seq, None))
            elif isinstance(item, TwoAtOnce):
                codes = (*item.codes, None, None)[:2]
                cards += [(item.id.boot, item.id.seq, code) for code in codes]
        return cards


def start(tmp_path: Path, faults: dict[Fault, float], seed: int) -> TwoEnds:
    ends = TwoEnds(tmp_path / "p", faults, seed)
    ends.link.opened(0.0)
    ends.run(200)
    return ends


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    "faults",
    [
        {},
        {Fault.NOISE: 0.2, Fault.LOSS: 0.2, Fault.REPEATS: 0.2},
        {Fault.UNPLUG: 0.1, Fault.LOSS: 0.1},
        {Fault.UNREAD: 0.1, Fault.TWO_CARDS: 0.1, Fault.PULL_BACK: 0.2, Fault.NOISE: 0.2},
    ],
    ids=["clean", "bad-line", "unplugged", "mishaps"],
)
def test_every_card_is_told_once_in_order_and_thanked_for(
    tmp_path: Path, faults: dict[Fault, float], seed: int
) -> None:
    ends = start(tmp_path, faults, seed)
    ends.draw(60, every_ms=100)
    ends.run(8000)
    logged = read_passages(ends.log).cards
    assert ends.told == [(card.boot, card.seq, card.card if card.read else None) for card in logged]
    assert not any(isinstance(item, ReadsLost | BoardStarted) for item in ends.delivered)
    assert all(card.acknowledged for card in logged)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_over_resets_only_what_died_with_the_board_is_missing(tmp_path: Path, seed: int) -> None:
    ends = start(tmp_path, {Fault.RESETS: 0.1, Fault.NOISE: 0.1, Fault.LOSS: 0.1}, seed)
    ends.draw(80, every_ms=100)
    ends.run(8000)
    logged = read_passages(ends.log).cards
    told = set(ends.told)
    assert len(told) == len(ends.told), "none twice"
    here = [card for card in logged if (card.boot, card.seq, card.card) in told]
    assert [(card.boot, card.seq, card.card) for card in here] == ends.told, "in order"
    missing = [card for card in logged if card not in here]
    assert all(card.dropped and not card.acknowledged for card in missing)
    assert all(card in here for card in logged if card.acknowledged)
    assert any(isinstance(item, BoardStarted) for item in ends.delivered)


def test_an_overflowing_ring_is_told_as_reads_lost(tmp_path: Path) -> None:
    ends = start(tmp_path, {}, 1)
    for _ in range(70):
        ends.shoe.draw(ends.now_ms)
        ends.run(STEP_MS, host_stands_still=True)
    ends.run(3000)
    ends.shoe.draw(ends.now_ms)
    ends.run(3000)
    (hole,) = [item for item in ends.delivered if isinstance(item, ReadsLost)]
    assert (hole.first, hole.last) == (65, 70)
    told = {seq for _, seq, _ in ends.told}
    assert told == {*range(1, 65), 71}
    logged = read_passages(ends.log).cards
    assert [card.taken for card in logged] == [True] * 64 + [False] * 6 + [True]


def test_a_host_that_starts_again_gets_what_it_had_not_put_on_record(tmp_path: Path) -> None:
    ends = start(tmp_path, {}, 1)
    ends.draw(3, every_ms=100)
    last = ends.delivered[-1].id
    ends.shoe.draw(ends.now_ms)
    ends.shoe.draw(ends.now_ms)
    ends.shoe.board.take_output()  # on its way when the process died
    ends.link = ShoeLink(ReadId(boot=last.boot, seq=last.seq))
    ends.link.opened(ends.now_ms / 1000)
    ends.run(2000)
    assert [seq for _, seq, _ in ends.told] == [1, 2, 3, 4, 5]
