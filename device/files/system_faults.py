"""What the operating system says when a file cannot be used, as remedies. Settings use it too, so no SQLite is here."""

import errno
import os
import pwd
from pathlib import Path


class NotAFileError(OSError):
    """A device, a pipe, a socket or a folder where a file was to be replaced."""


def remedy_of_system(error: OSError) -> str:
    """What to do about a fault of the operating system."""
    if isinstance(error, NotAFileError):
        return "name a file"
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return "no such folder: create it or name another place"
        case errno.EACCES | errno.EPERM:
            return _without_permission(error.filename)
        case errno.EROFS:
            return "the disk is mounted read-only: mount it for writing"
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return "the disk is full: free some space"
        case errno.EISDIR:
            return "it is a folder: name a file"
        case errno.ELOOP:
            return "its links lead round in a circle: name the file itself"
        case errno.ENAMETOOLONG:
            return "the name is too long: choose a shorter one"
        case _:
            return "look at the disk and at the kernel's log"


def in_words(error: OSError) -> str:
    """What the system says, and for want of permission whose the file is and what to do."""
    said = error.strerror or str(error)
    return f"{remedy_of_system(error)} ({said})" if isinstance(error, PermissionError) else said


def is_there(path: Path) -> bool:
    """Whether anything lies at the path, a link that leads nowhere too; raises OSError where that cannot be seen.

    `os.path.lexists` takes a folder that this user may not enter for an empty one.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def sudo_for(path: object) -> str:
    """What whoever may use the file or folder would type before the command; empty where it is ours, or nobody knows.

    Where the file cannot be seen it is the owner of the nearest folder around it that can.
    """
    if not isinstance(path, str | bytes | os.PathLike):
        return ""
    whole = Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - `absolute` would leave `..` in it
    for place in (whole, *whole.parents):
        try:
            owner = place.lstat().st_uid
        except OSError:
            continue
        if owner == os.geteuid():
            return ""
        try:
            name = pwd.getpwuid(owner).pw_name
        except KeyError:
            name = f"'#{owner}'"
        return "sudo" if owner == 0 else f"sudo -u {name}"
    return ""


def _without_permission(path: object) -> str:
    remedy = f"no permission for user {os.geteuid()}: look at the permissions of the file and of its folder"
    sudo = sudo_for(path)
    return f"{remedy}, or type {sudo} before the command, as their owner" if sudo else remedy
