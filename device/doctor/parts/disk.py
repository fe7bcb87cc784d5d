"""The disks under record, people and backups: room, how they are mounted, and what they say of their own health."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.doctor.finding import Finding, Teller, Value
from device.doctor.world import World

_TELL = Teller("disk")
_MB = 1_000_000
_BAD_MB, _LOW_MB, _LOW_PERCENT = 64, 512, 5.0
_IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")
_POOR = ("vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk", "nfs", "nfs4", "cifs")
"""File systems without hard links, or whose word that something is on the disk is worth little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """A line of the list of mounts."""

    device: str
    place: str
    kind: str
    options: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What is left for the table's user."""

    free_mb: int
    total_mb: int
    free_files: int
    total_files: int


def look(world: World) -> Iterator[Finding]:
    """Every folder that the table writes to, each disk once."""
    mounts = read_mounts(world.text("proc/mounts"))
    seen: set[int] = set()
    production = world.settings is not None and world.settings.production
    for folder in _folders(world):
        try:
            device, filled = folder.stat().st_dev, os.statvfs(folder)
        except FileNotFoundError:
            yield _TELL.bad("disk-no-folder", path=str(folder))
            continue
        if device in seen:
            continue
        seen.add(device)
        room = Room(
            free_mb=filled.f_bavail * filled.f_frsize // _MB,
            total_mb=filled.f_blocks * filled.f_frsize // _MB,
            free_files=filled.f_favail,
            total_files=filled.f_files,
        )
        yield from judge_room(str(folder), room)
        mount = mount_of(mounts, Path(os.path.realpath(folder)))
        if mount is not None:
            is_root = folder == world.at("/")
            yield from judge_mount(str(folder), mount, production=production, is_root=is_root)
    yield from _hardware(world)


def _folders(world: World) -> list[Path]:
    """The root last: what it says of a disk of the table's is better said with the table's folder."""
    settings = world.settings
    named = []
    if settings is not None:
        named = [settings.journal.path.parent, settings.staff.path.parent]
        if settings.cards.uses_packs:
            named.append(settings.cards.registry.parent)
    kept = world.at("var/backups/zapato")
    return [*dict.fromkeys(named), *([kept] if kept.is_dir() else []), world.at("/")]


def read_mounts(text: str) -> list[Mount]:
    """The lines of /proc/mounts."""
    found = []
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 4:
            place = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), words[1])
            found.append(Mount(device=words[0], place=place, kind=words[2], options=frozenset(words[3].split(","))))
    return found


def mount_of(mounts: list[Mount], path: Path) -> Mount | None:
    """What a path lies on: the last mount of the longest place."""
    best = None
    for mount in mounts:
        if path.is_relative_to(mount.place) and (best is None or len(mount.place) >= len(best.place)):
            best = mount
    return best


def judge_room(path: str, room: Room) -> Iterator[Finding]:
    """How full."""
    percent = round(100 * room.free_mb / room.total_mb, 1) if room.total_mb else 0.0
    figures: dict[str, Value] = {"path": path, "free_mb": room.free_mb, "total_mb": room.total_mb, "percent": percent}
    if room.free_mb < _BAD_MB:
        yield _TELL.bad("disk-full", **figures)
    elif room.free_mb < _LOW_MB or percent < _LOW_PERCENT:
        yield _TELL.warn("disk-low", **figures)
    else:
        yield _TELL.ok("disk-room", **figures)
    if room.total_files and 100 * room.free_files / room.total_files < _LOW_PERCENT:
        yield _TELL.warn("disk-files", path=path, left=room.free_files)


def judge_mount(path: str, mount: Mount, *, production: bool, is_root: bool = False) -> Iterator[Finding]:
    """How it is mounted; a root that nobody may write to is a good thing, a record that nobody may write to is none."""
    if "ro" in mount.options:
        yield (_TELL.note if is_root else _TELL.bad)("disk-read-only", path=path, device=mount.device)
    if is_root:
        return
    if mount.kind in _IN_MEMORY:
        yield (_TELL.bad if production else _TELL.warn)("disk-memory", path=path, kind=mount.kind)
    if mount.kind in _POOR:
        yield _TELL.warn("disk-poor", path=path, kind=mount.kind)


def _hardware(world: World) -> Iterator[Finding]:
    for counter in sorted(world.at("sys/fs/ext4").glob("*/errors_count")):
        count = world.number(counter)
        if count:
            yield _TELL.bad("disk-errors", device=counter.parent.name, count=count)
    for card in sorted(world.at("sys/block").glob("mmcblk?")):
        about = card / "device"
        named = {key: world.text(about / key) or "?" for key in ("name", "date", "type")}
        wear = world.text(about / "life_time"), world.text(about / "pre_eol_info")
        yield from judge_card(card.name, named, life=wear[0], spare=wear[1])


def judge_card(device: str, named: dict[str, str], *, life: str, spare: str) -> Iterator[Finding]:
    """What a memory card tells of its wear: `life` in tenths, used up at 0x0b; `spare`: 1 well, 2 low, 3 urgent."""
    used = max([int(one, 0) for one in life.split() if re.fullmatch("0x[0-9a-fA-F]+", one)], default=0)
    left = int(spare, 0) if re.fullmatch("0x[0-9a-fA-F]+", spare) else 0
    figures = {"device": device, "name": named["name"], "made": named["date"]}
    if used >= 11 or left >= 3:
        yield _TELL.bad("disk-worn-out", **figures)
    elif used >= 9 or left == 2:
        yield _TELL.warn("disk-worn", **figures, used_percent=min(100, used * 10))
    elif used:
        yield _TELL.ok("disk-wear", **figures, used_percent=used * 10)
    else:
        yield _TELL.note("disk-untold", **figures, kind=named["type"])
