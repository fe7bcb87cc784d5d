"""The sealing key: made at first use, the table's own; what becomes of a shoe when it is lost."""

import shutil
from functools import reduce
from pathlib import Path

import pytest
from journal.journal_tools import DATA_V1, NAME, numbered, opened
from journal.sealing_tools import MANUAL, dealt, laid, two_people

from device.journal import checking, history
from device.journal.memory import MemoryJournal
from device.journal.reading import Reader
from device.journal.sealing import Sealer, sealing_key_path
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError, Record
from device.rules.card import Card, parse_cards
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, Option, ShoeEnd


class Table:
    """A table on a record that may be closed and opened again; it says its restarts as the table process does."""

    def __init__(self, path: Path, house: Profile = MANUAL) -> None:
        self.path = path
        self.house = house
        self.journal = opened(path)
        self.state = INITIAL
        self.records: list[Record] = []

    def give(self, *commands: AnyCommand) -> None:
        for command in commands:
            self.state, step = numbered(self.state, decide(self.state, command, self.house))
            self.records += self.journal.append(step)

    def restart(self) -> bool:
        """Whether faces were lost."""
        self.journal.close()
        self.journal = opened(self.path)
        found = list(self.journal.last_shoe())
        self.state = reduce(evolve, (one.event for one in found), INITIAL)
        lost = any(one.unreadable for one in found)
        self.give(cmd.TableRestarted(faces_lost=lost))
        return lost

    def folded(self) -> State:
        return reduce(evolve, (one.event for one in self.journal.last_shoe()), INITIAL)

    def finish(self) -> checking.Verified:
        self.journal.close()
        return checking.verify_file(self.path)


def kinds(table: Table) -> list[IncidentKind]:
    return [one.kind for one in table.state.incidents]


def test_the_key_is_made_at_first_use_and_is_the_tables_alone(fast: Path) -> None:
    opened(fast / NAME).close()
    key = sealing_key_path(fast / NAME)
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_bytes()
    assert len(bytes.fromhex(before.decode())) == 32
    opened(fast / NAME).close()
    assert key.read_bytes() == before


def test_a_key_that_others_can_read_is_refused_with_its_remedy(fast: Path) -> None:
    opened(fast / NAME).close()
    sealing_key_path(fast / NAME).chmod(0o644)
    with pytest.raises(JournalError, match=r"others may read the sealing key: run `chmod 600 .*seal-key`"):
        opened(fast / NAME)


def test_a_garbled_key_is_set_aside_and_a_new_one_made(fast: Path) -> None:
    opened(fast / NAME).close()
    key = sealing_key_path(fast / NAME)
    for count, text in enumerate((b"", b"\xff\x00", b"12")):
        key.write_bytes(text)
        opened(fast / NAME).close()
        aside = key.with_name(key.name + (".damaged" if count == 0 else f".damaged-{count}"))
        assert aside.read_bytes() == text
        assert aside.stat().st_mode & 0o777 == 0o600
        assert len(bytes.fromhex(key.read_text())) == 32


def test_a_box_tells_nothing_to_another_key_and_an_altered_one_nothing_at_all() -> None:
    from msgspec.structs import replace

    from device.journal.faces import Face

    sealer = Sealer(bytes(32))
    salt, sealed = sealer.seal(Face(Card("9h")), room=2)
    assert sealer.unseal(sealed) == (salt, Face(Card("9h")))
    assert Sealer(bytes(31) + b"1").unseal(sealed) is None
    assert sealer.unseal(replace(sealed, commit="0" * 64)) is None
    assert sealer.unseal(replace(sealed, box="A" + sealed.box[1:])) in (None, (salt, Face(Card("9h"))))
    for box in ("", "?", sealed.box[:-4], "AAAA" + sealed.box[4:]):
        assert sealer.unseal(replace(sealed, box=box)) is None
    again = sealer.seal(Face(Card("9h")), room=2)[1]
    assert {again.commit, again.box}.isdisjoint({sealed.commit, sealed.box})
    assert len(sealer.seal(Face(), room=2)[1].box) == len(sealed.box)


