"""Whether a backup is this table's, and whether whoever runs the command may put files where the table's lie."""

import contextlib
import os
import pwd
from collections.abc import Iterator, Set
from pathlib import Path

from device.backup.errors import BackupError
from device.backup.looking import Backup
from device.backup.place import ARCHIVE
from device.journal import joins, signing
from device.journal.signing import key_path
from device.ports.journal import JournalError
from device.settings import Settings


def check_table(source: Backup | Path, settings: Settings, *, renamed: bool) -> None:
    """Raise BackupError for another table's backup; `renamed`: somebody says that it is the same one."""
    if isinstance(source, Backup) and source.manifest.table != settings.table.name and not renamed:
        raise BackupError(
            f"{source.path}: it is a backup of table {source.manifest.table}, and the settings are those of "
            f"{settings.table.name}: use this table's, or say --renamed if it is the same table under a new name"
        )


def check_signer(source: Backup | Path, journal: Path, *, trusted: Set[str]) -> None:
    """Raise BackupError for what another device signed than this one, as far as a key or a record here says who it is.

    `trusted`: keys that somebody named; what was opened is signed with one of them, and that is enough.
    """
    mine = frozenset(_keys_here(journal))
    theirs = joins.keys_of(source) if isinstance(source, Path) else {source.public_key}
    if trusted or not mine or not theirs or mine & theirs:
        return
    where = source if isinstance(source, Path) else source.path
    raise BackupError(
        f"{where}: another device signed it ({', '.join(sorted(theirs))}) than this one ({', '.join(sorted(mine))}): "
        "use a backup of this device's, name a key that it had once (--key FILE), or take the other table over "
        "(--as other-device)"
    )


def refuse_anothers(*folders: Path) -> None:
    """Raise BackupError where root would put files into another user's folder: its table could not use them."""
    if os.geteuid() != 0:
        return
    for folder in folders:
        owner = folder.stat().st_uid if folder.is_dir() else 0
        if owner != 0:
            name = _user(owner)
            raise BackupError(
                f"{folder}: it is user {name}'s, who could not use what root puts there: give the command as that "
                f"user, `sudo -u {name} zapato …`"
            )


def refuse_unreadable(source: Path) -> None:
    """Raise BackupError for a backup, or a record, whose files this user may not read, as those of another's stick.

    `sudo` is no way out: what root puts back is of no use to the table's user. A copy that is that user's is.
    """
    for path in _parts_of(source):
        if not os.access(path, os.R_OK):
            raise BackupError(
                f"{path}: this user may not read it; to look at the backup (--check) type sudo before the command, to "
                "put it back copy its folder for the table's user: sudo cp -rT FROM TO && sudo chown -R USER: TO"
            )


def _parts_of(source: Path) -> Iterator[Path]:
    """What is read of it that is there, folders before what is in them."""
    for folder in (source, source.parent / ARCHIVE):
        try:
            if not folder.exists():
                continue
            yield folder
            yield from sorted(folder.iterdir()) if folder.is_dir() else ()
        except PermissionError:
            yield folder  # nor may this user see what is in it


def _keys_here(journal: Path) -> Iterator[str]:
    """This device's key, and those that the record here was signed with."""
    with contextlib.suppress(JournalError):  # missing or damaged, which is what a backup is for
        yield signing.read_public_key(key_path(journal))
    if journal.is_file():
        yield from joins.keys_of(journal)
        try:
            follows = joins.ends_of(journal).follows
        except JournalError:
            return
        if follows is not None:
            yield follows.public_key


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"
