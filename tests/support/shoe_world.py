"""A simulated board and the shoe's link on a rough wire, in time of their own; and what the record must be in the end.

As a program: ``python tests/support/shoe_world.py 1000000`` sends so many events and says what became of them.
"""

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from dataclasses import dataclass, field, fields
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from support.rough_wire import RoughWire

from device.readers import passages as ps
from device.readers.event_order import step
from device.readers.link import ShoeLink
from device.sim.board import Board
from device.sim.ring import RING_SIZE, EventId

TICK_MS = 50
CODES = [*(rank + suit for rank in "23456789TJQKA" for suit in "SHDC"), "CUT", "7QX4-K3-1A2B", "0C000621A5", "a,b*c$%"]
CALM, ROUGH = 0.02, 0.12
MOST_EVENTS_OF_A_BOOT = 60_000
"""Fewer than there are numbers, so that what is on record can be told by its number."""
SEEDS = 8

Told = tuple[object, ...]


@dataclass(kw_only=True)
class Figures:
    """What happened; `faults` says what must not."""

    events: int = 0
    frames: int = 0
    duplicates: int = 0
    recorded: int = 0
    died: int = 0
    refused: int = 0
    named: int = 0
    resets: int = 0
    restarts: int = 0
    unplugs: int = 0
    unseen: int = 0
    harmed: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)})


