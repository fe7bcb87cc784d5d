"""A table dies in the middle of a coup and a spare unit deals on: the short form of `spare_unit.py`."""

import shutil
from pathlib import Path

from backup.spare_unit import as_house, go_on, kill_within_a_coup
from support.house import House, wait_until


def test_a_spare_goes_on_with_the_card_of_a_device_that_died_within_a_coup(tmp_path: Path) -> None:
    for name in ("old", "spare"):
        (tmp_path / name).mkdir()
    old = House(tmp_path / "old")
    spare: House | None = None
    try:
        old.start_shoe()
        old.start_table()
        wait_until(old.serves, "the old table's feed")
        for name in ("j.sqlite3.key", "j.sqlite3.seal-key", "staff.sqlite3", "table.toml"):  # prepared some days before
            shutil.copy(old.folder / name, tmp_path / "spare")
        began_s = kill_within_a_coup(old, hands=3)
        assert old.journal.with_name("j.sqlite3-wal").exists(), "the newest steps are in the log alone"
        spare = as_house(old, tmp_path / "spare")
        seen = go_on(spare, old.journal, coups=1, began_s=began_s)
        assert seen.coup_open >= 3
        assert seen.coups >= 3
        assert seen.missing == 0, "all that was acknowledged was on the card"
    finally:
        if spare is not None:
            spare.stop()
        old.stop()
