"""Proving who one is: a PIN under a name, a badge that says the name; each attempt is told to whoever keeps the record.

An attempt is counted before the PIN is looked at, so neither a power cut nor several attempts at once win a guess. A
name that nobody has costs the same work and earns the same waits as one that somebody has.
"""

import contextlib
import enum
import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from device.staff import badges, lockout, rows
from device.staff.errors import DamagedError, NotAllowedError
from device.staff.people import Person, folded, read_name
from device.staff.pins import check_choice
from device.staff.rows import Kept
from device.staff.store import StaffStore

_DRAWERS = 64
"""Names that nobody has share so many counts, or the file would grow with every name somebody makes up."""


class Outcome(enum.Enum):
    """What became of an attempt."""

    RIGHT = "right"
    WRONG = "wrong"
    """Not this PIN, or nobody is called that, or nobody has this badge: it is not said which."""
    WAIT = "wait"
    """After wrong PINs; this one was not looked at."""
    CHANGE_FIRST = "change-first"
    """Right, but a one-time PIN: it serves to choose one's own and for nothing else."""
    DISABLED = "disabled"
    """Right, but the person is disabled."""


class Way(enum.Enum):
    """How somebody tried."""

    PIN = "pin"
    PIN_CHANGE = "pin-change"
    BADGE = "badge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of an attempt, for whoever made it."""

    outcome: Outcome
    person: Person | None
    """None where the outcome is WRONG or WAIT."""
    wait_s: float = 0.0
    """Seconds until a PIN is looked at again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An attempt for the record; it never holds a PIN or a badge."""

    way: Way
    outcome: Outcome
    name: str | None
    """The person's name; of somebody unknown what was typed, unless it cannot be a name (it might be a PIN)."""
    known: bool
    """Whether somebody is called that."""
    wrong: int
    """Wrong PINs in a row, this one included."""
    wait_s: float
    at: str
    """Wall time in UTC."""


