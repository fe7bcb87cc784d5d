"""The roads on the players' screens: every cell where it must stand, windows that scroll, marks without colour."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli.main import zapato
from device.roads import DerivedRoad, derived_marks, run_lengths
from device.roads.tokens import parse_rounds
from device.rules.outcome import Outcome
from device.screen.drawing.paint import Painter
from device.screen.look.layout import LANDSCAPE, PORTRAIT, RoadZone, players_zones
from device.screen.look.shapes import Bead, Box, RoadMark, RoadWin, Scene
from device.screen.look.theme import THEMES
from device.screen.plain.text import players_text
from device.screen.players.scene import players_scene
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
EN = load_words("en")
ZONES = players_zones(LANDSCAPE)
DERIVED = {
    "big_eye": DerivedRoad.BIG_EYE_BOY,
    "small": DerivedRoad.SMALL_ROAD,
    "cockroach": DerivedRoad.COCKROACH_ROAD,
}
LETTERS = {Outcome.BANKER: "B", Outcome.PLAYER: "P", Outcome.TIE: "T", None: None}

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "roads" / "data" / "roads.json").read_text(encoding="utf-8")
)


def width(cells: list[list[Any]]) -> int:
    return max((cell[0] + 1 for cell in cells), default=0)


FITTING = [
    case
    for case in CASES
    if width(case["roads"]["bead"]) <= ZONES.beads.kept
    and width(case["roads"]["big_road"]) <= ZONES.big_road.kept
    and all(width(case["roads"][name]) <= ZONES.derived[road].kept for name, road in DERIVED.items())
]


def coups(rounds: str) -> list[View]:
    """What a view says of coups written as ``B P Bb T Ppn``."""
    return [
        {
            "coup": number,
            "kind": "normal",
            "outcome": one.outcome.value,
            "natural": one.natural,
            "player_pair": one.player_pair,
            "banker_pair": one.banker_pair,
        }
        for number, one in enumerate(parse_rounds(rounds), 1)
    ]


def inside(zone: RoadZone, box: Box) -> tuple[int, int] | None:
    """The cell of a zone in which a shape stands, wholly; None: it stands elsewhere."""
    side = zone.grid.w // zone.columns
    column, row = (box.x - zone.grid.x) // side, (box.y - zone.grid.y) // side
    if not (0 <= column < zone.columns and 0 <= row < zone.rows):
        return None
    assert box.right <= zone.grid.x + (column + 1) * side
    assert box.bottom <= zone.grid.y + (row + 1) * side
    return column, row


def wins(scene: Scene) -> list[list[Any]]:
    """The big road as the cases write it, but for natural marks, which no screen shows."""
    found = []
    for shape in scene.shapes:
        if isinstance(shape, RoadWin):
            cell = inside(ZONES.big_road, shape.box)
            assert cell is not None
            found.append([*cell, LETTERS[shape.winner], shape.ties, shape.banker_pair, shape.player_pair])
    return found


def marks(scene: Scene, road: DerivedRoad) -> list[list[Any]]:
    zone = ZONES.derived[road]
    found = [(inside(zone, shape.box), shape) for shape in scene.shapes if isinstance(shape, RoadMark)]
    return [[*cell, shape.mark.value] for cell, shape in found if cell is not None]


def beads(scene: Scene) -> list[list[Any]]:
    found = [(inside(ZONES.beads, shape.box), shape) for shape in scene.shapes if isinstance(shape, Bead)]
    return [[*cell, LETTERS[shape.outcome]] for cell, shape in found if cell is not None]


def asked(scene: Scene, place: int) -> list[str]:
    """The marks of one column of the ask road, from above."""
    half = ZONES.ask.x + ZONES.ask.w // 2
    boxes = [s for s in scene.shapes if isinstance(s, RoadMark) and s.box.x >= ZONES.ask.x and s.box.y >= ZONES.ask.y]
    return [shape.mark.value for shape in boxes if (shape.box.x >= half) is bool(place)]


def test_most_cases_fit_the_screen() -> None:
    assert len(FITTING) >= 20
    assert any("straight" in case for case in FITTING)


@pytest.mark.parametrize("case", FITTING, ids=[case["name"] for case in FITTING])
@pytest.mark.parametrize("tails", ["redescend", "straight"])
def test_every_cell_of_every_road_stands_in_its_place(public: ViewMaker, case: dict[str, Any], tails: str) -> None:
    wanted = case["roads"] | (case.get("straight", {}) if tails == "straight" else {})
    scene = players_scene(public(coups=coups(case["rounds"]), tails=tails, paytable=[]), EN, LANDSCAPE)
    assert beads(scene) == [[column, row, name[0]] for column, row, name in wanted["bead"]]
    assert wins(scene) == [cell[:6] for cell in wanted["big_road"]]
    for name, road in DERIVED.items():
        assert marks(scene, road) == wanted[name]
    for place, winner in enumerate("BP"):
        assert asked(scene, place) == [mark for mark in wanted["ask"][winner].values() if mark]


def test_a_long_shoe_scrolls_by_whole_columns_and_keeps_what_is_new(public: ViewMaker) -> None:
    rounds = "BB" + "PB" * 30 + "PP"  # 62 runs, two of which are two long
    scene = players_scene(public(coups=coups(rounds), paytable=[]), EN, LANDSCAPE)
    found = wins(scene)
    assert found[0][:3] == [0, 0, "B"]  # the first eighteen columns are gone, of the two-long first run no half stays
    assert [cell[:3] for cell in found[-3:]] == [[42, 0, "B"], [43, 0, "P"], [43, 1, "P"]]
    assert len(found) == ZONES.big_road.kept + 1
    assert len(beads(scene)) == 64  # 17 columns hold 102: nothing is gone yet


def test_what_scrolls_away_still_counts_for_the_derived_roads(public: ViewMaker) -> None:
    rounds = "BBB PPP" + " B PP" * 25  # far more runs than the big road shows
    whole = [one.outcome for one in parse_rounds(rounds)]
    scene = players_scene(public(coups=coups(rounds), paytable=[]), EN, LANDSCAPE)
    for road in DerivedRoad:
        shown = [mark for *_, mark in marks(scene, road)]
        every = [mark.value for mark in derived_marks(run_lengths(parse_rounds(rounds)), road)]
        assert shown == every[-len(shown) :]
        in_window = len(wins(scene))
        suffix = " ".join(LETTERS[outcome] or "" for outcome in whole[-in_window:])
        assert len(every) > len(derived_marks(run_lengths(parse_rounds(suffix)), road))
    twice = players_scene(public(coups=coups(rounds), paytable=[]), EN, PORTRAIT)
    narrow = [shape.mark for shape in twice.shapes if isinstance(shape, RoadMark)]
    wide = [shape.mark for shape in scene.shapes if isinstance(shape, RoadMark)]
    assert narrow[-6:] == wide[-6:]  # the ask road, whatever the window


def test_ties_are_counted_on_the_last_win_and_leading_ones_wait(public: ViewMaker) -> None:
    def big_road(rounds: str) -> list[list[Any]]:
        return wins(players_scene(public(coups=coups(rounds), paytable=[]), EN, LANDSCAPE))

    assert big_road("T T") == [[0, 0, None, 2, False, False]]
    assert big_road("T T Pp") == [[0, 0, "P", 2, False, True]]
    assert big_road("T T Pp T Bb T T") == [[0, 0, "P", 3, False, True], [1, 0, "B", 2, True, False]]


VOIDED = {"coup": 2, "kind": "void", "outcome": None}
FREE = {"coup": 3, "kind": "free", "outcome": "banker"}


def test_a_voided_coup_stands_on_no_road_and_a_free_one_where_the_house_marks_it(public: ViewMaker) -> None:
    first, last = coups("P P")
    view = public(coups=[first, VOIDED, FREE, last], paytable=[])
    scene = players_scene(view, EN, LANDSCAPE)
    assert beads(scene) == [[0, 0, "P"], [0, 1, "P"]]
    assert [cell[:3] for cell in wins(scene)] == [[0, 0, "P"], [0, 1, "P"]]
    marked = players_scene(view | {"free_coups_on_roads": True}, EN, LANDSCAPE)
    assert beads(marked) == [[0, 0, "P"], [0, 1, "B"], [0, 2, "P"]]
    assert [cell[:3] for cell in wins(marked)] == [[0, 0, "P"], [1, 0, "B"], [2, 0, "P"]]


def test_a_corrected_coup_stands_as_it_is_now_and_changes_all_that_follows(public: ViewMaker) -> None:
    before, after = coups("B B P P B P"), coups("B P P P B P")
    old, new = (players_scene(public(coups=shoe, paytable=[]), EN, LANDSCAPE) for shoe in (before, after))
    fresh = players_scene(public(coups=coups("B P P P B P"), paytable=[]), EN, LANDSCAPE)
    assert new == fresh
    # Runs of 2 2 1 1 before and of 1 3 1 1 after.
    assert marks(old, DerivedRoad.BIG_EYE_BOY) == [[0, 0, "R"], [0, 1, "R"], [1, 0, "B"]]
    assert marks(new, DerivedRoad.BIG_EYE_BOY) == [[0, 0, "B"], [1, 0, "R"], [2, 0, "B"], [2, 1, "B"]]


def test_a_hand_that_is_not_turned_yet_is_on_no_road(public: ViewMaker) -> None:
    view = public(coups=coups("B P"), player=[None, None], banker=[None, None], phase="dealing")
    dealing = players_scene(view, EN, LANDSCAPE)
    between = players_scene(public(coups=coups("B P")), EN, LANDSCAPE)
    for read in (beads, wins):
        assert read(dealing) == read(between)


def test_the_text_screen_shows_all_roads_and_what_the_next_win_would_mark(public: ViewMaker) -> None:
    # Runs 2 3 1 1 2, the worked example of the rules for roads: R B B B R B, then B B B, then B R.
    lines = players_text(public(coups=coups("B B T T Pp P P B P B B")), EN).split("\n")
    assert [line.rstrip() for line in lines[9:16]] == [
        " BEAD PLATE                BIG ROAD",
        " B J                       B J*B J B                       Jugador            4",
        " B B                       B2J     B                       Banca              5",
        " T J                         J                             Tie                2",
        " T B                                                       Jugador pair       1",
        " J*B                                                       Banca pair         0",
        " J                                                         Natural            0",
    ]
    assert [line.rstrip() for line in lines[16:23]] == [
        " BIG EYE BOY        SMALL ROAD         COCKROACH ROAD      ASK ROAD",
        " oxox               x                  xo                                  B  J",
        "  x                 x                                      Big eye boy     o  x",
        "  x                 x                                      Small road      o  x",
        "                                                           Cockroach road  o  x",
        "",
        "                                                           o red  x blue",
    ]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_text_screen_has_every_road_of_every_case_as_far_as_its_width_goes(
    public: ViewMaker, case: dict[str, Any]
) -> None:
    lines = players_text(public(coups=coups(case["rounds"])), EN).split("\n")
    for place, name in enumerate(DERIVED):
        cells = case["roads"][name]
        if width(cells) <= 18:
            x = 1 + 19 * place
            found = {
                (column, row, {"o": "R", "x": "B"}[lines[17 + row].ljust(80)[x + column]])
                for row in range(6)
                for column in range(18)
                if lines[17 + row].ljust(80)[x + column] != " "
            }
            assert found == {tuple(cell) for cell in cells}, name


def played(*settings: str) -> View:
    """The players' view of a table with a voided coup, a coup without bets and a run of eight."""
    coup = {"P": "Kh Ks 7c 6d", "B": "Kh Ks 6c 7d"}
    script = ["shoe"]
    for winner in "P" + "B" * 8:
        script += [f"card {card}" for card in coup[winner].split()]
    script += ["free by=sup1", *(f"card {card}" for card in coup["P"].split())]
    script += [*(f"card {card}" for card in coup["P"].split()), 'void by=sup1 second=pit2 reason="test"']
    words = ["play", "-", "--quick", *(word for setting in settings for word in ("--set", setting))]
    done = CliRunner().invoke(zapato, [*words, "--set", "shuffle=every-coup"], input="\n".join(script))
    assert done.exit_code == 0, done.output
    public: View = json.loads(done.stdout.splitlines()[-1])["public"]
    return public


