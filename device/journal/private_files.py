"""Small files with secrets of the table: whole or not there, and for the table's own user alone."""

import os
from pathlib import Path

from device.journal import faults
from device.ports.journal import JournalError


def is_private(path: Path, *, what: str) -> bool:
    """Whether the file is there; raises JournalError where others may read it, or where it cannot be looked at."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise faults.of_system(error, path, f"look at the {what}") from error
    if mode & 0o077:
        raise JournalError(f"{path}: others may read the {what}: run `chmod 600 {path}`")
    return True


def write_private(path: Path, data: bytes, *, what: str) -> None:
    """Write the file with mode 0600, so that it survives a power cut as a whole; raises JournalError."""
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.unlink(missing_ok=True)
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        unfinished.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise faults.of_system(error, path, f"write the {what}") from error


def sync_folder(folder: Path) -> None:
    """Make a new or renamed file's name survive a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
