"""Disks of their own kinds of refusal: no room, no room for names, read-only; and keys that cannot be used."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from faults.shoe_table import NAME, ShoeTable
from journal.archive_tools import archived
from journal.journal_tools import written
from service.process_tools import Rig

from device.cli.main import zapato
from device.journal import checking
from device.table import commands as cmd


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, with room for 24 names."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("needs root to mount a small disk")
    words = ["mount", "-t", "tmpfs", "-o", "size=3m,nr_inodes=24", "tmpfs", str(folder)]
    done = subprocess.run(words, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"mounting is not allowed here: {done.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def no_more_names(disk: Path) -> list[Path]:
    """Files until no other has a place."""
    made: list[Path] = []
    while True:
        made.append(disk / f"ballast-{len(made)}")
        try:
            made[-1].touch()
        except OSError:
            return made[:-1]


def heals_after(table: ShoeTable, seconds: float, heal: list[object]) -> None:
    """Once people were told, and so much later, `heal` is called."""
    at_s: list[float] = []

    def moment() -> None:
        if table.seen.troubles and not at_s:
            at_s.append(table.time.now_s + seconds)
        if at_s and table.time.now_s > at_s[0] and heal:
            act = heal.pop()
            assert callable(act)
            act()

    table.on_moment = moment


def finish(table: ShoeTable, disk: Path) -> None:
    """Deal on, end, and find every card."""
    table.coup()
    table.give(cmd.EndShoe(by="sup1"))
    table.stop()
    assert table.record.notes == ()
    assert checking.verify_file(disk / NAME).coups >= 1


def test_a_disk_that_is_read_only_at_the_start_is_waited_for(disk: Path) -> None:
    before = ShoeTable(disk)
    before.start()
    before.give(cmd.OpenShoe(by="sup1"))
    before.draw("4H")
    before.stop()
    remount(disk, "ro")
    table = ShoeTable(disk, board=before.board)
    heals_after(table, 3.0, [lambda: remount(disk, "rw")])
    table.start()
    assert any("read-only" in trouble or "cannot be written" in trouble for trouble in table.seen.troubles)
    assert all(str(disk) in trouble for trouble in table.seen.troubles)
    for code in ("2S", "9C", "AD", "8D"):
        table.draw(code)
    table.rest(2.0)
    table.stop()
    assert checking.verify_file(disk / NAME).events > 6


def test_a_disk_without_room_for_another_name_is_waited_for_at_the_start(disk: Path) -> None:
    written(disk / NAME)
    ballast = no_more_names(disk)
    table = ShoeTable(disk)

    def make_room() -> None:
        for one in ballast:
            one.unlink()

    heals_after(table, 3.0, [make_room])
    table.start()
    assert table.seen.troubles
    assert all(str(disk) in trouble for trouble in table.seen.troubles)
    table.stop()


def test_the_next_file_waits_for_a_disk_with_room_for_its_name(disk: Path) -> None:
    table = ShoeTable(disk)
    table.start()
    table.shoe()
    ballast = no_more_names(disk)
    table.time.day = "2026-12-02"
    table.give(cmd.OpenShoe(by="sup1"))
    table.coup()
    assert archived(disk / NAME) == [], "the old file goes on"
    assert any("stays in use; the next shoe tries again" in note for note in table.record.notes)
    for one in ballast:
        one.unlink()
    table.give(cmd.EndShoe(by="sup1"))
    table.shoe()
    table.stop()
    assert len(archived(disk / NAME)) == 1
    assert checking.verify_file(disk / NAME).coups == 1


def test_a_disk_that_fills_within_a_coup_holds_the_table_until_there_is_room(disk: Path) -> None:
    table = ShoeTable(disk)
    table.start()
    table.give(cmd.OpenShoe(by="sup1"))
    table.draw("4H")
    ballast = disk / "ballast"

    def fill() -> None:
        with ballast.open("ab", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    fill()
    heals_after(table, 3.0, [ballast.unlink])
    for code in ("2S", "9C", "AD", "8D") * 20:
        table.draw(code)
    assert any("the disk is full: free some space" in trouble for trouble in table.seen.troubles)
    assert not ballast.exists()
    table.stop()
    verified = checking.verify_file(disk / NAME)
    assert verified.events > len(table.dealt)


@pytest.mark.parametrize(
    ("key", "harm", "said"),
    [
        (".key", lambda path: path.write_bytes(path.read_bytes()[:40]), "the signing key is garbled: put the right"),
        (".seal-key", lambda path: path.chmod(0o640), "run `chmod 600"),
    ],
    ids=["signing key cut short", "sealing key for others to read"],
)
def test_a_table_says_what_is_wrong_with_a_key_and_does_not_start(
    tmp_path: Path, key: str, harm: object, said: str
) -> None:
    rig = Rig(tmp_path)
    written(rig.journal)
    assert callable(harm)
    harm(rig.journal.with_name(rig.journal.name + key))
    done = CliRunner().invoke(zapato, ["table", "--config", str(rig.config)])
    rig.clean_up()
    assert done.exit_code == 2, done.output
    assert isinstance(done.exception, SystemExit), "and not a fault of the program"
    assert said in done.stderr


def test_lost_keys_are_made_anew_and_the_table_deals(fast: Path) -> None:
    """The signatures of before stay good by the key they name; the sealing key's loss is an incident of its own."""
    before = ShoeTable(fast)
    before.start()
    before.shoe()
    before.stop()
    for ending in (".key", ".seal-key"):
        (fast / f"{NAME}{ending}").unlink()
    table = ShoeTable(fast, board=before.board)
    table.start()
    table.shoe()
    table.stop()
    assert len(checking.verify_file(fast / NAME).keys) == 2
