"""Words to systemd: ready, still alive, stopping. Without systemd they go nowhere."""

import contextlib
import os
import socket


class Notifier:
    """Sends `sd_notify` messages to the socket that systemd named in the environment, if it did."""

    def __init__(self, address: str | None = None) -> None:
        address = os.environ.get("NOTIFY_SOCKET") if address is None else address
        self._address = ("\0" + address[1:] if address.startswith("@") else address) if address else None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) if self._address else None

    @property
    def is_heard(self) -> bool:
        """Whether a service manager started this process and wants to know how it is."""
        return self._socket is not None

    def say(self, message: str) -> None:
        """Send one message, ``READY=1``, ``WATCHDOG=1`` or ``STATUS=…``; a deaf systemd never stops the table."""
        if self._socket is not None and self._address is not None:
            with contextlib.suppress(OSError):
                self._socket.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)

    def close(self) -> None:
        """Release the socket."""
        if self._socket is not None:
            self._socket.close()
