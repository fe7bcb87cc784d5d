"""What is on a port: a shoe that says hello, a MicroPython that answers, or something else."""

import time
from dataclasses import dataclass

import serial

from device.line.flash.errors import FlashError
from device.line.flash.program import BUILD, FIRST
from device.line.flash.prompt import PromptError, RawPrompt
from device.readers import shoe_frames as sf
from device.readers.shoe import ShoeDecoder, encode, wrap

OLDEST_MICROPYTHON = (1, 24)
_LEAVES_S = 4.0
_KEEPS_S = 2.5
"""A shoe that still beats after this long does not give up its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The machine that the program is made for, as MicroPython names it, and how it is started anew."""

    platform: str = "rp2"
    name: str = "Raspberry Pi Pico (RP2040)"
    machine: str = "RP2040"
    restart: str = "import machine\nmachine.reset()"
    hello_s: float = 1.5
    """How long a hello is waited for before it is no shoe."""
    prompt_s: float = 2.0
    """How long the prompt is waited for before it is no MicroPython."""
    back_s: float = 15.0
    """How long it may be away while it starts anew."""


PICO = Target()


@dataclass(frozen=True, slots=True, kw_only=True)
class OnBoard:
    """What was found on the board before anything was written."""

    files: frozenset[str]
    """In its uppermost folder, folders included."""
    last_error: str
    """What ended our program, if it noted something; empty otherwise."""


def listen_for_hello(port: serial.Serial, patience_s: float) -> sf.Hello | None:
    """Ask who is there, which is all that may be written to a stranger; None when no shoe answers."""
    decoder = ShoeDecoder()
    until_s = time.monotonic() + patience_s
    asked_s = 0.0
    while time.monotonic() < until_s:
        if time.monotonic() - asked_s > 0.5:
            asked_s = time.monotonic()
            port.write(b"\n" + encode(sf.WhoAreYou()))
        for frame in decoder.feed(port.read(max(1, port.in_waiting))):
            if isinstance(frame, sf.Hello):
                return frame
    return None


def ask_for_prompt(port: serial.Serial, hello: sf.Hello, name: str) -> None:
    """Make a shoe give up its line for the prompt; it starts anew for that, and the port may vanish.

    Raises FlashError for a shoe that is simulated, or that holds events which no table has on record.
    """
    if hello.product != sf.PRODUCT:
        raise FlashError(f"{name}: the device says it is {hello.product!r}, not a shoe; choose another port")
    if hello.is_simulated:
        raise FlashError(f"{name}: this is the simulated shoe; it needs no program. Choose the port of a real one")
    port.write(wrap(f"F,{hello.id.boot}".encode()))
    decoder = ShoeDecoder()
    until_s = time.monotonic() + _LEAVES_S
    while time.monotonic() < until_s:
        heard = port.read(max(1, port.in_waiting))
        if b">>>" in heard:
            return  # the prompt, on a line that stayed
        for frame in decoder.feed(heard):
            if isinstance(frame, sf.Heartbeat) and time.monotonic() > until_s - _LEAVES_S + _KEEPS_S:
                raise FlashError(
                    f"{name}: the shoe keeps its line, for it holds events that no table has on record. "
                    "Start the table, and end it when it has them; or set the service jumper and plug the shoe in anew"
                )


def look_at(prompt: RawPrompt, target: Target, name: str) -> OnBoard:
    """Make sure that this is MicroPython, new enough, on the right machine, and see its files. Raises FlashError."""
    try:
        told = prompt.run(
            "import sys\nkind=sys.implementation\nprint(kind[0])\nprint(sys.platform)\nprint(kind[1][0],kind[1][1])\n"
            "print(getattr(kind,'_machine',''))"
        ).splitlines()
        made_by, platform, version, machine = (*told, "", "", "", "")[:4]
        if made_by != "micropython":
            raise FlashError(f"{name}: this board runs {made_by or 'something else'}; {_INSTALL}")
        if platform != target.platform or target.machine not in machine:
            raise FlashError(
                f"{name}: this is MicroPython on {machine or platform}; the program is for a {target.name}. "
                "Choose another port"
            )
        if tuple(map(int, version.split())) < OLDEST_MICROPYTHON:
            oldest = ".".join(map(str, OLDEST_MICROPYTHON))
            raise FlashError(
                f"{name}: MicroPython {version.replace(' ', '.')} is too old, {oldest} it must be; {_INSTALL}"
            )
        files = frozenset(prompt.run("import os\nprint('\\n'.join(os.listdir()))").split("\n")) - {""}
        error = ""
        if "last-error.txt" in files:
            error = prompt.run("print(open('last-error.txt').read()[-1500:])").strip()
    except PromptError as wrong:
        raise FlashError(f"{name}: MicroPython's prompt fails: {wrong}; {_INSTALL}") from wrong
    return OnBoard(files=files, last_error=error)


def is_ours(found: OnBoard) -> bool:
    """Whether the program on the board, if there is one, is a shoe's; a fresh MicroPython has none."""
    return FIRST not in found.files or {BUILD, "shoe"} <= found.files or {"pins.py", "shoe"} <= found.files


_INSTALL = (
    "install MicroPython for the Raspberry Pi Pico (hold BOOTSEL while plugging it in, then copy the .uf2 file onto "
    "the drive that appears) and try again"
)
NO_MICROPYTHON = f"nothing answers as a shoe or as MicroPython; if it is a Pico, {_INSTALL}"
