"""A table that is fed by hand: the real link and engine on a clock that is moved, without ports, threads or waiting."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from device.ports.journal import Journal, Record
from device.readers.any_link import link_of
from device.readers.kinds import features_of
from device.readers.link_options import USUAL_OPTIONS, LinkOptions
from device.readers.marks import CardMarks, MemoryRegistry, PackRegistry
from device.readers.passages import CodePassed, LinkState, NoCodePassed, Noise, ReadId
from device.readers.reader_link import LinkOutput, ReaderLink
from device.rules.card import Card
from device.rules.profile import Profile
from device.service.engine import Engine
from device.service.reader_links import new_boot
from device.settings import ReaderKind
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.health import Health, PartHealth
from device.table.state import State
from device.table.vocabulary import Phase, ReportKind


class HandClock:
    """A clock that only its owner moves; its wall time starts at the real one."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._from = datetime.now(UTC)

    def monotonic_s(self) -> float:
        """Seconds since the clock was made."""
        return self._now_s

    def wall_at(self) -> str:
        """The real time when the clock was made plus what has passed on it, in UTC."""
        at = self._from + timedelta(seconds=self._now_s)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def move_to(self, now_s: float) -> None:
        """Let time pass; never backwards."""
        self._now_s = max(self._now_s, now_s)


class FedTable:
    """One table process's insides; whoever owns it plays the port and the clock.

    `open_journal` gives the record, anew after each death of the process. `opens_shoes`: a card opens a shoe by itself
    where none is in play. `registry` knows the packs' labels and tags; without it `tags` are all there are.
    """

    def __init__(  # noqa: PLR0913 - the parts of one table
        self,
        *,
        profile: Profile,
        open_journal: Callable[[], Journal],
        clock: HandClock,
        reader: ReaderKind = ReaderKind.SHOE,
        options: LinkOptions = USUAL_OPTIONS,
        opens_shoes: bool = False,
        tags: Mapping[str, Card] = MappingProxyType({}),
        registry: PackRegistry | None = None,
    ) -> None:
        self.clock = clock
        self._profile = profile
        self._open_journal = open_journal
        self._reader = reader
        self._options = options
        self._opens_shoes = opens_shoes
        self._registry = registry or MemoryRegistry(tags)
        self._records: list[Record] = []
        self.start()

    @property
    def state(self) -> State:
        """The table's state now."""
        return self._engine.state

    @property
    def health(self) -> Health:
        """How the parts stand now."""
        return self._engine.health

    def start(self) -> None:
        """Start the process, on the record as it is: the port is not open yet."""
        self._journal = self._open_journal()
        marks = CardMarks(registry=self._registry)
        self._engine = Engine(
            journal=self._journal,
            profile=self._profile,
            marks=marks,
            effects=self,
            has_gates=features_of(self._reader).has_gates,
        )
        self._records += self._engine.start(self.clock.monotonic_s())
        self.link: ReaderLink = link_of(
            self._reader, marks, boot=new_boot(), last_read=self._engine.last_read, options=self._options
        )
        self.heard([self.link.state])

    def die(self) -> None:
        """Let go of the record without another word, as a killed process does."""
        self._journal.close()

    def take(self) -> tuple[Record, ...]:
        """The records made since the last call."""
        records, self._records = tuple(self._records), []
        return records

    def order(self, command: AnyOrder) -> None:
        """Give an order now; raises JournalError when it cannot be put on record."""
        self._records += self._engine.order(command, self.clock.monotonic_s())

    def lies_face_up(self) -> None:
        """Staff say that the next card lies face up in the shoe; where none is in play there is nobody to say it."""
        self._open_shoe_for_card()
        if self.state.phase not in (Phase.CLOSED, Phase.SHOE_OVER, Phase.INSPECTION):
            self.order(cmd.Report(what=ReportKind.FACE_UP))

    def heard(self, outputs: Sequence[LinkOutput]) -> None:
        """Take what the link made known."""
        for item in outputs:
            match item:
                case Noise():
                    pass
                case LinkState(up=up, detail=detail, numbered=numbered):
                    now_s = self.clock.monotonic_s()
                    self._records += self._engine.reader_is(PartHealth(ok=up, detail=detail), now_s, numbered)
                case _:
                    if isinstance(item, CodePassed | NoCodePassed):
                        self._open_shoe_for_card()
                    self._records += self._engine.passages((item,))

    def _open_shoe_for_card(self) -> None:
        state = self.state
        if self._opens_shoes and state.phase in (Phase.CLOSED, Phase.SHOE_OVER) and not state.held:
            self.order(cmd.OpenShoe())

    def pass_time(self) -> None:
        """Let the link and the table's timers see what time it is."""
        self.heard(self.link.poll(self.clock.monotonic_s()))
        self._records += self._engine.timer_due(self.clock.monotonic_s())

    def next_timer_s(self) -> float | None:
        """When a timer of the table falls due."""
        return self._engine.next_timer_s()

    # The engine's effects: an acknowledgement travels as the link's bytes; lamps and views are asked for when printed.

    def acknowledge(self, read: ReadId) -> None:
        """Hand the acknowledgement to the link."""
        self.link.acknowledge(read)

    def show(self, state: State, health: Health) -> None:
        """Nothing to do here."""

    def refused(self) -> None:
        """No buzzer here."""
