"""The whole check beside the dealing: when it runs, what it says, and what is no answer at all."""

import queue
from pathlib import Path

import pytest
from journal.journal_tools import NAME, written
from support.house import wait_until

from device.service import record_watch
from device.service.record_watch import RecordChecked, RecordWatch


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with much to do a check that gives way to all of it would never end."""
    monkeypatch.setattr(record_watch, "POLITE", "")


def test_it_looks_after_the_start_and_after_each_shoe(fast: Path) -> None:
    written(fast / NAME)
    told: queue.SimpleQueue[RecordChecked] = queue.SimpleQueue()
    with RecordWatch(fast / NAME, told.put, after_start_s=0.0, after_shoe_s=0.0) as watch:
        assert told.get(timeout=60).damage == ""
        data = bytearray((fast / NAME).read_bytes())
        data[data.index(b'"card":"') + 8] ^= 1
        (fast / NAME).write_bytes(data)
        watch.shoe_over()
        damage = told.get(timeout=60).damage
        assert damage.startswith(f"{fast / NAME}: record ")


@pytest.mark.parametrize(
    "program",
    ["raise MemoryError", "print('{}'); raise SystemExit(1)"],
)
def test_a_check_that_fails_itself_says_nothing_about_the_record(
    fast: Path, program: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(record_watch, "_ENTRY", program)
    told: queue.SimpleQueue[RecordChecked] = queue.SimpleQueue()
    with RecordWatch(fast / NAME, told.put, after_start_s=0.0):
        wait_until(lambda: "could not be checked" in caplog.text, "a word in the log")
    assert told.empty()


def test_it_ends_with_the_table_whatever_is_under_way(fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_watch, "_ENTRY", "import time; time.sleep(3600)")
    told: queue.SimpleQueue[RecordChecked] = queue.SimpleQueue()
    watch = RecordWatch(fast / NAME, told.put, after_start_s=0.0)
    with watch:
        wait_until(lambda: watch._child is not None, "the check to begin")
    assert told.empty()
