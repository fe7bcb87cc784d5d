"""Whether a table runs with these settings, and what it says of itself: asked over its socket, never by its port."""

import enum
import json
import os
import re
import socket
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.settings import Settings

ANSWER_S = 6.0
"""A table says its newest view at once, and again each five seconds."""

_MOST_BYTES = 4 << 20


class TableState(enum.Enum):
    """What is known of the table."""

    RUNS = "runs"
    HANGS = "hangs"
    """It holds its sockets or its record, and says nothing."""
    CLOSED = "closed"
    """This user may not see whether a table runs."""
    BUSY = "busy"
    """Somebody has the record and serves no feed: a table that starts, or a command at work."""
    STOPPED = "stopped"
    UNKNOWN = "unknown"
    """There are no settings that say where it would be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeen:
    """The table, as far as it can be seen."""

    state: TableState
    view: Mapping[str, Any] = field(default_factory=dict)
    """Its newest staff view; empty where it was not told."""

    @property
    def holds_devices(self) -> bool:
        """Whether reader and pins may be in a table's hands: then nobody else touches them."""
        return self.state not in (TableState.STOPPED, TableState.UNKNOWN)


UNKNOWN_TABLE = TableSeen(state=TableState.UNKNOWN)


def look_at_table(settings: Settings | None, *, root: Path = Path("/"), answer_s: float = ANSWER_S) -> TableSeen:
    """Ask the table of these settings for its view; returns after `answer_s` at the latest."""
    if settings is None:
        return UNKNOWN_TABLE
    try:
        view = _newest_view(settings.feed.staff, answer_s)
    except PermissionError:
        return TableSeen(state=TableState.CLOSED)
    except (FileNotFoundError, ConnectionRefusedError):
        return TableSeen(state=TableState.BUSY if is_locked(settings.journal.path, root) else TableState.STOPPED)
    except (OSError, ValueError):
        return TableSeen(state=TableState.HANGS)
    return TableSeen(state=TableState.RUNS, view=view)


def is_locked(journal: Path, root: Path = Path("/")) -> bool:
    """Whether a process holds the right to write to the record: told from the kernel's list, without touching it."""
    try:
        found = journal.with_name(journal.name + ".lock").stat()
    except OSError:
        return False
    place = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    try:
        locks = (root / "proc/locks").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return re.search(rf"FLOCK\s.*\s{re.escape(place)}\s", locks) is not None


def _newest_view(path: Path, answer_s: float) -> dict[str, Any]:
    if not stat.S_ISSOCK(path.stat().st_mode):
        raise FileNotFoundError(path)
    deadline_s = time.monotonic() + answer_s
    line = b""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(answer_s)
        client.connect(str(path))
        while not line.endswith(b"\n"):
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or len(line) > _MOST_BYTES:
                raise TimeoutError
            client.settimeout(left_s)
            data = client.recv(1 << 16)
            if not data:
                raise ConnectionResetError
            line = (line + data).split(b"\n", 1)[0] + (b"\n" if b"\n" in data else b"")
    view = json.loads(line)
    if not isinstance(view, dict):
        raise ValueError("no view")
    return view
