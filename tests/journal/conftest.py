"""A folder for records whose syncs nobody has to wait for."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where the system has one: for what does not depend on a disk."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="zapato-") as folder:
        yield Path(folder)
