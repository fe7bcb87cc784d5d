"""Who is signed in now: in memory only, so a restart signs everybody out."""

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from device.staff.people import Person

IDLE_S = 600.0
MOST_SESSIONS = 32


@dataclass(slots=True, kw_only=True)
class _Session:
    mark: bytes
    """SHA-256 of the token: memory that leaks holds no token."""
    person: Person
    used_s: float


class Sessions:
    """The sessions of one process; used by one thread.

    `now_s` is always the host's monotonic clock, in seconds. A person may have several sessions (the dealer's panel,
    the pit console); when there are too many the one longest idle ends.
    """

    def __init__(self, *, most: int = MOST_SESSIONS, idle_s: float = IDLE_S) -> None:
        if most < 1:
            raise ValueError("at least one session must be possible")
        self._most = most
        self._idle_s = idle_s
        self._open: list[_Session] = []

    def issue(self, person: Person, now_s: float) -> str:
        """Sign a person in who has proved who it is; the token is the proof from now on, and is given out once."""
        self._end_idle(now_s)
        while len(self._open) >= self._most:
            self._open.remove(min(self._open, key=lambda session: session.used_s))
        token = secrets.token_urlsafe(32)
        self._open.append(_Session(mark=_mark(token), person=person, used_s=now_s))
        return token

    def check(self, token: str, now_s: float) -> Person | None:
        """Whose token it is, as the person was at sign-in, or None; a use keeps the session for another ten minutes."""
        self._end_idle(now_s)
        session = self._find(token)
        if session is None:
            return None
        session.used_s = max(session.used_s, now_s)
        return session.person

    def end(self, token: str) -> None:
        """Sign out; a token that is none changes nothing."""
        session = self._find(token)
        if session is not None:
            self._open.remove(session)

    def end_all_of(self, person_id: int) -> int:
        """Sign a person out everywhere (disabled, a new PIN, other roles); returns from how many sessions."""
        before = len(self._open)
        self._open = [session for session in self._open if session.person.id != person_id]
        return before - len(self._open)

    def __len__(self) -> int:
        return len(self._open)

    def _find(self, token: str) -> _Session | None:
        # Every session is compared, each in constant time: how long it takes tells nothing of how near a guess was.
        mark = _mark(token)
        found = None
        for session in self._open:
            if hmac.compare_digest(session.mark, mark):
                found = session
        return found

    def _end_idle(self, now_s: float) -> None:
        self._open = [session for session in self._open if now_s - session.used_s < self._idle_s]


def _mark(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
