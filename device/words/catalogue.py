"""Catalogues: reading them, checking them, and putting a code of the table into words."""

import functools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import cast


class WordsError(ValueError):
    """A language that has no catalogue, or a catalogue that cannot be used; says which and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandNames:
    """How this table calls its two hands and the tie; the hands' names are the profile's, not the language's."""

    player: str
    banker: str
    tie: str

    def of(self, code: str) -> str:
        """The name for ``player``, ``banker`` or ``tie``; any other code is given back."""
        return {"player": self.player, "banker": self.banker, "tie": self.tie}.get(code, code)


class Words:
    """One language's catalogue: ``group.code`` to a sentence, with ``{player}`` and the like filled in.

    A code that the catalogue does not know (a newer table, an older screen) is shown as the code itself in plain
    letters: a screen never stays empty and never stops for want of a word.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._entries = dict(entries)

    @property
    def language(self) -> str:
        """The language's code, as it is asked for: ``es``."""
        return self._entries["language.code"]

    @property
    def language_name(self) -> str:
        """The language's own name for itself: ``Español``."""
        return self._entries["language.name"]

    @property
    def language_short(self) -> str:
        """The language's own short sign, for a language key: ``ES``, ``简``."""
        return self._entries["language.short"]

    def all_keys(self) -> frozenset[str]:
        """Every ``group.code`` of the catalogue."""
        return frozenset(self._entries)

    def template(self, key: str) -> str:
        """The sentence as the translator wrote it, placeholders and all; KeyError when there is none."""
        return self._entries[key]

    def say(self, key: str, **values: str | int) -> str:
        """The words for `key`, placeholders filled from `values`; an unknown key gives its code in plain letters."""
        template = self._entries.get(key)
        if template is None:
            return key.partition(".")[2].replace("-", " ")
        return template.format_map(_Filled(values))

    def optional(self, key: str, **values: str | int) -> str:
        """The words for `key`, or nothing where the catalogue has none."""
        return self.say(key, **values) if key in self._entries else ""

    def names(self, player: str, banker: str) -> HandNames:
        """The names of the hands as the table gives them (empty: this language's own), with the word for a tie.

        Names in letters that the readers of this language do not read give way to the language's own, both of them:
        閒 in a Spanish sentence says as little as “Jugador” in a Chinese one.
        """
        own = self.own_names()
        if any(name and is_chinese(name) != is_chinese(own.player) for name in (player, banker)):
            return own
        return HandNames(player=player or own.player, banker=banker or own.banker, tie=own.tie)

    def own_names(self) -> HandNames:
        """The hands' names in this language, whatever the table calls them: for a second language beside the first."""
        return HandNames(player=self.say("hand.player"), banker=self.say("hand.banker"), tie=self.say("hand.tie"))

    def reason(self, code: str, names: HandNames) -> str:
        """Put a rule's code into words: ``banker-3-against-8-stand`` → “Banker 3 against 8: stand”.

        The parts are hand, total, optionally ``against`` and the third card's value, and what follows; a code of any
        other form is shown as it is.
        """
        match code.split("-"):
            case [hand, total, verb] if hand in ("player", "banker") and f"reason.{verb}" in self._entries:
                return self.say(f"reason.{verb}", hand=names.of(hand), total=total)
            case [hand, total, "against", third, verb] if (
                hand in ("player", "banker") and f"reason.against-{verb}" in self._entries
            ):
                return self.say(f"reason.against-{verb}", hand=names.of(hand), total=total, third=third)
            case _:
                return code.replace("-", " ")


class _Filled(dict[str, str | int]):
    """Leaves a placeholder standing that nobody filled: a translator's slip shows, and stops nothing."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def is_chinese(text: str) -> bool:
    """Whether a text has characters of the Chinese script, or the marks and full-width letters that go with them."""
    return any(ord(letter) >= FIRST_CHINESE for letter in text)


FIRST_CHINESE = 0x2E80
"""From here on Unicode has the characters, marks and full-width letters of East Asia."""


def languages() -> tuple[str, ...]:
    """The codes of the languages there are, in alphabetical order: a language key goes through them in it."""
    names = (entry.name for entry in resources.files("device.words").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@functools.cache  # nothing changes words once they are read
def load_words(language: str) -> Words:
    """Read one language's catalogue, once; WordsError names the languages there are when this is none of them."""
    if language not in languages():
        raise WordsError(f"no words in the language {language!r}; there are: {', '.join(languages())}")
    return Words(read_catalogue(resources.files("device.words").joinpath(f"{language}.toml").read_text("utf-8")))


def read_catalogue(text: str) -> dict[str, str]:
    """Read a catalogue's text: tables of ``code = "words"``, flattened to ``group.code``.

    Raises WordsError, naming the key, for anything but text, and for a placeholder that `Words.say` cannot fill.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WordsError(f"the catalogue is no TOML: {error}") from error
    entries = dict(_flatten(document, ""))
    for key, words in entries.items():
        try:
            words.format_map(_Filled())
        except (ValueError, IndexError, AttributeError, TypeError) as error:
            raise WordsError(f"{key}: {words!r} has a broken placeholder ({error}); write {{player}}") from error
    return entries


def _flatten(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            yield from _flatten(cast("Mapping[str, object]", value), path)
        elif isinstance(value, str):
            yield path, value
        else:
            raise WordsError(f"{path}: words are text between quotes, not {value!r}")