@pytest.mark.parametrize("loss", ["gone", "another"])
def test_a_lost_key_holds_the_table_and_its_cards_are_named_by_eye(fast: Path, loss: str) -> None:
    table = Table(fast / NAME)
    table.give(*laid())
    key = sealing_key_path(fast / NAME)
    old = key.read_bytes()
    table.journal.close()
    if loss == "gone":
        key.unlink()
    else:
        key.write_text("0" * 64)
    assert table.restart() is True
    assert kinds(table) == [IncidentKind.CARD_BEFORE_REVEAL, IncidentKind.FACES_LOST]
    assert table.state.coup is not None
    assert table.state.coup.cards(Hand.PLAYER) == ()
    # Nobody is told a second time, and the key's return changes nothing of what the table goes on with.
    assert table.restart() is False
    assert kinds(table) == [IncidentKind.CARD_BEFORE_REVEAL, IncidentKind.FACES_LOST]
    new = key.read_bytes()
    key.write_bytes(old)
    table.journal.close()
    table.journal = opened(fast / NAME)
    assert table.folded() == table.state
    key.write_bytes(new)
    table.journal.close()
    table.journal = opened(fast / NAME)
    assert table.folded() == table.state
    table.give(cmd.Resolve(option=Option.RESUME, by="sup1"), two_people(Option.BURN), two_people(Option.BURN))
    table.give(cmd.Turn(hand=Hand.PLAYER))
    assert kinds(table) == [IncidentKind.CARD_UNREAD] * 2
    for text in ("4h", "9c"):
        table.give(cmd.Enter(card=Card(text), by="sup1"))
    table.give(cmd.Turn(hand=Hand.BANKER))
    for text in ("2s", "Ad"):
        table.give(cmd.Enter(card=Card(text), by="sup1"))
    assert table.state.coup.number == 1
    table.give(two_people(Option.VOID), cmd.Void(by="sup1", second="pit2", reason="not sure"), cmd.EndShoe(by="sup1"))
    assert table.state.shoe.over
    found = table.finish()
    assert found.lost_seals > 0
    with Reader(fast / NAME) as reader:
        burned = [one for one in history.unturned(reader, shoe=1) if one["place"] == "burned"]
    assert burned[0]["card"] is None
    assert burned[0]["opened"] is None


def test_a_key_that_comes_back_opens_what_was_given_up_for_lost(fast: Path) -> None:
    table = Table(fast / NAME)
    table.give(*laid(burned="5c"))
    key = sealing_key_path(fast / NAME)
    aside = key.rename(fast / "aside")
    assert table.restart() is True
    table.journal.close()
    aside.rename(key)
    assert table.restart() is False
    table.give(cmd.Void(by="sup1", second="pit2", reason="key"), cmd.Enter(card=Card("8d"), by="sup1"))
    table.give(two_people(Option.BURN), cmd.EndShoe(by="sup1"))
    ended = next(one for one in table.records if isinstance(one.event, ev.ShoeEnded))
    assert ended.event == ev.ShoeEnded(why=ShoeEnd.ORDER, by="sup1")
    assert ended.lost == ()
    assert Card("5c") in [one.card for one in ended.opens]
    assert table.finish().lost_seals == 0


def test_between_coups_a_lost_key_is_told_and_holds_nothing(fast: Path) -> None:
    table = Table(fast / NAME)
    table.give(*list(laid())[:2])
    table.journal.close()
    sealing_key_path(fast / NAME).unlink()
    assert table.restart() is True
    assert not table.state.held
    assert IncidentKind.FACES_LOST in table.state.notices
    table.give(cmd.EndShoe(by="sup1"))
    assert table.finish().lost_seals == 1


