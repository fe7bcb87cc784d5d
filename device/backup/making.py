"""Making a backup: copied while the table deals, put back once for trial, and only then named.

Whatever stops it (a full or a pulled disk, Ctrl-C, a kill, the mains) leaves the backups that are there, and nothing
half with a backup's name. The table is not asked for anything and waits for nothing: its record is read as every
reader reads it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import device
from device.backup import looking, moving, recovery, secrets_of, trial, where
from device.backup import manifest as listing
from device.backup.archive_store import Stored, ended_files, store_ended
from device.backup.belonging import refuse_anothers
from device.backup.errors import BackupError, NotWholeError, of_system
from device.backup.keeping import Keep
from device.backup.manifest import Entry, HeadEntry, Manifest
from device.backup.moving import Step
from device.backup.place import LOG, Place, stamp_of
from device.backup.pruning import prune
from device.backup.recovery import Sealed, recovery_file
from device.files import private
from device.journal import checking, live_copy, put_back, signing
from device.journal.checking import Verified
from device.journal.joins import ends_of
from device.journal.next_file import archive_of
from device.journal.periods import plain_name
from device.ports.clock import Clock
from device.ports.journal import JournalError
from device.settings import Settings
from device.settings.profiles import is_file_name

_NO_RECOVERY = (
    "signing key, sealing key, people and packs: no recovery key was made on this device "
    "(`zapato backup --make-recovery`)"
)
_NOTHING_LEAVES = "something on this device is damaged: no older backup leaves until that is mended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One backup."""

    settings: Settings
    config: Path
    into: Path
    name: str = ""
    """Of the folder in `into`; empty: the table's name."""
    other_disk: bool = False
    """Refuse a place on the record's own disk, where a stick that is not mounted leaves an empty folder."""
    clock: Clock
    keep: Keep = field(default_factory=Keep)
    step: Step | None = None
    placed: Callable[[Path], None] = lambda _: None
    """Told where the backup is being made, before anything is written there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A backup that was verified."""

    path: Path
    manifest: Manifest
    verified: Verified | None
    bytes: int
    stored: tuple[str, ...]
    """Ended files that were copied this time."""
    removed: tuple[str, ...]
    """Older backups that left."""
    remarks: tuple[str, ...]


def make_recovery(settings: Settings, *, at: str, force: bool) -> recovery.RecoveryKey:
    """Make a recovery key and keep its public half beside the record; raises BackupError where there is one already.

    With `force` the one before is kept aside: it still opens the backups that were made with it.
    """
    path = recovery_file(settings.journal.path.resolve())
    refuse_anothers(path.parent)
    key = recovery.draw()
    try:
        if path.exists() and force:
            path.rename(path.with_name(f"{path.name}.before-{stamp_of(at)}"))
        private.write_once(path, recovery.encode_public(key.public))
    except FileExistsError:
        raise BackupError(
            f"{path}: there is a recovery key already; --force makes another one, and the backups made so far still "
            "need the old one's paper"
        ) from None
    except OSError as error:
        raise of_system(error, path, "keep the recovery key") from error
    return key


def recovery_public(settings: Settings) -> str | None:
    """The public half, None where no recovery key was made; raises BackupError."""
    path = recovery_file(settings.journal.path.resolve())
    try:
        return recovery.decode_public(private.read(path, most=1000))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise of_system(error, path, "read the recovery key") from error
    except BackupError as error:
        raise BackupError(f"{path}: {error}") from None


def make(job: Job) -> Made:
    """Make a backup, verify it by putting it back in a scratch folder, give it its name, and let old ones leave.

    Raises BackupError with nothing changed, NotWholeError where what was made is not whole: it is kept under the name
    of a bad one, and no older backup leaves.
    """
    name = job.name or plain_name(job.settings.table.name)
    where.check_apart(job.settings.journal.path.resolve(), job.into, name)
    with Place(job.into, name) as place:
        job.placed(place.path)
        try:
            work = place.begin(stamp_of(job.clock.wall_at()))
        except OSError as error:
            raise of_system(error, place.path, "write a backup here") from error
        with place.cleared(work):
            try:
                return _make(job, place, work)
            except OSError as error:
                raise of_system(error, work, "write the backup") from error
            except JournalError as error:
                raise BackupError(checking.describe(error, job.settings.journal.path)) from None


