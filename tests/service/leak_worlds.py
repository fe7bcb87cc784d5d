"""Two tables with the same game and other unseen cards: how the leak rule is put to the test."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.journal.memory import MemoryJournal
from device.journal.sqlite import SqliteJournal
from device.play.fed_table import HandClock
from device.play.lines import line_of
from device.ports.journal import Journal, Record
from device.readers.link import ShoeLink
from device.readers.marks import CardMarks, MemoryRegistry
from device.readers.passages import CodePassed, LidMoved, NoCodePassed, PulledBack, PushedIn, ReadId, TwoAtOnce
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.rules.outcome import Outcome, outcome
from device.rules.profile import Profile
from device.screen.plain.text import dealer_text, players_text
from device.service.effects import Outlets, TableEffects
from device.service.engine import Engine
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyOrder
from device.table.evolve import evolve
from device.table.views import TableInfo
from device.table.vocabulary import Option, Phase, ReportKind
from device.words import load_words

LIVE = load_profile("live")
MANUAL = load_profile("casino-manual")
HOUSES: dict[str, Profile] = {
    "face down, thirds face up": with_settings(MANUAL, {"third_card": "face-up"}),
    "face down, thirds too": MANUAL,
    "face down, Banker first, called": with_settings(MANUAL, {"reveal_order": "banker-first", "result": "call"}),
    "face down, first card closes": with_settings(MANUAL, {"bets_close": "first-card", "next": "first-card"}),
    "face down, shuffled every coup": with_settings(MANUAL, {"shuffle": "every-coup", "burn": "none", "lock": "yes"}),
    "face down, early cards held": with_settings(MANUAL, {"early_card": "hold", "burn": "face-value"}),
    "face up": LIVE,
    "face up, early cards burned": with_settings(LIVE, {"bets_close": "button", "early_card": "burn", "lock": "yes"}),
    "face up, no button at all": with_settings(LIVE, {"result": "auto", "burn_every_coup": "1"}),
}
WORDS = load_words("en")
BOOT = "1A2B3C4D"
Said = list[tuple[str, Any]]


@dataclass(frozen=True)
class Passed:
    """Something leaves the shoe: `slots` number the cards of a pack in the order they lie in."""

    kind: str
    slots: tuple[int, ...] = ()


@dataclass(frozen=True)
class Died:
    """The process ends without a word and starts again."""


Deed = Passed | Died | AnyOrder


class _Ears:
    """Everything a table process can say, in order."""

    def __init__(self) -> None:
        self.said: Said = []

    def into(self, where: str) -> Callable[[Any], None]:
        return lambda what: self.said.append((where, what))


@dataclass
class _Out:
    """A line, a panel or a feed that only listens."""

    ears: _Ears
    name: str

    def send(self, data: bytes) -> None:
        self.ears.said.append((self.name, data))

    def publish(self, line: bytes) -> None:
        self.ears.said.append((self.name, line))
        draw = players_text if self.name == "public" else dealer_text
        self.ears.said.append(("text", draw(json.loads(line), WORDS)))

    def show(self, lamps: frozenset[str], slow: frozenset[str] = frozenset()) -> None:
        self.ears.said.append((self.name, (sorted(lamps), sorted(slow))))

    def buzz(self) -> None:
        self.ears.said.append((self.name, "buzz"))

    def start(self) -> None:
        """Part of a line's shape."""

    def close(self) -> None:
        """Part of their shape."""


