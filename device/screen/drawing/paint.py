"""The painter: a scene and a theme become pixels. It decides nothing about what is shown."""

from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

import pygame

from device.screen.drawing.changes import changed, merged
from device.screen.drawing.letters import Letters, Line
from device.screen.drawing.pictures import Pictures
from device.screen.drawing.sprites import shadow
from device.screen.look.shapes import (
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
from device.screen.look.theme import Ink, Rgb, Theme


class PictureError(RuntimeError):
    """A picture cannot be written; says which and why."""


class Painter:
    """Paints scenes in one theme; keeps typefaces and sprites, so a picture after the first costs little."""

    def __init__(self, theme: Theme, language: str = "zh-Hans") -> None:
        """`language`: the one whose Chinese characters are drawn, where there are any. Raises FontError."""
        self.theme = theme
        self._letters = Letters(language)
        self._pictures = Pictures(theme, self._letters)

    def picture(self, scene: Scene) -> pygame.Surface:
        """A new surface with the scene; needs no display."""
        surface = pygame.Surface((scene.width, scene.height), 0, 32)
        self.paint(surface, scene)
        return surface

    def paint(self, surface: pygame.Surface, scene: Scene) -> None:
        """Paint the whole scene over what the surface holds."""
        self._pictures.room_for(scene.width * scene.height)
        surface.fill(self.theme[Ink.BACKGROUND])
        for shape in scene.shapes:
            self._shape(surface, shape)

    def prepare(self, scene: Scene) -> bool:
        """Make one card's picture that this scene may need next, while there is nothing else to do; False when all are.

        A card that is dealt for the first time then costs no more than any other.
        """
        sizes = {
            (min(shape.box.w, shape.box.h), max(shape.box.w, shape.box.h))
            for shape in scene.shapes
            if isinstance(shape, Place | Back | Face) and min(shape.box.w, shape.box.h) > 0
        }
        return any(self._pictures.prepare(*size) for size in sorted(sizes))

    def update(self, surface: pygame.Surface, before: Scene | None, after: Scene) -> list[Box]:
        """Make a surface that holds the scene `before` hold `after`; says in which boxes pixels may have changed.

        The pixels are those that `paint` would make. Without a scene before, or one of another size, all is painted.
        """
        whole = Box(0, 0, *surface.get_size())
        if before is None or (before.width, before.height) != (after.width, after.height):
            self.paint(surface, after)
            return [whole]
        gone, come = changed(before.shapes, after.shapes)
        if len(come) > len(after.shapes) // 2:
            self.paint(surface, after)
            return [whole]
        boxes = merged((self._reach(shape) for shape in (*gone, *come)), whole.w, whole.h)
        if boxes == [whole]:
            self.paint(surface, after)
        elif boxes:
            self._repaint(surface, after, boxes)
        return boxes

    def _repaint(self, surface: pygame.Surface, scene: Scene, boxes: list[Box]) -> None:
        """Paint some boxes of a scene: what touches them, from the ground up, and no pixel outside."""
        near = _near(scene.shapes, boxes)
        reaches = [_may_touch(shape) for shape in near]
        clip = surface.get_clip()
        try:
            for box in boxes:
                rect = _rect(box)
                surface.set_clip(rect)
                surface.fill(self.theme[Ink.BACKGROUND])
                for index in rect.collidelistall(reaches):
                    self._shape(surface, near[index])
        finally:
            surface.set_clip(clip)

    def text_width(self, label: Label) -> int:
        """How wide a label's text is at its full size, in pixels: for checking that words fit their places."""
        return self._letters.width(label.text, label.size, label.bold)

    def fitted(self, text: Label | Paragraph) -> tuple[int, list[str]]:
        """The size in which a text will be drawn and its lines, for the same end."""
        if isinstance(text, Paragraph):
            return self._letters.set(text)
        size, line = self._letters.fitted(text)
        return size, [line]

    def _reach(self, shape: Shape) -> Box:
        """The box beyond which a shape touches no pixel."""
        match shape:
            case Label() | Paragraph():
                boxes = [line.box for line in self._lines(shape)]
                x, y = min((box.x for box in boxes), default=0), min((box.y for box in boxes), default=0)
                right = max((box.right for box in boxes), default=0)
                return Box(x, y, right - x, max((box.bottom for box in boxes), default=0) - y)
            case Watermark():
                return _centred(self._pictures.watermark(shape), shape.box)
            case Face() | Back():
                return shape.box.inset(-shadow(shape.box.w, shape.box.h))
            case _:
                return shape.box

    def _lines(self, text: Label | Paragraph) -> list[Line]:
        colour = self.theme[text.ink]
        if isinstance(text, Paragraph):
            return self._letters.paragraph(text, colour)
        line = self._letters.label(text, colour)
        return [] if line is None else [line]

    def _shape(self, surface: pygame.Surface, shape: Shape) -> None:
        box, pictures = shape.box, self._pictures
        if box.w <= 0 or box.h <= 0:
            return
        match shape:
            case Fill():
                self._fill(surface, shape)
            case Label() | Paragraph():
                for line in self._lines(shape):
                    surface.blit(line.picture, (line.x, line.y))
            case Face() | Back():
                picture = pictures.face(shape) if isinstance(shape, Face) else pictures.back(shape)
                at = _centred(picture, box)
                surface.blit(picture, (at.x, at.y))
            case Place():
                ink = Ink.WINNER if shape.due else Ink.PANEL_EDGE
                self._outline(surface, box, ink, max(1, min(box.w, box.h) // (32 if shape.due else 64)))
            case Bead():
                surface.blit(pictures.bead(shape), (box.x, box.y))
            case RoadWin():
                surface.blit(pictures.road_win(shape), (box.x, box.y))
            case RoadMark():
                surface.blit(pictures.road_mark(shape), (box.x, box.y))
            case Grid():
                surface.blit(pictures.grid(shape), (box.x, box.y))
            case Arrow():
                surface.blit(pictures.arrow(shape), (box.x, box.y))
            case Light():
                surface.blit(pictures.light(shape), (box.x, box.y))
            case Icon():
                picture = pictures.icon(shape)
                at = _centred(picture, box)
                surface.blit(picture, (at.x, at.y))
            case Progress():
                full = Box(box.x, box.y, round(box.w * min(1.0, max(0.0, shape.part))), box.h)
                if full.w > 0:
                    self._progress(surface, full, shape)
            case Veil():
                left = round(255 * (1 - min(1.0, max(0.0, shape.part))))
                surface.fill((left, left, left), _rect(box), special_flags=pygame.BLEND_RGB_MULT)
            case Watermark():
                picture = pictures.watermark(shape)
                at = _centred(picture, box)
                surface.blit(picture, (at.x, at.y), special_flags=pygame.BLEND_PREMULTIPLIED)
            case _:
                assert_never(shape)

    def _fill(self, surface: pygame.Surface, fill: Fill) -> None:
        if fill.edge is None:
            self._rounded(surface, fill.box, self.theme[fill.ink], fill.radius)
            return
        self._rounded(surface, fill.box, self.theme[fill.edge], fill.radius)
        inner = fill.box.inset(fill.edge_width)
        self._rounded(surface, inner, self.theme[fill.ink], max(0, fill.radius - fill.edge_width))

    def _progress(self, surface: pygame.Surface, full: Box, progress: Progress) -> None:
        """What is full keeps the whole area's shape: a short piece of a rounded bar is cut from its rounded end."""
        clip = surface.get_clip()
        surface.set_clip(clip.clip(_rect(full)))
        self._rounded(surface, progress.box, self.theme[progress.ink], progress.radius)
        surface.set_clip(clip)

    def _rounded(self, surface: pygame.Surface, box: Box, colour: Rgb, radius: int) -> None:
        radius = min(radius, box.w // 2, box.h // 2)
        if box.w <= 0 or box.h <= 0:
            return
        surface.fill(colour, (box.x + max(0, radius), box.y, box.w - 2 * max(0, radius), box.h))
        if radius <= 0:
            return
        surface.fill(colour, (box.x, box.y + radius, radius, box.h - 2 * radius))
        surface.fill(colour, (box.right - radius, box.y + radius, radius, box.h - 2 * radius))
        disc = self._pictures.disc(2 * radius, colour)
        for x, left in ((box.x, 0), (box.right - radius, radius)):
            for y, top in ((box.y, 0), (box.bottom - radius, radius)):
                surface.blit(disc, (x, y), (left, top, radius, radius))

    def _outline(self, surface: pygame.Surface, box: Box, ink: Ink, width: int) -> None:
        radius = max(2, min(box.w, box.h) // 14)
        self._rounded(surface, box, self.theme[ink], radius)
        self._rounded(surface, box.inset(width), self.theme[Ink.PANEL], radius - width)


def _rect(box: Box) -> pygame.Rect:
    return pygame.Rect(box.x, box.y, box.w, box.h)


def _more(shape: Shape) -> int:
    """How far beyond its box a shape may touch pixels, found without writing its text: rather too far."""
    match shape:
        case Label() | Paragraph():
            return 2 * shape.size
        case Face() | Back():
            return shadow(shape.box.w, shape.box.h)
        case Watermark():
            return 10_000
        case _:
            return 0


_BEYOND = frozenset((Label, Paragraph, Face, Back, Watermark))
"""The shapes of which `_more` is not nothing."""


def _near(shapes: Sequence[Shape], boxes: Sequence[Box]) -> list[Shape]:
    """The shapes that may touch what lies between all these boxes; asked for every shape at every change."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    found = []
    for shape in shapes:
        box = shape.box
        more = _more(shape) if type(shape) in _BEYOND else 0
        if (
            box.y - more < bottom
            and box.y + box.h + more > top
            and box.x - more < right
            and box.x + box.w + more > left
        ):
            found.append(shape)
    return found


def _may_touch(shape: Shape) -> pygame.Rect:
    """A box beyond which a shape touches no pixel: too large rather than too small."""
    return _rect(shape.box.inset(-_more(shape)))


def _centred(picture: pygame.Surface, box: Box) -> Box:
    w, h = picture.get_size()
    return Box(box.x + (box.w - w) // 2, box.y + (box.h - h) // 2, w, h)


def save_picture(scene: Scene, theme: Theme, path: Path, language: str = "zh-Hans") -> None:
    """Draw a scene into a PNG file, without a display; raises PictureError when it cannot be written."""
    surface = Painter(theme, language).picture(scene)
    try:
        with path.open("wb") as file:  # by file: pygame would choose the format by the path's ending
            pygame.image.save(surface, file, "out.png")
    except OSError as error:
        raise PictureError(f"cannot write the picture {path}: {error.strerror}") from error
