"""Putting a table back from a backup, or its record alone from a copy of it: looked at first, and nothing is lost.

On this device only what is missing or damaged comes from the backup, beside the record; another device gets all of it.
"""

import contextlib
import enum
import glob
import shutil
from dataclasses import dataclass
from pathlib import Path

from device.backup import looking, moving, recovery
from device.backup import manifest as listing
from device.backup.errors import BackupError, NotWholeError, of_system
from device.backup.here import packs_are_well, people_are_well
from device.backup.looking import Backup
from device.backup.moving import Step
from device.backup.place import stamp_of
from device.backup.record_place import RecordPlace
from device.backup.recovery import recovery_file
from device.backup.secrets_of import Secrets
from device.cards.backup import restoring as cards_restoring
from device.cards.errors import CardsError
from device.files import private
from device.journal import live_copy, put_back, signing
from device.journal.joins import Ends, ends_of
from device.journal.next_file import archive_of
from device.journal.periods import archive_name
from device.journal.reading import Reader
from device.journal.sealing import sealing_key_path
from device.journal.signing import SignedHead, key_path
from device.ports.clock import Clock
from device.ports.journal import JournalError
from device.rules.choices import RetirePacks
from device.rules.profile import Profile
from device.settings import Settings
from device.staff import badges
from device.table.events import RecordContinued

_ROOM_KEPT_BYTES = 16 * 1024 * 1024
_ENDED, _LIST = 0o440, 0o640


