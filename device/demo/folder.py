"""The folder of one demonstration, and what of it stays."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.demo.run import DemoError

RECORD = "journal.sqlite3"
"""The record, where nobody named another place; what belongs to it has names that begin with its own."""


def make_folder() -> Path:
    """Make one for sockets, settings, logs, and the record where nobody named another place; raises DemoError."""
    try:
        return Path(tempfile.mkdtemp(prefix="zapato-"))
    except OSError as error:
        where = "make room there, or name another place in the variable TMPDIR"
        raise DemoError(f"no folder for a demonstration could be made: {error.strerror}; {where}") from error


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
