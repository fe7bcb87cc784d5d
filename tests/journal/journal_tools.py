"""What the tests of the record share: a clock without a clock, and shoes dealt by the real table to put on record."""

import contextlib
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from device.journal.sqlite import SqliteJournal
from device.rules.card import Card, parse_cards
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.rules.profile import QUICK, Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.events import DealerChanged, Event
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, Option, Phase, ReadIdentity, ReportKind

Step = list[tuple[int, int, Event]]

NAME = "table.sqlite3"
DATA_V1 = Path(__file__).with_name("data") / "journal-v1.sqlite"
STEP: Step = [(1, 0, DealerChanged(dealer="d14"))]


class SteppingClock:
    """Each look at the wall clock is a quarter of a second later, so that every step has a time of its own."""

    def __init__(self) -> None:
        self._looks = 0

    def monotonic_s(self) -> float:
        return self._looks / 4

    def wall_at(self) -> str:
        self._looks += 1
        minutes, quarters = divmod(self._looks, 240)
        hours, minutes = divmod(minutes, 60)
        return f"2025-03-01T{hours % 24:02}:{minutes:02}:{quarters / 4:06.3f}Z"


FACE_DOWN = {"deal": "face-down", "reveal": "button", "third_card": "face-down"}


def house(*, quick: bool = False) -> Profile:
    """The default house rules, or the same where cards alone drive the table."""
    live = load_profile("live")
    return with_settings(live, dict(QUICK)) if quick else live


def numbered(state: State, events: tuple[Event, ...]) -> tuple[State, Step]:
    """The state after the events, and the events as the table hands them to the record."""
    step: Step = []
    for event in events:
        state = evolve(state, event)
        step.append((state.shoe.number, state.coup.number if state.coup is not None else 0, event))
    return state, step


def quick_steps(*, coups: int, seed: int = 1) -> Iterator[Step]:
    """Shoes in which nothing goes wrong, dealt from real packs, until `coups` results are shown."""
    chance = random.Random(seed)
    profile = house(quick=True)
    state, shown, read = INITIAL, 0, 0
    pack: list[Card] = []
    while shown < coups:
        command: AnyCommand
        if state.shoe.over:
            pack = list(Card) * 8
            chance.shuffle(pack)
            command = cmd.OpenShoe()
        elif len(pack) == 20:
            pack.pop()
            read += 1
            command = cmd.CutCardLeft(read=ReadIdentity("1A2B3C4D", read), since_s=30.0)
        else:
            read += 1
            command = cmd.CardLeft(card=pack.pop(), read=ReadIdentity("1A2B3C4D", read), since_s=30.0)
        state, step = numbered(state, decide(state, command, profile))
        shown += sum(event.KIND == "result-shown" for _, _, event in step)
        if step:
            yield step


def rough_steps(*, commands: int, seed: int, rules: dict[str, str] | None = None) -> Iterator[tuple[State, Step]]:
    """A table where everything goes wrong: any command at any time, with the state after each step.

    `rules` are the house's in place of those that go by the seed.
    """
    chance = random.Random(seed)
    if rules is None:
        rules = FACE_DOWN if seed % 3 == 1 else {}
    profile = with_settings(house(), rules)
    state = INITIAL
    for read in range(1, commands + 1):
        command = _rough_command(chance, state, ReadIdentity("1A2B3C4D", read))
        state, step = numbered(state, decide(state, command, profile))
        if step:
            yield state, step


