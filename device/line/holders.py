"""Who has a port open, and who people and groups are: what the system tells of its processes and accounts."""

import grp
import os
import pwd
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.line.port_name import real_path

PROC = Path("/proc")
_MOST_NAMED = 4


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
        return any(_target(fd) == real for fd in (process.folder / "fd").iterdir())
    except OSError:  # ended meanwhile, or another user's
        return False


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
