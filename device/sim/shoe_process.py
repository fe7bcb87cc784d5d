"""Starting the simulated shoe as a process of its own, and talking to it over its control socket."""

import json
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.sim.faults import Fault
from device.sim.sim_shoe import Drawn

_ENTRY = "from device.cli.main import main; main()"
"""The command by its import, for the `zapato` script may not be on the path of whoever starts us."""


class ShoeProcessError(OSError):
    """The simulated shoe could not be started or does not answer any more; the message carries what it said."""


def shoe_command(  # noqa: PLR0913 - the command's own options
    *,
    port: Path | str,
    control: Path | str,
    passages: Path | str | None = None,
    seed: int = 0,
    faults: Mapping[Fault, float] | None = None,
    decks: int = 8,
    cut_depth: int | None = 14,
    cut_unread: bool = False,
    script: Path | str | None = None,
) -> list[str]:
    """The words of the command line that start such a shoe; it ends with its standard input, so give it a pipe."""
    words = [sys.executable, "-c", _ENTRY, "sim", "shoe", "--port", str(port), "--control", str(control)]
    words += ["--seed", str(seed), "--decks", str(decks), "--cut", "none" if cut_depth is None else str(cut_depth)]
    words += ["--quit-with-input"]
    if faults:
        words += ["--faults", ",".join(f"{fault.value}:{rate}" for fault, rate in faults.items())]
    if passages is not None:
        words += ["--passages", str(passages)]
    if cut_unread:
        words += ["--cut-unread"]
    if script is not None:
        words += ["--script", str(script)]
    return words


class ShoeClient:
    """Orders to a running shoe; one client a thread."""

    def __init__(self, control: Path | str, *, timeout_s: float = 10.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout_s)
        self._rest = b""
        try:
            self._socket.connect(str(control))
        except OSError as error:
            self._socket.close()
            raise ShoeProcessError(f"{control}: no simulated shoe listens there ({error.strerror})") from error

    def order(self, line: str) -> dict[str, Any]:
        """Give one order line; returns the reply, ``ok`` true or false. Raises ShoeProcessError when there is none."""
        try:
            self._socket.sendall(line.encode() + b"\n")
            while b"\n" not in self._rest:
                data = self._socket.recv(65536)
                if not data:
                    raise ShoeProcessError("the simulated shoe has hung up")
                self._rest += data
        except TimeoutError as error:
            raise ShoeProcessError(f"the simulated shoe does not answer {line!r}") from error
        except (ConnectionError, BrokenPipeError) as error:
            raise ShoeProcessError("the simulated shoe is gone") from error
        answer, _, self._rest = self._rest.partition(b"\n")
        reply = json.loads(answer)
        assert isinstance(reply, dict)
        return reply

    def draw(self, *, unread: bool = False) -> Drawn | None:
        """The next card leaves; None when the shoe is empty."""
        reply = self.order("draw unread" if unread else "draw")
        if not reply.pop("ok"):
            return None
        return Drawn(**{**reply, "cards": tuple(reply["cards"]), "mishaps": tuple(reply["mishaps"])})

    def fill(self) -> None:
        """The shoe is filled anew, as it was filled before."""
        self.order("fill")

    def gather(self) -> None:
        """All cards are put in as they lie, without the cut card, to be counted."""
        self.order("gather")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class ShoeProcess:
    """A simulated shoe started by us: `client` talks to it, `hello` is what it said at its start."""

    def __init__(self, command: list[str], *, ready_s: float = 30.0) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            self.hello = self._first_line(ready_s)
            self.client = ShoeClient(self.hello["control"])
        except BaseException:
            self._process.kill()
            self._finish()
            raise

    @property
    def pid(self) -> int:
        """The process id, for whoever must end it without warning."""
        return self._process.pid

    @property
    def port(self) -> str:
        """What the host opens."""
        return str(self.hello["port"])

    def running(self) -> bool:
        """Whether it lives."""
        return self._process.poll() is None

    def stop(self, *, timeout_s: float = 10.0) -> None:
        """End it as its user would, and wait for that."""
        self.client.close()
        self._process.terminate()
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._finish()

    def kill(self) -> None:
        """End it without warning, as a power cut does."""
        self.client.close()
        self._process.kill()
        self._finish()

    def _finish(self) -> None:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _first_line(self, ready_s: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        fd = self._process.stdout.fileno()
        until_s = time.monotonic() + ready_s
        line = b""
        while not line.endswith(b"\n"):
            left_s = until_s - time.monotonic()
            readable, _, _ = select.select([fd], [], [], max(0.0, left_s))
            if not readable:
                raise ShoeProcessError(f"the simulated shoe was not ready within {ready_s:.0f} s")
            data = os.read(fd, 1)
            if not data:
                raise ShoeProcessError(f"the simulated shoe did not start: {self._last_words()}")
            line += data
        hello = json.loads(line)
        assert isinstance(hello, dict)
        return hello

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read().decode("utf-8", "replace").strip()
