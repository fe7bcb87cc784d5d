"""The key that seals receipts: Ed25519, in a file of its own beside the registry, mode 0600, made at first use.

The library behind it is loaded when a receipt is sealed or looked at, and not before.
"""

import contextlib
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from device.cards.errors import SecretError
from device.files import private, system_faults

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_MOST_BYTES: Final = 1 << 16
_HEX: Final = re.compile(r"[0-9a-f]{64}")


def receipt_key_path(registry: Path) -> Path:
    """Where the key of a site's receipts lies."""
    return registry.with_name(registry.name + ".receipts.key")


class ReceiptKey:
    """The key in a file. All raise SecretError when it cannot be had."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def exists(self) -> bool:
        """Whether there is a key already."""
        try:
            return system_faults.is_there(self.path)
        except OSError as error:
            raise self._unread(error) from None

    def ensure(self) -> None:
        """Make the key if there is none, and refuse one that others can read or that is none."""
        if not self.exists():
            _make(self.path)
        self._load()

    def kept(self) -> bytes:
        """The file as a backup keeps it; empty where there is none."""
        return self._read()[0] if self.exists() else b""

    def public(self) -> str:
        """The half that anybody may have, as 64 hex digits."""
        return self._load().public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> tuple[str, str]:
        """The public half and the signature, lower-case hex."""
        key = self._load()
        return key.public_key().public_bytes_raw().hex(), key.sign(message).hex()

    def _unread(self, error: OSError) -> SecretError:
        remedy = system_faults.remedy_of_system(error)
        return SecretError(f"{self.path}: the key of receipts cannot be read: {remedy} ({error.strerror or error})")

    def _load(self) -> "Ed25519PrivateKey":
        return self._read()[1]

    def _read(self) -> tuple[bytes, "Ed25519PrivateKey"]:
        """The file's content and the key in it."""
        from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - loaded when needed
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - loaded when needed

        try:
            mode = self.path.stat().st_mode
            data = private.read(self.path, most=_MOST_BYTES)
        except OSError as error:
            raise self._unread(error) from None
        if stat.S_IMODE(mode) & 0o077:
            raise SecretError(f"{self.path}: others may read the key of receipts: run `chmod 600 {self.path}`")
        with contextlib.suppress(ValueError, TypeError):
            key = serialization.load_pem_private_key(data, password=None)
            if isinstance(key, ed25519.Ed25519PrivateKey):
                return data, key
        raise SecretError(
            f"{self.path}: the key of receipts is garbled: move it aside and put the right one back from a backup "
            "(`zapato cards restore`); without a backup a new one is made"
        )


def is_genuine(public: str, signature: str, message: bytes) -> bool:
    """Whether the signature of the message is by this key, both as lower-case hex."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - loaded when needed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - loaded when needed

    if re.fullmatch(r"[0-9a-f]{64} [0-9a-f]{128}", f"{public} {signature}") is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_public_key(text: str) -> bool:
    """Whether it is the public half of a key, as 64 hex digits."""
    return _HEX.fullmatch(text) is not None


def _make(path: Path) -> None:
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - loaded when needed
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - loaded when needed

    pem = ed25519.Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        private.write_once(path, pem)
    except FileExistsError:
        return  # somebody else made one meanwhile: theirs counts
    except OSError as error:
        raise SecretError(
            f"{path}: the key of receipts cannot be written: {system_faults.remedy_of_system(error)} "
            f"({error.strerror or error})"
        ) from None
