"""How a table ends and begins: signals, a second table, what its environment is like, too little memory.

Each ends one process; whatever it was doing, the next one goes on with every card once. One folder, shoe and record see
most of it, one after another.
"""

import os
import resource
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from faults.world_tools import WorldRig, processes_of, resume, world_rig
from support.house import wait_until

ALL = os.environ.get("ZAPATO_WORLD") == "all"
"""Whether every form is tried and not only the one that says most."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorldRig]:
    with world_rig(tmp_path_factory.mktemp("table")) as rig:
        yield rig


@pytest.fixture
def rig(place: WorldRig) -> Iterator[WorldRig]:
    """A table that may deal: the one that the test before left, or its successor."""
    if place.table is None:
        place.begin()
    elif place.table.poll() is not None:
        place.begin_again()
    place.new_shoe()
    yield place
    if place.table is not None and place.table.poll() is None:
        place.check_log()


def left_behind(rig: WorldRig) -> list[str]:
    """Names that only a running table has."""
    return [
        name for name in ("public.sock", "staff.sock", "panel.sock", "j.sqlite3-wal") if (rig.folder / name).exists()
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT] if ALL else [signal.SIGHUP])
def test_ended_in_mid_coup_and_asked_again_and_again_it_leaves_nothing(rig: WorldRig, number: int) -> None:
    before = len(rig.shoe_board.left)
    rig.shoe_board.deal("9C 8D TC")
    wait_until(rig.shoe_board.all_acknowledged, "three cards")
    rig.close_eyes()
    for _ in range(3):  # whoever is impatient signals more than once
        os.kill(rig.pid, number)
        time.sleep(0.002)  # so that they are as many signals, and not one
    assert rig.table is not None
    assert rig.table.wait(60) == 0, rig.last_words()
    rig.check_log()
    assert left_behind(rig) == []
    rig.begin_again()
    view = rig.sees(lambda view: view["incidents"], "the coup that was open")
    assert [one["kind"] for one in view["incidents"]] == ["recovered"]
    resume(rig)
    rig.shoe_board.deal("TD")
    rig.sees(lambda view: view["coups"], "the coup")
    assert rig.check_cards() == before + 4


def test_a_second_table_says_who_was_there_first_and_touches_nothing(rig: WorldRig) -> None:
    first, before = rig.table, len(rig.shoe_board.left)
    assert first is not None
    inodes = [(rig.folder / name).stat().st_ino for name in ("public.sock", "staff.sock", "panel.sock")]

    def refused(said: str) -> None:
        rig.start_table()
        second, rig.table = rig.table, first
        assert second is not None
        assert second.wait(60) == 2
        assert said in rig.last_words().splitlines()[-1]
        assert [(rig.folder / name).stat().st_ino for name in ("public.sock", "staff.sock", "panel.sock")] == inodes
        rig.check_log()

    same = rig.config.read_text()
    # Stopped, as while its disk is slow: it has not gone, and nobody takes its place.
    os.kill(first.pid, signal.SIGSTOP)
    try:
        refused(f"another process writes to this journal (process {first.pid})")
        rig.config.write_text(same.replace('"j.sqlite3"', '"other.sqlite3"'))
        refused("public.sock: another table is serving this feed")
    finally:
        rig.config.write_text(same)
        os.kill(first.pid, signal.SIGCONT)
    rig.shoe_board.coup()
    # One that ends while its successor begins: the service manager tries again until the place is free.
    os.kill(first.pid, signal.SIGTERM)
    rig.close_eyes()
    rig.start_table()
    second = rig.table
    assert second is not None
    wait_until(lambda: second.poll() is not None or rig.ready(), "a start")
    assert first.wait(60) == 0
    if second.poll() is not None:
        assert second.returncode == 2, rig.last_words()
        rig.start_table()
        wait_until(rig.ready, "the next start")
    rig.reader_is("")
    rig.shoe_board.coup()
    assert rig.check_cards() == before + 8


def squeeze(rig: WorldRig, what: int, limit: int) -> None:
    resource.prlimit(rig.pid, what, (limit, resource.prlimit(rig.pid, what)[1]))


def memory_of(pid: int) -> int:
    """The process's whole address space, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def test_without_memory_it_goes_on_or_dies_and_the_record_is_whole(rig: WorldRig) -> None:
    died = 0
    for count in range(6 if ALL else 1):
        squeeze(rig, resource.RLIMIT_AS, memory_of(rig.pid) + count * 65536)
        rig.shoe_board.deal("9C 8D")
        for _ in range(40):  # crowds and long orders want memory
            try:
                rig.eyes.say({"order": "sign-in", "name": "x" * 3000, "pin": "y" * 500})
            except OSError:
                rig.close_eyes()
            if rig.table is None or rig.table.poll() is not None:
                break
        try:
            squeeze(rig, resource.RLIMIT_AS, resource.RLIM_INFINITY)
        except ProcessLookupError:
            died += 1
            rig.died()
        if rig.table is None or rig.table.poll() is not None:
            rig.died()
            rig.begin_again()
        resume(rig)
        rig.shoe_board.deal("TC TD")
        wait_until(rig.shoe_board.all_acknowledged, "the cards after it")
        assert rig.cards_on_record() == rig.shoe_board.left
    rig.check_cards()
    assert processes_of(rig.folder) == [rig.pid]
    rig.close_eyes()
    assert rig.table is not None
    rig.table.terminate()
    assert rig.table.wait(30) == 0, rig.last_words()
    assert left_behind(rig) == []