@dataclass
class World:
    """One table with one order of cards."""

    house: Profile
    faces: list[Card]
    file: Path | None = None
    """Where the record lies; None: in memory."""
    packs: bool = False
    """Whether the cards bear labels: of which pack a card is, its place in the shoe says, whatever its face."""
    ears: _Ears = field(default_factory=_Ears)
    clock: HandClock = field(default_factory=HandClock)
    seq: int = 0

    def __post_init__(self) -> None:
        self.journal: Journal = MemoryJournal(clock=self.clock, epoch="0" * 32)
        if self.file is not None:
            self.journal = SqliteJournal(self.file, clock=self.clock)
        self.labels = label_pack(self.faces) if self.packs else {}
        self.start()

    def start(self) -> None:
        outlets = Outlets(
            line=_Out(self.ears, "line"),
            panel=_Out(self.ears, "panel"),
            public=_Out(self.ears, "public"),
            staff=_Out(self.ears, "staff"),
            notify=self.ears.into("notify"),
        )
        effects = TableEffects(outlets=outlets, profile=self.house, table=TableInfo(name="BAC 7"))
        self.engine = Engine(journal=self.journal, profile=self.house, marks=self.marks(), effects=effects)
        effects.use_link(ShoeLink(self.engine.last_read))
        self.print(self.engine.start(self.clock.monotonic_s()))

    def marks(self) -> CardMarks:
        """What this table takes for a card."""
        if not self.packs:
            return CardMarks()
        cards = {label: self.faces[slot] for slot, label in self.labels.items()}
        return CardMarks(table={}, registry=MemoryRegistry(cards, {label: label[:4] for label in cards}))

    def do(self, deed: Deed) -> tuple[Record, ...]:
        self.clock.move_to(self.clock.monotonic_s() + 4.0)
        match deed:
            case Died():
                self.start()
                return ()
            case Passed():
                return self.print(self.engine.passages((self.passage(deed),)))
            case _:
                return self.print(self.engine.order(deed, self.clock.monotonic_s()))

    def passage(self, passed: Passed) -> Any:
        self.seq += 1
        id, at_s = ReadId(boot=BOOT, seq=self.seq), self.clock.monotonic_s()
        codes = tuple(self.labels.get(slot) or self.faces[slot].value.upper() for slot in passed.slots)
        match passed.kind:
            case "card":
                return CodePassed(id=id, at_s=at_s, code=codes[0])
            case "cut":
                return CodePassed(id=id, at_s=at_s, code="CUT")
            case "unread":
                return NoCodePassed(id=id, at_s=at_s)
            case "two":
                return TwoAtOnce(id=id, at_s=at_s, codes=codes)
            case "back":
                return PulledBack(id=id, at_s=at_s, how="touched")
            case "in":
                return PushedIn(id=id, at_s=at_s)
            case _:
                return LidMoved(id=id, at_s=at_s, opened=True)

    def print(self, records: tuple[Record, ...]) -> tuple[Record, ...]:
        state = self.engine.state
        for record in records:
            line = line_of(record.event, evolve(state, record.event), 1)
            self.ears.said.append(("script", line))
        return records


def label_pack(faces: list[Card]) -> dict[int, str]:
    """A label for each slot: its pack by the slot, nine packs in all, its serial number by card and by chance."""
    chance = random.Random(len(faces))
    serial = {card: f"{chance.randrange(36**2):04d}" for card in Card}
    return {slot: f"PAC{slot % 9}-{slot}-{serial[face]}" for slot, face in enumerate(faces)}


def turned_by(record: Record) -> tuple[int, ...]:
    """The cards of the shoe that this event turns: from it on they are no secret."""
    event = record.event
    match event:
        case ev.HandTurned(nths=nths):
            return nths
        case ev.CardDealt() | ev.IndicatorBurned() | ev.CardNamed():
            return (event.nth,)
        case _:
            return ()


