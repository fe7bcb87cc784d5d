"""Small files with secrets: whole or not there, on the disk when the call returns, for their owner alone."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.files import owners
from device.files.system_faults import NotAFileError
from device.files.whole import write_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What lies at a path."""

    is_file: bool
    is_private: bool
    """Nobody but its owner may read, write or run it."""


def look(path: Path) -> Found | None:
    """What lies there, None for nothing; raises OSError where that cannot be seen."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    return Found(is_file=stat.S_ISREG(mode), is_private=not mode & 0o077)


def read(path: Path, *, most: int) -> bytes:
    """The content of a file of at most `most` bytes; raises OSError, also for a larger one, a pipe or a device.

    Whatever lies there, it returns at once: a pipe is not waited for, and nothing endless is read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise _no_file(path)
        content = b""
        while len(content) <= most and (more := os.read(handle, most + 1 - len(content))):
            content += more
        if len(content) > most:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return content
    finally:
        os.close(handle)


def write_new(path: Path, content: bytes) -> None:
    """A new file with mode 0600, on the disk as its name is after `sync_folder`; raises FileExistsError, OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(handle, 0o600)
        owners.give(handle, path.parent)
        write_whole(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)


def refuse_other_than_files(path: Path) -> None:
    """Raise OSError where there is something else than a file: in the place of /dev/null a file would harm."""
    found = look(path)
    if found is not None and not found.is_file:
        raise _no_file(path)


def replace(path: Path, content: bytes) -> None:
    """The file with this content in place of any other, as a whole whatever happens; raises OSError.

    Only a file or a link is replaced: a device or a pipe of that name is somebody else's, and stays.
    """

    def move(unfinished: Path) -> None:
        write_new(unfinished, content)
        refuse_other_than_files(path)
        unfinished.rename(path)

    _under_another_name(path, move)


def write_once(path: Path, content: bytes) -> None:
    """The file as a whole, where there is none yet; raises FileExistsError, OSError."""

    def move(unfinished: Path) -> None:
        write_new(unfinished, content)
        os.link(unfinished, path)

    _under_another_name(path, move)


def make_once(path: Path, fill: Callable[[Path], None]) -> None:
    """Let `fill` make a private file that is there already, empty, and name it `path` when it is whole.

    A file that is there by then stays, for it is as good. Raises OSError, and what `fill` raises.
    """

    def move(unfinished: Path) -> None:
        write_new(unfinished, b"")
        fill(unfinished)
        with contextlib.suppress(FileExistsError):
            os.link(unfinished, path)

    _under_another_name(path, move)


def forget_unfinished(path: Path) -> None:
    """Delete what a killed process left of an unfinished file for `path`; raises OSError.

    Only where nobody else writes the same file meanwhile.
    """
    for left in path.parent.iterdir():
        if left.name.startswith(f"{path.name}.") and left.name.endswith(".new") and left.is_file():
            left.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """See that a new name in the folder outlives a power cut; raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _under_another_name(path: Path, move: Callable[[Path], None]) -> None:
    if not path.name or path.name == "..":
        raise _no_file(path)
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        move(unfinished)
        sync_folder(path.parent)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _no_file(path: Path) -> NotAFileError:
    return NotAFileError(errno.EINVAL, "no file stands there, but a device, a pipe, a socket or a folder", str(path))
