"""The registry follows the record: what it must be told, and what happens while it takes nothing."""

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest
from cards.cards_tools import AT, add_tags, tags
from service.engine_tools import HandClock
from service.loop_tools import Desk
from support.house import wait_until

from device.cards.errors import RegistryFileError
from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.readers.passages import CodePassed, ReadId, TwoAtOnce
from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign
from device.rules.making import with_settings
from device.service import pack_keeper
from device.service.intake import command_of
from device.service.pack_keeper import NotOurPack, PackKeeper, RegistryInput, RegistryTrouble, RetiredThere, wanted_of
from device.service.pack_marks import LivePacks, marks_of
from device.settings import load_profile, parse_settings
from device.table import commands as cmd
from device.table import events as ev
from device.table.evolve import evolve
from device.table.shoe_state import Shoe
from device.table.state import State
from device.table.vocabulary import IncidentKind, Phase, ReadIdentity

LIVE = load_profile("live")
READ = ReadIdentity("1A2B3C4D", 1)
TAGS = {card: code for code, card in tags(1).items()}
IN_PLAY = State(phase=Phase.BETTING, shoe=Shoe(number=3, over=False, decks=8, pack_ids=("AAA1",)))
OVER = State(phase=Phase.SHOE_OVER, shoe=Shoe(number=3, pack_ids=("AAA1",)))
RETIRED = State(phase=Phase.SHOE_OVER, shoe=Shoe(number=3, packs_retired=True), retired=("AAA1",))


class Kept:
    """A registry with one opened pack of tags, and the table's end of its keeper."""

    def __init__(self, folder: Path) -> None:
        self.registry = Registry(folder / "packs.sqlite3", create=True)
        add_tags(self.registry, 1, id="AAA1")
        self.registry.move(("AAA1",), PackState.OPENED, by="ana", at=AT)
        self.inbox: queue.SimpleQueue[RegistryInput] = queue.SimpleQueue()
        self.live = LivePacks("BAC 1")
        clock = HandClock()
        self.keeper = PackKeeper(
            self.registry.path, self.live, self.inbox.put, table="BAC 1", profile=LIVE, clock=clock
        )

    def hears(self) -> RegistryInput:
        return self.inbox.get(timeout=60)

    def becomes(self, state: PackState) -> None:
        wait_until(lambda: self.registry.pack("AAA1").state is state, f"the pack {state.value}")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    monkeypatch.setattr(pack_keeper, "FIRST_PATIENCE_S", 0.01)
    monkeypatch.setattr(pack_keeper, "MOST_PATIENCE_S", 0.05)
    kept = Kept(tmp_path)
    yield kept
    kept.keeper.close()


def test_what_the_registry_must_know_follows_from_the_record() -> None:
    wanted = wanted_of(IN_PLAY, LIVE)["AAA1"]
    assert (wanted.to, wanted.shoe) == (PackState.IN_PLAY, 3)
    assert wanted_of(RETIRED, LIVE)["AAA1"].to is PackState.RETIRED
    lessons = with_settings(LIVE, {"retire_packs": "never"})
    assert wanted_of(OVER, lessons)["AAA1"].to is PackState.OPENED
    assert wanted_of(State(), LIVE) == {}


def test_steps_are_told_and_a_retirement_until_it_is_on_record(kept: Kept) -> None:
    kept.keeper.start()
    kept.keeper.follow(IN_PLAY)
    kept.becomes(PackState.IN_PLAY)
    kept.keeper.follow(RETIRED)
    kept.becomes(PackState.RETIRED)
    assert kept.hears() == RetiredThere(packs=("AAA1",)) == kept.hears(), "again, for it is not on record"
    assert kept.live.card_of(TAGS[Card.NINE_OF_HEARTS]) is None
    foreign = kept.live.why_not(TAGS[Card.NINE_OF_HEARTS])
    assert foreign is not None
    assert (foreign.why, foreign.pack) == (WhyForeign.RETIRED, "AAA1")
    kept.keeper.follow(evolve(RETIRED, ev.RetirementKept(packs=("AAA1",))))


