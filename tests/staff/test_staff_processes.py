"""Several processes on one file at once: no guess more than allowed, nobody lost, no name twice."""

import os
import subprocess
import sys
from pathlib import Path

from staff.staff_tools import add_with_pin, cheap

from device.staff.store import StaffStore

TESTS = Path(__file__).parents[1]


def together(file: Path, *doings: tuple[str, str, int]) -> list[int]:
    """What each process printed; none begins before all are there."""
    path = os.pathsep.join((str(TESTS), str(TESTS.parent)))
    processes = [
        subprocess.Popen(
            [sys.executable, str(TESTS / "staff/staff_process.py"), str(file), doing, name, str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        for doing, name, count in doings
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    results = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return [int(result) for result in results]


def test_guessers_in_several_processes_share_three_guesses(folder: Path) -> None:
    store = StaffStore(folder / "staff.sqlite3", create=True, hasher=cheap())
    add_with_pin(store, "Ana")
    assert sum(together(store.path, *[("guess", "Ana", 6)] * 3)) == 3
    assert store.standings()[0].wrong == 3


def test_the_file_is_made_once_and_everybody_is_in_it(folder: Path) -> None:
    path = folder / "staff.sqlite3"
    added = together(path, ("add", "a", 8), ("add", "b", 8), ("add", "c", 8))
    assert sum(added) == 8, "each name for all is given once"
    people = StaffStore(path, hasher=cheap()).people()
    assert len({person.id for person in people}) == len({person.name for person in people}) == 8 * 4
    assert [found.name for found in folder.iterdir()] == ["staff.sqlite3"]
