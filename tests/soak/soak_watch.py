"""The soak's watchdog: every state must be left within so many moves and so many seconds; else the trail is told."""

import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from device.sim.sight import Sight

MOST_MOVES = 40
"""Cards drawn and orders given without any effect to be seen."""
MOST_MOVES_OF_A_COUP = 400
"""The same within one coup's one phase, effect or not; a count of the packs is as long as the packs."""
LONGEST_S = 120.0
TRAIL = 60


class StuckError(Exception):
    """The table does not get on; the message tells the last moves and views."""


class Watchdog:
    """Is told every move and every view."""

    def __init__(self) -> None:
        self.trail: deque[str] = deque(maxlen=TRAIL)
        self.worst_moves = 0
        self.worst_s = 0.0
        self._sight: Sight | None = None
        self._where: tuple[object, ...] = ()
        self._moves = self._moves_here = 0
        self._since_s = time.monotonic()

    def move(self, what: str) -> None:
        """Somebody at the table did something."""
        self._note(what)
        self._moves += 1
        self._moves_here += 1
        self.worst_moves = max(self.worst_moves, self._moves)
        if self._moves > MOST_MOVES:
            self._stuck(f"{self._moves} moves changed nothing")
        if self._moves_here > MOST_MOVES_OF_A_COUP and self._where[2:] != ("inspection",):
            self._stuck(f"{self._moves_here} moves in one phase of one coup")

    def view(self, view: Mapping[str, Any]) -> None:
        """The table shows this."""
        now = Sight.of(view)
        if now == self._sight:
            return
        self.worst_s = max(self.worst_s, time.monotonic() - self._since_s)
        where = (view["shoe"], view["hand"], view["phase"])
        if where != self._where:
            self._where, self._moves_here = where, 0
        self._sight, self._moves, self._since_s = now, 0, time.monotonic()
        incidents = ", ".join(one["kind"] for one in view["incidents"])
        self._note(
            f"  table: shoe {view['shoe']} hand {view['hand']} {view['phase']}: {view['instruction']}"
            + (f" [{incidents}]" if incidents else "")
        )

    def look(self) -> None:
        """Time has passed; raises StuckError when it was too much."""
        if time.monotonic() - self._since_s > LONGEST_S:
            self._stuck(f"nothing has changed for {LONGEST_S:.0f} s")

    def again(self) -> None:
        """What was seen so far does not count: the table was ended, or begins."""
        self._sight, self._moves, self._since_s = None, 0, time.monotonic()

    def _note(self, what: str) -> None:
        self.trail.append(what)

    def _stuck(self, why: str) -> None:
        raise StuckError("\n".join((why, "the last moves and views:", *self.trail)))
