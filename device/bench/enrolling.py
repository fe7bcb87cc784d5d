"""`enrolling`: how many new cards a second a station can put on record, each before the next, and whether one is lost.

A person lays down three a second at best. The floor commits one row a card in a bare database, as durably.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from device.bench.report import Goal, Line, Of, Side
from device.cards.registry.registry import Registry
from device.cards.station.enrolling import Enrolling
from device.cards.station.orders import order_of
from device.cards.station.showings import CardShown
from device.rules.card import Card
from device.system.clock import SystemClock

BY_HAND = 3.0
LEAST_SHARE = 0.02
_BEFORE = "7E50"
"""With a number after it, a tag as its maker gives it."""


def measure(*, folder: Path | None = None, packs: int = 1) -> Iterator[Line]:
    """Enrol so many packs of new cards; registry and bare database lie in `folder`."""
    cards = packs * len(Card)
    laid = [f"{_BEFORE}{number:06X}" for number in range(1, cards + 1)]
    with TemporaryDirectory(prefix="zapato-bench-", dir=folder) as name:
        place = Path(name)
        registry = Registry(place / "packs.sqlite3", create=True)
        task = Enrolling(registry, (), order_of("new-deck"), by="bench", now_at=SystemClock().wall_at, new=packs)
        ours_s = bare_s = 0.0
        with closing(_bare(place / "bare.sqlite3")) as database:
            for tag in laid:
                began_s = time.monotonic()
                task.show(CardShown(code=tag))
                between_s = time.monotonic()
                database.execute("INSERT INTO tags VALUES (?)", (tag,))
                ours_s, bare_s = ours_s + between_s - began_s, bare_s + time.monotonic() - between_s
        task.finish()
        on_record = {code for pack in registry.packs() for code in registry.codes_of(pack.id)}
    yield Line(
        name="enrolling",
        value=cards / ours_s,
        unit="cards/s",
        floor=cards / bare_s,
        goal=Goal(side=Side.AT_LEAST, limit=LEAST_SHARE, of=Of.RATIO),
        aim=Goal(side=Side.AT_LEAST, limit=BY_HAND),
        more={"cards": cards},
    )
    yield Line(
        name="enrolling-lost",
        value=float(len(set(laid) - on_record)),
        unit="cards",
        goal=Goal(side=Side.AT_MOST, limit=0),
        more={"cards": cards},
    )


def _bare(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE tags (tag TEXT NOT NULL)")
    return database
