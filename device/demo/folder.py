"""The folder of one demonstration, and what of it stays."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.demo.run import DemoError
from device.journal import faults, files
from device.journal.same_file import followed

RECORD = "journal.sqlite3"
"""The record, where nobody named another place; what belongs to it has names that begin with its own."""


def make_folder() -> Path:
    """Make one for sockets, settings, logs, and the record where nobody named another place; raises DemoError."""
    try:
        return Path(tempfile.mkdtemp(prefix="zapato-"))
    except OSError as error:
        where = "make room there, or name another place in the variable TMPDIR"
        raise DemoError(f"no folder for a demonstration could be made: {error.strerror}; {where}") from error


def require_place(journal: Path) -> None:
    """Refuse a place where no record can be, before anything is laid beside it; raises DemoError and JournalError."""
    if len(str(journal).splitlines()) > 1:
        raise DemoError(f"{str(journal)!r}: a path with a line's end in it; name another place")
    try:
        real = followed(journal)
        if real.exists() and not real.is_file():
            files.require_content(real)
        if not real.parent.is_dir():
            raise DemoError(f"{journal}: the folder {real.parent} is not there; make it, or name another place")
    except OSError as error:
        raise faults.of_system(error, journal, "open the journal") from error


@contextmanager
def tidied(folder: Path) -> Iterator[None]:
    """Use the folder; every part must have ended when it is left.

    After a demonstration that ended well, or whose onlooker went away, the record stays, for its place was told;
    without one nothing stays. After one that failed everything does: its logs say why.
    """
    failed = False
    try:
        yield
    except BrokenPipeError:  # as `| head` does: nobody looks any more
        raise
    except Exception:
        failed = True
        raise
    finally:
        if not failed:
            _leave_record_alone(folder)


def _leave_record_alone(folder: Path) -> None:
    """Remove all but the record with its keys and the shoe's log; what cannot be removed stays."""
    if not (folder / RECORD).exists():
        shutil.rmtree(folder, ignore_errors=True)
        return
    for one in folder.iterdir():
        if one.name.startswith(RECORD):
            continue
        try:
            one.unlink()
        except OSError:
            shutil.rmtree(one, ignore_errors=True)
