"""The rows of the registry's file as values."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from device.cards.errors import DamagedError
from device.cards.pack import Pack, PackKind, PackState

_COLUMNS = (
    'id, kind, state, cards, added_at, added_by, training, note, "table", shoe, retired_at, why, label_generation, '
    "marks, box"
)
_TOLD = _COLUMNS.partition(", label_generation")[0]
_PLACES = ", ".join("?" * (_COLUMNS.count(",") + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A pack as it is kept: what everybody may know, and its cards under lock."""

    pack: Pack
    label_generation: int | None
    marks: bytes
    box: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a pack's history."""

    at: str
    pack: str
    what: str
    by: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteRow:
    """Whose registry it is."""

    site: str
    generation: int
    proof: bytes
    changes: int


def about(pack: Pack, label_generation: int | None) -> str:
    """All that the row says of a pack, as its box is bound to it."""
    return json.dumps([*_values(pack), label_generation], ensure_ascii=True, separators=(",", ":"))


def read_site(connection: sqlite3.Connection) -> SiteRow:
    """The one row about the site; raises DamagedError where it is not there."""
    row = connection.execute("SELECT site, generation, proof, changes FROM site").fetchone()
    if row is None:
        raise DamagedError("it is damaged (it names no site): put back a backup (`zapato cards restore`)")
    return SiteRow(site=row[0], generation=row[1], proof=row[2], changes=row[3])


def read_rows(connection: sqlite3.Connection) -> Iterator[Row]:
    """Every pack, by its id."""
    for row in connection.execute(f"SELECT {_COLUMNS} FROM packs ORDER BY id"):
        yield _row(row)


def read_packs(connection: sqlite3.Connection) -> Iterator[Pack]:
    """What may be told of every pack, by its id; their cards are not even read."""
    for row in connection.execute(f"SELECT {_TOLD} FROM packs ORDER BY id"):
        yield _pack(row)


def read_ids(connection: sqlite3.Connection) -> set[str]:
    """The names of all packs."""
    return {id_ for (id_,) in connection.execute("SELECT id FROM packs")}


def read_marks(connection: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    """The marks of every pack."""
    yield from connection.execute("SELECT id, marks FROM packs")


def read_label_generations(connection: sqlite3.Connection) -> set[int]:
    """The generations of labels that are on cards of packs not yet retired."""
    found = connection.execute(
        "SELECT DISTINCT label_generation FROM packs WHERE label_generation IS NOT NULL AND state != ?",
        (PackState.RETIRED.value,),
    )
    return {number for (number,) in found}


def read_row(connection: sqlite3.Connection, id: str) -> Row | None:
    """One pack; its id in upper case."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM packs WHERE id = ?", (id,)).fetchone()
    return None if row is None else _row(row)


def write_row(connection: sqlite3.Connection, row: Row, *, new: bool = False) -> None:
    """Put a pack in, or in its own place."""
    values = (*_values(row.pack), row.label_generation, row.marks, row.box)
    if new:
        connection.execute(f"INSERT INTO packs ({_COLUMNS}) VALUES ({_PLACES})", values)
        return
    sets = ", ".join(f"{name.strip()} = ?" for name in _COLUMNS.split(",")[1:])
    connection.execute(f"UPDATE packs SET {sets} WHERE id = ?", (*values[1:], row.pack.id))


def write_step(connection: sqlite3.Connection, step: Step) -> None:
    """One more line of history."""
    connection.execute(
        'INSERT INTO history (at, pack, what, "by", why) VALUES (?, ?, ?, ?, ?)',
        (step.at, step.pack, step.what, step.by, step.why),
    )


def read_steps(connection: sqlite3.Connection, id: str) -> tuple[Step, ...]:
    """A pack's history, oldest first."""
    rows = connection.execute('SELECT at, pack, what, "by", why FROM history WHERE pack = ? ORDER BY id', (id,))
    return tuple(Step(at=at, pack=pack, what=what, by=by, why=why) for at, pack, what, by, why in rows)


def count_change(connection: sqlite3.Connection) -> None:
    """Let whoever holds a snapshot see that it is an old one."""
    connection.execute("UPDATE site SET changes = changes + 1")


def _values(pack: Pack) -> tuple[object, ...]:
    return (
        pack.id,
        pack.kind.value,
        pack.state.value,
        pack.cards,
        pack.added_at,
        pack.added_by,
        int(pack.training),
        pack.note,
        pack.table,
        pack.shoe,
        pack.retired_at,
        pack.why,
    )


def _pack(row: tuple[Any, ...]) -> Pack:
    id_, kind, state, cards, added_at, added_by, training, note, table, shoe, retired_at, why = row
    try:
        return Pack(
            id=id_,
            kind=PackKind(kind),
            state=PackState(state),
            cards=cards,
            added_at=added_at,
            added_by=added_by,
            training=bool(training),
            note=note,
            table=table,
            shoe=shoe,
            retired_at=retired_at,
            why=why,
        )
    except ValueError as error:
        raise DamagedError(
            f"it is damaged (pack {id_}: {error}): move it aside, keep it, and put back a backup "
            "(`zapato cards restore`)"
        ) from error


def _row(row: tuple[Any, ...]) -> Row:
    *told, generation, marks, box = row
    return Row(pack=_pack(tuple(told)), label_generation=generation, marks=marks, box=box)
