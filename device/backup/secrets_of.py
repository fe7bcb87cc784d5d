"""What of a table is nobody else's business, gathered for the box that only the recovery key opens.

The keys that sign and seal the record; the people with the hashes of their PINs, which are short enough to be guessed
by whoever has the hashes; the registry of packs with the secret that opens it.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.backup.errors import NotWholeError, of_system
from device.backup.scratch import scratch
from device.cards.backup import backup_file
from device.cards.backup.making import contents_of
from device.cards.errors import CardsError
from device.cards.registry.registry import Registry
from device.files import databases, private
from device.journal.sealing import sealing_key_path
from device.journal.signing import key_path, read_public_key
from device.ports.journal import JournalError
from device.settings import Settings
from device.staff import badges
from device.staff import files as staff_files
from device.staff.errors import StaffError
from device.staff.store import StaffStore

_MOST_BYTES = 1 << 16
_BUSY_S = 5.0
"""How long somebody who is being added is waited for."""


class Secrets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a box; what is empty was not there."""

    made_at: str
    signing_key: bytes = b""
    sealing_key: bytes = b""
    people: bytes = b""
    badges_key: bytes = b""
    packs: backup_file.Contents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The secrets of a table, and in words what of them"""

    secrets: Secrets
    missing: tuple[str, ...]
    """is not there,"""
    damaged: tuple[str, ...]
    """or is there and cannot be used."""


def gather(settings: Settings, *, at: str) -> Gathered:
    """The secrets as of now; raises BackupError.

    A damaged file of people must not keep the record from being backed up.
    """
    journal, people, registry = settings.journal.path.resolve(), settings.staff.path, settings.cards.registry
    missing: list[str] = []
    damaged: list[str] = []
    for path, what in ((key_path(journal), "the signing key"), (sealing_key_path(journal), "the sealing key")):
        if not path.exists():
            missing.append(f"{what}: {path} is not there")
    kept_people, kept_packs = b"", None
    try:
        kept_people = _people(people)
    except StaffError as error:
        (damaged if people.exists() else missing).append(f"the people: {error}")
    try:
        if registry.exists() or settings.cards.uses_packs:
            kept_packs = contents_of(registry, at=at)
    except CardsError as error:
        (damaged if registry.exists() else missing).append(f"the packs: {error}")
    secrets = Secrets(
        made_at=at,
        signing_key=_small(key_path(journal)),
        sealing_key=_small(sealing_key_path(journal)),
        people=kept_people,
        badges_key=_small(badges.key_path(people)),
        packs=kept_packs,
    )
    return Gathered(secrets=secrets, missing=tuple(missing), damaged=tuple(damaged))


def encode(secrets: Secrets) -> bytes:
    """As bytes for the box."""
    return msgspec.msgpack.encode(secrets)


def decode(content: bytes) -> Secrets:
    """What was in a box; raises NotWholeError."""
    try:
        return msgspec.msgpack.decode(content, type=Secrets)
    except msgspec.MsgspecError as error:
        raise NotWholeError(f"the box of secrets holds something else: {error}") from None


def check(secrets: Secrets, folder: Path, *, public_key: str) -> None:
    """Unpack people and packs into a scratch folder in `folder` and look at them as their programs do.

    `folder` is the record's own: what lies there in clear is there already, and a stick never had it in clear.
    `public_key`: the key that the backup is signed with. Raises NotWholeError, and BackupError where the disk refuses.
    """
    try:
        with scratch(folder) as unpacked:
            _check(secrets, unpacked, public_key)
    except OSError as error:
        raise of_system(error, folder, "unpack the secrets to check them") from error


def _check(secrets: Secrets, folder: Path, public_key: str) -> None:
    try:
        if secrets.signing_key:
            private.write_new(folder / "key", secrets.signing_key)
            if read_public_key(folder / "key") != public_key:
                raise NotWholeError("the signing key in it is not the one that the backup is signed with")
        if secrets.people:
            people = folder / "staff.sqlite3"
            private.write_new(people, secrets.people)
            if secrets.badges_key:
                private.write_new(badges.key_path(people), secrets.badges_key)
                badges.read_key(people)
            StaffStore(people).people()
        if secrets.packs is not None:
            registry = folder / "packs.sqlite3"
            private.write_new(registry, secrets.packs.registry)
            private.write_new(registry.with_name(registry.name + ".key"), secrets.packs.secret)
            packs = Registry(registry)
            for pack in packs.packs():
                packs.codes_of(pack.id)
    except (StaffError, CardsError, JournalError) as error:
        raise NotWholeError(str(error).replace(f"{folder}/", "")) from None


def _people(path: Path) -> bytes:
    staff_files.check(path)
    try:
        with databases.transaction(path, busy_s=_BUSY_S, begin="BEGIN") as connection:
            return connection.serialize()
    except sqlite3.Error as error:
        raise staff_files.of_sqlite(error, path) from error


def _small(path: Path) -> bytes:
    """The content of a key's file, nothing where there is none."""
    try:
        return private.read(path, most=_MOST_BYTES)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise of_system(error, path, "read the key") from error
