"""An error at any single call of a table's life: it holds, says where and what to do, and goes on by itself.

A life is a first start, a coup, the shoe's end, the next month's file, a restart within a shoe and an end. One call of
it fails, once or for seven seconds: a write, a sync, an opened, removed, renamed or read file, with an error of the
disk, no room, a disk that became read-only, a quota, or a write that is cut short. In the end every card is on record
once, all was acknowledged, the record verifies, nothing was set aside, and nothing lies about that was not finished.
``ZAPATO_DISK_FAULTS=3000`` for so many lives, which says what it saw.
"""

import errno
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults import fault_shim
from faults.fault_shim import EVERY_CHANGE, NAMES, SHORT, Call
from journal.journal_tools import folder_in_memory

LIVES = int(os.environ.get("ZAPATO_DISK_FAULTS", "0"))
PARTS = ("start", "coup", "end", "archive", "again", "over")
SYNCS = Call.SYNC | Call.SYNC_FOLDER
ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT)
TESTS = Path(__file__).parents[1]

pytestmark = pytest.mark.needs("cc")

Job = dict[str, int | str]


class Lives:
    """A process that lives one life after another."""

    def __init__(self, folder: Path, libraries: str) -> None:
        plan = folder / "plan"
        fault_shim.Plan(plan)
        words = [sys.executable, "-m", "faults.fault_process", str(folder / "disk"), str(plan)]
        path = os.pathsep.join((str(TESTS), str(TESTS.parent)))
        surroundings = os.environ | {"PYTHONPATH": path} | fault_shim.environment(libraries, folder / "disk", plan)
        self._process = subprocess.Popen(words, env=surroundings, stdin=-1, stdout=-1, text=True)
        self.counted: dict[int, dict[str, int]] = {}
        """How many calls of a kind each part made, of the kinds that were counted before."""

    def live(self, job: Job) -> dict[str, Any]:
        """What was seen in a life with this fault."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        seen: dict[str, Any] = json.loads(self._process.stdout.readline())
        return seen

    def close(self) -> None:
        """End it."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


@pytest.fixture(scope="module")
def lives(libraries: str) -> Iterator[Lives]:
    with folder_in_memory() as folder:
        lives = Lives(folder, libraries)
        yield lives
        lives.close()


def job(part: str, calls: int, error: int, *, after: int, times: int = 1) -> Job:
    return {"part": part, "calls": calls, "error": error, "after": after, "times": times, "only": ""}


def count(lives: Lives, calls: int) -> dict[str, int]:
    """How many such calls each part makes on a disk that is well."""
    if calls not in lives.counted:
        seen = lives.live(job("none", calls, 0, after=0))
        assert seen["wrong"] == []
        lives.counted[calls] = seen["made"]
    return lives.counted[calls]


def survive(lives: Lives, one: Job) -> dict[str, Any]:
    seen = lives.live(one)
    assert seen["wrong"] == [], f"{one}: {seen['wrong'][0]}"
    return seen


def test_each_sync_of_a_coup_may_fail(lives: Lives) -> None:
    syncs = count(lives, SYNCS)["coup"]
    assert syncs >= 6, "a shoe's opening and five cards"
    held = 0
    for after in range(syncs):
        seen = survive(lives, job("coup", SYNCS, errno.EIO, after=after, times=(1, -1)[after % 2]))
        assert seen["failed"] >= 1
        held += bool(seen["troubles"])
    assert held >= 6, "people were told"


def test_a_write_may_be_cut_short_and_a_read_may_fail(lives: Lives) -> None:
    chance = random.Random(4)
    for calls, error in ((Call.WRITE, SHORT), (Call.READ, errno.EIO)):
        for part, made in count(lives, calls).items():
            if made and part in ("coup", "archive", "again"):
                survive(lives, job(part, calls, error, after=chance.randrange(made), times=chance.choice((1, -1))))


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_what_belongs_to_the_ended_file_is_not_left_to_the_next(lives: Lives, error: int) -> None:
    """The disk does not let the old file's rollback journal go: SQLite would roll it back into the new file."""
    one = job("archive", Call.UNLINK, error, after=0) | {"only": "$table.sqlite3-journal"}
    assert survive(lives, one)["failed"] == 1


def test_a_disk_that_may_be_written_again_is_written_again(lives: Lives) -> None:
    """Shut for writing just as the file is opened: SQLite then opens it for reading alone."""
    for name in ("table.sqlite3", "table.sqlite3.new"):
        one = job("start", Call.OPEN, errno.EROFS, after=0) | {"only": f"${name}"}
        assert survive(lives, one)["failed"] == 1


def test_any_call_of_a_life_may_fail(lives: Lives, capsys: pytest.CaptureFixture[str]) -> None:
    """In the short run a few of each part, with errors by turns."""
    chance = random.Random(9)
    changes = count(lives, EVERY_CHANGE)
    reads = count(lives, Call.READ)
    assert min(changes[part] for part in PARTS[:5]) > 8
    seen: Counter[str] = Counter()
    for number in range(LIVES or len(PARTS)):
        part = PARTS[number % len(PARTS)]
        if reads.get(part) and chance.random() < 0.2:
            calls, error, made = int(Call.READ), errno.EIO, reads[part]
        else:
            calls, error, made = int(EVERY_CHANGE), chance.choice((*ERRORS, SHORT)), changes[part]
        times = chance.choice((1, -1))
        if made:
            found = survive(lives, job(part, calls, error, after=chance.randrange(made), times=times))
            seen[NAMES[error]] += bool(found["failed"])
            seen["held"] += bool(found["troubles"])
    if LIVES:
        with capsys.disabled():
            sys.stdout.write(f"\n{LIVES} lives, calls {changes}, reads {reads}: {dict(seen)}\n")
    assert seen.total()
