"""A face under seal: a commitment for everybody, and a box that only the table's own user can open.

The commitment is SHA-256 over a salt of 16 random bytes and the UTF-8 of the face's text. The box is the base64 of 12
random bytes, the nonce, and of ChaCha20-Poly1305 with that nonce and the associated data ``zapato seal 1`` over the
salt and the text, filled up with zero bytes to one length. Its key, 32 bytes, is kept beside the journal as 64 hex
digits in a file that only the table's user may read. It is not the signing key: losing one must not cost the other.
"""

import base64
import binascii
import contextlib
import hashlib
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from device.journal import faults
from device.journal.faces import Face, face_of_text
from device.journal.private_files import is_private, write_private
from device.ports.journal import Sealed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

SALT_BYTES = 16
_NONCE_BYTES = 12
_KEY_BYTES = 32
_ABOUT = b"zapato seal 1"

Draw = Callable[[int], bytes]
"""Gives so many bytes that nobody can foretell."""


def sealing_key_path(journal: Path) -> Path:
    """Where the sealing key of a journal lives: ``name.seal-key`` beside it."""
    return journal.with_name(journal.name + ".seal-key")


def commitment(salt: bytes, text: str) -> str:
    """What stands on record for a face: anybody who is told salt and text can work it out."""
    return hashlib.sha256(salt + text.encode()).hexdigest()


class Sealer:
    """Seals faces and unseals them with one key; the library behind it is loaded at first use, or by `prepare`."""

    def __init__(self, key: bytes, *, draw: Draw = secrets.token_bytes) -> None:
        self._key = key
        self._draw = draw
        self._cipher: ChaCha20Poly1305 | None = None

    def prepare(self) -> None:
        """Do now, while no card is under way, what the first seal would have to wait for."""
        self._ready()

    def seal(self, face: Face, *, room: int) -> tuple[bytes, Sealed]:
        """The salt, and the face as it goes on record; `room`: how many bytes its text takes in the box."""
        text = face.text.encode()
        drawn = self._draw(SALT_BYTES + _NONCE_BYTES)
        salt, nonce = drawn[:SALT_BYTES], drawn[SALT_BYTES:]
        box = self._ready().encrypt(nonce, salt + text.ljust(room, b"\0"), _ABOUT)
        commit = hashlib.sha256(salt + text).hexdigest()
        return salt, Sealed(commit=commit, box=binascii.b2a_base64(nonce + box, newline=False).decode())

    def unseal(self, sealed: Sealed) -> tuple[bytes, Face] | None:
        """Salt and face; None where this key does not open the box, or it holds another face than was committed to."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - loaded when needed

        try:
            box = base64.b64decode(sealed.box, validate=True)
            inside = self._ready().decrypt(box[:_NONCE_BYTES], box[_NONCE_BYTES:], _ABOUT)
            salt, text = inside[:SALT_BYTES], inside[SALT_BYTES:].rstrip(b"\0").decode()
            face = face_of_text(text)
        except (InvalidTag, binascii.Error, ValueError):
            return None
        return (salt, face) if commitment(salt, text) == sealed.commit else None

    def _ready(self) -> "ChaCha20Poly1305":
        if self._cipher is None:
            from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415 - as above

            self._cipher = ChaCha20Poly1305(self._key)
        return self._cipher


def sealer_beside(journal: Path, *, draw: Draw = secrets.token_bytes) -> Sealer:
    """The sealer with the key beside a journal, which is made where there is none.

    A garbled key file opens nothing: it is set aside as ``….damaged`` and a new key is made, for a table must be able
    to deal without the old one. Raises JournalError where others may read the key, or where the disk refuses.
    """
    path = sealing_key_path(journal)
    if is_private(path, what="sealing key"):
        try:
            text = path.read_bytes()
            if re.fullmatch(rb"\s*[0-9a-f]{64}\s*", text):
                return Sealer(bytes.fromhex(text.decode()), draw=draw)
            _set_aside(path)
        except OSError as error:
            raise faults.of_system(error, path, "read the sealing key") from error
    key = secrets.token_bytes(_KEY_BYTES)
    write_private(path, key.hex().encode() + b"\n", what="sealing key")
    return Sealer(key, draw=draw)


def _set_aside(path: Path) -> None:
    count = 0
    while (target := path.with_name(f"{path.name}.damaged{f'-{count}' if count else ''}")).exists():
        count += 1
    path.rename(target)


def is_well_formed(sealed: Sealed) -> bool:
    """Whether commitment and box have the shape of a seal, without a look inside."""
    with contextlib.suppress(binascii.Error, ValueError):
        box = base64.b64decode(sealed.box, validate=True)
        return re.fullmatch(r"[0-9a-f]{64}", sealed.commit) is not None and len(box) > _NONCE_BYTES + SALT_BYTES
    return False
