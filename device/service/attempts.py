"""Attempts to come in, on their way to the record: none is lost, and nobody fills the disk with them.

A wrong PIN of somebody there is goes on record at once: the waits between them keep these few. Everything that can be
repeated without end (attempts during a wait, under names that nobody has, with a session of somebody else) is written
once a minute, and each record says how many it stands for.
"""

from collections.abc import Iterator

from device.table.events import SignInRefused
from device.table.vocabulary import NoEntry, SignedInBy

EVERY_S = 60.0

_Key = tuple[NoEntry, SignedInBy | None, str | None]


class AttemptBook:
    """Counts refused attempts and says what to put on record; used by one thread, `now_s` is the monotonic clock."""

    def __init__(self) -> None:
        self._uncounted: dict[_Key, int] = {}
        self._written_s: dict[_Key, float] = {}

    def refused(self, why: NoEntry, how: SignedInBy | None, name: str | None, now_s: float) -> SignInRefused | None:
        """Count an attempt; what to put on record at once, or None: `due` will say it later."""
        if why is NoEntry.WRONG and name is not None:
            return SignInRefused(why=why, how=how, name=name)
        key = (why, how, name)
        self._uncounted[key] = self._uncounted.get(key, 0) + 1
        return self._take(key, now_s)

    def unwritten(self, event: SignInRefused) -> None:
        """The record failed: the attempt waits like one whose minute has not passed."""
        key = (event.why, event.how, event.name)
        self._uncounted[key] = self._uncounted.get(key, 0) + event.times
        self._written_s.pop(key, None)

    def due(self, now_s: float) -> Iterator[SignInRefused]:
        """What has waited for its minute to pass."""
        for key in tuple(self._uncounted):
            event = self._take(key, now_s)
            if event is not None:
                yield event
        for key in [key for key, at_s in self._written_s.items() if now_s - at_s >= EVERY_S]:
            del self._written_s[key]

    def rest(self) -> Iterator[SignInRefused]:
        """Everything that still waits, when the table ends."""
        return self.due(float("inf"))

    def _take(self, key: _Key, now_s: float) -> SignInRefused | None:
        if now_s - self._written_s.get(key, float("-inf")) < EVERY_S:
            return None
        self._written_s[key] = now_s
        why, how, name = key
        return SignInRefused(why=why, how=how, name=name, times=self._uncounted.pop(key))
