"""The live hand on the players' screen: how high its figures are, how a result is celebrated, how cards are turned."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from device.rules.hand import Hand
from device.screen.drawing.fonts import languages_offered
from device.screen.drawing.paint import Painter
from device.screen.look.layout import CAP_HEIGHT, LANDSCAPE, PORTRAIT, players_zones
from device.screen.look.moment import RESULT_PLAYS_S, STILL, Moment
from device.screen.look.shapes import Back, Box, Face, Fill, Label, Place, Scene
from device.screen.look.theme import THEMES, Ink
from device.screen.players.celebration import grown, swell, swept
from device.screen.players.scene import players_scene
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
EN, ES = load_words("en"), load_words("es")
THEME = THEMES["standard"]


def pixel_pitch_mm(diagonal_inches: float, width: int, height: int) -> float:
    """The distance of two pixels' middles: the diagonal in millimetres over the diagonal in pixels."""
    return diagonal_inches * 25.4 / math.hypot(width, height)


def pixels_for(distance_m: float, part: int) -> float:
    """How many pixels of a 24-inch screen of 1920 × 1080 a height of this part of the viewing distance takes.

    What is read from a distance d has to be at least d / 240 high, and d / 120 for comfort: a capital then fills about
    14 and 29 minutes of arc. At five metres that is 20.8 and 41.7 mm, which on this screen is 75 and 151 pixels.
    """
    return distance_m * 1000 / part / pixel_pitch_mm(24, *LANDSCAPE)


def labels(scene: Scene) -> list[Label]:
    return [shape for shape in scene.shapes if isinstance(shape, Label)]


def ink_height(label: Label, painter: Painter) -> int:
    """How high the letters are as painted, measured in pixels of the picture."""
    picture = painter.picture(Scene(width=label.box.right, height=label.box.bottom + 40, shapes=(label,)))
    letters = pygame.mask.from_threshold(picture, THEME[label.ink], (90, 90, 90, 255))
    boxes = letters.get_bounding_rects()
    return max(box.bottom for box in boxes) - min(box.top for box in boxes)


def test_the_heights_for_a_distance_are_those_that_are_agreed() -> None:
    assert pixel_pitch_mm(24, 1920, 1080) == pytest.approx(0.2767, abs=0.0001)
    assert [round(pixels_for(distance, part)) for distance in (2, 5) for part in (240, 120)] == [30, 60, 75, 151]


@pytest.mark.parametrize("outcome", ["player", "banker", "tie"])
@pytest.mark.parametrize("language", languages_offered())
def test_totals_and_result_are_read_from_five_metres(
    public: ViewMaker, banker_wins: View, language: str, outcome: str
) -> None:
    words, painter = load_words(language), Painter(THEME, language)
    for names in ({"player": "Jugador", "banker": "Banca"}, {"player": "Player", "banker": "Banker"}):
        scene = players_scene(public(**banker_wins | {"outcome": outcome, "names": names}), words, LANDSCAPE)
        zones = players_zones(LANDSCAPE)
        name = next(one for one in labels(scene) if one.box == zones.result.name)
        assert ink_height(name, painter) >= pixels_for(5, 240)
        totals = [one for one in labels(scene) if one.box in (zones.result.player, zones.result.banker)]
        assert [one.text for one in totals] == ["1", "3"]
        assert all(ink_height(one, painter) >= pixels_for(5, 120) for one in totals)


def test_totals_are_as_high_while_the_hand_is_dealt_and_measured_in_pixels(public: ViewMaker) -> None:
    dealing = {"phase": "dealing", "player": ["4h", "9c"], "banker": ["2s", "Ad"], "player_total": 3, "banker_total": 8}
    scene = players_scene(public(**dealing), EN, LANDSCAPE)
    totals = [one for one in labels(scene) if one.text in "38" and one.box.h > 100]
    assert len(totals) == 2
    assert all(ink_height(one, Painter(THEME)) >= pixels_for(5, 120) for one in totals)
    tall = players_scene(public(**dealing), EN, PORTRAIT)
    assert all(one.size * CAP_HEIGHT >= pixels_for(5, 240) for one in labels(tall) if one.box.h > 100)


def lights(scene: Scene) -> list[Box]:
    return [one.box for one in scene.shapes if isinstance(one, Fill) and one.ink is Ink.WINNER and one.radius]


def test_a_still_picture_is_the_last_one_of_the_celebration(public: ViewMaker, banker_wins: View) -> None:
    view = public(**banker_wins)
    assert players_scene(view, EN, LANDSCAPE, moment=Moment(result_s=RESULT_PLAYS_S)) == players_scene(
        view, EN, LANDSCAPE, moment=STILL
    )


def test_the_result_grows_out_of_the_middle_and_the_totals_stay(public: ViewMaker, banker_wins: View) -> None:
    view, zones = public(**banker_wins), players_zones(LANDSCAPE)
    widths = []
    for result_s in (0.0, 0.1, 0.2, 0.45, 1.0):
        scene = players_scene(view, EN, LANDSCAPE, moment=Moment(result_s=result_s))
        block = next(
            one.box
            for one in scene.shapes
            if isinstance(one, Fill)
            and one.box.y == zones.centre.y
            and one.box.x >= zones.result.block.x
            and one.box.right <= zones.result.block.right
        )
        widths.append(block.w)
        figures = [one.box.x + one.box.w / 2 for one in labels(scene) if one.text in "13" and one.box.h > 100]
        assert figures == [690, 1230]
    assert widths == sorted(widths)
    assert (widths[0], widths[-1]) == (zones.centre.w, zones.result.block.w)


