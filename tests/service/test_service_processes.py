"""The table as a process of the system: its service manager, its signals, its neighbours and its rights."""

import contextlib
import functools
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from service.board_tools import LiveBoard
from service.process_tools import WITHOUT_PRIVILEGES, Rig, ServiceManager, lines_of
from support.house import ENTRY, wait_until

from device.journal.checking import verify_file
from device.table import events as ev


@contextlib.contextmanager
def served(rig: Rig) -> Iterator[Rig]:
    """The rig is ended with the block, whatever happens."""
    try:
        yield rig
    finally:
        rig.clean_up()


def test_the_service_manager_is_told_and_a_signal_ends_the_table_in_peace(tmp_path: Path) -> None:
    addresses = (str(tmp_path / "notify"), f"@zapato-test-{secrets.token_hex(8)}")
    with served(Rig(tmp_path)) as rig:
        for shoe, number, address in zip((1, 2), (signal.SIGTERM, signal.SIGINT), addresses, strict=True):
            with contextlib.closing(ServiceManager(address)) as manager:
                rig.start_table(env=manager.environment)
                assert manager.hears() == "READY=1"
                # The record is folded by now: the very first view is of the shoe in play.
                assert next(lines_of(rig.folder / "staff.sock"))["shoe"] == shoe - 1
                assert [manager.hears() for _ in range(2)] == ["WATCHDOG=1"] * 2
                rig.plug()
                assert rig.new_shoe() == shoe
                rig.send(b"9C\r8D\rTC\rTD\r")
                rig.sees(lambda view: view["coups"], "the coup")
                rig.end(number)
                rig.port.unplug()
                said = manager.hears()
                heard = []
                while said != "STOPPING=1":
                    heard.append(said)
                    said = manager.hears()
                assert set(heard) - {"WATCHDOG=1"} <= {one for one in heard if one.startswith("STATUS=BAC 1: ")}
        assert verify_file(rig.journal).coups == 2


def test_two_tables_on_one_port_and_the_second_on_one_journal(tmp_path: Path) -> None:
    """The second table of a journal ends; one with a journal of its own waits for the port and says who has it."""
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    with served(Rig(folders[0], kind="shoe")) as first, served(Rig(folders[1], kind="shoe")) as other:
        first.open()
        assert first.table is not None
        shoe = LiveBoard(first)
        try:
            shoe.plug()
            first.new_shoe()
            other.config.write_text(other.config.read_text().replace(f"{folders[1]}/port", f"{folders[0]}/port"))
            other.open()
            view = other.reader_is("port in use by another program")
            assert f"process {first.table.pid}" in view["health"]["reader"]["detail"]
            assert view["instruction"] == "do-not-deal"
            shoe.coup()

            same = Rig(folders[0], kind="shoe")
            same.start_table()
            assert same.table is not None
            assert same.table.wait(60) == 2
            assert f"another process writes to this journal (process {first.table.pid})" in first.last_words()
            shoe.coup()
            assert first.cards_on_record() == shoe.left
            first.end()
            other.reader_is(
                ""
            )  # the port is free, and the shoe says what the first table has on record already: nothing
            assert other.cards_on_record() == {}
            other.end()
        finally:
            shoe.close()


@functools.cache
def permissions_mean_nothing() -> bool:
    """Whether this user may overlook permissions and cannot give that up."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).chmod(0)
        words = [sys.executable, "-c", WITHOUT_PRIVILEGES.replace(ENTRY, "import sys; open(sys.argv[1])"), file.name]
        return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0


def test_a_port_without_permission_is_named_with_its_owner_and_opened_when_there_is_one(tmp_path: Path) -> None:
    if permissions_mean_nothing():
        pytest.skip("this user may open anything")
    with served(Rig(tmp_path)) as rig:
        rig.port.plug()
        slave = (tmp_path / "port").resolve()
        slave.chmod(0)
        rig.start_table(entry=WITHOUT_PRIVILEGES)
        wait_until(rig.serves, "the table's feed")
        detail = rig.reader_is(f"{tmp_path}/port: permission denied. It belongs to ")["health"]["reader"]["detail"]
        assert "mode c---------" in detail
        assert "udev rule" in detail
        slave.chmod(0o600)
        rig.reader_is("")
        rig.order(order="shoe")
        rig.send(b"9C\r8D\rTC\rTD\r")
        rig.sees(lambda view: view["coups"], "a coup")
        rig.end()


@pytest.mark.parametrize("what", ["journal", "feed"])
def test_a_folder_without_permission_is_named_and_the_table_ends(tmp_path: Path, what: str) -> None:
    if permissions_mean_nothing():
        pytest.skip("this user may write anywhere")
    closed = tmp_path / "closed"
    closed.mkdir()
    with served(Rig(tmp_path)) as rig:
        old, new = (
            ('"j.sqlite3"', '"closed/j.sqlite3"') if what == "journal" else ('"staff.sock"', '"closed/staff.sock"')
        )
        rig.config.write_text(rig.config.read_text().replace(old, new))
        closed.chmod(0o555)
        rig.start_table(entry=WITHOUT_PRIVILEGES)
        assert rig.table is not None
        assert rig.table.wait(60) == 2
        closed.chmod(0o755)
        said = rig.last_words()
        assert said.splitlines()[-1].startswith("Error: ")
        assert str(closed) in said
        assert "no permission" in said
        assert os.listdir(closed) == []  # noqa: PTH208 - all names, hidden ones too
        rig.check_log()


def test_a_journal_taken_away_while_the_table_runs_holds_it_until_it_is_back(tmp_path: Path) -> None:
    with served(Rig(tmp_path)) as rig:
        rig.open()
        rig.plug()
        rig.order(order="shoe")
        moved = rig.journal.rename(tmp_path / "elsewhere")
        rig.send(b"9C\r8D\r")
        view = rig.sees(lambda view: not view["health"]["journal"]["ok"], "the record's trouble")
        assert (
            "moved, deleted or replaced while the table was writing to it: put it back"
            in (view["health"]["journal"]["detail"])
        )
        assert view["player"] == []
        moved.rename(rig.journal)
        view = rig.sees(lambda view: view["banker"], "the cards that waited")
        assert (view["player"], view["banker"], view["held"]) == (["9c"], ["8d"], False)
        assert [event.card.value for event in rig.events() if isinstance(event, ev.CardDealt)] == ["9c", "8d"]
        rig.send(b"TC\rTD\r")
        rig.sees(lambda view: view["coups"], "the coup")
        rig.end()
