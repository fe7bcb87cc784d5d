"""The secrets of this very machine, and whether one of them is in what is about to be handed out."""

import base64
import contextlib
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from device.doctor.parts.keys import secrets_of
from device.files import private
from device.settings import Settings

_MOST_BYTES = 1 << 20
_SHORTEST = 8
"""A shorter secret would be found everywhere; PINs are told by their shape."""
_QUERIES = (
    "SELECT pin_hash FROM people",
    "SELECT last_own_hash FROM people WHERE last_own_hash IS NOT NULL",
    "SELECT mark FROM badges",
    "SELECT value FROM meta WHERE key = 'drawers'",
    "SELECT substr(marks, 1, 32) FROM packs",
    "SELECT substr(box, 1, 64) FROM packs",
)
_BOXES = "SELECT body FROM record.events WHERE shoe = (SELECT max(shoe) FROM record.events) AND instr(body, '\"box\"')"


def known_secrets(settings: Settings) -> list[bytes]:
    """Every secret of this table that this user can read."""
    found: set[bytes] = set()
    for path in secrets_of(settings):
        with contextlib.suppress(OSError):
            content = private.read(path, most=_MOST_BYTES)
            if content.startswith(b"SQLite format 3\0"):
                found.update(_in_database(path))
            else:
                found.update(_in_key(content))
    found.update(_sealed(settings.journal.path))
    return sorted(one for one in found if len(one) >= _SHORTEST)


def spellings(secret: bytes) -> Iterator[bytes]:
    """A secret as it is, in hexadecimal, and in base64 wherever it begins in it."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for before in range(3):
        coded = base64.b64encode(b"\0" * before + secret).rstrip(b"=")
        inner = coded[-(-before * 8 // 6) : len(coded) - 1]
        yield inner
        yield inner.replace(b"+", b"-").replace(b"/", b"_")


def holds_any(content: bytes, secrets: Iterable[bytes]) -> bool:
    """Whether any spelling of any of the secrets is in the content."""
    return any(spelling in content for secret in secrets for spelling in spellings(secret))


def _in_key(content: bytes) -> Iterator[bytes]:
    """A key's file as it stands, and the bytes behind its text: PEM, hexadecimal, JSON with keys."""
    yield content.strip()
    for line in re.findall(rb"^[A-Za-z0-9+/]{40,}={0,2}$", content, re.MULTILINE):
        yield line
        with contextlib.suppress(ValueError):
            yield base64.b64decode(line)[-32:]
    for digits in re.findall(rb"\b[0-9a-f]{32,}\b", content):
        yield digits
        with contextlib.suppress(ValueError):
            yield bytes.fromhex(digits.decode())


def _in_database(path: Path) -> Iterator[bytes]:
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection,
    ):
        for query in _QUERIES:
            with contextlib.suppress(sqlite3.Error):
                for (value,) in connection.execute(query):
                    yield value.encode() if isinstance(value, str) else bytes(value)


def _sealed(journal: Path) -> Iterator[bytes]:
    """The sealed boxes and commitments of the shoe in play."""
    from device.journal.reading import Reader  # noqa: PLC0415 - only where a bundle is made
    from device.ports.journal import JournalError  # noqa: PLC0415 - as above

    with contextlib.suppress(JournalError, OSError), Reader(journal) as reader:
        for (body,) in reader.query(_BOXES):
            with contextlib.suppress(ValueError):
                sealed = json.loads(body).get("sealed") or {}
                yield from (str(sealed[key]).encode() for key in ("box", "commit") if key in sealed)
