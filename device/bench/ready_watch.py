"""What a service manager hears from a table: whether it has said that it is ready."""

import secrets
import socket
from collections.abc import Mapping


class ReadyWatch:
    """A socket in the place of the service manager's; for one table."""

    def __init__(self) -> None:
        name = f"zapato-bench-{secrets.token_hex(8)}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.bind(f"\0{name}")
        self._socket.settimeout(0)
        self.environment: Mapping[str, str] = {"NOTIFY_SOCKET": f"@{name}"}
        """What the table must find in its environment."""
        self._ready = False

    def is_ready(self) -> bool:
        """Whether it has said ``READY=1`` by now."""
        while not self._ready:
            try:
                said = self._socket.recv(4096)
            except BlockingIOError:
                return False
            self._ready = b"READY=1" in said.split(b"\n")
        return True

    def close(self) -> None:
        """Hear nothing more."""
        self._socket.close()
