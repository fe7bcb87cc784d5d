"""A line of a table script taken apart: verb, plain words, and words of the form ``name=value``."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_LINE = 10_000


class Mistake(Exception):
    """What was expected; becomes a ScriptError once file and line are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One line: its verb, its plain words, and what was given by name."""

    verb: str
    plain: tuple[str, ...]
    named: Mapping[str, str] = field(default_factory=dict)

    def only(self, *names: str, plain: int = 0) -> None:
        """Raise Mistake for a name that is none of `names`, or more than `plain` plain words."""
        unknown = [name for name in self.named if name not in names]
        if unknown:
            allowed = ", ".join(f"{name}=" for name in names) or "no settings"
            raise Mistake(f"{self.verb} knows no {unknown[0][:40]}=; it takes {allowed}")
        if len(self.plain) > plain:
            raise Mistake(f"{self.plain[plain][:40]!r} is one word too many after {self.verb}")

    def get(self, name: str) -> str | None:
        """What was given by this name; None for nothing, and for nothing but spaces."""
        return self.named.get(name, "").strip() or None


def words_of(line: str) -> Words | None:
    """The words of a line, None where there are none; raises Mistake."""
    if line.lstrip().startswith("#"):
        return None
    if len(line) > LONGEST_LINE:
        raise Mistake(f"a line has at most {LONGEST_LINE} letters, this one {len(line)}")
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        raise Mistake('a quotation mark is not closed; write reason="…" on one line') from None
    if not words:
        return None
    named: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals and name in named:
            raise Mistake(f"{name[:40]}= is given twice")
        if equals:
            named[name] = value
    return Words(verb=words[0].lower(), plain=tuple(word for word in words[1:] if "=" not in word), named=named)
