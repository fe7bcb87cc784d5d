"""What stands in a reader's way, seen before any port is opened; each with its remedy."""

import enum
import os
import re
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.line.find.candidates import Candidate, Roots, names_of
from device.line.holders import Process, holders_in_words, processes, words_of
from device.line.port_name import port_hints, real_path
from device.line.trouble import permission_in_words

RULE = "70-zapato-reader.rules"
_RULE_FOLDERS = ("etc/udev/rules.d", "run/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
_UNIT_FOLDERS = ("etc/systemd/system", "run/systemd/system", "run/systemd/generator")
_INSTALL = f"install zapato's udev rule: its first lines say how (systemd/{RULE})"
_GETTIES = frozenset({"agetty", "getty", "mgetty", "mingetty", "login"})
_SCANNER = re.compile(
    r"scan|bar ?code|honeywell|datalogic|newland|netum|opticon|zebra|symbol tech|usbkey chip|hidkeyboard|sycreader"
    r"|rfid",
    re.IGNORECASE,
)


_OTHER_FILES: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISREG, "a file"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a disk"),
)


class ObstacleKind(enum.Enum):
    """What is in the way."""

    NOT_THERE = "not-there"
    NO_PORT = "no-port"
    MINI_UART = "mini-uart"
    DEBUG_PLUG = "debug-plug"
    LOGIN_SHELL = "login-shell"
    KERNEL_CONSOLE = "kernel-console"
    IN_USE = "in-use"
    NOT_ALLOWED = "not-allowed"
    MODEM_MANAGER = "modem-manager"
    KEYBOARD = "keyboard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """One thing in the way; where it `blocks`, the port is not opened."""

    kind: ObstacleKind
    says: str
    blocks: bool = True


def obstacles_of(
    candidate: Candidate, roots: Roots, may_open: Callable[[str], bool] | None = None
) -> tuple[Obstacle, ...]:
    """What is in the way on one port; `may_open`: whether this user may read and write the file."""
    if candidate.trouble:
        return (Obstacle(kind=ObstacleKind.NOT_THERE, says=candidate.trouble),)
    device = candidate.device
    if none := _no_port(device, roots):
        return (Obstacle(kind=none[0], says=f"{candidate.name} {none[1]}"),)
    found = [*_poor_choice(device, roots), *_console(device, roots)]
    if held := holders_in_words(device, roots.proc):
        says = f"{candidate.name}: port in use by another program{held}. Stop that program, then search again."
        found.append(Obstacle(kind=ObstacleKind.IN_USE, says=says))
    if not (may_open or _may_open)(device):
        says = f"{candidate.name}: permission denied. {permission_in_words(device)}"
        found.append(Obstacle(kind=ObstacleKind.NOT_ALLOWED, says=says))
    return tuple(found)


def _no_port(device: str, roots: Roots) -> tuple[ObstacleKind, str] | None:
    """Whether nothing is there, or something that is no serial port and that opening might harm."""
    try:
        found = roots.stat(device)
    except PermissionError:
        return None  # told as such
    except OSError:  # no such name, links in a circle, or no name that can be
        return ObstacleKind.NOT_THERE, "is not there: no such device. Plug the reader in, or correct the name."
    what = next((name for is_one, name in _OTHER_FILES if is_one(found.st_mode)), "")
    if stat.S_ISCHR(found.st_mode):
        # The system tells of which kind a device is; of a pseudo-terminal it tells nothing.
        number = f"{os.major(found.st_rdev)}:{os.minor(found.st_rdev)}"
        kind = roots.root / "sys/dev/char" / number / "subsystem"
        if kind.exists() and Path(real_path(kind)).name != "tty":
            what = f"a device of another kind ({Path(real_path(kind)).name})"
    return (ObstacleKind.NO_PORT, f"is no serial port: it is {what}. Correct the name.") if what else None


def obstacles_of_machine(candidates: Sequence[Candidate], roots: Roots) -> tuple[Obstacle, ...]:
    """What concerns no single port: a scanner that types, and ModemManager where our rule is not."""
    found = [_keyboard(name) for name in _keyboard_names(roots)]
    plugs = [candidate for candidate in candidates if candidate.usb]
    managers = [process for process in processes(roots.proc) if process.name == "ModemManager"]
    if plugs and managers:
        rules = [_text(roots.root / folder / RULE) for folder in _RULE_FOLDERS]
        if not any(rules):
            found.append(_modem_manager(managers[0]))
        else:
            found += [_not_in_rule(plug) for plug in plugs if not any(_names(rule, plug.usb) for rule in rules)]
    return tuple(found)


def _names(rule: str, usb: str) -> bool:
    """Whether a line of the rule is about this plug."""
    vendor, product = usb.split(":")
    return f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"' in rule


def _not_in_rule(plug: Candidate) -> Obstacle:
    says = (
        f"{plug.name}: ModemManager runs and zapato's udev rule does not name this plug (usb:{plug.usb}): add a "
        f"line for it as for the others in /etc/udev/rules.d/{RULE}, then sudo udevadm control --reload."
    )
    return Obstacle(kind=ObstacleKind.MODEM_MANAGER, says=says, blocks=False)


def _may_open(device: str) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def _poor_choice(device: str, roots: Roots) -> list[Obstacle]:
    model = _text(roots.proc / "device-tree/model").rstrip("\0\n")
    boot = _text(roots.root / "boot/firmware/config.txt") or _text(roots.root / "boot/config.txt")
    kind = {True: ObstacleKind.DEBUG_PLUG, False: ObstacleKind.MINI_UART}
    return [
        Obstacle(kind=kind["debug plug" in says], says=says)
        for says in port_hints(device, model=model, boot_config=boot)
    ]


def _console(device: str, roots: Roots) -> list[Obstacle]:
    """A login shell, or the kernel's own messages, on this port."""
    names = names_of(device, roots)
    shells = [process for process in processes(roots.proc) if _is_getty(process, names)]
    units = sorted(
        {
            unit.name
            for folder in _UNIT_FOLDERS
            for name in names
            for unit in (roots.root / folder).glob(f"*.wants/serial-getty@{name}.service")
        }
    )
    found = []
    if shells or units:
        unit = units[0] if units else f"serial-getty@{Path(real_path(device)).name}.service"
        is_now = f"{shells[0].name}, process {shells[0].pid}" if shells else f"{unit}, at each start"
        says = (
            f"{device}: a login shell has this port ({is_now}). Switch it off: sudo systemctl disable --now {unit}; "
            "on a Raspberry Pi: sudo raspi-config, Interface Options, Serial Port, no login shell but the port enabled."
        )
        found.append(Obstacle(kind=ObstacleKind.LOGIN_SHELL, says=says))
    consoles = {word.removeprefix("console=").split(",")[0] for word in _text(roots.proc / "cmdline").split()}
    consoles |= set(_text(roots.root / "sys/class/tty/console/active").split())
    if names & consoles:
        name = sorted(names & consoles)[0]
        says = (
            f"{device}: the kernel writes its messages to this port and opens a login shell there. Take console={name} "
            "out of the kernel's command line (on a Raspberry Pi: /boot/firmware/cmdline.txt) and start the machine "
            "anew."
        )
        found.append(Obstacle(kind=ObstacleKind.KERNEL_CONSOLE, says=says))
    return found


def _is_getty(process: Process, names: set[str]) -> bool:
    return process.name in _GETTIES and any(word.removeprefix("/dev/") in names for word in words_of(process)[1:])


def _modem_manager(process: Process) -> Obstacle:
    says = (
        f"ModemManager runs (process {process.pid}) and talks to each new port for some ten seconds, also to readers: "
        f"{_INSTALL}."
    )
    return Obstacle(kind=ObstacleKind.MODEM_MANAGER, says=says, blocks=False)


def _keyboard(name: str) -> Obstacle:
    says = (
        f"{name!r} types like a keyboard, so it has no port. To read cards with it, set it to USB-COM (also called USB "
        "virtual serial, or CDC) by the sheet in its manual and plug it in again; as a badge reader it may stay."
    )
    return Obstacle(kind=ObstacleKind.KEYBOARD, says=says, blocks=False)


def _keyboard_names(roots: Roots) -> list[str]:
    """Input devices that type and have a scanner's name."""
    names = []
    for block in _text(roots.proc / "bus/input/devices").split("\n\n"):
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        types = re.search(r"^H: Handlers=.*\bkbd\b", block, re.MULTILINE)
        if name and types and _SCANNER.search(name[1]) and name[1] not in names:
            names.append(name[1])
    return names


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
