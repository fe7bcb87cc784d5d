"""A disk that refuses and programs in the way: a clear refusal, nothing half-written, and the table goes on after."""

import contextlib
import os
import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from journal.journal_tools import NAME, STEP, SteppingClock, opened, quick_steps, written

from device.journal import checking, files, sqlite
from device.journal.errors import InUseError
from device.journal.opening import open_or_set_aside
from device.journal.reading import Reader
from device.ports.journal import JournalError


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file may grow past `size` bytes: what a full disk does, without filling one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_fills_stops_the_record_and_lets_it_go_on(fast: Path) -> None:
    path = fast / NAME
    journal = opened(path)
    written_events = []
    steps = quick_steps(coups=60)
    for step in steps:
        written_events += [event for _, _, event in step]
        journal.append(step)
        if len(written_events) > 30:
            break
    log_size = path.with_name(NAME + "-wal").stat().st_size
    refused = next(steps)
    with files_up_to(log_size + 4000):
        for _ in range(3):
            with pytest.raises(JournalError, match=r"nothing of this step is on record") as caught:
                for _ in range(50):
                    journal.append(STEP)
                    written_events.append(STEP[0][2])
            assert str(path) in str(caught.value)
    written_events += [event for _, _, event in refused]
    journal.append(refused)
    for step in steps:
        written_events += [event for _, _, event in step]
        journal.append(step)
    journal.close()
    with Reader(path) as reader:
        assert [record.event for record in reader.records()] == written_events
    # A dealer's change from outside does not fit the fold of shoes; chain and derived tables are whole.
    assert checking.verify_file(path).events == len(written_events)


def test_a_full_disk_is_named_and_heals(small_disk: Path) -> None:
    path = small_disk / NAME
    journal = opened(path)
    kept = journal.append(STEP)
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, contextlib.suppress(OSError):
        while ballast.write(bytes(4096)):
            pass
    with pytest.raises(JournalError, match="disk is full: free some space") as caught:
        for _ in range(2000):
            kept += journal.append(STEP)
    assert str(path) in str(caught.value)
    with contextlib.suppress(JournalError):
        journal.tidy()
    (small_disk / "ballast").unlink()
    kept += journal.append(STEP)
    journal.close()
    assert checking.verify_file(path).events == len(kept)


def test_opening_on_a_full_disk_is_refused_until_there_is_room(small_disk: Path) -> None:
    path = small_disk / NAME
    records = written(path)
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, contextlib.suppress(OSError):
        while ballast.write(bytes(4096)):
            pass
    for attempt in (opened, lambda path: open_or_set_aside(path, clock=SteppingClock())):
        with pytest.raises(JournalError, match="the disk is full: free some space"):
            attempt(path)
    (small_disk / "ballast").unlink()
    journal = opened(path)
    assert journal.head.seq == records
    journal.append(STEP)
    journal.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users reach too."""
    with tempfile.TemporaryDirectory(prefix="zapato-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@contextlib.contextmanager
def nobody() -> Iterator[None]:
    """Without root's rights, for permissions mean nothing to root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_without_permission_the_place_and_the_remedy_are_named(open_folder: Path) -> None:
    path = open_folder / NAME
    open_folder.chmod(0o555)
    with nobody(), pytest.raises(JournalError, match=r"no permission for user \d+: look at the permissions") as caught:
        opened(path)
    assert str(path) in str(caught.value)
    open_folder.chmod(0o777)
    written(path)
    path.chmod(0o444)
    files.WriterLock(path).release()
    path.with_name(NAME + ".lock").chmod(0o666)
    open_folder.chmod(0o555)
    with nobody(), pytest.raises(JournalError, match="permission") as caught:
        opened(path)
    assert str(path) in str(caught.value)


def test_a_copy_can_be_read_where_nothing_can_be_written(open_folder: Path) -> None:
    path = open_folder / NAME
    records = written(path)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with nobody(), Reader(path) as reader:
        assert reader.count() == records
    assert sorted(one.name for one in open_folder.iterdir()) == [
        NAME,
        NAME + ".key",
        NAME + ".lock",
        NAME + ".seal-key",
    ]


