"""When a journal's file has come to its end by the calendar, and what it is called in the archive."""

import unicodedata
from datetime import datetime
from pathlib import Path

from device.settings import ArchivePeriod

_LONGEST_NAME = 40


def is_due(period: ArchivePeriod, *, first_at: str, last_at: str, now_at: str) -> bool:
    """Whether a file with records from `first_at` to `last_at` belongs to a period that is over at `now_at`.

    Wall times in UTC; periods are those of the calendar at the machine's place. Where the clock was put back since the
    first record, its first time says nothing and the last one counts; an unreadable time is no reason for a new file.
    """
    try:
        now, since = _local(now_at), _local(first_at)
        if since > now:
            since = _local(last_at)
    except ValueError:
        return False
    return _number(period, now) > _number(period, since)


def archive_name(folder: Path, *, table: str, first_at: str, last_at: str, damaged: bool = False) -> str:
    """A name that says the table and the first and last day, ``BAC-1_2026-11-01_2026-11-30.sqlite3``, not yet taken."""
    stem = "_".join([plain_name(table), _day(first_at), _day(last_at), *(["damaged"] if damaged else [])])
    name, count = f"{stem}.sqlite3", 1
    while (folder / name).exists():
        count += 1
        name = f"{stem}_{count}.sqlite3"
    return name


def _number(period: ArchivePeriod, at: datetime) -> int:
    """Periods of one kind in the order of time; `never` is a single one."""
    match period:
        case ArchivePeriod.NEVER:
            return 0
        case ArchivePeriod.DAY:
            return at.toordinal()
        case ArchivePeriod.WEEK:
            return (at.toordinal() - 1) // 7  # day 1 was a Monday
        case ArchivePeriod.MONTH:
            return at.year * 12 + at.month - 1
        case ArchivePeriod.QUARTER:
            return at.year * 4 + (at.month - 1) // 3
        case ArchivePeriod.YEAR:
            return at.year


def _local(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()


def _day(at: str) -> str:
    try:
        return f"{_local(at):%Y-%m-%d}"
    except ValueError:
        return "unknown"


def plain_name(table: str) -> str:
    """A table's name as part of a file's name."""
    letters = unicodedata.normalize("NFC", table)
    plain = "".join(letter if letter.isalnum() else "-" for letter in letters).strip("-")
    return plain[:_LONGEST_NAME] or "table"
