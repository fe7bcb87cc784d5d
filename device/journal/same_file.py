"""One journal is one file, whatever name leads to it: links followed, and a file put in its place known for another."""

import os
from pathlib import Path

from device.ports.journal import JournalError


def identity(path: Path) -> tuple[int, int] | None:
    """Device and number of the file that the name leads to now; None where nothing is."""
    try:
        found = os.stat(path)  # noqa: PTH116 - once a step: half the price of a Path's own
    except OSError:
        return None
    return found.st_dev, found.st_ino


def followed(path: Path) -> Path:
    """The file itself, so that lock and key are one whatever name leads to it; a link that leads nowhere is refused.

    Raises JournalError, also where the journal is gone and its log is not.
    """
    try:
        real = path.resolve()
    except (OSError, RuntimeError) as error:
        raise JournalError(f"{path}: this link leads in a circle or nowhere: {error}") from error
    if path.is_symlink() and not real.exists():
        raise JournalError(f"{path}: this link leads to {real}, which is not there: is its disk mounted?")
    for ending in ("-wal", "-journal"):
        log = real.with_name(real.name + ending)
        if not real.exists() and log.exists():
            raise JournalError(
                f"{real}: the journal is gone and its log {log.name} is there: put the journal back, or move the log "
                "too"
            )
    return real
