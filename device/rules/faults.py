"""What is wrong in a file of settings or house rules, told so that a person can put it right."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong: the key's path, what was found there, what may stand there."""

    path: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.path}: {self.found}; {self.allowed}" if self.path else f"{self.found}; {self.allowed}"


class FaultsError(ValueError):
    """A table that cannot become a struct, with every fault found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)

    def at(self, where: str) -> str:
        """All faults, one a line, each headed by the file."""
        return "\n".join(f"{where}: {fault}" for fault in self.faults)


def near(word: str, words: Sequence[str]) -> str:
    """A hint naming the right words most like a wrong one: `` (did you mean burn?)``; empty when none is like it."""
    close = difflib.get_close_matches(word.lower(), words, n=3, cutoff=0.65)
    alike = [difflib.SequenceMatcher(None, word.lower(), other).ratio() for other in close]
    close = [other for other, ratio in zip(close, alike, strict=True) if ratio > alike[0] - 0.1]
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def unknown_key(path: str, key: str, keys: Sequence[str]) -> Fault:
    """The fault of a key that does not exist there."""
    hint = near(key.replace("-", "_"), keys) or near(key, keys)
    remedy = "correct it or take it out" if hint else f"the keys here are {', '.join(keys)}"
    return Fault(path=f"{path}{key}", found=f"unknown key{hint}", allowed=remedy)


def not_toml(where: str, error: ValueError) -> str:
    """What to tell of a file that TOML's own reader refuses: its message names line and column."""
    remedy = "; words need quotes, and yes and no are written true and false" if "Invalid value" in str(error) else ""
    return f"{where}: this is no TOML: {error}{remedy}"
