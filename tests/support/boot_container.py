"""For `tests/systemd/boot`: a root that is booted, and commands in it."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE_S = 90.0


class Container:
    """A booted root; a context manager that ends it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.boot_s = 0.0
        """From the start of its first process until it said that it is up."""
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._leader = 0

    def __enter__(self) -> "Container":
        began_s = time.monotonic()
        words = [
            "systemd-nspawn",
            "--register=no",
            "--keep-unit",
            "-q",
            "-D",
            str(self.root),
            "-b",
            "--private-network",
        ]
        log = (self.root / "opt/proof/console.log").open("wb")
        self._nspawn = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.wait(self._has_leader, "the container's first process")
            self.wait(lambda: self.told("is-system-running") in ("running", "degraded"), "the end of its start")
        except BaseException:
            self._end()
            raise
        self.boot_s = time.monotonic() - began_s
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        assert self._nspawn is not None
        if self._leader:
            self.run("systemctl", "poweroff", "--no-block")
        try:
            self._nspawn.wait(45)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()

    def _has_leader(self) -> bool:
        assert self._nspawn is not None
        if self._nspawn.poll() is not None:
            raise AssertionError((self.root / "opt/proof/console.log").read_text(errors="replace")[-2000:])
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text().split()
        if not children:
            return False
        self._leader = int(children[0])
        return bool(self.run("test", "-S", "/run/systemd/private").returncode == 0)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command in the container, as root there."""
        enter = [
            "nsenter",
            "-t",
            str(self._leader),
            "-m",
            "-u",
            "-i",
            "-n",
            "-p",
            "--root",
            "sh",
            "-c",
            'cd / && exec "$@"',
            "sh",
        ]
        env = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            [*enter, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            env=env,
            timeout=300,
        )

    def told(self, *words: str) -> str:
        """What systemctl says."""
        return self.run("systemctl", *words).stdout.strip()

    def show(self, unit: str, *names: str) -> dict[str, str]:
        """Properties of a unit."""
        said = self.told("show", unit, *[f"-p{name}" for name in names])
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)

    def log(self, unit: str, *more: str) -> str:
        """What a unit has said."""
        return self.run("journalctl", "--no-pager", "-o", "cat", "-u", unit, *more).stdout

    def wait(self, true: Callable[[], Any], what: str, longest_s: float = PATIENCE_S) -> float:
        """Wait until it is so; how long that took, in seconds."""
        began_s = time.monotonic()
        while not true():
            if time.monotonic() - began_s > longest_s:
                raise AssertionError(f"waited {longest_s:.0f} s in vain: {what}")
            time.sleep(0.05)
        return time.monotonic() - began_s

    def is_ready(self, unit: str = "zapato-table.service") -> bool:
        """Whether it is active: the table has said READY=1."""
        return self.show(unit, "ActiveState", "SubState") == {"ActiveState": "active", "SubState": "running"}

    def probes(self, unit: str) -> dict[str, str]:
        """What the last probe of this unit could open."""
        lines = [line for line in self.log(unit).splitlines() if line.startswith("probe ")]
        found: dict[str, str] = json.loads(lines[-1].removeprefix("probe ")) if lines else {}
        return found


Check = Callable[[Container], str]
