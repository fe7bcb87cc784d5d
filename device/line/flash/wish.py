"""What shall be brought where."""

from dataclasses import dataclass

from device.line.flash import board
from device.line.flash.program import Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What to bring where. `pins` None: the board keeps its own, or gets those of this version."""

    port: str
    program: Program
    pins: bytes | None = None
    reader: str | None = None
    """The kind of reader to write into the pins."""
    replaces: bool = False
    """Another program may be overwritten."""
    target: board.Target = board.PICO
