"""Keeping a copy of a record up to the second, until told to stop."""

import logging
import threading
from pathlib import Path

from device.journal.follow_copy import Follower
from device.ports.journal import JournalError

EVERY_S = 1.0

log = logging.getLogger("zapato.backup")


def follow(journal: Path, folder: Path, stop: threading.Event, *, every_s: float = EVERY_S) -> None:
    """Bring the copy in `folder` up to the record every so many seconds, and once more at the end.

    Trouble is told when it begins and when it is over; it never ends the following.
    """
    follower = Follower(journal.resolve(), folder)
    trouble = ""
    try:
        while True:
            last = stop.is_set()
            try:
                follower.step()
            except (JournalError, OSError) as error:
                if str(error) != trouble:
                    log.error("%s; tried again each second", error)
                trouble = str(error)
                follower.close()  # whatever is wrong, the next attempt begins anew
            else:
                if trouble:
                    log.info("%s: up to the record again", folder)
                trouble = ""
            if last:
                return
            stop.wait(every_s)
    finally:
        follower.close()
