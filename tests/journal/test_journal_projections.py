"""The derived tables: they say what the table says, whatever happened, and come out the same when filled again."""

import itertools
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal.journal_tools import SteppingClock, numbered, quick_steps, rough_steps
from journal.projection_tools import EXAMPLE, NAME, cards, play

from device.journal import checking, schema
from device.journal.projections import project
from device.journal.reading import Reader
from device.journal.sqlite import SqliteJournal
from device.ports.journal import Opening, Record
from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import decide
from device.table.state import INITIAL
from device.table.vocabulary import IncidentKind, Option, ReadIdentity, ReportKind


def test_a_card_is_unseen_until_it_is_dealt_and_keeps_the_time_it_left(fast: Path) -> None:
    held = [*EXAMPLE[:-1], cmd.CardPushedIn(), *cards("8d", first=8)]
    play(fast / NAME, *held)
    with Reader(fast / NAME) as reader:
        (waiting,) = reader.objects("SELECT * FROM cards WHERE place = 'waiting'")
    assert waiting["card"] is None
    (fast / NAME).unlink()
    play(fast / NAME, *held, cmd.Resolve(option=Option.RESUME, by="sup1"))
    with Reader(fast / NAME) as reader:
        (dealt,) = reader.objects("SELECT * FROM cards WHERE place = 'player-3'")
        (incident,) = reader.objects("SELECT * FROM incidents")
    assert dealt["card"] == "8d"
    assert dealt["seq"] == waiting["seq"]
    assert dealt["read_at"] == waiting["read_at"]
    assert (dealt["board"], dealt["passage"], dealt["source"]) == ("1A2B3C4D", 8, "shoe")
    assert (incident["kind"], incident["resolution"], incident["resolved_by"]) == ("pushed-in", "resume", "sup1")


def test_who_acknowledged_what_is_with_the_incident(fast: Path) -> None:
    pause = cmd.Pause(by="sup1")
    floor = cmd.Report(what=ReportKind.FLOOR, by="d14")
    seen = [
        cmd.Acknowledge(kind=kind, by="sup2", reason="on camera") for kind in (IncidentKind.PAUSED, IncidentKind.FLOOR)
    ]
    play(fast / NAME, *EXAMPLE[:-1], floor, pause, *seen, cmd.Resolve(option=Option.RESUME, by="sup1"))
    with Reader(fast / NAME) as reader:
        found = reader.query("SELECT kind, acknowledged_by, acknowledged_at IS NULL, resolution FROM incidents")
        actions = reader.query("SELECT action, detail, by, reason FROM staff_actions WHERE action <> 'open-shoe'")
    assert found == [("floor", "sup2", 0, None), ("paused", "sup2", 0, "resume")]
    assert actions == [
        ("report", "floor", "d14", None),
        ("pause", "paused", "sup1", None),
        ("acknowledge", "paused", "sup2", "on camera"),
        ("acknowledge", "floor", "sup2", "on camera"),
        ("resolve", "paused: resume", "sup1", None),
    ]


def test_a_coup_dealt_by_hand_says_so_with_every_card(fast: Path) -> None:
    by_hand = [cmd.Enter(card=Card(one), by="sup1", by_hand=True) for one in ("9c", "Ad", "8d")]
    shown = cmd.ShowResult(called=Outcome.BANKER)
    play(fast / NAME, *EXAMPLE[:-3], *by_hand, cmd.ReaderBack(), cmd.Resolve(option=Option.RESUME, by="sup1"), shown)
    with Reader(fast / NAME) as reader:
        assert reader.query("SELECT manual, outcome FROM coups") == [(1, "banker")]
        sources = reader.query("SELECT source, passage FROM cards WHERE place IN ('player-2', 'banker-2', 'player-3')")
        actions = reader.query("SELECT action, by FROM staff_actions WHERE action = 'manual-play'")
    assert sources == [("supervisor", None)] * 3
    assert actions == [("manual-play", "sup1")]


