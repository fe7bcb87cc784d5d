"""A process held to what a small board gives it: one processor, a share of that, and so much memory.

The kernel does it where it lets us, by control groups of the first kind (`cpu.cfs_quota_us`, `memory.limit_in_bytes`)
or the second (`cpu.max`, `memory.max`), which takes root. Elsewhere the process is stopped and let go on by signals at
the same pace, and its memory is only looked at. `told` says which it was.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

Confine = Callable[[int], None]
"""Puts the process of this number under limits, or under none."""


def free(_pid: int) -> None:
    """No limits but the machine's own."""


PERIOD_US = 10_000
QUOTA_US = 2_500
MEMORY_BYTES = 512 * 1024 * 1024
GROUPS = Path("/sys/fs/cgroup")


class Confinement:
    """Limits for the processes given to `hold`, each with its own share, for as long as this is open."""

    def __init__(self, groups: Path = GROUPS) -> None:
        self._root = groups
        self._made: list[Path] = []
        self._limiters: list[_Limiter] = []
        self._pids: list[int] = []
        self._most_bytes = 0
        self._by_kernel = True
        self._cpus = os.sched_getaffinity(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def hold(self, pid: int) -> None:
        """Put a process that has just started under the limits."""
        self._pids.append(pid)
        with contextlib.suppress(OSError):  # where it may not be bound to a processor, the share holds all the same
            os.sched_setaffinity(pid, {min(self._cpus)})
        try:
            for folder, limits in self._limits(f"zapato-bench-{pid}"):
                self._put(pid, folder, limits)
        except OSError:
            self._by_kernel = False
            self._limiters.append(_Limiter(pid))

    def look(self) -> None:
        """Take note of the most memory that each of them has had by now; those that have ended are left out."""
        for pid in self._pids:
            with contextlib.suppress(OSError, StopIteration):
                lines = Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines()
                most_kb = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
                self._most_bytes = max(self._most_bytes, most_kb * 1024)

    @property
    def told(self) -> str:
        """In a few words, which limits held."""
        share = f"one processor, {QUOTA_US / 1000:g} ms of each {PERIOD_US / 1000:g} ms"
        memory = f"{MEMORY_BYTES // 2**20} MB"
        if self._by_kernel:
            return f"{share}, {memory}, held by the kernel"
        return f"{share}, by stopping and continuing it; {memory} not held: only root may make control groups here"

    @property
    def most_mb(self) -> float:
        """The most memory that any process looked at has had."""
        return self._most_bytes / 1e6

    def close(self) -> None:
        """Lift the limits; the processes have ended, or go on without."""
        for limiter in self._limiters:
            limiter.close()
        for folder in self._made:
            with contextlib.suppress(OSError):
                for pid in (folder / "cgroup.procs").read_text("ascii").split():
                    (folder.parent / "cgroup.procs").write_text(pid)
            with contextlib.suppress(OSError):
                folder.rmdir()
        self._limiters.clear()
        self._made.clear()

    def _limits(self, name: str) -> Iterator[tuple[Path, dict[str, str]]]:
        if (self._root / "cgroup.controllers").exists():
            quota = {"cpu.max": f"{QUOTA_US} {PERIOD_US}", "memory.max": str(MEMORY_BYTES)}
            yield self._root / name, quota
            return
        quota = {"cpu.cfs_period_us": str(PERIOD_US), "cpu.cfs_quota_us": str(QUOTA_US)}
        yield self._root / "cpu" / name, quota
        yield self._root / "memory" / name, {"memory.limit_in_bytes": str(MEMORY_BYTES)}

    def _put(self, pid: int, folder: Path, limits: dict[str, str]) -> None:
        folder.mkdir()
        self._made.append(folder)
        for name, value in limits.items():
            (folder / name).write_text(value)
        (folder / "cgroup.procs").write_text(str(pid))


class _Limiter:
    """Lets a process run for its share of each period, by signals."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bench-limiter", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            while not self._ended.is_set():
                os.kill(self._pid, signal.SIGCONT)
                time.sleep(QUOTA_US / 1e6)
                os.kill(self._pid, signal.SIGSTOP)
                time.sleep((PERIOD_US - QUOTA_US) / 1e6)

    def close(self) -> None:
        """Let it run freely."""
        self._ended.set()
        self._thread.join()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGCONT)