ENVIRONMENTS: dict[str, Mapping[str, str]] = {
    "a poor one": {
        "LANG": "C",
        "LC_ALL": "POSIX",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONOPTIMIZE": "2",
        "PYTHONHASHSEED": "0",
        "TMPDIR": "/nonexistent",
        "TZ": "Nowhere/Atall",
        "HOME": "",
        "PATH": "",
        "TERM": "",
    },
    "a strange one": {
        "LC_ALL": "xx_YY.bogus",
        "PYTHONIOENCODING": "ascii:strict",
        "PYTHONWARNINGS": "error",
        "PYTHONDEVMODE": "1",
        "PYTHONINSPECT": "",
        "TZ": ":/dev/null",
        "NOTIFY_SOCKET": "/nonexistent/notify",
        "HOME": "/nonexistent",
        "XDG_RUNTIME_DIR": "/nonexistent",
    },
}


@pytest.mark.parametrize(("environment", "mask"), [("a poor one", 0o000), *([("a strange one", 0o077)] if ALL else [])])
def test_whatever_its_environment_is_a_table_deals_and_keeps_its_files_to_itself(
    tmp_path: Path, environment: str, mask: int
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    folder = tmp_path / "庄 Ñandú"
    folder.mkdir()
    with world_rig(folder) as rig:
        # No library of the pins is there, or it has no chip: the lamps are off, it is said, and the game goes on.
        rig.config.write_text(rig.config.read_text() + '[panel]\nfactory = "lgpio"\n')

        def before_start() -> None:
            os.umask(mask)
            os.chdir(gone)
            gone.rmdir()

        rig.before_start = before_start
        rig.begin(ENVIRONMENTS[environment])
        rig.new_shoe()
        rig.shoe_board.coup()
        panel = rig.sees(lambda view: not view["health"]["panel"]["ok"], "the panel's trouble")["health"]["panel"]
        assert "the pin library cannot write in its working folder (removed)" in panel["detail"]
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.glob("j.sqlite3*")}
        assert not any(mode & 0o022 for mode in modes.values()), f"others may write: {modes}"
        assert [modes[f"j.sqlite3{key}"] for key in (".key", ".seal-key")] == [0o600, 0o600]
        sockets = [(folder / f"{name}.sock").stat().st_mode & 0o777 for name in ("public", "staff", "panel")]
        assert sockets == [0o660, 0o660, 0o600]
        assert rig.check_cards() == 4
        rig.end()
