"""The registry's file on the disk: 0600 from its first byte, and what to do when it cannot be used."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.cards.errors import CardsError, DamagedError, ForeignError, NotFittingError, RegistryFileError
from device.cards.keys.secret import SiteSecret
from device.cards.registry import schema
from device.files import databases, faults, private, system_faults

BUSY_S = 5.0
"""How long another process's step is waited for before it is named as the trouble."""

_BACK = "move it aside, keep it, and put back a backup (`zapato cards restore`)"
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def check(path: Path) -> None:
    """See that there is a registry, ours alone and whole; raises RegistryFileError."""
    check_access(path)
    with transaction(path, writing=False) as connection:
        schema.recognise(connection)
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise DamagedError(f"it is damaged ({' '.join(str(found).split())}): {_BACK}")


def create(path: Path, secret: SiteSecret, proof: bytes) -> None:
    """Make an empty registry, whole or not at all; one that is there by then stays. Raises RegistryFileError."""

    def fill(unfinished: Path) -> None:
        with contextlib.closing(databases.connect(unfinished, busy_s=BUSY_S)) as connection:
            schema.migrate(connection, 0)
            connection.execute("INSERT INTO site VALUES (1, ?, ?, ?, 0)", (secret.site, secret.newest.number, proof))

    with plainly(path, "create the registry"):
        private.make_once(path, fill)


@contextlib.contextmanager
def transaction(path: Path, *, writing: bool) -> Iterator[sqlite3.Connection]:
    """One step or one look, all or nothing; raises CardsError with the file's name.

    A look stands beside other looks and waits for a step that is being written; a step waits for both, at most
    `BUSY_S`.
    """
    with (
        plainly(path, "use the registry"),
        databases.transaction(
            path, busy_s=BUSY_S, begin="BEGIN IMMEDIATE" if writing else "BEGIN", synchronous="EXTRA"
        ) as connection,
    ):
        yield connection


@contextlib.contextmanager
def plainly(path: Path, doing: str) -> Iterator[None]:
    """Turn every fault of the disk into a CardsError that names file and remedy."""
    try:
        yield
    except sqlite3.Error as error:
        raise of_sqlite(error, path) from error
    except OSError as error:
        raise of_system(error, path, doing) from error
    except UnicodeEncodeError:
        raise NotFittingError("a name or a note holds half a character, which cannot be kept: type it again") from None
    except (DamagedError, ForeignError, RegistryFileError) as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise type(error)(f"{path}: {error}") from error  # what reads the rows does not know the file's name


def of_sqlite(error: sqlite3.Error, path: Path) -> CardsError:
    """The CardsError to raise for `error` on the file at `path`."""
    code = faults.code_of(error, path)
    if code == sqlite3.SQLITE_CANTOPEN and not os.path.lexists(path):  # since it was last looked at
        return missing(path)
    if code in _DAMAGE:
        return DamagedError(f"{path}: it is damaged ({error}): {_BACK}")
    remedy = faults.remedy_of_sqlite(code) or "look at the file and its disk"
    return RegistryFileError(f"{path}: {remedy} ({faults.name_of(error)}: {error}); nothing was changed")


def of_system(error: OSError, path: Path, doing: str) -> RegistryFileError:
    """The RegistryFileError to raise for `error` while `doing` something with `path`."""
    return RegistryFileError(
        f"{path}: cannot {doing}: {system_faults.remedy_of_system(error)} ({error.strerror or error})"
    )


def missing(path: Path) -> RegistryFileError:
    """The error of a registry that is not there."""
    return RegistryFileError(
        f"{path}: there is no registry of packs here: name another with --registry; if it was lost, put back a backup "
        "(`zapato cards restore`); the first pack makes a new one"
    )


def is_there(path: Path) -> bool:
    """Whether anything lies at the registry's place, or at that of its secret or key; raises RegistryFileError."""
    with plainly(path, "see whether it is there"):
        return system_faults.is_there(path)


def check_access(path: Path) -> None:
    """Know a foreign file by its first bytes: nothing is opened in it, and nobody is told to change its permissions."""
    with plainly(path, "look at the registry"):
        found = private.look(path)
        if found is None:
            if path.parent.is_dir():
                raise missing(path)
            raise RegistryFileError(f"{path}: no such folder: create it or name another place")
        if not found.is_file:
            raise RegistryFileError(f"{path}: it is no file: name another one")
        header = databases.read_header(path)
        if header.is_empty:
            raise DamagedError(f"{path}: the file is empty: {_BACK}")
        if not header.is_sqlite:
            raise DamagedError(f"{path}: it is no registry of packs, or a damaged one: name another, or {_BACK}")
        if header.application is not None and header.application != schema.APPLICATION_ID:
            raise ForeignError(f"{path}: it is a database, but no registry of packs: name another file")
        if not found.is_private:
            raise RegistryFileError(f"{path}: others may read the registry: run `chmod 600 {path}`")


def lost(path: Path, key: Path) -> RegistryFileError:
    """The error of a registry that was there once."""
    return RegistryFileError(
        f"{path}: the registry of packs is lost, for {key} belongs to one: put back a backup (`zapato cards restore`); "
        f"to begin anew without its packs, move {key} aside as well"
    )
