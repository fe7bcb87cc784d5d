"""A process of its own on a registry: `cards_process.py FILE rotate|life|restore|add SEED COUNT`."""

import ctypes
import sys
from pathlib import Path

from cards.cards_tools import AT, LATER, WORDS, add_tags, tags

from device.cards.backup.backup_file import decode
from device.cards.backup.restoring import restore
from device.cards.errors import TakenCodeError
from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry.registry import Registry


def _mark(number: int) -> None:
    """Where this process is, in the log of whoever watches its files."""
    ctypes.CDLL(None).disk_shim_mark(ctypes.c_int64(number))


def life(path: Path) -> None:
    """From no file at all: a pack in pieces, enrolled, opened, retired."""
    registry = Registry(path, create=True)
    _mark(1)
    name = registry.add(NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes={}, id="AAAA"), by="a", at=AT).id
    _mark(2)
    codes = list(tags(1).items())
    registry.mark(name, dict(codes[:20]), by="a", at=AT)
    _mark(3)
    registry.mark(name, dict(codes[20:]), by="a", at=AT)
    _mark(4)
    for number, to in enumerate((PackState.ENROLLED, PackState.OPENED, PackState.RETIRED), 5):
        registry.move((name,), to, by="a", at=AT)
        _mark(number)


def rotate(path: Path) -> None:
    """Change the secret twice; between, the last pack with the oldest labels is retired."""
    registry = Registry(path)
    registry.rotate(at=AT)
    _mark(1)
    registry.move(("7QX4",), PackState.RETIRED, by="a", at=AT)
    _mark(2)
    registry.rotate(at=AT)
    _mark(3)


def put_back(path: Path) -> None:
    """Put a backup of an earlier day in the place of the registry."""
    contents = decode(path.with_name("backup").read_bytes(), WORDS)
    restore(path, contents, by="a", at=LATER, force=True)
    _mark(1)


def add(path: Path, seed: int, count: int) -> None:
    """Packs of its own, and ones that others add too; prints how many of those it was first with."""
    sys.stdin.readline()  # all begin together
    registry = Registry(path, create=True)
    first = 0
    for number in range(count):
        add_tags(registry, 1000 * seed + number, state=PackState.PRINTED)
        try:
            add_tags(registry, number)
            first += 1
        except TakenCodeError:
            pass
        registry.find("0123")
        if number == count // 2:
            registry.rotate(at=AT)
    sys.stdout.write(f"{first}\n")


if __name__ == "__main__":
    file, doing, seed, count = sys.argv[1:]
    match doing:
        case "life":
            life(Path(file))
        case "rotate":
            rotate(Path(file))
        case "restore":
            put_back(Path(file))
        case _:
            add(Path(file), int(seed), int(count))
