"""A table that has played, and a place for its backups, in memory where the system has such a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from backup.backup_tools import Site
from journal.journal_tools import folder_in_memory


@pytest.fixture
def fast() -> Iterator[Path]:
    """A folder whose syncs nobody waits for."""
    with folder_in_memory() as folder:
        yield folder


@pytest.fixture
def into(fast: Path) -> Path:
    """Where backups go."""
    folder = fast / "stick"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def played() -> Iterator[Site]:
    """A table's folder, dealt once; each test has a copy."""
    with folder_in_memory() as folder:
        site = Site(folder / "table").fill()
        table = site.table()
        table.shoe(coups=2)
        table.open()
        table.coup()
        table.half()
        table.close()
        yield site


@pytest.fixture
def site(fast: Path, played: Site) -> Site:
    """A table's folder: one shoe over, another in play with a coup on the table."""
    return played.copy_to(fast / "table")
