"""Repainting what changed gives the very pixels of a whole picture, and leaves alone what did not change."""

import itertools
from collections.abc import Callable
from functools import cache
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.roads import Mark
from device.rules.card import Card
from device.rules.outcome import Outcome
from device.screen.dealer.scene import PANEL, dealer_scene
from device.screen.drawing.changes import changed, merged
from device.screen.drawing.paint import Painter
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
    MarkLook,
    Paragraph,
    Place,
    Progress,
    RoadMark,
    RoadWin,
    Scene,
    Shape,
    Symbol,
    Veil,
    Watermark,
)
from device.screen.look.theme import THEMES, Ink
from device.screen.players.scene import no_data_scene, players_scene
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
W, H = 180, 120
EN = load_words("en")

boxes = st.builds(Box, st.integers(-20, W), st.integers(-20, H), st.integers(0, 90), st.integers(0, 70))
cards = st.builds(lambda x, y, w: Box(x, y, w, round(w * 1.4)), st.integers(-9, W), st.integers(-9, H), st.just(30))
cells = st.builds(
    lambda x, y, size: Box(x, y, size, size), st.integers(0, W), st.integers(0, H), st.sampled_from([9, 20])
)
inks = st.sampled_from([Ink.PANEL, Ink.PLAYER, Ink.WINNER, Ink.TEXT])
texts = st.sampled_from(["", "8", "Place your bets", "闲 PLAYER", "a long text that does not fit its box at all"])
sizes = st.sampled_from([8, 14, 40])
parts = st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0])

shapes: st.SearchStrategy[Shape] = st.one_of(
    st.builds(
        Fill, box=boxes, ink=inks, radius=st.integers(0, 30), edge=st.none() | inks, edge_width=st.integers(0, 4)
    ),
    st.builds(Label, box=boxes, text=texts, size=sizes, ink=inks, bold=st.booleans(), align=st.sampled_from(Align)),
    st.builds(Paragraph, box=boxes, text=texts, size=sizes, ink=inks, align=st.sampled_from(Align), top=st.booleans()),
    st.builds(Face, box=cards, card=st.sampled_from(["9h", "Ks"]).map(Card), part=parts),
    st.builds(Back, box=cards),
    st.builds(Place, box=boxes, due=st.booleans()),
    st.builds(Bead, box=cells, outcome=st.sampled_from(Outcome), letter=st.just("P"), player_pair=st.booleans()),
    st.builds(RoadWin, box=cells, winner=st.none() | st.sampled_from(Outcome), ties=st.integers(0, 2)),
    st.builds(RoadMark, box=cells, mark=st.sampled_from(Mark), look=st.sampled_from(MarkLook)),
    st.builds(Grid, box=boxes, columns=st.integers(1, 9), rows=st.integers(1, 6)),
    st.builds(Arrow, box=boxes, ink=inks, to_left=st.booleans()),
    st.builds(Light, box=cells, well=st.booleans()),
    st.builds(Icon, box=boxes, symbol=st.sampled_from([Symbol.BELL, Symbol.CARDS]), ink=inks),
    st.builds(Progress, box=boxes, part=parts, ink=inks, radius=st.integers(0, 20)),
    st.builds(Veil, box=boxes | st.just(Box(0, 0, W, H)), part=parts),
    st.builds(Watermark, box=boxes | st.just(Box(0, 0, W, H)), text=texts, size=st.just(30)),
)
rows = st.lists(shapes, max_size=12)


@cache
def painter() -> Painter:
    pygame.font.init()
    return Painter(THEMES["standard"])


def scene(row: list[Shape] | tuple[Shape, ...]) -> Scene:
    return Scene(width=W, height=H, shapes=tuple(row))


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def check(before: Scene, after: Scene) -> list[Box]:
    """Update `before` to `after` and compare with `after` painted whole; says which boxes were painted."""
    surface = painter().picture(before)
    old = surface.copy()
    painted = painter().update(surface, before, after)
    wanted = painter().picture(after)
    assert pixels(surface) == pixels(wanted)
    for box in painted:
        rect = (box.x, box.y, box.w, box.h)
        old.blit(wanted, rect, rect)
    assert pixels(old) == pixels(wanted)  # nothing changed outside the boxes that are said
    assert surface.get_clip() == surface.get_rect()
    return painted


@st.composite
def two_rows(draw: st.DrawFn) -> tuple[list[Shape], list[Shape]]:
    """A row of shapes and the same with some gone, some come and some that changed places."""
    before = draw(rows)
    after = list(before)
    for shape in draw(st.lists(shapes, max_size=3)):
        after.insert(draw(st.integers(0, len(after))), shape)
    for _ in range(draw(st.integers(0, 3))):
        if after:
            shape = after.pop(draw(st.integers(0, len(after) - 1)))
            if draw(st.booleans()):
                after.insert(draw(st.integers(0, len(after))), shape)
    return before, after


@settings(max_examples=250)
@given(two_rows())
def test_an_update_gives_the_pixels_of_a_whole_picture(both: tuple[list[Shape], list[Shape]]) -> None:
    before, after = both
    check(scene(before), scene(after))


@given(two_rows())
def test_what_stays_is_the_same_row_in_both(both: tuple[list[Shape], list[Shape]]) -> None:
    before, after = both
    gone, come = changed(before, after)
    for row, removed in ((before, gone), (after, come)):
        rest = list(row)
        for shape in removed:
            assert shape in rest
    assert len(before) - len(gone) == len(after) - len(come)
    assert changed(before, before) == ([], [])


