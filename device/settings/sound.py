"""Settings of the screens' sounds: a volume for each class, a limit for the night, and where they come out."""

import datetime
import re
from typing import Annotated

from msgspec import Meta, Struct

_TIME = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
_A_TIME = {"accepts": lambda text: _TIME.fullmatch(text) is not None, "allowed": 'a time of day in quotes, as "23:00"'}

Volume = Annotated[int, Meta(ge=0, le=100)]
TimeOfDay = Annotated[str, Meta(extra=_A_TIME)]


class SoundSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the screens let hear; volumes from 0 to 100, heard as that part of the loudest."""

    calls: Volume = 80
    """No more bets and the other calls, and the countdown."""
    results: Volume = 60
    alarms: Volume = 100
    """Errors; whatever this, the night and the dealer's keys say, they are never less than half as loud as can be."""
    touches: Volume = 40
    """The panel's keys, and the tick of a card that was read."""
    panel_calls: bool = False
    """Whether the dealer's panel gives calls and results too, where no players' screen has a loudspeaker."""
    night_from: TimeOfDay | None = None
    """Local time; None (``off`` in the file): the night is as loud as the day."""
    night_to: TimeOfDay = "08:00"
    """Local time; the same as `night_from`: it is always night."""
    night_volume: Volume = 40
    """No class is louder than this at night."""
    device: (
        Annotated[str, Meta(min_length=1, max_length=200, extra={"or": "off", "allowed": "on, off or a device's name"})]
        | None
    ) = "on"
    """``on``: where the system sends sound; a name: there; None (``off`` in the file): nowhere."""

    def is_night(self, at: datetime.time) -> bool:
        """Whether the night's limit holds at this local time; a night may go over midnight."""
        if self.night_from is None:
            return False
        begin, end = (datetime.time.fromisoformat(text) for text in (self.night_from, self.night_to))
        return begin <= at < end if begin < end else at >= begin or at < end
