"""A table that cannot start as it is set up, under a service manager: it says why, and waits before it gives way.

The manager would start it again at once, for ever, and fill the log with the same line. So the process keeps its place
for a while with the reason as its status, and goes when somebody has changed the settings: then the new ones are tried
within moments. It can be ended at any time, and without a service manager nothing of this happens.
"""

import os
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 30.0
"""How long one attempt keeps its place when nobody changes the settings: some other cause may have gone meanwhile."""

LOOK_S = 0.5
"""How often the settings' file is looked at."""

_NOTIFICATION = "STATUS=cannot start: {why}\nEXTEND_TIMEOUT_USEC=60000000"

_Seen = tuple[int, int, int, int] | None


def wait_for_other_settings(
    config: Path,
    why: str,
    *,
    notify: Callable[[str], None],
    sleep: Callable[[float], None],
    patience_s: float = PATIENCE_S,
) -> bool:
    """Wait until the file `config` is another one, or `patience_s` are over; True when it is.

    `notify` is given the status once; `why` may have several lines. `sleep` is called with durations in seconds.
    """
    before = _seen(config)
    notify(_NOTIFICATION.format(why=" ".join(why.split())))
    left_s = patience_s
    while left_s > 0:
        sleep(min(LOOK_S, left_s))
        left_s -= LOOK_S
        if _seen(config) != before:
            return True
    return False


def _seen(config: Path) -> _Seen:
    """What tells one state of a file from another; None where there is none that this user can see."""
    try:
        found = os.stat(config)  # noqa: PTH116 - of a path that may be anything
    except (OSError, ValueError):
        return None
    # The last of them is when its owner or rights were changed: it may be those that are wrong.
    return found.st_ino, found.st_mtime_ns, found.st_size, found.st_ctime_ns
