"""A log never makes anybody wait, and never raises: full, closed, without a reader, or not there at all."""

import fcntl
import logging
import os
import socket

import pytest

from device.system.logs import LONGEST_BYTES, LineWriter, start_log


def fill(descriptor: int) -> None:
    os.set_blocking(descriptor, False)
    try:
        while os.write(descriptor, b"x" * 4096):
            pass
    except BlockingIOError:
        os.set_blocking(descriptor, True)


def test_a_full_pipe_loses_lines_and_says_how_many() -> None:
    read, write = os.pipe()
    try:
        log = LineWriter(write)
        log.say("first")
        assert os.read(read, 100) == b"first\n"
        fill(write)
        for number in range(3):
            log.say(f"lost {number}")
        while len(os.read(read, 1 << 20)) == 1 << 20:
            pass
        os.set_blocking(read, False)
        with pytest.raises(BlockingIOError):
            while os.read(read, 1 << 20):
                pass
        log.say("again")
        assert os.read(read, 1000) == b"(3 lines before this one were lost: nobody took them)\nagain\n"
    finally:
        os.close(read)
        os.close(write)


def test_a_line_is_never_longer_than_a_pipe_surely_takes() -> None:
    read, write = os.pipe()
    try:
        fcntl.fcntl(write, 1031, 4096)  # F_SETPIPE_SZ: one page
        LineWriter(write).say("é" * 100_000)
        said = os.read(read, 1 << 20)
        assert len(said) <= LONGEST_BYTES
        assert said.endswith(b" ...\n")
    finally:
        os.close(read)
        os.close(write)


def test_a_journal_that_hung_up_or_never_reads_stops_nobody() -> None:
    ours, theirs = socket.socketpair()
    log = LineWriter(ours.fileno())
    fill(ours.fileno())
    log.say("to a full socket")
    theirs.close()
    log.say("to a closed one")
    ours.close()
    log.say("into a descriptor that is none")


def test_a_logger_says_its_level_and_survives_what_cannot_be_said(capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers.clear()
    try:
        start_log()
        log = logging.getLogger("zapato.test")
        log.warning("a reader: %s", "gone")
        log.warning("two %s %s", "of three")  # noqa: PLE1206 - that is the point
        log.debug("nobody wants this")
        log.error("half a letter \ud800")
    finally:
        root.handlers[:], root.level = before, level
    said = capfd.readouterr().err.splitlines()
    assert said == ["WARNING: a reader: gone", "WARNING: two %s %s", "ERROR: half a letter \\ud800"]
