"""Files from one place to another: whole, on the disk, with their digest, and never through a link."""

import errno
import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from device.backup.manifest import Entry
from device.files.whole import write_whole

Step = Callable[[str, int, int], None]
"""Called now and then with what is being done, how much of it is done, and of how much."""

_BLOCK_BYTES = 1024 * 1024


def copy(source: Path, target: Path, *, step: Step | None = None, mode: int = 0o600) -> Entry:
    """Copy a file to a new name, on the disk when the call returns; raises OSError.

    Links, devices and pipes are refused: what lies in a backup, or in an archive, is a file.
    """
    reading = _open_file(source)
    digest, done = hashlib.sha256(), 0
    try:
        total = os.fstat(reading).st_size
        writing = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        try:
            for block in _blocks(reading):
                digest.update(block)
                write_whole(writing, block)
                done += len(block)
                if step is not None:
                    step(f"copying {source.name}", done, max(total, done))
            os.fsync(writing)
        finally:
            os.close(writing)
    finally:
        os.close(reading)
    return Entry(name=target.name, bytes=done, sha256=digest.hexdigest())


def entry_of(path: Path, *, step: Step | None = None) -> Entry:
    """Name, size and digest of a file as it lies on the disk, not as it is still in memory; raises OSError."""
    reading = _open_file(path)
    digest, done = hashlib.sha256(), 0
    try:
        total = os.fstat(reading).st_size
        os.fsync(reading)
        os.posix_fadvise(reading, 0, 0, os.POSIX_FADV_DONTNEED)
        for block in _blocks(reading):
            digest.update(block)
            done += len(block)
            if step is not None:
                step(f"reading {path.name}", done, max(total, done))
    finally:
        os.close(reading)
    return Entry(name=path.name, bytes=done, sha256=digest.hexdigest())


def link_or_copy(source: Path, target: Path, *, step: Step | None = None) -> None:
    """A second name for a file where the file system knows that, else a copy; raises OSError."""
    os.close(_open_file(source))
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.EXDEV, errno.EMLINK, errno.ENOSYS):
            raise
        copy(source, target, step=step)


def remove(path: Path) -> None:
    """Delete what lies there, a folder with all that is in it; links are deleted, not followed. Raises OSError."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path)


def _open_file(path: Path) -> int:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no file, but a folder, a device or a pipe", str(path))
    return handle


def _blocks(handle: int) -> Iterator[bytes]:
    while block := os.read(handle, _BLOCK_BYTES):
        yield block
