"""The board's clocks: counters of milliseconds and microseconds that start again at 0 after 2^30.

Milliseconds wrap after 12.4 days, microseconds after 17.9 minutes. All arithmetic stays inside MicroPython's small
integers, so that it may be used where nothing may be allocated.
"""

from micropython import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)


def diff(later: int, earlier: int) -> int:
    """From `earlier` to `later`, across a wrap; right while they are less than half a turn apart."""
    between = (later - earlier) & _MASK
    return between - _HALF - _HALF if between >= _HALF else between


def back(now: int, by: int) -> int:
    """The count `by` before `now`."""
    return (now - by) & _MASK


def since(now: int, then: int) -> int:
    """How long ago `then` was; what lies more than half a turn back is simply long ago."""
    between = (now - then) & _MASK
    return between if between < _HALF else _HALF - 1
