"""The check of the derived tables in a process of its own, beside that of the record: on two processors half the wait.

The process says on its standard output, in lines of JSON, how far it is and at last what it found. It sees the file as
it stood when it began, so whoever takes a snapshot after that sees no less. It ends with whoever listens to it.
"""

import enum
import os
import select
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import msgspec

from device.journal import faults
from device.journal.derived_check import check_derived
from device.journal.errors import DamagedError, NotVerifiedError
from device.journal.reading import Reader
from device.journal.record_check import Progress, Stage
from device.ports.journal import JournalError

_ENTRY = "from device.journal.derived_process import main; main()"


class _Answer(enum.Enum):
    """What a line says."""

    UNDER_WAY = "under-way"
    GOOD = "good"
    WRONG = "wrong"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    answer: _Answer
    stage: Stage = Stage.DERIVED
    done: int = 0
    total: int = 0
    what: str = ""
    seq: int | None = None


_LINES = msgspec.json.Decoder(_Line)


class DerivedProcess:
    """The other process, within a `with` block: it is killed at the block's end if it has not ended by then."""

    def __init__(self, path: Path, *, progress: Progress | None) -> None:
        """Start it on the journal at `path`; `progress` hears of it whenever `listen` or `finish` is called.

        Raises JournalError when the system has no room for another process.
        """
        self._path = path
        self._progress = progress
        self._rest = b""
        self._answer: _Line | None = None
        # A group of its own: Ctrl-C is for us alone, and we end it.
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-c", _ENTRY, str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                process_group=0,
            )
        except OSError as error:
            raise faults.of_system(error, path, "start a second process to check it") from error
        assert self._child.stdout is not None
        self._pipe = self._child.stdout.fileno()

    def __enter__(self) -> "DerivedProcess":
        """Wait until it sees the file as it will see it to its end."""
        try:
            self._hear()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def listen(self) -> None:
        """Pass on how far it is, without waiting."""
        while self._answer is None and select.select([self._pipe], [], [], 0)[0]:
            self._hear()

    def finish(self) -> None:
        """Wait for what it finds; raises NotVerifiedError for the first difference, JournalError if it cannot tell."""
        while self._answer is None:
            self._hear()
        match self._answer.answer:
            case _Answer.WRONG:
                raise NotVerifiedError(self._answer.what, seq=self._answer.seq)
            case _Answer.UNREADABLE:
                raise JournalError(self._answer.what)
            case _:
                pass

    def end(self) -> None:
        """End it at once; it has nothing to put in order."""
        self._child.kill()
        self._child.wait()
        assert self._child.stdout is not None
        self._child.stdout.close()

    def _hear(self) -> None:
        """Wait for some of what it says."""
        data = os.read(self._pipe, 65536)
        if not data:
            code = self._child.wait()
            self._answer = _Line(
                answer=_Answer.UNREADABLE,
                what=f"{self._path}: the check of the derived tables was ended from outside (exit {code}): "
                "see whether memory runs short, and check again",
            )
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in map(_LINES.decode, lines):
            if line.answer is not _Answer.UNDER_WAY:
                self._answer = line
            elif self._progress is not None:
                self._progress(line.stage, line.done, line.total)


def main() -> None:
    """What the other process does: check the journal that it is given, and say what it finds."""
    path = Path(sys.argv[1])
    try:
        try:
            _check(path)
            answer = _Line(answer=_Answer.GOOD)
        except (NotVerifiedError, DamagedError) as error:
            answer = _Line(answer=_Answer.WRONG, what=str(error), seq=error.seq)
        except JournalError as error:
            answer = _Line(answer=_Answer.UNREADABLE, what=str(error))
        _say(answer)
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more


def _check(path: Path) -> None:
    """Once more from the start if a table began to write to the file meanwhile."""
    with Reader(path) as reader, reader.snapshot():
        try:
            check_derived(reader, progress=_tell)
            return
        except NotVerifiedError:
            if not reader.overtaken():
                raise
    with Reader(path) as reader, reader.snapshot():
        check_derived(reader, progress=_tell)


def _tell(stage: Stage, done: int, total: int) -> None:
    _say(_Line(answer=_Answer.UNDER_WAY, stage=stage, done=done, total=total))


def _say(line: _Line) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()
