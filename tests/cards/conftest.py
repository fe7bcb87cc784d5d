"""A registry for a test, in memory where the system has a disk there: nobody waits for its syncs."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.cards.registry.registry import Registry


@pytest.fixture
def folder() -> Iterator[Path]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


@pytest.fixture
def registry(folder: Path) -> Registry:
    return Registry(folder / "packs.sqlite3", create=True)
