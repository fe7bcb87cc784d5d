"""What MicroPython runs at the start of the board.

The prompt answers instead when the service jumper is set, or once after the host asked for it (the file `service`).
What ends the program by accident is kept in `last-error.txt`, and the board starts anew.
"""

import os
import sys

import micropython

micropython.kbd_intr(-1)  # from the first moment on, a byte 03 from the host is a byte like any other

import board  # noqa: E402 - see above

ERROR_FILE = "last-error.txt"
SERVICE_FILE = "service"


def there(name: str) -> bool:
    """Whether a file is there."""
    return name in os.listdir()


def main() -> None:
    """Be a shoe."""
    from shoe.start import start

    start()
    with open(SERVICE_FILE, "w") as file:
        file.write("the host asked for the prompt")


if there(SERVICE_FILE):
    os.remove(SERVICE_FILE)
    micropython.kbd_intr(3)
elif board.wants_service():
    micropython.kbd_intr(3)
else:
    try:
        main()
    except BaseException as error:
        if not there(ERROR_FILE):  # the first one tells most, and flash wears
            with open(ERROR_FILE, "w") as file:
                sys.print_exception(error, file)
    board.reset()
