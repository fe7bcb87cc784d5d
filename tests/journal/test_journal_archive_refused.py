"""What stops a change of files: the disk at any step, a reader at work, an archive elsewhere; the record goes on."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from journal.archive_tools import Calendar, Table, archived, reads
from journal.journal_tools import NAME

from device.journal import checking, files, joins, next_file, private_files
from device.journal.reading import Reader
from device.table import commands as cmd


def refusing(monkeypatch: pytest.MonkeyPatch, at: int, error: int) -> Callable[[], int]:
    """The `at`-th thing that a change does with files fails; returns how many it did."""
    done = 0

    def wrapped(real: Any) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            nonlocal done
            done += 1
            if done == at:
                raise OSError(error, os.strerror(error))
            return real(*given, **named)

        return call

    monkeypatch.setattr(os, "link", wrapped(os.link))
    monkeypatch.setattr("device.journal.next_file.sync_folder", wrapped(private_files.sync_folder))
    monkeypatch.setattr("device.journal.files.create", wrapped(files.create))
    monkeypatch.setattr(Path, "rename", wrapped(Path.rename))
    monkeypatch.setattr(Path, "mkdir", wrapped(Path.mkdir))
    return lambda: done


STEPS = 8


@pytest.mark.parametrize("at", range(1, STEPS + 1))
def test_a_disk_that_refuses_at_any_step_costs_no_record_and_the_change_is_made_later(
    fast: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock)
    table.shoe()
    clock.day = "2026-12-01"
    with monkeypatch.context() as patched:
        done = refusing(patched, at, errno.ENOSPC)
        table.shoe()
        assert done() >= at
    assert "the disk is full" in table.troubles[0]
    assert "the next shoe tries again" in table.troubles[0]
    table.shoe()
    table.close()
    record = joins.series(path, next_file.archive_of(path))
    assert len(record) == len(archived(path)) + 1 == 2
    joins.check_join(*record)
    for one in record:
        checking.verify_file(one.path)
    assert [read.seq for read in reads(one.path for one in record)] == list(range(1, 16))
    assert sorted(one.name for one in fast.iterdir()) == [
        "archive",
        NAME,
        f"{NAME}.key",
        f"{NAME}.lock",
        f"{NAME}.seal-key",
    ]


def test_every_step_of_a_change_is_among_those_that_were_refused(fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Calendar("2026-11-30")
    table = Table(fast / NAME, clock)
    table.shoe()
    clock.day = "2026-12-01"
    with monkeypatch.context() as patched:
        done = refusing(patched, 0, errno.ENOSPC)
        table.shoe()
        assert done() == STEPS
    table.close()


def test_a_reader_at_work_puts_the_change_off(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock)
    table.shoe()
    clock.day = "2026-12-01"
    with Reader(path) as reader, reader.snapshot():
        before = reader.count()
        table.shoe()
        assert reader.count() == before
    assert archived(path) == []
    assert "another program holds it locked" in table.troubles[0]
    table.shoe()
    assert len(archived(path)) == 1
    table.close()


def test_an_archive_on_another_disk_is_refused_with_the_remedy(fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock)
    table.shoe()
    clock.day = "2026-12-01"

    def refuse(*_: object) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    with monkeypatch.context() as patched:
        patched.setattr(os, "link", refuse)
        table.shoe()
    assert "`archive` must be a folder on the journal's own disk" in table.troubles[0]
    table.close()
    assert checking.verify_file(path).shoes == 2


def test_an_old_journal_of_earlier_software_ends_and_joins_as_well(fast: Path) -> None:
    path = fast / NAME
    path.write_bytes((Path(__file__).parent / "data" / "journal-v1.sqlite").read_bytes())
    path.chmod(0o640)
    table = Table(path, Calendar("2026-12-01"))
    if not archived(path):  # its shoe is still in play
        while table.state.coup_open or table.state.held:
            table.give(cmd.Resolve(option=table.state.incidents[0].options[-1], by="a", second="b", reason="c"))
        table.end()
        table.open()
    table.close()
    assert table.troubles == []
    record = joins.series(path, next_file.archive_of(path))
    joins.check_join(*record)
    for one in record:
        checking.verify_file(one.path)
