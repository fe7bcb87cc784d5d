"""What is said when pins do not work: which pin, who probably has it, what to do."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from device.panel.wiring import Wire

_TABLE_PROCESS = "another program that uses this pin, such as an old table process that still runs"
_SPI = "SPI (dtparam=spi=on)"
_I2S = "digital sound (dtparam=i2s=on, or a sound card's overlay)"
_SERIAL = "the serial port (enable_uart=1, or a login shell on it)"
_USUAL: Mapping[int, str] = {
    0: "the identification chip of an add-on board",
    1: "the identification chip of an add-on board",
    2: "I2C (dtparam=i2c_arm=on)",
    3: "I2C (dtparam=i2c_arm=on)",
    4: "1-Wire (dtoverlay=w1-gpio)",
    **dict.fromkeys(range(7, 12), _SPI),
    14: _SERIAL,
    15: _SERIAL,
    **dict.fromkeys(range(18, 22), _I2S),
}
"""What a Pi's start-up settings usually give these pins to."""


class PinsUnavailable(Exception):
    """No pin can be used at all; the message names the cause and the remedy."""


def is_busy(error: BaseException) -> bool:
    """Whether the pin belongs to somebody else: lgpio says so in words, gpiozero and the kernel in their own ways."""
    return (
        "busy" in str(error).lower()
        or type(error).__name__ == "GPIOPinInUse"
        or (isinstance(error, OSError) and error.errno == errno.EBUSY)
    )


def pin_trouble(wire: Wire, error: BaseException, user: str | None) -> str:
    """One wire that does not work; `user` is whom the kernel names as the pin's owner, if it names anyone."""
    if not is_busy(error):
        return f"{wire.says} does not work: {str(error) or type(error).__name__}; check {wire.place} and the wiring"
    usual = _USUAL.get(wire.pin, _TABLE_PROCESS)
    if user == "lg":
        owner = "another program that uses lgpio, such as an old table process that still runs"
    elif user:
        owner = f'"{user}"' if usual is _TABLE_PROCESS else f'"{user}", perhaps {usual}'
    else:
        owner = f"probably {usual}"
    return f"{wire.says} is busy, taken by {owner}; stop it or choose another pin at {wire.place}"


def working_folder_trouble(folder: str) -> str:
    """The pin library needs a folder for its files and cannot write there."""
    return (
        f"the pin library cannot write in its working folder {folder}; set the environment variable LG_WD to a folder "
        "the table may write to (in a systemd unit: RuntimeDirectory=zapato and Environment=LG_WD=/run/zapato)"
    )


def chip_trouble(error: BaseException, dev: Path = Path("/dev")) -> str:
    """The GPIO chip did not open: none there, not allowed, or another reason."""
    if type(error).__name__ == "PinUnknownPi":
        return 'this machine is not a Raspberry Pi and has no pins; set factory = "off" in [panel]'
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        return f'no GPIO chip: there is no {dev}/gpiochip*; check the board, or set factory = "off" in [panel]'
    locked = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if locked:
        return (
            f"no permission to open {locked[0]}, which belongs to the group {_group(locked[0])}; "
            "add the table's user to that group"
        )
    return f"the GPIO chip did not open: {error}; chips here: {', '.join(map(str, chips))}"


def _group(path: Path) -> str:
    try:
        return path.group()
    except (KeyError, OSError):
        return "of an unknown number"
