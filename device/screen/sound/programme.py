"""What is played when: tunes one after the other, alarms first. Pure; time is an argument."""

from dataclasses import dataclass

from device.screen.sound.cue import Cue, CueClass

PATIENCE_S = {CueClass.CALLS: 2.0, CueClass.RESULTS: 1.0, CueClass.ALARMS: 10.0, CueClass.TOUCHES: 0.0}
"""How late a tune may begin because another is still playing; what would come later is left out."""

_ON_TIME = (Cue.TICK, Cue.TEN_SECONDS)
_ON_TIME_S = 0.25
"""The countdown's sounds mean the moment at which they are heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A cue that is to be heard, at its gain (0 to 1)."""

    cue: Cue
    gain: float
    for_s: float
    """How long it sounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    asked: Asked
    until_s: float


class Programme:
    """The tunes that play and wait. Answers are not its business: they sound beside a tune."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._playing: Asked | None = None
        self._ends_s = 0.0

    def ask(self, asked: Asked, now_s: float) -> None:
        """Add a tune. One that waits already is not added again, so nothing piles up."""
        patience_s = _ON_TIME_S if asked.cue in _ON_TIME else PATIENCE_S[asked.cue.kind]
        if all(one.asked.cue is not asked.cue for one in self._waiting):
            self._waiting.append(_Waiting(asked=asked, until_s=now_s + patience_s))

    def next(self, now_s: float) -> tuple[Asked, bool] | None:
        """The tune to begin now, and whether it cuts off another; None while there is nothing to begin."""
        playing = self._playing if now_s < self._ends_s else None
        self._waiting = [one for one in self._waiting if now_s <= one.until_s]
        first = min(self._waiting, key=lambda one: one.asked.cue.kind is not CueClass.ALARMS, default=None)
        if first is None or (playing is not None and not _cuts(first.asked, playing)):
            return None
        self._waiting.remove(first)
        self._playing, self._ends_s = first.asked, now_s + first.asked.for_s
        return first.asked, playing is not None

    def wakes_s(self, now_s: float) -> float | None:
        """In how many seconds to look again; None when nothing waits."""
        return max(0.0, self._ends_s - now_s) if self._waiting else None

    def is_over(self, now_s: float) -> bool:
        """Whether nothing plays and nothing waits."""
        return not self._waiting and now_s >= self._ends_s


def _cuts(asked: Asked, playing: Asked) -> bool:
    return asked.cue.kind is CueClass.ALARMS and playing.cue.kind is not CueClass.ALARMS
