"""The record: its file, the shoe in play, and the newest signed head. A quick look, as the table takes at its start."""

import contextlib
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from device.doctor.finding import Finding, Teller
from device.doctor.people import WRITE, mode_of
from device.doctor.world import World
from device.journal import files, inspection, signing
from device.journal.chain import Head
from device.journal.reading import Reader
from device.journal.signing import SignedHead
from device.ports.journal import JournalError

_TELL = Teller("journal")
_MB = 1_000_000
_LONG_LOG_MB = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What the quick look gave."""

    head: Head
    signed: SignedHead | None
    epoch: str
    genuine: bool


def look(world: World) -> Iterator[Finding]:
    """What can be said of the record without reading all of it."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    path = world.settings.journal.path
    yield from _aside(path)
    try:
        found = path.stat()
    except FileNotFoundError:
        yield (
            _TELL.bad("journal-gone", path=str(path))
            if files.was_ours(path)
            else _TELL.note("journal-none", path=str(path))
        )
        return
    yield from judge_file(world, path, found.st_mode, found.st_uid, found.st_gid)
    try:
        recorded = quick_look(path)
    except JournalError as error:
        yield _TELL.bad("said", says=str(error))
        return
    except sqlite3.Error as error:
        yield _TELL.bad("said", says=str(inspection.explained(error, path)))
        return
    yield from judge(recorded, size_mb=found.st_size / _MB, now=world.now)
    log = path.with_name(path.name + "-wal")
    with contextlib.suppress(FileNotFoundError):
        log_mb = log.stat().st_size // _MB
        if log_mb > _LONG_LOG_MB:
            yield _TELL.warn("journal-log", log_mb=log_mb)


def quick_look(path: Path) -> Recorded:
    """Pages, last shoe and newest signature; raises JournalError, sqlite3.Error, PermissionError."""
    with path.open("rb"):
        pass  # what may not be read is told as such, and not as a fault of the file
    with Reader(path) as reader:
        heads = reader.query("SELECT seq, hash, at, public_key, signature FROM record.heads ORDER BY seq DESC LIMIT 1")
        epoch = reader.epoch()
    signed = SignedHead(*heads[0]) if heads else None
    is_written = path.with_name(path.name + "-wal").exists()
    how = "mode=ro" if is_written else "mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=2.0)) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        try:
            head, _, _ = inspection.inspect(connection, path)
        except (JournalError, sqlite3.Error) as error:
            raise inspection.explained(error, path) from error
    return Recorded(
        head=head, signed=signed, epoch=epoch, genuine=signed is None or signing.is_genuine(signed, epoch=epoch)
    )


def judge(recorded: Recorded, *, size_mb: float, now: datetime) -> Iterator[Finding]:
    """What the look means."""
    yield _TELL.ok("journal", events=recorded.head.seq, size_mb=round(size_mb, 1), epoch=recorded.epoch)
    signed = recorded.signed
    if signed is None:
        if recorded.head.seq:
            yield _TELL.note("journal-unsigned", events=recorded.head.seq)
        return
    if not recorded.genuine:
        yield _TELL.bad("journal-forged", seq=signed.seq)
        return
    try:
        hours = round((now - datetime.fromisoformat(signed.at)).total_seconds() / 3600, 1)
    except ValueError:
        hours = -1.0
    after = recorded.head.seq - signed.seq
    yield _TELL.ok("journal-signed", seq=signed.seq, at=signed.at, hash=signed.hash, hours=hours, after=after)


def judge_file(world: World, path: Path, mode: int, uid: int, gid: int) -> Iterator[Finding]:
    """Who may change the record's file."""
    people = world.people
    user = world.table_user(people)
    if mode & (stat.S_IWOTH | stat.S_IWGRP):
        yield _TELL.bad("journal-writable", path=str(path), mode=mode_of(mode))
    if not people.may(user, mode, uid, gid, WRITE):
        yield _TELL.bad("journal-closed", path=str(path), user=user, owner=people.owner(uid))


def _aside(path: Path) -> Iterator[Finding]:
    """Records that were damaged once: evidence, which somebody must look at and keep."""
    try:
        names = sorted(one.name for one in path.parent.iterdir() if one.name.startswith(f"{path.name}.damaged-"))
    except FileNotFoundError:
        return
    kept = [name for name in names if not name.endswith(("-wal", "-shm"))]
    if kept:
        yield _TELL.warn("journal-damaged", names=", ".join(kept[-3:]), count=len(kept), folder=str(path.parent))
