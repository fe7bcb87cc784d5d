"""A journal as a file: who may write it, how a new one comes to be, and how a damaged one is set aside."""

import contextlib
import fcntl
import os
import secrets
import sqlite3
import stat
from pathlib import Path
from urllib.parse import quote

from device.files import owners
from device.journal import faults, log_check, schema, signing
from device.journal.errors import DamagedError, ForeignError, InUseError
from device.journal.private_files import sync_folder
from device.ports.journal import JournalError

_BUSY_S = 1.0
"""How long another program's lock is waited for before it is named as the trouble."""

_PIECE_BYTES = 1024 * 1024

_SCRATCH_KIB = 16 * 1024
"""How much of a scratch database is kept in memory; the rest goes into a file without a name."""


class WriterLock:
    """The right to write to a journal, held by one process at a time; ``name.lock`` beside it, never deleted.

    A lock of its own, since the database's locks come and go with each step and would be lost if any part of the
    process opened and closed the file.
    """

    def __init__(self, journal: Path) -> None:
        path = journal.with_name(journal.name + ".lock")
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
            owners.give(self._handle, path.parent)
        except OSError as error:
            raise faults.of_system(error, path, "lock the journal for writing") from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._handle, 32, 0).decode("ascii", "replace").strip()
            os.close(self._handle)
            raise InUseError(
                f"{journal}: another process writes to this journal (process {holder or 'unknown'}): stop it first, "
                "or name another journal"
            ) from None
        except OSError as error:
            os.close(self._handle)
            raise faults.of_system(error, path, "lock the journal for writing") from error
        with contextlib.suppress(OSError):  # a full disk: the number only helps people, the lock holds without it
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let others write; the process's end does it too."""
        handle, self._handle = self._handle, -1  # a number closed twice may be another file's by then
        if handle >= 0:
            os.close(handle)


def connect(path: Path) -> sqlite3.Connection:
    """A connection for writing to an existing file."""
    return _connect(_address(path, "mode=rw"))


def connect_for_reading(path: Path, *, live: bool) -> sqlite3.Connection:
    """A connection to a scratch database with the journal attached to it as `record`.

    `live`: somebody may be writing. Otherwise the file is taken as unchanging, and nothing is created beside it.
    """
    connection = _connect("")
    try:
        alone = live and _is_on_a_read_only_disk(path)
        how = "mode=ro&vfs=unix-none" if alone else "mode=ro" if live else "mode=ro&immutable=1"
        if alone:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # what is attached keeps its log's index in memory
        connection.execute("ATTACH ? AS record", (_address(path, how),))
        # The scratch database is thrown away: nothing of it need survive, and it may keep its newest pages at hand.
        connection.execute("PRAGMA main.journal_mode = MEMORY")
        connection.execute(f"PRAGMA main.cache_size = -{_SCRATCH_KIB}")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_on_a_read_only_disk(path: Path) -> bool:
    """Whether a log's index can neither be made beside the journal nor is there: the card of a machine that died.

    Nobody writes there. Where a part of the disk is merely shown read-only, whoever writes has the index open.
    """
    if path.with_name(path.name + "-shm").exists():
        return False
    return bool(os.statvfs(path.parent).f_flag & os.ST_RDONLY)


def _address(path: Path, how: str) -> str:
    return f"file:{quote(str(path.absolute()))}?{how}"


def _connect(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address,
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=_BUSY_S,
    )
    # A byte that is no UTF-8 is damage like any other: the chain finds it and names the record.
    connection.text_factory = _text
    return connection


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def create(path: Path, *, created_at: str, note: dict[str, str]) -> None:
    """Make an empty journal at `path`, whole or not at all; the caller holds its lock. Raises JournalError."""
    unfinished = path.with_name(path.name + ".new")
    try:
        for ending in ("", "-wal", "-shm", "-journal"):
            unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)
        handle = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o640)
        try:
            owners.give(handle, path.parent)
        finally:
            os.close(handle)
        with contextlib.closing(connect(unfinished)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA journal_mode = MEMORY")  # a file that is not finished is thrown away
            schema.migrate(connection, 0)
            facts = {"epoch": secrets.token_hex(16), "created_at": created_at, "tidied_at": created_at, **note}
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", sorted(facts.items()))
            connection.execute("COMMIT")
            # Not before: what a log holds is carried over as the file is closed, and nobody is told where that fails.
            connection.execute("PRAGMA journal_mode = WAL")
        unfinished.rename(path)
        sync_folder(path.parent)
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, path) from error
    except OSError as error:
        raise faults.of_system(error, path, "create the journal") from error


