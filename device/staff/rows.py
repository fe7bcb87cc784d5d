"""The rows of the people's file as values."""

import sqlite3
from dataclasses import dataclass

from device.staff.errors import DamagedError
from device.staff.lockout import NO_TRIES, Tries
from device.staff.people import Person, Role, folded, role_names

_COLUMNS = "id, name, roles, pin_hash, pin_is_own, last_own_hash, added_at, disabled_at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Everything that is kept of a person but the badge."""

    person: Person
    pin_hash: str
    pin_is_own: bool
    """Chosen by the person; otherwise a one-time PIN."""
    last_own_hash: str | None
    """The PIN that a one-time PIN replaced."""
    added_at: str
    disabled_at: str | None

    @property
    def who(self) -> str:
        """The person's key among the tries."""
        return f"person {self.person.id}"


def read_all(connection: sqlite3.Connection) -> tuple[Kept, ...]:
    """Everybody, in the order in which they came."""
    return tuple(_kept(row) for row in connection.execute(f"SELECT {_COLUMNS} FROM people ORDER BY id"))


def find(connection: sqlite3.Connection, name: str) -> Kept | None:
    """Who is called that."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM people WHERE folded = ?", (folded(name),)).fetchone()
    return None if row is None else _kept(row)


def find_id(connection: sqlite3.Connection, person_id: int) -> Kept | None:
    """Who has that number."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM people WHERE id = ?", (person_id,)).fetchone()
    return None if row is None else _kept(row)


def read_tries(connection: sqlite3.Connection, who: str) -> Tries:
    """The wrong PINs of a person or of a drawer."""
    row = connection.execute("SELECT wrong, boot, uptime_s, at FROM tries WHERE who = ?", (who,)).fetchone()
    return NO_TRIES if row is None else Tries(wrong=row[0], boot=row[1], uptime_s=row[2], at=row[3])


def write_tries(connection: sqlite3.Connection, who: str, tries: Tries) -> None:
    """Keep them."""
    connection.execute(
        "INSERT OR REPLACE INTO tries (who, wrong, boot, uptime_s, at) VALUES (?, ?, ?, ?, ?)",
        (who, tries.wrong, tries.boot, tries.uptime_s, tries.at),
    )


def forget_tries(connection: sqlite3.Connection, who: str) -> None:
    """The PIN was right, or is another now."""
    connection.execute("DELETE FROM tries WHERE who = ?", (who,))


def roles_text(roles: frozenset[Role]) -> str:
    """Roles as they are kept."""
    return " ".join(role_names(roles))


def _kept(row: tuple[int, str, str, str, int, str | None, str, str | None]) -> Kept:
    id_, name, roles, pin_hash, pin_is_own, last_own_hash, added_at, disabled_at = row
    try:
        held = frozenset(Role(word) for word in roles.split())
    except ValueError as error:
        raise DamagedError(
            f"it is damaged (person {id_}: {error}): move it aside, keep it, and put back a copy"
        ) from error
    person = Person(id=id_, name=name, roles=held, disabled=disabled_at is not None)
    return Kept(
        person=person,
        pin_hash=pin_hash,
        pin_is_own=bool(pin_is_own),
        last_own_hash=last_own_hash,
        added_at=added_at,
        disabled_at=disabled_at,
    )
