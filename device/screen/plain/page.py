"""A page of plain text: 80 columns, 24 rows, a style a cell; with or without a terminal's colours. Pure."""

import enum

from device.screen.look.columns import column_width, columns

COLUMNS, ROWS = 80, 24
_COVERED = ""
"""What a cell holds that the wide letter before it covers."""


class Style(enum.Enum):
    """How a cell looks on a terminal that has colours; the value is the terminal's own number for it."""

    PLAIN = "0"
    BOLD = "1"
    PALE = "2"
    LOUD = "1;7"
    PLAYER = "1;97;44"
    BANKER = "1;97;41"
    TIE = "1;97;42"
    ALARM = "1;30;43"
    RED = "1;91"
    BLUE = "1;94"


class Page:
    """Characters put at places; what lies beyond the page's edge is cut, so that nothing ever wraps."""

    def __init__(self) -> None:
        self._letters = [[" "] * COLUMNS for _ in range(ROWS)]
        self._styles = [[Style.PLAIN] * COLUMNS for _ in range(ROWS)]

    def put(self, x: int, y: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write one line from column x of row y; a Chinese character takes two columns."""
        if not 0 <= y < ROWS:
            return
        for letter in text:
            width = column_width(letter)
            if width == 0 and 0 < x <= COLUMNS:
                self._letters[y][x - 1] += letter  # an accent belongs to the letter before it
            elif x >= 0 and x + width <= COLUMNS:
                self._clear(x, y)
                if width == 2:
                    self._clear(x + 1, y)
                    self._letters[y][x + 1] = _COVERED
                self._letters[y][x] = letter
                self._styles[y][x : x + width] = [style] * width
            x += width

    def _clear(self, x: int, y: int) -> None:
        """Empty a cell; of a wide letter that lies half in it nothing stays."""
        row = self._letters[y]
        if row[x] == _COVERED:
            row[x - 1] = " "
        elif x + 1 < COLUMNS and row[x + 1] == _COVERED:
            row[x + 1] = " "
        row[x] = " "

    def centre(self, y: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write one line in the middle of row y."""
        self.put(max(0, (COLUMNS - columns(text)) // 2), y, text, style)

    def right(self, y: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write one line that ends one column before the edge of row y."""
        self.put(max(0, COLUMNS - 1 - columns(text)), y, text, style)

    def rule(self, y: int, text: str = "") -> None:
        """Draw a line across row y, with a word in it if given."""
        self.put(0, y, "─" * COLUMNS, Style.PALE)
        if text:
            self.centre(y, f" {text} ", Style.LOUD)

    def bar(self, y: int, style: Style) -> None:
        """Colour the whole of row y."""
        self.put(0, y, " " * COLUMNS, style)

    def text(self, *, colour: bool = False) -> str:
        """The page as lines without blanks at their ends; with `colour`, every row in full with its escape codes."""
        if not colour:
            return "\n".join("".join(row).rstrip() for row in self._letters)
        return "\n".join(self._coloured(y) for y in range(ROWS))

    def _coloured(self, y: int) -> str:
        parts, last = [], Style.PLAIN
        for letter, style in zip(self._letters[y], self._styles[y], strict=True):
            if style is not last:
                parts.append(f"\x1b[0;{style.value}m" if style is not Style.PLAIN else "\x1b[0m")
                last = style
            parts.append(letter)
        return "".join(parts).rstrip() + ("\x1b[0m" if last is not Style.PLAIN else "")


_PLAIN = str.maketrans("─│┌┐└┘█▀▒·–—…♣♦♥♠", "-|++++#=%.--.cdhs")


def for_encoding(text: str, encoding: str) -> str:
    """The text as a terminal of this encoding can show it: as it is, else without lines and suits, or accents too."""
    plain = text.translate(_PLAIN)
    if (said := next((one for one in (text, plain) if can_write(one, encoding)), None)) is not None:
        return said
    import unicodedata  # noqa: PLC0415 - hardly ever needed

    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode("ascii")


def can_write(text: str, encoding: str) -> bool:
    """Whether a terminal of this encoding has every letter of the text; an encoding that nobody knows has none."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