class StaffEntry:
    """The way in. A check of a PIN takes about as long as a breath and 64 MiB: never on the thread that deals.

    `report` is called for each attempt once it is counted, before anybody gets an answer; what it raises goes through,
    and then nobody has come in.
    """

    def __init__(self, store: StaffStore, *, report: Callable[[Attempt], None]) -> None:
        self._store = store
        self._report = report

    def check_pin(self, name: str, pin: str) -> Answer:
        """Whether it is the PIN of whoever is called that; raises StaffError when the file cannot be used."""
        proof = self._prove(name, pin)
        self._tell(Way.PIN, proof)
        return proof.answer

    def change_pin(self, name: str, pin: str, new: str) -> Answer:
        """Replace one's PIN by one of one's own; RIGHT when it is done.

        Raises NotAllowedError when `new` may not be chosen, StaffError when the file cannot be used.
        """
        check_choice(new)
        proof = self._prove(name, pin)
        self._tell(Way.PIN_CHANGE, proof)
        if proof.kept is None or proof.answer.outcome not in (Outcome.RIGHT, Outcome.CHANGE_FIRST):
            return proof.answer
        if new == pin or self._was_before(proof.kept, new):
            raise NotAllowedError("that is the PIN from before: choose another")
        new_hash = self._store.hasher.hash(new)
        with self._store.change() as connection:
            changed = connection.execute(
                "UPDATE people SET pin_hash = ?, pin_is_own = 1, pin_at = ?, last_own_hash = NULL "
                "WHERE id = ? AND pin_hash = ? AND disabled_at IS NULL",
                (new_hash, self._store.clock.now().at, proof.kept.person.id, proof.kept.pin_hash),
            )
            if changed.rowcount != 1:  # meanwhile reset, changed or disabled by somebody else
                return Answer(outcome=Outcome.WRONG, person=None)
        return Answer(outcome=Outcome.RIGHT, person=proof.kept.person)

    def read_badge(self, badge: str) -> Answer:
        """Whose badge it is; it says a name and proves nothing, so the PIN is asked for as well.

        Raises StaffError when the file or the badges' key cannot be used.
        """
        now = self._store.clock.now()
        kept: Kept | None = None
        with contextlib.suppress(NotAllowedError), self._store.change() as connection:
            proper = badges.read_badge(badge)
            (given,) = connection.execute("SELECT count(*) FROM badges").fetchone()
            if given:
                mark = badges.mark_of(proper, badges.read_key(self._store.path))
                found = connection.execute("SELECT person FROM badges WHERE mark = ?", (mark,)).fetchone()
                kept = None if found is None else rows.find_id(connection, found[0])
        if kept is None:
            answer = Answer(outcome=Outcome.WRONG, person=None)
        else:
            outcome = Outcome.RIGHT if kept.person.active else Outcome.DISABLED
            answer = Answer(outcome=outcome, person=kept.person)
        self._tell(Way.BADGE, _Proof(answer=answer, kept=kept, typed=None, wrong=0, at=now.at))
        return answer

    def _prove(self, name: str, pin: str) -> "_Proof":
        proper = _possible_name(name)
        now = self._store.clock.now()
        with self._store.change() as connection:
            kept = None if proper is None else rows.find(connection, proper)
            if kept is not None:
                who = kept.who
            else:
                (salt,) = connection.execute("SELECT value FROM meta WHERE key = 'drawers'").fetchone()
                who = _drawer(name, salt)
            tries = rows.read_tries(connection, who)
            wait_s = lockout.remaining_s(tries, now)
            if wait_s == 0:
                tries = lockout.counted(tries, now)
                rows.write_tries(connection, who, tries)
        if wait_s > 0:
            answer = Answer(outcome=Outcome.WAIT, person=None, wait_s=wait_s)
            return _Proof(answer=answer, kept=kept, typed=proper, wrong=tries.wrong, at=now.at)
        welcome = self._welcome(kept, pin) if kept is not None and self._verify(kept, pin) else None
        if kept is None:
            self._store.hasher.verify(None, pin)
        if welcome is None:
            answer = Answer(outcome=Outcome.WRONG, person=None, wait_s=lockout.wait_after(tries.wrong))
            return _Proof(answer=answer, kept=kept, typed=proper, wrong=tries.wrong, at=now.at)
        answer = Answer(outcome=_outcome(welcome), person=welcome.person)
        return _Proof(answer=answer, kept=welcome, typed=proper, wrong=0, at=now.at)

    def _verify(self, kept: Kept, pin: str) -> bool:
        try:
            return self._store.hasher.verify(kept.pin_hash, pin)
        except DamagedError as error:
            raise DamagedError(f"{self._store.path}: {kept.person.name}: {error} with `zapato staff reset`") from error

    def _was_before(self, kept: Kept, new: str) -> bool:
        if kept.last_own_hash is None:
            return False
        with contextlib.suppress(DamagedError):  # what cannot be read cannot be chosen again either
            return self._store.hasher.verify(kept.last_own_hash, new)
        return False

    def _welcome(self, kept: Kept, pin: str) -> Kept | None:
        """The PIN is right: forget the wrong ones. None when it is another by now, else the person as of now."""
        hasher = self._store.hasher
        pin_hash = hasher.hash(pin) if hasher.is_outdated(kept.pin_hash) else kept.pin_hash
        with self._store.change() as connection:
            still = rows.find_id(connection, kept.person.id)
            if still is None or still.pin_hash != kept.pin_hash:
                return None
            if pin_hash != kept.pin_hash:
                connection.execute("UPDATE people SET pin_hash = ? WHERE id = ?", (pin_hash, kept.person.id))
            rows.forget_tries(connection, kept.who)
        return replace(still, pin_hash=pin_hash)

    def _tell(self, way: Way, proof: "_Proof") -> None:
        self._report(
            Attempt(
                way=way,
                outcome=proof.answer.outcome,
                name=proof.typed if proof.kept is None else proof.kept.person.name,
                known=proof.kept is not None,
                wrong=proof.wrong,
                wait_s=proof.answer.wait_s,
                at=proof.at,
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proof:
    answer: Answer
    kept: Kept | None
    typed: str | None
    wrong: int
    at: str


def _outcome(come: Kept) -> Outcome:
    """What somebody with the right PIN is told."""
    if come.person.disabled:
        return Outcome.DISABLED
    return Outcome.RIGHT if come.pin_is_own else Outcome.CHANGE_FIRST


def _possible_name(text: str) -> str | None:
    try:
        return read_name(text)
    except NotAllowedError:
        return None


def _drawer(name: str, salt: str) -> str:
    """Where the tries under a name that nobody has are counted; which names share one is the file's secret."""
    digest = hmac.new(salt.encode(), folded(name[:200]).encode("utf-8", "surrogatepass"), sha256).digest()
    return f"nobody {digest[0] % _DRAWERS}"
