"""Cards as pictures: the same upright and on their head, not stretched, ranks that are read from far away."""

import math
from collections.abc import Iterator

import pygame
import pytest

from device.rules.card import Card, Rank, Suit
from device.screen.drawing.cards import INDEX_CAP, INDEX_TOP, INDEX_X, PIP, pips
from device.screen.drawing.paint import Painter
from device.screen.drawing.sprites import shadow
from device.screen.drawing.suits import within
from device.screen.look.layout import LANDSCAPE
from device.screen.look.shapes import Back, Box, Face, Fill, Scene, Shape
from device.screen.look.theme import THEMES, Ink, Rgb
from device.screen.players.scene import players_scene
from device.words import load_words

W, H = 200, 280
ROOM = 20
CARD = Box(ROOM, ROOM, W, H)
PAPER: Rgb = THEMES["standard"][Ink.CARD]


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    yield Painter(THEMES["standard"])
    pygame.font.quit()


def drawn(painter: Painter, *shapes: Shape) -> pygame.Surface:
    return painter.picture(Scene(width=W + 2 * ROOM, height=H + 2 * ROOM, shapes=shapes))


def different(one: pygame.Surface, other: pygame.Surface) -> float:
    """The part of the pixels that differ by more than smoothing does."""
    a, b = (pygame.image.tobytes(picture, "RGB") for picture in (one, other))
    return sum(abs(x - y) > 60 for x, y in zip(a, b, strict=True)) / len(a)


@pytest.mark.parametrize("shape", [Back(box=CARD), Face(box=CARD, card=Card("Kh")), Face(box=CARD, card=Card("Ts"))])
def test_a_card_is_the_same_on_its_head(painter: Painter, shape: Shape) -> None:
    picture = drawn(painter, shape)
    assert different(picture, pygame.transform.rotate(picture, 180)) < 0.01


