"""The derived tables: they say what the table says, whatever happened, and come out the same when filled again."""

import itertools
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal.journal_tools import SteppingClock, house, numbered, quick_steps, rough_steps

from device.journal import checking, history, schema
from device.journal.projections import project
from device.journal.reading import Reader
from device.journal.sqlite import SqliteJournal
from device.ports.journal import Opening, Record
from device.rules.card import Card
from device.rules.outcome import Outcome
from device.rules.profile import with_settings
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, Option, ReadIdentity, ReportKind

NAME = "table.sqlite3"
COUPS = (
    "shoe coup kind player banker player_total banker_total outcome natural player_pair banker_pair started_at "
    "ended_at dealer corrected_by voided_by reason manual"
)


def play(path: Path, *commands: AnyCommand) -> State:
    """Deal these commands at a table with the default rules, on record."""
    journal = SqliteJournal(path, clock=SteppingClock())
    state = INITIAL
    for command in commands:
        state, step = numbered(state, decide(state, command, house()))
        journal.append(step)
    journal.close()
    return state


def cards(text: str, *, first: int = 1) -> list[AnyCommand]:
    read = [ReadIdentity("1A2B3C4D", first + count) for count in range(len(text.split()))]
    return [cmd.CardLeft(card=Card(one), read=id_, since_s=30.0) for one, id_ in zip(text.split(), read, strict=True)]


BURN = cards("2h 3c 4c")  # the indicator and two more
EXAMPLE = [cmd.OpenShoe(by="sup1"), *BURN, cmd.ChangeDealer(dealer="d14"), *cards("4h 2s 9c Ad 8d", first=4)]


def test_a_coup_has_the_columns_agreed_on_and_its_own_times(fast: Path) -> None:
    play(fast / NAME, *EXAMPLE)
    with Reader(fast / NAME) as reader:
        assert reader.query("SELECT * FROM coups") == []
    (fast / NAME).unlink()
    play(fast / NAME, *EXAMPLE, cmd.ShowResult(called=Outcome.BANKER))
    with Reader(fast / NAME) as reader:
        (row,) = reader.objects("SELECT * FROM coups")
    assert " ".join(row) == COUPS
    assert row == {
        "shoe": 1,
        "coup": 1,
        "kind": "normal",
        "player": "4h9c8d",
        "banker": "2sAd",
        "player_total": 1,
        "banker_total": 3,
        "outcome": "banker",
        "natural": 0,
        "player_pair": 0,
        "banker_pair": 0,
        "started_at": "2025-03-01T00:00:02.000Z",
        "ended_at": "2025-03-01T00:00:03.250Z",
        "dealer": "d14",
        "corrected_by": None,
        "voided_by": None,
        "reason": None,
        "manual": 0,
    }


def test_a_void_after_the_result_keeps_the_cards_and_nothing_else(fast: Path) -> None:
    void = cmd.Void(by="sup1", second="pit2", reason="wrong side")
    play(fast / NAME, *EXAMPLE, cmd.ShowResult(called=Outcome.BANKER), void)
    with Reader(fast / NAME) as reader:
        (row,) = reader.objects("SELECT * FROM coups")
        assert {name: row[name] for name in ("kind", "player", "banker", "voided_by", "reason")} == {
            "kind": "void",
            "player": "4h9c8d",
            "banker": "2sAd",
            "voided_by": "sup1, pit2",
            "reason": "wrong side",
        }
        assert (row["outcome"], row["player_total"], row["banker_total"]) == (None, None, None)
        assert row["ended_at"] == "2025-03-01T00:00:03.250Z"
        actions = reader.query("SELECT action, by, second, reason FROM staff_actions")
        assert ("void", "sup1", "pit2", "wrong side") in actions


def test_a_void_before_the_result_makes_the_row(fast: Path) -> None:
    play(fast / NAME, *EXAMPLE[:-1], cmd.Void(by="sup1", second="pit2", reason="misdeal"))
    with Reader(fast / NAME) as reader:
        rows = reader.query("SELECT coup, kind, player, banker, outcome, voided_by FROM coups")
    assert rows == [(1, "void", "4h9c", "2sAd", None, "sup1, pit2")]


