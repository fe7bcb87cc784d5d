"""Where backups lie: a folder a table, a folder in it for each backup, named by its time once it is verified.

``DIR/NAME/20261130T221400Z`` is a backup that was put back once and found whole. ``….unfinished`` is being made, or was
when the power went; ``….bad`` was made and is not whole, and is kept for whoever looks into it; ``….leaving`` is being
deleted. ``archive/`` holds the ended files of the record, once each, and ``backups.jsonl`` tells what was done here.
"""

import contextlib
import fcntl
import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from device.backup import moving
from device.backup.errors import BackupError, of_system
from device.files import private
from device.files.whole import write_whole

ARCHIVE: Final = "archive"
LOG: Final = "backups.jsonl"
_LOCK = ".lock"
_STAMP = re.compile(r"\d{8}T\d{6}Z(-\d+)?")
_UNFINISHED, _BAD, _LEAVING = ".unfinished", ".bad", ".leaving"
UNNAMED: Final = (_UNFINISHED, _BAD, _LEAVING)
"""What the name of a folder ends with that is no backup to be put back."""
_BAD_KEPT = 2
"""A record that is damaged makes a bad backup each night: the newest two are enough to look into."""


class Place:
    """The folder of one table's backups, held by one process at a time; a context manager."""

    def __init__(self, into: Path, name: str) -> None:
        """`into` must be there: a disk that is not mounted is no place. Raises BackupError."""
        try:
            self.into = into.resolve(strict=True)
        except OSError as error:
            raise BackupError(f"{into}: no such folder: is its disk mounted? ({error.strerror})") from None
        if not self.into.is_dir():
            raise BackupError(f"{into}: it is no folder: name one")
        self.path = self.into / name
        self._handle = -1

    def __enter__(self) -> "Place":
        """Make what is missing, take the lock and clear away what a killed backup left; raises BackupError."""
        try:
            self._make_folder(self.path)
            self._make_folder(self.path / ARCHIVE)
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            self._handle = os.open(self.path / _LOCK, flags, 0o600)
        except OSError as error:
            raise of_system(error, self.path, "write backups here") from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)
            self._clear()
        except BlockingIOError:
            holder = os.pread(self._handle, 32, 0).decode("ascii", "replace").strip()
            self._release()
            raise BackupError(
                f"{self.path}: another backup is being made here (process {holder}): wait for it"
            ) from None
        except OSError as error:
            self._release()
            raise of_system(error, self.path, "write backups here") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    @property
    def archive(self) -> Path:
        """Where the ended files lie."""
        return self.path / ARCHIVE

    def begin(self, stamp: str) -> Path:
        """A new folder to make a backup in; raises OSError."""
        name, count = stamp, 1
        while any(os.path.lexists(self.path / f"{name}{ending}") for ending in ("", _UNFINISHED, _BAD, _LEAVING)):
            count += 1
            name = f"{stamp}-{count}"
        work = self.path / f"{name}{_UNFINISHED}"
        work.mkdir(mode=0o700)
        return work

    def finish(self, work: Path) -> Path:
        """Give a verified backup its name, which it then has whatever happens; raises OSError."""
        private.sync_folder(work)
        done = self.path / work.name.removesuffix(_UNFINISHED)
        work.rename(done)
        private.sync_folder(self.path)
        return done

    def put_aside(self, work: Path) -> Path:
        """Keep a backup that is not whole, under a name that no restore takes; raises OSError."""
        bad = self.path / (work.name.removesuffix(_UNFINISHED) + _BAD)
        work.rename(bad)
        for old in sorted(self.path.glob(f"*{_BAD}"))[:-_BAD_KEPT]:
            moving.remove(old)
        private.sync_folder(self.path)
        return bad

    def backups(self) -> list[Path]:
        """The verified ones, oldest first by the time in their names."""
        found = (one for one in self.path.iterdir() if _STAMP.fullmatch(one.name) and not one.is_symlink())
        return sorted((one for one in found if one.is_dir()), key=_in_order)

    def remove(self, backup: Path) -> None:
        """Delete one: from its first step on it has no backup's name any more. Raises OSError."""
        leaving = backup.with_name(backup.name + _LEAVING)
        backup.rename(leaving)
        private.sync_folder(self.path)
        moving.remove(leaving)

    def note(self, line: dict[str, object]) -> None:
        """Add a line to the log; raises OSError."""
        path = self.path / LOG
        private.refuse_other_than_files(path)  # a pipe is not waited for
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        handle = os.open(path, flags, 0o640)
        try:
            size = os.fstat(handle).st_size
            torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"  # by a full disk, or the mains
            text = "\n" * torn + json.dumps(line, ensure_ascii=False) + "\n"
            write_whole(handle, text.encode())
            os.fsync(handle)
        finally:
            os.close(handle)

    def free_bytes(self) -> int:
        """How much room is left for whoever we are; raises OSError."""
        disk = os.statvfs(self.path)
        return disk.f_bavail * disk.f_frsize

    @contextlib.contextmanager
    def cleared(self, work: Path) -> Iterator[None]:
        """Delete the unfinished backup where the block fails: a full disk is not kept full."""
        try:
            yield
        except BaseException:
            with contextlib.suppress(OSError):
                moving.remove(work)
            raise

    def _make_folder(self, folder: Path) -> None:
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o750)
            private.sync_folder(folder.parent)
        mode = folder.lstat().st_mode
        if not stat.S_ISDIR(mode):
            raise BackupError(f"{folder}: it is a link or a file, not a folder of backups: name another place")

    def _clear(self) -> None:
        for left in list(self.path.iterdir()):
            if left.name.endswith((_UNFINISHED, _LEAVING)):
                moving.remove(left)
        for left in list(self.archive.iterdir()):
            if left.name.endswith(".new"):
                moving.remove(left)

    def _release(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)


def stamp_of(at: str) -> str:
    """The name of a backup made at that wall time: ``20261130T221400Z``."""
    day, _, time = at.partition("T")
    return f"{day.replace('-', '')}T{time[:8].replace(':', '')}Z"


def _in_order(backup: Path) -> tuple[str, int]:
    stamp, _, count = backup.name.partition("-")
    return stamp, int(count or 1)
