"""The table's log says when its reader goes and when it is back: without screens there is no other place for it."""

import logging

import pytest
from service.loop_tools import NO_BURN, Desk

from device.ports.line import LineLost, LineOpened


def test_a_reader_that_goes_and_comes_back_is_in_the_log_once_each(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="zapato.table")
    desk = Desk(NO_BURN)
    caplog.clear()
    for again in ("unplugged", "unplugged"):
        desk.put(LineLost(detail=again, at_s=desk.clock.now_s))
    desk.wait(5.0)
    desk.put(LineOpened(port="/dev/ttyACM0", at_s=desk.clock.now_s))
    desk.wait(5.0)
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert told == [("WARNING", "unplugged"), ("INFO", "reader: it is there")]
