"""A long check is made by two processes: it finds the same as one, says how far it is, and leaves nobody behind."""

import os
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from journal.journal_tools import NAME, STEP, folder_in_memory, opened, written
from journal.verify_tools import alter

from device.cli.verify import command as verify
from device.journal import checking, derived_process, record_check
from device.journal.checking import NotVerifiedError, Stage, verify_file
from device.journal.derived_process import DerivedProcess
from device.journal.reading import Reader
from device.ports.journal import JournalError

both = pytest.mark.parametrize("in_two", [False, True], ids=["one process", "two processes"])


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A journal of a little more than two shoes; copied by those who alter it."""
    with folder_in_memory() as folder:
        written(folder / NAME, coups=170)
        yield folder / NAME


HASH = "UPDATE events SET at = '2001-01-01T00:00:00.000Z' WHERE seq = {}".format
BODY = "UPDATE events SET body = 'no body' WHERE seq = {}".format
KIND = "UPDATE events SET kind = NULL WHERE seq = {}".format
GONE = "DELETE FROM events WHERE seq = {}".format
TABLE = "UPDATE coups SET outcome = 'nobody' WHERE shoe = {} AND coup = 3".format


@both
@pytest.mark.parametrize(
    ("statements", "seq", "what"),
    [
        ([HASH(40)], 40, "does not follow"),
        ([BODY(1200)], 1200, "does not follow"),
        ([GONE(1200), BODY(41)], 41, "does not follow"),
        ([HASH(1400), KIND(1200), GONE(42)], 42, "missing"),
        ([KIND(1400), HASH(900), TABLE(1)], 900, "does not follow"),
        ([TABLE(1), "UPDATE heads SET signature = replace(signature, '1', '2') WHERE seq > 1000"], "head", "signature"),
        (["DELETE FROM heads WHERE seq < 1000"], "end of shoe", "signed head of the shoe that ended here is missing"),
        ([TABLE(2)], None, "coups does not hold what the events say (shoe 2, coup 3)"),
        (["DELETE FROM cards WHERE seq = 1300"], None, "cards does not hold what the events say (shoe 2, "),
        (["INSERT INTO staff_actions (seq) VALUES (7), (8)"], None, "(shoe None, coup None, seq 7)"),
        (["UPDATE shoes SET why = CAST(x'ff' AS TEXT) WHERE shoe = 1"], None, "shoes does not hold"),
        (["DROP TABLE incidents", TABLE(1)], None, "table incidents is missing or altered"),
        (["DROP VIEW shoe_audit"], None, "view shoe_audit of the journal is missing"),
    ],
)  # fmt: skip
def test_the_first_bad_record_is_named_whoever_finds_what(
    copy: Path, statements: list[str], seq: int | str | None, what: str, in_two: bool
) -> None:
    with closing(sqlite3.connect(copy)) as database:
        if seq == "head":
            (seq,) = database.execute("SELECT max(seq) FROM heads").fetchone()
        if seq == "end of shoe":
            (seq,) = database.execute("SELECT min(seq) FROM events WHERE kind = 'shoe-ended'").fetchone()
    alter(copy, *statements)
    with pytest.raises(NotVerifiedError) as caught:
        verify_file(copy, in_two=in_two)
    assert (caught.value.seq, what in caught.value.what) == (seq, True), caught.value.what


@both
def test_a_whole_journal_is_confirmed_and_nothing_is_made_beside_it(copy: Path, in_two: bool) -> None:
    before = sorted(copy.parent.iterdir())
    copy.chmod(0o444)
    with closing(sqlite3.connect(copy)) as database:
        ((events, coups),) = database.execute(
            "SELECT (SELECT max(seq) FROM events), (SELECT count(*) FROM coups)"
        ).fetchall()
    found = verify_file(copy, in_two=in_two)
    assert (found.events, found.coups, found.shoes, found.signed) == (events, coups, 3, 2)
    assert sorted(copy.parent.iterdir()) == before


@both
def test_progress_only_grows_and_reaches_the_end_of_each_stage(
    copy: Path, monkeypatch: pytest.MonkeyPatch, in_two: bool
) -> None:
    monkeypatch.setattr(record_check, "PROGRESS_EVERY", 100)
    heard: dict[Stage, list[tuple[int, int]]] = defaultdict(list)
    found = verify_file(copy, in_two=in_two, progress=lambda stage, *at: heard[stage].append(at))
    assert set(heard) == set(Stage)
    for stage, told in heard.items():
        done = [one for one, _ in told]
        (total,) = {one for _, one in told}
        assert done == sorted(done)
        assert done[-1] == total
        if stage is not Stage.COMPARED:
            assert total == found.events
    assert len(heard[Stage.RECORDS]) > 10


@both
def test_what_the_table_writes_meanwhile_is_left_for_the_next_time(
    fast: Path, monkeypatch: pytest.MonkeyPatch, in_two: bool
) -> None:
    written(fast / NAME, coups=30)
    monkeypatch.setattr(record_check, "PROGRESS_EVERY", 10)
    with closing(opened(fast / NAME)) as journal:
        before = journal.head.seq

        def deal_on(stage: Stage, done: int, total: int) -> None:
            if stage is Stage.RECORDS and done < total:
                journal.append(STEP)

        assert verify_file(fast / NAME, in_two=in_two, progress=deal_on).events == before
        assert journal.head.seq > before
        assert verify_file(fast / NAME, in_two=in_two).events == journal.head.seq


def test_short_records_and_single_processors_need_no_second_process(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hired: list[Path] = []

    class Hired(DerivedProcess):
        def __init__(self, path: Path, **others: Any) -> None:
            hired.append(path)
            super().__init__(path, **others)

    monkeypatch.setattr(checking, "DerivedProcess", Hired)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    verify_file(copy)
    assert not hired
    monkeypatch.setattr(checking, "_LONG_RECORDS", 1000)
    verify_file(copy)
    assert hired == [copy]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3})
    verify_file(copy)
    assert hired == [copy]


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started in the test."""
    started: list[subprocess.Popen[bytes]] = []

    class Seen(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Seen)
    return started


def test_an_interrupt_ends_the_other_process_too(copy: Path, children: list[subprocess.Popen[bytes]]) -> None:
    def interrupt(stage: Stage, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify_file(copy, in_two=True, progress=interrupt)
    (child,) = children
    assert child.returncode is not None


def test_a_bad_record_ends_the_other_process_too(copy: Path, children: list[subprocess.Popen[bytes]]) -> None:
    alter(copy, HASH(1))
    with pytest.raises(NotVerifiedError):
        verify_file(copy, in_two=True)
    (child,) = children
    assert child.returncode is not None


def test_an_interrupt_is_no_answer(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "verify_file", interrupted)
    result = CliRunner().invoke(verify, [str(copy)])
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "")


def test_a_second_process_that_vanishes_is_told_of(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived_process, "_ENTRY", "raise SystemExit(3)")
    with pytest.raises(JournalError, match=r"ended from outside \(exit 3\): see whether memory runs short"):
        verify_file(copy, in_two=True)


def test_a_file_that_vanishes_is_told_of(copy: Path) -> None:
    with DerivedProcess(copy.with_name("gone"), progress=None) as other, pytest.raises(JournalError, match="gone"):
        other.finish()


def test_text_that_is_not_whole_is_read_all_the_same(copy: Path) -> None:
    alter(copy, "UPDATE events SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 44")
    with Reader(copy) as reader:
        bodies = [row.body for row in reader.rows() if row.seq in (43, 44, 45)]
    assert bodies[1] == "{\ufffd}"
    assert bodies[0].startswith("{")
