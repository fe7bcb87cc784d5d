"""Keeping registry and secret safe together, and putting them back."""

import contextlib
import os
import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from device.cards import registry_file, rows
from device.cards.access import access, lock_of
from device.cards.backup_file import USUAL, Contents, Dearness, encode
from device.cards.errors import BackupError, CardsError, SecretError
from device.cards.pack import PackState
from device.cards.registry import Registry
from device.cards.rows import Step
from device.cards.secret_file import decode_secret, encode_secret, has_secret, key_path
from device.files import faults, private

IN_PLAY = (PackState.OPENED, PackState.IN_PLAY)
_LOGS = ("-journal", "-wal", "-shm")
"""What SQLite may keep beside a database; it would be taken for the restored one's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was put back."""

    site: str
    made_at: str
    """When the backup was made."""
    packs: Mapping[PackState, int]
    """How many packs are in each state now; none where only the secret was put back."""
    retired: tuple[str, ...]
    """The packs that were opened or in play in the backup and are retired now."""
    aside: tuple[Path, ...]
    """Where the files that were there before lie."""


def make_backup(registry: Path, passphrase: str, *, at: str, dearness: Dearness = USUAL) -> bytes:
    """Registry and secret as of now, under a passphrase; raises CardsError."""
    Registry(registry)  # a damaged one is no backup
    with access(registry, writing=False) as opened:
        contents = Contents(
            made_at=at,
            site=opened.site.site,
            registry=opened.connection.serialize(),
            secret=encode_secret(replace(opened.secret, has_registry=True)),
        )
    return encode(contents, passphrase, dearness)


def write_backup(path: Path, data: bytes, *, force: bool) -> None:
    """Write a backup, whole or not at all; raises BackupError, also where a file is there and not `force`."""
    try:
        if force:
            private.replace(path, data)
        else:
            private.write_once(path, data)
    except FileExistsError:
        raise BackupError(
            f"{path}: there is a file already: choose another name, or --force to write over it"
        ) from None
    except OSError as error:
        raise _of_system(error, path, "write the backup") from error


