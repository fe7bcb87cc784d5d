"""How a step asks: a generator that yields what it wants and is sent what came of it."""

import unicodedata
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from device.settings import Settings
from device.settings.toml_text import Place, Value, with_values
from device.setup.wanted import Deed, Failed, Option, Question, Result, Tell, Wanted, WrongError

Change = Callable[[str], str]
"""What a step makes of the text of the settings."""

Asking = Generator[Wanted | Tell, str | Result | None, Change | None]
"""A step under way; it ends with what it changes in the settings, None for nothing."""

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What a step may look at: the settings as they stand, by their text, and where their paths begin."""

    settings: Settings
    text: str
    where: str
    """How messages call the file."""
    folder: Path


R = TypeVar("R", bound=Result)
T = TypeVar("T")
Part = Generator[Wanted | Tell, str | Result | None, T]


def ask(question: Question) -> Part[str]:
    """A person's answer, read already."""
    answer = yield question
    assert isinstance(answer, str)
    return answer


def ask_yes(key: str, *, now: bool, alone: bool | None = None, **figures: str | int) -> Part[bool]:
    """Yes or no; `alone`: what holds where nobody sits there, `now` when None."""
    said = {True: YES, False: NO, None: None}
    options = (Option(value=YES, key="yes"), Option(value=NO, key="no"))
    question = Question(key=key, now=said[now], options=options, alone=said[alone], figures=figures)
    return (yield from ask(question)) == YES


def ask_one(
    key: str, options: Sequence[str], now: str | None = None, alone: str | None = None, **figures: str | int
) -> Part[str]:
    """One of several values, each with a sentence of its own under this question."""
    said = tuple(Option(value=value, key=f"{key}.{value}") for value in options)
    return (yield from ask(Question(key=key, now=now, options=said, alone=alone, figures=figures)))


def do(deed: Deed, kind: type[R]) -> Part[R | Failed]:
    """What came of a deed: `kind`, or Failed."""
    result = yield deed
    assert isinstance(result, (kind, Failed)), result
    return result


def tell(key: str, **figures: str | int) -> Part[None]:
    """Something to be told."""
    yield Tell(key=key, figures=figures)


def tell_wrong(key: str, **figures: str | int) -> Part[None]:
    """Something that did not succeed."""
    yield Tell(key=key, figures=figures, wrong=True)


def change(values: Mapping[Place, Value]) -> Change | None:
    """These values in the settings' text."""
    return (lambda text: with_values(text, values)) if values else None


def a_line(most: int) -> Callable[[str], str]:
    """Reads a text of letters that can be seen, 1 to `most` of them."""

    def read(text: str) -> str:
        text = unicodedata.normalize("NFC", text.strip())
        if not 1 <= len(text) <= most:
            raise WrongError("wrong-length", most=most)
        if any(letter != " " and unicodedata.category(letter)[0] in "CZ" for letter in text):
            raise WrongError("wrong-letters")
        return text

    return read


def whole_number(least: int, most: int, *others: int) -> Callable[[str], str]:
    """Reads a whole number from `least` to `most`, or one of `others`."""

    def read(text: str) -> str:
        text = text.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise WrongError("wrong-number", least=least, most=most)
        if int(text) not in others and not least <= int(text) <= most:
            raise WrongError("wrong-number", least=least, most=most)
        return str(int(text))

    return read
