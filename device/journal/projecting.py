"""How an event finds what it changes in the derived tables, and the one row that most events of people leave."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from device.ports.journal import Record
from device.table import events as ev

E = TypeVar("E", bound=ev.Event)
Projecting = Callable[[sqlite3.Connection, Record, Any], None]
PROJECTED: dict[type[ev.Event], Projecting] = {}
"""What each kind of event does to the derived tables; filled by `projects`."""


def projects(kind: type[E]) -> Callable[[Callable[[sqlite3.Connection, Record, E], None]], Projecting]:
    """Say that the function below brings the derived tables up to an event of this kind."""

    def register(projecting: Callable[[sqlite3.Connection, Record, E], None]) -> Projecting:
        PROJECTED[kind] = projecting
        return projecting

    return register


def staff_action(  # noqa: PLR0913 - one action and who stood for it
    db: sqlite3.Connection,
    record: Record,
    action: str,
    *,
    detail: str | None = None,
    by: str | None = None,
    second: str | None = None,
    reason: str | None = None,
) -> None:
    """Add a row to the actions of staff."""
    db.execute(
        "INSERT INTO staff_actions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (record.seq, record.shoe, record.coup, record.at, action, detail, by, second, reason),
    )
