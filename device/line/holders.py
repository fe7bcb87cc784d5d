"""Who has a port open, and who people and groups are: what the system tells of its processes and accounts."""

import grp
import os
import pwd
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.line.port_name import real_path

PROC = Path("/proc")
_MOST_NAMED = 4
_PTY_MAJORS = range(136, 144)
"""Ptys are numbered anew in every container; any other device has one number in all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A running program."""

    pid: int
    name: str
    folder: Path
    """Where the system tells of it."""


def processes(proc: Path = PROC) -> Iterator[Process]:
    """Every process that runs now, ourselves left out; one that ends meanwhile is not told."""
    try:
        folders = [folder for folder in proc.iterdir() if folder.name.isdigit()]
    except OSError:
        return
    for folder in folders:
        if int(folder.name) != os.getpid() and (name := _text_of(folder / "comm").strip()):
            yield Process(pid=int(folder.name), name=name, folder=folder)


def words_of(process: Process) -> list[str]:
    """The command line that started it, empty where it is not told."""
    return [word for word in _text_of(process.folder / "cmdline").split("\0") if word]


def holders(path: str, proc: Path = PROC) -> list[Process]:
    """The programs that hold the port open, ours left out, as far as this user may see them."""
    real = real_path(path)
    return [process for process in processes(proc) if _holds(process, real)]


def holders_in_words(path: str, proc: Path = PROC) -> str:
    """The same in words: `` (minicom, process 812)``, or empty."""
    held = [f"{process.name}, process {process.pid}" for process in holders(path, proc)]
    more = [f"and {len(held) - _MOST_NAMED} more"] if len(held) > _MOST_NAMED else []
    return f" ({'; '.join([*held[:_MOST_NAMED], *more])})" if held else ""


def user_name(uid: int) -> str:
    """A user's name, or its number."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def group_name(gid: int) -> str:
    """A group's name, or its number."""
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def members_of(gid: int) -> list[str]:
    """Who is in a group from the next log-in on."""
    try:
        return grp.getgrgid(gid).gr_mem
    except KeyError:
        return []


def _holds(process: Process, real: str) -> bool:
    try:
        return any(_is_same(fd, real) for fd in (process.folder / "fd").iterdir())
    except OSError:  # ended meanwhile, or another user's
        return False


def _is_same(fd: Path, real: str) -> bool:
    """Whether an open file is this port: by the device itself, for in a container its name may be another port's."""
    try:
        ours, theirs = Path(real).stat(), fd.stat()
    except OSError:
        return _target(fd) == real  # the port is gone, and whoever has it open still holds it
    if os.path.samestat(ours, theirs):
        return True
    numbered = stat.S_ISCHR(ours.st_mode) and stat.S_ISCHR(theirs.st_mode) and ours.st_rdev == theirs.st_rdev
    return numbered and os.major(ours.st_rdev) not in _PTY_MAJORS


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
