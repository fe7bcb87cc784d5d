"""How many columns a text takes where letters stand in columns, and where a line of it may end. Pure.

A Chinese character takes two columns, as on every terminal; in a picture it is about as wide as two Latin letters too.
"""

import textwrap
import unicodedata

_NOT_FIRST = frozenset("，。、；：！？）」』”’…")
"""Marks that never begin a line."""

_NOT_LAST = frozenset("（「『“‘")
"""Marks that never end one."""


def columns(text: str) -> int:
    """The columns that a text takes: two for a wide letter, none for an accent that stands on the letter before it."""
    return len(text) if text.isascii() else sum(map(column_width, text))


def column_width(letter: str) -> int:
    """The columns of one letter: 0, 1 or 2."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 2
    return 0 if unicodedata.combining(letter) else 1


def cut(text: str, most: int) -> str:
    """As much of a text as `most` columns hold."""
    taken = 0
    for index, letter in enumerate(text):
        taken += column_width(letter)
        if taken > most:
            return text[:index]
    return text


def wrap(text: str, most: int) -> list[str]:
    """A text as lines of at most `most` columns, broken at blanks, and between Chinese characters."""
    if columns(text) == len(text):
        return textwrap.wrap(text, most)
    lines = [""]
    for piece in _pieces(text):
        line = lines[-1] + piece
        if columns(line.rstrip()) <= most or not lines[-1]:
            lines[-1] = line
        else:
            lines.append(piece.lstrip())
    short = (line.rstrip() for line in lines)
    return [part for line in short for part in ([line] if columns(line) <= most else _broken(line, most)) if part]


def _pieces(text: str) -> list[str]:
    """The parts between which a line may end: words with the blank after them, and single Chinese characters."""
    pieces: list[str] = []
    last = " "
    for letter in text:
        within_word = last != " " and column_width(last) < 2 and column_width(letter) < 2
        if pieces and (within_word or last in _NOT_LAST or letter in _NOT_FIRST or letter == " "):
            pieces[-1] += letter
        else:
            pieces.append(letter)
        last = letter
    return pieces


def _broken(line: str, most: int) -> list[str]:
    """A piece that is longer than a line, in as many lines as it takes."""
    parts: list[str] = []
    while line:
        part = cut(line, max(most, 2))
        parts.append(part)
        line = line[len(part) :]
    return parts
