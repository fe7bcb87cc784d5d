"""A small board's limits: what is written for the kernel, and what happens where the kernel is not to be asked."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.house import wait_until

from device.bench import catalogue
from device.bench.confinement import Confinement

BUSY = "import time\nprint('here', flush=True)\nwhile True: time.sleep(0)"


@pytest.fixture
def busy() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"here\n"
    yield process
    process.kill()
    process.communicate()


def state_of(process: subprocess.Popen[bytes]) -> str:
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]


def written(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}


def test_the_first_kind_of_groups_gets_a_quarter_of_each_period_and_memory(
    tmp_path: Path, busy: subprocess.Popen[bytes]
) -> None:
    for controller in ("cpu", "memory"):
        (tmp_path / controller).mkdir()
    with Confinement(tmp_path) as held:
        held.hold(busy.pid)
        assert held.told == "one processor, 2.5 ms of each 10 ms, 512 MB, held by the kernel"
        name = f"zapato-bench-{busy.pid}"
        assert written(tmp_path) == {
            f"cpu/{name}/cpu.cfs_period_us": "10000",
            f"cpu/{name}/cpu.cfs_quota_us": "2500",
            f"cpu/{name}/cgroup.procs": str(busy.pid),
            f"memory/{name}/memory.limit_in_bytes": "536870912",
            f"memory/{name}/cgroup.procs": str(busy.pid),
        }
        assert len(os.sched_getaffinity(busy.pid)) == 1
        held.look()
        assert 1 < held.most_mb < 512


def test_the_second_kind_of_groups_gets_the_same(tmp_path: Path, busy: subprocess.Popen[bytes]) -> None:
    (tmp_path / "cgroup.controllers").touch()
    with Confinement(tmp_path) as held:
        held.hold(busy.pid)
        name = f"zapato-bench-{busy.pid}"
        found = written(tmp_path)
        assert (found[f"{name}/cpu.max"], found[f"{name}/memory.max"]) == ("2500 10000", "536870912")
        assert found[f"{name}/cgroup.procs"] == str(busy.pid)


def test_without_groups_it_is_stopped_and_let_go_on_and_the_note_says_so(
    tmp_path: Path, busy: subprocess.Popen[bytes]
) -> None:
    with Confinement(tmp_path / "none") as held:
        held.hold(busy.pid)
        assert "by stopping and continuing it; 512 MB not held: only root may" in held.told
        for state in ("T", "R", "T"):
            wait_until(lambda wanted=state: state_of(busy) == wanted, f"the state {state}")  # type: ignore[misc]
    wait_until(lambda: state_of(busy) == "R", "it to run freely")


def test_every_line_that_there_is_is_in_the_table_of_the_readme() -> None:
    readme = (Path(catalogue.__file__).parent / "README.md").read_text("utf-8")
    assert [name for name in catalogue.names() if f"`{name}`" not in readme] == []
