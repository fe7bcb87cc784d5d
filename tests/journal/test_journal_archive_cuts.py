"""A change of files that is cut short anywhere, by a kill or by the power: nothing is lost, and it is made up for."""

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from journal.archive_tools import Calendar, Table, archived, reads
from journal.journal_tools import NAME
from journal.shim import disk_shim

from device.journal import checking, joins, next_file

POWER_CUTS = int(os.environ.get("ZAPATO_POWER_CUTS", "60"))
TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return disk_shim.build(tmp_path_factory.mktemp("shim"))


def recorded(library: Path, fast: Path) -> list[disk_shim.Entry]:
    """What a table that changes its file does to its disk, in order."""
    folder = fast / "disk"
    folder.mkdir()
    log = fast / "log"
    surroundings = os.environ | {"PYTHONPATH": str(TESTS)} | disk_shim.environment(library, folder, log=log)
    subprocess.run([sys.executable, "-m", "journal.archive_process", str(folder / NAME)], env=surroundings, check=True)
    return disk_shim.read_log(log)


def go_on(folder: Path, entries: list[disk_shim.Entry], chance: random.Random | None) -> int:
    """Start a table in December on what the cut left, let it open a shoe, and look at the whole record.

    Returns in how many files the cut had left it.
    """
    for names, data in disk_shim.files_after({}, entries, chance):
        first, *others = [folder / Path(name).relative_to(Path(name).parents[_depth(name)]) for name in names]
        if first.name.endswith("-shm") and chance is not None:
            continue  # shared memory: after a power cut there is none
        first.parent.mkdir(parents=True, exist_ok=True)
        first.write_bytes(data)
        first.chmod(0o600)
        for other in others:
            other.parent.mkdir(parents=True, exist_ok=True)
            other.hardlink_to(first)
    path = folder / NAME
    there = sum(one.exists() for one in (path, *archived(path)))
    table = Table(path, Calendar("2026-12-01"))
    assert table.troubles == []
    if table.state.shoe.over:
        table.open()
    table.close()
    record = joins.series(path, next_file.archive_of(path))
    for one in record:
        checking.verify_file(one.path)
    for older, newer in itertools.pairwise(record):
        joins.check_join(older, newer)
    acknowledged = max((entry.a for entry in entries if entry.op == "M"), default=0)
    found = [read.seq for read in reads(one.path for one in record)]
    assert found == list(range(1, len(found) + 1))
    assert len(found) >= acknowledged
    if acknowledged:
        assert len(archived(path)) == 1 == len(record) - 1
    assert not any(one.name.startswith(f"{NAME}.next") for one in folder.iterdir())
    return there


def _depth(name: str) -> int:
    return 1 if Path(name).parent.name == "archive" else 0


def change_of(entries: list[disk_shim.Entry]) -> tuple[int, int]:
    """The entries from the first shoe's last record to the last entry of the second shoe's opening."""
    first, second, _ = (at for at, entry in enumerate(entries) if entry.op == "M")
    return first + 1, second + 1


@pytest.mark.needs("cc")
def test_a_kill_between_any_two_steps_loses_nothing_and_the_next_start_puts_it_in_order(
    library: Path, fast: Path
) -> None:
    entries = recorded(library, fast)
    begin, end = change_of(entries)
    assert {"L", "R", "D", "S", "W"} <= {entry.op for entry in entries[begin:end]}
    names = set()
    for cut in range(begin, end + 1):
        last = entries[cut - 1]
        if last.op in "SDM":  # a sync changes nothing that a kill could show
            continue
        if (
            ".next" in last.path and last.op in "WT" and cut % 12
        ):  # what is made ready is cleared away, whatever it holds
            continue
        names.add(go_on(fast / f"kill-{cut}", entries[:cut], None))
    assert names == {1, 2}


@pytest.mark.needs("cc")
def test_a_power_cut_at_any_step_loses_nothing_either(library: Path, fast: Path) -> None:
    entries = recorded(library, fast)
    begin, end = change_of(entries)
    chance = random.Random(11)
    for cut in range(POWER_CUTS // 5):
        go_on(fast / f"cut-{cut}", entries[: chance.randint(begin, end)], chance)


@pytest.mark.needs("cc")
def test_the_proof_can_fail(library: Path, fast: Path) -> None:
    """Where the archive's names were not synced before the new file takes the place, a power cut does lose the old."""
    entries = recorded(library, fast)
    _, end = change_of(entries)
    careless = [entry for entry in entries[:end] if not (entry.op == "D" and entry.path.endswith("/archive"))]
    chance = random.Random(11)
    lost = 0
    for cut in range(8):
        try:
            go_on(fast / f"cut-{cut}", careless[: chance.randint(len(careless) - 12, len(careless))], chance)
        except AssertionError:
            lost += 1
    assert lost
