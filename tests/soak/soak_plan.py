"""The week of a table: a day for each house rule, and what strikes it at which card; the seed decides all of it."""

import enum
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CARDS_A_COUP = 5


class Strike(enum.Enum):
    """Something that happens to a table, named as the report counts it."""

    UNPLUGGED = "reader-unplugged"
    RESET = "board-reset"
    NOISE = "garbage-on-the-line"
    STRANGER = "stranger-writes-to-the-board"
    TABLE_KILLED = "table-killed"
    TABLE_STOPPED = "table-hangs"
    SCREEN_KILLED = "screen-killed"
    SCREEN_STOPPED = "screen-hangs"
    DISK_FULL = "disk-full"
    CLOCK = "clock-stepped"
    HUNG_CLIENT = "client-hangs"
    VISITOR = "client-comes-and-goes"
    RUBBISH = "client-talks-rubbish"
    SIGN_IN = "somebody-signs-in"
    WRONG_PIN = "wrong-pin"
    DEALER = "dealer-changes"
    VOID = "coup-voided"
    CORRECTION = "coup-corrected"
    SHOE_ENDED = "shoe-ended"
    BACKUP = "backup"


A_WEEK: Mapping[Strike, int] = {
    Strike.UNPLUGGED: 60,
    Strike.RESET: 30,
    Strike.NOISE: 40,
    Strike.STRANGER: 40,
    Strike.TABLE_KILLED: 40,
    Strike.TABLE_STOPPED: 25,
    Strike.SCREEN_KILLED: 20,
    Strike.SCREEN_STOPPED: 25,
    Strike.DISK_FULL: 40,
    Strike.CLOCK: 40,
    Strike.HUNG_CLIENT: 100,
    Strike.VISITOR: 200,
    Strike.RUBBISH: 60,
    Strike.SIGN_IN: 150,
    Strike.WRONG_PIN: 20,
    Strike.DEALER: 60,
    Strike.VOID: 60,
    Strike.CORRECTION: 60,
    Strike.SHOE_ENDED: 20,
    Strike.BACKUP: 15,
}
"""How often each strikes in 10,000 coups."""

WEEK_COUPS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The rules of one day."""

    profile: str
    archive: str
    faults: str
    """Of the shoe and its wire, all day."""
    kills: bool = True
    """False: the table's process lives all day, so that what it keeps can be told."""
    packs: bool = False
    """The cards bear labels of packs, which are retired after their shoe."""


WEEK: Sequence[Day] = (
    Day(profile="live", archive="month", faults="unread:0.003,pull-back:0.01", kills=False),
    Day(profile="casino-manual", archive="day", faults="unread:0.003,two-cards:0.001,face-up:0.002"),
    Day(profile="classic", archive="week", faults="noise:0.01,loss:0.01,repeats:0.02"),
    Day(profile="live", archive="day", faults="unread:0.002,pull-back:0.01", packs=True),
    Day(profile="live-no-commission", archive="quarter", faults="unread:0.003,repeats:0.02", kills=False),
    Day(profile="single-deck", archive="never", faults="unread:0.003,pull-back:0.01"),
    Day(profile="didactic", archive="year", faults="noise:0.01,unread:0.002,face-up:0.002"),
)


def strikes_of(day: Day, number: int, *, coups: int, seed: int, rates: Mapping[Strike, float]) -> dict[int, Strike]:
    """What strikes on this day, each by the card, counted over the day, at which it does.

    `rates`: how often each strikes a coup. The first and the last coups are left in peace.
    """
    dice = random.Random(f"soak {seed} day {number}")
    first, last = 2 * CARDS_A_COUP, max(2 * CARDS_A_COUP + 1, (coups - 2) * CARDS_A_COUP)
    planned: dict[int, Strike] = {}
    for strike in Strike:
        wanted = rates.get(strike, 0.0) * coups
        times = int(wanted) + (dice.random() < wanted % 1)
        for _ in range(times if day.kills or strike is not Strike.TABLE_KILLED else 0):
            card = dice.randrange(first, last)
            while card in planned:
                card += 1
            planned[card] = strike
    return planned