def read_backup(path: Path) -> bytes:
    """The bytes of a backup; raises BackupError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BackupError(f"{path}: there is no such file: name the backup") from None
    except OSError as error:
        raise _of_system(error, path, "read the backup") from error


def restore(  # noqa: PLR0913 - who, when and how
    registry: Path, contents: Contents, *, by: str, at: str, keep_opened: bool = False, force: bool = False
) -> Restored:
    """Put registry and secret back; raises CardsError, and then what was there is there.

    Packs that were opened or in play come back retired, unless `keep_opened`: since the backup they may have been
    retired, and nobody could tell. Where files are there already it is refused; with `force` they are kept aside. No
    table and no other command may use the registry meanwhile: what they write goes to the old one.
    """
    key = key_path(registry)
    _check_free(registry, contents, force=force)
    with _workshop(registry) as shop:
        made = shop / registry.name
        _write(made, contents.registry)
        _write(key_path(made), contents.secret)
        packs = _usable(made, registry)
        opened = tuple(pack.id for pack in packs.packs() if pack.state in IN_PLAY)
        retired = () if keep_opened else opened
        why = f"restored from a backup of {contents.made_at}"
        packs.move(retired, PackState.RETIRED, by=by, at=at, why=why)
        with access(made, writing=True) as inside:
            for row in tuple(rows.read_rows(inside.connection)):
                if row.pack.state is not PackState.RETIRED:
                    rows.write_step(inside.connection, Step(at=at, pack=row.pack.id, what="restored", by=by, why=why))
            # A table that holds a snapshot of the old registry must see that this is another one.
            inside.connection.execute("UPDATE site SET changes = changes + ?", (1 + secrets.randbelow(1 << 40),))
        counts = Counter(pack.state for pack in packs.packs())
        try:
            aside = _keep_aside(registry, at)
            key_path(made).replace(key)
            made.replace(registry)
            private.sync_folder(registry.parent)
        except OSError as error:
            raise _of_system(error, registry, "put the registry back") from error
    return Restored(site=contents.site, made_at=contents.made_at, packs=counts, retired=retired, aside=aside)


def restore_secret(registry: Path, contents: Contents, *, at: str, force: bool = False) -> Restored:
    """Put the secret alone back beside a registry that is well; raises CardsError."""
    key = key_path(registry)
    secret = decode_secret(contents.secret, key)
    registry_file.check(registry)
    with registry_file.transaction(registry, writing=True) as connection:
        try:
            lock_of(registry, rows.read_site(connection), secret)
        except CardsError:
            raise BackupError(
                f"the secret in this backup does not open {registry}: it is another site's, or the secret was changed "
                "after the backup was made; use a newer backup, or put back both (`zapato cards restore --force`)"
            ) from None
        if has_secret(registry) and not force:
            raise SecretError(f"{key}: there is a secret already; --force keeps it aside and puts this one there")
        try:
            aside = _link_aside(key, key_path(_aside_name(registry, at)))
            private.replace(key, contents.secret)
        except OSError as error:
            raise _of_system(error, key, "put the secret back") from error
    return Restored(site=contents.site, made_at=contents.made_at, packs={}, retired=(), aside=aside)


def _check_free(registry: Path, contents: Contents, *, force: bool) -> None:
    """Refuse to write over what is there; a restore that was cut short after its secret may go on."""
    key = key_path(registry)
    if force:
        return
    if os.path.lexists(registry):
        raise BackupError(
            f"{registry}: there is a registry already; --force keeps it aside and puts the backup there, --only-secret "
            "leaves it and puts the secret back"
        )
    if has_secret(registry):
        with contextlib.suppress(OSError):
            if key.read_bytes() == contents.secret:
                return
        raise BackupError(f"{key}: there is a secret already; --force keeps it aside and puts the backup's there")


@contextlib.contextmanager
def _workshop(registry: Path) -> Iterator[Path]:
    """A private folder on the same disk, gone afterwards; so is one that a killed restore left."""
    prefix, suffix = f"{registry.name}.", ".new"
    try:
        for left in registry.parent.iterdir():
            if left.name.startswith(prefix) and left.name.endswith(suffix) and left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
        shop = Path(tempfile.mkdtemp(prefix=prefix, suffix=suffix, dir=registry.parent))
    except OSError as error:
        raise _of_system(error, registry, "put the registry back") from error
    try:
        yield shop
    finally:
        shutil.rmtree(shop, ignore_errors=True)


def _usable(made: Path, registry: Path) -> Registry:
    """The registry as it was unpacked, with every box looked into."""
    try:
        packs = Registry(made)
        for pack in packs.packs():
            packs.codes_of(pack.id)
    except CardsError as error:
        why = str(error).replace(str(made), registry.name)
        raise BackupError(f"what is in the backup cannot be used: {why}") from error
    return packs


def _write(path: Path, data: bytes) -> None:
    try:
        private.write_new(path, data)
    except OSError as error:
        raise _of_system(error, path, "write the backup's files") from error


def _aside_name(registry: Path, at: str) -> Path:
    stamp = "".join(character for character in at if character.isdigit())
    return registry.with_name(f"{registry.name}.before-{stamp}")


def _keep_aside(registry: Path, at: str) -> tuple[Path, ...]:
    """Give what is there a second name, and take away what SQLite would mix into the new file."""
    aside = _aside_name(registry, at)
    if registry.exists():
        # A step that was cut short is undone now, in its own file.
        with contextlib.suppress(CardsError), registry_file.transaction(registry, writing=True):
            pass
    kept = [*_link_aside(registry, aside), *_link_aside(key_path(registry), key_path(aside))]
    for log in _LOGS:
        left = registry.with_name(registry.name + log)
        if left.exists():
            left.rename(aside.with_name(aside.name + log))
            kept.append(aside.with_name(aside.name + log))
    return tuple(kept)


def _link_aside(path: Path, aside: Path) -> tuple[Path, ...]:
    if not path.exists():
        return ()
    aside.hardlink_to(path)
    return (aside,)


def _of_system(error: OSError, path: Path, doing: str) -> BackupError:
    return BackupError(f"{path}: cannot {doing}: {faults.remedy_of_system(error)} ({error.strerror or error})")
