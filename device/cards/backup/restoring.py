"""Putting registry, secret and the key of receipts back from a backup: whole, or what was there stays."""

import contextlib
import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from device.cards.backup.backup_file import Contents
from device.cards.backup.making import of_system
from device.cards.errors import BackupError, CardsError, SecretError
from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.keys.secret_file import decode_secret, has_secret, key_path
from device.cards.pack import PackState
from device.cards.registry import registry_file, rows
from device.cards.registry.access import access, lock_of
from device.cards.registry.registry import Registry
from device.cards.registry.rows import Step
from device.files import private

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
    has_receipt_key: bool
    """Whether the key of receipts was in the backup, and is the one that is there now."""
    aside: tuple[Path, ...]
    """Where the files that were there before lie."""


def restore(  # noqa: PLR0913 - who, when and how
    registry: Path, contents: Contents, *, by: str, at: str, keep_opened: bool = False, force: bool = False
) -> Restored:
    """Put all back that is in the backup; raises CardsError, and then what was there is there.

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
        receipts = _receipt_key(made, registry, contents)
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
        name = _aside_name(registry, at)
        try:
            aside = _keep_aside(registry, name, receipts=receipts is not None)
            key_path(made).replace(key)
            if receipts is not None:
                receipts.replace(receipt_key_path(registry))
            made.replace(registry)
            private.sync_folder(registry.parent)
        except OSError as error:
            _nothing_aside(registry, name)
            raise of_system(error, registry, "put the registry back") from error
        aside = tuple(path for path in aside if not _forget_copy(path, key, contents.secret))
    return _restored(contents, packs=counts, retired=retired, aside=aside)


def restore_secret(registry: Path, contents: Contents, *, at: str, force: bool = False) -> Restored:
    """Put the secret and the key of receipts back beside a registry that is well; raises CardsError."""
    key = key_path(registry)
    secret = decode_secret(contents.secret, key)
    registry_file.check(registry)
    _check_receipt_key(registry, contents, force=force)
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
        name = _aside_name(registry, at)
        with _workshop(registry) as shop:
            receipts = _receipt_key(shop / registry.name, registry, contents)
            try:
                aside = _link_aside(key, key_path(name))
                private.replace(key, contents.secret)
                if receipts is not None:
                    to = receipt_key_path(registry)
                    aside += _link_aside(to, receipt_key_path(name))
                    receipts.replace(to)
                    private.sync_folder(registry.parent)
            except OSError as error:
                _nothing_aside(registry, name)
                raise of_system(error, key, "put the secret back") from error
    return _restored(contents, packs={}, retired=(), aside=aside)


def _restored(
    contents: Contents, *, packs: Mapping[PackState, int], retired: tuple[str, ...], aside: tuple[Path, ...]
) -> Restored:
    return Restored(
        site=contents.site,
        made_at=contents.made_at,
        packs=packs,
        retired=retired,
        has_receipt_key=bool(contents.receipt_key),
        aside=aside,
    )


def _check_free(registry: Path, contents: Contents, *, force: bool) -> None:
    """Refuse to write over what is there; a restore that was cut short after its secret may go on."""
    key = key_path(registry)
    if force:
        return
    _check_receipt_key(registry, contents, force=force)
    if registry_file.is_there(registry):
        raise BackupError(
            f"{registry}: there is a registry already; --force keeps it aside and puts the backup there, --only-secret "
            "leaves it and puts the secret back"
        )
    if has_secret(registry):
        if _is_there(key, contents.secret):
            return
        raise BackupError(f"{key}: there is a secret already; --force keeps it aside and puts the backup's there")


def _check_receipt_key(registry: Path, contents: Contents, *, force: bool) -> None:
    """Refuse to take another key of receipts away; the backup's own may be there."""
    key = receipt_key_path(registry)
    if not force and contents.receipt_key and registry_file.is_there(key) and not _is_there(key, contents.receipt_key):
        raise BackupError(
            f"{key}: there is another key of receipts; --force keeps what is there aside and puts the backup's there"
        )


def _is_there(path: Path, data: bytes) -> bool:
    with contextlib.suppress(OSError):
        return private.read(path, most=len(data)) == data
    return False


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
        raise of_system(error, registry, "put the registry back") from error
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


def _receipt_key(made: Path, registry: Path, contents: Contents) -> Path | None:
    """The key of receipts as it was unpacked; None where it is in its place already, or not in the backup."""
    if not contents.receipt_key or _is_there(receipt_key_path(registry), contents.receipt_key):
        return None
    unpacked = receipt_key_path(made)
    _write(unpacked, contents.receipt_key)
    try:
        ReceiptKey(unpacked).public()
    except CardsError:
        raise BackupError("what is in the backup cannot be used: its key of receipts is garbled") from None
    return unpacked


def _write(path: Path, data: bytes) -> None:
    try:
        private.write_new(path, data)
    except OSError as error:
        raise of_system(error, path, "write the backup's files") from error


def _aside_name(registry: Path, at: str) -> Path:
    """A name that nothing of an earlier restore has, also where the clock stands still or was put back."""
    stamp = "".join(character for character in at if character.isdigit())
    aside, count = registry.with_name(f"{registry.name}.before-{stamp}"), 1
    while any(registry_file.is_there(of(aside)) for of in (Path, key_path, receipt_key_path)):
        count += 1
        aside = registry.with_name(f"{registry.name}.before-{stamp}-{count}")
    return aside


def _keep_aside(registry: Path, aside: Path, *, receipts: bool) -> tuple[Path, ...]:
    """Give what is there a second name, and take away what SQLite would mix into the new file."""
    if registry.exists():
        # A step that was cut short is undone now, in its own file.
        with contextlib.suppress(CardsError), registry_file.transaction(registry, writing=True):
            pass
    kept = [*_link_aside(registry, aside), *_link_aside(key_path(registry), key_path(aside))]
    if receipts:  # another one comes in its place
        kept += _link_aside(receipt_key_path(registry), receipt_key_path(aside))
    for log in _LOGS:
        left = registry.with_name(registry.name + log)
        if left.exists():
            left.rename(aside.with_name(aside.name + log))
            kept.append(aside.with_name(aside.name + log))
    return tuple(kept)


def _forget_copy(aside: Path, key: Path, secret: bytes) -> bool:
    """Whether it was the secret that was put back anyhow, kept aside once more; it is deleted then."""
    if aside.suffix != key.suffix or not _is_there(aside, secret):
        return False
    with contextlib.suppress(OSError):
        aside.unlink()
        return True
    return False


def _nothing_aside(registry: Path, aside: Path) -> None:
    """Take second names away from what still has its own: a secret that nobody knows of outlives its change."""
    names = [(registry, aside), *((of(registry), of(aside)) for of in (key_path, receipt_key_path))]
    for path, second in names:
        with contextlib.suppress(OSError):
            if second.samefile(path):
                second.unlink()


def _link_aside(path: Path, aside: Path) -> tuple[Path, ...]:
    if not path.exists():
        return ()
    aside.hardlink_to(path)
    return (aside,)
