"""Signed ends of a record that somebody else holds: whether the record still reaches them.

A chain whose tail was cut off is still a whole chain. Whoever holds a signed end of a later moment sees the cut.
"""

import json
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from device.journal import faults, signing
from device.journal.errors import NotVerifiedError
from device.journal.reading import Reader
from device.journal.signing import SignedHead
from device.ports.journal import JournalError
from device.settings.files import TooLargeError, read_at_most

_MOST_BYTES = 64_000_000
"""More than the ends that a table makes in all its years."""


class HeldHead(NamedTuple):
    """A signed end with the epoch that it is of."""

    epoch: str
    head: SignedHead


class _Head(msgspec.Struct, frozen=True):
    epoch: str
    seq: int
    hash: str
    at: str
    public_key: str
    signature: str


def read_heads(path: Path) -> tuple[HeldHead, ...]:
    """The signed ends in a file of JSON, one object or one a line, by themselves or under `head`.

    Raises JournalError for a file that cannot be read, or in which something else stands.
    """
    try:
        text = read_at_most(path, _MOST_BYTES).decode("utf-8")
    except TooLargeError as error:
        raise JournalError(f"{path}: {error.strerror}") from None
    except (OSError, ValueError) as error:
        what = error if isinstance(error, OSError) else OSError(0, "it is no text")
        raise faults.of_system(what, path, "read the signed ends") from None
    try:
        found = tuple(HeldHead(one.epoch, SignedHead(*msgspec.structs.astuple(one)[1:])) for one in _heads(text))
    except ValueError as error:
        raise JournalError(f"{path}: no signed ends: expected JSON as in MANIFEST.json of a backup ({error})") from None
    return found


def _heads(text: str) -> Iterator[_Head]:
    try:
        objects: list[Any] = [json.loads(text)]
    except ValueError:
        objects = _lines(text)
    for one in objects:
        if not isinstance(one, dict):
            raise ValueError("a line is no JSON object")
        held = one.get("head", one)
        if isinstance(held, dict) and "signature" in held:
            yield msgspec.convert(held, type=_Head)


def _lines(text: str) -> list[Any]:
    """Those that can be read, for the mains may go while one is written; raises ValueError where none can."""
    found, trouble = [], None
    for line in text.splitlines():
        if line.strip():
            try:
                found.append(json.loads(line))
            except ValueError as error:
                trouble = error
    if not found and trouble is not None:
        raise trouble
    return found


def check(path: Path, held: Sequence[HeldHead], *, trusted: Set[str] = frozenset()) -> int:
    """How many of them are of the record in this file; raises NotVerifiedError where it does not hold one as signed.

    `trusted`: public keys as hex; where any is given, each end must be signed by one of them. Raises JournalError.
    """
    with Reader(path) as reader, reader.snapshot():
        epoch, count = reader.epoch(), reader.count()
        mine = [one.head for one in held if one.epoch == epoch]
        for head in mine:
            if not signing.is_genuine(head, epoch=epoch) or (trusted and head.public_key not in trusted):
                raise NotVerifiedError(f"the signature of the end at record {head.seq} is false", seq=head.seq)
            found = reader.query("SELECT hash FROM record.events WHERE seq = ?", (head.seq,))
            if not found:
                raise NotVerifiedError(
                    f"cut off: its signed end of {head.at} at record {head.seq} is held, and it ends with {count}",
                    seq=count + 1,
                )
            if found != [(head.hash,)]:
                raise NotVerifiedError("it is not the record that was signed", seq=head.seq)
    return len(mine)
