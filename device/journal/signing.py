"""Signed heads: a hash chain alone does not show that its tail was cut off; a signed head that somebody holds does.

The signature is Ed25519 over the text ``zapato head 1``, a line feed and the compact JSON ``[epoch,seq,hash,at]``.
The key lives beside the journal, readable by the table's user alone, and never in a copy that is handed out. The
library behind it is loaded when a head is signed or checked and not before, to keep the table's process small.
"""

import base64
import binascii
import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from device.journal import faults
from device.journal.private_files import is_private, write_private
from device.ports.journal import JournalError
from device.settings.files import MOST_BYTES, TooLargeError, read_at_most

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


_PEM = re.compile(rb"-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]*)-----END PRIVATE KEY-----")
"""What a file with the key holds."""


class SignedHead(NamedTuple):
    """A row of `heads`: the record's number and hash, when, and the signature, all bytes as lower-case hex."""

    seq: int
    hash: str
    at: str
    public_key: str
    signature: str


def key_path(journal: Path) -> Path:
    """Where the key of a journal lives: ``name.key`` beside it."""
    return journal.with_name(journal.name + ".key")


def _message(epoch: str, seq: int, hash_: str, at: str) -> bytes:
    return b"zapato head 1\n" + msgspec.json.encode([epoch, seq, hash_, at])


class Signer:
    """Signs heads with the key in a file, which is made at first use."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._key: Ed25519PrivateKey | None = None
        self._public = ""

    def ensure_key(self) -> None:
        """Make the key if there is none, and refuse one that others can read or that is none; raises JournalError.

        Now, and not at the shoe's end: without a signature that cannot be put on record.
        """
        if not is_private(self.path, what="signing key"):
            _make_key(self.path)
        elif not _is_whole(_read(self.path)):  # the library that would look closer is not loaded for this
            raise _garbled(self.path)

    @property
    def public(self) -> str:
        """The public key as hex, of a key that is there; raises JournalError."""
        return self.sign_text(b"")[0]

    def sign_text(self, text: bytes) -> tuple[str, str]:
        """The public key and its signature over `text`, as hex, with a key that is there; raises JournalError."""
        if self._key is None:
            if not is_private(self.path, what="signing key"):
                raise JournalError(f"{self.path}: there is no signing key: the table makes it at its first start")
            self._key = _load_private(self.path)
            self._public = self._key.public_key().public_bytes_raw().hex()
        return self._public, self._key.sign(text).hex()

    def sign(self, *, epoch: str, seq: int, hash_: str, at: str) -> SignedHead:
        """The signed head for one record; raises JournalError when the key cannot be had."""
        if self._key is None:
            self.ensure_key()
            self._key = _load_private(self.path)
            self._public = self._key.public_key().public_bytes_raw().hex()
        signature = self._key.sign(_message(epoch, seq, hash_, at))
        return SignedHead(seq, hash_, at, self._public, signature.hex())


def is_genuine(head: SignedHead, *, epoch: str) -> bool:
    """Whether the head's signature is by the key that it names, both spelt as they are written."""
    text = _message(epoch, head.seq, head.hash, head.at)
    return is_signed(text, public_key=head.public_key, signature=head.signature)


def is_signed(text: bytes, *, public_key: str, signature: str) -> bool:
    """Whether the signature over `text` is by that key, both as lower-case hex."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - loaded when needed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - loaded only where it is used

    if re.fullmatch(r"[0-9a-f]{64} [0-9a-f]{128}", f"{public_key} {signature}") is None:
        return False  # upper case or blanks would be read all the same, and are not what was written
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_public_key(path: Path) -> str:
    """The public key in a file, as hex: from 64 hex digits, or from a PEM file with either half of the key."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - loaded when needed
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - loaded only where it is used

    try:
        data = read_at_most(path, MOST_BYTES)
    except TooLargeError as error:
        raise JournalError(f"{path}: {error.strerror}") from None
    except OSError as error:
        raise faults.of_system(error, path, "read the key") from error
    if re.fullmatch(rb"\s*[0-9a-fA-F]{64}\s*", data):
        return data.decode().strip().lower()
    with contextlib.suppress(ValueError, TypeError):
        public = serialization.load_pem_public_key(data)
        if isinstance(public, ed25519.Ed25519PublicKey):
            return public.public_bytes_raw().hex()
    with contextlib.suppress(ValueError, TypeError):
        private = serialization.load_pem_private_key(data, password=None)
        if isinstance(private, ed25519.Ed25519PrivateKey):
            return private.public_key().public_bytes_raw().hex()
    raise JournalError(f"{path}: no Ed25519 key: expected a PEM file or the public key as 64 hex digits")


def _is_whole(content: bytes) -> bool:
    """Whether this is a private key from its first byte to its last, whatever kind of key that is."""
    found = _PEM.search(content)
    if found is None:
        return False
    try:
        der = base64.b64decode(b"".join(found[1].split()), validate=True)
    except binascii.Error:
        return False
    return len(der) > 2 and der[0] == 0x30 and (der[1] >= 0x80 or der[1] + 2 == len(der))


def _load_private(path: Path) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - loaded when needed
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - loaded only where it is used

    data = _read(path)
    with contextlib.suppress(ValueError, TypeError):
        key = serialization.load_pem_private_key(data, password=None)
        if isinstance(key, ed25519.Ed25519PrivateKey):
            return key
    raise _garbled(path)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise faults.of_system(error, path, "read the signing key") from error


def _garbled(path: Path) -> JournalError:
    return JournalError(
        f"{path}: the signing key is garbled: put the right one back, or move it aside and a new one is made"
    )


def _make_key(path: Path) -> None:
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - loaded when needed
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - loaded only where it is used

    pem = ed25519.Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(path, pem, what="signing key")
