"""`table-machine`: how many coups a second the whole table works out: commands, events, fold, and nothing else.

Shoes are dealt by the profile `live`: burn, first card closes the bets, the dealer calls each result, the next coup
begins with its first card, cut card, last coup. The floor is the rules alone: what is above it is the table's doing.
"""

from collections.abc import Callable, Iterator, Sequence

from device.bench.report import BenchError, Goal, Line, Of, Side
from device.bench.rules import deal_hands
from device.bench.shoes import CUT_DEPTH, shuffled
from device.bench.timing import rates_a_second
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import outcome
from device.rules.profile import Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.events import Event
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import ReadIdentity

BOOT = "BE0C4000"
HIGHEST_SEQ = 65_535
BETWEEN_CARDS_S = 5.0
"""So slow a dealer that a card after a result is the next coup's first and no card in error."""

Recorder = Callable[[Sequence[tuple[int, int, Event]]], object]
"""Takes the events of one step, each with its shoe and coup number, as a journal does."""


class Machine:
    """A table without anything around it; `record` gets each step's events, as the journal would."""

    def __init__(self, profile: Profile, *, record: Recorder | None = None) -> None:
        self.state: State = INITIAL
        self._profile = profile
        self._record = record
        self._seq = 0

    def deal(self, pack: Sequence[Card], *, most_coups: int | None = None) -> int:
        """Deal a shoe to its end, or until so many coups are shown; returns how many were."""
        self._step(cmd.OpenShoe())
        for card in pack:
            if self.state.shoe.over or (most_coups is not None and len(self.state.coups) >= most_coups):
                break
            if self.state.shoe.cards_left == CUT_DEPTH and not self.state.shoe.cut_seen:
                self._step(cmd.CutCardLeft(read=self._read(), since_s=BETWEEN_CARDS_S))
            self._step(cmd.CardLeft(card=card, read=self._read(), since_s=BETWEEN_CARDS_S))
            coup = self.state.coup
            if coup is not None and coup.complete and coup.is_open:
                self._step(cmd.ShowResult(called=outcome(coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER))))
        return len(self.state.coups)

    def clear(self) -> None:
        """Go on from the shoe's last result, so that the next shoe can be opened."""
        self._step(cmd.Next())
        if self.state.held or not self.state.shoe.over:
            raise BenchError(f"the table did not deal a shoe to its end: it stands in {self.state.phase.value}")

    def _read(self) -> ReadIdentity:
        self._seq = self._seq % HIGHEST_SEQ + 1
        return ReadIdentity(BOOT, self._seq)

    def _step(self, command: AnyCommand) -> None:
        rows = []
        for event in decide(self.state, command, self._profile):
            self.state = state = evolve(self.state, event)
            rows.append((state.shoe.number, state.coup.number if state.coup is not None else 0, event))
        if self._record is not None:
            self._record(rows)


def measure(*, shoes: int = 10, rounds: int = 4) -> Iterator[Line]:
    """Deal so many shoes, so many times."""
    profile = load_profile("live")
    packs = [shuffled(seed) for seed in range(shoes)]

    def table() -> int:
        machine = Machine(profile)
        coups = 0
        for pack in packs:
            coups += machine.deal(pack)
            machine.clear()
        return coups

    value, floor = rates_a_second(rounds, table, lambda: sum(1 for pack in packs for _ in deal_hands(pack)))
    yield Line(
        name="table-machine",
        value=value,
        unit="coups/s",
        floor=floor,
        goal=Goal(side=Side.AT_LEAST, limit=0.008, of=Of.RATIO),
        aim=Goal(side=Side.AT_LEAST, limit=2_500),
        more={"shoes": shoes, "rounds": rounds},
    )
