"""Where a text is broken into lines: between words, in Chinese between any two characters. Pure; who measures is told.

A line begins with no closing mark and ends with no opening one, as printers of Chinese and of Latin letters have it.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from device.words import FIRST_CHINESE

Width = Callable[[str], int]
"""How wide a text is, in pixels."""

_NOT_FIRST = frozenset("!%),.:;?]}¢°·’”†‡›℃∶、。々〉》」』】〕〗〞︶︺︾﹀﹂﹄︰！％），．／：；？］｝～…—")
_NOT_LAST = frozenset("$([{£¥‘“‹〈《「『【〔〖〝︵︷︿﹁﹃＄（．［｛￥#＃")

ELLIPSIS = "…"


def is_cjk(letter: str) -> bool:
    """Whether a character is one of East Asia's, which stand in squares and may be parted anywhere."""
    return ord(letter) >= FIRST_CHINESE


def pieces(text: str) -> Iterator[str]:
    """The parts of a line that must stay whole, spaces before them included: words, single Chinese characters."""
    piece = ""
    for index, letter in enumerate(text):
        hangs = letter == " " and text[index + 1 : index + 2] in _NOT_FIRST  # such a mark stays on its line
        if piece and not hangs and _may_break(piece[-1], letter):
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece


def _may_break(before: str, after: str) -> bool:
    if after == " ":
        return before != " "
    if before == " " or after in _NOT_FIRST or before in _NOT_LAST:
        return False
    if unicodedata.combining(after):
        return False
    return is_cjk(before) or is_cjk(after)


def broken(text: str, width: int, measure: Width, *, inside_words: bool = False) -> list[str]:
    """The lines of a text for a box of this width.

    A word that is wider than the box stands alone and too wide, or with `inside_words` is broken where it must be.
    """
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for piece in pieces(" ".join(part.split())):
            if not line or measure(line + piece) <= width:
                line = line + piece if line else piece.lstrip()
            else:
                lines.append(line)
                line = piece.lstrip()
            while inside_words and len(line) > 1 and measure(line) > width:
                fits = most_letters(line, width, measure)
                lines.append(line[:fits])
                line = line[fits:]
        lines.append(line)
    return lines


def balanced(lines: list[str], width: int, measure: Width) -> list[str]:
    """The same lines of one paragraph, as even as they can be: no word stands alone below a full line."""
    if len(lines) < 2:
        return lines
    text, low, high = _joined(lines), max(1, width // len(lines) - 1), width
    best = lines
    while low < high:
        middle = (low + high) // 2
        tried = broken(text, middle, measure)
        if len(tried) <= len(lines) and max(map(measure, tried)) <= middle:
            best, high = tried, middle
        else:
            low = middle + 1
    return best


def _joined(lines: list[str]) -> str:
    text = lines[0]
    for line in lines[1:]:
        text += line if text and line and _may_break(text[-1], line[0]) else f" {line}"
    return text


def most_letters(text: str, width: int, measure: Width) -> int:
    """How many of a text's first letters are no wider than this; at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle]) <= width else (low, middle - 1)
    return low


def cut(text: str, width: int, measure: Width) -> str:
    """A text that is too wide, with an ellipsis for its end; nothing where not even that has room."""
    while text and measure(text + ELLIPSIS) > width:
        text = text[: min(len(text) - 1, most_letters(text, width, measure))]
    return text.rstrip() + ELLIPSIS if text else ""


def clipped(lines: Sequence[str], most: int, width: int, measure: Width) -> list[str]:
    """At most so many lines, the last with an ellipsis when something was left out; too wide ones cut as well."""
    kept = list(lines[: max(1, most)])
    if len(kept) < len(lines):
        kept[-1] = cut(kept[-1], width, measure) or ELLIPSIS
    return [line if measure(line) <= width else cut(line, width, measure) for line in kept]
