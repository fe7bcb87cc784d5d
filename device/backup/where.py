"""Whether a backup may be made where somebody wants it: not among what is on record, and never to a disk's end."""

from pathlib import Path

from device.backup.belonging import refuse_anothers
from device.backup.errors import BackupError
from device.backup.place import Place
from device.journal.next_file import archive_of

_ROOM_KEPT_BYTES = 64 * 1024 * 1024
"""What a backup leaves free on the record's own disk: the table must be able to write for weeks."""


def check_apart(journal: Path, into: Path, name: str = "") -> None:
    """Raise BackupError for the record's own folders: what is cleared away among backups is on record there."""
    place = (into / name).resolve()
    refuse_anothers(into, place)
    if place == journal.parent or place.is_relative_to(archive_of(journal).resolve()):
        raise BackupError(f"{place}: the record itself lies here: name another place for what is copied from it")


def check_room(journal: Path, place: Place, *, other_disk: bool) -> tuple[str, ...]:
    """Raise BackupError before a disk is filled; returns what is to be said of the place."""
    log = journal.with_name(journal.name + "-wal")
    need = journal.stat().st_size + (log.stat().st_size if log.exists() else 0)
    same = journal.stat().st_dev == place.path.stat().st_dev
    if same and other_disk:
        raise BackupError(f"{place.path}: this is the record's own disk: is the other one mounted?")
    room = place.free_bytes() - (_ROOM_KEPT_BYTES if same else 0)
    if room < need:
        raise BackupError(
            f"{place.path}: the disk has room for {max(0, room)} bytes, and the backup takes {need}: free some space, "
            "keep fewer backups (--keep-daily, --keep-weekly, --keep-monthly), or use a larger disk"
        )
    if not same:
        return ()
    return (f"{place.path} lies on the record's own disk: what takes that disk takes both; copy it elsewhere too",)
