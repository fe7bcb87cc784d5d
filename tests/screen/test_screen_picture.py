"""Pictures as pixels, drawn without a display: not blank, right colours at right places, the same every time."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from device.rules.card import Card
from device.screen.dealer.scene import PANEL, dealer_scene
from device.screen.drawing.paint import Painter, PictureError, save_picture
from device.screen.look.layout import LANDSCAPE, players_zones
from device.screen.look.shapes import Align, Back, Box, Face, Fill, Label, Scene
from device.screen.look.theme import THEMES, Ink
from device.screen.players.scene import players_scene
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
ES = load_words("es")
THEME = THEMES["standard"]
SMALL = (960, 540)


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    yield Painter(THEME)
    pygame.font.quit()


def scene_of(*shapes: Any, size: tuple[int, int] = (400, 300)) -> Scene:
    return Scene(width=size[0], height=size[1], shapes=shapes)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def colour(surface: pygame.Surface, x: int, y: int) -> tuple[int, int, int]:
    red, green, blue, _ = surface.get_at((x, y))
    return red, green, blue


def test_the_result_stands_in_the_winners_colour(painter: Painter, public: ViewMaker, banker_wins: View) -> None:
    zones = players_zones(LANDSCAPE)
    for outcome, ink in (("banker", Ink.BANKER), ("player", Ink.PLAYER), ("tie", Ink.TIE)):
        picture = painter.picture(players_scene(public(**banker_wins | {"outcome": outcome}), ES, LANDSCAPE))
        assert colour(picture, zones.result.block.x + 40, zones.result.block.y + 100) == THEME[ink]
        assert colour(picture, zones.player.x + 3, zones.player.y + 180) == THEME[Ink.PLAYER]
        assert colour(picture, zones.banker.right - 4, zones.banker.y + 180) == THEME[Ink.BANKER]
        assert colour(picture, 5, 1075) == THEME[Ink.BACKGROUND]
        grid = zones.beads.grid
        last_bead = Box(grid.x, grid.y, grid.w // 17, grid.h // 6)
        assert colour(picture, last_bead.x + 10, last_bead.y + last_bead.h // 2) == THEME[Ink.BANKER]


def test_the_same_view_gives_the_same_pixels_and_another_card_gives_others(
    public: ViewMaker, banker_wins: View
) -> None:
    def drawn(**changes: object) -> bytes:
        return pixels(Painter(THEME).picture(players_scene(public(**banker_wins | changes), ES, SMALL)))

    assert drawn() == drawn()
    assert drawn() != drawn(banker=["2s", "Ah"])
    assert drawn() != drawn(banker=["2s", None])


def test_a_painter_that_has_painted_before_paints_the_same(
    painter: Painter, public: ViewMaker, banker_wins: View
) -> None:
    scene = players_scene(public(**banker_wins), ES, SMALL)
    fresh = pixels(Painter(THEME).picture(scene))
    painter.picture(players_scene(public(), ES, (800, 450)))
    assert pixels(painter.picture(scene)) == fresh


def test_every_card_and_the_back_are_different_pictures(painter: Painter) -> None:
    box = Box(10, 10, 80, 112)
    shapes = [Face(box=box, card=card) for card in Card]
    pictures = [pixels(painter.picture(scene_of(shape, size=(100, 132)))) for shape in (*shapes, Back(box=box))]
    for one, other in itertools.combinations(pictures, 2):
        assert one != other


def test_a_back_is_the_same_whatever_lies_under_it(painter: Painter, public: ViewMaker) -> None:
    views = [public(player=[None, None], phase="dealing", secret=card) for card in ("9h", "2s")]
    first, second = (pixels(painter.picture(players_scene(view, ES, SMALL))) for view in views)
    assert first == second


def test_a_third_card_is_the_same_card_lying_across(painter: Painter) -> None:
    upright = painter.picture(scene_of(Face(box=Box(0, 0, 100, 140), card=Card.SEVEN_OF_SPADES), size=(100, 140)))
    across = painter.picture(
        scene_of(Face(box=Box(0, 0, 140, 100), card=Card.SEVEN_OF_SPADES, turned=True), size=(140, 100))
    )
    assert pixels(pygame.transform.rotate(upright, 90)) == pixels(across)


def test_round_corners_leave_the_ground_and_fill_the_middle(painter: Painter) -> None:
    picture = painter.picture(scene_of(Fill(box=Box(50, 50, 200, 100), ink=Ink.BANKER, radius=30)))
    for x, y in ((50, 50), (249, 50), (50, 149), (249, 149)):
        assert colour(picture, x, y) == THEME[Ink.BACKGROUND]
    for x, y in ((150, 50), (50, 100), (249, 100), (150, 149), (150, 100)):
        assert colour(picture, x, y) == THEME[Ink.BANKER]


@pytest.mark.parametrize("align", list(Align))
def test_a_text_too_long_for_its_box_never_leaves_it(painter: Painter, align: Align) -> None:
    box = Box(100, 100, 150, 50)
    picture = painter.picture(scene_of(Label(box=box, text="W" * 300, size=40, ink=Ink.TEXT, align=align)))
    picture.fill(THEME[Ink.BACKGROUND], (box.x, 0, box.w, 300))
    assert pixels(picture) == pixels(painter.picture(scene_of()))


def test_awkward_letters_are_drawn_and_stop_nothing(painter: Painter, public: ViewMaker) -> None:
    view = public(table={"name": "中文 \u202e\x00 ♠ 🂡"}, names={"player": "闲", "banker": "é\u0301"})
    assert len(set(pixels(painter.picture(players_scene(view, ES, SMALL))))) > 20


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_draws_both_screens(name: str, public: ViewMaker, staff: ViewMaker, banker_wins: View) -> None:
    painter = Painter(THEMES[name])
    for scene in (players_scene(public(**banker_wins), ES, SMALL), dealer_scene(staff(**banker_wins), ES, PANEL)):
        assert len(set(pixels(painter.picture(scene)))) > 30


def test_the_smallest_and_oddest_windows_are_drawn(painter: Painter, public: ViewMaker, banker_wins: View) -> None:
    for size in ((1, 1), (3, 900), (900, 3), (160, 160)):
        assert painter.picture(players_scene(public(**banker_wins, demo=True), ES, size)).get_size() == size


def test_a_picture_is_written_as_png_or_the_reason_is_said(tmp_path: Path, public: ViewMaker) -> None:
    scene = players_scene(public(), ES, SMALL)
    save_picture(scene, THEME, tmp_path / "out.png")
    save_picture(scene, THEME, tmp_path / "no ending")
    assert (tmp_path / "no ending").read_bytes() == (tmp_path / "out.png").read_bytes()
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    assert pygame.image.load(tmp_path / "out.png").get_size() == SMALL
    with pytest.raises(PictureError, match="nowhere"):
        save_picture(scene, THEME, tmp_path / "nowhere" / "out.png")