def test_a_tables_own_view_carries_the_house_rules_for_its_roads() -> None:
    view = played("tails=straight", "free_coups_on_roads=yes")
    scene = players_scene(view, EN, LANDSCAPE)
    assert [cell[2] for cell in wins(scene)] == ["P", *"BBBBBBBB", "P"]  # the free one is there, the voided one is not
    assert [cell[2] for cell in wins(players_scene(played(), EN, LANDSCAPE))] == ["P", *"BBBBBBBB"]
    assert view["tails"] == "straight"


def test_a_coup_that_people_corrected_at_the_table_stands_corrected_on_the_roads() -> None:
    coup = "card Kh\ncard Ks\ncard 7c\ncard 6d\n"
    order = 'correct coup=2 player=Kh6c banker=Ks7d by=sup1 second=pit2 reason="misread"\n'
    letters = []
    for script in (coup * 3, coup * 3 + order):
        done = CliRunner().invoke(zapato, ["play", "-", "--quick", "--set", "shuffle=every-coup"], input=script)
        assert done.exit_code == 0, done.output
        scene = players_scene(json.loads(done.stdout.splitlines()[-1])["public"], EN, LANDSCAPE)
        letters.append(([cell[2] for cell in wins(scene)], [cell[2] for cell in beads(scene)]))
    assert letters == [(["P", "P", "P"], ["P", "P", "P"]), (["P", "B", "P"], ["P", "B", "P"])]


@pytest.mark.parametrize("size", [(160, 160), (300, 900), (1, 1), (640, 360)])
def test_roads_are_drawn_in_windows_too_small_for_them(public: ViewMaker, size: tuple[int, int]) -> None:
    view = public(coups=coups("TT BbpTT PPPPPPPP BB P BBBBBBBB" * 3))
    scene = players_scene(view, EN, size)
    assert Painter(THEMES["standard"]).picture(scene).get_size() == size
