"""A picture that cannot be made is said on the screen and in the log; the screen lives on to the next view."""

import traceback
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def honestly(make: Callable[[], _T], instead: Callable[[], _T], report: Callable[[str], None]) -> _T:
    """What `make` makes, or `instead` of it when it fails.

    A process that ended over a view would start again over the same view, and again: a black screen until the next
    card. An old hand left standing would be a lie. So the screen says that it cannot show what it was sent.
    """
    try:
        return make()
    except Exception:  # whatever it is: it is reported whole, once
        report(f"this view cannot be drawn, the screen says so instead:\n{traceback.format_exc().rstrip()}")
        return instead()
