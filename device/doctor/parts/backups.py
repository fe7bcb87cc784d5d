"""The backups of this table: is there one, how old is the newest, is it as it was signed, what is not in it.

A backup has its name only once it was put back for trial and found whole, so its name says that it was verified. Here
its signature and the sizes of its files are looked at; every byte of it is read by ``zapato restore BACKUP --check``.
"""

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from device.backup import manifest as listing
from device.backup.errors import BackupError, NotWholeError
from device.backup.manifest import HeadEntry, Manifest
from device.doctor.finding import Finding, Teller, Value
from device.doctor.world import World
from device.journal import joins
from device.journal.next_file import archive_of
from device.journal.periods import plain_name
from device.ports.journal import JournalError

_TELL = Teller("backups")
PLACE = "var/backups/zapato"
_STAMP = re.compile(r"(\d{8}T\d{6}Z)(?:-(\d+))?(\.bad)?")
_OLD_H, _TOO_OLD_H = 36.0, 7 * 24.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A backup's folder by its name."""

    path: Path
    made_at: datetime
    count: int
    is_bad: bool


def look(world: World) -> Iterator[Finding]:
    """The folder of this table below the usual place."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    settings = world.settings
    folder = world.at(PLACE) / plain_name(settings.table.name)
    try:
        kept = kept_in(folder)
    except FileNotFoundError:
        kept = []
    except NotADirectoryError:
        yield _TELL.bad("backups-no-folder", path=str(folder))
        return
    whole = [one for one in kept if not one.is_bad]
    bad = [one for one in kept if one.is_bad]
    has_record = settings.journal.path.exists()
    if not whole:
        tell = _TELL.bad if settings.production and has_record else _TELL.warn
        yield tell("backups-none", path=str(folder))
    if bad and (not whole or bad[-1].made_at > whole[-1].made_at):
        yield _TELL.bad("backups-bad", path=str(bad[-1].path))
    if not whole:
        return
    newest = whole[-1]
    yield judge_age(newest, len(whole), now=world.now)
    try:
        manifest, _ = listing.read(newest.path)
    except (BackupError, NotWholeError) as error:
        yield _TELL.bad("backups-torn", says=str(error))
        return
    yield from judge_manifest(manifest, wrong_sizes(newest.path, manifest))
    yield from judge_ends(_heads(whole), _ends(settings.journal.path.resolve()))
    if has_record and folder.stat().st_dev == settings.journal.path.stat().st_dev:
        yield _TELL.note("backups-same-disk", path=str(folder))


def judge_ends(heads: dict[str, HeadEntry], ends: Mapping[str, int]) -> Iterator[Finding]:
    """Whether the record still reaches what its backups signed.

    `heads`: the signed ends by the backups' names, oldest first; `ends`: the last numbers of the record's files by
    their epochs, none where it cannot be read. A file that left the archive tells nothing of itself; the newest
    backup's is there.
    """
    newest = next(reversed(heads), None)
    for name, head in reversed(heads.items()):
        end = ends.get(head.epoch, head.seq if name != newest else 0)
        if ends and end < head.seq:
            yield _TELL.warn("backups-beyond", name=name, seq=head.seq, end=end)
            return


def kept_in(folder: Path) -> list[Kept]:
    """The backups in a folder, oldest first; raises OSError."""
    found = []
    for path in folder.iterdir():
        named = _STAMP.fullmatch(path.name)
        if named is None or path.is_symlink() or not path.is_dir():
            continue
        try:
            made_at = datetime.strptime(named[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        except ValueError:
            continue
        found.append(Kept(path=path, made_at=made_at, count=int(named[2] or 1), is_bad=named[3] is not None))
    return sorted(found, key=lambda one: (one.made_at, one.count))


def _heads(kept: Sequence[Kept]) -> dict[str, HeadEntry]:
    found = {}
    for one in kept:
        with contextlib.suppress(BackupError, NotWholeError):
            manifest, _ = listing.read(one.path)
            if manifest.head is not None:
                found[one.path.name] = manifest.head
    return found


def _ends(journal: Path) -> dict[str, int]:
    with contextlib.suppress(JournalError, OSError):
        files = joins.series(journal, archive_of(journal))
        return {one.epoch: one.last.seq if one.last is not None else 0 for one in files}
    return {}


def judge_age(newest: Kept, count: int, *, now: datetime) -> Finding:
    """One is made each morning."""
    hours = round((now - newest.made_at).total_seconds() / 3600, 1)
    figures: dict[str, Value] = {"name": newest.path.name, "hours": hours, "count": count}
    if hours > _TOO_OLD_H:
        return _TELL.bad("backups-too-old", **figures)
    if hours > _OLD_H:
        return _TELL.warn("backups-old", **figures)
    if hours < -1:
        return _TELL.warn("backups-ahead", **figures)
    return _TELL.ok("backups", **figures)


def wrong_sizes(folder: Path, manifest: Manifest) -> list[str]:
    """Files that are missing or of another size than was signed."""
    places = [(folder / one.name, one) for one in manifest.files]
    places += [(folder.parent / "archive" / one.name, one) for one in manifest.archive]
    return [entry.name for path, entry in places if not path.is_file() or path.stat().st_size != entry.bytes]


def judge_manifest(manifest: Manifest, wrong: list[str]) -> Iterator[Finding]:
    """`wrong`: files that are not as they were signed."""
    if wrong:
        yield _TELL.bad("backups-torn", says=", ".join(wrong[:5]))
    if manifest.recovery is None:
        yield _TELL.warn("backups-no-recovery")
    elif manifest.missing:
        yield _TELL.warn("backups-lacks", what="; ".join(manifest.missing))