def test_a_registry_that_takes_nothing_is_tried_until_it_does(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a full disk, or a file that nobody may write to."""
    step, tried = Registry.move, []

    def refuse(*_: object, **__: object) -> None:
        tried.append(1)
        raise RegistryFileError("packs.sqlite3: the disk is full: make room")

    kept.keeper.start()
    monkeypatch.setattr(Registry, "move", refuse)
    kept.keeper.follow(IN_PLAY)
    trouble = "cards: packs.sqlite3: the disk is full: make room; the packs are known as they were"
    assert kept.hears() == RegistryTrouble(detail=trouble)
    assert kept.live.card_of(TAGS[Card.NINE_OF_HEARTS]) is Card.NINE_OF_HEARTS
    wait_until(lambda: len(tried) > 2, "another attempt")
    monkeypatch.setattr(Registry, "move", step)
    assert kept.hears() == RegistryTrouble(detail="")
    kept.becomes(PackState.IN_PLAY)


ELSEWHERE = Foreign(why=WhyForeign.OTHER_TABLE, pack="AAA1", table="BAC 2", shoe=8)


@pytest.mark.parametrize(
    ("lost", "foreign"),
    [
        (False, Foreign(why=WhyForeign.RETIRED, pack="AAA1", on=AT[:10])),
        (True, Foreign(why=WhyForeign.PACK_MISSING, pack="AAA1")),
    ],
    ids=["retired", "gone"],
)
def test_why_a_pack_in_the_shoe_is_not_ours(kept: Kept, lost: bool, foreign: Foreign) -> None:
    if lost:
        for file in kept.registry.path.parent.iterdir():
            file.unlink()
        Registry(kept.registry.path, create=True)
    else:
        kept.registry.move(("AAA1",), PackState.RETIRED, by="x", at=AT)
    kept.keeper.start()
    kept.keeper.follow(IN_PLAY)
    assert kept.hears() == NotOurPack(foreign=foreign)


def test_a_pack_at_another_table_is_not_ours(kept: Kept) -> None:
    kept.keeper.start()
    code = TAGS[Card.NINE_OF_HEARTS]
    assert kept.live.card_of(code) is Card.NINE_OF_HEARTS
    kept.registry.move(("AAA1",), PackState.IN_PLAY, by="x", at=AT, table="BAC 2", shoe=8)
    kept.keeper.follow(IN_PLAY)
    said = kept.hears()
    assert isinstance(said, NotOurPack)
    assert said.foreign == ELSEWHERE
    wait_until(lambda: kept.live.card_of(code) is None, "the new snapshot")
    assert kept.live.why_not(code) == ELSEWHERE
    assert kept.live.bears(code)
    kept.keeper.follow(State())
    kept.registry.move(("AAA1",), PackState.OPENED, by="x", at=AT)
    kept.keeper.freshen()
    wait_until(lambda: kept.live.card_of(code) is not None, "it is free again")


def test_an_unknown_code_has_the_registry_looked_at(kept: Kept) -> None:
    kept.keeper.start()
    new = add_tags(kept.registry, 2, id="BBB1")
    kept.registry.move((new,), PackState.OPENED, by="ana", at=AT)
    code = next(iter(tags(2)))
    assert kept.live.card_of(code) is None
    assert kept.live.why_not(code) == Foreign(why=WhyForeign.UNKNOWN_TAG)
    wait_until(lambda: kept.live.card_of(code) is not None, "the pack that was opened")


# At the loop


def at_table(*, packs: tuple[str, ...] = ("AAA1",)) -> Desk:
    desk = Desk()
    desk.engine.order(cmd.OpenShoe(), 0.0)
    for pack in packs:
        desk.engine.note((ev.PackSeen(pack=pack),), 0.0)
    return desk


def test_the_loop_puts_on_record_what_the_registry_says() -> None:
    desk = at_table()
    desk.put(RegistryTrouble(detail="cards: locked"))
    assert "cards: locked" in desk.engine.health.notes
    desk.put(RegistryTrouble(detail=""))
    assert "cards: locked" not in desk.engine.health.notes
    desk.put(NotOurPack(foreign=ELSEWHERE))
    (held,) = desk.engine.state.incidents
    assert (held.kind, held.detail, held.foreign) == (IncidentKind.CODE_UNKNOWN, ELSEWHERE.sentence, ELSEWHERE)
    desk.engine.note((ev.PacksRetired(packs=("AAA1", "AAA2")),), 0.0)
    desk.put(RetiredThere(packs=("AAA1", "ZZZZ")))
    assert desk.engine.state.retired == ("AAA2",)


def test_the_loop_survives_a_record_that_takes_nothing() -> None:
    desk = at_table()
    desk.engine.note((ev.PacksRetired(packs=("AAA1",)),), 0.0)
    desk.diary.broken = True
    desk.put(RetiredThere(packs=("AAA1",)), NotOurPack(foreign=ELSEWHERE))
    still = desk.engine.state.retired
    desk.diary.broken = False
    desk.put(RetiredThere(packs=("AAA1",)))
    assert (still, desk.engine.state.retired) == (("AAA1",), ())


# At the intake


def passed(code: str) -> CodePassed:
    return CodePassed(id=ReadId(boot="1A2B3C4D", seq=1), at_s=0.0, code=code)


@pytest.mark.parametrize("has_gates", [True, False])
def test_where_packs_are_used_a_printed_class_code_is_a_foreign_card_and_cut_is_the_cut_card(has_gates: bool) -> None:
    marks = marks_of(parse_settings('[cards]\naccept = "packs"\n', "table.toml", Path("/srv")), LivePacks("BAC 1"))
    command = command_of(passed("9H"), marks, 0.0, has_gates=has_gates)
    assert isinstance(command, cmd.UnknownCodeLeft)
    assert command.foreign == Foreign(why=WhyForeign.CLASS_CODE)
    assert isinstance(command_of(passed("cut"), marks, 0.0, has_gates=has_gates), cmd.CutCardLeft)
    bottle = command_of(passed("4006381333931"), marks, 0.0, has_gates=has_gates)
    assert isinstance(bottle, cmd.UnknownCodeLeft) is has_gates


def test_a_card_of_a_pack_and_two_at_once_say_their_packs(kept: Kept) -> None:
    kept.keeper.start()
    both = 'accept = "both"'
    marks = marks_of(parse_settings(f"[cards]\n{both}\n", "table.toml", Path("/srv")), kept.live)
    nine = TAGS[Card.NINE_OF_HEARTS]
    assert command_of(passed(nine.lower()), marks, 0.0) == cmd.CardLeft(
        read=READ, card=Card.NINE_OF_HEARTS, tag=nine, pack="AAA1"
    )
    assert command_of(passed("9H"), marks, 0.0) == cmd.CardLeft(read=READ, card=Card.NINE_OF_HEARTS)
    two = TwoAtOnce(id=ReadId(boot="1A2B3C4D", seq=1), at_s=0.0, codes=(nine, "7QX4-K3-1A2B"))
    command = command_of(two, marks, 0.0)
    assert isinstance(command, cmd.TwoLeft)
    assert (command.cards, command.packs) == ((Card.NINE_OF_HEARTS, None), ("AAA1", ""))
    assert command.foreign == (None, Foreign(why=WhyForeign.OTHER_SITE))
