"""The text screen on a terminal, or into a pipe: the feed's newest view, a page at each change."""

from collections.abc import Callable
from typing import TextIO

from device.screen.plain.page import for_encoding
from device.screen.plain.text import dealer_text, no_data_text, players_text
from device.screen.showing.subscription import Reason, Shown, Subscription
from device.screen.view import StaffView
from device.words import Words

PageMaker = Callable[[Shown, bool], str]
"""Turns what is to be shown into a page, with or without a terminal's colours."""

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[?25h\x1b[?1049l"
_TICK_S = 0.2


def text_of(shown: Shown, words: Words, *, colour: bool) -> str:
    """The page for what is to be shown: players', dealer's, or why there is none."""
    if isinstance(shown, Reason):
        return no_data_text(shown.value, words, colour=colour)
    if isinstance(shown, StaffView):
        return dealer_text(shown, words, colour=colour)
    return players_text(shown, words, colour=colour)


def run_text(make: PageMaker, feed: Subscription, out: TextIO, stop: Callable[[], bool]) -> None:
    """Show the feed as text until `stop` says so.

    On a terminal a page takes the place of the one before; anywhere else pages follow one another, with a blank line
    between.
    """
    terminal = out.isatty()
    last: str | None = None
    try:
        if terminal:
            out.write(_ENTER)
        while not stop():
            page = for_encoding(make(feed.wait(_TICK_S), terminal), out.encoding or "ascii")
            if page == last:
                continue
            last = page
            out.write("\x1b[H" + page.replace("\n", "\x1b[K\n") + "\x1b[J" if terminal else page + "\n\n")
            out.flush()
    finally:
        if terminal:
            out.write(_LEAVE)
            out.flush()
        feed.close()