class Device(enum.Enum):
    """Where a backup is put back."""

    THIS = "this-device"
    """The one that made it: keys, people and packs that are there and well are newer, and stay."""
    OTHER = "other-device"
    """Another one takes the table over: all that is in the backup comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is put back, where, and by whom."""

    source: Backup | Path
    """A backup, or a copy of a record alone: a replica's, an old card's."""
    settings: Settings
    profile: Profile
    onto: Device
    secrets: Secrets | None
    """None: without the recovery key."""
    by: str
    clock: Clock
    without_spoilt: bool = False
    """Ended files that are not as they were backed up are left out, and said."""
    keep_opened: bool = False
    """Packs that were opened in the backup are not retired."""
    step: Step | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was done."""

    journal: Path
    first: RecordContinued | None
    """How the record goes on; None: there was nothing on record."""
    put: tuple[str, ...]
    aside: tuple[Path, ...]
    remarks: tuple[str, ...]


def restore(order: Order) -> Restored:
    """Put the table back; raises BackupError and NotWholeError, and then the record is the one that was there.

    Whoever calls has looked at the backup (`looking.check`). No table may run.
    """
    journal = order.settings.journal.path.resolve()
    at = order.clock.wall_at()
    try:
        with RecordPlace(journal, stamp=stamp_of(at)) as place:
            return _Restoring(order, place, at).run()
    except OSError as error:
        raise of_system(error, journal, "put the record back") from error
    except JournalError as error:
        raise BackupError(str(error)) from None


class _Restoring:
    def __init__(self, order: Order, place: RecordPlace, at: str) -> None:
        self._order = order
        self._place = place
        self._at = at
        self._put: list[str] = []
        self._remarks: list[str] = []
        self._ended: dict[str, Path] = {}
        """By the name in the archive: what lies ready in the workshop."""

    def run(self) -> Restored:
        place = self._place
        self._check_room()
        first = self._make_record()
        if first is not None:
            self._make_archive()
            place.keep_aside()
            for name, file in self._ended.items():
                place.put_archived(file, name, mode=_LIST if name == listing.REMOVED else _ENDED)
        self._put_keys()
        self._put_people()
        self._put_packs()
        if first is not None:
            place.put_journal(place.shop / "next")
            self._put.append("record")
        return Restored(
            journal=place.journal,
            first=first,
            put=tuple(self._put),
            aside=tuple(place.aside),
            remarks=tuple(self._remarks),
        )

    def _check_room(self) -> None:
        source = self._order.source
        if isinstance(source, Path):
            need = source.stat().st_size
        else:
            need = sum(one.bytes for one in (*source.manifest.files, *source.manifest.archive))
        room = shutil.disk_usage(self._place.shop).free - _ROOM_KEPT_BYTES
        if room < need:
            raise BackupError(
                f"{self._place.journal.parent}: the disk has room for {max(0, room)} bytes, and {need} are put back: "
                "free some space"
            )

    def _make_record(self) -> RecordContinued | None:
        """The copy and the file that goes on from it, in the workshop, looked at."""
        order, shop = self._order, self._place.shop
        source = order.source
        copy, new = shop / "copy", shop / "next"
        if isinstance(source, Path):
            live_copy.copy_journal(source, copy)  # with the log that may lie beside it
            looking.check_end(copy)
            backup_of = ""
        else:
            if source.manifest.head is None:
                return None
            copied = moving.copy(source.journal, copy, step=order.step)
            listed = source.manifest.entry(listing.JOURNAL)
            if listed is None or copied.sha256 != listed.sha256:
                raise NotWholeError(f"{source.journal}: it changed while it was put back")
            backup_of = source.manifest.made_at
        ends = ends_of(copy)
        if ends.first is None or ends.last is None:
            return None
        end = source.manifest.head.signed if isinstance(source, Backup) and source.manifest.head else self._sign(copy)
        put_back.sign_end(copy, end)
        name = self._name_for(copy, ends.first.at, ends.last.at)
        first = put_back.begin_after(
            copy,
            new,
            file=name,
            end=end,
            backup_of=backup_of or ends.last.at,
            at=self._at,
            by=order.by,
            retires_packs=order.profile.retire_packs is not RetirePacks.NEVER,
            aside=self._ends_of_there(),
        )
        looking.check_journal(new)
        looking.check_joined(copy, new)
        return first

    def _ends_of_there(self) -> Ends | None:
        """Of the record that is there; None for none, and for one whose ends cannot be read."""
        there = self._place.journal
        try:
            return ends_of(there) if there.exists() else None
        except JournalError as error:
            self._remarks.append(f"the end of the record that was there does not stand on the new one: {error}")
            return None

    def _name_for(self, copy: Path, first_at: str, last_at: str) -> str:
        """The copy's name in the archive, where it may lie already."""
        folder = archive_of(self._place.journal)
        mine = moving.entry_of(copy)
        for there in sorted(folder.glob("*.sqlite3")) if folder.is_dir() else []:
            if there.stat().st_size == mine.bytes and moving.entry_of(there).sha256 == mine.sha256:
                return there.name
        name = archive_name(folder, table=self._order.settings.table.name, first_at=first_at, last_at=last_at)
        self._ended[name] = copy
        return name

    def _sign(self, copy: Path) -> SignedHead:
        """The end of a bare copy, signed with the table's key: the one from the backup, or the one that is here."""
        ends = ends_of(copy)
        assert ends.last is not None
        path = key_path(self._place.journal)
        secrets = self._order.secrets
        if secrets is not None and secrets.signing_key:
            path = self._place.shop / "key"
            private.write_new(path, secrets.signing_key)
        elif not path.exists():
            self._remarks.append(f"{path}: a new signing key was made: `zapato verify --key` must be given both")
        signed = signing.Signer(path).sign(epoch=ends.epoch, seq=ends.last.seq, hash_=ends.last.hash, at=self._at)
        return self._signed_before(copy, ends, signed) or signed

    def _signed_before(self, copy: Path, ends: Ends, signed: SignedHead) -> SignedHead | None:
        """What this key gave the same end before: a copy that is put back once more is the same ended file."""
        assert ends.first is not None and ends.last is not None
        table = self._order.settings.table.name
        usual = archive_name(self._place.shop, table=table, first_at=ends.first.at, last_at=ends.last.at)
        there = archive_of(self._place.journal).glob(f"{glob.escape(Path(usual).stem)}*.sqlite3")
        for file in (copy, *sorted(there)):
            with contextlib.suppress(JournalError), Reader(file) as reader:
                head = reader.heads().get(signed.seq)
                if head is None or (head.hash, head.public_key) != (signed.hash, signed.public_key):
                    continue
                if reader.epoch() == ends.epoch and signing.is_genuine(head, epoch=ends.epoch):
                    return head
        return None

    def _make_archive(self) -> None:
        """The ended files of the backup that are not in the archive, ready in the workshop."""
        source = self._order.source
        if isinstance(source, Path):
            return
        folder = archive_of(self._place.journal)
        for number, entry in enumerate(source.manifest.archive):
            there = folder / entry.name
            if there.exists() and moving.entry_of(there).sha256 == entry.sha256:
                continue
            ready = self._place.shop / f"ended-{number}"
            try:
                looking.check_file(source.archived(entry), entry)
                copied = moving.copy(source.archived(entry), ready, step=self._order.step)
                if copied.sha256 != entry.sha256:
                    raise NotWholeError(f"{source.archived(entry)}: it changed while it was put back")
            except NotWholeError as error:
                if not self._order.without_spoilt:
                    raise
                self._remarks.append(f"left out: {error}")
                continue
            self._ended[entry.name] = ready
        removed = source.manifest.entry(listing.REMOVED)
        if removed is not None and not (folder / listing.REMOVED).exists():
            moving.copy(source.path / listing.REMOVED, self._place.shop / listing.REMOVED)
            self._ended[listing.REMOVED] = self._place.shop / listing.REMOVED

    def _put_keys(self) -> None:
        secrets, journal = self._order.secrets, self._place.journal
        for path, content, what in (
            (key_path(journal), secrets.signing_key if secrets else b"", "signing key"),
            (sealing_key_path(journal), secrets.sealing_key if secrets else b"", "sealing key"),
        ):
            if content and (self._order.onto is Device.OTHER or not path.exists()):
                if self._place.put_private(path, content):
                    self._put.append(what)
            elif not path.exists():
                self._remarks.append(f"the {what} is not here and did not come: the table makes a new one")

        source, path = self._order.source, recovery_file(journal)
        public = source.manifest.recovery if isinstance(source, Backup) else None
        if public is not None and not path.exists():  # so that the next backup is as this one
            self._place.put_private(path, recovery.encode_public(public))

    def _put_people(self) -> None:
        secrets, path = self._order.secrets, self._order.settings.staff.path
        if secrets is None or not secrets.people or (self._order.onto is Device.THIS and people_are_well(path)):
            return
        for ending in ("-journal", "-wal", "-shm"):
            self._place.rename_aside(path.with_name(path.name + ending))
        if secrets.badges_key:
            self._place.put_private(badges.key_path(path), secrets.badges_key)
        if self._place.put_private(path, secrets.people):
            self._put.append("people")

    def _put_packs(self) -> None:
        order = self._order
        secrets, path = order.secrets, order.settings.cards.registry
        if secrets is None or secrets.packs is None or (order.onto is Device.THIS and packs_are_well(path)):
            return
        try:
            done = cards_restoring.restore(
                path, secrets.packs, by=order.by, at=self._at, keep_opened=order.keep_opened, force=True
            )
        except CardsError as error:
            raise BackupError(str(error)) from None
        self._put.append("packs")
        self._place.aside.extend(done.aside)
        if done.retired:
            self._remarks.append(
                "packs that were opened in the backup are retired, for they may have been since: "
                + " ".join(done.retired)
            )