def test_a_key_lost_with_nothing_under_seal_is_no_loss(fast: Path) -> None:
    table = Table(fast / NAME)
    table.give(*list(laid())[:2], cmd.EndShoe(by="sup1"))
    table.journal.close()
    sealing_key_path(fast / NAME).unlink()
    assert table.restart() is False
    table.give(*list(laid()))
    assert table.finish().lost_seals == 0


def test_a_journal_of_before_the_seals_goes_on_with_its_faces(fast: Path) -> None:
    path = fast / NAME
    shutil.copy(DATA_V1, path)
    before = checking.verify_file(path)
    journal = opened(path)
    records = list(journal.last_shoe())
    state = reduce(evolve, (one.event for one in records), INITIAL)
    assert not state.shoe.over
    assert not any(one.sealed or one.unreadable for one in records)
    for _, step in dealt(iter([cmd.EndShoe(by="sup1"), cmd.OpenShoe(by="sup1")]), state):
        journal.append(step)
    journal.close()
    with Reader(path) as reader:
        assert all(getattr(one.event, "hidden", None) is None for one in reader.records())
    after = checking.verify_file(path)
    assert (after.shoes, after.lost_seals) == (before.shoes + 1, 0)


@pytest.mark.parametrize("press", [cmd.NoMoreBets(), None])
def test_a_card_kept_for_the_next_coup_is_named_by_eye_when_its_face_is_lost_face_up_too(
    fast: Path, press: AnyCommand | None
) -> None:
    house = with_settings(load_profile("live"), {"bets_close": "button", "burn": "none", "next": "button"})
    table = Table(fast / NAME, house)
    table.give(cmd.OpenShoe(by="sup1"), cmd.NoMoreBets())
    table.give(*(cmd.CardLeft(card=card) for card in parse_cards("9h8d9c8c")))
    table.give(cmd.CardLeft(card=Card.parse("4s")), cmd.CardLeft(card=Card.parse("5s")))
    keep = cmd.Resolve(option=Option.NEXT, by="sup1")
    table.give(keep, keep, cmd.ShowResult(called=Outcome.PLAYER), cmd.Next())
    sealing_key_path(table.path).unlink()
    assert table.restart() is True
    table.give(press or cmd.CardLeft(card=Card.parse("Kh")))
    for face, then in (("4s", [IncidentKind.CARD_UNREAD]), ("5s", [])):
        assert kinds(table) == [IncidentKind.CARD_UNREAD]
        table.give(cmd.Enter(card=Card.parse(face), by="sup1"))
        assert kinds(table) == then
    if press is not None:
        table.give(cmd.CardLeft(card=Card.parse("Kh")))
    coup = table.state.coup
    assert coup is not None
    assert (coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)) == (parse_cards("4sKh"), parse_cards("5s"))
    assert table.finish().lost_seals == 2


def test_the_records_that_are_given_back_say_what_the_file_says(fast: Path) -> None:
    for journal in (opened(fast / NAME), MemoryJournal(clock=opened(fast / "other")._clock)):
        given = [record for _, step in dealt(laid()) for record in journal.append(step)]
        assert list(journal.last_shoe()) == given
        if isinstance(journal, SqliteJournal):
            journal.close()


def test_where_only_burned_cards_are_lost_the_coup_goes_on_as_after_any_restart(fast: Path) -> None:
    table = Table(fast / NAME)
    table.give(*list(laid())[:7], cmd.Turn(hand=Hand.PLAYER), cmd.Turn(hand=Hand.BANKER))
    table.journal.close()
    sealing_key_path(fast / NAME).unlink()
    assert table.restart() is True
    assert kinds(table) == [IncidentKind.RECOVERED]
    assert IncidentKind.FACES_LOST in table.state.notices
    assert table.state.coup is not None
    assert table.state.coup.shown(Hand.PLAYER) == (Card("4h"), Card("9c"))
    assert table.restart() is False
    table.give(*[two_people(Option.VOID)], cmd.EndShoe(by="sup1"))
    assert table.finish().lost_seals == 1
