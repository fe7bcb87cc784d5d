"""The record is looked at from end to end while the table is open: after its start, and at the end of each shoe.

When the file is opened only its newest shoe is checked, for a start must not grow with the record's age. So the whole
check, `zapato verify` in a process of its own that gives way to everybody, runs when there is time, and what it finds
comes to the table's loop as an input. Damage is told to the staff at once, and the file ends before the next shoe.
"""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

from device.threads.worker import Worker, wait_for_end

log = logging.getLogger("zapato.table")

AFTER_START_S: Final = 60.0
"""How long after the table's start the record is looked at: not while screens and reader are coming up."""

AFTER_SHOE_S: Final = 10.0
"""How long after a shoe's end: its last steps go on record first."""
ENDS_WITHIN_S: Final = 2.0

_ENTRY = "from device.cli.main import main; main()"
POLITE = """
import contextlib, os, pathlib
with contextlib.suppress(OSError):  # a service may be forbidden to; the check is only less polite then
    os.nice(15)
with contextlib.suppress(OSError):  # where memory runs out it goes, and not the table
    pathlib.Path("/proc/self/oom_score_adj").write_text("1000")
"""
"""What the check does first: it gives way to everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordChecked:
    """The record was looked at; `damage` says in one sentence what is wrong, empty: nothing is."""

    damage: str


class RecordWatch:
    """Checks the journal at `path` now and then; a context manager that ends what is under way."""

    def __init__(
        self,
        path: Path,
        put: Callable[[RecordChecked], None],
        *,
        after_start_s: float = AFTER_START_S,
        after_shoe_s: float = AFTER_SHOE_S,
    ) -> None:
        self._path = path
        self._put = put
        self._after_start_s = after_start_s
        self._after_shoe_s = after_shoe_s
        self._asked = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._ends = threading.Event()
        self._thread = Worker(self._run, name="record-check", lasting=True)

    def __enter__(self) -> "RecordWatch":
        """Begin."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the thread, and the check that is under way."""
        self._ends.set()
        self._asked.set()
        child = self._child
        if child is not None:
            child.kill()
        wait_for_end([self._thread], longest_s=ENDS_WITHIN_S)

    def shoe_over(self) -> None:
        """A shoe has ended; never waits."""
        self._asked.set()

    def _run(self) -> None:
        if self._ends.wait(self._after_start_s):
            return
        while True:
            self._check()
            self._asked.wait()
            self._asked.clear()
            if self._ends.wait(self._after_shoe_s):
                return

    def _check(self) -> None:
        words = [sys.executable, "-c", POLITE + _ENTRY, "verify", str(self._path)]
        try:
            with subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, process_group=0
            ) as child:
                self._child = child
                if self._ends.is_set():
                    child.kill()
                answer, _ = child.communicate()
        except OSError as error:
            log.warning("the record could not be checked: %s", error)
            return
        finally:
            self._child = None
        if self._ends.is_set():
            return
        damage = _damage(answer)
        if damage is None:  # it could not be read, or the check itself failed: that says nothing about the record
            log.warning("the record could not be checked: `zapato verify %s` says why", self._path)
        else:
            self._put(RecordChecked(damage=damage))


def _damage(answer: bytes) -> str | None:
    """What is wrong, by the line that `zapato verify` prints; empty: nothing; None: there is no such line."""
    try:
        found = json.loads(answer)
        if found["ok"]:
            return ""
        where = "" if found["seq"] is None else f"record {found['seq']}: "
        return f"{found['journal']}: {where}{found['what']}"
    except (ValueError, KeyError, TypeError):
        return None
