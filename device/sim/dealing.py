"""The simulated dealer at work: sees views, makes the moves `dealer` decides on, keeps the pace."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from device.sim.dealer import next_action
from device.sim.mind import Mind, View, drew, filled, gathered, give_up, notice, ordered
from device.sim.mistakes import Slips
from device.sim.moves import Action, Draw, Fill, Gather, Habits, Send, Wait
from device.sim.pace import MAX, Pace
from device.sim.sight import Sight
from device.sim.sim_shoe import Drawn

LOOK_S = 0.5
"""Waits are cut into pieces of this length, so that a wish to stop is noticed."""


class DealerStuckError(Exception):
    """The table shows nothing that the dealer could act on for too long; the message says what it shows."""


class Dealer:
    """Deals at a table through five callables, so that it knows neither sockets nor processes.

    `draw()` takes the next card out of the shoe and returns what came out, None when the shoe is empty. `fill()` fills
    the shoe anew, `gather()` puts all cards in as they lie, to be counted. `order(dict)` gives an order without an id,
    as whoever it names, and returns the reply (``{"ok": true}``, or ``{"ok": false, "why": …}``); it raises OSError
    when no answer came, and then the views tell whether it was done. `wait_for_view(timeout_s)` returns the newest
    staff view not returned before, or None when the time is over; it reconnects by itself.
    """

    def __init__(  # noqa: PLR0913 - five callables and how to use them
        self,
        *,
        draw: Callable[[], Drawn | None],
        fill: Callable[[], None],
        gather: Callable[[], None],
        order: Callable[[dict[str, Any]], Mapping[str, Any]],
        wait_for_view: Callable[[float], View | None],
        habits: Habits | None = None,
        pace: Pace = MAX,
        slips: Slips | None = None,
        mind: Mind | None = None,
        stuck_after_s: float = 60.0,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._draw = draw
        self._fill = fill
        self._gather = gather
        self._order = order
        self._wait_for_view = wait_for_view
        self._pace = pace
        self._habits = habits if habits is not None else Habits(presses_next=pace.presses_next)
        self._slips = slips if slips is not None else Slips()
        self._mind = mind if mind is not None else Mind()
        self._stuck_after_s = stuck_after_s
        self._monotonic_s = monotonic_s
        self._view: View | None = None
        self._ended: set[tuple[int, int]] = set()
        self._ended_before: frozenset[tuple[int, int]] | None = None
        self._slip_for: tuple[int, int] | None = None
        self._paced_coup: tuple[int, int] | None = None
        self._coup_from_s = float("-inf")
        self._moved_at_s = float("-inf")
        self._alive_at_s = 0.0
        self._wait: Wait | None = None
        self._wait_from_s = 0.0

    @property
    def coups(self) -> int:
        """Coups that have ended since this dealer came to the table, void ones too."""
        return len(self._ended)

    def run(self, coups: int | None = None, *, stop: Callable[[], bool] = lambda: False) -> int:
        """Deal until `coups` coups have ended since this dealer came (None: for ever), or `stop` says so.

        Returns how many have. The last coup is left at its result. Raises DealerStuckError when the table gives nothing
        to do for `stuck_after_s`, unless it says that nobody shall deal.
        """
        self._alive_at_s = self._monotonic_s()
        while not stop():
            if self._view is None:
                self._look(LOOK_S)
                self._complain_if_stuck()
                continue
            self._mind = notice(self._mind, self._view)
            self._count(self._view)
            if coups is not None and self.coups >= coups and not self._view["incidents"]:
                break
            self._plan_slip(self._view)
            self._do(next_action(self._view, self._mind, self._habits), self._view)
        return self.coups

    def _look(self, timeout_s: float) -> bool:
        view = self._wait_for_view(max(0.0, min(timeout_s, LOOK_S)))
        if view is None:
            return False
        if self._view is None or Sight.of(view) != Sight.of(self._view) or view["instruction"] == "do-not-deal":
            self._alive_at_s = self._monotonic_s()
        self._view = view
        return True

    def _count(self, view: View) -> None:
        ended = {(view["shoe"], one["coup"]) for one in view["coups"]}
        if self._ended_before is None:
            self._ended_before = frozenset(ended)
        self._ended |= ended - self._ended_before

    def _plan_slip(self, view: View) -> None:
        coup = Sight.of(view).coup
        if coup != self._slip_for:
            self._slip_for = coup
            self._mind = replace(self._mind, mistake=self._slips.for_next_coup())

    def _do(self, action: Action, view: View) -> None:
        if isinstance(action, Wait):
            self._wait_out(action)
            return
        self._wait = None
        delay_s = self._ready_at_s(action, view) - self._monotonic_s()
        if delay_s > 0:
            self._look(delay_s)
            return
        match action:
            case Draw():
                self._mind = drew(self._mind, view, self._draw(), action.mistake)
            case Fill():
                self._fill()
                self._mind = filled(self._mind, view)
            case Gather():
                self._gather()
                self._mind = gathered(self._mind, view)
            case Send():
                if not self._send(action, view):
                    self._moved_at_s = self._monotonic_s()
                    return
        self._moved_at_s = self._alive_at_s = self._monotonic_s()
        self._note_coup(action, view)

    def _send(self, send: Send, view: View) -> bool:
        try:
            accepted = bool(self._order(dict(send.order)).get("ok"))
        except OSError:
            accepted = True  # perhaps; the view tells, and after a while the order is given again
        self._mind = ordered(self._mind, view, send, accepted=accepted)
        return accepted

    def _wait_out(self, wait: Wait) -> None:
        now_s = self._monotonic_s()
        if wait != self._wait:
            self._wait, self._wait_from_s = wait, now_s
        over_s = float("inf") if wait.for_s is None else self._wait_from_s + wait.for_s
        if now_s >= over_s:
            self._mind = give_up(self._mind)
            self._wait = None
            return
        if not self._look(over_s - now_s):
            self._complain_if_stuck()

    def _complain_if_stuck(self) -> None:
        silent_s = self._monotonic_s() - self._alive_at_s
        if silent_s < self._stuck_after_s:
            return
        if self._view is None:
            raise DealerStuckError(f"no view of the table came for {silent_s:.0f} s; is the table process running?")
        if self._view["instruction"] == "do-not-deal":
            return
        kinds = ", ".join(one["kind"] for one in self._view["incidents"]) or "none"
        what = self._wait.why if self._wait is not None else "something to do"
        raise DealerStuckError(
            f"the dealer has waited {silent_s:.0f} s for {what}; the table says {self._view['instruction']}, "
            f"phase {self._view['phase']}, open incidents: {kinds}"
        )

    # pace --------------------------------------------------------------------------------------------------------

    def _ready_at_s(self, action: Action, view: View) -> float:
        pace = self._pace
        at_s = self._moved_at_s + self._delay_s(action, view)
        if self._begins_coup(action, view) and Sight.of(view).coup != self._paced_coup:
            at_s = max(at_s, self._coup_from_s + pace.coup_s)
        return at_s

    def _delay_s(self, action: Action, view: View) -> float:
        pace = self._pace
        if isinstance(action, Draw):
            if view["phase"] == "inspection":
                return pace.count_s
            if view["phase"] == "result":
                return pace.next_s + pace.bets_s
            return max(action.after_s, pace.bets_s if view["phase"] == "betting" else pace.card_s)
        if isinstance(action, Send):
            by_order = {"no-more-bets": pace.bets_s, "result": pace.result_s, "next": pace.next_s}
            return by_order.get(action.order["order"], pace.card_s)
        return 0.0

    @staticmethod
    def _begins_coup(action: Action, view: View) -> bool:
        if isinstance(action, Draw):
            return view["phase"] in ("betting", "result")
        return isinstance(action, Send) and action.order["order"] == "no-more-bets"

    def _note_coup(self, action: Action, view: View) -> None:
        if self._begins_coup(action, view):
            self._paced_coup = Sight.of(view).coup
            self._coup_from_s = self._monotonic_s()
