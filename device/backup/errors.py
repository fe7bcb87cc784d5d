"""What can be wrong with a backup, apart by what the command answers."""

from pathlib import Path

from device.files import system_faults


class BackupError(Exception):
    """A backup cannot be made, read or put back: the message names place and remedy, and nothing was changed."""


class NotWholeError(Exception):
    """A backup is not what was written; the message says what is wrong with it."""


def of_system(error: OSError, path: Path, doing: str) -> BackupError:
    """The BackupError to raise for a fault of the operating system."""
    return BackupError(f"{path}: cannot {doing}: {system_faults.remedy_of_system(error)} ({error.strerror or error})")