def test_of_two_shapes_that_change_places_one_is_painted_again() -> None:
    one, other, third = (Fill(box=Box(x, 0, 30, 30), ink=Ink.PLAYER) for x in (0, 10, 20))
    gone, come = changed([one, other, third], [third, one, other])
    assert (gone, come) == ([third], [third])


@given(st.lists(boxes, max_size=80))
def test_the_merged_boxes_hold_every_box_and_are_few(found: list[Box]) -> None:
    result = merged(found, W, H)
    assert len(result) <= 24
    for box in result:
        assert 0 <= box.x < box.right <= W
        assert 0 <= box.y < box.bottom <= H
    for box in found:
        seen = [(x, y) for x in (max(0, box.x), min(W, box.right) - 1) for y in (max(0, box.y), min(H, box.bottom) - 1)]
        if min(W, box.right) > max(0, box.x) and min(H, box.bottom) > max(0, box.y):
            assert any(all(one.x <= x < one.right and one.y <= y < one.bottom for x, y in seen) for one in result), box


def shoe(public: ViewMaker, banker_wins: View) -> list[View]:
    """The views of a hand: bets, cards one by one, the result, the next hand."""
    coups = [*public()["coups"], {"coup": 7, "kind": "normal", "outcome": "banker", "natural": False}]
    dealt = {"phase": "dealing", "banner": "no-more-bets"}
    return [
        public(),
        public(**dealt),
        public(**dealt, player=[None]),
        public(**dealt, player=["4h"], player_total=4),
        public(**dealt, player=["4h"], banker=["2s"], player_total=4, banker_total=2),
        public(**dealt, player=["4h", "9c"], banker=["2s"], player_total=3, banker_total=2),
        public(**banker_wins),
        public(**banker_wins, coups=coups),
        public(coups=coups, hand=8),
        public(coups=coups, hand=8, banner="held", held=True),
        public(coups=coups, hand=8, demo=True),
        public(coups=coups, hand=9, demo=True),
    ]


@pytest.mark.parametrize("size", [(1920, 1080), (640, 360), (405, 720)])
def test_a_whole_hand_on_the_players_screen(public: ViewMaker, banker_wins: View, size: tuple[int, int]) -> None:
    scenes = [players_scene(view, EN, size) for view in shoe(public, banker_wins)]
    scenes.insert(3, no_data_scene("missing", EN, size))
    for before, after in itertools.pairwise(scenes):
        check(before, after)


def test_a_hand_on_the_dealers_panel(staff: ViewMaker, banker_wins: View) -> None:
    views = [
        staff(),
        staff(instruction="card-to-player", due="player"),
        staff(**banker_wins),
        staff(instruction="held"),
    ]
    scenes = [dealer_scene(view, EN, PANEL) for view in views]
    for before, after in itertools.pairwise(scenes):
        check(before, after)


def test_a_card_that_comes_repaints_its_place_and_not_the_roads(public: ViewMaker, banker_wins: View) -> None:
    views = shoe(public, banker_wins)
    before, after = (players_scene(views[number], EN, (1920, 1080)) for number in (3, 4))
    painted = check(before, after)
    assert sum(box.w * box.h for box in painted) < 0.06 * 1920 * 1080
    assert all(box.bottom < 408 for box in painted)
    assert check(before, before) == []


def test_another_size_or_nothing_before_paints_all(public: ViewMaker) -> None:
    view = public()
    after = players_scene(view, EN, (640, 360))
    for before in (None, players_scene(view, EN, (320, 180))):
        surface = pygame.Surface((640, 360), 0, 32)
        assert painter().update(surface, before, after) == [Box(0, 0, 640, 360)]
        assert pixels(surface) == pixels(painter().picture(after))


def test_what_is_kept_has_a_bound() -> None:
    from device.screen.drawing.kept import Kept

    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name

    kept: Kept[str] = Kept(10, len)
    for name in ("aaaa", "bbbb", "aaaa", "cccc", "bbbb", "x" * 40, "aaaa"):
        assert kept.get(name, lambda name=name: make(name)) == name  # type: ignore[misc]
        assert kept.weight <= 10 or len(kept) == 1
    # "aaaa" was asked for again, so "bbbb" went first; what weighs more than there is room for stays alone for a while
    assert made == ["aaaa", "bbbb", "cccc", "bbbb", "x" * 40, "aaaa"]


def test_a_pack_is_prepared_card_by_card_and_then_there_is_nothing_left_to_do(public: ViewMaker) -> None:
    fresh = Painter(THEMES["standard"])
    after = players_scene(public(), EN, (640, 360))
    fresh.picture(after)
    rounds = 0
    while fresh.prepare(after):
        rounds += 1
        assert rounds <= 52 * 3
    assert rounds % 52 == 0 < rounds
    face = Scene(width=60, height=84, shapes=(Face(box=Box(0, 0, 60, 84), card=Card("Kh")),))
    assert pixels(fresh.picture(face)) == pixels(painter().picture(face))
    assert not fresh.prepare(scene([Fill(box=Box(0, 0, 9, 9), ink=Ink.TEXT)]))


@pytest.mark.parametrize("kind", [Label, Paragraph])
def test_a_text_that_hangs_out_of_a_low_box_is_painted_again_where_it_hangs(
    kind: type[Label] | type[Paragraph],
) -> None:
    text = kind(box=Box(20, 58, 140, 4), text="Highly", size=40, ink=Ink.TEXT)
    for y in (40, 50, 62, 70):
        before, after = (scene([Fill(box=Box(20, y, 140, 4), ink=ink), text]) for ink in (Ink.PANEL, Ink.PLAYER))
        painted = check(before, after)
        assert painted and sum(box.w * box.h for box in painted) < W * H // 2