def test_nothing_in_a_celebration_is_faster_than_three_times_a_second() -> None:
    moments = [Moment(result_s=number / 300) for number in range(450)]
    for curve in (grown, swept):
        values = [curve(moment) for moment in moments]
        assert values == sorted(values)
        assert values[-1] == pytest.approx(1, abs=0.01)
    swells = [swell(moment) for moment in moments]
    rises = [later > earlier for earlier, later in itertools.pairwise(swells)]
    peaks = sum(before and not after for before, after in itertools.pairwise(rises))
    assert 1 <= peaks / RESULT_PLAYS_S <= 3
    assert swell(STILL) == 0


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_the_light_is_around_the_winner_alone(public: ViewMaker, banker_wins: View, size: tuple[int, int]) -> None:
    zones = players_zones(size)
    for outcome, winner, loser in (("player", zones.player, zones.banker), ("banker", zones.banker, zones.player)):
        scene = players_scene(public(**banker_wins | {"outcome": outcome}), EN, size)
        around = [box for box in lights(scene) if box.x < winner.x and box.right > winner.right]
        assert around
        assert not [box for box in lights(scene) if box.x <= loser.x and box.right >= loser.right and box.y <= loser.y]


def test_a_hand_without_bets_says_so_in_its_result_and_pays_nothing(public: ViewMaker, banker_wins: View) -> None:
    paid = [{"wager": "banker", "result": "win", "pays": "0.95:1"}]
    played = {one.text for one in labels(players_scene(public(**banker_wins, paid=paid), ES, LANDSCAPE))}
    free = {one.text for one in labels(players_scene(public(**banker_wins | {"kind": "free"}), ES, LANDSCAPE))}
    assert "PAGA 0.95 : 1" in played - free
    assert (
        sum(
            one.text == "SIN APUESTAS"
            for one in labels(players_scene(public(**banker_wins | {"kind": "free"}), ES, LANDSCAPE))
        )
        == 2
    )  # the badge, and the result


THREE: View = {
    "phase": "dealing",
    "player": ["4h", "9c", "8d"],
    "banker": [None, None],
    "player_total": 1,
}


def test_cards_lie_in_their_places_and_what_is_hidden_is_a_back(public: ViewMaker) -> None:
    scene = players_scene(public(**THREE), EN, LANDSCAPE)
    cards = [one for one in scene.shapes if isinstance(one, Face | Back | Place)]
    assert [type(one).__name__ for one in cards] == ["Back", "Back", "Place", "Face", "Face", "Face"]
    upright, third = cards[3].box, cards[5].box
    assert upright.h / upright.w == pytest.approx(1.4, abs=0.02)
    assert (third.w, third.h) == (upright.h, upright.w)
    assert 185 <= upright.h <= 195
    assert [one.turned for one in cards if isinstance(one, Face)] == [False, False, True]


def test_the_newest_card_is_turned_and_its_total_comes_with_its_face(public: ViewMaker) -> None:
    fresh = frozenset({(Hand.PLAYER, 2)})
    parts, totals = [], []
    for turning in (0.0, 0.4, 0.6, 1.0):
        scene = players_scene(public(**THREE), EN, LANDSCAPE, moment=Moment(turning=turning, fresh=fresh))
        parts.append([one.part for one in scene.shapes if isinstance(one, Face)])
        totals.append([one.text for one in labels(scene) if one.box.h > 100])
    assert parts == [[1, 1, turning] for turning in (0.0, 0.4, 0.6, 1.0)]
    assert totals == [["3"], ["3"], ["1"], ["1"]]


def test_a_hand_whose_cards_all_turn_has_no_total_before_they_are_seen(public: ViewMaker) -> None:
    view = public(**THREE | {"player": ["4h", "9c"], "player_total": 3})
    both = frozenset({(Hand.PLAYER, 0), (Hand.PLAYER, 1)})
    scene = players_scene(view, EN, LANDSCAPE, moment=Moment(turning=0.2, fresh=both))
    assert not [one.text for one in labels(scene) if one.box.h > 100]


def test_the_picture_moves_as_a_whole_and_gets_dark_as_a_whole(public: ViewMaker) -> None:
    still = players_scene(public(), EN, LANDSCAPE)
    moved = players_scene(public(), EN, LANDSCAPE, moment=Moment(shift=(2, -1)))
    for one, other in zip(still.shapes, moved.shapes, strict=True):
        assert (other.box.x, other.box.y) == (one.box.x + 2, one.box.y - 1)
        assert (other.box.w, other.box.h) == (one.box.w, one.box.h)
    painter = Painter(THEME)
    light, dark = (
        painter.picture(players_scene(public(), EN, (480, 270), moment=Moment(dim=dim))).get_at((300, 110))
        for dim in (0.0, 0.6)
    )
    assert sum(tuple(dark)[:3]) < 0.5 * sum(tuple(light)[:3])
