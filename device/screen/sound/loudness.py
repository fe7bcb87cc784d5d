"""How loud a cue is: its class's volume, what the dealer has turned it to, the night. Alarms have a floor."""

import datetime
from dataclasses import dataclass, replace

from device.screen.sound.cue import CueClass
from device.settings.sound import SoundSettings

ALARM_FLOOR = 50
"""Percent. Nothing makes an alarm quieter: not its volume, not the dealer's keys, not the night."""

STEP = 10
"""Percent: what one touch of the dealer's volume keys changes."""

_TAPER = 5 / 3
"""Loudness grows with about the 0.6th power of the sound's pressure (Stevens): so 50 is heard as half of 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loudness:
    """What the dealer has turned the sounds to; of this process only, forgotten when it ends."""

    level: int = 100
    """Percent of the volumes in the settings."""
    muted: bool = False

    def turned(self, by: int) -> "Loudness":
        """So many steps louder, or softer when negative; 0 mutes and back.

        Whoever turns it wants to hear it: it is no longer muted then.
        """
        if by == 0:
            return replace(self, muted=not self.muted)
        return Loudness(level=min(100, max(0, self.level + STEP * by)))

    @property
    def shown(self) -> int:
        """The level to show: 0 while muted."""
        return 0 if self.muted else self.level


AS_SET = Loudness()
"""As loud as the settings say."""


def volume(kind: CueClass, settings: SoundSettings, loudness: Loudness, at: datetime.time) -> int:
    """How loud a class is at this local time, in percent of the loudest as it is heard."""
    volumes = {
        CueClass.CALLS: settings.calls,
        CueClass.RESULTS: settings.results,
        CueClass.ALARMS: settings.alarms,
        CueClass.TOUCHES: settings.touches,
    }
    percent = round(volumes[kind] * loudness.shown / 100)
    if settings.is_night(at):
        percent = min(percent, settings.night_volume)
    return max(percent, ALARM_FLOOR) if kind is CueClass.ALARMS else percent


def gain(percent: int) -> float:
    """The factor, 0 to 1, that makes samples this loud; half as loud is a gain of 0.31."""
    return float((percent / 100) ** _TAPER)
