"""The files of the board's program, as this version of zapato carries them."""

import ast
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


def check_pins(pins: bytes, needed: bytes, whose: str) -> None:
    """Raise FlashError when a program that needs what `needed` has could not start with these pins."""
    try:
        missing = sorted(_named(needed).keys() - _named(pins).keys())
        reader = _named(pins).get("READER")
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise FlashError(f"{whose}{line}: this is no Python: {error}; mend it, or bring another with --pins") from error
    if missing:
        raise FlashError(
            f"{whose}: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing, which this version needs; "
            "add them as in firmware/pins.py and bring the file with --pins"
        )
    if isinstance(reader, ast.Constant) and reader.value not in READERS:
        raise FlashError(f"{whose}: READER is {reader.value!r}; it must be one of {', '.join(READERS)}")


def _named(source: bytes) -> dict[str, ast.expr]:
    """What a file gives names to."""
    named: dict[str, ast.expr] = {}
    for line in ast.parse(source).body:
        if isinstance(line, ast.Assign):
            named |= {target.id: line.value for target in line.targets if isinstance(target, ast.Name)}
        elif isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
            named[line.target.id] = line.value
    return named
