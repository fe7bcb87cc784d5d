"""How much room a text takes, without a typeface at hand: enough to set lines below one another. Pure.

The painter makes smaller what does not fit; these measures only keep that from being needed.
"""

from device.screen.look.columns import column_width
from device.screen.look.layout import CAP_HEIGHT
from device.words import is_chinese

_WIDTHS = {
    letter: width
    for width, letters in ((0.22, ".,;:’'l ·"), (0.28, "iíI"), (0.34, "fjtr1"), (0.47, "vxyzskc"), (0.69, "wCDGHNOQU0"))
    for letter in letters
} | dict.fromkeys("mMW%", 0.84)
"""Widths of letters in the screens' typeface, as parts of the type's size, for those that are far from the middle."""

_MIDDLE, _CAPITAL, _WIDE = 0.555, 0.61, 1.0

_CHINESE_HEIGHT = 0.92


def line_height(text: str, size: int) -> int:
    """How high a line's letters are: capitals, or Chinese characters, which fill almost the whole type."""
    return max(1, round(size * (_CHINESE_HEIGHT if is_chinese(text) else CAP_HEIGHT)))


def text_width(text: str, size: int) -> float:
    """About how wide a text is in ordinary type; bold is a twentieth wider."""
    return size * sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if column_width(letter) > 1:
        return _WIDE
    return _WIDTHS.get(letter, _CAPITAL if letter.isupper() else _MIDDLE)


def lines_needed(text: str, size: int, width: int) -> int:
    """How many lines a text takes in this type and width, broken between words or Chinese characters."""
    lines, used = 1, 0.0
    for piece in text.split(" ") if not is_chinese(text) else text:
        wide = text_width(piece if is_chinese(text) else piece + " ", size)
        if used and used + wide > width:
            lines, used = lines + 1, 0.0
        used += wide
    return lines
