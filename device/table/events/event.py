"""What every event is."""

from typing import ClassVar

import msgspec

from device.table.vocabulary import ReadIdentity


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all events; `KIND` is the name on record, `VERSION` the shape of the body."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1
    UNRECORDED: ClassVar[tuple[str, ...]] = ()
    """Fields that live in memory alone: no record, sealed or open, ever holds them."""

    read: ReadIdentity | None = None
    """The report of the shoe that this event is the first answer to; None for what people and timers do."""