def random_deed(chance: random.Random, world: World, slots: Iterator[int]) -> Deed:
    """Mostly what a dealer would do now, now and then anything else."""
    state = world.engine.state
    if state.incidents and chance.random() < 0.6:
        incident = state.incidents[0]
        option = chance.choice(incident.options)
        if option is Option.ENTER:
            return cmd.Enter(card=chance.choice(list(Card)), by="sup1")
        return cmd.Resolve(option=option, by="sup1", second="pit2", reason="seen")
    if chance.random() < 0.12:
        others: list[Deed] = [
                Passed("cut"), *[Passed("unread")] * 4, Passed("back"), Passed("in"), Passed("lid"), Died(),
                Passed("two", (next(slots), next(slots))), cmd.CallSupervisor(), cmd.FreeHand(by="sup1"),
                cmd.Void(by="sup1", second="pit2", reason="dispute"), cmd.EndShoe(by="sup1"), cmd.OpenShoe(),
                cmd.ShowResult(called=chance.choice([None, *Outcome])), cmd.Next(), cmd.NoMoreBets(),
                *[cmd.Report(what=ReportKind.PICKED_UP, by="d14", cards=chance.choice([4, 4, 5]))] * 4,
                *(cmd.Turn(hand=hand, third=third) for hand in Hand for third in (False, True)),
        ]  # fmt: skip
        return chance.choice(others)
    coup = state.coup
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        return cmd.OpenShoe()
    if state.phase is Phase.BETTING and chance.random() < 0.8 and world.house.bets_close.value == "button":
        return cmd.NoMoreBets()
    if state.phase is Phase.REVEAL and coup is not None and coup.unturned and chance.random() < 0.9:
        return cmd.Turn(hand=chance.choice(list(Hand)), third=coup.dealt > 4 and chance.random() < 0.8)
    if coup is not None and coup.complete and coup.is_open and chance.random() < 0.85:
        called = outcome(coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER))
        return cmd.ShowResult(called=called if world.house.result.value == "call" else None)
    if state.phase is Phase.RESULT and chance.random() < 0.6:
        return cmd.Next()
    return Passed("card", (next(slots),))


def played(
    seed: int, house: Profile, deeds: int, *, closing_opens: bool = False, packs: bool = False
) -> tuple[World, list[Deed], dict[int, int]]:
    """A random game: the world after it, what was done, and for each slot the number of the deed that turned it.

    `closing_opens`: the end of a shoe, and the next one's opening, turn what was never turned: so it is in the record.
    A card that leaves a shoe which is over, and is burned, is open with that.
    """
    chance = random.Random(seed)
    pack = [card for card in Card for _ in range(house.decks)] * 3  # enough for three shoes
    chance.shuffle(pack)
    world = World(house, pack, packs=packs)
    slots = iter(range(len(pack)))
    done: list[Deed] = []
    slot_of: dict[tuple[int, int], int] = {}
    turned_at: dict[int, int] = {}
    for number in range(deeds):
        deed = random_deed(chance, world, slots)
        if isinstance(deed, Passed):
            shoe = world.engine.state.shoe
            for ahead, slot in enumerate(deed.slots, start=1):
                slot_of[shoe.number, shoe.drawn + ahead] = slot
        done.append(deed)
        for record in world.do(deed):
            for slot in (slot_of.get((record.shoe, nth), -1) for nth in turned_by(record)):
                turned_at.setdefault(slot, number)
            if closing_opens and isinstance(record.event, ev.CardBurned) and world.engine.state.shoe.over:
                turned_at.setdefault(slot_of.get((record.shoe, record.event.nth), -1), number)
            if closing_opens and isinstance(record.event, ev.ShoeEnded | ev.ShoeOpened):
                for (number_of_shoe, _), slot in slot_of.items():
                    if number_of_shoe < record.shoe or isinstance(record.event, ev.ShoeEnded):
                        turned_at.setdefault(slot, number)
    return world, done, turned_at


def other_faces(one: World, turned_at: dict[int, int], until: int, seed: int) -> list[Card]:
    """The same pack in another order, but for the cards that were turned."""
    faces = list(one.faces)
    secret = [slot for slot in range(len(faces)) if turned_at.get(slot, until) >= until]
    others = [faces[slot] for slot in secret]
    random.Random(seed + 1).shuffle(others)
    for slot, face in zip(secret, others, strict=True):
        faces[slot] = face
    return faces
