"""What makes a record append-only, and what signs it, is itself looked at; files that are none are left alone."""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from journal.journal_tools import NAME, written

from device.journal.checking import NotVerifiedError, verify_file
from device.journal.errors import ForeignError
from device.journal.opening import open_or_set_aside
from device.journal.reading import Reader
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError
from device.system.clock import SystemClock


@pytest.fixture
def journal(fast: Path) -> Path:
    """A journal of a little more than one shoe, whose end is signed."""
    written(fast / NAME, coups=85)
    verify_file(fast / NAME)
    return fast / NAME


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("DROP TRIGGER events_no_delete", "the trigger events_no_delete of the journal is missing or altered"),
        ("CREATE TRIGGER thief AFTER INSERT ON events BEGIN SELECT 1; END", "thief does not belong into a journal"),
        (
            "DROP VIEW coup_report; CREATE VIEW coup_report AS SELECT 1",
            "the view coup_report of the journal is missing",
        ),
        ("ALTER TABLE events ADD COLUMN note TEXT", "the table events of the journal is missing or altered"),
        ("DROP INDEX cards_unplaced", "the index cards_unplaced of the journal is missing or altered"),
        ("CREATE TABLE notes (note TEXT)", "the table notes does not belong into a journal"),
        ("UPDATE meta SET value = '00' WHERE key = 'epoch'", "the file (`meta`) says '00'"),
        ("DELETE FROM meta WHERE key = 'epoch'", "the file (`meta`) says ''"),
    ],
)
def test_guards_taken_away_or_put_in_are_found(journal: Path, script: str, what: str) -> None:
    with closing(sqlite3.connect(journal)) as database:
        database.executescript(script)
    with pytest.raises(NotVerifiedError, match=re.escape(what)):
        verify_file(journal)


def test_what_sqlite_keeps_for_itself_is_no_alteration(journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as database:
        database.execute("ANALYZE")
        database.commit()
    verify_file(journal)


def test_a_signed_head_taken_away_is_missed(journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as database:
        asked = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'heads'"
        guards = database.execute(asked).fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("DELETE FROM heads")
        for _, guard in guards:
            database.execute(guard)
        database.commit()
    with pytest.raises(NotVerifiedError, match="the signed head of the shoe that ended here is missing"):
        verify_file(journal)


def test_a_pipe_is_refused_and_left_in_its_place(tmp_path: Path) -> None:
    pipe = tmp_path / "j.sqlite3"
    os.mkfifo(pipe)
    with pytest.raises(ForeignError, match="no ordinary file"):
        open_or_set_aside(pipe, clock=SystemClock())
    assert pipe.is_fifo()
    assert not list(tmp_path.glob("*damaged*"))


def test_a_link_that_leads_nowhere_is_refused_and_left(tmp_path: Path) -> None:
    link = tmp_path / "j.sqlite3"
    link.symlink_to(tmp_path / "gone.sqlite3")
    with pytest.raises(JournalError, match="is its disk mounted"):
        SqliteJournal(link, clock=SystemClock())
    assert link.is_symlink()
    assert not (tmp_path / "gone.sqlite3").exists()


def test_two_names_of_one_file_have_one_writer(tmp_path: Path) -> None:
    real, link = tmp_path / "real.sqlite3", tmp_path / "link.sqlite3"
    link.symlink_to(real)
    with closing(SqliteJournal(real, clock=SystemClock())), pytest.raises(JournalError, match=r"real\.sqlite3"):
        SqliteJournal(link, clock=SystemClock())


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_a_log_without_its_journal_is_not_given_a_new_one(tmp_path: Path, ending: str) -> None:
    """SQLite would carry it over into the new file, or roll it back there."""
    journal = tmp_path / "j.sqlite3"
    (tmp_path / f"j.sqlite3{ending}").write_bytes(b"left behind")
    with pytest.raises(JournalError, match="the journal is gone and its log"):
        SqliteJournal(journal, clock=SystemClock())
    assert not journal.exists()


def test_the_card_of_a_machine_that_died_is_read_where_it_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its newest records are in the log, whose index can be made nowhere; nothing is made beside it."""
    count = written(tmp_path / NAME)
    card = tmp_path / "card"
    card.mkdir()
    with closing(sqlite3.connect(tmp_path / NAME)) as open_still:
        open_still.execute("PRAGMA wal_autocheckpoint = 0")
        open_still.execute("UPDATE meta SET value = 'in the log' WHERE key = 'tidied_at'")
        open_still.commit()
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"{NAME}{ending}", card / f"{NAME}{ending}")
    there = os.statvfs(card)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=there.f_flag | os.ST_RDONLY))
    with Reader(card / NAME) as reader:
        assert reader.count() == count
        assert reader.query("SELECT value FROM record.meta WHERE key = 'tidied_at'") == [("in the log",)]
    assert {one.name for one in card.iterdir()} == {NAME, f"{NAME}-wal"}
