"""What other parts of the program say in English, told in another language: of a port, a disk, a file.

Such a sentence is made where the fault is met, far from anybody who knows a language, and several are often put
together. It is known again here by its fixed words, wherever it stands in a text; what stands in its holes (a path, a
number, a further sentence) is kept, or told in its turn. What no catalogue knows stays as it is.
"""

import re
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from device.words.catalogue import WordsError

PARTS = "parts"
"""The section of what is told only where it is the whole content of a hole: single words mean too much elsewhere."""

_MOST_KEPT = 4096
"""Texts of which it is kept how they are told: more than any look at a machine has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    fixed: tuple[str, ...]
    """The words between its holes."""
    pattern: re.Pattern[str]
    told: str

    @property
    def length(self) -> int:
        return sum(map(len, self.fixed))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    text: str
    letters: int
    """How many letters of the English were known."""


class Sentences:
    """One language's sentences: English with named holes, ``{a} is not there``, to the same in that language."""

    def __init__(self, sentences: Mapping[str, str], parts: Mapping[str, str]) -> None:
        self._sentences = [_sentence(english, told) for english, told in sentences.items()]
        self._parts = [_sentence(english, told) for english, told in parts.items()]
        self._known: dict[str, _Told] = {}

    def told(self, text: str) -> str:
        """The text with every sentence that is known in this language; lines stay lines."""
        return "\n".join(self._line(line).text for line in text.split("\n"))

    def _line(self, text: str) -> _Told:
        """Of all ways to understand the text that which leaves the fewest of its letters untold."""
        if (known := self._known.get(text)) is not None:
            return known
        best = _Told(text=text, letters=0)
        for one in self._sentences:
            if all(words in text for words in one.fixed) and (seen := one.pattern.search(text)):
                ways = (self._line(text[: seen.start()]), self._filled(one, seen), self._line(text[seen.end() :]))
                letters = sum(way.letters for way in ways)
                if letters > best.letters:
                    best = _Told(text="".join(way.text for way in ways), letters=letters)
        if len(self._known) < _MOST_KEPT:
            self._known[text] = best
        return best

    def _hole(self, text: str) -> _Told:
        best = self._line(text)
        for one in self._parts:
            if (seen := one.pattern.fullmatch(text)) and (way := self._filled(one, seen)).letters > best.letters:
                best = way
        return best

    def _filled(self, one: _Sentence, seen: re.Match[str]) -> _Told:
        told = {name: self._hole(text) for name, text in seen.groupdict().items()}
        letters = one.length + sum(hole.letters for hole in told.values())
        return _Told(text=one.told.format_map({name: hole.text for name, hole in told.items()}), letters=letters)


@cache
def load_sentences(language: str) -> Sentences:
    """The sentences of a language; none where they are kept in English only."""
    file = resources.files("device.words").joinpath("sentences", f"{language}.toml")
    if not file.is_file():
        return Sentences({}, {})
    sections = read_sentences(file.read_text(encoding="utf-8"))
    parts = sections.pop(PARTS, {})
    return Sentences({english: told for section in sections.values() for english, told in section.items()}, parts)


def read_sentences(text: str) -> dict[str, dict[str, str]]:
    """Read a catalogue's text: sections of ``"English" = "told"``; raises WordsError for holes that do not agree."""
    sections: dict[str, dict[str, str]] = tomllib.loads(text)
    for section in sections.values():
        for english, told in section.items():
            if sorted(holes(english)) != sorted(holes(told)):
                raise WordsError(f"{english}: the holes of {told!r} are others")
    return sections


def holes(template: str) -> list[str]:
    """The names in a template's holes, in their order."""
    return [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]


def _sentence(english: str, told: str) -> _Sentence:
    pieces = list(string.Formatter().parse(english))
    pattern = ""
    for place, (fixed, name, _, _) in enumerate(pieces, 1):
        pattern += re.escape(fixed)
        if name is not None:
            pattern += f"(?P<{name}>.*{'' if place == len(pieces) else '?'})"
    begins, ends = (r"(?<!\w)" if english[0].isalnum() else ""), (r"(?!\w)" if english[-1].isalnum() else "")
    fixed_words = tuple(fixed for fixed, _, _, _ in pieces if fixed)
    return _Sentence(fixed=fixed_words, pattern=re.compile(begins + pattern + ends), told=told)
