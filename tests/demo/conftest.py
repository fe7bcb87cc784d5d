"""A place of each test's own for the folders that demonstrations make and, where they fail, leave behind."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a demonstration makes its folder; with a short name, for sockets are made in it."""
    with tempfile.TemporaryDirectory(prefix="demo-") as name:
        monkeypatch.setenv("TMPDIR", name)
        yield Path(name)
