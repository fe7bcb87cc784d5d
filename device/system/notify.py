"""Words to systemd: ready, still alive, stopping. Without systemd they go nowhere."""

import contextlib
import os
import socket
from collections.abc import Callable


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


class Pulse:
    """Asks the service manager to end this process when its loop stands still, and tells it that the loop goes round.

    The limit is set with the first beat: what takes its time before the loop begins, or is not heard at all, is never
    ended for it.
    """

    def __init__(self, say: Callable[[str], None], now_s: Callable[[], float], *, limit_s: float) -> None:
        """`say` takes a message to the service manager; `limit_s`: how long the loop may stand still."""
        self._say = say
        self._now_s = now_s
        self._limit_s = limit_s
        self._said_s: float | None = None

    def beat(self) -> None:
        """The loop has gone round; a word is sent six times within the limit, however fast it goes."""
        now_s = self._now_s()
        if self._said_s is None:
            self._say(f"WATCHDOG_USEC={self._limit_s * 1e6:.0f}\nWATCHDOG=1")
        elif now_s - self._said_s < self._limit_s / 6:
            return
        else:
            self._say("WATCHDOG=1")
        self._said_s = now_s
