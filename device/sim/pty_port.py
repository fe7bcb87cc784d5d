"""The board's end of a pty: a port that a host may open, close, neglect and find unplugged, under a name that stays.

The kernel's side of it: with no program on the slave the master hangs up (a read gives EIO), and about 12 kB fit when
the program there does not read. Neither may stop the board.
"""

import errno
import os
import pty
import select
import tempfile
import termios
import tty
from pathlib import Path

ANY_NAME = "pty"
READ_BYTES = 4096
_PTYS = "/dev/pts/"


class PortError(Exception):
    """The port cannot be made under the wanted name; the message says why and what to do."""


class PtyPort:
    """A pty with the name `path`: a symlink to the slave, or with ``pty`` the slave's own name.

    After `unplug` the name is gone; `plug` makes a new pty under the same name, as a new ttyACM number behind the same
    by-id link.
    """

    def __init__(self, path: str) -> None:
        self._link = None if path == ANY_NAME else Path(path)
        self._master: int | None = None
        self.slave = ""
        """The slave's own name, empty while unplugged."""
        self.attached = False
        """Whether a program had the port open at the last look."""
        if self._link is not None:
            try:
                if not self._link.parent.is_dir():
                    raise PortError(f"{path}: there is no folder {self._link.parent}; make it first")
                self._refuse_others()
            except OSError as error:
                raise PortError(f"{path}: cannot be made: {error.strerror}; name a place of yours") from error

    @property
    def name(self) -> str:
        """What the host opens."""
        return str(self._link) if self._link is not None else self.slave

    @property
    def fd(self) -> int | None:
        """The master's descriptor, to wait for; None while unplugged."""
        return self._master

    def plug(self) -> None:
        """Make the pty and its name; nothing happens when it is there."""
        if self._master is not None:
            return
        master, slave = pty.openpty()
        try:
            # Raw before anyone opens it: a cooked line would echo our own frames back to us.
            tty.setraw(slave)
            os.set_blocking(master, False)
            self.slave = os.ttyname(slave)
            self._make_link()
        except OSError as error:
            os.close(master)
            raise PortError(f"{self.name}: cannot be made: {error.strerror}; name a place of yours") from error
        except PortError:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self._master = master
        self.attached = False

    def unplug(self) -> None:
        """Pull the plug: the name goes first, then whoever has the port open is hung up on."""
        if self._master is None:
            return
        self._drop_link()
        os.close(self._master)
        self._master = None
        self.slave = ""
        self.attached = False

    def look(self) -> bool:
        """Whether a program has the port open now; notes it in `attached`."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        attached = not any(event & select.POLLHUP for _, event in poll.poll(0))
        if self.attached and not attached:
            self._forget_unread()
        self.attached = attached
        return attached

    def read(self) -> bytes:
        """Bytes from the host that are there now; none when nobody has the port open."""
        if self._master is None:
            return b""
        try:
            return os.read(self._master, READ_BYTES)
        except OSError as error:
            if error.errno not in (errno.EIO, errno.EAGAIN):
                raise
            return b""

    def write(self, data: bytes) -> int:
        """How many bytes the kernel took: fewer, down to none, when the host does not read."""
        if self._master is None or not self.attached:
            return 0
        try:
            return os.write(self._master, data)
        except OSError as error:
            if error.errno not in (errno.EIO, errno.EAGAIN):
                raise
            return 0

    def close(self) -> None:
        """Take the port away for good."""
        self.unplug()

    def _forget_unread(self) -> None:
        """What the program that left had not read is not for the next one; only the slave's side can drop it."""
        try:
            slave = os.open(self.slave, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return  # a repeat or an old heartbeat more harms nobody
        try:
            termios.tcflush(slave, termios.TCIFLUSH)
        finally:
            os.close(slave)

    def _make_link(self) -> None:
        if self._link is None:
            return
        # Beside the name and then over it: no one finds the name missing or half made.
        with tempfile.TemporaryDirectory(dir=self._link.parent, prefix=".port-") as folder:
            fresh = Path(folder) / "link"
            fresh.symlink_to(self.slave)
            self._refuse_others()
            fresh.replace(self._link)

    def _refuse_others(self) -> None:
        """Take the name of a simulated port that was, never that of a file or of a real reader's port."""
        link = self._link
        assert link is not None
        if link.is_symlink():
            if not str(link.readlink()).startswith(_PTYS):
                raise PortError(f"{link}: is the name of something else; name a port that is free")
        elif os.path.lexists(link):
            raise PortError(f"{link}: exists and is no link; name a port that is free")

    def _drop_link(self) -> None:
        # Only our own: another board may have taken the name meanwhile.
        if self._link is not None and self._link.is_symlink() and str(self._link.readlink()) == self.slave:
            self._link.unlink()
