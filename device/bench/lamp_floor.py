"""The floor under a card's way to the lamp, as a process: read a line, put it on disk, set a pin.

The same bytes from the same kind of port, one durable commit with the journal's own settings, the same kind of pin; and
nothing else. Started by `card_to_lamp` as ``python -m device.bench.lamp_floor PORT FILE FD``.
"""

import os
import sqlite3
import sys
import tty
from itertools import cycle

from device.bench.lamp_watch import memory_factory, teller

PIN = 5


def main(port: str, path: str, fd: str) -> None:
    """Serve `port` until its other end hangs up."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("CREATE TABLE lines (line BLOB NOT NULL)")
    pin = memory_factory(teller(int(fd))).pin(PIN)
    pin.function = "output"
    line_fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(line_fd)
    pin.state = True  # ready
    levels = cycle((False, True))
    heard = b""
    while data := os.read(line_fd, 4096):
        heard += data
        if not heard.endswith(b"\n"):
            continue
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO lines VALUES (?)", (heard,))
        database.execute("COMMIT")
        pin.state = next(levels)
        heard = b""


if __name__ == "__main__":
    main(*sys.argv[1:])
