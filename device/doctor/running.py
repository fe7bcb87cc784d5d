"""Looking at the parts, each in a process of its own: one that hangs or dies is a finding, and the others go on.

A library of the screen or of the pins that crashes takes its process with it and nothing else. What a part found before
it went wrong counts.
"""

import contextlib
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.doctor.finding import Finding, Level, Teller
from device.doctor.world import World
from device.system.signals import ENDING

Look = Callable[[World], Iterable[Finding]]

_END = b"end"
_SPOKEN_BYTES = 1 << 20
"""A part that says more than this says too much."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the machine: its name, who looks at it, and how long that may take."""

    name: str
    look: Look
    limit_s: float = 10.0


class _Told(msgspec.Struct, frozen=True):
    level: Level
    code: str
    figures: dict[str, str | int | float]


def look_at(part: Part, world: World) -> list[Finding]:
    """Everything that is found of a part, whatever it does; for a process without threads."""
    sys.stdout.flush()
    sys.stderr.flush()
    hears, says = os.pipe()
    # What is to end us waits until the child is known: Python swallows an interrupt that comes while it divides itself.
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    child = os.fork()
    if child == 0:
        _be_the_part(part, world, says, hears, heard)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        os.close(says)
        lines, in_time = _listen(hears, part.limit_s)
    finally:
        os.close(hears)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        status = _wait(child)
    tell = Teller(part.name)
    findings = [
        Finding(part=part.name, level=told.level, code=told.code, figures=told.figures)
        for told in (msgspec.json.decode(line, type=_Told) for line in lines if line != _END)
    ]
    if not in_time:
        findings.append(tell.bad("part-hangs", name=part.name, limit_s=part.limit_s))
    elif _END not in lines:
        number = os.WTERMSIG(status) if status is not None and os.WIFSIGNALED(status) else 0
        findings.append(tell.bad("part-died", name=part.name, signal=number))
    return findings


def _be_the_part(part: Part, world: World, says: int, hears: int, heard: set[int | signal.Signals]) -> None:
    """The rest of this process's life: look, say what is found, end without any of the parent's last deeds."""
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        os.setpgid(0, 0)
        os.close(hears)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
        for finding in found_of(part, world):
            told = _Told(finding.level, finding.code, dict(finding.figures))
            os.write(says, msgspec.json.encode(told) + b"\n")
        os.write(says, _END + b"\n")
    finally:
        os._exit(0)


def found_of(part: Part, world: World) -> Iterator[Finding]:
    """What is found of a part in this very process; a fault of ours, and what may not be seen, are findings too."""
    tell = Teller(part.name)
    try:
        yield from part.look(world)
    except PermissionError as error:
        yield tell.note("not-allowed", path=str(error.filename or part.name), user=world.user)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        yield tell.bad("part-failed", name=part.name, error=f"{type(error).__name__}: {error}"[:300], where=where)


def _listen(hears: int, limit_s: float) -> tuple[list[bytes], bool]:
    """The whole lines that come until the part ends, and whether it did in time."""
    deadline_s = time.monotonic() + limit_s
    said = b""
    while True:
        left_s = deadline_s - time.monotonic()
        if left_s <= 0 or not select.select([hears], [], [], left_s)[0]:
            return said.split(b"\n")[:-1], False
        data = os.read(hears, 65_536)
        if not data:
            return said.split(b"\n")[:-1], True
        if len(said) < _SPOKEN_BYTES:
            said += data


def _wait(child: int) -> int | None:
    """The child's end; one that the kernel itself holds (a disk that does not answer) is not waited for."""
    for _ in range(100):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.01)
    return None