def require_whole_log(path: Path) -> None:
    """Refuse a log that holds more than SQLite sees; raises DamagedError, OSError.

    Looked at by a connection that may only read: one that may write carries over what it sees as it is closed, and
    deletes the log with all the rest.
    """
    log = path.with_name(path.name + "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return
    with (
        contextlib.suppress(sqlite3.Error),  # whoever opens it next will say what is wrong
        contextlib.closing(_connect(_address(path, "mode=ro"))) as connection,
    ):
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        log_check.require_whole(path)


def settle_log(connection: sqlite3.Connection, path: Path) -> None:
    """Make sure that what is found in the log is on the disk; raises sqlite3.Error, OSError.

    A process that was ended may have written it and not synced it. Where its sync failed, the system holds for clean in
    memory what the disk never got, and the next sync of it says that all is well. So it is written once more, as it
    stands, with everybody else kept from writing.
    """
    log = path.with_name(path.name + "-wal")
    connection.execute("BEGIN IMMEDIATE")
    try:
        with log.open("r+b", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            at = 0
            while at < size and (piece := os.pread(file.fileno(), min(_PIECE_BYTES, size - at), at)):
                at += os.pwrite(file.fileno(), piece, at)
            os.fsync(file.fileno())
    except FileNotFoundError:
        pass
    finally:
        connection.execute("ROLLBACK")


def read_through(path: Path) -> None:
    """See that the disk gives every byte of the journal and its log; raises JournalError where it does not."""
    for part in (path, path.with_name(path.name + "-wal")):
        try:
            with part.open("rb", buffering=0) as file:
                while file.read(_PIECE_BYTES):
                    pass
        except FileNotFoundError:
            pass
        except OSError as error:
            raise faults.of_system(error, part, "read the journal") from error


def set_aside(path: Path, *, at: str) -> Path:
    """Rename a damaged journal, with what belongs to it, so that a new one can take its place; nothing is deleted.

    The new name is ``name.damaged-<time>``; the signing key stays, for it is the table's. Raises JournalError.
    """
    stamp = "".join(letter for letter in at if letter.isalnum())
    lock = WriterLock(path)
    try:
        count = 0
        while (target := path.with_name(f"{path.name}.damaged-{stamp}{f'-{count}' if count else ''}")).exists():
            count += 1
        _rename(path, target)
    except OSError as error:
        raise faults.of_system(error, path, "set the damaged journal aside") from error
    finally:
        lock.release()
    return target


def put_back(aside: Path, path: Path) -> None:
    """Undo `set_aside`: no new journal could take the place. Raises JournalError."""
    try:
        _rename(aside, path)
    except OSError as error:
        raise faults.of_system(error, aside, "put the damaged journal back") from error


def _rename(path: Path, target: Path) -> None:
    """The log first: a database must never stand under a name without the log that belongs to it."""
    for ending in ("-journal", "-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(target.with_name(target.name + ending))
    sync_folder(path.parent)


_SMALLEST_DATABASE_BYTES = 512


def is_no_database(error: BaseException) -> bool:
    """Whether SQLite said that the file is not one of its own at all."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB


def was_ours(path: Path) -> bool:
    """Whether something beside the file shows that it was a journal, whatever is in it now."""
    return signing.key_path(path).exists()


def require_content(path: Path) -> None:
    """Refuse what cannot be a journal before a database library sees it."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(21, "is a directory")
    except OSError as error:
        raise faults.of_system(error, path, "open the journal") from error
    if not stat.S_ISREG(found.st_mode):  # a device or a pipe: never opened, never moved, never replaced
        raise ForeignError(f"{path}: it is no ordinary file: name another one")
    size = found.st_size
    if size == 0:
        raise DamagedError(f"{path}: the file is empty: move it aside and go on with a backup or a new journal")
    if size < _SMALLEST_DATABASE_BYTES:  # SQLite would take it for an empty database
        raise not_a_journal(path)


def not_a_journal(path: Path) -> JournalError:
    """The error for a file that is no journal: what is left of one, if its key lies beside it, else somebody else's."""
    if was_ours(path):
        return DamagedError(
            f"{path}: its beginning is damaged: move it aside, keep it, and go on with a backup or a new journal"
        )
    return ForeignError(f"{path}: it is no journal and no database at all: name another file")
