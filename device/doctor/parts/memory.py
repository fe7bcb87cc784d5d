"""The machine's memory, and whether the kernel had to end programs for want of it."""

import re
from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World

_TELL = Teller("memory")
_BAD_MB, _LOW_MB = 48, 128


def look(world: World) -> Iterator[Finding]:
    """What /proc says."""
    info = {
        name: int(kib) // 1024 for name, kib in re.findall(r"^(\w+):\s+(\d+) kB$", world.text("proc/meminfo"), re.M)
    }
    if "MemAvailable" not in info:
        yield _TELL.note("memory-untold")
        return
    killed = re.search(r"^oom_kill (\d+)$", world.text("proc/vmstat"), re.MULTILINE)
    yield from judge(
        free_mb=info["MemAvailable"], total_mb=info.get("MemTotal", 0), killed=int(killed[1]) if killed else 0
    )


def judge(*, free_mb: int, total_mb: int, killed: int) -> Iterator[Finding]:
    """`killed`: programs that were ended since the start."""
    figures = {"free_mb": free_mb, "total_mb": total_mb}
    if free_mb < _BAD_MB:
        yield _TELL.bad("memory-out", **figures)
    elif free_mb < _LOW_MB:
        yield _TELL.warn("memory-low", **figures)
    else:
        yield _TELL.ok("memory", **figures)
    if killed:
        yield _TELL.warn("memory-killed", count=killed)
