"""A record into the place of another: what was there lies aside, and the new one has the name at once or not at all.

The order: what was there gets a second name; the ended files and the keys come; the new file takes the journal's name.
Until that last step the old record still has its name, and a restore that was cut short is simply run again.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.backup import moving
from device.backup.errors import BackupError, of_system
from device.files import private
from device.files.system_faults import is_there
from device.journal import faults, files, retention
from device.journal.next_file import archive_of
from device.ports.journal import JournalError

_WORKSHOP = ".restoring"
_LOGS = ("-wal", "-shm", "-journal")
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ENDED = 0o440


class RecordPlace:
    """A journal's name and its archive, held against every table; a context manager."""

    def __init__(self, journal: Path, *, stamp: str) -> None:
        """`stamp` is what the names of what is put aside end with."""
        self.journal = journal
        self.shop = journal.with_name(journal.name + _WORKSHOP)
        """A private folder beside the journal, gone afterwards."""
        self.aside: list[Path] = []
        """Where what was there lies now."""
        self._ending = f".before-{stamp}"
        self._lock: files.WriterLock | None = None

    def __enter__(self) -> "RecordPlace":
        """Take the right to write, which a running table holds; raises BackupError."""
        try:
            self._lock = files.WriterLock(self.journal)
            moving.remove(self.shop)
            self.shop.mkdir(mode=0o700)
            self._forget_second_names()
        except JournalError as error:
            raise BackupError(str(error)) from None
        except OSError as error:
            self._release()
            raise of_system(error, self.journal, "put the record back") from error
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.shop, ignore_errors=True)
        self._release()

    def keep_aside(self) -> None:
        """Keep the journal that is there under a second name, to the last byte; raises BackupError and OSError.

        A killed table leaves a log, which a copy of the journal cannot share with it: both are copied, and then the log
        is carried over, so that no moment's journal lacks what is in it.
        """
        aside = self._aside_of(self.journal)
        logs = [ending for ending in _LOGS if is_there(self._beside(self.journal, ending))]
        if is_there(self.journal):
            if logs:
                moving.copy(self.journal, aside)
            else:
                os.link(self.journal, aside, follow_symlinks=False)
            self.aside.append(aside)
        for ending in logs:
            kept = self._beside(aside, ending)
            moving.copy(self._beside(self.journal, ending), kept)
            self.aside.append(kept)
        private.sync_folder(self.journal.parent)
        if logs and self.journal.exists():
            self._carry_log_over()
        for ending in logs:
            self._beside(self.journal, ending).unlink(missing_ok=True)
        private.sync_folder(self.journal.parent)

    def put_archived(self, file: Path, name: str, *, mode: int = _ENDED) -> None:
        """A file into the archive; another one of that name lies aside. Raises OSError."""
        folder = archive_of(self.journal)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o750)
            private.sync_folder(folder.parent)
        self.rename_aside(folder / name)
        file.chmod(mode)
        file.rename(folder / name)
        private.sync_folder(folder)

    def put_private(self, path: Path, content: bytes) -> bool:
        """A file of a key, if it is another one than is there, which then lies aside; whether it was put. OSError."""
        with contextlib.suppress(OSError):
            if private.read(path, most=len(content)) == content:
                return False
        if is_there(path):
            aside = self._aside_of(path)
            os.link(path, aside, follow_symlinks=False)
            self.aside.append(aside)
        private.replace(path, content)
        return True

    def rename_aside(self, path: Path) -> None:
        """Take a file out of the way, if there is one; raises OSError."""
        if is_there(path):
            aside = self._aside_of(path)
            path.rename(aside)
            self.aside.append(aside)

    def put_journal(self, file: Path) -> None:
        """The new file takes the journal's name; what of the archive is no part of its record lies aside. OSError."""
        file.chmod(0o640)
        file.rename(self.journal)
        private.sync_folder(self.journal.parent)
        with contextlib.suppress(JournalError):
            for stray in retention.strays(self.journal):
                self.rename_aside(stray)

    def _carry_log_over(self) -> None:
        try:
            with contextlib.closing(files.connect(self.journal)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _DAMAGE:
                raise BackupError(str(faults.of_sqlite(error, self.journal))) from None

    @staticmethod
    def _beside(path: Path, ending: str) -> Path:
        return path.with_name(path.name + ending)

    def _aside_of(self, path: Path) -> Path:
        aside, count = path.with_name(path.name + self._ending), 1
        while is_there(aside):
            count += 1
            aside = path.with_name(f"{path.name}{self._ending}-{count}")
        return aside

    def _forget_second_names(self) -> None:
        """Those that a restore gave which was cut short: the file has its own name still."""
        for second in self._asides():
            with contextlib.suppress(OSError):
                if second.samefile(self.journal):
                    second.unlink()

    def _asides(self) -> Iterator[Path]:
        yield from self.journal.parent.glob(f"{self.journal.name}.before-*")

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None
