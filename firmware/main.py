"""What MicroPython runs at the start of the board.

The prompt answers instead when the service jumper is set, or once after the host asked for it (the file `service`).
What ends the program by accident is kept in `last-error.txt`. For some seconds a byte 03 then gets the prompt, so that
even a program that cannot start is no obstacle to a better one; then the board starts anew.
"""

import micropython

micropython.kbd_intr(-1)  # from the first moment on, a byte 03 from the host is a byte like any other

import gc  # noqa: E402 - see above
import os  # noqa: E402
import select  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import machine  # noqa: E402

ERROR_FILE = "last-error.txt"
SERVICE_FILE = "service"
WATCHDOG_MS = 8000
HELP_MS = 5000
INTERRUPT = b"\x03"
COLLECT_BYTES = 4096
"""While the program is compiled: what that leaves is collected so often that the program itself lies close together."""


def wants_prompt() -> bool:
    """Whether the host or the service jumper asked for the prompt."""
    if SERVICE_FILE in os.listdir():
        os.remove(SERVICE_FILE)
        return True
    import board

    return board.wants_service()


def ask_for_service() -> None:
    """The prompt is to answer after the next start."""
    with open(SERVICE_FILE, "w") as file:
        file.write("the host asked for the prompt")


def note(error: BaseException) -> None:
    """Keep what ended the program: the first one tells most, and flash wears."""
    if ERROR_FILE not in os.listdir():
        with open(ERROR_FILE, "w") as file:
            sys.print_exception(error, file)


def somebody_helps() -> bool:
    """Whether a byte 03 comes."""
    poll = select.poll()
    poll.register(sys.stdin.buffer, select.POLLIN)
    since_ms = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), since_ms) < HELP_MS:
        for _, what in poll.ipoll(100):  # type: ignore[attr-defined]  # MicroPython has it
            if what & select.POLLIN and sys.stdin.buffer.read(1) == INTERRUPT:
                return True
    return False


def run() -> bool:
    """Be a shoe; False when the prompt is wanted instead. Raises whatever ends the program by accident."""
    gc.threshold(COLLECT_BYTES)  # type: ignore[attr-defined]  # MicroPython has it
    if wants_prompt():
        return False
    from shoe.start import start

    start()
    ask_for_service()
    return True


try:
    restarts = run()
except BaseException as error:
    restarts = True
    try:
        machine.WDT(timeout=WATCHDOG_MS)  # whatever happens from here on, the board starts anew
        note(error)
        if somebody_helps():
            ask_for_service()
    except BaseException:  # flash may be full, or memory
        pass
if restarts:
    machine.reset()
micropython.kbd_intr(3)