def test_another_user_may_read_what_the_table_writes(open_folder: Path) -> None:
    journal = opened(open_folder / NAME)
    journal.append(STEP)
    for part in open_folder.iterdir():
        if not part.name.endswith("key"):
            part.chmod(0o644)
    with nobody(), Reader(open_folder / NAME) as reader:
        assert reader.count() == 1
        journal.append(STEP)
        assert reader.count() == 2
    journal.close()


def test_no_folder_and_a_folder_are_no_journals(fast: Path) -> None:
    with pytest.raises(JournalError, match="no such folder: create it or name another place"):
        opened(fast / "nowhere" / NAME)
    with pytest.raises(JournalError, match="it is a folder: name a file"):
        opened(fast)
    with pytest.raises(JournalError, match="cannot open the journal"):
        Reader(fast / NAME)


# More than one process.


def test_a_second_writer_is_refused_and_told_who_writes(fast: Path) -> None:
    journal = opened(fast / NAME)
    with pytest.raises(InUseError, match=rf"process {os.getpid()}\): stop it first"):
        opened(fast / NAME)
    with pytest.raises(InUseError):
        checking.rebuild(fast / NAME)
    journal.append(STEP)
    journal.close()
    opened(fast / NAME).close()


def test_reading_goes_on_while_the_table_writes(fast: Path) -> None:
    path = fast / NAME
    journal = opened(path)
    steps = quick_steps(coups=30)
    journal.append(next(steps))
    with Reader(path) as reader:
        for step in steps:
            journal.append(step)
            assert reader.count() == journal.head.seq
        with reader.snapshot():
            before = reader.count()
            journal.append(STEP)
            journal.tidy()
            assert reader.count() == before
        assert reader.count() == before + 1
        assert [record.seq for record in reader.records(after=before - 2)] == [before - 1, before, before + 1]
    assert checking.verify_file(path).events == before + 1
    journal.close()


def test_a_reader_knows_that_a_table_began_to_write(fast: Path) -> None:
    opened(fast / NAME).close()
    with Reader(fast / NAME) as reader:
        assert not reader.overtaken()
        journal = opened(fast / NAME)
        journal.append(STEP)
        assert reader.overtaken()
        journal.close()
    journal.close()  # twice does no harm


def test_upkeep_that_fails_leaves_the_record_at_work(fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "QUIET_RECORDS", 1)
    journal = opened(fast / NAME)
    journal.append(STEP)
    with files_up_to(100), pytest.raises(JournalError, match=NAME):
        journal.tidy()
    journal.append(STEP)
    journal.tidy()
    journal.close()
    assert checking.verify_file(fast / NAME).events == 2


def test_a_program_that_holds_the_file_locked_is_waited_for_and_then_named(
    fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_BUSY_S", 0.01)
    journal = opened(fast / NAME)
    other = sqlite3.connect(fast / NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="another program holds it locked: close that program"):
        journal.append(STEP)
    other.execute("COMMIT")
    other.close()
    (record,) = journal.append(STEP)
    assert record.seq == 1
    journal.close()


def test_a_file_taken_away_from_under_the_table_stops_it(fast: Path) -> None:
    path = fast / NAME
    journal = opened(path)
    journal.append(STEP)
    moved = path.rename(fast / "elsewhere")
    with pytest.raises(JournalError, match="moved, deleted or replaced while the table was writing to it: put it back"):
        journal.append(STEP)
    moved.rename(path)
    journal.append(STEP)
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append(STEP)


def test_without_a_quiet_moment_the_log_is_carried_over_all_the_same(
    fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "HARD_RECORDS", 50)
    journal = opened(fast / NAME)
    sizes = []
    for step in quick_steps(coups=60):
        journal.append(step)
        sizes.append((fast / f"{NAME}-wal").stat().st_size)
    assert max(sizes) < 3 * 50 * 5 * 4120
    journal.close()
    assert checking.verify_file(fast / NAME).coups == 60
