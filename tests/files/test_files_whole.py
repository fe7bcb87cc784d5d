"""What is written is written whole, or it is said that it is not."""

import errno
import os
from pathlib import Path

import pytest

from device.files.whole import write_whole


def written(path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Write seven bytes to a disk that takes so many at a time."""
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, memoryview(data)[:most]))
    handle = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        write_whole(handle, b"a whole")
    finally:
        os.close(handle)


def test_a_disk_that_takes_a_part_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "file", monkeypatch, 3)
    assert (tmp_path / "file").read_bytes() == b"a whole"


def test_a_disk_that_takes_nothing_is_not_asked_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError) as refused:
        written(tmp_path / "file", monkeypatch, 0)
    assert refused.value.errno == errno.EIO
