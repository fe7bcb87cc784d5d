"""What is on record of the wall clock that stamps it: it may be wrong, and it may be set while the table runs.

Nothing at a table is measured or ordered by it. These say which times on record are in doubt, and by how much they were
wrong once that is known.
"""

from device.table.events.event import Event


class ClockUnsure(Event, frozen=True, kw_only=True):
    """The clock stands before times that are on record already, so it is wrong: a machine without a clock of its own
    started, and nobody has told it the time yet.

    Said with the first records after a start and again for each shoe. The times from the last ``table-restarted`` or
    the last start on are in doubt, until a ``clock-set`` says how wrong they were.
    """

    KIND = "clock-unsure"
    behind_s: float
    """By how much, at least."""
    recorded_until: str
    """The latest time on record that was no doubt of."""


class ClockSet(Event, frozen=True, kw_only=True):
    """The clock was put forward (or back, below 0) by so much while the table ran; this record has the new time."""

    KIND = "clock-set"
    by_s: float
    was_unsure: bool = False
    """It was known to be wrong: `by_s` added to the times that were in doubt makes them right."""