def test_a_correction_puts_the_row_right_and_keeps_what_stood_before(fast: Path) -> None:
    correct = cmd.Correct(
        coup=1,
        player=(Card("4h"), Card("4c")),
        banker=(Card("2s"), Card("Ac")),
        by="sup1",
        second="pit2",
        reason="misread",
    )
    free = cmd.Void(coup=1, by="sup3", second="pit2", reason="dispute")
    shown = cmd.ShowResult(called=Outcome.BANKER)
    play(fast / NAME, *EXAMPLE, shown, *cards("Kc 2c", first=9), correct)
    with Reader(fast / NAME) as reader:
        (row,) = history.coups(reader, shoe=1)
        placed = reader.query(
            "SELECT place, card, source FROM cards WHERE coup = 1 AND place <> 'burned' ORDER BY place"
        )
        steps = [line["kind"] for line in history.steps(reader, shoe=1, coup=1)]
    assert (row["player"], row["banker"], row["player_total"], row["outcome"]) == ("4h4c", "2sAc", 8, "player")
    assert (row["corrected_by"], row["reason"], row["player_pair"]) == ("sup1, pit2", "misread", True)
    assert row["originals"] == [
        {"player": "4h9c8d", "banker": "2sAd", "player_total": 1, "banker_total": 3, "outcome": "banker"}
    ]
    assert placed == [
        ("banker-1", "2s", "shoe"),
        ("banker-2", "Ac", "supervisor"),
        ("corrected", None, "shoe"),
        ("player-1", "4h", "shoe"),
        ("player-2", "4c", "supervisor"),
    ]
    assert steps[-1] == "coup-corrected", "it was made while the next coup was dealt"
    (fast / NAME).unlink()
    play(fast / NAME, *EXAMPLE, shown, *cards("Kc 2c", first=9), correct, free)
    with Reader(fast / NAME) as reader:
        (row,) = history.coups(reader, shoe=1)
        rest = reader.query("SELECT count(*) FROM cards")
    assert (row["kind"], row["voided_by"], row["corrected_by"]) == ("void", "sup3, pit2", "sup1, pit2")
    assert [one["player"] for one in row["originals"]] == ["4h9c8d", "4h4c"]
    assert rest == [(10,)], "how many cards left is a fact"


def test_cards_that_a_correction_adds_have_rows_of_their_own(fast: Path) -> None:
    natural = cards("9h 2s Kc 3d", first=4)
    hands = {"player": (Card("2h"), Card("Kc"), Card("5c")), "banker": (Card("2s"), Card("3d"), Card("9c"))}
    back = {"player": (Card("9h"), Card("Kc")), "banker": (Card("2s"), Card("3d"))}
    signed = {"coup": 1, "by": "sup1", "second": "pit2", "reason": "misread"}
    right = cmd.Correct(**hands, **signed)  # type: ignore[arg-type]
    wrong = cmd.Correct(**back, **signed)  # type: ignore[arg-type]
    shown = cmd.ShowResult(called=Outcome.PLAYER)
    play(fast / NAME, cmd.OpenShoe(), *BURN, *natural, shown, right, wrong, right)
    with Reader(fast / NAME) as reader:
        placed = reader.query("SELECT place, card, passage FROM cards WHERE place LIKE '%-3' ORDER BY place")
        (row,) = history.coups(reader, shoe=1)
    assert placed == [("banker-3", "9c", None), ("player-3", "5c", None)]
    assert [one["player"] for one in row["originals"]] == ["9hKc", "2hKc5c", "9hKc"]


def test_a_card_put_right_before_the_result_is_told_with_the_coup(fast: Path) -> None:
    correct = cmd.Correct(
        coup=1,
        player=(Card("4h"), Card("5c")),
        banker=(Card("2s"), Card("Ad")),
        by="sup1",
        second="pit2",
        reason="misread",
    )
    play(fast / NAME, *EXAMPLE[:-1], correct, cmd.ShowResult(called=Outcome.PLAYER))
    with Reader(fast / NAME) as reader:
        (row,) = history.coups(reader, shoe=1)
        faces = reader.query("SELECT card, source FROM cards WHERE place = 'player-2'")
    assert (row["player"], row["corrected_by"], row["reason"]) == ("4h5c", "sup1, pit2", "misread")
    assert row["originals"] == [{"player": "4h9c", "banker": "2sAd"}]
    assert faces == [("5c", "supervisor")]


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
                        opens=tuple(Opening(seal=one, salt="", card=Card("9h")) for one in range(4000)),
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
