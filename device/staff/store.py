"""The people of a table in their file: who is added, what changes of them. Nobody is ever deleted."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from device.staff import badges, files, rows
from device.staff.errors import NoSuchPersonError, NotAllowedError
from device.staff.lockout import remaining_s
from device.staff.moment import LinuxClock, MachineClock
from device.staff.people import Person, Role, folded, read_name, shown
from device.staff.pins import PinHasher, draw_one_time_pin
from device.staff.rows import Kept
from device.table.two_people import plain_name
from device.table.vocabulary import THE_PANEL


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person and how things are with the PIN and the badge."""

    person: Person
    pin_is_own: bool
    """False: a one-time PIN, which must be changed before anything else."""
    badge: bool
    wrong: int
    """Wrong PINs since the last right one."""
    wait_s: float
    """Seconds until a PIN is looked at again."""
    added_at: str
    disabled_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """A person as of now, for a session that began earlier."""

    person: Person
    pin_at: str
    """Since when the PIN is the one that it is; another text after each change of it."""


class StaffStore:
    """A file of people. Every method stands alone and may be called from any thread, beside other processes.

    All raise StaffError (`errors`); a change that raises changed nothing.
    """

    def __init__(
        self, path: Path, *, create: bool = False, clock: MachineClock | None = None, hasher: PinHasher | None = None
    ) -> None:
        """Check the file, or with `create` make it where there is none."""
        self.path = path
        self.clock = LinuxClock() if clock is None else clock
        self.hasher = PinHasher() if hasher is None else hasher
        if create and not files.is_there(path):
            files.create(path)
        files.check(path)

    @contextlib.contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction on the file; for this package."""
        with files.transaction(self.path) as connection:
            yield connection

    def people(self) -> tuple[Person, ...]:
        """Everybody, disabled ones too, in the order in which they came."""
        with self.change() as connection:
            return tuple(kept.person for kept in rows.read_all(connection))

    def person(self, name: str) -> Person:
        """Who is called that, whatever its case."""
        with self.change() as connection:
            return self._named(connection, name).person

    def signers(self) -> dict[int, Signer]:
        """Everybody as of now by their number, for the sessions that began earlier."""
        with self.change() as connection:
            since = dict(connection.execute("SELECT id, pin_at FROM people"))
            return {
                kept.person.id: Signer(person=kept.person, pin_at=since[kept.person.id])
                for kept in rows.read_all(connection)
            }

    def standings(self) -> tuple[Standing, ...]:
        """Everybody with PIN, badge and waits."""
        now = self.clock.now()
        with self.change() as connection:
            holders = {person for (person,) in connection.execute("SELECT person FROM badges")}
            every = [(kept, rows.read_tries(connection, kept.who)) for kept in rows.read_all(connection)]
        return tuple(
            Standing(
                person=kept.person,
                pin_is_own=kept.pin_is_own,
                badge=kept.person.id in holders,
                wrong=tries.wrong,
                wait_s=remaining_s(tries, now),
                added_at=kept.added_at,
                disabled_at=kept.disabled_at,
            )
            for kept, tries in every
        )

    def add(self, name: str, roles: Iterable[Role]) -> tuple[Person, str]:
        """Add somebody; returns the person and the one-time PIN, which is kept nowhere in clear."""
        pin = draw_one_time_pin()
        return self.enter(name, roles, pin, is_own=False), pin

    def enter(self, name: str, roles: Iterable[Role], pin: str, *, is_own: bool) -> Person:
        """Add somebody with this PIN, their own or a one-time one; for this package."""
        held = _some(roles)
        proper = read_name(name)
        if _look_alike(proper, THE_PANEL):
            raise NotAllowedError(
                f"the name {shown(proper)} stands on record for whoever touches the table's own buttons: add a letter"
            )
        pin_hash = self.hasher.hash(pin)
        at = self.clock.now().at
        with self.change() as connection:
            other = next((one for one in rows.read_all(connection) if _look_alike(one.person.name, proper)), None)
            if other is not None:
                tail = ", disabled: `zapato staff enable`" if other.person.disabled else ""
                raise NotAllowedError(
                    f"{self.path}: there is already a {shown(other.person.name)}{tail}; names are never given twice, "
                    "for the record names people: add a letter or a number"
                )
            cursor = connection.execute(
                "INSERT INTO people (name, folded, roles, pin_hash, pin_is_own, pin_at, added_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (proper, folded(proper), rows.roles_text(held), pin_hash, is_own, at, at),
            )
            assert cursor.lastrowid is not None
            return Person(id=cursor.lastrowid, name=proper, roles=held)

    def set_roles(self, name: str, roles: Iterable[Role]) -> Person:
        """Give somebody these roles instead of the earlier ones."""
        held = _some(roles)
        with self.change() as connection:
            kept = self._named(connection, name)
            connection.execute("UPDATE people SET roles = ? WHERE id = ?", (rows.roles_text(held), kept.person.id))
            return self._named(connection, name).person

    def disable(self, name: str) -> Person:
        """Let somebody sign nothing from now on; the name stays taken. Sessions are for their owner to end."""
        return self._set_disabled(name, self.clock.now().at)

    def enable(self, name: str) -> Person:
        """Undo `disable`; the PIN is the one from before."""
        return self._set_disabled(name, None)

    def reset(self, name: str) -> tuple[Person, str]:
        """Replace somebody's PIN by a one-time PIN, and forget the wrong ones; returns it as `add` does."""
        pin = draw_one_time_pin()
        pin_hash = self.hasher.hash(pin)
        with self.change() as connection:
            kept = self._named(connection, name)
            connection.execute(
                "UPDATE people SET pin_hash = ?, pin_is_own = 0, pin_at = ?, last_own_hash = ? WHERE id = ?",
                (
                    pin_hash,
                    self.clock.now().at,
                    kept.pin_hash if kept.pin_is_own else kept.last_own_hash,
                    kept.person.id,
                ),
            )
            rows.forget_tries(connection, kept.who)
            return kept.person, pin

    def give_badge(self, name: str, badge: str) -> Person:
        """Give somebody this badge instead of an earlier one; somebody else's is refused."""
        proper = badges.read_badge(badge)
        with self.change() as connection:
            kept = self._named(connection, name)
            (given,) = connection.execute("SELECT count(*) FROM badges").fetchone()
            # A new key would make every badge unknown, so it is made with the first badge only.
            key = badges.read_key(self.path) if given else badges.ensure_key(self.path)
            mark = badges.mark_of(proper, key)
            taken = connection.execute("SELECT person FROM badges WHERE mark = ?", (mark,)).fetchone()
            if taken is not None and taken[0] != kept.person.id:
                holder = rows.find_id(connection, taken[0])
                whose = "somebody else" if holder is None else shown(holder.person.name)
                raise NotAllowedError(
                    f"{self.path}: this badge is given to {whose}: take it away there first, or give another badge"
                )
            connection.execute(
                "INSERT OR REPLACE INTO badges (person, mark, given_at) VALUES (?, ?, ?)",
                (kept.person.id, mark, self.clock.now().at),
            )
            return kept.person

    def take_badge(self, name: str) -> Person:
        """Let somebody's badge be nobody's; without one nothing changes."""
        with self.change() as connection:
            kept = self._named(connection, name)
            connection.execute("DELETE FROM badges WHERE person = ?", (kept.person.id,))
            return kept.person

    def forget_badges(self) -> int:
        """Let every badge be nobody's (their key was lost); returns how many there were."""
        with self.change() as connection:
            return connection.execute("DELETE FROM badges").rowcount

    def _set_disabled(self, name: str, at: str | None) -> Person:
        with self.change() as connection:
            kept = self._named(connection, name)
            if kept.person.disabled != (at is not None):
                connection.execute("UPDATE people SET disabled_at = ? WHERE id = ?", (at, kept.person.id))
            return self._named(connection, name).person

    def _named(self, connection: sqlite3.Connection, name: str) -> Kept:
        try:
            kept = rows.find(connection, read_name(name))
        except NotAllowedError:
            kept = None
        if kept is None:
            raise NoSuchPersonError(
                f"{self.path}: there is nobody called {shown(name)}; `zapato staff list` tells who is"
            )
        return kept


def _look_alike(name: str, other: str) -> bool:
    """Whether the table would take these for one person, who cannot be two at one decision (``sup1`` and ``sup-1``)."""
    return folded(name) == folded(other) or plain_name(name) == plain_name(other)


def _some(roles: Iterable[Role]) -> frozenset[Role]:
    held = frozenset(roles)
    if not held:
        words = ", ".join(role.value for role in Role)
        raise NotAllowedError(f"a person needs at least one role: {words}")
    return held
