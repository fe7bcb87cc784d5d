"""A disk without room: the table is held and says why, nobody is told of a card that is not on record, and it heals.

The shoe's own log of what left it is the truth here; it is on another disk.
"""

import contextlib
import os
import resource
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from service.process_tools import ServiceManager
from service.test_service_kills import compare
from support.house import DealerThread, House, wait_until

from device.demo.staff_client import StaffClient
from device.journal.errors import DiskError
from device.journal.opening import open_or_set_aside
from device.sim.shoe_process import ShoeClient
from device.system.clock import SystemClock


class Disk:
    """The disk that a journal lies on: a small one of its own, or a limit on the size of the table's files."""

    def __init__(self, folder: Path, house: House, *, own: bool) -> None:
        self.folder = folder
        self._house = house
        self.is_mounted = False
        folder.mkdir()
        if own:
            mount = shutil.which("mount")
            if mount is None or os.geteuid() != 0:
                pytest.skip("needs root to mount a small disk; a limit on files' sizes is tried without")
            words = [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
            done = subprocess.run(words, capture_output=True, check=False)
            if done.returncode != 0:
                pytest.skip(f"mounting is not allowed here: {done.stderr.decode().strip()}")
            self.is_mounted = True

    def fill(self) -> None:
        """No room from now on."""
        if self.is_mounted:
            with (self.folder / "ballast").open("ab", buffering=0) as ballast, contextlib.suppress(OSError):
                while ballast.write(bytes(4096)):
                    pass
        else:
            self._limit(max(path.stat().st_size for path in self.folder.iterdir()))

    def heal(self) -> None:
        """Room again."""
        (self.folder / "ballast").unlink(missing_ok=True)
        if not self.is_mounted:
            self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        if self._house.table is None or self._house.table.poll() is not None:
            return
        _, most = resource.prlimit(self._house.table.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._house.table.pid, resource.RLIMIT_FSIZE, (size, most))

    def give_back(self) -> None:
        """Unmount."""
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


@pytest.fixture
def house(make_house: Callable[..., House]) -> House:
    """A house whose journal is in a folder of its own."""
    house = make_house()
    house.config.write_text(house.config.read_text().replace('"j.sqlite3"', '"disk/j.sqlite3"'))
    house.journal = house.folder / "disk" / "j.sqlite3"
    return house


@pytest.fixture(params=["a disk without room", "files that may not grow"])
def disk(house: House, request: pytest.FixtureRequest) -> Iterator[Disk]:
    """The disk of the house's journal; the house is closed before it is taken away."""
    disk = Disk(house.folder / "disk", house, own=request.param == "a disk without room")
    yield disk
    disk.heal()
    house.stop()
    disk.give_back()


def journal_is(staff: StaffClient, ok: bool) -> dict[str, object]:
    """Wait until the staff view says so of the record."""
    views: list[dict[str, object]] = []

    def seen() -> bool:
        view = staff.wait_for_view(0.2)
        views.extend([] if view is None else [view])
        return bool(views) and views[-1]["health"]["journal"]["ok"] is ok  # type: ignore[index]

    wait_until(seen, f"a record that {'works' if ok else 'refuses'}")
    return views[-1]


def check_log(house: House) -> None:
    assert "Traceback" not in house.last_words(), house.last_words()


def test_dealing_goes_on_by_itself_when_the_disk_has_room_again(house: House, disk: Disk) -> None:
    house.start_shoe()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    dealer = DealerThread(house)
    staff, shoe = house.staff(), ShoeClient(house.folder / "shoe.sock")
    try:
        wait_until(lambda: len(house.left().cards) >= 20, "some cards")
        assert not staff.order({"order": "end-shoe"})["ok"], "not the dealer's, who has signed in now"
        disk.fill()
        view = journal_is(staff, ok=False)
        assert str(house.journal) in view["health"]["journal"]["detail"]  # type: ignore[index]
        if disk.is_mounted:
            assert "the disk is full: free some space" in view["health"]["journal"]["detail"]  # type: ignore[index]
        assert (view["held"], view["banner"], view["instruction"]) == (True, "do-not-deal", "do-not-deal")
        drawn = [shoe.draw() for _ in range(4)]
        refused = staff.order({"order": "dealer", "on": True})
        assert not refused["ok"]
        assert refused["why"].startswith("nothing was done, for it cannot be put on record: ")
        told = {(card.boot, card.seq) for card in house.left().cards if card.acknowledged}
        assert not any((card.boot, card.seq) in told for card in drawn if card is not None)
        assert told <= set(house.cards_on_record()), "the shoe was told of a card that is not on record"
        disk.heal()
        journal_is(staff, ok=True)
        wait_until(house.all_acknowledged, "the host to have every card")
        left = len(house.left().cards)
        wait_until(lambda: len(house.left().cards) > left + 6 or dealer.finished(), "the dealer to deal on")
        assert not dealer.finished(), dealer.failure
    finally:
        dealer.stop()
        staff.close()
        shoe.close()
    wait_until(house.all_acknowledged, "the host to have every card")
    house.stop()
    assert compare(house) >= 24
    check_log(house)


@pytest.mark.parametrize("disk", ["a disk without room"], indirect=True)
def test_a_table_that_starts_on_a_full_disk_is_held_and_begins_when_there_is_room(
    house: House, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.start_shoe()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    staff, shoe = house.staff(), ShoeClient(house.folder / "shoe.sock")
    wait_until(lambda: bool(staff.order({"order": "shoe"})["ok"]), "a shoe in play, once the reader is there")
    for _ in range(3):
        shoe.draw()
    wait_until(house.all_acknowledged, "the host to have every card")
    staff.close()
    assert house.table is not None
    house.table.terminate()
    assert house.table.wait(60) == 0

    disk.fill()
    manager = ServiceManager(str(house.folder / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    house.start_table()
    staff = house.staff()
    try:
        view = journal_is(staff, ok=False)
        assert "the disk is full: free some space" in view["health"]["journal"]["detail"]  # type: ignore[index]
        assert (view["held"], view["banner"], view["instruction"]) == (True, "do-not-deal", "do-not-deal")
        refused = staff.order({"order": "next"})
        assert refused["why"].startswith("nothing was done, for it cannot be put on record: ")
        with socket.socket(socket.AF_UNIX) as panel, panel.makefile("rb") as lines:
            panel.connect(str(house.folder / "panel.sock"))
            panel.sendall(b'{"id":"1","press":"bets"}\n')
            assert b"nothing was done, for it cannot be put on record: " in lines.readline()
        said = manager.hears()
        assert said.startswith(f"STATUS={house.journal}: ")
        assert "EXTEND_TIMEOUT_USEC=" in said
        shoe.draw()
        disk.heal()
        while said != "READY=1":
            said = manager.hears()
            assert not said.startswith("WATCHDOG"), "the loop does not turn yet"
        view = journal_is(staff, ok=True)
        wait_until(house.all_acknowledged, "the host to have every card")
    finally:
        staff.close()
        shoe.close()
        manager.close()
    house.stop()
    assert compare(house) == 4
    check_log(house)


@pytest.mark.parametrize("disk", ["a disk without room"], indirect=True)
def test_a_table_that_waits_for_its_disk_can_be_ended(house: House, disk: Disk) -> None:
    disk.fill()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    assert house.table is not None
    house.table.terminate()
    assert house.table.wait(60) == 0
    assert not (house.folder / "staff.sock").exists()
    assert not house.journal.exists()
    assert "begins by itself when the disk is well" in house.last_words()
    check_log(house)


@pytest.mark.parametrize("disk", ["a disk without room"], indirect=True)
def test_a_damaged_record_stays_in_its_place_until_a_new_one_can_be_made(house: House, disk: Disk) -> None:
    house.journal.write_bytes(b"")
    disk.fill()
    with pytest.raises(DiskError):
        open_or_set_aside(house.journal, clock=SystemClock())
    assert house.journal.exists()
    assert list(disk.folder.glob("*damaged*")) == []
    disk.heal()
    opened = open_or_set_aside(house.journal, clock=SystemClock())
    opened.journal.close()
    assert opened.set_aside is not None
    assert opened.set_aside.path.exists()
