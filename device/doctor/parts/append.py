"""How long the disk takes until a step of the table is safe: measured in a nameless file beside the record.

The file has no name, so nothing of it stays, whatever happens meanwhile; the record itself is not touched. Each step
writes as much as a card does and waits until the disk has it, as the record does.
"""

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

from device.doctor.finding import Finding, Teller, Value
from device.doctor.world import World
from device.files.system_faults import remedy_of_system
from device.files.whole import write_whole

_TELL = Teller("append")
STEP_BYTES = 5 * 4120
"""What a card costs the log: five pages with their heads."""
STEPS = 40
STEPS_BESIDE_A_TABLE = 15
_BREATH_S = 0.02
"""Between two steps, so that a running table's own steps come through."""
_BUDGET_S = 6.0
NEEDED_MS = 100.0
"""A lamp must be lit within this time after a card; the disk may take half of it."""


def look(world: World) -> Iterator[Finding]:
    """Measure in the record's folder."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    folder = world.settings.journal.path.parent
    try:
        times_ms = measure(folder, STEPS_BESIDE_A_TABLE if world.table.holds_devices else STEPS)
    except PermissionError:
        yield _TELL.note("not-allowed", path=str(folder), user=world.user)
        return
    except OSError as error:
        says = f"{folder}: {remedy_of_system(error)} ({error.strerror or error})"
        yield _TELL.bad("append-fails", path=str(folder), says=says)
        return
    yield from judge(str(folder), times_ms)


def measure(folder: Path, steps: int) -> list[float]:
    """How many milliseconds each step took; raises OSError where the folder takes no file or the disk no bytes."""
    handle = _nameless(folder)
    try:
        block = os.urandom(STEP_BYTES)  # what could be packed small would flatter some disks
        times_ms: list[float] = []
        end_s = time.monotonic() + _BUDGET_S
        while len(times_ms) < steps and (time.monotonic() < end_s or not times_ms):
            begin_s = time.monotonic()
            write_whole(handle, block)
            os.fsync(handle)
            times_ms.append(1000 * (time.monotonic() - begin_s))
            time.sleep(_BREATH_S)
        return times_ms
    finally:
        os.close(handle)


def _nameless(folder: Path) -> int:
    """A file without a name; where the file system knows none, one that loses it at once."""
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL) or not folder.is_dir():
            raise
    path = folder / f".zapato-doctor-{os.getpid()}-{os.urandom(4).hex()}"
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    path.unlink()
    return handle


def judge(path: str, times_ms: list[float]) -> Iterator[Finding]:
    """Against what the table needs: told, and never a reason to refuse."""
    ordered = sorted(times_ms)
    middle, late = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    figures: dict[str, Value] = {
        "path": path,
        "p50_ms": round(middle, 2),
        "p99_ms": round(late, 2),
        "most_ms": round(ordered[-1], 2),
        "steps": len(ordered),
        "needed_ms": NEEDED_MS,
    }
    if middle >= NEEDED_MS / 2:
        yield _TELL.warn("append-slow", **figures)
    elif late >= NEEDED_MS / 2:
        yield _TELL.warn("append-uneven", **figures)
    else:
        yield _TELL.ok("append", **figures)
