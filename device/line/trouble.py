"""Why a port does not work, in words that name the port, the cause and what to do about it."""

import enum
import errno
import os
import stat
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

import serial

from device.line.holders import group_name, holders_in_words, members_of, user_name
from device.line.port_name import PortAmbiguousError, PortNotFoundError, PseudoPortError, port_hints

LINE_ERRORS = (OSError, termios.error)
"""What using an open port raises for reasons outside this program.

On an unplug alone pyserial raises three unrelated types: SerialException (an OSError), a bare OSError from
`in_waiting`, and `termios.error`, which is neither.
"""

OPEN_ERRORS = (*LINE_ERRORS, PortNotFoundError, PortAmbiguousError, PseudoPortError, ValueError, OverflowError)
"""What looking up and opening a port raises besides; ValueError and OverflowError tell of an impossible speed."""


class Cause(enum.Enum):
    """What is wrong, as far as it changes the remedy; the line tells again only when this changes."""

    GONE = "gone"
    IN_USE = "in-use"
    NOT_ALLOWED = "not-allowed"
    NOT_SERIAL = "not-serial"
    AMBIGUOUS = "ambiguous"
    NO_HARDWARE = "no-hardware"
    SETTINGS = "settings"
    OWN_FAULT = "own-fault"
    OTHER = "other"


_BY_NUMBER = {
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.EIO, errno.ENXIO, errno.ENODEV), Cause.GONE),
    **dict.fromkeys((errno.ELOOP, errno.ENAMETOOLONG), Cause.GONE),  # links in a circle; no name that a file can have
    **dict.fromkeys((errno.EAGAIN, errno.EBUSY), Cause.IN_USE),
    **dict.fromkeys((errno.EACCES, errno.EPERM), Cause.NOT_ALLOWED),
    **dict.fromkeys((errno.ENOTTY, errno.EISDIR, errno.EINVAL), Cause.NOT_SERIAL),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """One cause and the sentences about it; `number` is the system's error number where `cause` is OTHER."""

    cause: Cause
    detail: str
    number: int | None = None


def error_number(error: BaseException) -> int | None:
    """The system's error number behind an exception of pyserial, or None.

    pyserial often wraps the real error in a text and drops its number; Python still keeps the wrapped one as context.
    """
    seen: BaseException | None = error
    while seen is not None:
        number = seen.args[0] if isinstance(seen, termios.error) and seen.args else getattr(seen, "errno", None)
        if isinstance(number, int):
            return number
        seen = seen.__context__
    return None


def own_fault(name: str, thread: str, error: BaseException) -> Trouble:
    """A fault of this program itself that stopped one of the line's threads."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    detail = (
        f"{name}: the program's own thread {thread} stopped ({what}); it is started again. "
        "Please report this with the log; unplugging the reader does not help."
    )
    return Trouble(cause=Cause.OWN_FAULT, detail=detail)


def trouble_of(error: BaseException, name: str, path: str, *, was_open: bool) -> Trouble:
    """Say what an exception of OPEN_ERRORS means.

    `name` is the port as the settings have it, `path` the device file it stands for now (the name itself if none was
    found), `was_open` whether the port had worked until then. Looks at the file, at who holds it and at the machine:
    meant for once an outage, not for each attempt.
    """
    trouble = _explain(error, name, path, was_open=was_open)
    hints = port_hints(path)
    if not hints:
        return trouble
    return Trouble(cause=trouble.cause, detail=" ".join((trouble.detail, *hints)), number=trouble.number)


def cause_of(error: BaseException) -> tuple[Cause, int | None]:
    """The cause alone, cheap enough for every attempt; with the error number where the cause is OTHER."""
    number = error_number(error)
    match error:
        case PortNotFoundError():
            return Cause.GONE, None
        case PortAmbiguousError():
            return Cause.AMBIGUOUS, None
        case PseudoPortError():
            return Cause.NO_HARDWARE, None
        case serial.SerialException() if number is None:
            return Cause.GONE, None  # "readiness to read but returned no data": how an unplugged device shows first
        case ValueError() | OverflowError() if number is None:
            return Cause.SETTINGS, None
    cause = _BY_NUMBER.get(number or 0, Cause.OTHER)
    return cause, number if cause is Cause.OTHER else None


def _explain(error: BaseException, name: str, path: str, *, was_open: bool) -> Trouble:
    cause, number = cause_of(error)
    where = name if name == path else f"{name} ({path})"
    return Trouble(cause=cause, detail=_in_words(cause, error, where, path, was_open=was_open), number=number)


def _in_words(cause: Cause, error: BaseException, where: str, path: str, *, was_open: bool) -> str:
    match cause:
        case Cause.GONE:
            text = f"{where} is not there: no such device. Plug the reader in, or correct the port in the settings."
            if was_open:
                text = (
                    f"{where}: the device was disconnected (or another program reads the same port). "
                    "Check plug and cable; the line opens again by itself."
                )
        case Cause.IN_USE:
            text = (
                f"{where}: port in use by another program{holders_in_words(path)}. Stop that program; if it is "
                "ModemManager, install zapato's udev rule, which tells it to leave the reader alone."
            )
        case Cause.NOT_ALLOWED:
            text = f"{where}: permission denied. {permission_in_words(path)}"
        case Cause.NOT_SERIAL:
            text = (
                f"{where} is no serial port, or not one for these settings ({error}). Correct the port in the settings."
            )
        case Cause.AMBIGUOUS:
            text = (
                f"{where} names more than one device: {error}. Add the serial number (usb:VID:PID:SERIAL) "
                "or use the name under /dev/serial/by-id."
            )
        case Cause.NO_HARDWARE:
            text = (
                f"{where}: another program is behind this port, as behind the simulated shoe's, and production = true "
                "takes a real reader only. Correct the port in the settings."
            )
        case Cause.SETTINGS:
            text = f"{where}: the port does not take these settings ({error}). Correct the speed in the settings."
        case Cause.OTHER | Cause.OWN_FAULT:
            text = (
                f"{where}: the port failed ({error}). The line goes on trying; unplug the reader and plug it in again."
            )
        case _:
            assert_never(cause)
    return text


def permission_in_words(path: str) -> str:
    """Owner, group and mode as found, who we are, and the step that helps; the group differs between systems."""
    try:
        found = Path(path).stat()
    except OSError as error:
        return f"Its folder is closed too ({error.strerror}). Install zapato's udev rule and plug the reader in again."
    group, us = group_name(found.st_gid), user_name(os.geteuid())
    text = (
        f"It belongs to {user_name(found.st_uid)}, group {group}, mode {stat.filemode(found.st_mode)}; "
        f"this program runs as {us}. "
    )
    group_may = found.st_mode & (stat.S_IRGRP | stat.S_IWGRP) == stat.S_IRGRP | stat.S_IWGRP
    if group_may and found.st_gid != 0 and found.st_gid not in (os.getegid(), *os.getgroups()):
        if us in members_of(found.st_gid):
            return text + f"The user is in the group {group}, but not in this session: log out and in again."
        return (
            text
            + f"Add the user to the group (usermod -aG {group} {us}) and start again, or install zapato's udev rule."
        )
    return (
        text
        + "The group does not help here: install zapato's udev rule, which sets group and mode, and plug it in again."
    )