def test_a_press_taken_back_is_an_action_and_its_shuffle_never_was(fast: Path) -> None:
    every_coup = with_settings(load_profile("live"), {"shuffle": "every-coup", "burn": "none", "next": "button"})
    journal = SqliteJournal(fast / NAME, clock=SteppingClock())
    state = INITIAL
    dealt = cards("4h 2s 9c Ad 8d")
    commands = [
        cmd.OpenShoe(),
        *dealt,
        cmd.ShowResult(called=Outcome.BANKER),
        cmd.Next(),
        cmd.Undo(by="d14"),
        cmd.Next(),
    ]
    for command in commands:
        state, step = numbered(state, decide(state, command, every_coup))
        journal.append(step)
    journal.close()
    with Reader(fast / NAME) as reader:
        assert reader.query("SELECT shuffles FROM shoes") == [(1,)]
        undone = reader.query("SELECT action, detail, by FROM staff_actions WHERE action = 'undo'")
    assert undone == [("undo", "next", "d14")]


def test_a_passage_that_was_the_cut_card_is_no_card(fast: Path) -> None:
    commands = [*EXAMPLE[:-1], cmd.UnreadLeft(read=ReadIdentity("1A2B3C4D", 8), since_s=1.0)]
    play(fast / NAME, *commands, cmd.Resolve(option=Option.CUT, by="sup1"))
    with Reader(fast / NAME) as reader:
        ((count, cut_at),) = reader.query("SELECT count(*), (SELECT cut_at FROM shoes) FROM cards")
    assert count == 7
    assert cut_at is not None


def test_a_card_named_by_eye_says_who_named_it_and_what_code_was_read(fast: Path) -> None:
    unknown = cmd.UnknownCodeLeft(code="QQ-99", read=ReadIdentity("1A2B3C4D", 8))
    play(fast / NAME, *EXAMPLE[:-1], unknown, cmd.Enter(card=Card("8d"), by="sup1"))
    with Reader(fast / NAME) as reader:
        found = reader.query("SELECT card, code, source FROM cards WHERE place = 'player-3'")
    assert found == [("8d", "QQ-99", "supervisor")]


def test_no_question_walks_through_all_cards_ever_dealt(fast: Path) -> None:
    """What happens at the table asks about this coup or about the few cards without a place, never about a year."""
    play(fast / NAME, *EXAMPLE)
    asked: set[str] = set()
    opens = tuple(Opening(seal=one, salt="", card=Card("9h")) for one in range(4000))  # as though all were opened
    with Reader(fast / NAME) as reader, reader.snapshot():
        schema.create_derived(reader.connection)
        reader.connection.set_trace_callback(asked.add)
        seq = itertools.count(1)
        for seed in range(20):
            for _, step in rough_steps(commands=80, seed=seed):
                for shoe, coup, event in step:
                    record = Record(
                        seq=next(seq),
                        epoch="",
                        shoe=100 * seed + shoe,
                        coup=coup,
                        at="",
                        event=event,
                        hash="",
                        opens=opens,
                    )
                    project(reader.connection, record)
        reader.connection.set_trace_callback(None)
        about_cards = [one for one in asked if "cards" in one and not one.startswith("INSERT")]
        plans = {(one, part[3]) for one in about_cards for part in reader.query("EXPLAIN QUERY PLAN " + one)}
    for sign in (
        "= 'waiting'",
        "= 'kept' ORDER",
        "SET place = 'kept'",
        "JOIN incidents",
        "card IS NULL",
        "SET card = '9h' WHERE shoe",
    ):
        assert any(sign in one for one in about_cards)
    assert [one for one in plans if "SCAN" in one[1]] == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_the_tables_agree_with_the_table_whatever_happens(fast: Path, seed: int) -> None:
    path = fast / f"{seed}.sqlite3"
    path.unlink(missing_ok=True)
    journal = SqliteJournal(path, clock=SteppingClock())
    state = INITIAL
    for state, step in rough_steps(commands=60, seed=seed):  # noqa: B007 - the last one counts
        journal.append(step)
    journal.close()
    checking.verify_file(path)
    with Reader(path) as reader:
        shoe = state.shoe.number
        places = Counter(
            place
            for (place,) in reader.query("SELECT place FROM cards WHERE shoe = ? AND read_at IS NOT NULL", (shoe,))
        )
        assert places["waiting"] == sum(not one.cut for one in state.waiting)
        assert places["kept"] == len(state.kept)
        assert places["incident"] >= sum(one.has_card for one in state.incidents)
        assert sum(places.values()) == state.shoe.cards_out
        if state.coup is not None and state.coup.is_open:
            for hand, dealt in (("player", state.coup.player), ("banker", state.coup.banker)):
                rows = reader.query(
                    "SELECT card FROM cards WHERE shoe = ? AND coup = ? AND place LIKE ? ORDER BY place",
                    (shoe, state.coup.number, f"{hand}-_"),
                )
                assert [face for (face,) in rows] == [str(one.card) if one.up else None for one in dealt]
        known = [(one.coup, one.kind.value, one.outcome and one.outcome.value) for one in state.coups]
        rows = reader.query("SELECT coup, kind, outcome FROM coups WHERE shoe = ? ORDER BY coup", (shoe,))
        assert rows == sorted(known)
        held = reader.query("SELECT count(*) FROM incidents WHERE shoe = ? AND holds AND resolved_at IS NULL", (shoe,))
        assert held == [(len(state.incidents),)]


