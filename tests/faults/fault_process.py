"""Lives of a table on a disk that fails at one call: `fault_process.py FOLDER PLAN`, with jobs as lines of its input.

Each job is JSON, ``{"calls":…,"after":…,"times":…,"error":…,"only":…,"part":…}``; the answer to each is a line that
says what was seen, with ``"wrong"`` where something was that must not be. Both libraries are preloaded.
"""

import gc
import json
import logging
import shutil
import sys
import traceback
from pathlib import Path

from faults.fault_shim import Call, Plan
from faults.shoe_table import NAME, ShoeTable

from device.journal import checking, joins, next_file
from device.journal.reading import Reader
from device.table import commands as cmd
from device.table.vocabulary import Phase

LASTS_S = 7.0
"""How long a fault that lasts is there."""
HARMLESS = {"archive", NAME, f"{NAME}.key", f"{NAME}.lock", f"{NAME}.seal-key", "staff.sqlite3"}


class Life:
    """A table from its start to its end; the fault is planned for one part of it."""

    def __init__(self, folder: Path, plan: Plan, job: dict[str, int | str]) -> None:
        self._plan = plan
        self._job = job
        self._failed_at_s: float | None = None
        self._planned = False
        self._counting = ""
        self.made: dict[str, int] = {}
        """In a life without a fault: how many of the calls each part made."""
        self.table = ShoeTable(folder)
        self.table.on_moment = self._moment

    def _moment(self) -> None:
        """A fault that lasts is over after a while."""
        if self._planned and self._job["times"] == -1 and self._plan.failed:
            if self._failed_at_s is None:
                self._failed_at_s = self.table.time.now_s
            elif self.table.time.now_s > self._failed_at_s + LASTS_S:
                self._plan.heal()

    def _part(self, name: str) -> None:
        """From here the job's fault may come, if it is for this part."""
        if self._job["part"] == "none":
            if self._counting:
                self.made[self._counting] = self._plan.seen
            self._counting = name
            self._plan.fail(Call(int(self._job["calls"])), error=0, after=1_000_000)
        elif self._planned:
            self._plan.heal()
        elif name == self._job["part"]:
            job = self._job
            self._plan.fail(
                Call(int(job["calls"])),
                error=int(job["error"]),
                after=int(job["after"]),
                times=int(job["times"]),
                only=str(job["only"]),
            )
            self._planned = True

    def live(self) -> None:
        """First start, a shoe, a restart within a shoe, the next month's file, the end."""
        table = self.table
        self._part("start")
        table.start()
        self._part("coup")
        table.give(cmd.OpenShoe(by="sup1"))
        table.coup()
        self._part("end")
        table.give(cmd.EndShoe(by="sup1"))
        table.rest(9.0)
        self._part("archive")
        table.time.day = "2026-12-02"
        table.give(cmd.OpenShoe(by="sup1"))
        self._part("again")
        table.draw("4H")
        table.stop()
        table.start()
        for code in ("2S", "9C", "AD", "8D"):
            table.draw(code)
        self._part("over")
        table.rest(9.0)
        if table.engine.state.phase is not Phase.SHOE_OVER:
            table.give(cmd.EndShoe(by="sup1"))
        table.stop()
        self._part("")


def look(life: Life, folder: Path) -> list[str]:
    """What is wrong with what is left."""
    wrong = []
    table = life.table
    if not table.engine.health.journal.ok:
        wrong.append(f"still held: {table.engine.health.journal.detail}")
    for note in table.seen.notes:
        if "stays in use; the next shoe tries again" not in note:
            wrong.append(f"said: {note}")
    for trouble in (*table.seen.troubles, *table.seen.refused):
        if str(folder) not in trouble or ("nothing of this step" not in trouble and ": " not in trouble):
            wrong.append(f"no place or remedy: {trouble}")
    strange = {one.name for one in folder.iterdir()} - HARMLESS
    if strange:
        wrong.append(f"left behind: {sorted(strange)}")
    path = folder / NAME
    record = joins.series(path, next_file.archive_of(path))
    found: list[tuple[str, int]] = []
    for one in record:
        checking.verify_file(one.path)
        with Reader(one.path) as reader:
            found += [(r.event.read.boot, r.event.read.seq) for r in reader.records() if r.event.read is not None]
    if sorted(found) != sorted(table.dealt):
        wrong.append(f"dealt {sorted(table.dealt)}, on record {found}")
    return wrong


def run(folder: Path, plan: Plan, job: dict[str, int | str]) -> dict[str, object]:
    """One life."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    plan.heal()
    life = Life(folder, plan, job)
    wrong: list[str] = []
    seen = failed = 0
    try:
        life.live()
        seen, failed = plan.seen, plan.failed
        plan.heal()
        life.table.start()  # what a disk kept an end from tidying up is tidied up now
        life.table.stop()
        wrong = look(life, folder)
    except Exception:
        seen, failed = plan.seen, plan.failed
        plan.heal()
        wrong = [traceback.format_exc(limit=-6)]
        life.table.stop()
        gc.collect()
    made = life.made
    return {"seen": seen, "failed": failed, "wrong": wrong, "troubles": life.table.seen.troubles, "made": made}


def main(folder: str, plan: str) -> None:
    """Answer each line of the input."""
    logging.disable()
    with Plan(Path(plan)) as here:
        for line in sys.stdin:
            job = json.loads(line)
            sys.stdout.write(json.dumps(run(Path(folder), here, job)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
