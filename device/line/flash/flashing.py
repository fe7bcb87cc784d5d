"""The whole way of a program onto a board: known, copied beside the old one, checked, put in its place, started.

    open ─▶ hello? ─yes─▶ asked for its prompt ─┐
              └─no──────────────────────────────┴▶ MicroPython? a Pico? nobody else's program? ─┐
        hello, this build ◀─ started ◀─ renamed ◀─ hashes right ◀─ copied to *.new ◀────────────┘

Until the last file is copied and right, nothing that the board starts has changed: a pulled cable costs nothing.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import serial
from serial.tools.list_ports import comports

from device.line.flash import board
from device.line.flash.errors import FlashedButSilentError, FlashError
from device.line.flash.program import FIRST, PINS, Program, with_reader
from device.line.flash.prompt import PromptError, RawPrompt
from device.line.port_name import PortNameError, find_port, parse_port
from device.line.serial_line import open_serial
from device.line.trouble import LINE_ERRORS, OPEN_ERRORS, trouble_of
from device.readers.shoe_frames import Hello

PICO_VENDOR = 0x2E8A
BAUD = 115200
_RETRY_S = 0.2


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


def flash(wish: Wish, say: Callable[[str], None]) -> Hello:
    """Bring the program onto the board; `say` hears what is being done. Returns the hello with the new build.

    Raises FlashError when nothing was changed, or what to do when something was.
    """
    _refuse_strangers(wish.port)
    with _opened(wish.port) as port:
        hello = board.listen_for_hello(port, wish.target.hello_s)
        if hello is not None:
            details = dict(hello.details)
            build = details.get("build", "none")
            say(f"a shoe: firmware {details.get('fw', '?')}, build {build}; asking for its prompt")
            with suppress(*LINE_ERRORS):  # the port vanishes when the board starts anew, which is what was asked for
                board.ask_for_prompt(port, hello, wish.port)
    with _opened(wish.port, patience_s=wish.target.back_s if hello is not None else 0.0) as port:
        prompt = RawPrompt(port)
        if not prompt.enter(wish.target.prompt_s):
            raise FlashError(f"{wish.port}: {board.NO_MICROPYTHON}")
        found = board.look_at(prompt, wish.target, wish.port)
        if found.last_error:
            say(f"the program before was ended by:\n{found.last_error}")
        if not (board.is_ours(found) or wish.replaces):
            raise FlashError(
                f"{wish.port}: another program is on this Pico (files: {', '.join(sorted(found.files))}); "
                "choose another port, or add --replace to overwrite it"
            )
        try:
            _copy(prompt, wish, found, say)
            with suppress(*LINE_ERRORS):
                prompt.run_and_leave(wish.target.restart)
        except PromptError as error:
            raise FlashError(
                f"{wish.port}: the copy failed: {error}; the board still has what it had. Try again"
            ) from error
    return _hello_again(wish)


def _refuse_strangers(name: str) -> None:
    try:
        path = find_port(parse_port(name), comports)
    except PortNameError as error:
        raise FlashError(str(error)) from error
    except LookupError as error:
        raise FlashError(f"{name}: {error}; plug the Pico in, or name the right port") from error
    real = os.path.realpath(path)  # the stable names under /dev/serial are links
    for one in comports():
        if os.path.realpath(one.device) == real and one.vid != PICO_VENDOR:
            what = "this is no USB port" if one.vid is None else f"{one.description} (usb:{one.vid:04x}:{one.pid:04x})"
            raise FlashError(f"{name}: {what}, no Raspberry Pi Pico; nothing was written to it. Choose another port")


@contextmanager
def _opened(name: str, *, patience_s: float = 0.0) -> Iterator[serial.Serial]:
    """The port, open; with patience it may be away for a while, as it is while a board starts anew."""
    port = _open(name, patience_s)
    try:
        yield port
    except LINE_ERRORS as error:
        raise FlashError(f"{name}: the line broke: {error}; look at the cable and try again") from error
    finally:
        with suppress(*LINE_ERRORS):
            port.close()


def _open(name: str, patience_s: float) -> serial.Serial:
    until_s = time.monotonic() + patience_s
    while True:
        try:
            return open_serial(find_port(parse_port(name), comports), BAUD)
        except OPEN_ERRORS as error:
            if time.monotonic() > until_s:
                raise FlashError(trouble_of(error, name, name, was_open=False).detail) from error
            time.sleep(_RETRY_S)


def _copy(prompt: RawPrompt, wish: Wish, found: board.OnBoard, say: Callable[[str], None]) -> None:
    files = dict(wish.program.files)
    pins = wish.pins if wish.pins is not None else None if PINS in found.files else wish.program.pins
    if wish.reader is not None:
        own = prompt.run(f"print(open({PINS!r}).read())").encode() if pins is None else pins
        pins = with_reader(own, wish.reader)
    if pins is not None:
        files[PINS] = pins
    for folder in sorted({name.rpartition("/")[0] for name in files} - {""}):
        prompt.run(f"import os\nif {folder!r} not in os.listdir(): os.mkdir({folder!r})")
    fresh = {name: content for name, content in files.items() if prompt.hash_of(name) != _hash(content)}
    for number, (name, content) in enumerate(fresh.items(), start=1):
        say(f"{number} of {len(fresh)}: {name}, {len(content)} bytes")
        prompt.write_file(f"{name}.new", content)
        if prompt.hash_of(f"{name}.new") != _hash(content):
            raise PromptError(f"{name} arrived damaged")
    # What the board starts comes last: with half of the others in place it is still the old one or finds all new ones.
    for name in sorted(fresh, key=lambda name: name == FIRST):
        prompt.run(f"import os\nos.rename({name + '.new'!r},{name!r})")
    _tidy(prompt, files)


def _tidy(prompt: RawPrompt, files: dict[str, bytes]) -> None:
    """Take away what an older version had and this one has not, and what was left for us to read."""
    for name in prompt.run("import os\nfor name in os.listdir('shoe'): print(name)").split():
        if f"shoe/{name}" not in files:
            prompt.run(f"import os\nos.remove({'shoe/' + name!r})")
    for name in ("service", "last-error.txt"):
        prompt.run(f"import os\nif {name!r} in os.listdir(): os.remove({name!r})")


def _hello_again(wish: Wish) -> Hello:
    until_s = time.monotonic() + wish.target.back_s
    heard = "no shoe says hello"
    while time.monotonic() < until_s:
        with suppress(FlashError), _opened(wish.port, patience_s=until_s - time.monotonic()) as port:
            hello = board.listen_for_hello(port, wish.target.hello_s)
            build = dict(hello.details).get("build") if hello is not None else None
            if hello is not None and build == wish.program.build:
                return hello
            if hello is not None:
                heard = f"the shoe says it is build {build}, not {wish.program.build}"
        time.sleep(_RETRY_S)
    raise FlashedButSilentError(
        f"{wish.port}: the files are on the board and right, but {heard}; unplug it and plug it in, and look that the "
        "service jumper is not set"
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
