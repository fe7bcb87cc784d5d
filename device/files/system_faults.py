"""What the operating system says when a file cannot be used, as remedies. Settings use it too, so no SQLite is here."""

import errno
import os


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
            return f"no permission for user {os.geteuid()}: look at the permissions of the file and of its folder"
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
