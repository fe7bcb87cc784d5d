"""The bundle's file: whole or not there, for its owner alone, and never in the place of another."""

import contextlib
import errno
import gzip
import io
import os
import secrets
import tarfile
import time
from collections.abc import Iterable
from pathlib import Path

from device.doctor.bundle.contents import Member
from device.files.system_faults import remedy_of_system
from device.files.whole import write_whole

FOLDER = "zapato-diagnostics"
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


class BundleError(Exception):
    """The bundle cannot be written; the message names the file and the remedy. Nothing of it is there."""


def packed(members: Iterable[Member]) -> bytes:
    """A tar archive, packed with gzip."""
    now = int(time.time())
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for member in members:
            about = tarfile.TarInfo(f"{FOLDER}/{member.name}")
            about.size, about.mode, about.mtime = len(member.content), 0o600, now
            archive.addfile(about, io.BytesIO(member.content))
    return gzip.compress(plain.getvalue(), mtime=now)


def write(path: Path, content: bytes) -> None:
    """Write the file, which must not be there yet; raises BundleError.

    A stick that knows neither permissions nor links (FAT) takes it too.
    """
    if os.path.lexists(path):
        raise BundleError(f"{path}: there is something of that name: name another file")
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        _write_all(unfinished, content)
        try:
            os.link(unfinished, path)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
            unfinished.rename(path)
    except FileExistsError:
        raise BundleError(f"{path}: there is something of that name: name another file") from None
    except OSError as error:
        remedy = remedy_of_system(error)
        raise BundleError(f"{path}: cannot be written: {remedy} ({error.strerror or error})") from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _write_all(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        with contextlib.suppress(PermissionError):  # FAT knows no permissions
            os.fchmod(handle, 0o600)
        write_whole(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
