"""A real table on a record of an earlier period: it goes on in a new file, and says so where it cannot."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from journal.archive_tools import Calendar, Table, archived
from service.process_tools import Rig

from device.journal import checking, joins
from device.table import commands as cmd


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    before = Table(rig.journal, Calendar("2019-01-15"))
    before.give(cmd.ChangeDealer(dealer="d14"))
    before.shoe()
    before.close()
    yield rig
    rig.clean_up()


def test_a_table_goes_on_in_a_new_file_with_dealer_and_shoe_number(rig: Rig) -> None:
    rig.open()
    (old,) = archived(rig.journal)
    view = rig.sees(lambda view: view["dealer"] == "d14", "who deals")
    assert view["notes"] == []
    rig.plug()
    assert rig.new_shoe() == 2
    rig.end()
    assert len(archived(rig.journal)) == 1
    joins.check_files(old, rig.journal)
    for path in (old, rig.journal):
        checking.verify_file(path)


def test_a_table_whose_archive_cannot_be_had_deals_on_and_tells_the_staff(rig: Rig) -> None:
    (rig.folder / "archive").write_text("no folder")
    rig.open()
    view = rig.sees(lambda view: view["notes"], "a note")
    (note,) = view["notes"]
    assert "the file of the last period stays in use; the next shoe tries again" in note
    rig.plug()
    assert rig.new_shoe() == 2
    (rig.folder / "archive").unlink()
    assert rig.new_shoe() == 3, "one that is opened over another does not divide it"
    rig.order(order="end-shoe", by="sup1")
    assert rig.new_shoe() == 4
    rig.end()
    (old,) = archived(rig.journal)
    assert checking.verify_file(old).shoes == 3
    assert checking.verify_file(rig.journal).shoes == 1
