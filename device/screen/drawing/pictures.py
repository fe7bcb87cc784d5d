"""The small pictures that scenes are put together from, each made when it is first wanted, and kept."""

from collections.abc import Callable, Hashable

import pygame

from device.rules.card import Card
from device.screen.drawing import road_sprites, sprites
from device.screen.drawing.icons import icon
from device.screen.drawing.kept import Kept
from device.screen.drawing.letters import Letters
from device.screen.look.shapes import (
    Arrow,
    Back,
    Bead,
    Box,
    Face,
    Grid,
    Icon,
    Label,
    Light,
    RoadMark,
    RoadWin,
    Watermark,
)
from device.screen.look.theme import INKS, ON, Rgb, Theme

_MOST_BYTES = 24_000_000
_BYTES_A_PIXEL = 18
"""Of the screen, that its pictures may take; a whole pack of cards, roads and a watermark are 12."""

_WATERMARK: Rgb = (128, 136, 150)
_WATERMARK_ALPHA = 30


class Pictures:
    """The pictures of one theme."""

    def __init__(self, theme: Theme, letters: Letters) -> None:
        """Nothing is made yet."""
        self.theme = theme
        self._letters = letters
        self._kept: Kept[pygame.Surface] = Kept(
            _MOST_BYTES, lambda picture: picture.get_width() * picture.get_height() * 4
        )

    def _get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        return self._kept.get(key, make)

    def disc(self, size: int, colour: Rgb) -> pygame.Surface:
        """A filled circle."""
        return self._get(("disc", size, colour), lambda: sprites.disc(size, colour))

    def face(self, face: Face) -> pygame.Surface:
        """A card's face as it lies, or the card on its way to lie so."""
        box = face.box
        if face.part < 1:
            front = self._card(face.card, box, turned=face.turned)
            back = self.back(Back(box=box, turned=face.turned))
            return sprites.turning(front, back, face.part, across=face.turned)
        return self._card(face.card, box, turned=face.turned)

    def room_for(self, pixels: int) -> None:
        """Have room for the pictures of a screen of so many pixels."""
        self._kept.room(pixels * _BYTES_A_PIXEL)

    def prepare(self, w: int, h: int) -> bool:
        """Make one card of this size that is not there yet; False when the whole pack is."""
        for card in Card:
            if not self._kept.has(("card", card, False, w, h)):
                self._card(card, Box(0, 0, w, h), turned=False)
                return True
        return False

    def _card(self, card: Card | None, box: Box, *, turned: bool) -> pygame.Surface:
        def make() -> pygame.Surface:
            if turned:  # the same picture as upright
                return pygame.transform.rotate(self._card(card, Box(0, 0, box.h, box.w), turned=False), 90)
            if card is None:
                return sprites.card_back(self.theme, box.w, box.h)
            return sprites.card_face(self.theme, self._letters.font, card, box.w, box.h)

        return self._get(("card", card, turned, box.w, box.h), make)

    def back(self, back: Back) -> pygame.Surface:
        """A card's back as it lies."""
        return self._card(None, back.box, turned=back.turned)

    def bead(self, bead: Bead) -> pygame.Surface:
        """A result on the bead plate."""
        size = min(bead.box.w, bead.box.h)

        def make() -> pygame.Surface:
            ink = INKS[bead.outcome]
            picture = sprites.disc(size, self.theme[ink])
            label = Label(box=Box(0, 0, size, size), text=bead.letter, size=round(size * 0.62), ink=ON[ink])
            line = self._letters.label(label, self.theme[label.ink])
            if line is not None:
                picture.blit(line.picture, (line.x, line.y))
            road_sprites.pair_dots(self.theme, picture, banker=bead.banker_pair, player=bead.player_pair)
            return picture

        return self._get((bead.outcome, bead.letter, bead.player_pair, bead.banker_pair, size), make)

    def road_win(self, win: RoadWin) -> pygame.Surface:
        """A win on the big road."""
        size = min(win.box.w, win.box.h)
        return self._get(
            ("win", win.winner, win.ties, win.player_pair, win.banker_pair, size),
            lambda: road_sprites.road_win(self.theme, self._letters.font, win, size),
        )

    def road_mark(self, mark: RoadMark) -> pygame.Surface:
        """A mark of a derived road."""
        size = min(mark.box.w, mark.box.h)
        return self._get((mark.mark, mark.look, size), lambda: road_sprites.road_mark(self.theme, mark, size))

    def grid(self, grid: Grid) -> pygame.Surface:
        """A ruled area."""
        box = grid.box
        return self._get(
            ("grid", box.w, box.h, grid.columns, grid.rows),
            lambda: sprites.grid(self.theme, box.w, box.h, grid.columns, grid.rows),
        )

    def arrow(self, arrow: Arrow) -> pygame.Surface:
        """A triangle that points to a side."""
        box, colour = arrow.box, self.theme[arrow.ink]
        points = ((1, 0), (0, 0.5), (1, 1)) if arrow.to_left else ((0, 0), (1, 0.5), (0, 1))
        return self._get(
            ("arrow", box.w, box.h, arrow.to_left, colour), lambda: sprites.polygons(box.w, box.h, colour, (points,))
        )

    def light(self, light: Light) -> pygame.Surface:
        """A light with its tick or cross."""
        size = min(light.box.w, light.box.h)
        return self._get(("light", size, light.well), lambda: sprites.light(self.theme, size, well=light.well))

    def icon(self, symbol: Icon) -> pygame.Surface:
        """A symbol, as large as its box lets it be."""
        size, colour = min(symbol.box.w, symbol.box.h), self.theme[symbol.ink]
        return self._get((symbol.symbol, size, colour), lambda: sprites.icon_picture(size, colour, icon(symbol.symbol)))

    def watermark(self, mark: Watermark) -> pygame.Surface:
        """A pale, slanting word."""

        def make() -> pygame.Surface:
            word = self._letters.written_once(mark.text, mark.size, bold=True, colour=_WATERMARK).picture
            word = pygame.transform.rotozoom(word, 16, 1.0)
            word.fill((255, 255, 255, _WATERMARK_ALPHA), special_flags=pygame.BLEND_RGBA_MULT)
            return word.premul_alpha()

        return self._get(("watermark", mark.text, mark.size), make)