def test_filled_again_the_tables_hold_the_same_rows(fast: Path) -> None:
    path = fast / NAME
    journal = SqliteJournal(path, clock=SteppingClock())
    for step in quick_steps(coups=90):
        journal.append(step)
    journal.close()
    tables = ("shoes", "coups", "cards", "incidents", "staff_actions", "dealers_on")
    with Reader(path) as reader:
        before = {table: reader.query(f"SELECT * FROM {table}") for table in tables}
    checking.rebuild(path)
    with Reader(path) as reader:
        assert {table: reader.query(f"SELECT * FROM {table}") for table in tables} == before
        assert len(before["coups"]) == 90


def test_the_views_answer_a_pit_bosss_questions(fast: Path) -> None:
    path = fast / NAME
    journal = SqliteJournal(path, clock=SteppingClock())
    for step in quick_steps(coups=100):
        journal.append(step)
    journal.close()
    with Reader(path) as reader:
        audited = reader.query("SELECT DISTINCT shoe FROM shoe_audit")
        assert audited == [(1,)]  # the second shoe is in play: what it is made of is not told
        ((classes, seen, surplus),) = reader.query(
            "SELECT count(*), sum(seen), sum(surplus) FROM shoe_audit WHERE shoe = 1 AND card <> 'unseen'"
        )
        ((unseen,),) = reader.query("SELECT seen FROM shoe_audit WHERE shoe = 1 AND card = 'unseen'")
        ((cards_seen,),) = reader.query("SELECT cards_seen FROM shoes WHERE shoe = 1")
        assert (classes, surplus) == (52, 0)
        assert seen + unseen == cards_seen
        assert reader.query("SELECT cards_seen FROM shoes WHERE shoe = 2") == [(None,)]
        ((hands,),) = reader.query("SELECT sum(hands) FROM hands_per_hour")
        assert hands == 100
        report = reader.objects("SELECT * FROM coup_report WHERE shoe = 1 AND coup = 1")
        assert report[0]["profile"] == "live"
        assert report[0]["lasted_s"] >= 0


@pytest.mark.parametrize("table", ["events", "heads"])
def test_the_record_itself_can_only_grow(fast: Path, table: str) -> None:
    path = fast / NAME
    journal = SqliteJournal(path, clock=SteppingClock())
    for step in quick_steps(coups=85):
        journal.append(step)
    journal.close()
    database = sqlite3.connect(path)
    try:
        last = database.execute(f"SELECT * FROM {table} ORDER BY seq DESC LIMIT 1").fetchone()
        marks = ", ".join("?" * len(last))
        for attempt in (
            f"UPDATE {table} SET at = 'never' WHERE seq = {last[0]}",
            f"DELETE FROM {table} WHERE seq = {last[0]}",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                database.execute(attempt)
        for verb in ("INSERT", "INSERT OR REPLACE"):
            with pytest.raises(sqlite3.IntegrityError):
                database.execute(f"{verb} INTO {table} VALUES ({marks})", last)
        if table == "events":
            with pytest.raises(sqlite3.IntegrityError, match="next seq"):
                database.execute(f"INSERT INTO events VALUES ({marks})", (last[0] + 2, *last[1:]))
    finally:
        database.close()
