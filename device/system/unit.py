"""Which machine this is: a number that stays with it, whatever its table is called."""

import hashlib
from pathlib import Path

_BOARD = ("proc/device-tree/serial-number", "sys/firmware/devicetree/base/serial-number")
_LONGEST = 64


def unit_number(root: Path = Path("/")) -> str:
    """The board's own serial number, as a Raspberry Pi has one, else a number made of the system's; empty: neither.

    The system's own number is never told: who has it can follow the machine elsewhere.
    """
    for name in _BOARD:
        number = "".join(letter for letter in _text(root / name) if letter.isascii() and letter.isalnum())
        if number.strip("0"):
            return number[:_LONGEST]
    system = _text(root / "etc/machine-id").strip()
    return hashlib.sha256(f"zapato unit 1\n{system}".encode()).hexdigest()[:16] if len(system) == 32 else ""


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip("\0\n ")
    except OSError:
        return ""
