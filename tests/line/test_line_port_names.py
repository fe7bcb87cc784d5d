"""Port names: what may stand in the settings, which device file it is now, and names that are warned of."""

import os
import pty
import queue
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.line.port_name import (
    PortAmbiguousError,
    PortNameError,
    PortNotFoundError,
    UsbName,
    find_port,
    parse_port,
    port_hints,
)
from device.line.serial_line import Machine, SerialLine
from device.ports.line import LineInput, LineLost, LineOpened

PATIENCE_S = 20.0


class StillClock:
    """A clock that stands still."""

    def monotonic_s(self) -> float:
        return 100.0

    def wall_at(self) -> str:
        return ""


@dataclass(kw_only=True)
class Usb:
    """One entry of the list of ports; `vid` None is how a port that is not USB shows."""

    device: str
    vid: int
    pid: int
    serial_number: str | None = None


PICO = Usb(device="/dev/ttyACM1", vid=0x2E8A, pid=5, serial_number="E661A4")
SCANNER = Usb(device="/dev/ttyUSB0", vid=0x403, pid=0x6001)
MAC = Usb(device="/dev/ttyACM2", vid=0x2E8A, pid=5, serial_number="A0:76:4E:01")


def test_usb_names_find_the_port_whatever_its_number() -> None:
    listed = [PICO, SCANNER, MAC]
    assert find_port(parse_port("usb:0403:6001"), lambda: listed) == "/dev/ttyUSB0"
    assert find_port(parse_port("USB:2E8A:0005:e661a4"), lambda: listed) == "/dev/ttyACM1"
    assert find_port(parse_port("usb:2e8a:0005:A0:76:4E:01"), lambda: listed) == "/dev/ttyACM2"
    assert find_port(parse_port("/dev/serial/by-id/usb-x"), lambda: listed) == "/dev/serial/by-id/usb-x"
    with pytest.raises(PortNotFoundError):
        find_port(parse_port("usb:0403:6015"), lambda: listed)
    with pytest.raises(PortAmbiguousError, match=r"/dev/ttyACM1 \(serial number E661A4\), /dev/ttyACM2"):
        find_port(UsbName(vid=0x2E8A, pid=5, serial=None), lambda: listed)


@pytest.mark.parametrize(
    "name", ["", "COM3", "ttyACM0", "usb:", "usb:2e8a", "usb:2e8a:5", "usb:xxxx:0005", "/dev/a\0b"]
)
def test_a_name_that_can_name_no_port_is_refused_with_what_to_write(name: str) -> None:
    with pytest.raises(PortNameError, match="write a path such as /dev/serial/by-id"):
        SerialLine(name, 115200, lambda _item: None, StillClock())


def test_a_usb_device_that_returns_under_another_number_is_found() -> None:
    master, slave = pty.openpty()
    back = Usb(device=os.ttyname(slave), vid=0x2E8A, pid=5, serial_number="E661A4")
    listings: list[list[Usb]] = [[], [], [PICO, MAC], [back]]
    inbox: queue.Queue[LineInput] = queue.Queue()

    def soon(stop: threading.Event, seconds: float) -> None:
        stop.wait(min(seconds, 0.005))

    machine = Machine(wait=soon, list_ports=lambda: listings.pop(0))
    line = SerialLine("usb:2e8a:0005", 115200, inbox.put, StillClock(), machine)
    line.start()
    told = [inbox.get(timeout=PATIENCE_S) for _ in range(3)]
    line.close()
    assert isinstance(told[0], LineLost)
    assert "usb:2e8a:0005 is not there" in told[0].detail
    assert isinstance(told[1], LineLost)
    assert "usb:2e8a:0005 names more than one device: /dev/ttyACM1 (serial number E661A4)" in told[1].detail
    assert told[2] == LineOpened(port=back.device, at_s=100.0)
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize(
    ("port", "model", "boot_config", "said"),
    [
        ("/dev/serial0", "Raspberry Pi 5 Model B Rev 1.0", "", "/dev/ttyAMA0"),
        ("/dev/ttyAMA10", "Raspberry Pi Compute Module 5 Rev 1.0", "", "/dev/ttyAMA0"),
        ("/dev/ttyAMA0", "Raspberry Pi 5 Model B Rev 1.0", "", None),
        ("/dev/ttyS0", "Raspberry Pi 4 Model B Rev 1.5", "enable_uart=1\n#core_freq=250\n", "mini-UART"),
        ("/dev/ttyS0", "Raspberry Pi 4 Model B Rev 1.5", "enable_uart=1\ncore_freq=250\n", None),
        ("/dev/ttyS0", "", "", None),
        ("/dev/ttyACM0", "Raspberry Pi 4 Model B Rev 1.5", "", None),
    ],
)
def test_ports_that_serve_badly_are_warned_of(port: str, model: str, boot_config: str, said: str | None) -> None:
    hints = port_hints(port, model=model, boot_config=boot_config)
    assert [said in hint for hint in hints if said] == ([True] if said else [])
    assert len(hints) == (1 if said else 0)


def test_a_link_to_the_mini_uart_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "ttyS0").touch()
    (tmp_path / "serial0").symlink_to(tmp_path / "ttyS0")
    (hint,) = port_hints(str(tmp_path / "serial0"), model="Raspberry Pi Zero 2 W Rev 1.0", boot_config="")
    assert "mini-UART" in hint
