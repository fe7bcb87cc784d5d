"""Faults in the middle of work: a thread of ours that dies, a write that fails; told, and the line begins again."""

import errno
import os
import pty
import queue
import select
import threading
from typing import TYPE_CHECKING

import pytest
import serial

from device.line.serial_line import Machine, SerialLine, open_serial
from device.ports.line import BytesIn, LineInput, LineLost, LineOpened

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PATIENCE_S = 20.0


class StillClock:
    """A clock that stands still."""

    def monotonic_s(self) -> float:
        return 100.0

    def wall_at(self) -> str:
        return ""


def soon(stop: threading.Event, seconds: float) -> None:
    """A back-off without its length."""
    stop.wait(min(seconds, 0.005))


@pytest.fixture
def inbox() -> queue.Queue[LineInput]:
    return queue.Queue()


def line_on(port: str, inbox: queue.Queue[LineInput], machine: Machine) -> SerialLine:
    return SerialLine(port, 115200, inbox.put, StillClock(), machine)


def heard(master: int) -> bytes:
    """What the host sent."""
    assert select.select([master], [], [], PATIENCE_S)[0]
    return os.read(master, 4096)


class DyingThread(serial.Serial):
    """A port whose use meets a fault of the program, in the reader's or the writer's call."""

    reading = False

    def read(self, size: int = 1) -> bytes:
        if self.reading:
            raise ZeroDivisionError("a fault of ours")
        return super().read(size)

    def write(self, _data: object, /) -> int | None:
        raise ZeroDivisionError("a fault of ours")


@pytest.mark.parametrize("thread", ["line-reader", "line-writer"])
def test_a_thread_that_dies_is_told_and_replaced(thread: str, inbox: queue.Queue[LineInput]) -> None:
    master, slave = pty.openpty()
    opened: list[serial.Serial] = []

    def open_port(path: str, baud: int) -> serial.Serial:
        if opened:
            return open_serial(path, baud)
        opened.append(port := DyingThread(path, baud, timeout=0.2, write_timeout=1, exclusive=True))
        port.reading = thread == "line-reader"
        return port

    line = line_on(os.ttyname(slave), inbox, Machine(wait=soon, open_port=open_port))
    line.start()
    assert isinstance(inbox.get(timeout=PATIENCE_S), LineOpened)
    line.send(b"$?\n")
    told = inbox.get(timeout=PATIENCE_S)
    assert isinstance(told, LineLost)
    assert f"thread {thread} stopped (ZeroDivisionError: a fault of ours)" in told.detail
    assert isinstance(inbox.get(timeout=PATIENCE_S), LineOpened)
    line.send(b"again")
    assert heard(master) == b"again"
    os.write(master, b"9H\r")
    got = b""
    while not got.endswith(b"9H\r"):
        item = inbox.get(timeout=PATIENCE_S)
        assert isinstance(item, BytesIn)
        got += item.data
    line.close()
    os.close(slave)
    os.close(master)


def test_a_write_that_fails_on_a_port_that_reads_well_is_an_outage(inbox: queue.Queue[LineInput]) -> None:
    master, slave = pty.openpty()
    failing = [True]

    class Deaf(serial.Serial):
        def write(self, b: "ReadableBuffer", /) -> int | None:
            if failing:
                failing.clear()
                raise OSError(errno.EPROTO, "Protocol error")
            return super().write(b)

    def open_port(path: str, baud: int) -> serial.Serial:
        return Deaf(path, baud, timeout=0.2, write_timeout=1, exclusive=True)

    line = line_on(os.ttyname(slave), inbox, Machine(wait=soon, open_port=open_port))
    line.start()
    assert isinstance(inbox.get(timeout=PATIENCE_S), LineOpened)
    line.send(b"$?\n")
    told = inbox.get(timeout=PATIENCE_S)
    assert isinstance(told, LineLost)
    assert "the port failed ([Errno 71] Protocol error)" in told.detail
    assert isinstance(inbox.get(timeout=PATIENCE_S), LineOpened)
    line.send(b"again")
    assert heard(master) == b"again"
    line.close()
    os.close(slave)
    os.close(master)
