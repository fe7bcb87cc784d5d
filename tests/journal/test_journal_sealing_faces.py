"""Hidden faces on record: under seal until their time, whatever the card, and back again at a restart."""

import hashlib
import itertools
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal.journal_tools import NAME, SteppingClock, opened, rough_steps
from journal.sealing_tools import Body, dealt, laid, stored, two_people, whole_shoe

from device.journal import checking
from device.journal.chain import Head, extend
from device.journal.faces import UNREAD, Face, face_of_text, face_to_seal, hidden_fields, room_for, with_face
from device.journal.memory import MemoryJournal
from device.journal.reading import Reader
from device.journal.sealing import Sealer, commitment
from device.journal.seals import Seals
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError, Opening
from device.rules.card import Card
from device.rules.hand import Hand
from device.table import commands as cmd
from device.table import events as ev
from device.table.events import EVENTS
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, Option, Origin


def counted_draw() -> Callable[[int], bytes]:
    """Salts that anybody can foretell, so that two records can be compared byte by byte."""
    count = itertools.count(1)
    return lambda size: next(count).to_bytes(size, "big")


def folded(journal: SqliteJournal | MemoryJournal) -> State:
    """What a restart makes of the record."""
    return reduce(evolve, (one.event for one in journal.last_shoe()), INITIAL)


def is_all_open(journal: SqliteJournal) -> bool:
    """Asked anew each time."""
    return journal.all_open


def without_seals(body: Body) -> Body:
    """A body without what must differ where cards do."""
    return {name: value for name, value in body.items() if name not in ("sealed", "opens")}


# Nothing tells before its time


def table_of(path: Path, *, burned: str, cards: tuple[str, ...], early: str) -> list[tuple[str, list[Any]]]:
    """All that a file holds, table by table, after the same play with these hidden cards."""
    journal = SqliteJournal(path, clock=SteppingClock(), draw=counted_draw())
    for _, step in dealt(laid(burned, cards, early)):
        journal.append(step)
    journal.close()
    with Reader(path) as reader:
        names = [name for (name,) in reader.query("SELECT name FROM record.sqlite_schema WHERE type = 'table'")]
        return [(name, reader.query(f"SELECT * FROM record.{name}")) for name in names if name != "_sqlite_migrations"]


def test_files_that_differ_in_hidden_cards_alone_differ_in_seals_and_hashes_alone(fast: Path) -> None:
    first = dict(table_of(fast / "a", burned="5c", cards=("4h", "2s", "9c", "Ad"), early="8d"))
    other = dict(table_of(fast / "b", burned="Kd", cards=("9s", "9d", "Th", "Jc"), early="2c"))
    assert first.keys() == other.keys()
    assert {"cards", "incidents", "events"} < first.keys()
    for name in first.keys() - {"events", "meta", "heads"}:
        assert first[name] == other[name]
    bodies = [(dict_of(one), dict_of(two)) for one, two in zip(first["events"], other["events"], strict=True)]
    sealed = 0
    for one, two in bodies:
        assert without_seals(one) == without_seals(two)
        assert one.keys() == two.keys()
        assert len(json.dumps(one)) == len(json.dumps(two))
        sealed += "sealed" in one
        assert "opens" not in one
    assert sealed == 7
    assert [row[:6] for row in strip_epoch(first["events"])] == [row[:6] for row in strip_epoch(other["events"])]
    assert (fast / "a").stat().st_size == (fast / "b").stat().st_size


def dict_of(row: tuple[Any, ...]) -> Body:
    body: Body = json.loads(row[7])
    return body


def strip_epoch(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [(row[0], *row[2:]) for row in rows]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), chance=st.randoms(use_true_random=False))
def test_no_body_is_longer_for_another_hidden_card(seed: int, chance: random.Random) -> None:
    """Whatever goes wrong at a table: with other hidden cards, or none, each body has the same length."""
    seals = [Seals(Sealer(bytes(32), draw=counted_draw())) for _ in range(2)]
    heads = [Head(), Head()]
    for _, step in rough_steps(commands=60, seed=seed):
        written = []
        for at, events in enumerate((step, [(shoe, coup, other_face(event, chance)) for shoe, coup, event in step])):
            making = seals[at].step()
            heads[at], rows, _ = extend(heads[at], "epoch", "at", events, making)
            seals[at].take(making)
            written.append(rows)
        assert [row[:7] for row in written[0]] == [row[:7] for row in written[1]]
        assert [len(row.body) for row in written[0]] == [len(row.body) for row in written[1]]


