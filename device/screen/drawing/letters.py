"""Typefaces in their sizes, and texts as small pictures: Latin letters in one face, Chinese ones in another.

A text is cut into runs, each in the face that has its letters, all on one baseline. What was written is kept.
"""

from dataclasses import dataclass

import pygame

from device.screen.drawing.fonts import FontError, cjk_path, font_path, glyphs
from device.screen.drawing.kept import Kept
from device.screen.drawing.sprites import blank
from device.screen.look.lines import balanced, broken, clipped, cut, is_cjk
from device.screen.look.shapes import Align, Box, Label, Paragraph
from device.screen.look.theme import Rgb

SMALLEST = 0.6
"""A text too large for its box is drawn down to this part of its size before it is cut."""

LINE, CJK_LINE = 1.25, 1.4
"""Height of a paragraph's line by the font's size; Chinese characters fill their squares and want more air."""

_LEFT_OVER = 0.2
"""A last line shorter than this part of its box looks forgotten."""

_MOST_FONTS = 64
_MOST_BYTES = 16_000_000
"""Pictures of texts kept; a screen shows some 100 texts of 20 to 200 kB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A line of text as a picture; `baseline`: how far its letters' feet are below the top, in pixels.

    `middle`: how far the middle of its letters is above the baseline: of capitals, or of Chinese characters alone.
    """

    picture: pygame.Surface
    baseline: int
    middle: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line written at its place on the screen."""

    picture: pygame.Surface
    x: int
    y: int

    @property
    def box(self) -> Box:
        """The pixels that it may touch."""
        return Box(self.x, self.y, self.picture.get_width(), self.picture.get_height())


class Letters:
    """The screens' letters. Raises FontError where the Latin face is missing; without a Chinese one boxes stand."""

    def __init__(self, language: str) -> None:
        """`language`: the one whose Chinese characters are wanted; any other code: the mainland's."""
        pygame.font.init()
        self._language = language
        self._latin = {bold: str(font_path(bold=bold)) for bold in (False, True)}
        self._fonts: Kept[pygame.font.Font] = Kept(_MOST_FONTS, lambda _: 1)
        self._written: Kept[Written] = Kept(_MOST_BYTES, _bytes_of)
        self._fitted: Kept[tuple[int, str]] = Kept(2_000, lambda _: 1)
        self._broken: Kept[tuple[int, list[str]]] = Kept(400, lambda _: 1)
        self._has: dict[bool, frozenset[int]] = {}

    def font(self, size: int, bold: bool) -> pygame.font.Font:
        """The Latin face in a size in pixels."""
        return self._font(size, bold, chinese=False)

    def _font(self, size: int, bold: bool, *, chinese: bool) -> pygame.font.Font:
        return self._fonts.get((size, bold, chinese), lambda: self._opened(size, bold, chinese=chinese))

    def _opened(self, size: int, bold: bool, *, chinese: bool) -> pygame.font.Font:
        if not chinese:
            return pygame.font.Font(self._latin[bold], max(1, size))
        return pygame.font.Font(str(cjk_path(self._language, bold=bold)), max(1, size))

    def _runs(self, text: str) -> list[tuple[bool, str]]:
        """The text in pieces, each with whether it is for the Chinese face; spaces stay with what stands before."""
        if text.isascii():
            return [(False, text)]
        found: list[tuple[bool, str]] = []
        for letter in text:
            other = ord(letter) not in self._characters(chinese=False) and ord(letter) in self._characters(chinese=True)
            if found and (found[-1][0] == other or letter == " "):
                found[-1] = (found[-1][0], found[-1][1] + letter)
            else:
                found.append((other, letter))
        return found

    def _characters(self, *, chinese: bool) -> frozenset[int]:
        """What a face has; the Chinese one is looked for when a letter first needs it, which takes a while."""
        if chinese not in self._has:
            path = cjk_path(self._language) if chinese else font_path(bold=True)
            try:
                self._has[chinese] = frozenset() if path is None else glyphs(path)
            except (FontError, OSError):  # it went away since it was found: boxes stand, as where there never was one
                self._has[chinese] = frozenset()
        return self._has[chinese]

    def width(self, text: str, size: int, bold: bool) -> int:
        """How wide a text is in a size, in pixels."""
        runs = self._runs(clean(text))
        return sum(
            self._font(size, bold, chinese=chinese).size(run)[0] + self._strokes(size, bold, chinese=chinese)
            for chinese, run in runs
        )

    def written(self, text: str, size: int, bold: bool, colour: Rgb) -> Written:
        """A line of text as a picture on a transparent ground."""
        return self._written.get((text, size, bold, colour), lambda: self.written_once(text, size, bold, colour))

    def written_once(self, text: str, size: int, bold: bool, colour: Rgb) -> Written:
        """The same, not kept: for what is so large that it would drive out everything else."""
        return self._write(clean(text), size, bold, colour)

    def _write(self, text: str, size: int, bold: bool, colour: Rgb) -> Written:
        runs = self._runs(text)
        fonts = [self._font(size, bold, chinese=chinese) for chinese, _ in runs]
        pictures = [
            self._run(run, font, colour, self._strokes(size, bold, chinese=chinese))
            for font, (chinese, run) in zip(fonts, runs, strict=True)
        ]
        baseline = max(font.get_ascent() for font in fonts)
        middle = self._middle(size, bold, chinese=all(chinese for chinese, _ in runs))
        if len(pictures) == 1:
            return Written(picture=pictures[0], baseline=baseline, middle=middle)
        below = max(picture.get_height() - font.get_ascent() for font, picture in zip(fonts, pictures, strict=True))
        whole = blank(sum(picture.get_width() for picture in pictures), baseline + below, colour)
        x = 0
        for font, picture in zip(fonts, pictures, strict=True):
            whole.blit(picture, (x, baseline - font.get_ascent()))
            x += picture.get_width()
        return Written(picture=whole, baseline=baseline, middle=middle)

    @staticmethod
    def _run(text: str, font: pygame.font.Font, colour: Rgb, stronger: int) -> pygame.Surface:
        picture = font.render(text, True, colour)  # noqa: FBT003 - pygame's own signature: smooth edges
        if not stronger:
            return picture
        bold = blank(picture.get_width() + stronger, picture.get_height(), colour)
        for x in range(stronger + 1):
            bold.blit(picture, (x, 0))
        return bold

    def _strokes(self, size: int, bold: bool, *, chinese: bool) -> int:
        """By how many pixels strokes are made stronger: where a Chinese face has no bold of its own.

        SDL's own way of making letters bold adds a tenth of their size, in which dense characters drown.
        """
        if not (chinese and bold) or cjk_path(self._language, bold=True) != cjk_path(self._language, bold=False):
            return 0
        return max(1, round(size / 28))

    def _middle(self, size: int, bold: bool, *, chinese: bool) -> float:
        metrics = self._font(size, bold, chinese=chinese).metrics("国" if chinese else "H")[0]
        if metrics is None:
            return size / 3
        _, _, low, high, _ = metrics
        return (low + high) / 2 if chinese else high / 2

    def label(self, label: Label, colour: Rgb) -> Line | None:
        """A label written in its place; None when there is nothing to write."""
        size, text = self.fitted(label)
        if not text.strip():
            return None
        return self._placed(self.written(text, size, label.bold, colour), label.box, label.align)

    def fitted(self, label: Label) -> tuple[int, str]:
        """The size and the text that fit a label's box: smaller first, then cut."""
        key = (label.text, label.size, label.bold, label.box.w)
        return self._fitted.get(key, lambda: self._fit(label))

    def _fit(self, label: Label) -> tuple[int, str]:
        text, room = clean(label.text), label.box.w
        width = self.width(text, label.size, label.bold)
        if width <= room:
            return label.size, text
        size = max(1, int(label.size * max(SMALLEST, room / width)))
        if self.width(text, size, label.bold) <= room:
            return size, text
        return size, cut(text, room, lambda part: self.width(part, size, label.bold))

    def paragraph(self, text: Paragraph, colour: Rgb) -> list[Line]:
        """A paragraph's lines, each in its place."""
        size, lines = self.set(text)
        height, box = _line_height(size, text.text), text.box
        y = box.y if text.top else box.y + max(0, (box.h - height * len(lines)) // 2)
        found = []
        for index, line in enumerate(lines):
            if line.strip():
                row = Box(box.x, y + index * height, box.w, height)
                found.append(self._placed(self.written(line, size, text.bold, colour), row, text.align))
        return found

    def set(self, text: Paragraph) -> tuple[int, list[str]]:
        """The size and the lines that fit a paragraph's box: smaller first, then broken inside words, then cut."""
        key = (text.text, text.size, text.bold, text.box.w, text.box.h, text.align)
        return self._broken.get(key, lambda: self._set(text))

    def _set(self, text: Paragraph) -> tuple[int, list[str]]:
        said, room = "\n".join(clean(part) for part in text.text.split("\n")), text.box.w
        least = max(1, round(text.size * SMALLEST))
        for size in range(max(1, text.size), least - 1, -1):
            lines = broken(said, room, lambda part, size=size: self.width(part, size, text.bold))  # type: ignore[misc]
            wide = max(self.width(line, size, text.bold) for line in lines)
            if wide <= room and len(lines) * _line_height(size, said) <= text.box.h:
                return size, self._evened(lines, size, text)

        def measure(part: str) -> int:
            return self.width(part, least, text.bold)

        lines = broken(said, room, measure, inside_words=True)
        return least, clipped(lines, text.box.h // _line_height(least, said), room, measure)

    def _evened(self, lines: list[str], size: int, text: Paragraph) -> list[str]:
        """Lines on a middle axis are even, and no last line anywhere is a word or a character left over."""

        def measure(part: str) -> int:
            return self.width(part, size, text.bold)

        if "\n" in text.text or (text.align is not Align.CENTRE and measure(lines[-1]) > _LEFT_OVER * text.box.w):
            return lines
        return balanced(lines, text.box.w, measure)

    @staticmethod
    def _placed(written: Written, box: Box, align: Align) -> Line:
        left = {
            Align.LEFT: box.x,
            Align.CENTRE: box.x + (box.w - written.picture.get_width()) // 2,
            Align.RIGHT: box.right - written.picture.get_width(),
        }[align]
        baseline = box.y + int(box.h / 2 + written.middle + 0.5)
        return Line(picture=written.picture, x=left, y=baseline - written.baseline)


def clean(text: str) -> str:
    """A text without what has no drawing: control characters, and marks that would turn its direction around."""
    if text.isprintable():
        return text
    return "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or letter.isprintable())


def _line_height(size: int, text: str) -> int:
    return max(1, round(size * (CJK_LINE if any(map(is_cjk, text)) else LINE)))


def _bytes_of(written: Written) -> int:
    return written.picture.get_width() * written.picture.get_height() * 4
