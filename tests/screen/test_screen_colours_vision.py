"""Player, Banker and tie stay apart for eyes that see fewer colours, or none: by shape."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pygame
import pytest

from device.roads import Mark
from device.rules.outcome import Outcome
from device.screen.dealer.scene import PANEL, dealer_scene
from device.screen.drawing.paint import Painter
from device.screen.look.layout import LANDSCAPE
from device.screen.look.shapes import (
    Arrow,
    Bead,
    Box,
    Fill,
    Grid,
    Icon,
    Label,
    MarkLook,
    Paragraph,
    RoadMark,
    RoadWin,
    Scene,
    Shape,
)
from device.screen.look.theme import THEMES, Ink, Theme, contrast
from device.screen.players.scene import players_scene
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
Matrix = tuple[tuple[float, ...], ...]
EN = load_words("en")
SIZE = 36

# How the eye's three kinds of cones answer to linear red, green and blue: sRGB's primaries in CIE XYZ, then the cones
# after Hunt, Pointer and Estévez.
TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
TO_CONES: Matrix = ((0.4002, 0.7076, -0.0808), (-0.2263, 1.1653, 0.0457), (0.0, 0.0, 0.9182))


def times(one: Matrix, other: Matrix) -> Matrix:
    return tuple(
        tuple(sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*other, strict=True))
        for row in one
    )


def inverse(m: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = m
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    rows = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    return tuple(tuple(one / whole for one in row) for row in rows)


def without(cone: int) -> Matrix:
    """Linear red, green and blue as seen without one kind of cone.

    What is missing is made up from the other two, so that white stays white and one more colour what it is: blue
    without the long or the middle cones, red without the short ones.
    """
    to_cones = times(TO_CONES, TO_XYZ)
    anchor = [row[0 if cone == 2 else 2] for row in to_cones]
    white = [sum(row) for row in to_cones]
    p, q = (index for index in range(3) if index != cone)
    whole = white[p] * anchor[q] - white[q] * anchor[p]
    from_p = (white[cone] * anchor[q] - white[q] * anchor[cone]) / whole
    from_q = (white[p] * anchor[cone] - white[cone] * anchor[p]) / whole
    seen = [[float(row == column) for column in range(3)] for row in range(3)]
    seen[cone] = [0.0, 0.0, 0.0]
    seen[cone][p], seen[cone][q] = from_p, from_q
    return times(inverse(to_cones), times(tuple(map(tuple, seen)), to_cones))


GREY: Matrix = ((0.2126, 0.7152, 0.0722),) * 3
EYES: Mapping[str, Matrix] = {
    "protanopia": without(0),
    "deuteranopia": without(1),
    "tritanopia": without(2),
    "no colour": GREY,
}


def seen_by(eye: Matrix, colour: tuple[int, ...]) -> tuple[float, float, float]:
    """A colour as such eyes see it, linear, 0 to 1."""
    linear = [(c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in colour[:3]]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in eye)
    return red, green, blue


def silhouette(picture: pygame.Surface, eye: Matrix) -> frozenset[tuple[int, int]]:
    """The pixels darker than half-way between the darkest and the lightest: what is left when colour has gone."""
    cache: dict[tuple[int, ...], float] = {}
    light = {}
    for x, y in itertools.product(range(SIZE), range(SIZE)):
        colour = tuple(picture.get_at((x, y)))
        if colour not in cache:
            red, green, blue = seen_by(eye, colour)
            cache[colour] = (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 2.2)
        light[x, y] = cache[colour]
    middle = (min(light.values()) + max(light.values())) / 2
    return frozenset(place for place, value in light.items() if value < middle)


@pytest.fixture(scope="module")
def painters() -> Iterator[dict[str, Painter]]:
    yield {name: Painter(theme) for name, theme in THEMES.items()}
    pygame.font.quit()


def marks() -> list[tuple[str, list[Shape]]]:
    box = Box(0, 0, SIZE, SIZE)
    letters = {Outcome.PLAYER: "P", Outcome.BANKER: "B", Outcome.TIE: "T"}
    found: list[tuple[str, list[Shape]]] = [
        ("beads", [Bead(box=box, outcome=outcome, letter=letters[outcome]) for outcome in Outcome]),
        (
            "big road",
            [
                RoadWin(box=box, winner=Outcome.PLAYER),
                RoadWin(box=box, winner=Outcome.BANKER),
                RoadWin(box=box, winner=None, ties=1),
                RoadWin(box=box, winner=Outcome.BANKER, ties=1),
                RoadWin(box=box, winner=Outcome.BANKER, banker_pair=True),
                RoadWin(box=box, winner=Outcome.BANKER, player_pair=True),
            ],
        ),
    ]
    found += [(look.value, [RoadMark(box=box, mark=mark, look=look) for mark in Mark]) for look in MarkLook]
    return found


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("what", "shapes"), marks())
def test_marks_differ_in_shape_for_every_eye(
    painters: dict[str, Painter], name: str, eye: str, what: str, shapes: list[Shape]
) -> None:
    paper = Fill(box=Box(0, 0, SIZE, SIZE), ink=Ink.PAPER)
    pictures = [painters[name].picture(Scene(width=SIZE, height=SIZE, shapes=(paper, shape))) for shape in shapes]
    seen = [silhouette(picture, EYES[eye]) for picture in pictures]
    for one, other in itertools.combinations(seen, 2):
        assert len(one ^ other) >= SIZE * SIZE * 0.015, what


def without_colours(theme: Theme) -> Theme:
    """Player, Banker and tie all in one colour, as are the roads' marks."""
    colours = dict(theme.colours)
    for ink in (Ink.BANKER, Ink.TIE):
        colours[ink] = colours[Ink.PLAYER]
    for ink in (Ink.ON_BANKER, Ink.ON_TIE):
        colours[ink] = colours[Ink.ON_PLAYER]
    for ink in (Ink.ROAD_RED, Ink.ROAD_GREEN):
        colours[ink] = colours[Ink.ROAD_BLUE]
    return Theme(name=theme.name, colours=colours)


