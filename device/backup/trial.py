"""Putting a backup back into a scratch folder, to see that it can be: the new file, the join, the secrets."""

import shutil
from pathlib import Path

from device.backup import looking, moving, recovery, secrets_of
from device.backup import manifest as listing
from device.backup.errors import BackupError, NotWholeError, of_system
from device.backup.looking import Backup
from device.backup.recovery import Sealed
from device.files import private
from device.journal import checking
from device.journal import put_back as journal_put_back
from device.journal.errors import DamagedError, RecordError
from device.journal.joins import ends_of
from device.ports.journal import JournalError

_TRIAL = "trial"
_OLD, _NEW = "archived.sqlite3", "journal.sqlite3"


def put_back(backup: Backup, work: Path, *, sealed: Sealed | None, beside: Path, at: str) -> None:
    """Try it in a folder within `work`, which is gone afterwards; raises NotWholeError and BackupError.

    `sealed`: the box of secrets as it was made, whose key opens it this once; `beside`: the record's own folder, where
    it is unpacked.
    """
    scratch = work / _TRIAL
    try:
        scratch.mkdir(mode=0o700)
        try:
            _record(backup, scratch, at)
            if sealed is not None:
                box = private.read(backup.path / listing.SECRETS, most=len(sealed.box))
                if box != sealed.box:
                    raise NotWholeError(f"{backup.path}: the box of secrets is not the one that was written")
                secrets = secrets_of.decode(recovery.open_with(box, sealed.key))
                secrets_of.check(secrets, beside, public_key=backup.public_key)
        finally:
            shutil.rmtree(scratch)
    except OSError as error:
        raise of_system(error, scratch, "put the backup back for trial") from error


def _record(backup: Backup, scratch: Path, at: str) -> None:
    head = backup.manifest.head
    if head is None:
        return
    old, new = scratch / _OLD, scratch / _NEW
    moving.link_or_copy(backup.journal, old)
    try:
        journal_put_back.begin_after(
            old,
            new,
            file=old.name,
            end=head.signed,
            backup_of=backup.manifest.made_at,
            at=at,
            by="trial",
            retires_packs=False,
        )
        follows = ends_of(old).follows
    except (RecordError, DamagedError) as error:
        raise NotWholeError(checking.describe(error, old)) from None
    except JournalError as error:
        raise BackupError(checking.describe(error, old)) from None
    looking.check_journal(new)
    looking.check_joined(old, new)
    if follows is not None:
        archived = [backup.archived(one) for one in backup.manifest.archive]
        before = [one for one in archived if _is_before(one, follows.epoch_before)]
        # Of one that was put back, the longer one may lie there too, where a restore was cut short in its last step.
        named = [one for one in before if one.name == follows.file] or before
        if named:
            looking.check_joined(named[0], old)


def _is_before(path: Path, epoch: str) -> bool:
    try:
        return ends_of(path).epoch == epoch
    except JournalError as error:
        raise BackupError(str(error)) from None
