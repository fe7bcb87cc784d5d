"""How many columns a text takes where letters stand in columns. Pure.

A Chinese character takes two, as on every terminal; in a picture, too, it is about as wide as two Latin letters.
"""

import unicodedata

from device.screen.look.lines import broken


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
    """A text as lines of at most `most` columns, broken at blanks, between Chinese characters, or where it must be."""
    return [line for line in broken(text, most, columns, inside_words=True) if line]
