"""Opening a feed's socket: nobody may connect before its permissions stand, and nobody else's file is removed."""

import os
import shutil
import socket
import stat
from pathlib import Path


class FeedError(Exception):
    """The socket cannot be opened; the message names path, cause and remedy."""


def listen(path: Path, mode: int, group: str | None, *, backlog: int) -> socket.socket:
    """A listening socket at `path` with these permissions, its file's group `group`; raises FeedError."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _make_way(path)
        old_mask = os.umask(0o177)  # nobody else connects before mode and group are set
        try:
            listener.bind(str(path))
        finally:
            os.umask(old_mask)
        if group is not None:
            _give_to_group(path, group)
        path.chmod(mode)
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        raise FeedError(f"{path}: the feed's socket cannot be opened: {_cause(error, path)}") from None
    except FeedError:
        listener.close()
        raise
    return listener


def _give_to_group(path: Path, group: str) -> None:
    try:
        shutil.chown(path, group=group)
    except LookupError:
        raise FeedError(
            f"{path}: there is no group {group!r} on this machine; create it or change the setting"
        ) from None
    except PermissionError:
        raise FeedError(
            f"{path}: this user may not give the socket to group {group!r}; make it a member or change the setting"
        ) from None


def _make_way(path: Path) -> None:
    """Remove the socket of a table that died; raises FeedError for everything else that has the name."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise FeedError(f"{path}: the feed's socket cannot be opened: another file has that name; move it away")
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    probe.settimeout(0)  # a table that hangs does not accept, and is a table all the same
    try:
        probe.connect(str(path))
    except ConnectionRefusedError:
        path.unlink()
        return
    except BlockingIOError:
        pass
    except OSError as error:
        raise FeedError(
            f"{path}: the feed's socket cannot be opened: another program's socket has that name "
            f"({error.strerror}); give this feed its own"
        ) from None
    finally:
        probe.close()
    raise FeedError(f"{path}: another table is serving this feed; stop it, or give this one its own socket")


def _cause(error: OSError, path: Path) -> str:
    if isinstance(error, FileNotFoundError):
        return f"the folder {path.parent} does not exist; create it"
    if isinstance(error, PermissionError):
        return f"no permission in {path.parent}; run as the table's user, or change the folder's owner"
    return f"{error.strerror or error}"
