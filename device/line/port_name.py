"""What a port may be called in the settings, and which device file that is right now."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

_USB = re.compile(r"usb:([0-9a-f]{4}):([0-9a-f]{4})(?::(.+))?", re.IGNORECASE)
_EXPECTED = (
    "write a path such as /dev/serial/by-id/usb-… (it stays the same when the plug moves) "
    "or usb:VID:PID or usb:VID:PID:SERIAL, for example usb:2e8a:0005"
)


class PortNameError(ValueError):
    """A port name in the settings that can never name a port; the text says what to write instead."""


class PortNotFoundError(LookupError):
    """No USB device plugged in now answers to the name."""


class PortAmbiguousError(LookupError):
    """More than one USB device answers to the name; the text lists them."""


class PseudoPortError(LookupError):
    """Another program is behind this port, and this table takes hardware only."""


class UsbPort(Protocol):
    """What the look-up needs of one entry of `serial.tools.list_ports.comports`; `vid` is None for what is not USB."""

    device: str
    vid: int
    pid: int
    serial_number: str | None


ListPorts = Callable[[], Iterable[UsbPort]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbName:
    """A port named by the device behind it; `serial` None means any device of that kind."""

    vid: int
    pid: int
    serial: str | None


def parse_port(name: str) -> Path | UsbName:
    """Read a port name: a path stays one, ``usb:VID:PID[:SERIAL]`` (hexadecimal) is looked up at each opening.

    Raises PortNameError for anything else.
    """
    if name.startswith("/") and "\0" not in name:
        return Path(name)
    match = _USB.fullmatch(name)
    if match is None:
        raise PortNameError(f"{name!r} is no port name: {_EXPECTED}")
    # Everything after the second colon is the serial number: some boards use their MAC address, colons included.
    return UsbName(vid=int(match[1], 16), pid=int(match[2], 16), serial=match[3])


def find_port(name: Path | UsbName, list_ports: ListPorts) -> str:
    """The device file to open now for this name.

    Looked up afresh at every opening, as a device that was unplugged may return under another number. A path is not
    checked here: opening it tells more. Raises PortNotFoundError or PortAmbiguousError.
    """
    if isinstance(name, Path):
        return str(name)
    found = [port for port in list_ports() if (port.vid, port.pid) == (name.vid, name.pid)]
    if name.serial is not None:
        wanted = name.serial.casefold()
        found = [port for port in found if (port.serial_number or "").casefold() == wanted]
    if not found:
        raise PortNotFoundError("no USB device with this name is plugged in")
    if len(found) > 1:
        listed = ", ".join(f"{port.device} (serial number {port.serial_number or 'none'})" for port in found)
        raise PortAmbiguousError(listed)
    return found[0].device


def real_path(path: str | Path) -> str:
    """Where the links of a name lead; the name itself where they lead nowhere: in a circle, or too long for a name."""
    try:
        return str(Path(path).resolve())
    except (OSError, RuntimeError):  # opening it will say what is wrong
        return str(path)


def port_hints(port: str, *, model: str | None = None, boot_config: str | None = None) -> tuple[str, ...]:
    """Warnings about a port that opens well and still serves badly, each a sentence with its remedy.

    Meant for the check before a table opens, and added to the detail when the line is lost. `model` is the board's name
    and `boot_config` the text of the Pi's config.txt; left out, both are read from this machine (empty off a Pi).
    """
    if model is None:
        model = _text_of(Path("/proc/device-tree/model"))
    if boot_config is None:
        boot_config = _text_of(Path("/boot/firmware/config.txt")) or _text_of(Path("/boot/config.txt"))
    if "Raspberry Pi" not in model:
        return ()
    asked, real = Path(port).name, Path(real_path(port)).name
    is_pi_5 = re.search(r"Pi (5|500|Compute Module 5)\b", model) is not None
    if is_pi_5 and (asked == "serial0" or "ttyAMA10" in (asked, real)):
        return (
            f"On a Raspberry Pi 5 {port} is the debug plug (ttyAMA10): a reader on pins 8 and 10 (GPIO14 and GPIO15) "
            "is /dev/ttyAMA0, switched on by dtparam=uart0=on in config.txt.",
        )
    fixed = re.search(r"^\s*(core_freq|core_freq_min|force_turbo)\s*=\s*[1-9]", boot_config, re.MULTILINE)
    if not is_pi_5 and "ttyS0" in (asked, real) and not fixed:
        return (
            f"{port} is the Pi's mini-UART, whose speed follows the processor's clock and turns to garbage under load: "
            "use a USB reader, or dtoverlay=disable-bt and /dev/ttyAMA0, or fix core_freq in config.txt.",
        )
    return ()


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return ""
