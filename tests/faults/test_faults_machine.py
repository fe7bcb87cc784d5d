"""A machine too small: killed by the kernel for its memory, or without another thread. As root, and at length only.

The kernel's own limits are set on a running table: groups (cgroups) for its memory, and for its processes and threads.
"""

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.world_tools import WorldRig, processes_of, resume, world_rig
from service.process_tools import lines_of
from support.house import wait_until

MEMORY = Path("/sys/fs/cgroup/memory")
PROCESSES = Path("/sys/fs/cgroup/pids")

pytestmark = pytest.mark.skipif(
    os.environ.get("ZAPATO_WORLD") != "all" or os.geteuid() != 0, reason="at length, and as root: ZAPATO_WORLD=all"
)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[WorldRig]:
    with world_rig(tmp_path) as rig:
        yield rig


@contextlib.contextmanager
def group_of(groups: Path, pid: int) -> Iterator[Path]:
    """A group of the kernel's with this process in it."""
    group = groups / f"zapato-test-{os.getpid()}"
    group.mkdir()
    try:
        (group / "cgroup.procs").write_text(str(pid))
        yield group
    finally:
        for left in (group / "cgroup.procs").read_text().split():
            (groups / "cgroup.procs").write_text(left)
        group.rmdir()


@pytest.mark.skipif(not (MEMORY / "memory.limit_in_bytes").exists(), reason="no memory groups of the first kind here")
def test_a_table_that_the_kernel_kills_for_its_memory_goes_on_with_every_card(rig: WorldRig) -> None:
    rig.begin()
    rig.new_shoe()
    rig.shoe_board.deal("9C 8D")
    wait_until(rig.shoe_board.all_acknowledged, "two cards")
    rig.close_eyes()
    with group_of(MEMORY, rig.pid) as group, contextlib.ExitStack() as crowd:
        limit = int((group / "memory.usage_in_bytes").read_text()) + 128 * 1024
        (group / "memory.limit_in_bytes").write_text(str(limit))
        rig.shoe_board.deal("TC TD")

        def dead() -> bool:
            with contextlib.suppress(OSError):
                client = crowd.enter_context(socket.socket(socket.AF_UNIX))
                client.settimeout(0)
                client.connect(str(rig.folder / "staff.sock"))
                client.send(b"x" * 4000)
            return rig.table is not None and rig.table.poll() is not None

        wait_until(dead, "the kernel to kill it")
        assert rig.table is not None
        assert rig.table.returncode == -9
    rig.died()
    rig.begin_again()
    resume(rig)
    rig.sees(lambda view: view["coups"], "the coup")
    assert rig.check_cards() == 4
    assert processes_of(rig.folder) == [rig.pid]
    rig.end()


@pytest.mark.skipif(not (PROCESSES / "cgroup.procs").exists(), reason="no process groups of the first kind here")
def test_without_another_thread_the_game_goes_on(rig: WorldRig) -> None:
    rig.begin()
    rig.new_shoe()
    with group_of(PROCESSES, rig.pid) as group:
        (group / "pids.max").write_text((group / "pids.current").read_text())
        with contextlib.ExitStack() as crowd:
            for _ in range(10):  # each wants a thread or two, and is turned away
                client = crowd.enter_context(socket.socket(socket.AF_UNIX))
                client.settimeout(30)
                client.connect(str(rig.folder / "public.sock"))
                assert client.recv(1) == b""
            rig.shoe_board.coup()
            rig.shoe_board.unplug()
            rig.reader_is("disconnected")
            rig.shoe_board.plug()
        (group / "pids.max").write_text("max")
        assert next(lines_of(rig.folder / "public.sock"))["shoe"] == 1
        rig.shoe_board.coup()
    assert rig.check_cards() == 8
    rig.end()
