"""The players' screen in every language, phase and size: nothing is cut, and no two things lie on one another."""

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from device.screen.drawing.fonts import languages_offered
from device.screen.drawing.paint import Painter
from device.screen.look.layout import CAP_HEIGHT, LANDSCAPE, PORTRAIT
from device.screen.look.moment import STILL, Moment, Show
from device.screen.look.shapes import (
    Align,
    Back,
    Bead,
    Box,
    Face,
    Fill,
    Icon,
    Label,
    Paragraph,
    Place,
    RoadMark,
    RoadWin,
    Scene,
)
from device.screen.look.theme import THEMES, Ink
from device.screen.players.scene import players_scene
from device.settings import load_profile
from device.words import Words, load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
SIZES = [LANDSCAPE, PORTRAIT, (1280, 720)]
OTHER = {"en": "es", "es": "en", "pt": "zh-Hant", "zh-Hans": "en", "zh-Hant": "pt"}
"""The second language beside each: every language is one, and every script meets the other."""


@pytest.fixture(params=languages_offered())
def words(request: pytest.FixtureRequest) -> Words:
    return load_words(str(request.param))


@functools.cache
def painter(language: str) -> Painter:
    return Painter(THEMES["standard"], language)


@functools.cache
def width(language: str, text: str, size: int, bold: bool) -> int:
    label = Label(box=Box(0, 0, 1, 1), text=text, size=size, ink=Ink.TEXT, bold=bold)
    return painter(language).text_width(label)


@functools.cache
def second_of(words: Words) -> Words | None:
    other = OTHER[words.language]
    return load_words(other) if other in languages_offered() else None


def letters_of(words: Words, second: Words | None) -> str:
    return words.language if second is None or words.language.startswith("zh") else second.language