def _make(job: Job, place: Place, work: Path) -> Made:
    journal = job.settings.journal.path.resolve()
    if not journal.exists():
        raise BackupError(f"{journal}: there is no record yet; journal.path in {job.config} names it")
    public = recovery_public(job.settings)
    remarks = where.check_room(journal, place, other_disk=job.other_disk)
    at = job.clock.wall_at()
    stored = _copy_record(journal, place, work, job)
    files = [moving.entry_of(work / listing.JOURNAL)]
    troubles, missing = list(stored.troubles), list[str]()
    sealed: Sealed | None = None
    if public is None:
        missing.append(_NO_RECOVERY)
    else:
        found = secrets_of.gather(job.settings, at=at)
        troubles += found.damaged
        missing += found.missing
        sealed = recovery.seal(secrets_of.encode(found.secrets), public)
        files.append(_write(work / listing.SECRETS, sealed.box))
    files += _copy_settings(job, work)
    signer = signing.Signer(signing.key_path(journal))
    made = _listed(
        job, work, signer, files=files, archive=stored.entries, recovery_key=public, missing=troubles + missing, at=at
    )
    listing.write(work, made, signer)
    try:
        verified = _verify(work, sealed, job)
    except NotWholeError as error:
        _put_aside(place, work, at, error)
        raise
    done = place.finish(work)
    # Something is damaged here: an older backup may be the last one in which it is whole.
    removed, trouble = ((), (_NOTHING_LEAVES,)) if troubles else prune(place, job.keep, done, signer.public)
    size = sum(one.bytes for one in files)
    line: dict[str, object] = {
        "at": at,
        "backup": done.name,
        "ok": True,
        "events": verified.events if verified is not None else 0,
        "head": listing.json_of(made.head),
        "bytes": size,
        "stored": list(stored.names),
        "removed": list(removed),
    }
    try:
        place.note(line)
    except OSError as error:  # the backup is made, and has its name
        trouble = (*trouble, f"{place.path / LOG}: cannot be written: {error.strerror or error}")
    return Made(
        path=done,
        manifest=made,
        verified=verified,
        bytes=size,
        stored=stored.names,
        removed=removed,
        remarks=(*remarks, *trouble),
    )


def _copy_record(journal: Path, place: Place, work: Path, job: Job) -> Stored:
    """The record and its ended files as of one moment: a file that ends meanwhile is not taken twice."""

    def told(done: int, total: int) -> None:
        if job.step is not None:
            job.step("pages of the record copied", done, total)

    while True:
        before = ended_files(journal)
        try:
            stored = store_ended(journal, place.archive, step=job.step)
        except FileNotFoundError:
            if ended_files(journal) == before:
                raise
            continue  # one left the archive meanwhile
        live_copy.copy_journal(journal, work / listing.JOURNAL, progress=told)
        if ended_files(journal) == before:
            return stored


def _copy_settings(job: Job, work: Path) -> list[Entry]:
    """The settings, the house's own rules and its own codes, each where there is one, and the list of what left."""
    settings = job.settings
    found = [(job.config, listing.SETTINGS)]
    if is_file_name(settings.profile):
        found.append((Path(settings.profile), listing.PROFILE))
    if settings.cards.codes is not None:
        found.append((settings.cards.codes, listing.CODES))
    removed = archive_of(settings.journal.path.resolve()) / listing.REMOVED
    if removed.exists():
        found.append((removed, listing.REMOVED))
    return [moving.copy(path.resolve(), work / name) for path, name in found]


def _listed(  # noqa: PLR0913 - all that a manifest says
    job: Job,
    work: Path,
    signer: signing.Signer,
    *,
    files: list[Entry],
    archive: tuple[Entry, ...],
    recovery_key: str | None,
    missing: list[str],
    at: str,
) -> Manifest:
    ends = ends_of(work / listing.JOURNAL)
    standing = put_back.standing_of(work / listing.JOURNAL)
    head = None
    if ends.last is not None:
        signed = signer.sign(epoch=ends.epoch, seq=ends.last.seq, hash_=ends.last.hash, at=at)
        head = HeadEntry(epoch=ends.epoch, **signed._asdict())
    return Manifest(
        table=job.settings.table.name,
        made_at=at,
        version=device.__version__,
        head=head,
        shoe=standing.state.shoe.number,
        shoe_open=standing.shoe_open,
        coup_open=standing.coup_open,
        files=tuple(files),
        archive=archive,
        recovery=recovery_key,
        missing=tuple(missing),
    )


def _verify(work: Path, sealed: Sealed | None, job: Job) -> Verified | None:
    backup = looking.open_backup(work, finished=False)
    verified = looking.check(backup, step=job.step, archive=False)
    beside = job.settings.journal.path.resolve().parent
    trial.put_back(backup, work, sealed=sealed, beside=beside, at=job.clock.wall_at())
    return verified


def _put_aside(place: Place, work: Path, at: str, error: NotWholeError) -> None:
    bad = place.put_aside(work)
    place.note({"at": at, "backup": bad.name, "ok": False, "what": str(error)})
    error.add_note(str(bad))


def _write(path: Path, content: bytes) -> Entry:
    private.write_new(path, content)
    return moving.entry_of(path)
