"""Plays power cuts on what the library that watches a process's files wrote down.

`build` compiles that library from ``disk_shim.c`` of `device.bench`, which measures with it too (its head describes the
environment variables and the log), `environment` gives a process the library, `read_log` reads what it wrote, and
`disk_after` makes the files as a power cut may have left them.
"""

import random
import struct
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from device.bench.disk_shim import build, environment

__all__ = ["Entry", "build", "disk_after", "environment", "files_after", "read_log"]

_SECTOR = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One change that a process made: see ``disk_shim.c`` for the letters; F: a sync that failed."""

    op: str
    path: str
    a: int
    b: int
    data: bytes


def read_log(log: Path) -> list[Entry]:
    """The entries of a log, in order."""
    raw = log.read_bytes()
    entries, at = [], 0
    while at < len(raw):
        op, length = struct.unpack_from("<cH", raw, at)
        at += 3
        path = raw[at : at + length].decode()
        at += length
        a, b = struct.unpack_from("<qq", raw, at)
        at += 16
        data = raw[at : at + b] if op in b"WRL" else b""
        at += len(data)
        entries.append(Entry(op=op.decode(), path=path, a=a, b=b, data=data))
    return entries


@dataclass(slots=True)
class _File:
    synced: bytearray = field(default_factory=bytearray)
    pending: list[Entry] = field(default_factory=list)


class _Disk:
    """What is certainly on the disk, and what may be: contents wait for a file's sync, names for their folder's."""

    def __init__(self, before: dict[str, bytes], chance: random.Random | None = None) -> None:
        self._chance = chance
        self.files = {path: _File(bytearray(data)) for path, data in before.items()}
        self.synced_names = dict(self.files)

    def take(self, entry: Entry) -> None:
        match entry.op:
            case "W" | "T":
                self.files.setdefault(entry.path, _File()).pending.append(entry)
            case "S":
                file = self.files.setdefault(entry.path, _File())
                for change in file.pending:
                    _apply(file.synced, change)
                file.pending.clear()
            case "F":
                # A sync that failed: some of what it should have written is held for clean from now on and was never
                # written; no later sync of the file does anything about it.
                if self._chance is not None and entry.path in self.files:
                    file = self.files[entry.path]
                    file.pending = [change for change in file.pending if self._chance.random() < 0.3]
            case "D":
                elsewhere = {name: file for name, file in self.synced_names.items() if not _in(entry.path, name)}
                self.synced_names = elsewhere | {name: one for name, one in self.files.items() if _in(entry.path, name)}
            case "L":
                self.files[entry.data.decode()] = self.files[entry.path]
            case "U":
                self.files.pop(entry.path, None)
            case "R":
                self.files[entry.data.decode()] = self.files.pop(entry.path, _File())
            case _:  # a mark
                pass


def disk_after(before: dict[str, bytes], entries: list[Entry], chance: random.Random) -> dict[str, bytes]:
    """The files as a power cut after `entries` may have left them.

    What was synced is there. Of the rest nothing, the first part (its last write torn within a sector's bounds) or any
    subset is there; a name made or removed since its folder's last sync may be there or not.
    """
    return {name: data for names, data in files_after(before, entries, chance) for name in names}


def files_after(
    before: dict[str, bytes], entries: list[Entry], chance: random.Random | None
) -> list[tuple[list[str], bytes]]:
    """As `disk_after`, each file with all its names; `chance` None: the process alone was ended, and all is there."""
    disk = _Disk(before, chance)
    for entry in entries:
        disk.take(entry)
    names = disk.files if chance is None else chance.choice([disk.synced_names, disk.files])
    by_file: dict[int, tuple[_File, list[str]]] = {}
    for name, file in names.items():
        by_file.setdefault(id(file), (file, []))[1].append(name)
    return [(found, _left_of(file, chance)) for file, found in by_file.values()]


def _in(folder: str, name: str) -> bool:
    return str(PurePath(name).parent) == str(PurePath(folder))


def _left_of(file: _File, chance: random.Random | None) -> bytes:
    data = bytearray(file.synced)
    pending = file.pending
    if chance is None:
        for change in pending:
            _apply(data, change)
        return bytes(data)
    match chance.choice(["nothing", "prefix", "subset", "everything"]):
        case "nothing":
            kept = []
        case "prefix":
            kept = pending[: chance.randint(0, len(pending))]
            if kept and kept[-1].op == "W":
                kept[-1] = _torn(kept[-1], chance)
        case "subset":
            kept = [change for change in pending if chance.random() < 0.5]
        case _:
            kept = pending
    for change in kept:
        _apply(data, change)
    return bytes(data)


def _torn(write: Entry, chance: random.Random) -> Entry:
    length = min(write.b, chance.randint(0, write.b // _SECTOR) * _SECTOR)
    return Entry(op="W", path=write.path, a=write.a, b=length, data=write.data[:length])


def _apply(data: bytearray, change: Entry) -> None:
    if change.op == "T":
        del data[change.a :]
        data.extend(bytes(change.a - len(data)))
    else:
        data.extend(bytes(max(0, change.a + change.b - len(data))))
        data[change.a : change.a + change.b] = change.data
