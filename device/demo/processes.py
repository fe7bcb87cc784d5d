"""The demo's child processes: started in order, ended in order, and never left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

_ENTRY = "from device.cli.main import main; main()"
"""The command by its import, for the `zapato` script may not be on the path of whoever starts us."""

_PR_SET_PDEATHSIG = 1
PATIENCE_S = 10.0


class ProcessFailed(Exception):
    """A part of the demo ended by itself; the message carries its last words."""


class Processes:
    """Starts parts, each in a session of its own so that Ctrl-C reaches this process alone, which then ends them."""

    def __init__(self, folder: Path) -> None:
        """`folder` gets one log a part."""
        self._folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, words: Sequence[str], *, env: Mapping[str, str] | None = None) -> None:
        """Start `zapato` with these words, and `env` added to the environment."""
        self.start_command(name, [sys.executable, "-c", _ENTRY, *words], env=env)

    def start_command(
        self,
        name: str,
        command: Sequence[str],
        *,
        stdin: int = subprocess.DEVNULL,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start any command as a part."""
        with self._log(name).open("wb") as log:
            process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, **(env or {})},
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - every part is started before the dealer's thread
            )
        self._running[name] = process

    def ended(self, *names: str) -> str | None:
        """The name of one of these parts that has ended, if one has."""
        return next((name for name in names if self._running[name].poll() is not None), None)

    def require(self, *names: str) -> None:
        """Raise ProcessFailed if one of these parts has ended."""
        name = self.ended(*names)
        if name is not None:
            words = self.last_words(name)
            raise ProcessFailed(f"{name} ended by itself ({words or 'without a word'}); its log is {self._log(name)}")

    def require_done(self, name: str) -> None:
        """Raise ProcessFailed if this part has ended otherwise than a person ends it, as by closing its window."""
        if self._running[name].poll():
            self.require(name)

    def last_words(self, name: str) -> str:
        """The last line of a part's log."""
        lines = self._log(name).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def stop(self, name: str) -> None:
        """End one part and wait for it; one that does not listen is killed."""
        process = self._running.pop(name, None)
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stop_all(self) -> None:
        """End all parts, the last started first."""
        for name in reversed(list(self._running)):
            self.stop(name)

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"


def _end_with_parent() -> None:
    """In the child: be told to end when the parent dies, however it dies (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
