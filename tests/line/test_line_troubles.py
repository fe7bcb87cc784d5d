"""Ports that cannot be opened, threads that die, names that are looked up: what the line says and how it goes on."""

import errno
import grp
import os
import pty
import queue
import subprocess
import sys
import termios
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from device.line.serial_line import Machine, SerialLine, open_serial
from device.line.trouble import Cause, cause_of, trouble_of
from device.ports.line import LineInput, LineLost, LineOpened

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


@pytest.fixture
def pty_name() -> Iterator[str]:
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


def line_on(port: str, inbox: queue.Queue[LineInput], machine: Machine) -> SerialLine:
    return SerialLine(port, 115200, inbox.put, StillClock(), machine)


def first_loss(port: str, inbox: queue.Queue[LineInput], machine: Machine | None = None) -> str:
    """What the line says first about a port that does not open."""
    line = line_on(port, inbox, machine or Machine(wait=soon))
    line.start()
    told = inbox.get(timeout=PATIENCE_S)
    line.close()
    assert isinstance(told, LineLost)
    return told.detail


def test_unplugged_for_an_hour_it_tries_once_a_second_and_stays_small(
    tmp_path: Path, inbox: queue.Queue[LineInput]
) -> None:
    waits: list[float] = []
    waited_s, attempts, sizes = 0.0, 0, []
    hour_is_over = threading.Event()

    def open_port(path: str, baud: int) -> serial.Serial:
        nonlocal attempts
        attempts += 1
        return open_serial(path, baud)

    def wait(stop: threading.Event, seconds: float) -> None:
        nonlocal waited_s
        waited_s += seconds
        if len(waits) < 8:
            waits.append(seconds)
        if attempts in (600, 3600):
            sizes.append(tracemalloc.get_traced_memory()[0])
        if waited_s >= 3600:
            hour_is_over.set()
            assert stop.wait(PATIENCE_S)

    tracemalloc.start()
    try:
        line = line_on(str(tmp_path / "nothing"), inbox, Machine(wait=wait, open_port=open_port))
        line.start()
        assert hour_is_over.wait(5 * PATIENCE_S)
        line.close()
    finally:
        tracemalloc.stop()
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0, 1.0]
    assert 3600 <= attempts <= 3605
    assert sizes[1] - sizes[0] < 20_000
    told = inbox.get_nowait()
    assert isinstance(told, LineLost)
    assert f"{tmp_path}/nothing is not there" in told.detail
    assert inbox.empty()


def test_a_port_that_opens_and_dies_at_once_does_not_spin(pty_name: str, inbox: queue.Queue[LineInput]) -> None:
    waits: list[float] = []

    class Dying(serial.Serial):
        reads = 0

        def read(self, size: int = 1) -> bytes:
            self.reads += 1
            if self.reads > 1:
                raise serial.SerialException("read failed: [Errno 71] Protocol error")
            return b"" if size else b"?"

    def wait(stop: threading.Event, seconds: float) -> None:
        waits.append(seconds)
        soon(stop, seconds)

    line = line_on(pty_name, inbox, Machine(wait=wait, open_port=lambda path, baud: Dying(path, baud, exclusive=True)))
    line.start()
    for _ in range(16):
        inbox.get(timeout=PATIENCE_S)
    line.close()
    assert waits[:6] == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]


def test_closing_interrupts_the_back_off(tmp_path: Path, inbox: queue.Queue[LineInput]) -> None:
    line = line_on(str(tmp_path / "nothing"), inbox, Machine(wait=lambda stop, _s: stop.wait(3600)))
    line.start()
    inbox.get(timeout=PATIENCE_S)
    line.close()
    line.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("line-")]


def test_a_line_never_started_can_be_closed_and_one_line_starts_once(inbox: queue.Queue[LineInput]) -> None:
    line = line_on("/dev/null", inbox, Machine(wait=soon))
    line.send(b"$?\n")
    line.close()
    line = line_on("/dev/null", inbox, Machine(wait=soon))
    line.start()
    with pytest.raises(RuntimeError, match="make a new one"):
        line.start()
    line.close()


