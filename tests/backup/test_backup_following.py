"""The copy that is kept up to the second: the same record, the same derived tables, whatever ends when."""

import os
import signal
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from backup.backup_tools import Site, in_a_process
from journal.journal_tools import quick_steps
from journal.verify_tools import alter

from device.journal import checking, joins
from device.journal.follow_copy import Follower
from device.journal.sqlite import SqliteJournal
from device.ports.journal import JournalError


def test_the_copy_is_the_record_with_all_that_is_derived_from_it(site: Site, into: Path) -> None:
    table = site.table()
    follower = Follower(site.journal, into)
    assert follower.step() == 0
    (copy,) = into.glob("*.sqlite3")
    table.rest()
    for _ in range(3):
        table.coup()
        assert follower.step() > 0
    table.end()
    follower.step()
    follower.close()
    verified = checking.verify_file(copy)
    table.close()
    assert verified == checking.verify_file(site.journal)
    assert verified.signed == 2


def test_a_new_file_of_the_record_gets_a_copy_of_its_own(site: Site, into: Path) -> None:
    follower = Follower(site.journal, into)
    follower.step()
    table = site.table()
    table.rest()
    table.end()
    follower.step()
    for day in ("2026-12-02", "2027-01-02"):
        site.clock.day = day
        table.shoe()
        follower.step()
    table.close()
    follower.close()
    assert table.troubles == [], "the change of files was not kept up"
    old, new = sorted(into.glob("*.sqlite3"), key=lambda path: path.stat().st_mtime_ns)
    joins.check_files(old, new)
    assert joins.ends_of(new).epoch == joins.ends_of(site.journal).epoch


def test_a_follower_killed_at_any_moment_goes_on(fast: Path, into: Path) -> None:
    site = Site(fast / "table").fill()
    journal = SqliteJournal(site.journal, clock=site.clock)
    for number, step in enumerate(quick_steps(coups=12)):
        journal.append(step)
        if number % 7 == 0:
            assert in_a_process(partial(follow_and_die, site.journal, into)) == -signal.SIGKILL
    follower = Follower(site.journal, into)
    follower.step()
    follower.close()
    (copy,) = into.glob("*.sqlite3")
    assert checking.verify_file(copy).head == journal.head.digest.hex()
    journal.close()


def follow_and_die(journal: Path, into: Path) -> None:
    Follower(journal, into).step()
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_was_altered_goes_no_further(site: Site, into: Path) -> None:
    follower = Follower(site.journal, into)
    follower.step()
    table = site.table()
    table.rest()
    table.close()
    (copy,) = into.glob("*.sqlite3")
    before = checking.verify_file(copy).events
    alter(site.journal, f"UPDATE events SET body = replace(body, '9c', '9d') WHERE seq > {before}")
    with pytest.raises(JournalError, match=f"record {before + 1}"):
        follower.step()
    follower.close()
    assert checking.verify_file(copy).events == before


def test_what_a_copying_program_adds_is_no_damage_and_anything_else_is(site: Site) -> None:
    with closing(sqlite3.connect(site.journal, isolation_level=None)) as database:
        database.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        database.execute("CREATE TABLE _litestream_lock (id INTEGER)")
    checking.verify_file(site.journal)
    with closing(sqlite3.connect(site.journal, isolation_level=None)) as database:
        database.execute("CREATE TABLE notes (id INTEGER)")
    with pytest.raises(checking.NotVerifiedError, match="notes"):
        checking.verify_file(site.journal)
