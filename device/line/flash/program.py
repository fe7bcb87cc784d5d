"""The files of the board's program, as this version of zapato carries them."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import device
from device.line.flash.errors import FlashError

PINS = "pins.py"
BUILD = "build.py"
FIRST = "main.py"
"""What MicroPython starts."""
READERS = ("line", "em4100", "pn532")
_READER = re.compile(r'^READER = "[^"]*"$', re.MULTILINE)
_BUILD_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Files by the name they have on the board, without `pins.py`, which belongs to the shoe and not to the version."""

    files: Mapping[str, bytes]
    pins: bytes
    """The pins as this version is drawn, for a board that has none of its own."""
    build: str
    """What these files are, in twelve hex digits; the board says it in its hello."""


def firmware_folder() -> Path:
    """Where the files lie: inside an installed zapato, beside `device/` in a clone."""
    inside = Path(device.__file__).parent
    for folder in (inside / "firmware", inside.parent / "firmware"):
        if (folder / FIRST).is_file():
            return folder
    raise FlashError(f"{inside / 'firmware'}: the board's program is not in this installation; install zapato again")


def load_program(folder: Path | None = None) -> Program:
    """Read the files and name their build. Raises FlashError, naming the file, when one cannot be read."""
    folder = folder or firmware_folder()
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*.py")):
        try:
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
        except OSError as error:
            raise FlashError(f"{path}: cannot be read: {error.strerror}") from error
    pins = files.pop(PINS)
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(b"%s\0%d\0%s" % (name.encode(), len(content), content))
    build = digest.hexdigest()[:_BUILD_DIGITS]
    files[BUILD] = f'"""Which files these are; written as they were copied."""\n\nBUILD = "{build}"\n'.encode()
    return Program(files=files, pins=pins, build=build)


def with_reader(pins: bytes, kind: str) -> bytes:
    """The same pins with another kind of reader."""
    text, found = _READER.subn(f'READER = "{kind}"', pins.decode())
    if found != 1:
        raise FlashError(f'{PINS} has no line READER = "…" of its own; write the kind of reader into it by hand')
    return text.encode()
