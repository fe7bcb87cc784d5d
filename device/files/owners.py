"""What root makes in somebody's folder is that somebody's: the table must open tomorrow what `sudo` made today."""

import contextlib
import os
import stat
from pathlib import Path


def give(handle: int, folder: Path) -> None:
    """Give an open file or folder that root has just made in `folder` to the folder's owner; raises OSError.

    Nothing is done by another user than root or one that may not, nor for a file that has another owner or a second
    name: whoever may write in the folder could have laid it there.
    """
    if os.geteuid() != 0:
        return
    owner, made = folder.stat(), os.fstat(handle)
    others = made.st_nlink > 1 and not stat.S_ISDIR(made.st_mode)
    if owner.st_uid != 0 and made.st_uid == 0 and not others:
        with contextlib.suppress(PermissionError):  # root without the right to, as in some containers
            os.fchown(handle, owner.st_uid, owner.st_gid)


def make_folder(path: Path, mode: int) -> None:
    """A new folder, of whoever has the one that it lies in; raises FileExistsError, OSError."""
    path.mkdir(mode=mode)
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        give(handle, path.parent)
    finally:
        os.close(handle)
