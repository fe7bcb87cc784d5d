"""When the moments were that the table measures by: the table names them, this keeps their times.

All times are on the clock that the inputs are given in. A table that started anew has seen none of them.
"""

from math import inf

from device.rules.profile import Profile
from device.table.state import State
from device.table.timing import Timer, press_to_undo, timer, turning_point


class Stopwatch:
    """The times of one table's moments, kept up after every step."""

    __slots__ = ("_countdown_s", "_pressed_at_s", "_profile", "_stopped", "_timer_from_s", "_turned_at_s")

    def __init__(self, profile: Profile, countdown_s: int = 0) -> None:
        """`countdown_s`: after how long the table closes bets by itself; 0: it does not."""
        self._profile = profile
        self._countdown_s = countdown_s
        self._stopped = False
        self._turned_at_s: float | None = None
        self._pressed_at_s: float | None = None
        self._timer_from_s: float | None = None

    def step(self, before: State | None, after: State, now_s: float) -> None:
        """A step led to `after`; `before` is None when the table has just started."""
        point = turning_point(after)
        if before is None or point != turning_point(before):
            self._turned_at_s = now_s if point is not None else None
        if before is not None and press_to_undo(after) is not press_to_undo(before):
            self._pressed_at_s = now_s if press_to_undo(after) is not None else None
        waits = self._timer(after)
        if waits is None:
            self._timer_from_s = None
        elif self._timer_from_s is None or before is None or self._timer(before) != waits:
            self._timer_from_s = now_s

    def since_turn_s(self, at_s: float) -> float:
        """How long after the last turning point something happened; 0 without one."""
        return 0.0 if self._turned_at_s is None else round(max(0.0, at_s - self._turned_at_s), 3)

    def since_press_s(self, now_s: float) -> float:
        """How long ago the press was that can be taken back; for ever, if the table started anew since."""
        return inf if self._pressed_at_s is None else round(max(0.0, now_s - self._pressed_at_s), 3)

    def dealing(self, may_deal: bool, state: State, now_s: float) -> None:
        """Whether the table can deal now; what begins anew after a time when it could not does so."""
        waits = self._timer(state)
        if may_deal and self._stopped and waits is not None and waits.begins_anew:
            self._timer_from_s = now_s
        self._stopped = not may_deal

    def due(self, state: State) -> tuple[Timer, float] | None:
        """The table's own timer and when it falls due, if this state asks for one."""
        waits = self._timer(state)
        if waits is None or self._timer_from_s is None:
            return None
        return waits, self._timer_from_s + waits.delay_s

    def _timer(self, state: State) -> Timer | None:
        return timer(state, self._profile, self._countdown_s)
