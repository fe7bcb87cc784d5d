"""What is in a backup, by name, size and digest, signed with the table's own key."""

import re
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from device.backup.errors import BackupError, NotWholeError
from device.files import private
from device.journal import signing
from device.journal.removed_list import LIST
from device.journal.signing import SignedHead

MANIFEST: Final = "MANIFEST.json"
SIGNATURE: Final = "MANIFEST.sig"
JOURNAL: Final = "journal.sqlite3"
SECRETS: Final = "secrets.box"
SETTINGS: Final = "table.toml"
PROFILE: Final = "profile.toml"
CODES: Final = "codes.toml"
REMOVED: Final = LIST

_ABOUT = b"zapato backup 1\n"
_FORMAT = 1
_MOST_BYTES = 4 * 1024 * 1024
_LINE = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{128})\s*")

Plain = Annotated[str, Meta(pattern=r"^[^./\x00-\x1f][^/\x00-\x1f]{0,199}$")]
"""A name in one folder, never a way out of it."""
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file."""

    name: Plain
    bytes: int
    sha256: Digest


class HeadEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The signed end of the journal at the moment of the backup."""

    epoch: str
    seq: int
    hash: Digest
    at: str
    public_key: str
    signature: str

    @property
    def signed(self) -> SignedHead:
        """As it stands in a journal."""
        return SignedHead(self.seq, self.hash, self.at, self.public_key, self.signature)


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a backup is of, and of what it is made."""

    format: int = _FORMAT
    table: str
    made_at: str
    version: str
    """The software's."""
    head: HeadEntry | None
    """None: nothing was on record yet."""
    shoe: int
    shoe_open: bool
    coup_open: int
    files: tuple[Entry, ...]
    archive: tuple[Entry, ...] = ()
    """Ended files of the record, in the folder ``archive`` beside the backup, which all backups there share."""
    recovery: str | None = None
    """The public half of the recovery key that the secrets are sealed to; None: there are no secrets in it."""
    missing: tuple[str, ...] = ()
    """What a whole table needs and this backup has not, in words."""

    def entry(self, name: str) -> Entry | None:
        """The file of that name, None where the backup has none."""
        return next((one for one in self.files if one.name == name), None)


def json_of(head: HeadEntry | None) -> dict[str, object] | None:
    """A head as a JSON object, for a log or an answer."""
    return None if head is None else msgspec.to_builtins(head)


def encode(manifest: Manifest) -> bytes:
    """The bytes that are signed."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def write(folder: Path, manifest: Manifest, signer: signing.Signer) -> None:
    """Put manifest and signature into the folder; raises OSError and JournalError."""
    content = encode(manifest)
    public, signature = signer.sign_text(_ABOUT + content)
    private.write_new(folder / MANIFEST, content)
    private.write_new(folder / SIGNATURE, f"{public} {signature}\n".encode())


def read(folder: Path) -> tuple[Manifest, str]:
    """The manifest of a backup and the public key that signed it.

    Raises BackupError where there is none or newer software wrote it, NotWholeError where it is not as it was signed.
    """
    try:
        content = private.read(folder / MANIFEST, most=_MOST_BYTES)
        line = private.read(folder / SIGNATURE, most=1000)
    except OSError as error:
        raise BackupError(
            f"{folder}: this is no finished backup: {error.strerror} ({MANIFEST}, {SIGNATURE}); `zapato backup` makes "
            "one, and gives it its name when it is verified"
        ) from None
    found = _LINE.fullmatch(line.decode("ascii", "replace"))
    if found is None or not signing.is_signed(_ABOUT + content, public_key=found[1], signature=found[2]):
        raise NotWholeError(f"{folder}: its manifest is not as it was signed: use another backup")
    try:
        made_by = msgspec.json.decode(content, type=_Format)
        if made_by.format != _FORMAT:
            raise BackupError(f"{folder}: newer software wrote it (format {made_by.format}): update this software")
        return msgspec.json.decode(content, type=Manifest), found[1]
    except msgspec.MsgspecError as error:
        raise NotWholeError(f"{folder}: its manifest cannot be read: {error}") from None


class _Format(Struct, frozen=True):
    format: int
