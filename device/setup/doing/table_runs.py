"""Whether a table has the reader's port and the pins: told from the kernel's list of locks, without touching any."""

import os
import re
from pathlib import Path

from device.settings import Settings
from device.setup.wanted import Done, Failed

_UNIT = "zapato-table.service"


def is_stopped(settings: Settings, root: Path = Path("/")) -> Done | Failed:
    """Done where no table holds the record of these settings; else who does, and how it is stopped."""
    process = holder(settings.journal.path, root)
    if process is None:
        return Done()
    how = (
        "stop it with: sudo systemctl stop zapato-table"
        if _is_service(process, root)
        else f"end it with Ctrl-C in its terminal, or: kill {process}"
    )
    return Failed(says=f"a table runs (process {process}) and has the reader and the pins; {how}; then go on here")


def holder(journal: Path, root: Path = Path("/")) -> int | None:
    """The process that has the right to write to the record; None where nobody has."""
    try:
        found = journal.with_name(journal.name + ".lock").stat()
        locks = (root / "proc/locks").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    place = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    seen = re.search(rf"FLOCK\s+\w+\s+\w+\s+(-?\d+)\s+{re.escape(place)}\s", locks)
    return int(seen[1]) if seen else None


def _is_service(process: int, root: Path) -> bool:
    try:
        return _UNIT in (root / f"proc/{process}/cgroup").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
