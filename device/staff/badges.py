"""Badges: what a card reader says is kept as a keyed hash, so that nobody can copy a badge from the file.

A badge's number is short enough to try them all, so a bare hash would hide nothing: the key lies beside the people's
file, ``name.key``, mode 0600, and in no copy that is handed out.
"""

import hmac
import secrets
from hashlib import sha256
from pathlib import Path

from device.files import private
from device.staff import files
from device.staff.errors import NotAllowedError, StaffFileError

_KEY_BYTES = 32


def key_path(people: Path) -> Path:
    """Where the key of a people's file lies."""
    return people.with_name(people.name + ".key")


def ensure_key(people: Path) -> bytes:
    """The key, made at first use; raises StaffFileError."""
    path = key_path(people)
    try:
        private.write_once(path, secrets.token_bytes(_KEY_BYTES))
    except FileExistsError:
        pass
    except OSError as error:
        raise files.of_system(error, path, "create the badges' key") from error
    return read_key(people)


def read_key(people: Path) -> bytes:
    """The key; raises StaffFileError when there is none, it is damaged, or others may read it."""
    path = key_path(people)
    try:
        files.check_private(path, "the badges' key")
        key = path.read_bytes()
    except FileNotFoundError:
        raise StaffFileError(
            f"{path}: the badges' key is not there: put it back from a copy; if it is lost, run "
            "`zapato staff forget-badges` and give the badges anew"
        ) from None
    except OSError as error:
        raise files.of_system(error, path, "read the badges' key") from error
    if len(key) != _KEY_BYTES:
        raise StaffFileError(
            f"{path}: the badges' key is damaged ({len(key)} bytes, not {_KEY_BYTES}): put back a copy"
        )
    return key


def read_badge(text: str) -> str:
    """What a reader sent, as it is compared: no space around it, case makes no difference; raises NotAllowedError."""
    badge = text.strip().casefold()
    if not (badge.isascii() and badge.isprintable() and " " not in badge and 4 <= len(badge) <= 64):
        raise NotAllowedError("a badge's number has 4 to 64 letters, digits and signs without spaces: read it again")
    return badge


def mark_of(badge: str, key: bytes) -> str:
    """What is kept of a badge: HMAC-SHA-256 under the key, lower-case hex."""
    return hmac.new(key, b"zapato badge 1\n" + badge.encode("ascii"), sha256).hexdigest()