def test_results_differ_though_all_three_have_one_colour(public: ViewMaker, banker_wins: View) -> None:
    painter = Painter(without_colours(THEMES["standard"]))
    size = (960, 540)
    pictures = []
    for outcome in ("player", "banker", "tie"):
        view = public(**banker_wins | {"outcome": outcome, "coups": []})
        pictures.append(pygame.image.tobytes(painter.picture(players_scene(view, EN, size)), "RGB"))
    for one, other in itertools.combinations(pictures, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 0.01 * len(one)


def test_the_simulation_keeps_white_and_confuses_what_such_eyes_confuse() -> None:
    for eye in EYES.values():
        assert seen_by(eye, (255, 255, 255)) == pytest.approx((1, 1, 1), abs=0.02)

    def apart(eye: Matrix, one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
        return sum(abs(a - b) for a, b in zip(seen_by(eye, one), seen_by(eye, other), strict=True))

    every = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    red, olive, blue, yellow = (190, 60, 60), (110, 110, 40), (60, 60, 220), (220, 220, 60)
    for name in ("protanopia", "deuteranopia"):
        assert apart(EYES[name], red, olive) < 0.5 * apart(every, red, olive)
        assert apart(EYES[name], blue, yellow) > 0.8
    assert apart(EYES["no colour"], red, (101, 101, 101)) < 0.3 < apart(every, red, (101, 101, 101))


@pytest.mark.parametrize("name", THEMES)
def test_the_okabe_ito_colours_are_the_ones_furthest_apart_for_these_eyes(name: str) -> None:
    theme = THEMES[name]
    inks = (Ink.PLAYER, Ink.BANKER, Ink.TIE)
    nearest = min(
        sum(abs(a - b) for a, b in zip(seen_by(EYES[eye], theme[one]), seen_by(EYES[eye], theme[other]), strict=True))
        for eye in ("protanopia", "deuteranopia", "tritanopia")
        for one, other in itertools.combinations(inks, 2)
    )
    assert nearest > (0.2 if name == "okabe-ito" else 0.05)


def labels_on_grounds(scene: Scene) -> Iterator[tuple[Label | Paragraph | Icon | Arrow, Ink]]:
    """Each writing with the ink of the topmost area under its middle."""
    below: list[tuple[Box, Ink]] = [(Box(0, 0, scene.width, scene.height), Ink.BACKGROUND)]
    for shape in scene.shapes:
        box = shape.box
        if isinstance(shape, Fill):
            below.append((box, shape.ink))
        elif isinstance(shape, Grid):
            below.append((box, Ink.PAPER))
        elif isinstance(shape, Label | Paragraph | Icon | Arrow) and box.w > 0 and box.h > 0:
            x, y = box.x + box.w // 2, box.y + box.h // 2
            yield shape, [ink for area, ink in below if area.x <= x < area.right and area.y <= y < area.bottom][-1]


@pytest.mark.parametrize("name", THEMES)
def test_every_writing_reads_well_on_what_it_stands_on(
    name: str, public: ViewMaker, staff: ViewMaker, banker_wins: View
) -> None:
    theme = THEMES[name]
    scenes = [
        players_scene(view, EN, LANDSCAPE)
        for view in (
            public(),
            *(public(**banker_wins | {"outcome": outcome}) for outcome in ("player", "banker", "tie")),
            *(public(banner=banner) for banner in ("held", "last-hand", "no-more-bets", "closed")),
            public(phase="burning", banner="burning", burn={"indicator": "Th", "total": 10, "done": 3}),
        )
    ]
    scenes += [
        dealer_scene(view, EN, PANEL)
        for view in (
            staff(),
            staff(**banker_wins),
            staff(instruction="card-to-player", due="player", reasons=["player-3-draw"]),
            staff(
                instruction="held",
                incidents=[{"id": 1, "kind": "card-drawn-in-error", "holds": True, "options": ["burn-card"]}],
            ),
        )
    ]
    for scene in scenes:
        for shape, ground in labels_on_grounds(scene):
            least = 3.0 if shape.ink is Ink.DISABLED else 4.5  # a key that does nothing now stands back
            assert contrast(theme[shape.ink], theme[ground]) >= least, (shape, ground)
