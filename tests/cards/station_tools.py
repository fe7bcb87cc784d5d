"""A simulated reader on a pty and a station's command beside it, both processes, spoken with line by line."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.house import ENTRY

PATIENCE_S = 30.0
"""How long a test waits for what must come; a failure, never a measure."""


def _start(*words: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", ENTRY, *words]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, bufsize=0
    )


class _Process:
    def __init__(self, *words: str, env: dict[str, str] | None = None) -> None:
        self.process = _start(*words, env=env)
        self._rest = b""

    def line(self) -> str | None:
        """The next line of its output, None at the end."""
        out = self.process.stdout
        assert out is not None
        end_s = time.monotonic() + PATIENCE_S
        while b"\n" not in self._rest:
            ready, _, _ = select.select([out], [], [], max(0.0, end_s - time.monotonic()))
            assert ready, f"nothing came, after {self._rest!r}"
            data = os.read(out.fileno(), 65536)
            if not data:
                return None
            self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


class Reader(_Process):
    """`zapato sim reader KIND`."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.port = str(folder / f"reader-{kind}")
        super().__init__("sim", "reader", kind, "--port", self.port, "--control", "-")
        self.line()

    def do(self, order: str) -> dict[str, Any]:
        self.type(order)
        reply: dict[str, Any] = json.loads(self.line() or "")
        assert reply["ok"], reply
        return reply

    def wait_for_host(self) -> None:
        """Until the station has the port open: what is read before goes nowhere."""
        end_s = time.monotonic() + PATIENCE_S
        while not self.do("state")["attached"]:
            assert time.monotonic() < end_s, "the station never opened the port"


class Station(_Process):
    """`zapato cards …` on a reader's port, in JSON lines."""

    def __init__(self, reader: Reader, kind: str, folder: Path, *words: str) -> None:
        self.lines: list[dict[str, Any]] = []
        registry = ("--registry", str(folder / "packs.sqlite3"))
        super().__init__("cards", *words, "--reader", kind, "--port", reader.port, "--json", *registry)
        self.until(lambda told: told.get("step") == "reader" and told["up"])
        reader.wait_for_host()

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first line that is wanted; it must come."""
        while True:
            line = self.line()
            assert line is not None, (self.lines[-5:], self.error())
            self.lines.append(json.loads(line))
            if wanted(self.lines[-1]):
                return self.lines[-1]

    def step(self, *kinds: str) -> dict[str, Any]:
        """The next step of one of these kinds."""
        return self.until(lambda told: told.get("step") in kinds)

    def end(self) -> tuple[int, list[dict[str, Any]]]:
        """Its exit code, and the lines that were not waited for."""
        rest = []
        while (line := self.line()) is not None:
            rest.append(json.loads(line))
        return self.process.wait(PATIENCE_S), rest

    def error(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read().decode() if self.process.poll() is not None else ""