def other_face(event: ev.Event, chance: random.Random) -> ev.Event:
    """The event with another hidden card, or one that was not read."""
    if face_to_seal(event) is None or isinstance(event, ev.IncidentResolved):
        return event
    return with_face(event, Face(chance.choice([None, *Card])))


def test_no_hidden_face_stands_in_a_body_and_none_is_opened_before_its_turn(fast: Path) -> None:
    journal = opened(fast / NAME)
    unturned: set[int] = set()
    for _, step in rough_steps(commands=400, seed=7):
        journal.append(step)
    journal.close()
    for seq, kind, body in stored(fast / NAME):
        assert all(value is None for name, value in body.items() if name.startswith("hidden")), (seq, kind)
        if "sealed" in body:
            unturned.add(seq)
        for opening in body.get("opens", []):
            unturned.remove(opening["seal"])
            assert kind in ("card-dealt", "card-named", "hand-turned", "indicator-burned", *SHOE_ENDS), kind
    assert unturned


SHOE_ENDS = ("shoe-ended", "shoe-opened", "card-burned")


def test_every_hidden_field_is_sealed_and_every_other_name_is_free() -> None:
    with_hidden = {event for event in EVENTS.values() if hidden_fields(event)}
    # Until version 1 these stood open.
    once_open = {ev.CardBurned, ev.CardLaid, ev.CardWaits, ev.IncidentRaised, ev.IncidentResolved}
    assert once_open <= {event for event in with_hidden if event.VERSION > 1}
    for event in EVENTS.values():
        assert not {"sealed", "opens", "lost"} & set(event.__struct_fields__), event.KIND
        assert set(hidden_fields(event)) <= {"hidden", "hidden_tag"}, event.KIND


@pytest.mark.parametrize("face", [UNREAD, Face(Card("9h")), Face(None, "E0 04"), Face(Card("9h"), "E004-77")])
def test_a_face_has_one_text_and_comes_back_from_it(face: Face) -> None:
    assert face_of_text(face.text) == face
    assert len(face.text) <= room_for(ev.CardBurned) or face.tag is not None


class TagSeen(ev.Event, frozen=True, kw_only=True):
    """A card's own tag, and nothing of its face."""

    KIND = "tag-seen"
    hidden_tag: str | None
    nth: int = 0


def test_a_tag_alone_is_sealed_too_and_opened_with_its_card() -> None:
    sealer = Sealer(bytes(32))
    seals = Seals(sealer)
    lengths = set()
    for tag in ("E004-0150-77", "X", None):
        step = seals.step()
        events: list[tuple[int, int, ev.Event]] = [(1, 1, TagSeen(hidden_tag=tag, nth=7))]
        _, rows, records = extend(Head(), "epoch", "at", events, step)
        sealed = records[0].sealed
        assert sealed is not None
        inside = sealer.unseal(sealed)
        assert inside is not None
        assert inside[1] == Face(None, tag)
        assert "E004" not in rows[0].body
        lengths.add(len(rows[0].body))
    assert len(lengths) == 1
    assert [(one.seal, one.card, one.tag) for one in record_of_turn(seals)] == [(1, None, "E004-0150-77")]


def record_of_turn(seals: Seals) -> tuple[Opening, ...]:
    """What a turn of card 7 opens, after a tag alone was sealed with it."""
    step = seals.step()
    step.marks(1, TagSeen(hidden_tag="E004-0150-77", nth=7))
    return step.marks(2, ev.CardDealt(hand=Hand.PLAYER, card=Card("9h"), due=None, nth=7)).opens


# It is opened, and anybody can check it


def test_anybody_can_check_an_opening(fast: Path) -> None:
    journal = opened(fast / NAME)
    for _, step in dealt(whole_shoe()):
        journal.append(step)
    journal.close()
    rows = {seq: body for seq, _, body in stored(fast / NAME)}
    opened_by = {one["seal"]: (seq, one) for seq, body in rows.items() for one in body.get("opens", [])}
    sealed = {seq for seq, body in rows.items() if "sealed" in body}
    assert set(opened_by) == sealed
    for seal, (seq, one) in opened_by.items():
        assert seq > seal
        text = (one["card"] or "").encode()
        assert rows[seal]["sealed"]["commit"] == hashlib.sha256(bytes.fromhex(one["salt"]) + text).hexdigest()
        assert commitment(bytes.fromhex(one["salt"]), text.decode()) == rows[seal]["sealed"]["commit"]
    checking.verify_file(fast / NAME)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_closed_shoe_shows_all_its_cards_to_an_auditor(fast: Path, seed: int) -> None:
    path = fast / f"{seed}.sqlite3"
    path.unlink(missing_ok=True)
    journal = opened(path)
    for state, step in rough_steps(commands=60, seed=seed):
        journal.append(step)
        if state.shoe.over and state.shoe.number and not (state.incidents or state.waiting):
            with Reader(path) as reader:
                found = reader.query(
                    "SELECT card, count(*) FROM cards WHERE shoe = ? AND card IS NOT NULL GROUP BY card",
                    (state.shoe.number,),
                )
            assert Counter(dict(found)) == +Counter({card.value: state.shoe.seen[card.index] for card in Card})
    journal.close()
    checking.verify_file(path)
    checking.rebuild(path)
    checking.verify_file(path)


