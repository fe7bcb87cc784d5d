"""The demonstration as text: the players' screen and, below it, the dealer's."""

import sys
import time
from collections.abc import Callable

from device.demo.run import Demo
from device.screen.plain.text import dealer_text, no_data_text, players_text
from device.screen.showing.subscription import Reason, Shown, Subscription
from device.screen.showing.terminal import run_text
from device.screen.view import Kind, StaffView
from device.words import Words, load_words


def show_in_terminal(demo: Demo, stop: Callable[[], bool], language: str) -> None:
    """Draw both screens in this terminal, or as pages into a pipe, until it is over."""
    words = load_words(language)
    staff = Subscription(demo.staff_feed, Kind.STAFF, time.monotonic)
    try:
        run_text(
            lambda players, colour: (
                _page(players, words, colour=colour) + "\n\n" + _page(staff.wait(0), words, colour=colour)
            ),
            Subscription(demo.public_feed, Kind.PUBLIC, time.monotonic),
            sys.stdout,
            lambda: stop() or demo.over(),
        )
    finally:
        staff.close()


def _page(shown: Shown, words: Words, *, colour: bool) -> str:
    if isinstance(shown, Reason):
        return no_data_text(shown.value, words, colour=colour)
    if isinstance(shown, StaffView):
        return dealer_text(shown, words, colour=colour)
    return players_text(shown, words, colour=colour)
