"""Small files with secrets of the table: whole or not there, and for the table's own user alone."""

from pathlib import Path

from device.files import private
from device.files.private import forget_unfinished, sync_folder
from device.journal import faults
from device.ports.journal import JournalError

__all__ = ["forget_unfinished", "is_private", "sync_folder", "write_private"]


def is_private(path: Path, *, what: str) -> bool:
    """Whether the file is there; raises JournalError where others may read it, or where it cannot be looked at."""
    try:
        found = private.look(path)
    except OSError as error:
        raise faults.of_system(error, path, f"look at the {what}") from error
    if found is not None and not found.is_private:
        raise JournalError(f"{path}: others may read the {what}: run `chmod 600 {path}`")
    return found is not None


def write_private(path: Path, data: bytes, *, what: str) -> None:
    """Write the file with mode 0600, so that it survives a power cut as a whole; raises JournalError."""
    try:
        private.replace(path, data)
    except OSError as error:
        raise faults.of_system(error, path, f"write the {what}") from error