def ink_box(painter: Painter, card: Card, area: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    """What is printed in a part of the card: left, top, right, bottom in pixels of the card."""
    picture = drawn(painter, Face(box=CARD, card=card))
    x0, y0, x1, y1 = (round(part * W) for part in area)
    found = [
        (x, y)
        for x in range(x0, x1)
        for y in range(y0, y1)
        if sum(abs(a - b) for a, b in zip(picture.get_at((x + ROOM, y + ROOM))[:3], PAPER, strict=True)) > 200
    ]
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


@pytest.mark.parametrize("rank", list(Rank))
def test_every_rank_is_as_high_as_it_is_meant_to_be_and_stays_clear_of_the_pips(painter: Painter, rank: Rank) -> None:
    card = Card(f"{'T' if rank is Rank.TEN else rank.value}s")
    left, top, right, bottom = ink_box(painter, card, (0.025, 0.025, 0.29, INDEX_TOP + INDEX_CAP + 0.02))
    assert left > 0.025 * W
    assert bottom - top == pytest.approx(INDEX_CAP * W, abs=5)  # a Q's tail hangs below the line
    assert (left + right) / 2 == pytest.approx(INDEX_X * W, abs=4)
    nearest = min((x for x, _, _ in pips(rank)), default=0.6) - PIP / 2
    assert right + 0.015 * W <= nearest * W


def test_a_rank_on_a_players_screen_is_read_at_five_metres() -> None:
    """Good eyes read letters of 5 minutes of arc; asked for is half as much again, on a screen of 24 inches."""
    view = {"view": "public", "version": 1, "phase": "dealing", "banner": "dealing", "player": ["4h"]}
    scene = players_scene(view, load_words("en"), LANDSCAPE)
    (face,) = [shape for shape in scene.shapes if isinstance(shape, Face)]
    pixel_m = 24 * 0.0254 / math.hypot(*LANDSCAPE)
    minutes = math.degrees(math.atan(INDEX_CAP * face.box.w * pixel_m / 5)) * 60
    assert minutes >= 7.5


@pytest.mark.parametrize("size", [(50, 70), (137, 192), (400, 560)])
def test_no_card_is_stretched(painter: Painter, size: tuple[int, int]) -> None:
    box = Box(ROOM, ROOM, *size)
    scene = Scene(width=size[0] + 40, height=size[1] + 40, shapes=(Face(box=box, card=Card("Ah")),))
    picture = painter.picture(scene)
    red = THEMES["standard"][Ink.CARD_RED]
    middle = [
        (x, y)
        for x in range(ROOM + size[0] * 26 // 100, ROOM + size[0] * 74 // 100)
        for y in range(ROOM + size[1] // 3, ROOM + size[1] * 2 // 3)
        if sum(abs(a - b) for a, b in zip(picture.get_at((x, y))[:3], red, strict=True)) < 120
    ]
    wide = max(x for x, _ in middle) - min(x for x, _ in middle) + 1
    high = max(y for _, y in middle) - min(y for _, y in middle) + 1
    assert high / wide == pytest.approx(0.92, abs=0.06)  # a heart's own proportion


def test_the_shadow_lies_around_the_card_and_no_further_than_it_says(painter: Painter) -> None:
    ground = Fill(box=Box(0, 0, 400, 400), ink=Ink.PAPER)
    picture = drawn(painter, ground, Face(box=CARD, card=Card("4c")))
    paper = THEMES["standard"][Ink.PAPER]
    reach = shadow(W, H)
    for y in (H // 2 + ROOM,):
        assert tuple(picture.get_at((ROOM - reach - 1, y)))[:3] == paper
        assert sum(picture.get_at((ROOM - 2, y))[:3]) < sum(paper) - 40
    assert tuple(picture.get_at((ROOM, ROOM)))[:3] != PAPER  # a round corner


@pytest.mark.parametrize("across", [False, True])
def test_a_card_turns_over_its_edge_from_back_to_face(painter: Painter, across: bool) -> None:
    box = Box(ROOM, ROOM, 140, 100) if across else Box(ROOM, ROOM, 100, 140)
    widths = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        picture = drawn(painter, Face(box=box, card=Card("9d"), turned=across, part=part))
        light = [(x, y) for x in range(W) for y in range(W) if sum(picture.get_at((x, y))[:3]) > 330]
        places = [y if across else x for x, y in light]
        widths.append(max(places) - min(places) + 1 if places else 0)
    assert widths[0] == widths[4] == 100
    assert widths[1] == widths[3] == pytest.approx(71, abs=3)
    assert widths[2] <= 4
    start = drawn(painter, Face(box=box, card=Card("9d"), turned=across, part=0.0))
    assert pygame.image.tobytes(start, "RGB") == pygame.image.tobytes(
        drawn(painter, Back(box=box, turned=across)), "RGB"
    )


def test_before_its_edge_a_turning_card_says_nothing_of_its_face(painter: Painter) -> None:
    for part in (0.0, 0.3, 0.5):
        one, other = (drawn(painter, Face(box=CARD, card=Card(card), part=part)) for card in ("9d", "Ks"))
        assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_every_suit_is_told_from_every_other_in_grey(painter: Painter) -> None:
    def shape(suit: Suit) -> set[tuple[int, int]]:
        picture = drawn(painter, Face(box=CARD, card=Card(f"A{suit.value}")))
        return {(x, y) for x in range(70, 170) for y in range(110, 210) if sum(picture.get_at((x, y))[:3]) < 500}

    shapes = [shape(suit) for suit in Suit]
    for index, one in enumerate(shapes):
        for other in shapes[index + 1 :]:
            assert len(one ^ other) / len(one | other) > 0.1


def test_cutting_to_a_frame() -> None:
    frame = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert set(within(((-1, -1), (2, -1), (2, 2), (-1, 2)), frame)) == set(frame)
    assert within(((2, 2), (3, 2), (3, 3)), frame) == ()
    assert within(((0.2, 0.2), (0.8, 0.2), (0.5, 0.8)), frame) == ((0.2, 0.2), (0.8, 0.2), (0.5, 0.8))
