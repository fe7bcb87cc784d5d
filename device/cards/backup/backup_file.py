"""A backup as bytes: registry, secret and the key of receipts under a passphrase.

Whoever has a backup and its passphrase has all that the secret protects, so guessing is made dear: Argon2id turns the
passphrase into two keys, one for ChaCha20-Poly1305 over the contents, one that only tells a wrong passphrase from a
damaged file. The layout, numbers big-endian::

    "zapato cards backup\\n"   version u16   passes u32   memory in KiB u32   lanes u32   salt 16   nonce 12
    16 bytes that tell the passphrase   length of the box u64   the box   SHA-256 over all before it

The associated data of the box are all bytes before it. Version 1 knew no key of receipts; it is read all the same.
"""

import hashlib
import hmac
import secrets
import struct
from dataclasses import dataclass
from typing import BinaryIO, Final

import msgspec
from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from device.cards.errors import BackupError

SHORTEST_PASSPHRASE: Final = 12
"""Characters: with less, whoever finds a backup has time for all of them."""

_MAGIC = b"zapato cards backup\n"
_VERSION = 2
_VERSIONS = (1, 2)
"""Those that can be read."""
_HEAD = struct.Struct(">III16s12s16sQ")
_VERSION_BYTES = 2
_SUM_BYTES = 32
_MOST_BYTES = 1 << 30
_MOST_MEMORY_KIB = 1 << 20
_MOST_PASSES, _MOST_LANES = 64, 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Dearness:
    """What a guess costs: argon2id's own numbers."""

    passes: int
    memory_kib: int
    lanes: int


USUAL: Final = Dearness(passes=4, memory_kib=128 * 1024, lanes=4)
"""About half a second on a small computer."""


class Contents(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in a backup."""

    made_at: str
    site: str
    registry: bytes
    secret: bytes
    receipt_key: bytes = b""
    """The key that seals receipts, as its file has it; empty where the site has none, or the backup is an older one."""


def check_passphrase(passphrase: str) -> None:
    """Raise BackupError for one that is guessed too soon."""
    if len(passphrase.strip()) < SHORTEST_PASSPHRASE:
        raise BackupError(
            f"the passphrase is too short: at least {SHORTEST_PASSPHRASE} characters, for example four or five words "
            "that nobody would put together"
        )


def encode(contents: Contents, passphrase: str, dearness: Dearness = USUAL) -> bytes:
    """The bytes of a backup; raises BackupError for a passphrase that is too short."""
    check_passphrase(passphrase)
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    key, tell = _keys(passphrase, salt, dearness)
    inside = msgspec.msgpack.encode(contents)
    length = len(inside) + 16
    head = _MAGIC + _VERSION.to_bytes(_VERSION_BYTES, "big")
    head += _HEAD.pack(dearness.passes, dearness.memory_kib, dearness.lanes, salt, nonce, tell, length)
    whole = head + ChaCha20Poly1305(key).encrypt(nonce, inside, head)
    return whole + hashlib.sha256(whole).digest()


def read_whole(source: BinaryIO) -> bytes:
    """As much of a stream as the backup at its beginning needs, and one byte more; of anything else only the beginning.

    So neither an endless device nor a film of gigabytes is read to its end. Raises OSError.
    """
    start = len(_MAGIC) + _VERSION_BYTES
    data = source.read(start + _HEAD.size)
    if not data.startswith(_MAGIC) or len(data) < start + _HEAD.size:
        return data
    *_, length = _HEAD.unpack(data[start:])
    return data + source.read(min(length, _MOST_BYTES) + _SUM_BYTES + 1)


def check_whole(data: bytes) -> None:
    """Raise BackupError for what is no backup of this version, or not a whole one; needs no passphrase."""
    _parts(data)


def decode(data: bytes, passphrase: str) -> Contents:
    """What is in a backup; raises BackupError, saying what is wrong with it."""
    head, dearness, salt, nonce, tell, box = _parts(data)
    key, right = _keys(passphrase, salt, dearness)
    if not hmac.compare_digest(tell, right):
        raise BackupError("this is not the passphrase that the backup was made with: look at case and spaces")
    try:
        return msgspec.msgpack.decode(ChaCha20Poly1305(key).decrypt(nonce, box, head), type=Contents)
    except (InvalidTag, msgspec.MsgspecError):
        raise _damaged() from None


def _parts(data: bytes) -> tuple[bytes, Dearness, bytes, bytes, bytes, bytes]:
    if not data.startswith(_MAGIC):
        if data and _MAGIC.startswith(data[: len(_MAGIC)]):
            raise _damaged()
        raise BackupError("this is no backup of packs (`zapato cards backup` makes one): name another file")
    start = len(_MAGIC) + _VERSION_BYTES
    version = int.from_bytes(data[len(_MAGIC) : start], "big")
    if not 0 < version < 256:  # no version will ever be that: a broken disk
        raise _damaged()
    if len(data) >= start and version not in _VERSIONS:
        raise BackupError(
            f"newer software wrote it (version {version}, this one knows {_VERSION}): update this software"
        )
    end = start + _HEAD.size
    if len(data) < end:
        raise _damaged()
    passes, memory_kib, lanes, salt, nonce, tell, length = _HEAD.unpack(data[start:end])
    whole, found = data[:-_SUM_BYTES], data[-_SUM_BYTES:]
    if len(data) != end + length + _SUM_BYTES or hashlib.sha256(whole).digest() != found:
        raise _damaged()
    if not (0 < passes <= _MOST_PASSES and 0 < lanes <= _MOST_LANES and 8 * lanes <= memory_kib <= _MOST_MEMORY_KIB):
        raise _damaged()
    dearness = Dearness(passes=passes, memory_kib=memory_kib, lanes=lanes)
    return data[:end], dearness, salt, nonce, tell, data[end:-_SUM_BYTES]


def _keys(passphrase: str, salt: bytes, dearness: Dearness) -> tuple[bytes, bytes]:
    both = hash_secret_raw(
        passphrase.encode("utf-8", "surrogateescape"),
        salt,
        time_cost=dearness.passes,
        memory_cost=dearness.memory_kib,
        parallelism=dearness.lanes,
        hash_len=48,
        type=Type.ID,
    )
    return both[:32], both[32:]


def _damaged() -> BackupError:
    return BackupError("the backup was cut short or changed since it was made: use another copy of it")
