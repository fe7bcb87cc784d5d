"""What other parts of the program say in English, told in another language: of a port, a disk, a file.

Such a sentence is made where the fault is met, far from anybody who knows a language, and several are often put
together. It is known again here by its fixed words, wherever it stands in a text; what stands in its holes (a path, a
number, a further sentence) is kept, or told in its turn. What no catalogue knows stays as it is.
"""

import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

from device.words.catalogue import WordsError

PARTS = "parts"
"""The section of what is told only where it is the whole content of a hole: single words mean too much elsewhere."""

_MOST_KEPT = 4096
"""Texts of which it is kept how they are told: more than any look at a machine has."""

_MOST_LETTERS = 30_000
"""How many letters are looked through for one text: some twenty times what a long message takes. Beyond, what somebody
may have made to take hours (a device's name, a line of a file) stays in English."""

_DEEPEST = 40
"""How many sentences may stand in one another."""

_DATA = "/'\"`"
"""What a sentence does not begin right after, and not end right before: it is a name there, and no sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    fixed: tuple[str, ...]
    """The words before, between and after its holes; one more than there are holes."""
    names: tuple[str, ...]
    told: str

    @property
    def length(self) -> int:
        return sum(map(len, self.fixed))

    def seen_in(self, text: str) -> "_Seen | None":
        """Where it stands first in a text, each hole as short as can be, the last to the end where no words follow."""
        first, *others = self.fixed
        begin = _first_at(text, first, 0, begins=first[:1].isalnum(), ends=not others and first[-1:].isalnum())
        if begin < 0:
            return None
        spans, at = [(begin, begin + len(first))], begin + len(first)
        for place, words in enumerate(others, 1):
            last = place == len(others)
            found = len(text) if last and not words else _first_at(text, words, at, ends=last and words[-1:].isalnum())
            if found < 0:
                return None
            at = found + len(words)
            spans.append((found, at))
        return _Seen(start=begin, end=at, holes=self._holes(text, spans))

    def is_all_of(self, text: str) -> "_Seen | None":
        """The same, where it is the whole text."""
        first, last = self.fixed[0], self.fixed[-1]
        if not self.names:
            return _Seen(start=0, end=len(text), holes={}) if text == first else None
        until = len(text) - len(last)
        if until < len(first) or not (text.startswith(first) and text.endswith(last)):
            return None
        spans, at = [(0, len(first))], len(first)
        for words in self.fixed[1:-1]:
            found = text.find(words, at, until)
            if found < 0:
                return None
            at = found + len(words)
            spans.append((found, at))
        return _Seen(start=0, end=len(text), holes=self._holes(text, [*spans, (until, len(text))]))

    def _holes(self, text: str, spans: list[tuple[int, int]]) -> dict[str, str]:
        between = (text[one[1] : other[0]] for one, other in pairwise(spans))
        return dict(zip(self.names, between, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    start: int
    end: int
    holes: dict[str, str]


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
        self._known: dict[str, str] = {}

    def told(self, text: str) -> str:
        """The text with every sentence that is known in this language; lines stay lines."""
        if (known := self._known.get(text)) is not None:
            return known
        look = _Look(self._sentences, self._parts)
        told = "\n".join(look.told(line).text for line in text.split("\n"))
        if len(self._known) < _MOST_KEPT and len(text) < _MOST_LETTERS // 10:
            self._known[text] = told
        return told


class _Look:
    """One text that is being told, and what of it is known already; it is not looked at without end."""

    def __init__(self, sentences: list[_Sentence], parts: list[_Sentence]) -> None:
        self._sentences = sentences
        self._parts = parts
        self._known: dict[str, _Told] = {}
        self._letters = 0

    def told(self, text: str, depth: int = 0) -> _Told:
        """Of all ways to understand the text that which leaves the fewest of its letters untold."""
        if (known := self._known.get(text)) is not None:
            return known
        best = _Told(text=text, letters=0)
        self._letters += len(text) + 20
        if self._letters > _MOST_LETTERS or depth > _DEEPEST:
            return best
        for one in self._sentences:
            if all(words in text for words in one.fixed) and (seen := one.seen_in(text)):
                before, after = text[: seen.start], text[seen.end :]
                ways = (self.told(before, depth + 1), self._filled(one, seen, depth), self.told(after, depth + 1))
                letters = sum(way.letters for way in ways)
                if letters > best.letters:
                    best = _Told(text="".join(way.text for way in ways), letters=letters)
        self._known[text] = best
        return best

    def _hole(self, text: str, depth: int) -> _Told:
        best = self.told(text, depth)
        for one in self._parts:
            if (seen := one.is_all_of(text)) and (way := self._filled(one, seen, depth)).letters > best.letters:
                best = way
        return best

    def _filled(self, one: _Sentence, seen: _Seen, depth: int) -> _Told:
        told = {name: self._hole(text, depth + 1) for name, text in seen.holes.items()}
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
    names = tuple(name for _, name, _, _ in pieces if name is not None)
    fixed, words = [], ""
    for literal, name, _, _ in pieces:
        words += literal
        if name is not None:
            fixed.append(words)
            words = ""
    return _Sentence(fixed=(*fixed, words), names=names, told=told)


def _first_at(text: str, words: str, at: int, *, begins: bool = False, ends: bool = False) -> int:
    """Where the words stand first from there on, not cut out of a longer word or name; -1 where they do not."""
    found = text.find(words, at)
    while found >= 0:
        before, after = (
            text[found - 1 : found] if begins else "",
            text[found + len(words) : found + len(words) + 1] if ends else "",
        )
        if not (_goes_on(before) or _goes_on(after)):
            return found
        found = text.find(words, found + 1)
    return -1


def _goes_on(letter: str) -> bool:
    return letter == "_" or letter.isalnum() or (letter != "" and letter in _DATA)
