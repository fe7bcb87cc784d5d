"""How the benchmarks take numbers that other programs on the machine disturb little."""

import statistics
import time
from collections.abc import Callable, Sequence


def percentile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that at least this share of them does not exceed (0 < share ≤ 1)."""
    ordered = sorted(samples)
    return ordered[max(0, -(-int(len(ordered) * share * 1000) // 1000) - 1)]


def rates_a_second(rounds: int, *measured: Callable[[], int]) -> tuple[float, ...]:
    """How many a second each of `measured` does, on one processor.

    Each call does its work and returns how many that were. They take turns, round by round, so that whatever else the
    machine does disturbs all of them; what counts is this process's own time, and the median of the rounds.
    """
    rates: list[list[float]] = [[] for _ in measured]
    for _ in range(rounds):
        for one, work in zip(rates, measured, strict=True):
            before_s = time.process_time()
            done = work()
            one.append(done / (time.process_time() - before_s))
    return tuple(statistics.median(one) for one in rates)
