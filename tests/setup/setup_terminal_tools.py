"""A command at a real terminal: a pty with somebody who reads what it asks and types."""

import os
import pty
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

MAIN = "from device.cli.main import main; main()"


class AtTerminal:
    """`zapato` with its own terminal."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.said = ""
        self._read = 0
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.chdir(folder)
            os.environ.update(LANG="en_GB.UTF-8", LC_ALL="en_GB.UTF-8", PYTHONIOENCODING="utf-8")
            os.execv(sys.executable, [sys.executable, "-c", MAIN, *words])

    def until(self, text: str, limit_s: float = 40.0) -> str:
        """Read until this comes after what was read before; returns what came."""
        end_s = time.monotonic() + limit_s
        while (at := self.said.find(text, self._read)) < 0:
            if not self._more(end_s):
                raise AssertionError(f"{text!r} never came:\n{self.said[self._read :]}")
        begin, self._read = self._read, at + len(text)
        return self.said[begin : self._read]

    def type(self, question: str, answer: str) -> str:
        """Wait for the question, then type."""
        came = self.until(question)
        os.write(self._fd, f"{answer}\n".encode())
        return came

    def interrupt(self) -> None:
        """Ctrl-C."""
        os.write(self._fd, b"\x03")

    def children(self) -> list[int]:
        """The programs that it has started and not ended."""
        return [int(one) for one in Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text().split()]

    def kill(self, number: int) -> None:
        """A signal from somebody else."""
        os.kill(self._pid, number)

    def end(self) -> int:
        """Its exit code, once it has ended; what it said until then is read."""
        while self._more(time.monotonic() + 40):
            pass
        code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        os.close(self._fd)
        return code

    def _more(self, end_s: float) -> bool:
        ready = select.select([self._fd], [], [], max(0.0, end_s - time.monotonic()))[0]
        try:
            data = os.read(self._fd, 65_536) if ready else b""
        except OSError:  # the other side is gone
            return False
        self.said += data.decode(errors="replace")
        return bool(data)