def test_a_cause_is_told_once_and_another_cause_again(pty_name: str, inbox: queue.Queue[LineInput]) -> None:
    turns: list[Exception | None] = [
        *[serial.SerialException(errno.ENOENT, "could not open port")] * 5,
        *[serial.SerialException(errno.EACCES, "could not open port")] * 5,
        *[termios.error(errno.EIO, "Input/output error")] * 5,
        None,
    ]

    def open_port(path: str, baud: int) -> serial.Serial:
        if (error := turns.pop(0)) is not None:
            raise error
        return open_serial(path, baud)

    line = line_on(pty_name, inbox, Machine(wait=soon, open_port=open_port))
    line.start()
    told = [inbox.get(timeout=PATIENCE_S) for _ in range(4)]
    line.close()
    assert isinstance(told[3], LineOpened)
    details = [item.detail for item in told if isinstance(item, LineLost)]
    assert len(details) == 3
    assert ["not there" in details[0], "permission denied" in details[1], "not there" in details[2]] == [True] * 3


DENIED = """
import os, queue, sys
from device.line.serial_line import SerialLine
class Clock:
    def monotonic_s(self): return 0.0
    def wall_at(self): return ""
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
inbox = queue.Queue()
line = SerialLine(sys.argv[1], 115200, inbox.put, Clock())
line.start()
print(inbox.get(timeout=20).detail)
line.close()
"""


def denied(port: str) -> str:
    """What a program of an ordinary user says about a port it may not open."""
    ran = subprocess.run([sys.executable, "-c", DENIED, port], check=True, capture_output=True, text=True, timeout=60)
    return ran.stdout


def test_a_closed_port_is_told_with_owner_group_and_mode(pty_name: str) -> None:
    Path(pty_name).chmod(0)
    detail = denied(pty_name)
    assert f"{pty_name}: permission denied" in detail
    assert "mode c---------" in detail
    assert "install zapato's udev rule" in detail


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another group")
def test_a_port_of_another_group_is_told_with_that_group_and_how_to_join_it(pty_name: str) -> None:
    group = next(group for group in grp.getgrall() if group.gr_gid not in (0, 65534))
    os.chown(pty_name, 0, group.gr_gid)
    Path(pty_name).chmod(0o660)
    detail = denied(pty_name)
    assert f"belongs to root, group {group.gr_name}, mode crw-rw----" in detail
    assert f"usermod -aG {group.gr_name} " in detail


def test_two_programs_on_one_port(pty_name: str, inbox: queue.Queue[LineInput]) -> None:
    script = "import sys, serial; _ = serial.Serial(sys.argv[1], exclusive=True); print('held', flush=True); input()"
    command = [sys.executable, "-c", script, pty_name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        line = line_on(pty_name, inbox, Machine(wait=soon))
        line.start()
        lost = inbox.get(timeout=PATIENCE_S)
        other.communicate("\n")
        assert isinstance(inbox.get(timeout=PATIENCE_S), LineOpened)
        line.close()
    assert isinstance(lost, LineLost)
    assert f"{pty_name}: port in use by another program" in lost.detail
    assert f"process {other.pid}" in lost.detail


def test_what_is_no_serial_port_is_told_so(tmp_path: Path, inbox: queue.Queue[LineInput]) -> None:
    assert "/dev/null is no serial port" in first_loss("/dev/null", inbox)
    assert f"{tmp_path} is no serial port" in first_loss(str(tmp_path), inbox)


def test_an_impossible_speed_is_told(pty_name: str, inbox: queue.Queue[LineInput]) -> None:
    def open_port(path: str, baud: int) -> serial.Serial:
        raise ValueError("Failed to set custom baud rate (115201)")

    detail = first_loss(pty_name, inbox, Machine(wait=soon, open_port=open_port))
    assert "does not take these settings (Failed to set custom baud rate (115201))" in detail
    with pytest.raises(ValueError, match="bits per second"):
        SerialLine(pty_name, 0, inbox.put, StillClock())


def test_an_unknown_error_keeps_its_number_as_part_of_the_cause() -> None:
    errors = [OSError(number, os.strerror(number)) for number in (errno.EPROTO, errno.EOVERFLOW)]
    assert [cause_of(error) for error in errors] == [(Cause.OTHER, errno.EPROTO), (Cause.OTHER, errno.EOVERFLOW)]
    assert "Protocol error" in trouble_of(errors[0], "/dev/ttyACM0", "/dev/ttyACM0", was_open=True).detail
