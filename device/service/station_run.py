"""The loop of a station: cards from the reader and words from a person go to the task at hand, and what came of them is
told."""

import enum
from collections.abc import Callable
from typing import Protocol

from device.cards.station.station_steps import Desk, Steps
from device.service.reading_station import PassedUnread, ReaderStands, StationEvent

_STOP = ("q", "quit")
_END = "end"


class Ending(enum.Enum):
    """How it came to an end."""

    DONE = "done"
    """Complete, and the person said so."""
    ENDED = "ended"
    """The person said that nothing more comes."""
    STOPPED = "stopped"
    """Broken off."""


class Station(Protocol):
    """Where cards come from; see `StationLoop`."""

    def next(self) -> list[StationEvent]: ...

    def dealt_with(self) -> None: ...


class Keys(Protocol):
    """What a person types, a line at a time."""

    @property
    def ended(self) -> bool:
        """Whether nothing can come any more."""
        ...

    def lines(self) -> list[str]:
        """What was typed since the last time; never waits."""
        ...


class Teller(Protocol):
    """Whoever tells the person."""

    def began(self, desk: Desk) -> None: ...

    def steps(self, steps: Steps, desk: Desk) -> None: ...

    def reader(self, stands: ReaderStands) -> None: ...

    def complete(self, desk: Desk) -> None:
        """Every card has come: it waits for the person's word."""
        ...


def run(  # noqa: PLR0913 - the parts of a station
    desk: Desk,
    station: Station,
    keys: Keys,
    teller: Teller,
    *,
    asked_to_stop: Callable[[], bool],
    passed_unread: Callable[[], Steps] = lambda: (),
    waits_for_word: bool = True,
) -> Ending:
    """Go on until the task is done or somebody ends it.

    Complete, it waits for the Enter key, so that the last card can be taken back too; not without somebody to press it
    (standard input ended, or `waits_for_word` false). `passed_unread`: told when something passed gates without a code.
    """
    teller.began(desk)
    was_complete = False
    while True:
        for event in station.next():
            if isinstance(event, ReaderStands):
                teller.reader(event)
            elif isinstance(event, PassedUnread):
                teller.steps(passed_unread(), desk)
            else:
                teller.steps(desk.show(event), desk)
        station.dealt_with()
        if desk.complete and not waits_for_word:
            return Ending.DONE  # before any more is read: what is typed now is for what comes afterwards
        for line in keys.lines():
            word = line.strip().lower()
            if word in _STOP:
                return Ending.STOPPED
            if word == _END or (not word and desk.complete):
                return Ending.DONE if desk.complete else Ending.ENDED
            teller.steps(desk.say(line), desk)
        if asked_to_stop():
            return Ending.STOPPED
        if desk.complete and keys.ended:
            return Ending.DONE
        if desk.complete and not was_complete:
            teller.complete(desk)
        was_complete = desk.complete
