"""One measured number: what it is, the floor beside it, the goal and whether it was reached."""

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class BenchError(Exception):
    """A benchmark could not be run; the message says what stood in its way and what to do."""


class Side(enum.Enum):
    """Which side of its limit a number is to be on."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


class Of(enum.Enum):
    """What a goal is about."""

    VALUE = "value"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A limit for the value, or for its ratio to the floor."""

    side: Side
    limit: float
    of: Of = Of.VALUE

    def __str__(self) -> str:
        return f"{self.side.value} {self.limit:g}"

    def reached_by(self, number: float) -> bool:
        """Whether the number is on the right side; the limit itself is."""
        return number <= self.limit if self.side is Side.AT_MOST else number >= self.limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the report.

    `value` and `floor` are in `unit`; None: not measured, and `note` says why. `judged` is False where the goal is
    meant for other circumstances than were to be had here, and `note` says which.
    """

    name: str
    value: float | None
    unit: str
    floor: float | None = None
    goal: Goal | None = None
    aim: Goal | None = None
    """What a time or a speed is meant to be on a cloud machine of two x86 cores with nothing else to do; it is told
    beside the number and decides nothing, for it says as much about the machine."""
    judged: bool = True
    note: str = ""
    more: Mapping[str, float] = field(default_factory=dict)
    """Further numbers for the JSON line: sample sizes, parts of the value."""

    @property
    def ratio(self) -> float | None:
        """Value to floor: of a time how many times the floor's, of a speed what share of the floor's."""
        return self.value / self.floor if self.value is not None and self.floor else None

    @property
    def ok(self) -> bool | None:
        """False: the goal is missed; None: it cannot be judged here; True: reached, or there is none."""
        if self.goal is None:
            return True
        number = self.value if self.goal.of is Of.VALUE else self.ratio
        return None if number is None or not self.judged else self.goal.reached_by(number)

    @property
    def aim_reached(self) -> bool | None:
        """Whether the number is what it is meant to be, here and now; None: there is no aim, or no number."""
        if self.aim is None or self.value is None:
            return None
        return self.aim.reached_by(self.value)

    def as_json(self) -> str:
        """The line for programs: ``name value unit floor ratio goal goal_of ok``, and what else there is."""
        fields: dict[str, Any] = {
            "name": self.name,
            "value": _rounded(self.value),
            "unit": self.unit,
            "floor": _rounded(self.floor),
            "ratio": _rounded(self.ratio),
            "goal": str(self.goal) if self.goal is not None else None,
            "goal_of": self.goal.of.value if self.goal is not None else None,
            "ok": self.ok,
        }
        if self.aim is not None:
            fields |= {"aim": str(self.aim), "aim_reached": self.aim_reached}
        fields |= {name: _rounded(number) for name, number in self.more.items()}
        if self.note:
            fields["note"] = self.note
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    def as_text(self) -> str:
        """The same numbers as a row under `HEAD`."""
        goal = ""
        if self.goal is not None:
            goal = f"ratio {self.goal}" if self.goal.of is Of.RATIO else str(self.goal)
        verdict = "" if self.goal is None else {True: "ok", False: "MISSED", None: "not judged"}[self.ok]
        cells = (plain(self.value), self.unit, plain(self.floor), plain(self.ratio), goal, verdict)
        row = _row(self.name, *cells)
        if self.aim is not None:
            reached = {True: "", False: ", not reached here", None: ""}[self.aim_reached]
            row = f"{row} (aim {self.aim}{reached})".replace("  (", " (")
        return f"{row}\n    {self.note}" if self.note else row


def _row(*cells: str) -> str:
    name, value, unit, floor, ratio, goal, verdict = cells
    return f"{name:<22}{value:>10} {unit:<14}{floor:>10}{ratio:>8}  {goal:<14}{verdict}".rstrip()


HEAD = _row("name", "value", "unit", "floor", "ratio", "goal", "")


def plain(number: float | None) -> str:
    """A number for people: thousands apart, no more digits than mean something."""
    if number is None:
        return "-"
    number = _rounded(number) or 0
    return f"{number:,.0f}" if abs(number) >= 1000 or number == int(number) else f"{number:g}"


def _rounded(number: float | None) -> float | None:
    if number is None or isinstance(number, int):
        return number
    return round(number, 3) if abs(number) < 100 else round(number)
