"""Keeping registry, secret and the key of receipts safe together, in one file under a passphrase."""

from dataclasses import replace
from pathlib import Path

from device.cards.backup.backup_file import USUAL, Contents, Dearness, encode, read_whole
from device.cards.errors import BackupError
from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.keys.secret_file import encode_secret
from device.cards.registry.access import access
from device.cards.registry.registry import Registry
from device.files import private, system_faults


def make_backup(registry: Path, passphrase: str, *, at: str, dearness: Dearness = USUAL) -> bytes:
    """Registry, secret and key of receipts as of now, under a passphrase; raises CardsError."""
    return encode(contents_of(registry, at=at), passphrase, dearness)


def contents_of(registry: Path, *, at: str) -> Contents:
    """Registry, secret and key of receipts as of now, in clear; raises CardsError."""
    Registry(registry)  # a damaged one is no backup
    with access(registry, writing=False) as opened:
        return Contents(
            made_at=at,
            site=opened.site.site,
            registry=opened.connection.serialize(),
            secret=encode_secret(replace(opened.secret, has_registry=True)),
            receipt_key=ReceiptKey(receipt_key_path(registry)).kept(),
        )


def write_backup(path: Path, data: bytes, *, force: bool) -> None:
    """Write a backup, whole or not at all; raises BackupError, also where a file is there and not `force`."""
    try:
        if force:
            private.replace(path, data)
        else:
            private.write_once(path, data)
        private.forget_unfinished(path)
    except FileExistsError:
        raise BackupError(
            f"{path}: there is a file already: choose another name, or --force to write over it"
        ) from None
    except OSError as error:
        raise of_system(error, path, "write the backup") from error


def read_backup(path: Path) -> bytes:
    """The bytes of a backup; raises BackupError."""
    try:
        with path.open("rb") as source:
            return read_whole(source)
    except FileNotFoundError:
        raise BackupError(f"{path}: there is no such file: name the backup") from None
    except OSError as error:
        raise of_system(error, path, "read the backup") from error


def of_system(error: OSError, path: Path, doing: str) -> BackupError:
    """The BackupError to raise for a fault of the operating system."""
    return BackupError(f"{path}: cannot {doing}: {system_faults.remedy_of_system(error)} ({error.strerror or error})")
