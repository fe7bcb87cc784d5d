"""A private folder for what must be unpacked to be looked at, gone afterwards, also after a kill."""

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from device.backup import moving

_PREFIX = ".unpacked-"


@contextlib.contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """A new folder in `folder` for its owner alone; those of killed processes there go first. Raises OSError."""
    for left in folder.glob(f"{_PREFIX}*"):
        _forget(left)
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=folder) as made:
        handle = os.open(made, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)  # who finds it sees that somebody works in it
            yield Path(made)
        finally:
            os.close(handle)


def _forget(left: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            moving.remove(left)
        finally:
            os.close(handle)
