"""A folder for records whose syncs nobody has to wait for."""

import os
import shutil
import subprocess
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


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own with room for little."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("needs root to mount a small disk; the limit on a file's size is tried without")
    done = subprocess.run([mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"mounting is not allowed here: {done.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)
