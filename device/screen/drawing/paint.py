"""The painter: a scene and a theme become pixels. It decides nothing about what is shown."""

from pathlib import Path
from typing import assert_never

import pygame

from device.screen.drawing import road_sprites, sprites
from device.screen.drawing.fonts import font_path
from device.screen.look.shapes import (
    Align,
    Arrow,
    Back,
    Bead,
    Box,
    Face,
    Fill,
    Grid,
    Icon,
    Label,
    Light,
    Paragraph,
    Place,
    Progress,
    RoadMark,
    RoadWin,
    Scene,
    Shape,
    Veil,
    Watermark,
)
from device.screen.look.theme import INKS, ON, Ink, Rgb, Theme

SMALLEST = 0.6
"""A text too wide for its box is drawn down to this part of its size before it is cut."""

_MOST_SPRITES = 600
"""Sprites kept; a resized window would otherwise keep those of every size it had."""


class PictureError(RuntimeError):
    """A picture cannot be written; says which and why."""


class Painter:
    """Paints scenes in one theme; keeps typefaces and sprites, so a picture after the first costs little."""

    def __init__(self, theme: Theme) -> None:
        pygame.font.init()
        self.theme = theme
        self._paths = {bold: str(font_path(bold=bold)) for bold in (False, True)}
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._sprites: dict[object, pygame.Surface] = {}

    def picture(self, scene: Scene) -> pygame.Surface:
        """A new surface with the scene; needs no display."""
        surface = pygame.Surface((scene.width, scene.height), 0, 32)
        self.paint(surface, scene)
        return surface

    def paint(self, surface: pygame.Surface, scene: Scene) -> None:
        """Paint the whole scene over what the surface holds."""
        if len(self._sprites) > _MOST_SPRITES:
            self._sprites.clear()
            self._fonts.clear()
        surface.fill(self.theme[Ink.BACKGROUND])
        for shape in scene.shapes:
            self._shape(surface, shape)

    def text_width(self, label: Label) -> int:
        """How wide a label's text is at its full size, in pixels: for checking that words fit their places."""
        return self._font(label.size, label.bold).size(label.text)[0]

    def _shape(self, surface: pygame.Surface, shape: Shape) -> None:
        box = shape.box
        if box.w <= 0 or box.h <= 0:
            return
        match shape:
            case Fill():
                self._fill(surface, shape)
            case Label():
                self._label(surface, shape)
            case Face():
                surface.blit(self._card(shape), (box.x, box.y))
            case Back():
                surface.blit(self._back(shape), (box.x, box.y))
            case Place():
                ink = Ink.WINNER if shape.due else Ink.PANEL_EDGE
                self._outline(surface, box, ink, max(1, min(box.w, box.h) // (32 if shape.due else 64)))
            case Bead():
                surface.blit(self._bead(shape), (box.x, box.y))
            case RoadWin():
                surface.blit(self._road_win(shape), (box.x, box.y))
            case RoadMark():
                surface.blit(self._road_mark(shape), (box.x, box.y))
            case Grid():
                self._grid(surface, shape)
            case Arrow():
                points = ((1, 0), (0, 0.5), (1, 1)) if shape.to_left else ((0, 0), (1, 0.5), (0, 1))
                surface.blit(sprites.polygons(box.w, box.h, self.theme[shape.ink], (points,)), (box.x, box.y))
            case Light():
                surface.blit(sprites.light(self.theme, min(box.w, box.h), well=shape.well), (box.x, box.y))
            case Paragraph():
                self._paragraph(surface, shape)
            case Icon():
                surface.blit(self._disc(min(box.w, box.h), self.theme[shape.ink]), (box.x, box.y))
            case Progress():
                full = Box(box.x, box.y, round(box.w * min(1.0, max(0.0, shape.part))), box.h)
                self._rounded(surface, full, self.theme[shape.ink], min(shape.radius, full.w // 2))
            case Veil():
                veil = pygame.Surface((box.w, box.h))
                veil.set_alpha(round(255 * min(1.0, max(0.0, shape.part))))
                surface.blit(veil, (box.x, box.y))
            case Watermark():
                self._watermark(surface, shape)
            case _:
                assert_never(shape)

    def _font(self, size: int, bold: bool) -> pygame.font.Font:
        font = self._fonts.get((size, bold))
        if font is None:
            font = self._fonts[size, bold] = pygame.font.Font(self._paths[bold], max(1, size))
        return font

    def _fill(self, surface: pygame.Surface, fill: Fill) -> None:
        if fill.edge is None:
            self._rounded(surface, fill.box, self.theme[fill.ink], fill.radius)
            return
        self._rounded(surface, fill.box, self.theme[fill.edge], fill.radius)
        inner = fill.box.inset(fill.edge_width)
        self._rounded(surface, inner, self.theme[fill.ink], max(0, fill.radius - fill.edge_width))

    def _rounded(self, surface: pygame.Surface, box: Box, colour: Rgb, radius: int) -> None:
        radius = min(radius, box.w // 2, box.h // 2)
        surface.fill(colour, (box.x + radius, box.y, box.w - 2 * radius, box.h))
        if radius <= 0:
            return
        surface.fill(colour, (box.x, box.y + radius, radius, box.h - 2 * radius))
        surface.fill(colour, (box.right - radius, box.y + radius, radius, box.h - 2 * radius))
        disc = self._disc(2 * radius, colour)
        for x, left in ((box.x, 0), (box.right - radius, radius)):
            for y, top in ((box.y, 0), (box.bottom - radius, radius)):
                surface.blit(disc, (x, y), (left, top, radius, radius))

    def _outline(self, surface: pygame.Surface, box: Box, ink: Ink, width: int) -> None:
        radius = max(2, min(box.w, box.h) // 14)
        self._rounded(surface, box, self.theme[ink], radius)
        self._rounded(surface, box.inset(width), self.theme[Ink.PANEL], radius - width)

    def _disc(self, size: int, colour: Rgb) -> pygame.Surface:
        key = ("disc", size, colour)
        if key not in self._sprites:
            self._sprites[key] = sprites.disc(size, colour)
        return self._sprites[key]

    def _card(self, shape: Face) -> pygame.Surface:
        key = (shape.card, shape.turned, shape.box.w, shape.box.h)
        if key not in self._sprites:
            w, h = (shape.box.h, shape.box.w) if shape.turned else (shape.box.w, shape.box.h)
            upright = sprites.card_face(self.theme, self._font, shape.card, w, h)
            self._sprites[key] = pygame.transform.rotate(upright, 90) if shape.turned else upright
        return self._sprites[key]

    def _back(self, shape: Back) -> pygame.Surface:
        key = ("back", shape.turned, shape.box.w, shape.box.h)
        if key not in self._sprites:
            w, h = (shape.box.h, shape.box.w) if shape.turned else (shape.box.w, shape.box.h)
            upright = sprites.card_back(self.theme, w, h)
            self._sprites[key] = pygame.transform.rotate(upright, 90) if shape.turned else upright
        return self._sprites[key]

    def _bead(self, bead: Bead) -> pygame.Surface:
        size = min(bead.box.w, bead.box.h)
        key = (bead.outcome, bead.letter, bead.player_pair, bead.banker_pair, size)
        if key not in self._sprites:
            ink = INKS[bead.outcome]
            picture = sprites.disc(size, self.theme[ink])
            label = Label(box=Box(0, 0, size, size), text=bead.letter, size=round(size * 0.62), ink=ON[ink])
            self._label(picture, label)
            road_sprites.pair_dots(self.theme, picture, banker=bead.banker_pair, player=bead.player_pair)
            self._sprites[key] = picture
        return self._sprites[key]

    def _road_win(self, win: RoadWin) -> pygame.Surface:
        size = min(win.box.w, win.box.h)
        key = (win.winner, win.ties, win.player_pair, win.banker_pair, size)
        if key not in self._sprites:
            self._sprites[key] = road_sprites.road_win(self.theme, self._font, win, size)
        return self._sprites[key]

    def _road_mark(self, mark: RoadMark) -> pygame.Surface:
        size = min(mark.box.w, mark.box.h)
        key = (mark.mark, mark.look, size)
        if key not in self._sprites:
            self._sprites[key] = road_sprites.road_mark(self.theme, mark, size)
        return self._sprites[key]

    def _grid(self, surface: pygame.Surface, grid: Grid) -> None:
        box = grid.box
        surface.fill(self.theme[Ink.PAPER], (box.x, box.y, box.w, box.h))
        line = max(1, box.w // grid.columns // 60)
        for column in range(grid.columns + 1):
            x = box.x + box.w * column // grid.columns - (line if column == grid.columns else 0)
            surface.fill(self.theme[Ink.PAPER_LINE], (x, box.y, line, box.h))
        for row in range(grid.rows + 1):
            y = box.y + box.h * row // grid.rows - (line if row == grid.rows else 0)
            surface.fill(self.theme[Ink.PAPER_LINE], (box.x, y, box.w, line))

    def _paragraph(self, surface: pygame.Surface, text: Paragraph) -> None:
        font = self._font(text.size, text.bold)
        lines: list[str] = []
        for word in text.text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and font.size(longer)[0] <= text.box.w:
                lines[-1] = longer
            else:
                lines.append(word)
        height = round(text.size * 1.25)
        box = text.box
        y = box.y if text.top else box.y + max(0, (box.h - height * len(lines)) // 2)
        for index, line in enumerate(lines):
            row = Box(box.x, y + index * height, box.w, height)
            self._label(
                surface, Label(box=row, text=line, size=text.size, ink=text.ink, bold=text.bold, align=text.align)
            )

    def _label(self, surface: pygame.Surface, label: Label) -> None:
        if not label.text:
            return
        size, text = self._fitted(label)
        font = self._font(size, label.bold)
        picture = font.render(text, True, self.theme[label.ink])  # noqa: FBT003 - pygame's own signature
        box = label.box
        left = {
            Align.LEFT: box.x,
            Align.CENTRE: box.x + (box.w - picture.get_width()) // 2,
            Align.RIGHT: box.right - picture.get_width(),
        }[label.align]
        capital = font.metrics("H")[0]
        height = capital[3] if capital else size
        baseline = box.y + (box.h + height + 1) // 2
        surface.blit(picture, (left, baseline - font.get_ascent()))

    def _fitted(self, label: Label) -> tuple[int, str]:
        """The size and the text that fit the label's box: smaller first, then cut."""
        width = self.text_width(label)
        if width <= label.box.w:
            return label.size, label.text
        size = max(1, int(label.size * max(SMALLEST, label.box.w / width)))
        font, text = self._font(size, label.bold), label.text
        if font.size(text)[0] <= label.box.w:
            return size, text
        while text and font.size(text + "…")[0] > label.box.w:
            text = text[:-1]
        return size, text.rstrip() + "…" if text else ""

    def _watermark(self, surface: pygame.Surface, mark: Watermark) -> None:
        font = self._font(mark.size, True)  # noqa: FBT003 - it is a FontOf
        word = font.render(mark.text, True, (128, 136, 150))  # noqa: FBT003 - pygame's own signature
        word = pygame.transform.rotozoom(word, 16, 1.0)
        word.set_alpha(30)
        surface.blit(word, word.get_rect(center=(mark.box.x + mark.box.w // 2, mark.box.y + mark.box.h // 2)))


def save_picture(scene: Scene, theme: Theme, path: Path) -> None:
    """Draw a scene into a PNG file, without a display; raises PictureError when it cannot be written."""
    surface = Painter(theme).picture(scene)
    try:
        with path.open("wb") as file:  # by file: pygame would choose the format by the path's ending
            pygame.image.save(surface, file, "out.png")
    except OSError as error:
        raise PictureError(f"cannot write the picture {path}: {error.strerror}") from error
