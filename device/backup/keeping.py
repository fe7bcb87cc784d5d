"""Which backups stay when new ones come: the newest of each of the last days, weeks and months that have any."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """How many days, weeks and months stay, each by its newest backup."""

    daily: int = 7
    weekly: int = 5
    monthly: int = 12


def to_leave(stamps: Sequence[str], keep: Keep, *, always: Set[str] = frozenset()) -> list[str]:
    """Of the names of verified backups, oldest first, those that may go; never the newest, and none of `always`.

    What counts is the time in the names, so a clock that was wrong for a night costs nothing but that backup's order.
    A name with an impossible time stays.
    """
    staying = {*stamps[-1:], *always}
    for number, period in ((keep.daily, "%Y%m%d"), (keep.weekly, "%G%V"), (keep.monthly, "%Y%m")):
        seen: list[str] = []
        for stamp in reversed(stamps):
            made = _time(stamp)
            if made is None:
                staying.add(stamp)
                continue
            which = made.strftime(period)
            if which not in seen:
                seen.append(which)
                if len(seen) <= number:
                    staying.add(stamp)
    return [stamp for stamp in stamps if stamp not in staying]


def _time(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp.partition("-")[0], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
