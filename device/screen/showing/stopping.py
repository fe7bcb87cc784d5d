"""Ctrl-C and SIGTERM as a wish that a loop looks at, so that a screen always leaves tidily."""

import signal
from types import FrameType


class Stopping:
    """Becomes true when somebody asks the process to end; made in the main thread, once."""

    def __init__(self) -> None:
        self._asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)

    def __bool__(self) -> bool:
        return self._asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True
