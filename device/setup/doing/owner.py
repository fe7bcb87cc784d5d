"""Files that root makes for somebody else: as that user, so that owner and mode are right from the first byte."""

import contextlib
import os
import pwd
from collections.abc import Iterator
from pathlib import Path


def owner_of_folder(path: Path) -> tuple[int, int] | None:
    """User and group to whom files beside `path` belong, where this is root and they are not root's; else None."""
    if os.geteuid() != 0:
        return None
    try:
        found = path.parent.stat()
    except OSError:
        return None
    return (found.st_uid, found.st_gid) if found.st_uid != 0 else None


@contextlib.contextmanager
def as_owner_of_folder(path: Path) -> Iterator[None]:
    """Do what is inside as the user to whom the folder of `path` belongs; nothing changes where that is us."""
    owner = owner_of_folder(path)
    if owner is None:
        yield
        return
    uid, gid = owner
    groups, own_gid = os.getgroups(), os.getegid()
    try:
        os.setgroups(groups_of(uid, gid))
        os.setegid(gid)
        os.seteuid(uid)
        yield
    finally:
        os.seteuid(0)
        os.setegid(own_gid)
        os.setgroups(groups)


def groups_of(uid: int, gid: int) -> list[int]:
    """The groups of a user, the given one among them."""
    try:
        return os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except KeyError:  # a user without a name
        return [gid]
