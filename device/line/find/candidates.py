"""The serial ports of this machine, each by the name that stays: its by-id link, or by-path, or the device file."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serial.tools.list_ports import comports

from device.line.port_name import (
    ListPorts,
    PortAmbiguousError,
    PortNotFoundError,
    UsbName,
    UsbPort,
    find_port,
    parse_port,
    real_path,
)
from device.line.trouble import trouble_of

_PATTERNS = ("ttyUSB*", "ttyACM*", "ttyAMA*", "ttyS*", "ttyGS*", "ttyTHS*", "ttySC*", "ttyXRUSB*")
_CALLS = "rfcomm"
"""Opening such a port calls a device by radio: only where it is named."""
_LINKS = ("serial/by-id", "serial/by-path")
_NO_CHIP = "0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """Where the system tells of itself; tests put a folder of theirs here."""

    root: Path = Path("/")
    stat: Callable[[str], os.stat_result] = os.stat
    list_ports: ListPorts = field(default=comports)

    @property
    def dev(self) -> Path:
        """Device files."""
        return self.root / "dev"

    @property
    def proc(self) -> Path:
        """Processes and what the kernel was started with."""
        return self.root / "proc"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A port where a reader may be; `trouble` says why there is none behind a name that was given."""

    name: str
    """What goes into the settings."""
    device: str
    """The device file that this is now; empty when there is none."""
    about: str = ""
    """What the plug says of itself, as ``Pico, usb:2e8a:0005:E66141``."""
    usb: str = ""
    """Vendor and product of a USB plug, as ``1a86:7523``."""
    trouble: str = ""


def find_candidates(roots: Roots, named: Sequence[str] = ()) -> list[Candidate]:
    """Every serial port of this machine, or those named: paths and ``usb:VID:PID[:SERIAL]``.

    Pseudo-terminals are found only by name. Raises PortNameError for a name that can never name a port.
    """
    usb = {str(Path(port.device)): port for port in roots.list_ports()}
    if named:
        return [_named(name, roots, usb) for name in dict.fromkeys(named)]
    devices = {str(path) for pattern in _PATTERNS for path in roots.dev.glob(pattern) if _is_there(path, roots)}
    devices |= {device for device in usb if _is_there(Path(device), roots)}
    return [_candidate(device, roots, usb) for device in sorted(devices)]


def names_of(device: str, roots: Roots) -> set[str]:
    """Every name by which the system may call a device in its start-up files, ``serial0`` of a Pi included."""
    real = Path(real_path(device)).name
    names = {Path(device).name, real}
    return names | {alias.name for alias in roots.dev.glob("serial[0-9]*") if Path(real_path(alias)).name == real}


def _named(name: str, roots: Roots, usb: dict[str, UsbPort]) -> Candidate:
    what = parse_port(name)
    try:
        device = find_port(what, roots.list_ports)
    except (PortNotFoundError, PortAmbiguousError) as error:
        return Candidate(name=name, device="", trouble=trouble_of(error, name, name, was_open=False).detail)
    found = _candidate(device, roots, usb)
    if isinstance(what, UsbName) or found.name == device or str(Path(device)).startswith(str(roots.dev / "serial")):
        return Candidate(name=name, device=found.device, about=found.about, usb=found.usb)
    return found


def _candidate(device: str, roots: Roots, usb: dict[str, UsbPort]) -> Candidate:
    real = real_path(device)
    port = usb.get(real) or usb.get(device)
    name = _lasting_name(device, roots)
    if port is None or port.vid is None:
        return Candidate(name=name, device=device)
    return Candidate(name=name, device=device, about=_about(port), usb=f"{port.vid:04x}:{port.pid:04x}")


def _lasting_name(device: str, roots: Roots) -> str:
    real = real_path(device)
    for folder in _LINKS:
        for link in _sorted(roots.dev / folder):
            if link.is_symlink() and real_path(link) == real:
                return str(link)
    return device


def _sorted(folder: Path) -> Iterable[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _about(port: UsbPort) -> str:
    usb = f"usb:{port.vid:04x}:{port.pid:04x}" + (f":{port.serial_number}" if port.serial_number else "")
    product = getattr(port, "product", None)
    return f"{product}, {usb}" if product else usb


def _is_there(device: Path, roots: Roots) -> bool:
    """Whether there is a chip behind the file: a PC and newer kernels have names for more of the old ports."""
    if not device.exists() or device.name.startswith(_CALLS):
        return False
    if not device.name.startswith("ttyS") or not device.name[4:].isdigit():
        return True
    try:
        return (roots.root / "sys/class/tty" / device.name / "type").read_text(encoding="ascii").strip() != _NO_CHIP
    except OSError:
        return False
