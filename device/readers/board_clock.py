"""The board's ticks on the host's clock, for one boot of the board."""

TICKS_WRAP_MS = 1 << 30
"""The board's tick counter starts again at 0 after this many milliseconds, about 12.4 days."""

_CREEP = 1e-4
"""How fast the offset may grow, in seconds a second: more than two crystals drift apart, less than anyone notices."""


def ticks_diff_ms(later: int, earlier: int) -> int:
    """From `earlier` to `later` across a wrap; right as long as the two are less than 6.2 days apart."""
    half = TICKS_WRAP_MS // 2
    return (later - earlier + half) % TICKS_WRAP_MS - half


class BoardClock:
    """Carries the board's times over to the host's monotonic clock.

    Every arrival is later than what it reports, by an unknown delay. The smallest difference between arrival and ticks
    seen so far is the best offset; heartbeats report the present, so they also carry the offset along, past wraps and
    through the slow drift between two crystals.
    """

    def __init__(self) -> None:
        self._ticks_ms: int | None = None
        self._at_s = 0.0

    def heard(self, ticks_ms: int, now_s: float, *, present: bool) -> None:
        """Learn from a frame that arrived at `now_s`; `present`: the ticks were the board's at sending."""
        if self._ticks_ms is None:
            self._ticks_ms, self._at_s = ticks_ms, now_s
            return
        since_s = ticks_diff_ms(ticks_ms, self._ticks_ms) / 1000
        expected_s = self._at_s + since_s
        if now_s <= expected_s:
            self._ticks_ms, self._at_s = ticks_ms, now_s
        elif present:
            self._ticks_ms, self._at_s = ticks_ms, min(now_s, expected_s + max(0.0, since_s) * _CREEP)

    def at_s(self, ticks_ms: int, now_s: float) -> float:
        """When the board's clock showed `ticks_ms`, on the host's clock, never later than the arrival `now_s`."""
        if self._ticks_ms is None:
            return now_s
        return min(now_s, self._at_s + ticks_diff_ms(ticks_ms, self._ticks_ms) / 1000)
