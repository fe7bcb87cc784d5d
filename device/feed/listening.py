"""A feed's socket: nobody may connect before its permissions stand, and nobody else's file is removed.

Whoever connects needs the socket's file. A file that somebody removes, as with a careless `rm` in /run, shuts nobody
out for long: it is looked for again and again, and the socket is opened anew.
"""

import contextlib
import logging
import os
import shutil
import socket
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

log = logging.getLogger("zapato.table")

LOOKS_AFTER_S = 2.0
"""How often it is looked whether the socket's file is still there, whoever comes meanwhile by another name of it."""


class FeedError(Exception):
    """The socket cannot be opened; the message names path, cause and remedy."""


class Door:
    """Where a feed is found: a listening socket, and its file, which is put back when somebody removed it."""

    def __init__(self, path: Path, mode: int, group: str | None, *, backlog: int) -> None:
        """Open it, with these permissions; raises FeedError."""
        self._path: Final = path
        self._open: Final[Callable[[], socket.socket]] = lambda: listen(path, mode, group, backlog=backlog)
        self._guard: Final = threading.Lock()
        self._is_shut = False
        self._told = ""
        self._looks_at_s = time.monotonic() + LOOKS_AFTER_S
        self._listener = self._open()
        self._file = self._found()  # None where it is gone already: then it is opened anew too

    def next_client(self) -> socket.socket | None:
        """Wait for a client; None when the file was looked after. Raises OSError, also once the door is shut."""
        left_s = self._looks_at_s - time.monotonic()
        if left_s > 0:
            self._listener.settimeout(left_s)
            with contextlib.suppress(TimeoutError):
                client, _ = self._listener.accept()
                return client
        self._look_after()
        self._looks_at_s = time.monotonic() + LOOKS_AFTER_S
        return None

    def shut(self) -> None:
        """Let nobody in any more, and take the file away; who waits in `next_client` is told by an OSError."""
        with self._guard:
            if self._is_shut:
                return
            self._is_shut = True
            # While the socket is open no other file gets its number: what has it is this one, and no later table's.
            self._remove_own()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _remove_own(self) -> None:
        """Take the file away, unless it is another's by now."""
        if self._is_there():
            with contextlib.suppress(OSError):
                self._path.unlink()

    def _look_after(self) -> None:
        if self._is_there():
            return
        try:
            fresh = self._open()
        except FeedError as error:
            if self._told != str(error):
                log.warning("%s", error)
            self._told = str(error)
            return
        with self._guard:
            self._file = self._found()
            if self._is_shut:
                self._remove_own()
                fresh.close()
                return
            self._listener.close()
            self._listener = fresh
        self._told = ""
        log.warning("%s: somebody removed the feed's socket; it is open again", self._path)

    def _is_there(self) -> bool:
        return self._file is not None and self._found() == self._file

    def _found(self) -> tuple[int, int] | None:
        """Which file has the name now."""
        try:
            found = self._path.lstat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def listen(path: Path, mode: int, group: str | None, *, backlog: int) -> socket.socket:
    """A listening socket at `path` with these permissions, its file's group `group`; raises FeedError."""
    with contextlib.ExitStack() as undo:
        try:
            listener = undo.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            _make_way(path)
            # Its file is made with the socket's own mode: nobody else connects before mode and group are set, and the
            # umask stays as it is for the files that other threads make meanwhile.
            os.fchmod(listener.fileno(), 0o600)
            listener.bind(str(path))
            undo.callback(path.unlink, missing_ok=True)  # a socket where nobody listens helps nobody
            if group is not None:
                _give_to_group(path, group)
            path.chmod(mode)
            listener.listen(backlog)
        except OSError as error:
            raise FeedError(f"{path}: the feed's socket cannot be opened: {_cause(error, path)}") from None
        undo.pop_all()
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
