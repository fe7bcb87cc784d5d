"""A recorded tape runs through its reader and a table again, at the times it was recorded."""

from collections.abc import Callable, Iterator
from pathlib import Path

from device.cards.registry.registry import Registry
from device.line.tape import Tape, Way, tape_inputs
from device.play.fed_table import FedTable, HandClock
from device.ports.journal import Journal, Record
from device.ports.line import BytesIn, LineLost, LineOpened
from device.readers.kinds import features_of
from device.readers.marks import MemoryRegistry, PackRegistry
from device.rules.card import Card
from device.rules.profile import Profile
from device.settings import ReaderKind
from device.table.health import Health
from device.table.state import State


class TapeReaderError(ValueError):
    """The tape was recorded from a reader that cannot be replayed."""


def reader_of(tape: Tape) -> ReaderKind:
    """The reader that the tape's heading names; raises TapeReaderError."""
    try:
        return ReaderKind(tape.head.reader)
    except ValueError:
        *kinds, last = (kind.value for kind in ReaderKind)
        known = f"{', '.join(kinds)} and {last}"
        raise TapeReaderError(f"Reader: {tape.head.reader}: there is no such reader; {known} can be replayed") from None


def needs_registry(tape: Tape) -> bool:
    """Whether nothing on this tape can be a card without a registry of packs; raises TapeReaderError."""
    return features_of(reader_of(tape)).tags and not tape.head.tags


def packs_of(path: Path) -> PackRegistry:
    """Every card of a site's registry, whatever became of its pack since; raises CardsError."""
    registry = Registry(path)
    cards: dict[str, Card] = {}
    packs: dict[str, str] = {}
    for pack in registry.packs():
        codes = registry.codes_of(pack.id)
        cards |= codes
        packs |= dict.fromkeys(codes, pack.id)
    return MemoryRegistry(cards, packs)


class ReplayedTape:
    """A table that hears a tape; a card opens a shoe where the house rules are cards only.

    `registry`: the packs, where the tape was recorded from tags or labels; without it, what the tape's heading says.
    """

    def __init__(  # noqa: PLR0913 - what a tape is played with
        self,
        tape: Tape,
        *,
        profile: Profile,
        open_journal: Callable[[], Journal],
        clock: HandClock,
        opens_shoes: bool = False,
        registry: PackRegistry | None = None,
    ) -> None:
        self._tape = tape
        self._clock = clock
        self._table = FedTable(
            profile=profile,
            open_journal=open_journal,
            clock=clock,
            reader=reader_of(tape),
            opens_shoes=opens_shoes,
            tags=tape.head.tags,
            registry=registry,
        )

    @property
    def state(self) -> State:
        """The table's state now."""
        return self._table.state

    @property
    def health(self) -> Health:
        """How the parts stand now."""
        return self._table.health

    @property
    def counters(self) -> dict[str, int]:
        """What the reader's link counted: good, duplicate, noise by kind."""
        return self._table.link.counters

    def run(self) -> Iterator[Record]:
        """Play the tape to its end; the records as they come."""
        inputs = list(tape_inputs(self._tape, self._clock.monotonic_s()))
        if not (self._tape.entries and self._tape.entries[-1].way is Way.LOST):
            inputs.pop()  # the tape's own end is no outage
        for heard in inputs:
            self._clock.move_to(heard.at_s)
            self._table.pass_time()
            link = self._table.link
            match heard:
                case LineOpened(at_s=at_s):
                    link.opened(at_s)
                case LineLost(detail=detail, at_s=at_s):
                    link.lost(detail, at_s)
                case BytesIn(data=data, at_s=at_s):
                    self._table.heard(link.feed(data, at_s))
            link.take_output()  # the tape's device does not listen
            self._table.pass_time()
            yield from self._table.take()

    def close(self) -> None:
        """Release the record."""
        self._table.die()