def test_burned_cards_are_counted_when_the_shoe_is_closed_and_not_before(fast: Path) -> None:
    journal = opened(fast / NAME)
    *most, (_, last) = dealt(whole_shoe(burned="5c"))
    for _, step in most:
        journal.append(step)
    with Reader(fast / NAME) as reader:
        assert reader.query("SELECT card FROM cards WHERE place = 'burned'") == [(None,), (None,)]
        assert reader.query("SELECT * FROM shoe_audit") == []
    journal.append(last)
    with Reader(fast / NAME) as reader:
        assert reader.query("SELECT card FROM cards WHERE place = 'burned' ORDER BY seq") == [("5c",), ("8d",)]
        seen = dict(reader.query("SELECT card, seen FROM shoe_audit WHERE seen > 0"))
    assert seen == {"5c": 1, "8d": 2, "4h": 1, "2s": 1, "9c": 1, "Ad": 1, "Kc": 1, "3h": 1, "unseen": 1}


# A restart


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_restart_anywhere_folds_to_the_very_state(seed: int) -> None:
    journal = MemoryJournal(clock=SteppingClock())
    for number, (state, step) in enumerate(rough_steps(commands=70, seed=seed)):
        journal.append(step)
        if number % 7 == 0:
            assert folded(journal) == state


def test_a_table_killed_before_the_turn_goes_on_with_its_cards(fast: Path) -> None:
    commands = list(whole_shoe())
    for cut in range(1, len(commands), 2):
        path = fast / f"{cut}.sqlite3"
        journal = opened(path)
        state = INITIAL
        for after, step in dealt(iter(commands[:cut])):
            journal.append(step)
            state = after
        journal.close()
        again = opened(path)
        assert folded(again) == state
        assert not any(one.unreadable for one in again.last_shoe())
        for _, step in dealt(iter(commands[cut:]), state):
            again.append(step)
        again.close()
        checking.verify_file(path)


def test_a_step_that_could_not_be_written_opens_nothing(fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = opened(fast / NAME)
    *before, (_, turned) = dealt(itertools.islice(whole_shoe(), 12))
    for _, step in before:
        journal.append(step)

    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr("device.journal.sqlite.project", refuse)
        with pytest.raises(JournalError):
            journal.append(turned)
    (record,) = journal.append(turned)
    assert [one.card for one in record.opens] == [Card("4h"), Card("9c")]
    journal.close()
    checking.verify_file(fast / NAME)


# Around the end of a shoe


def test_what_leaves_after_the_shoe_is_opened_when_burned_or_with_the_next_shoe(fast: Path) -> None:
    journal = opened(fast / NAME)
    play = iter([*whole_shoe(), cmd.CardLeft(card=Card("Qh"), since_s=30.0), two_people(Option.BURN)])
    *_, drawn, burned = [journal.append(step) for _, step in dealt(play)]
    assert [one.sealed is not None for one in drawn] == [True]
    assert [one.card for one in burned[-1].opens] == [Card("Qh"), Card("Qh")]
    assert is_all_open(journal)
    # Of this one nobody decides before the next shoe.
    error = IncidentKind.CARD_DRAWN_IN_ERROR
    journal.append([(1, 0, ev.IncidentRaised(id=90, incident=error, hidden=Card("2d"), origin=Origin.SHOE, nth=99))])
    assert not is_all_open(journal)
    shoe = ev.ShoeOpened(shoe=2, profile="live", profile_version=1, profile_hash="0" * 64, decks=8)
    assert [one.card for one in journal.append([(2, 0, shoe)])[0].opens] == [Card("2d")]
    journal.close()
    with Reader(fast / NAME) as reader:
        assert ("incident", "2d") in reader.query("SELECT place, card FROM cards WHERE shoe = 1")
    checking.verify_file(fast / NAME)
