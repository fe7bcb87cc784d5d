"""`table-memory` and `table-bytes`: a whole `zapato table`, dealt to at full pace by the simulated board.

Memory is what the process holds resident after the last coup, and how much that has grown since the first tenth of the
run, when everything has been used once. Its floor is Python itself. Bytes are what the process gave the disk to write,
the carrying over of the log included, for a coup; the floor is the record's own text.
"""

import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from device.bench.dealer import Draw, differs, next_move, open_first_shoe
from device.bench.report import BenchError, Goal, Line, Side
from device.bench.table_process import COMMAND, Process, Table
from device.journal.reading import Reader

MEGA = 1_000_000
QUIET_S = 2.0
"""How long the table is left alone at the end, so that it carries its log over as it does at a quiet table."""


@dataclass(slots=True, kw_only=True)
class Taken:
    """What was seen of the table; bytes."""

    resident: list[int] = field(default_factory=list)
    """After each coup."""
    written: int | None = None
    files: int = 0
    """By how much the journal and its log have grown."""
    text: int = 0
    """The record's own text."""


class SimulatedShoe:
    """`zapato sim shoe` as a process, and its control socket."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.port = folder / "shoe"
        control = folder / "control.sock"
        words = (*COMMAND, "sim", "shoe", "--port", str(self.port), "--control", str(control), "--quit-with-input")
        process = Process(words, folder / "shoe.log", stdin=subprocess.PIPE)
        stack.enter_context(process)
        process.wait_for(lambda: control.exists() and self.port.is_symlink(), "the simulated shoe did not start")
        self._socket = stack.enter_context(socket.socket(socket.AF_UNIX))
        self._socket.connect(str(control))
        self._socket.settimeout(20)
        self._replies = stack.enter_context(self._socket.makefile("rb"))

    def tell(self, order: str) -> None:
        """Give an order and wait for its reply."""
        self._socket.sendall(order.encode() + b"\n")
        reply: dict[str, Any] = json.loads(self._replies.readline() or b"{}")
        if not reply.get("ok"):
            raise BenchError(f"the simulated shoe refused {order!r}: {reply.get('why', 'it has hung up')}")


def measure(*, folder: Path | None = None, coups: int = 300, quiet_s: float = QUIET_S) -> Iterator[Line]:
    """Deal so many coups; the journal lies in `folder` (None: where temporary files do)."""
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name:
        taken = take(Path(name), coups, quiet_s)
    resident = taken.resident
    settled = resident[len(resident) // 10 :]
    tail = max(1, len(settled) // 10)
    growth = statistics.median(settled[-tail:]) - statistics.median(settled[:tail])
    yield Line(
        name="table-memory",
        value=resident[-1] / MEGA,
        unit="MB",
        floor=bare_python_bytes() / MEGA,
        goal=Goal(side=Side.AT_MOST, limit=70),
        more={"coups": coups, "most": max(resident) / MEGA},
    )
    yield Line(
        name="table-memory-growth",
        value=growth / MEGA,
        unit="MB",
        goal=Goal(side=Side.AT_MOST, limit=3),
        more={"coups": coups},
    )
    note = (
        "" if taken.written is not None else "the kernel does not tell what was written: the files' growth stands here"
    )
    yield Line(
        name="table-bytes",
        value=(taken.files if taken.written is None else taken.written) / coups,
        unit="bytes/coup",
        floor=taken.text / coups,
        note=note,
        more={"coups": coups, "files": taken.files / coups},
    )


def take(folder: Path, coups: int, quiet_s: float) -> Taken:
    """Deal so many coups to a table in `folder`."""
    taken = Taken()
    with ExitStack() as stack:
        shoe = SimulatedShoe(folder, stack)
        table = stack.enter_context(Table(folder, port=str(shoe.port), factory="off"))
        staff = stack.enter_context(closing(table.staff()))
        view = open_first_shoe(staff)
        files_before, written_before = _files_bytes(table.journal), table.written_bytes()
        while len(taken.resident) < coups:
            before, move = view, next_move(view)
            if isinstance(move, Draw):
                shoe.tell("draw")
            else:
                if move["order"] == "shoe":
                    shoe.tell("fill")
                staff.order(move)
            view = staff.view(partial(differs, before))
            if view["phase"] == "result" and before["phase"] != "result":
                taken.resident.append(table.resident_bytes())
        time.sleep(quiet_s)
        taken.resident.append(table.resident_bytes())
        taken.files = _files_bytes(table.journal) - files_before
        written = table.written_bytes()
        if written is not None and written_before is not None:
            taken.written = written - written_before
        with closing(Reader(table.journal)) as reader:
            taken.text = sum(len(text) for row in reader.rows() for text in map(str, row))
    return taken


def bare_python_bytes() -> int:
    """What an interpreter that does nothing holds resident."""
    program = "import os; print(int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return int(done.stdout)


def _files_bytes(journal: Path) -> int:
    """The length of the journal and its log."""
    files = (journal, journal.with_name(journal.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
