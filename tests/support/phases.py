"""A table in every phase that a screen can show: real views of real scripts, in the middle of a shoe.

What no script can bring about (a lamp test, a disk that refuses) is put into the view of one that comes near. Sixty
coups stand on the roads, so that a picture shows what a table looks like at night and not at noon.
"""

import functools
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from support.played import play

View = dict[str, Any]

LIMITS = [
    {"wager": "main", "min": "100", "max": "50,000"},
    {"wager": "tie", "min": "25", "max": "5,000"},
    {"wager": "player-pair", "min": "25", "max": "5,000"},
]
_FIRST_FOUR = "no-more-bets; card 4h; card 2s; card 9c; card Ad"
_OPEN = "shoe; card 3c; card Kd; card 8s; card 6h"
"""A shoe whose indicator burns three cards."""
_TROUBLE = {"ok": False, "detail": "the record cannot be written: No space left on device"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """How a phase comes about: lines of a script, and what is put into the views afterwards."""

    script: str = ""
    house: str = "casino"
    public: Mapping[str, Any] = field(default_factory=dict)
    staff: Mapping[str, Any] = field(default_factory=dict)


HOUSES: dict[str, tuple[str, dict[str, object]]] = {
    "casino": ("live", {"burn": "face-value", "bets_close": "button", "result": "button", "next": "button"}),
    "manual": ("casino-manual", {"burn": "face-value"}),
    "called": ("live", {"burn": "face-value", "bets_close": "button"}),
}

PHASES: dict[str, Scene] = {
    "closed": Scene(),
    "self-test": Scene(public={"banner": "self-test"}),
    "inspection": Scene(
        public={"banner": "inspection", "phase": "inspection"},
        staff={"instruction": "inspect", "inspection": {"counted": 137, "total": 416, "closing": False}},
    ),
    "shuffling": Scene(public={"banner": "shuffling", "phase": "burning"}, staff={"instruction": "shuffle-and-load"}),
    "new-shoe": Scene(script="shoe"),
    "burning": Scene(script="shoe; card 3c; card Kd"),
    "place-your-bets": Scene(script=_OPEN),
    "countdown": Scene(script=_OPEN, public={"countdown_s": 20}),
    "no-more-bets": Scene(script=f"{_OPEN}; no-more-bets"),
    "dealing": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; card 8d"),
    "card-to-player": Scene(script=f"{_OPEN}; {_FIRST_FOUR}"),
    "face-down": Scene(house="manual", script=f"{_OPEN}; {_FIRST_FOUR}"),
    "reveal": Scene(house="manual", script=f"{_OPEN}; {_FIRST_FOUR}; reveal player"),
    "stand": Scene(script=f"{_OPEN}; no-more-bets; card 9h; card Ks; card 8c; card 7d"),
    "call": Scene(house="called", script=f"{_OPEN}; {_FIRST_FOUR}; card 8d"),
    "banker-wins": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; card 8d; result"),
    "player-natural": Scene(script=f"{_OPEN}; no-more-bets; card 9h; card Ks; card Kc; card 7d; result"),
    "tie": Scene(script=f"{_OPEN}; no-more-bets; card 7h; card Ks; card Kc; card 7d; result"),
    "void": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; void by=sup1 second=pit2 reason=mistake"),
    "free": Scene(script=f"{_OPEN}; free by=sup1; card 4h; card 2s; card 9c; card Ad"),
    "last-hand": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; card 8d; cut; result; next"),
    "end-of-shoe": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; card 8d; result; next; end-shoe by=sup1"),
    "supervisor-called": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; call"),
    "held": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; pause by=sup1"),
    "card-drawn-in-error": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; card 8d; card 5d"),
    "card-unread": Scene(script=f"{_OPEN}; no-more-bets; card 4h; card 2s; unread"),
    "table-recovered": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; restart"),
    "reader-lost": Scene(script=f"{_OPEN}; {_FIRST_FOUR}; link lost"),
    "do-not-deal": Scene(
        script=f"{_OPEN}; {_FIRST_FOUR}",
        public={"banner": "do-not-deal"},
        staff={"instruction": "do-not-deal", "due": None, "health": {"journal": _TROUBLE}},
    ),
    "demo": Scene(script=f"{_OPEN}; {_FIRST_FOUR}", public={"demo": True}),
}
"""Name of a phase to how it comes about."""


def public_of(phase: str) -> View:
    """The players' view in this phase."""
    return _with(_state(phase)["public"], PHASES[phase].public)


def staff_of(phase: str) -> View:
    """The staff's view in this phase."""
    scene = PHASES[phase]
    more = dict(scene.public) | dict(scene.staff)
    staff = _state(phase)["staff"]
    if "health" in more:
        more["health"] = staff["health"] | more["health"]
    return _with(staff, more)


@functools.cache
def _state(phase: str) -> View:
    scene = PHASES[phase]
    profile, settings = HOUSES[scene.house]
    return play(profile, scene.script, settings=settings).state


def _with(view: View, more: Mapping[str, Any]) -> View:
    sign = view["table"] | {"name": "BAC 901", "limits": LIMITS}
    changed = view | {"table": sign, "coups": [*_coups(60), *_later(view["coups"])]}
    if view["hand"]:
        changed |= {"hand": view["hand"] + 60}
    return changed | {"shoe": max(1, view["shoe"]) + 11} | dict(more)


def _later(coups: list[View]) -> list[View]:
    return [coup | {"coup": coup["coup"] + 60} for coup in coups]


def _coups(many: int) -> list[View]:
    chance = random.Random(8)
    results = chance.choices(("banker", "player", "tie"), (46, 45, 9), k=many)
    marks = ("natural", "player_pair", "banker_pair")
    return [
        {"coup": number, "kind": "normal", "outcome": outcome, "corrected": False, "manual": False}
        | {mark: chance.random() < (0.3 if mark == "natural" else 0.08) for mark in marks}
        for number, outcome in enumerate(results, 1)
    ]
