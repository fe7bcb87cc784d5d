"""One Unix socket that carries lines both ways and never blocks: what has come is read, what cannot go yet waits."""

import contextlib
import socket
from pathlib import Path
from typing import Final

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes of a line that is read; a view of the longest shoe is a hundredth of it."""

MOST_UNSENT = 64 * 1024
"""Bytes that may wait to be sent; who reads nothing for so long is not spoken to any more."""

_CHUNK = 65_536


class GoneError(ConnectionError):
    """The other end hung up."""


class EndlessLineError(ConnectionError):
    """The other end sends a line without end."""


class Connection:
    """A connected socket with what has come of a line and what has still to go; every call returns at once."""

    def __init__(self, path: Path) -> None:
        """Connect; raises OSError. A Unix socket connects at once or not at all."""
        self._socket: Final = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._come = bytearray()
        self._unsent = bytearray()
        try:
            self._socket.settimeout(0)
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise

    def fileno(self) -> int:
        """The descriptor to wait on; -1 once closed."""
        return self._socket.fileno()

    @property
    def has_unsent(self) -> bool:
        """Whether something waits for the other end to read."""
        return bool(self._unsent)

    def lines(self) -> list[bytes]:
        """The whole lines among what has come since the last call; raises GoneError or EndlessLineError."""
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return []
        except OSError as error:
            raise GoneError(str(error)) from error
        if not data:
            raise GoneError("the other end hung up")
        self._come += data
        if b"\n" not in data:
            if len(self._come) > LONGEST_LINE:
                raise EndlessLineError(f"more than {LONGEST_LINE} bytes without a line's end")
            return []
        *lines, rest = self._come.split(b"\n")
        self._come = rest
        return [bytes(line) for line in lines]

    def say(self, line: bytes) -> bool:
        """Send a line, or as much of it as goes; False when too much waits already. Raises GoneError."""
        if len(self._unsent) + len(line) + 1 > MOST_UNSENT:
            return False
        self._unsent += line + b"\n"
        self.flush()
        return True

    def flush(self) -> None:
        """Send what waits, as far as it goes; raises GoneError."""
        while self._unsent:
            try:
                sent = self._socket.send(self._unsent)
            except BlockingIOError:
                return
            except OSError as error:
                raise GoneError(str(error)) from error
            del self._unsent[:sent]

    def close(self) -> None:
        """Hang up; what was not sent is lost."""
        with contextlib.suppress(OSError):
            self._socket.close()
