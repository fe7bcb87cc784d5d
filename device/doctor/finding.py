"""What was found of a part: how bad it is, which sentence says it, and the figures in it."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | float
Figures = Mapping[str, Value]


class Level(enum.Enum):
    """How bad a finding is, from nothing to what must be mended before anyone deals."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing, and also what this user may not look at; nothing is wrong."""
    WARN = "warn"
    """It works, and will not for ever, or not as well as it should."""
    BAD = "bad"
    """It does not work, or may not be used so."""

    @property
    def weight(self) -> int:
        """The worse the more, from 0."""
        return list(Level).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was seen; `code` names its two sentences in the catalogues: what is so, and what to do."""

    part: str
    level: Level
    code: str
    figures: Figures = field(default_factory=dict)
    """What the sentences hold, and what a program may want to compare."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Makes the findings of one part."""

    part: str

    def ok(self, code: str, **figures: Value) -> Finding:
        """All is well."""
        return Finding(part=self.part, level=Level.OK, code=code, figures=figures)

    def note(self, code: str, **figures: Value) -> Finding:
        """Worth knowing."""
        return Finding(part=self.part, level=Level.NOTE, code=code, figures=figures)

    def warn(self, code: str, **figures: Value) -> Finding:
        """Should be mended."""
        return Finding(part=self.part, level=Level.WARN, code=code, figures=figures)

    def bad(self, code: str, **figures: Value) -> Finding:
        """Must be mended."""
        return Finding(part=self.part, level=Level.BAD, code=code, figures=figures)


def worst(findings: list[Finding]) -> Level:
    """The worst level among them; OK where there are none."""
    return max((one.level for one in findings), key=lambda level: level.weight, default=Level.OK)
