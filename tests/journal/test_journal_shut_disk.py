"""A journal that may not be written: is it its disk or its owner, and what is done until it may be written again."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from journal.journal_tools import NAME, STEP, opened

from device.journal import faults, inspection
from device.journal.errors import DiskError
from device.ports.journal import JournalError


def refused(path: Path) -> JournalError:
    """What is said of a file that SQLite has for reading alone."""
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_READONLY, "SQLITE_READONLY"
    return faults.of_sqlite(error, path, writing=True)


def test_looking_for_the_cause_of_a_refusal_keeps_the_table_s_locks(fast: Path) -> None:
    """Else whoever leaves the journal next takes himself for the last one, and deletes the log that is written to."""
    path = fast / NAME
    journal = opened(path)
    journal.append(STEP)
    assert isinstance(refused(path), DiskError)
    words = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM events').fetchall(); c.close()"
    )
    subprocess.run([sys.executable, "-c", words, path], check=True)
    assert path.with_name(NAME + "-wal").exists()


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_somebody_else_s_file_is_not_taken_for_a_disk_that_refuses(fast: Path, ending: str) -> None:
    path = fast / NAME
    opened(path).append(STEP)
    foreign = path.with_name(NAME + ending)
    foreign.chmod(0o400)
    before = os.geteuid()
    if before == 0:
        os.chown(fast, 65534, -1)
        for one in fast.iterdir():
            os.chown(one, 0 if one == foreign else 65534, -1)
        os.seteuid(65534)
    try:
        error = refused(path)
    finally:
        os.seteuid(before)
    assert not isinstance(error, DiskError)
    assert "look at its permissions" in str(error)


def test_a_disk_that_stays_shut_for_writing_costs_no_handles(small_disk: Path) -> None:
    path = small_disk / NAME
    journal = opened(path)
    journal.append(STEP)
    subprocess.run(["mount", "--bind", small_disk, small_disk], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", small_disk], check=True)
        shut = inspection.open_for_writing(path)  # as after an end of the file that the disk cut short
        assert journal._connection is not None
        journal._connection.close()
        journal._connection = shut
        handles = []
        for _ in range(12):
            with pytest.raises(DiskError, match="SQLITE_READONLY"):
                journal.append(STEP)
            handles.append(len(os.listdir("/proc/self/fd")))  # noqa: PTH208 - counted, not looked at
        assert len(set(handles)) == 1
        subprocess.run(["mount", "-o", "remount,bind,rw", small_disk], check=True)
        journal.append(STEP)
        assert journal.head.seq == 2
        journal.close()
    finally:
        subprocess.run(["umount", "--lazy", small_disk], check=True)
