"""A file of people for a test, with a clock in the test's hand."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from staff.staff_tools import HandClock, Ledger, cheap

from device.staff.entry import StaffEntry
from device.staff.store import StaffStore


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where the system has one: nobody waits for its syncs."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store(folder: Path, clock: HandClock) -> StaffStore:
    return StaffStore(folder / "staff.sqlite3", create=True, clock=clock, hasher=cheap())


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def entry(store: StaffStore, ledger: Ledger) -> StaffEntry:
    return StaffEntry(store, report=ledger)
