"""The demonstration as text: the players' screen and, below it, the dealer's."""

import sys
import time
from collections.abc import Callable

from device.demo.run import Demo
from device.screen.showing.subscription import Subscription
from device.screen.showing.terminal import run_text, text_of
from device.screen.view import Kind
from device.words import load_words


def show_in_terminal(demo: Demo, stop: Callable[[], bool], language: str) -> None:
    """Draw both screens in this terminal, or as pages into a pipe, until it is over."""
    words = load_words(language)
    staff = Subscription(demo.staff_feed, Kind.STAFF, time.monotonic)
    try:
        run_text(
            lambda players, colour: (
                text_of(players, words, colour=colour) + "\n\n" + text_of(staff.wait(0), words, colour=colour)
            ),
            Subscription(demo.public_feed, Kind.PUBLIC, time.monotonic),
            sys.stdout,
            lambda: stop() or demo.over(),
        )
    finally:
        staff.close()