def written(label: Label, language: str) -> Box:
    """About where the letters of a label stand: as wide as the typeface makes them, as high as its capitals."""
    wide, high = width(language, label.text, label.size, label.bold), round(label.size * CAP_HEIGHT)
    x = {
        Align.LEFT: label.box.x,
        Align.CENTRE: label.box.x + (label.box.w - wide) // 2,
        Align.RIGHT: label.box.right - wide,
    }[label.align]
    return Box(x, label.box.y + (label.box.h - high) // 2, wide, high)


def cut(scene: Scene, language: str) -> set[str]:
    """The labels that are drawn noticeably smaller than they are meant; a twentieth is small sizes' rounding."""
    labels = [shape for shape in scene.shapes if isinstance(shape, Label)]
    return {one.text for one in labels if width(language, one.text, one.size, one.bold) * 0.95 > one.box.w}


def clashes(scene: Scene, language: str) -> list[tuple[str, str]]:
    """Texts that lie on texts, cards, marks or signs; and pieces that lie on pieces."""
    boxes: list[tuple[str, Box]] = []
    for shape in scene.shapes:
        if isinstance(shape, Label) and shape.text:
            boxes.append((f"label {shape.text}", written(shape, language)))
        elif isinstance(shape, Paragraph):
            boxes.append((f"text {shape.text}", shape.box))
        elif isinstance(shape, Face | Back | Place | Bead | RoadWin | RoadMark | Icon):
            boxes.append((type(shape).__name__, shape.box))
    boxes.sort(key=lambda one: one[1].x)
    found = []
    for index, (name, box) in enumerate(boxes):
        for other_name, other in boxes[index + 1 :]:
            if other.x >= box.right:
                break
            if box.y < other.bottom and other.y < box.bottom:
                found.append((name, other_name))
    return found


def spilt(scene: Scene, language: str) -> list[str]:
    """Texts that reach over the edge of the area that they stand on: the last one filled under their middle."""
    found, areas = [], []
    for shape in scene.shapes:
        if isinstance(shape, Fill):
            areas.append(shape.box)
        elif isinstance(shape, Label) and shape.text:
            box = written(shape, language)
            x, y = box.x + box.w // 2, box.y + box.h // 2
            under = [area for area in areas if area.x <= x < area.right and area.y <= y < area.bottom]
            if under and not contains(under[-1], box):
                found.append(shape.text)
    return found


def contains(area: Box, box: Box) -> bool:
    inside = area.x <= box.x and area.y <= box.y
    return inside and box.right <= area.right and box.bottom <= area.bottom


def outside(scene: Scene) -> list[Box]:
    return [
        shape.box
        for shape in scene.shapes
        if shape.box.x < 0 or shape.box.y < 0 or shape.box.right > scene.width or shape.box.bottom > scene.height
    ]


def banners(words: Words) -> list[str]:
    keys = (key.removeprefix("banner.") for key in words.all_keys() if key.startswith("banner."))
    return sorted(key for key in keys if key != "burning-count")


@functools.cache
def pays(profile: str) -> list[View]:
    return [{"wager": wager, "pays": odds} for wager, odds in load_profile(profile).paytable]


def moments(public: ViewMaker, banker_wins: View, words: Words) -> Iterator[tuple[View, Moment]]:
    """Views of a table with every side bet: each banner, and what is long, full or rare."""
    for banner in banners(words):
        yield public(banner=banner, phase="betting" if banner in ("place-your-bets", "last-hand") else "dealing"), STILL
    for banner in ("closed", "self-test", "new-shoe", "card-drawn-in-error"):
        yield public(banner=banner, phase="closed", coups=[]), STILL
    yield public(countdown_s=120), Moment(countdown_s=120)
    yield public(phase="burning", banner="burning", burn={"indicator": "Th", "total": 11, "done": 11}), STILL
    yield public(shoe=999, hand=999, demo=True, last_hand=True, kind="training", seat=14, banner="dealing"), STILL
    yield public(**banker_wins | {"kind": "void", "outcome": None}), STILL
    coups = [{"coup": n, "outcome": "banker", "natural": True, "player_pair": True} for n in range(1, 100)]
    both_pairs = {"player": ["9h", "9c"], "banker": ["4h", "4c"], "player_total": 8, "banker_total": 8, "natural": True}
    for outcome in ("player", "banker", "tie"):
        paid = [{"wager": pay["wager"], "result": "win", "pays": "30:1"} for pay in pays("live")]
        changes = banker_wins | both_pairs | {"outcome": outcome, "coups": coups, "paid": paid, "kind": "free"}
        yield public(**changes), STILL
    for show in Show:
        yield public(coups=[], hand=1), Moment(show=show)


def full(view: View, profile: str, names: tuple[str, str], most: int = 99) -> View:
    limits = [{"wager": "main", "min": "1,000.00", "max": "500,000.00"}]
    limits += [{"wager": wager, "min": "100.00", "max": "5,000.00"} for wager in ("tie", "player-pair")]
    shut = {pay["wager"]: number % 2 == 0 for number, pay in enumerate(pays(profile))}
    paying = [pay | {"open": shut[pay["wager"]]} for pay in pays(profile)[:most]]
    paying = [pay | {"closes_after": 50 if number > 3 else None} for number, pay in enumerate(paying)]
    return view | {
        "table": {"name": "BAC 901", "limits": limits},
        "paytable": paying,
        "names": {"player": names[0], "banker": names[1]},
    }


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_and_nothing_lies_on_anything(
    public: ViewMaker, banker_wins: View, words: Words, size: tuple[int, int]
) -> None:
    second = second_of(words)
    for number, (view, moment) in enumerate(moments(public, banker_wins, words)):
        profile, most = (("live", 99), ("live-no-commission", 99), ("casino-manual", 99), ("live", 6))[number % 4]
        names = (("Jugador", "Banca"), ("Player", "Banker"), ("Punto", "Banco"))[number // 3 % 3]
        seen = full(view, profile, names, most)
        for other in (None, second):
            language = letters_of(words, other)
            scene = players_scene(seen, words, size, second=other, moment=moment)
            found = cut(scene, language), clashes(scene, language), spilt(scene, language), outside(scene)
            assert found == (set(), [], [], []), (view["banner"], moment, other is not None)


@pytest.mark.parametrize("size", [(320, 240), (800, 600), (2560, 1080), (600, 800), (240, 320), (1, 1), (4000, 40)])
def test_any_size_is_drawn_and_keeps_to_the_screen(
    public: ViewMaker, banker_wins: View, words: Words, size: tuple[int, int]
) -> None:
    for view, moment in ((public(**banker_wins), STILL), (public(coups=[]), Moment(show=Show.RULES))):
        scene = players_scene(
            full(view, "live", ("Jugador", "Banca")), words, size, second=second_of(words), moment=moment
        )
        assert painter("zh-Hans").picture(scene).get_size() == size
        if min(size) > 100:
            assert all(box.x >= -1 and box.right <= size[0] + 1 and box.bottom <= size[1] + 1 for box in outside(scene))


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_paints_every_phase(public: ViewMaker, banker_wins: View, theme: str) -> None:
    own, en = Painter(THEMES[theme]), load_words("en")
    for view, moment in moments(public, banker_wins, en):
        picture = own.picture(players_scene(full(view, "live", ("Player", "Banker")), en, (480, 270), moment=moment))
        assert picture.get_size() == (480, 270)


def test_a_screen_without_a_second_language_leaves_no_gap_for_it(public: ViewMaker, words: Words) -> None:
    alone = players_scene(public(), words, LANDSCAPE)
    same = players_scene(public(), words, LANDSCAPE, second=load_words(words.language))
    banner = words.say("banner.place-your-bets").upper()
    sizes = []
    for scene in (alone, players_scene(public(), words, LANDSCAPE, second=second_of(words))):
        sizes.append(next(one.size for one in scene.shapes if isinstance(one, Label) and one.text == banner))
    assert [one.size for one in same.shapes if isinstance(one, Label) and one.text == banner] == sizes[:1]
    assert sizes[0] > sizes[1] or second_of(words) is None


def test_the_checks_find_what_is_wrong() -> None:
    # If this fails, the tests above prove nothing.
    area = Fill(box=Box(100, 100, 200, 60), ink=Ink.PANEL)
    label = Label(box=Box(110, 110, 180, 40), text="Banker", size=30, ink=Ink.TEXT)
    high = Label(box=Box(110, 86, 180, 40), text="Player", size=30, ink=Ink.TEXT)
    long = Label(box=Box(110, 110, 80, 40), text="Banker pair", size=30, ink=Ink.TEXT)

    def scene(*shapes: Fill | Label) -> Scene:
        return Scene(width=300, height=200, shapes=shapes)

    assert (cut(scene(area, label), "en"), clashes(scene(area, label), "en"), spilt(scene(area, label), "en")) == (
        set(),
        [],
        [],
    )
    assert cut(scene(area, long), "en") == {"Banker pair"}
    assert clashes(scene(area, label, long), "en") == [("label Banker pair", "label Banker")]
    assert spilt(scene(area, high), "en") == ["Player"]
    assert outside(scene(area)) == []
    assert outside(scene(Fill(box=Box(101, 0, 200, 60), ink=Ink.PANEL))) == [Box(101, 0, 200, 60)]
