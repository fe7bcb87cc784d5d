"""What one screen lets hear: its ear on the views, and the speaker that plays what it hears."""

from collections.abc import Iterable

from device.screen.showing.subscription import Shown
from device.screen.sound.cue import Cue
from device.screen.sound.listening import Ear
from device.screen.sound.loudness import AS_SET, STEP
from device.screen.sound.sounds import Sounds
from device.settings.sound import SoundSettings


class Hearing:
    """The sounds of one screen; silent until `start`, so that the first picture comes first."""

    def __init__(self, settings: SoundSettings, *, calls: bool) -> None:
        """`calls`: whether this screen gives calls and results, and not only alarms and touches."""
        self._settings = settings
        self._ear = Ear(calls=calls)
        self._sounds: Sounds | None = None

    def start(self) -> None:
        """Start the speaker, once."""
        if self._sounds is None:
            self._sounds = Sounds(self._settings)

    def hear(self, shown: Shown, now_s: float, left_s: int | None = None) -> None:
        """Play what the change from what was shown before to `shown` lets hear; `left_s`: seconds of bets left."""
        self.play(self._ear.hear(shown, now_s, left_s))

    def play(self, cues: Iterable[Cue]) -> None:
        """Play these."""
        if self._sounds is not None:
            self._sounds.play(cues)

    def play_named(self, name: str) -> None:
        """Play the cue of this name; nothing for a name that there is no sound for."""
        self.play(cue for cue in Cue if cue.value == name)

    def turn(self, by: int) -> None:
        """Louder (1), softer (-1), or mute and back (0)."""
        if self._sounds is not None:
            self._sounds.loudness = self._sounds.loudness.turned(by)

    @property
    def level(self) -> int | None:
        """How loud it is turned, in steps of 0 to 10, muted or not; None where there is no sound."""
        if self._settings.device is None:
            return None
        return round((AS_SET if self._sounds is None else self._sounds.loudness).level / STEP)

    @property
    def is_muted(self) -> bool:
        """Whether somebody muted it."""
        return self._sounds is not None and self._sounds.loudness.muted

    def close(self) -> None:
        """End the speaker."""
        if self._sounds is not None:
            self._sounds.close()
