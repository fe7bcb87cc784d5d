"""The whole way of a program onto a board: known, copied beside the old one, checked, put in its place, started.

    open ─▶ hello? ─yes─▶ asked for its prompt ─┐
              └─no──────────────────────────────┴▶ MicroPython? a Pico? nobody else's program? ─┐
        hello, this build ◀─ started ◀─ in place ◀─ hashes right ◀─ copied to *.new ◀───────────┘

How the files get there is told in copying.py. Whatever ends this in between, running it again mends it.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import serial
from serial.tools.list_ports import comports

from device.line.flash import board
from device.line.flash.copying import copy
from device.line.flash.errors import FlashedButSilentError, FlashError, WentAwayError
from device.line.flash.prompt import RawPrompt
from device.line.flash.wish import Wish
from device.line.port_name import PortNameError, find_port, parse_port
from device.line.serial_line import open_serial
from device.line.trouble import LINE_ERRORS, OPEN_ERRORS, trouble_of
from device.readers.shoe_frames import Hello

PICO_VENDOR = 0x2E8A
BAUD = 115200
_RETRY_S = 0.2
_MOST_STARTS = 4
"""A program that cannot start leaves some seconds for a new one between its starts; we may come late for the first."""


def flash(wish: Wish, say: Callable[[str], None]) -> Hello:
    """Bring the program onto the board; `say` hears what is being done. Returns the hello with the new build.

    Raises FlashError when nothing was changed, or what to do when something was.
    """
    _refuse_strangers(wish.port)
    for start in range(_MOST_STARTS):
        try:
            _bring(wish, say, patience_s=wish.target.back_s if start else 0.0)
            break
        except WentAwayError:
            if start == _MOST_STARTS - 1:
                raise
            say("the board starts anew; waiting for it")
    return _hello_again(wish)


def _bring(wish: Wish, say: Callable[[str], None], patience_s: float) -> None:
    with _opened(wish.port, patience_s=patience_s) as port:
        with _may_go_away(wish.port):
            hello = board.listen_for_hello(port, wish.target.hello_s)
        if hello is not None:
            details = dict(hello.details)
            build = details.get("build", "none")
            say(f"a shoe: firmware {details.get('fw', '?')}, build {build}; asking for its prompt")
            with suppress(*LINE_ERRORS):  # the port vanishes when the board starts anew, which is what was asked for
                board.ask_for_prompt(port, hello, wish.port)
    with _opened(wish.port, patience_s=wish.target.back_s if hello is not None else 0.0) as port:
        prompt = RawPrompt(port)
        with _may_go_away(wish.port):
            entered = prompt.enter(wish.target.prompt_s)
        if not entered:
            raise FlashError(f"{wish.port}: {board.NO_MICROPYTHON}")
        with _left_running(prompt):
            found = board.look_at(prompt, wish.target, wish.port)
            if found.last_error:
                say(f"the program before was ended by:\n{found.last_error}")
            if not (board.is_ours(found) or wish.replaces):
                raise FlashError(
                    f"{wish.port}: another program is on this Pico (files: {', '.join(sorted(found.files))}); "
                    "choose another port, or add --replace to overwrite it"
                )
            copy(prompt, wish, found, say)
            with suppress(*LINE_ERRORS):
                prompt.run_and_leave(wish.target.restart)


@contextmanager
def _may_go_away(name: str) -> Iterator[None]:
    """A program that cannot start is started again and again, and the port comes and goes with it."""
    try:
        yield
    except LINE_ERRORS as error:
        raise WentAwayError(f"{name}: the line broke: {error}; look at the cable and try again") from error


@contextmanager
def _left_running(prompt: RawPrompt) -> Iterator[None]:
    """When it is not done, whatever the board has goes on: nobody must find it dead for our sake."""
    try:
        yield
    except FlashError:
        with suppress(*LINE_ERRORS):
            prompt.leave()
        raise


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
