"""Who is signed in now: in memory only, so a restart signs everybody out."""

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from device.staff.people import Person
from device.table.vocabulary import SignedOutBy

IDLE_S = 600.0
MOST_SESSIONS = 32
MOST_OF_ONE = 4
"""Sessions of one person, or somebody with one PIN could push everybody else out."""


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """Somebody signed in over one connection."""

    mark: bytes
    """SHA-256 of the token: memory that leaks holds no token."""
    person: Person
    """As at sign-in: for the name and the number, not for what the person may do now."""
    peer: int
    """The connection that signed in; from another one the token is worth nothing."""
    pin_at: str
    """Since when the PIN is the one that was proved."""
    used_s: float


class Sessions:
    """The sessions of one process; used by one thread.

    `now_s` is always the host's monotonic clock, in seconds. A person may have several sessions (the dealer's panel,
    the pit console); when there are too many the one longest idle ends. Whatever ends without having been asked for
    waits in `take_ended` for whoever keeps the record.
    """

    def __init__(self, *, most: int = MOST_SESSIONS, most_of_one: int = MOST_OF_ONE, idle_s: float = IDLE_S) -> None:
        if most < 1 or most_of_one < 1:
            raise ValueError("at least one session must be possible")
        self._most = most
        self._most_of_one = most_of_one
        self._idle_s = idle_s
        self._open: list[Session] = []
        self._ended: list[tuple[Person, SignedOutBy]] = []
        self.lasting: str | None = None
        """Whoever is called that stays signed in without being heard of: the dealer, while on."""

    def issue(self, person: Person, now_s: float, *, peer: int, pin_at: str) -> str:
        """Sign a person in who has proved who it is; the token is the proof from now on, and is given out once."""
        self.end_idle(now_s)
        own = [session for session in self._open if session.person.id == person.id]
        if len(own) >= self._most_of_one:
            self._end(min(own, key=lambda session: session.used_s), SignedOutBy.MORE_SESSIONS)
        while len(self._open) >= self._most:
            oldest = min(self._open, key=lambda session: (self._lasts(session), session.used_s))
            self._end(oldest, SignedOutBy.MORE_SESSIONS)
        token = secrets.token_urlsafe(32)
        self._open.append(Session(mark=_mark(token), person=person, peer=peer, pin_at=pin_at, used_s=now_s))
        return token

    def find(self, token: str, now_s: float) -> Session | None:
        """Whose token it is, or None. Whether it comes from the right connection is for the caller to compare."""
        self.end_idle(now_s)
        # Every session is compared, each in constant time: how long it takes tells nothing of how near a guess was.
        mark = _mark(token)
        found = None
        for session in self._open:
            if hmac.compare_digest(session.mark, mark):
                found = session
        return found

    def used(self, session: Session, now_s: float) -> None:
        """Keep a session for another ten minutes."""
        session.used_s = max(session.used_s, now_s)

    def end(self, session: Session, why: SignedOutBy) -> None:
        """End one session; one that has ended already changes nothing."""
        if session in self._open:
            self._end(session, why)

    def end_all_of(self, person_id: int, why: SignedOutBy) -> int:
        """Sign a person out everywhere (disabled, a new PIN); returns from how many sessions."""
        return self._end_where([session for session in self._open if session.person.id == person_id], why)

    def end_peer(self, peer: int) -> int:
        """A connection is gone, and its sessions with it; returns how many there were."""
        return self._end_where([session for session in self._open if session.peer == peer], SignedOutBy.HUNG_UP)

    def end_idle(self, now_s: float) -> None:
        """End what has not been used for ten minutes."""
        idle = [one for one in self._open if now_s - one.used_s >= self._idle_s and not self._lasts(one)]
        self._end_where(idle, SignedOutBy.IDLE)

    def take_ended(self) -> list[tuple[Person, SignedOutBy]]:
        """Who was signed out since this was last asked, and why, in order."""
        ended, self._ended = self._ended, []
        return ended

    def __len__(self) -> int:
        return len(self._open)

    def _lasts(self, session: Session) -> bool:
        return self.lasting is not None and session.person.is_called(self.lasting)

    def _end_where(self, sessions: list[Session], why: SignedOutBy) -> int:
        for session in sessions:
            self._end(session, why)
        return len(sessions)

    def _end(self, session: Session, why: SignedOutBy) -> None:
        self._open.remove(session)
        self._ended.append((session.person, why))


def _mark(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