class World:
    """Board, wire, link and a record that survives the table's process. `seed` decides all that happens."""

    def __init__(self, seed: int, *, lets_unseen: bool = False) -> None:
        self.dice = random.Random(seed)
        self.figures = Figures()
        self.now_ms = 0
        self.to_host = RoughWire(self.dice, CALM, lets_unseen=lets_unseen)
        self.to_board = RoughWire(self.dice, CALM, lets_unseen=lets_unseen)
        self.resets = seed % 4 != 0
        high = not self.resets
        self.boots = ["00000001"]
        self.board = Board(
            boot=self.boots[0], seq_at_start=65_400 * high, ticks_at_start=(2**30 - 60_000 if high else 0)
        )
        self.first_seq = self.board.last_seq
        self.dealt: dict[tuple[str, int], Told] = {}
        self.died: set[tuple[str, int]] = set()
        self.refused: set[tuple[str, int]] = set()
        self.record: list[ps.Passage] = []
        self.unrecorded: list[ps.Passage] = []
        self.start = ps.ReadId(boot=self.boots[0], seq=self.first_seq) if self.first_seq else None
        self.link = ShoeLink(self.start)
        self.link.opened(0.0)
        self.plugged = True
        self.back_ms = 0
        self.overflows = False
        self.since_reset = 0

    # what happens ------------------------------------------------------------------------------------------------

    def run(self, events: int) -> Figures:
        """Let things happen until the board has sent so many events; then all calms down and is compared."""
        while len(self.dealt) < events:
            self._happen()
            self._tick()
        self.to_host.badness = self.to_board.badness = 0
        self._plug()
        for _ in range(12_000 // TICK_MS):
            self._tick()
            self._commit()
        self._check()
        return self._figures()

    def _happen(self) -> None:
        dice = self.dice
        if self.plugged or self.overflows or self.board.unacknowledged < RING_SIZE - 8:
            for _ in range(dice.choice((0, 0, 0, 0, 1, 1, 2, 4))):
                if self.overflows or self.board.unacknowledged < RING_SIZE:
                    self._event()
        if self.since_reset > MOST_EVENTS_OF_A_BOOT:
            self._reset()
        if dice.random() < 0.6:
            self._commit()
        if not self.plugged and self.now_ms >= self.back_ms:
            self._plug()
        chance = dice.random()
        if chance < 0.004:
            wire = dice.choice((self.to_host, self.to_board))
            wire.weather(dice.choice(("stall", "storm", "deaf")), dice.choice((100, 300, 900)))
        elif chance < 0.006:
            self.to_host.badness = self.to_board.badness = dice.choice((0.0, CALM, CALM, ROUGH))
        elif chance < 0.012:
            self._restart()
        elif chance < 0.022 and self.plugged:
            self._unplug()
        elif chance < 0.025 and self.resets:
            self._reset()
        elif chance < 0.03:
            self.link.set_lamps(frozenset(dice.sample(("ready", "stop", "lock"), dice.randint(0, 3))))

    def _event(self) -> None:
        dice, board, now_ms = self.dice, self.board, self.now_ms
        kind = dice.random()
        code = dice.choice(CODES)
        told: Told
        if kind < 0.9:
            event, told = board.card_left(code, now_ms), ("CodePassed", code)
        elif kind < 0.92:
            event, told = board.card_left(None, now_ms), ("NoCodePassed",)
        elif kind < 0.94:
            event, told = board.pulled_back(now_ms, "touch"), ("PulledBack", "touch")
        elif kind < 0.96:
            event, told = board.two_left((code, "AS"), now_ms), ("TwoAtOnce", (code, "AS"))
        elif kind < 0.98:
            event, told = board.lid_moved(opened=True, now_ms=now_ms), ("LidMoved", True)
        else:
            event, told = board.pushed_in(now_ms), ("PushedIn",)
        self.since_reset += 1
        self._sent(event, told)

    def _sent(self, event: EventId, told: Told) -> None:
        if event.taken:
            self.dealt[event.boot, event.seq] = told
        else:
            self.refused.add((event.boot, event.seq))

    def _tick(self) -> None:
        self.now_ms += TICK_MS
        now_s = self.now_ms / 1000
        self.board.tick(self.now_ms)
        arrived = self.to_host.carry(self.board.take_output(), TICK_MS)
        told = []
        if self.plugged:
            for piece in arrived:
                told += self.link.feed(piece, now_s)
        told += self.link.poll(now_s)
        self.unrecorded += [item for item in told if isinstance(item, ps.Passage)]
        for piece in self.to_board.carry(self.link.take_output(), TICK_MS):
            if self.plugged:
                self.board.feed(piece, self.now_ms)

    def _commit(self) -> None:
        if self.unrecorded:
            self.record += self.unrecorded
            self.unrecorded = []
            self.link.acknowledge(self.record[-1].id)

    def _restart(self) -> None:
        """The table's process dies: what was not on record never happened."""
        self.figures.restarts += 1
        self.figures.duplicates += self.link.counters["duplicate"]
        self.unrecorded = []
        self.link = ShoeLink(self.record[-1].id if self.record else self.start)
        self.to_host.cleared()
        if self.plugged:
            self.link.opened(self.now_ms / 1000)

    def _unplug(self) -> None:
        self.figures.unplugs += 1
        self.plugged = False
        # A ring that overflows belongs to it, once the first card is on record and a loss can be named.
        self.overflows = bool(self.record) and self.dice.random() < 0.3
        self.back_ms = self.now_ms + self.dice.choice((50, 200, 1000, 5000))
        self.link.lost("gone", self.now_ms / 1000)
        self.to_host.cleared()
        self.to_board.cleared()
        if self.resets and self.dice.random() < 0.1:
            self._reset()  # it took its power from the plug

    def _plug(self) -> None:
        self.overflows = False
        if not self.plugged:
            self.plugged = True
            self.link.opened(self.now_ms / 1000)

    def _reset(self) -> None:
        self.figures.resets += 1
        self.since_reset = 0
        self.boots.append(f"{len(self.boots) + 1:08X}")
        dropped = self.board.reset(boot=self.boots[-1], now_ms=self.now_ms)
        self.died |= {(event.boot, event.seq) for event in dropped}
        self.to_host.forgotten()
        self.to_board.cleared()

    # what must have come of it -----------------------------------------------------------------------------------

    def _check(self) -> None:
        """Each boot's numbers are on record in order and once: as they were sent, or named as lost, or died unsent."""
        faults = self.figures.faults
        at: dict[str, int] = {}
        named: set[tuple[str, int]] = set()
        seen: set[tuple[str, int]] = set()
        for passage in self.record:
            boot, seq = passage.id.boot, passage.id.seq
            done = at.get(boot, self.first_seq if boot == self.boots[0] else 0)
            if isinstance(passage, ps.BoardStarted):
                if seq != done:
                    faults.append(f"{boot} is said to begin at {seq}, it stood at {done}")
                continue
            if isinstance(passage, ps.ReadsLost):
                while done != passage.last and len(faults) < 20:
                    done = step(done)
                    named.add((boot, done))
            else:
                done = step(done)
                self._compare(passage, (boot, seq), done)
                seen.add((boot, seq))
            at[boot] = done
        faults += [f"named as lost, and was not: {number}" for number in sorted(named - self.refused)[:5]]
        faults += [f"not on record: {number}" for number in sorted(self.dealt.keys() - seen - self.died)[:5]]
        current = {number for number in self.refused if number[0] == self.board.boot}
        faults += [f"lost and not named: {number}" for number in sorted(current - named)[:5]]
        self.figures.recorded = len(seen)
        self.figures.named = len(named)
        if self.board.unacknowledged:
            faults.append(f"the board still keeps {self.board.unacknowledged} events")

    def _compare(self, passage: ps.Passage, number: tuple[str, int], due: int) -> None:
        faults = self.figures.faults
        values = tuple(getattr(passage, each.name) for each in fields(passage) if each.name not in ("id", "at_s"))
        if number[1] != due:
            faults.append(f"{number} is on record where {due} was due")
        if self.dealt.get(number) != (type(passage).__name__, *values):
            faults.append(f"{number} is on record as {values}, it was {self.dealt.get(number)}")

    def _figures(self) -> Figures:
        figures = self.figures
        figures.events = len(self.dealt)
        figures.frames = self.to_host.frames
        figures.duplicates += self.link.counters["duplicate"]
        recorded = {(passage.id.boot, passage.id.seq) for passage in self.record}
        figures.died = len(self.died - recorded)
        figures.refused = len(self.refused)
        figures.unseen = self.to_host.done["unseen"] + self.to_board.done["unseen"]
        figures.harmed = self.to_host.done + self.to_board.done
        return figures


def _one(job: tuple[int, int, bool]) -> Figures:
    seed, events, lets_unseen = job
    return World(seed, lets_unseen=lets_unseen).run(events)


def main() -> None:
    """Send events in several worlds at once and print what became of them; exit 1 when something must not have been."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("events", type=int)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=5 * SEEDS, help="how many worlds share the events")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--let-unseen", action="store_true", help="let damages through that the checksum cannot see")
    wanted = parser.parse_args()
    share = -(-wanted.events // wanted.seeds)
    jobs = [(wanted.first_seed + seed, share, wanted.let_unseen) for seed in range(wanted.seeds)]
    total = Figures()
    with multiprocessing.Pool(wanted.processes) as pool:
        for figures in pool.imap_unordered(_one, jobs):
            total += figures
            sys.stderr.write(f"{total.events} events, {len(total.faults)} faults\n")
    for each in fields(total):
        sys.stdout.write(f"{each.name:<11}{getattr(total, each.name)}\n")
    sys.exit(1 if total.faults else 0)


if __name__ == "__main__":
    main()
