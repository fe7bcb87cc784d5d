"""The record in figures: shoes that are over, incidents by kind and time. No card, no name, none of a shoe in play."""

from pathlib import Path
from typing import Any

from device.journal.errors import DamagedError
from device.journal.reading import Reader
from device.ports.journal import JournalError

_SHOES, _INCIDENTS = 50, 200


def statistics(journal: Path) -> dict[str, Any]:
    """What is told of the record; where it cannot be read, why in words."""
    try:
        with journal.open("rb"):
            pass
        with Reader(journal) as reader, reader.snapshot():
            return _figures(reader) | {"bytes": journal.stat().st_size}
    except FileNotFoundError:
        return {"none": "there is no record yet"}
    except PermissionError:
        return {"none": "this user may not read it"}
    except (JournalError, OSError) as error:
        return {"damaged" if isinstance(error, DamagedError) else "none": type(error).__name__}


def incidents(journal: Path) -> list[dict[str, Any]]:
    """The last incidents, oldest first: which kind, when, held or not, how it was settled."""
    try:
        with journal.open("rb"):
            pass
        with Reader(journal) as reader:
            return reader.objects(
                "SELECT * FROM (SELECT seq, shoe, coup, kind, holds, options, raised_at, resolved_at, resolution FROM"
                f" incidents ORDER BY seq DESC LIMIT {_INCIDENTS}) ORDER BY seq"
            )
    except (JournalError, OSError):
        return []


def _figures(reader: Reader) -> dict[str, Any]:
    heads = reader.query("SELECT seq, at, hash FROM record.heads ORDER BY seq DESC LIMIT 1")
    shoes = reader.objects(
        "SELECT shoe, profile, profile_version, packs, opened_at, closed_at, why, shuffles, cards_seen,"
        " (SELECT count(*) FROM coups c WHERE c.shoe = s.shoe) AS coups,"
        " (SELECT count(*) FROM incidents i WHERE i.shoe = s.shoe) AS incidents"
        f" FROM shoes s WHERE closed_at IS NOT NULL ORDER BY shoe DESC LIMIT {_SHOES}"
    )
    kinds = reader.query(
        "SELECT kind, count(*) FROM incidents WHERE shoe IN (SELECT shoe FROM shoes WHERE closed_at IS NOT NULL)"
        " GROUP BY kind ORDER BY kind"
    )
    ((closed, open_),) = reader.query(
        "SELECT count(*) FILTER (WHERE closed_at IS NOT NULL), count(*) FILTER (WHERE closed_at IS NULL) FROM shoes"
    )
    ((shape,),) = reader.query("PRAGMA record.user_version")
    return {
        "epoch": reader.epoch(),
        "shape": shape,
        "signed": dict(zip(("seq", "at", "hash"), heads[0], strict=True)) if heads else None,
        "shoes_closed": closed,
        "shoes_open": open_,
        "shoes": shoes[::-1],
        "incidents_by_kind": dict(kinds),
    }
