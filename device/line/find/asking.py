"""One port questioned: opened for us alone, asked by an inquiry's steps, closed whatever happens."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import serial

from device.line.find.candidates import Candidate
from device.line.serial_line import open_serial
from device.line.trouble import LINE_ERRORS, OPEN_ERRORS, trouble_of
from device.readers.inquiry import Found, Inquiry, NotFound, Step

READ_WAIT_S = 0.03
"""The longest that one read waits: how soon a stop and the end of a step are seen."""
MOST_READ_BYTES = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """The port could not be asked, or was lost meanwhile; `says` is a sentence with the remedy."""

    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What the asking takes from the machine; tests put their own here."""

    open_port: Callable[[str, int], serial.Serial] = open_serial
    now_s: Callable[[], float] = time.monotonic


def ask_port(
    candidate: Candidate,
    inquiry: Inquiry,
    *,
    stop: threading.Event,
    tell: Callable[[str], None],
    hands: Hands | None = None,
) -> Found | NotFound | Trouble:
    """Carry out an inquiry on a port; `tell` gets what is done now. Ends soon after `stop` is set."""
    device, name = candidate.device, candidate.name
    hands = hands or Hands()
    step = inquiry.step()
    if step is None:
        return inquiry.answer
    try:
        port = hands.open_port(device, step.baud)
    except OPEN_ERRORS as error:
        return Trouble(says=trouble_of(error, name, device, was_open=False).detail)
    try:
        port.timeout = READ_WAIT_S
        while step is not None and not stop.is_set():
            _set_speed(port, step.baud)
            tell(step.says)  # after that: whoever reads it may show a card at once
            _take(port, step, inquiry, stop, hands.now_s)
            step = inquiry.step()
        return inquiry.answer
    except LINE_ERRORS as error:
        says = trouble_of(error, name, device, was_open=True).detail
        return Trouble(says=says.replace("the line opens again by itself", "then search again"))
    finally:
        with suppress(*LINE_ERRORS):
            port.reset_output_buffer()  # else closing may wait half a minute for a device that takes nothing
        with suppress(*LINE_ERRORS):
            port.close()


def _set_speed(port: serial.Serial, baud: int) -> None:
    if port.baudrate != baud:
        port.baudrate = baud
        port.reset_input_buffer()  # half of it was heard at the other speed


def _take(port: serial.Serial, step: Step, inquiry: Inquiry, stop: threading.Event, now_s: Callable[[], float]) -> None:
    """Send, and hand over what comes, until the step's time or its end."""
    if step.send:
        with suppress(serial.SerialTimeoutException):  # it takes no bytes: then it will not answer either
            port.write(step.send)
    last_s = now_s()
    until_s = last_s + step.wait_s
    is_late = False
    while not stop.is_set() and not is_late:
        # Once more after the time is over: on a busy machine an answer may lie there that nobody had time to fetch.
        is_late = last_s >= until_s
        data = port.read(min(MOST_READ_BYTES, max(1, port.in_waiting)))
        at_s = now_s()
        if inquiry.heard(data, round((at_s - last_s) * 1000)):
            return
        last_s = at_s
