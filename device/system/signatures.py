"""Signatures of releases: Ed25519 over a whole file, as `openssl pkeyutl -sign -rawin` makes them."""

import hashlib
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from device.files.system_faults import in_words
from device.settings.files import MOST_BYTES, read_at_most


class KeyFault(ValueError):
    """The file holds no key for this; the message names it."""


def read_key(path: Path) -> Ed25519PublicKey:
    """The public key in a PEM file; raises KeyFault."""
    try:
        key = load_pem_public_key(read_at_most(path, MOST_BYTES))
    except OSError as error:
        raise KeyFault(f"{path}: {in_words(error)}") from None
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFault(f"{path} is no public key in PEM form") from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFault(f"{path} is a key of another kind than Ed25519")
    return key


def is_signed(message: bytes, signature: bytes, key: Ed25519PublicKey) -> bool:
    """Whether this is the key's signature of the message."""
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the key's DER form, in hex: what two people read to each other to know that they mean one key.

    The same as ``openssl pkey -pubin -in FILE -outform DER | sha256sum``.
    """
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()
