"""A whole `zapato table` in a folder of its own, started and ended by a benchmark."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from device.bench.report import BenchError
from device.bench.staff_client import StaffClient
from device.staff.people import Role
from device.staff.simulated import make_people

COMMAND = (sys.executable, "-c", "from device.cli.main import main; main()")
"""`zapato` by its import: the script may not be on the path of whoever measures."""

_SETTINGS = """\
profile = "live"
demo = true

[reader]
port = "{port}"

[journal]
archive = "never"

[panel]
factory = "{factory}"
"""


_DEALER = "bench"


class Process:
    """A child that is always ended, and whose last words are kept in `log`."""

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        *,
        env: Mapping[str, str] | None = None,
        pass_fds: Sequence[int] = (),
        stdin: int | None = subprocess.DEVNULL,
    ) -> None:
        self._log = log
        with log.open("wb") as output:
            self._child = subprocess.Popen(
                words, stdin=stdin, stdout=output, stderr=output, env=env, pass_fds=tuple(pass_fds)
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._child.pid

    def wait_for(self, there: Callable[[], bool], what: str, timeout_s: float = 30.0) -> None:
        """Wait until `there` says yes; raises BenchError with the child's last words when it ends before, or never."""
        until_s = time.monotonic() + timeout_s
        while not there():
            if self._child.poll() is not None or time.monotonic() > until_s:
                raise BenchError(f"{what}: {self.last_words() or 'it said nothing'}")
            time.sleep(0.002)

    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._child.poll() is not None

    def code(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._child.poll()

    def last_words(self) -> str:
        """The last line it wrote."""
        return next(iter(reversed(self._log.read_text("utf-8", "replace").strip().splitlines())), "")

    def stop(self) -> None:
        """End it as its user would; kill it when it does not."""
        if self._child.stdin is not None:
            self._child.stdin.close()
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
            try:
                self._child.wait(10)
            except subprocess.TimeoutExpired:
                self._child.kill()
        self._child.wait()


class Table(Process):
    """A table process in `folder`; its journal, sockets and settings lie there."""

    def __init__(  # noqa: PLR0913 - what a benchmark may want of it
        self,
        folder: Path,
        *,
        port: str,
        factory: str = "off",
        words: Sequence[str] = (*COMMAND, "table", "--config"),
        more: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        pass_fds: Sequence[int] = (),
        dealt: bool = True,
    ) -> None:
        """`words` start it, then come its settings file and `more`; `dealt`: somebody signs in who may deal it all."""
        config = folder / "table.toml"
        config.write_text(_SETTINGS.format(port=port, factory=factory), encoding="utf-8")
        self._pins = make_people(folder / "staff.sqlite3", {_DEALER: [Role.DEALER, Role.SUPERVISOR]}) if dealt else {}
        self.journal = folder / "journal.sqlite3"
        self.staff_socket = folder / "staff.sock"
        super().__init__((*words, str(config), *more), folder / "table.log", env=env, pass_fds=pass_fds)

    def staff(self, *, idle: Callable[[], None] = lambda: None) -> StaffClient:
        """A client connected to it, as soon as it can be reached; the dealer is signed in, where there is one."""
        found: list[StaffClient] = []

        def connect() -> bool:
            try:
                found.append(StaffClient(self.staff_socket, idle=idle))
            except OSError:
                return False
            return True

        self.wait_for(connect, "the table did not start")
        for name, pin in self._pins.items():
            found[0].sign_in(name, pin)
        return found[0]

    def resident_bytes(self) -> int:
        """How much memory it has now."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def written_bytes(self) -> int | None:
        """How much it has given the disk to write so far; None where the kernel does not say."""
        try:
            lines = Path(f"/proc/{self.pid}/io").read_text("ascii").splitlines()
        except OSError:
            return None
        return next((int(line.split()[1]) for line in lines if line.startswith("write_bytes")), None)
