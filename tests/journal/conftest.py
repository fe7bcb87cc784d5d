"""A folder for records whose syncs nobody has to wait for."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from journal.journal_tools import NAME, OPENED, folder_in_memory


@pytest.fixture
def fast() -> Iterator[Path]:
    """A folder in memory where the system has one: for what does not depend on a disk."""
    with folder_in_memory() as folder:
        yield folder


@pytest.fixture(autouse=True)
def _nothing_stays_open() -> Iterator[None]:
    """A connection that nobody closes is a warning in some later test."""
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture
def copy(whole: Path, fast: Path) -> Path:
    """The module's journal and its key, to be altered."""
    for ending in ("", ".key"):
        shutil.copy(whole.with_name(NAME + ending), fast)
    return fast / NAME
