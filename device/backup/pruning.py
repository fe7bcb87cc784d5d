"""Letting old backups leave, once a new one has its name."""

from pathlib import Path

from device.backup import manifest as listing
from device.backup.errors import BackupError, NotWholeError
from device.backup.keeping import Keep, to_leave
from device.backup.place import Place
from device.files.system_faults import in_words


def prune(place: Place, keep: Keep, made: Path, public_key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Let old backups leave; one that cannot be deleted is no fault of the new one.

    The one just made stays whatever the clock says, and so does the newest that lacks nothing. What another table
    signed, or nobody, neither leaves nor counts.
    """
    backups: dict[str, Path] = {}
    always, others = {made.name}, 0
    for one in place.backups():
        try:
            manifest, signed_by = listing.read(one)
        except (BackupError, NotWholeError):
            others += 1
            continue
        if signed_by != public_key:
            others += 1
            continue
        backups[one.name] = one
        if not manifest.missing:
            always = {made.name, one.name}
    said = [f"{place.path}: {others} backups there bear another key's signature or none, and stay"] if others else []
    gone: list[str] = []
    for name in to_leave(tuple(backups), keep, always=always):
        try:
            place.remove(backups[name])
        except OSError as error:
            return tuple(gone), (*said, f"{backups[name]}: cannot be deleted: {in_words(error)}")
        gone.append(name)
    return tuple(gone), tuple(said)