def _rough_command(chance: random.Random, state: State, read: ReadIdentity) -> AnyCommand:
    since_s = chance.choice([0.0, 1.0, 4.0, 30.0])
    card = chance.choice(list(Card))
    if state.held and chance.random() < 0.4:
        option = chance.choice([option for one in state.incidents for option in one.options] or list(Option))
        if option is Option.ENTER:
            return cmd.Enter(card=card, by="sup1")
        return cmd.Resolve(option=option, by="sup1", second="pit2", reason="seen by both")
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER) and chance.random() < 0.7:
        return cmd.OpenShoe(by="sup1")
    if state.coup is not None and state.coup.is_open and state.coup.dealt > 4 and chance.random() < 0.1:
        return cmd.Report(what=ReportKind.PICKED_UP, by="d14")
    deal = cmd.CardLeft(card=card, pack=f"PACK{read.seq % 8}", read=read, since_s=since_s)
    called = chance.choice([None, *_outcomes()])
    others: list[AnyCommand] = [
        cmd.UnreadLeft(read=read, since_s=since_s),
        cmd.UnknownCodeLeft(code="ZZ-99-Ñ庄", read=read, since_s=since_s),
        cmd.CutCardLeft(read=read, since_s=since_s),
        cmd.TwoLeft(cards=(card, None), read=read),
        cmd.WentBack(read=read),
        cmd.ShoeSaysResult(outcome=chance.choice(_outcomes()), read=read),
        cmd.CardPushedIn(read=read),
        cmd.BoardRestarted(read=read),
        cmd.TableRestarted(),
        cmd.EndShoe(by="sup1"),
        cmd.NoMoreBets(),
        cmd.CallSupervisor(),
        *[cmd.Turn(hand=hand, third=third) for hand in Hand for third in (False, True)],
        cmd.ShowResult(called=called),
        cmd.Next(),
        cmd.Void(by="sup1", second="pit2", reason="misdeal «seen» by both"),
        cmd.FreeHand(by="sup1"),
        cmd.ChangeDealer(dealer=chance.choice(["d14", "d15", None])),
        cmd.Undo(by="d14"),
        cmd.Pause(by="sup1"),
        cmd.SetRemaining(cards=chance.randint(6, 300)),
        cmd.Report(what=chance.choice(list(ReportKind)), by="d14"),
        cmd.Acknowledge(kind=chance.choice(list(IncidentKind)), by="sup1", second="pit2", reason="seen by both"),
        _put_right(chance, state),
        cmd.Void(coup=chance.randint(1, 5), by="sup1", second="pit2", reason="dispute"),
    ]
    if state.coup_open and state.coup is not None and state.coup.complete and chance.random() < 0.7:
        return cmd.ShowResult(called=chance.choice(_outcomes()))
    return deal if chance.random() < 0.8 else chance.choice(others)


def _put_right(chance: random.Random, state: State) -> AnyCommand:
    """Some coup's hands put right, often to ones that the table deals."""
    signed = {"by": "sup1", "second": "pit2", "reason": "misread"}
    if state.coup_open and state.coup is not None and chance.random() < 0.5:
        hands = [[chance.choice(list(Card)) for _ in state.coup.lying(hand)] for hand in Hand]
        return cmd.Correct(coup=state.coup.number, player=tuple(hands[0]), banker=tuple(hands[1]), **signed)
    player, banker = chance.choice(_HANDS)
    return cmd.Correct(coup=chance.randint(1, 5), player=parse_cards(player), banker=parse_cards(banker), **signed)


_HANDS = (("9hKc", "2s3d"), ("4h9c8d", "2sAd"), ("6h7h", "2c2d"), ("2hKc5c", "2s3d9c"), ("6dKd", "3sKs4h"))


def _outcomes() -> list[Outcome]:
    return list(Outcome)


OPENED: list[SqliteJournal] = []
"""What the test under way has opened; it is closed when the test is over."""


def opened(path: Path) -> SqliteJournal:
    """The journal at `path`, with a clock of its own."""
    journal = SqliteJournal(path, clock=SteppingClock())
    OPENED.append(journal)
    return journal


def written(path: Path, *, coups: int = 12) -> int:
    """Make a journal, or go on with one, and close it; returns how many records it holds."""
    journal = opened(path)
    for step in quick_steps(coups=coups):
        journal.append(step)
    journal.close()
    return journal.head.seq


@contextlib.contextmanager
def folder_in_memory() -> Iterator[Path]:
    """A folder that costs no waiting for a disk, where the system has such a place."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=where, prefix="zapato-") as folder:
        yield Path(folder)
