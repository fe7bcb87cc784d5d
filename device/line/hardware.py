"""Ports that are hardware: where real games are played, a port that another program made is refused."""

import os

import serial

from device.line.port_name import PseudoPortError
from device.line.serial_line import open_serial

_PSEUDO_MAJORS = range(136, 144)
"""The device numbers that Linux gives to pseudo-terminals."""


def is_pseudo_port(path: str) -> bool:
    """Whether another program is behind this port, as behind the simulated shoe's; False for what is not there."""
    try:
        return os.major(os.stat(path).st_rdev) in _PSEUDO_MAJORS  # noqa: PTH116 - a port, by its device number
    except OSError:
        return False


def open_hardware(path: str, baud: int) -> serial.Serial:
    """`open_serial`, but a port with a program behind it is closed again; raises PseudoPortError then."""
    port = open_serial(path, baud)
    if os.major(os.fstat(port.fileno()).st_rdev) in _PSEUDO_MAJORS:
        port.close()
        raise PseudoPortError(path)
    return port
