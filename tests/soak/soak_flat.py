"""Whether what a process holds stays flat over its life: memory, objects, descriptors, threads.

A shoe fills a table's views and its screens' pictures and ends again, so the most of a later part of a life is held
against the most of an earlier one, without what it held while it began. Objects grow also where the house rules change
in the middle of a life, and with them what is painted. Whoever then holds no more than another of its kind held at half
that age is flat, for what leaks holds the more the longer it lives.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from soak.soak_house import Sample

LEAST_SAMPLES = 8
"""A shorter life tells nothing."""
MOST_RSS_KB = {"table": 6_000, "shoe": 4_000, "players": 16_000, "dealer": 16_000}
MOST_OBJECTS = {"table": 0.05, "shoe": 0.05, "players": 0.10, "dealer": 0.10}
"""A share of what there was. A screen keeps what it has painted, up to a weight, reached after a thousand coups."""
MOST_HANDLES = {"table": 3, "shoe": 3, "players": 24, "dealer": 24}
"""A screen keeps a file open for each size of each typeface it has written with; there are only so many."""
MOST_THREADS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Flatness:
    """One kind of process."""

    name: str
    figures: dict[str, Any]
    faults: tuple[str, ...]


def flatness(lives: Mapping[str, Sequence[Sequence[Sample]]]) -> list[Flatness]:
    """Judge every process's lives; the longest one is told in figures."""
    return [_of(name, [list(life) for life in all_of_it]) for name, all_of_it in lives.items()]


def _of(name: str, lives: list[list[Sample]]) -> Flatness:
    faults: list[str] = []
    for life in lives:
        others = [other for other in lives if other is not life]
        faults += [f"{name}: {fault}" for fault in _faults(name, life, _most_objects_at_half_the_age(life, others))]
    longest = max(lives, key=len, default=[])
    figures: dict[str, Any] = {"lives": len(lives)}
    every = [sample for life in lives for sample in life]
    if longest:
        figures |= {
            "longest_life_coups": longest[-1].coups - longest[0].coups,
            "rss_kb_first": longest[0].rss_kb,
            "rss_kb_last": longest[-1].rss_kb,
            "objects_first": longest[0].objects,
            "objects_last": longest[-1].objects,
            "handles_first": longest[0].handles,
            "handles_last": longest[-1].handles,
            "threads_first": longest[0].threads,
            "threads_last": longest[-1].threads,
            "rss_kb_first_of_all": every[0].rss_kb,
            "rss_kb_last_of_all": every[-1].rss_kb,
            "rss_kb_most": max(sample.rss_kb for sample in every),
            "handles_most": max(sample.handles for sample in every),
            "threads_most": max(sample.threads for sample in every),
        }
    return Flatness(name=name, figures=figures, faults=tuple(faults))


def _most_objects_at_half_the_age(life: list[Sample], others: list[list[Sample]]) -> int:
    half = (life[-1].coups - life[0].coups) / 2 if life else 0
    young = (sample for other in others for sample in other if sample.coups - other[0].coups <= half)
    return max((sample.objects or 0 for sample in young), default=0)


def _faults(name: str, life: list[Sample], others: int) -> list[str]:
    """`others`: the most objects that another life of the same kind held when it was half as old."""
    if len(life) < LEAST_SAMPLES:
        return []
    warm = life[len(life) // 10 :]
    early, late = warm[: len(warm) // 2], warm[len(warm) // 2 :]
    faults = []
    for name_of, most in (("rss_kb", MOST_RSS_KB[name]), ("handles", MOST_HANDLES[name]), ("threads", MOST_THREADS)):
        before, after = (max(getattr(sample, name_of) for sample in half) for half in (early, late))
        if after > before + most:
            faults.append(f"{name_of} grew from {before} to {after} between coup {life[0].coups} and {life[-1].coups}")
    # A module that is first needed in the middle of a life is loaded then, once: objects are compared from there on.
    counted = [
        one for one in warm if one.objects is not None and one.kinds.get("module") == warm[-1].kinds.get("module")
    ]
    if len(counted) >= LEAST_SAMPLES:
        halves = counted[: len(counted) // 2], counted[len(counted) // 2 :]
        first, last = (max(half, key=lambda sample: sample.objects or 0) for half in halves)
        before, after = first.objects or 0, last.objects or 0
        if after > max(before, others) * (1 + MOST_OBJECTS[name]):
            grown = {kind: count - first.kinds.get(kind, 0) for kind, count in last.kinds.items()}
            kinds = ", ".join(f"{kind} +{grown[kind]}" for kind in sorted(grown, key=lambda kind: -grown[kind])[:8])
            faults.append(
                f"objects grew from {before} to {after} between coup {life[0].coups} and {life[-1].coups}: {kinds}"
            )
    return faults
