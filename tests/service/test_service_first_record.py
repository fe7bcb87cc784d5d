"""A table that begins its first record says so: it may be one whose disk is not mounted."""

import logging
from pathlib import Path

import pytest
from msgspec.structs import replace

from device.service.record import TableRecord
from device.settings import Settings
from device.system.clock import SystemClock


def test_the_first_record_is_told_of_and_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    path = tmp_path / "journal.sqlite3"
    settings = Settings()
    settings = replace(settings, journal=replace(settings.journal, path=path))
    for told in (1, 1, 2):
        if told == 2:  # another disk's folder, or none mounted: nothing of the record is there, not even its key
            for one in tmp_path.iterdir():
                one.unlink()
        with TableRecord(settings, SystemClock()):
            pass
        said = f"{path}: no record was here and the first is begun; if there should be one, mount its disk"
        assert caplog.messages.count(said) == told
