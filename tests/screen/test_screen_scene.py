"""The pictures as data: what is on them, what never is, and that everything stays on the screen."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.card import Card
from device.rules.outcome import Outcome
from device.screen.dealer.scene import PANEL, dealer_scene
from device.screen.look.layout import LANDSCAPE, PORTRAIT, Canvas, card_boxes, players_zones, split
from device.screen.look.shapes import (
    Arrow,
    Back,
    Bead,
    Box,
    Face,
    Fill,
    Label,
    Light,
    Paragraph,
    Place,
    RoadMark,
    RoadWin,
    Scene,
    Watermark,
)
from device.screen.look.theme import Ink
from device.screen.players.scene import no_data_scene, players_scene
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
ES, EN = load_words("es"), load_words("en")

cards = st.lists(st.none() | st.sampled_from([card.value for card in Card]), max_size=3)
totals = st.none() | st.integers(0, 9)
sizes = st.tuples(st.integers(160, 2600), st.integers(160, 2600))
names = st.text(max_size=30)


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Label | Paragraph)]


def faces(scene: Scene) -> list[Face]:
    return [shape for shape in scene.shapes if isinstance(shape, Face)]


def views() -> st.SearchStrategy[View]:
    """Any view a table might send, and some it would not: every mixture of turned, hidden and missing cards."""
    return st.fixed_dictionaries(
        {
            "phase": st.sampled_from(
                ["closed", "inspection", "burning", "betting", "dealing", "reveal", "result", "shoe-over", "odd"]
            ),
            "banner": st.sampled_from(["burning", "result", "held", "last-hand", "odd"]),
            "player": cards,
            "banker": cards,
            "player_total": totals,
            "banker_total": totals,
            "outcome": st.none() | st.sampled_from([outcome.value for outcome in Outcome]),
            "kind": st.sampled_from(["normal", "free", "void", "training", "odd"]),
            "names": st.fixed_dictionaries({"player": names, "banker": names}),
            "paytable": st.just([]) | st.just([{"wager": "tie", "pays": "8:1"}]),
            "natural": st.booleans(),
            "last_hand": st.booleans(),
            "demo": st.booleans(),
            "burn": st.none() | st.fixed_dictionaries({"indicator": st.just("9h") | st.none(), "total": st.none()}),
        }
    )


@given(changes=views(), size=sizes)
def test_no_face_appears_that_the_view_does_not_hold(public: ViewMaker, changes: View, size: tuple[int, int]) -> None:
    view = public(**changes)
    scene = players_scene(view, ES, size)
    dealt = [card for card in view["player"] + view["banker"] if card is not None]
    burned = view["burn"]["indicator"] if view["burn"] else None
    shown = Counter(face.card.value for face in faces(scene))
    assert not Counter(dealt) - shown
    # The card that said how many are burned lies on the table too, where there is room; it may be one of the dealt.
    assert [*(shown - Counter(dealt)).elements()] in ([], [burned] if view["phase"] == "burning" else [])
    hidden = (view["player"] + view["banker"]).count(None)
    assert len([shape for shape in scene.shapes if isinstance(shape, Back)]) == hidden


@given(changes=views(), hidden=st.sampled_from([card.value for card in Card]))
def test_the_picture_does_not_change_with_anything_the_view_does_not_say(
    public: ViewMaker, changes: View, hidden: str
) -> None:
    plain = players_scene(public(**changes), ES, LANDSCAPE)
    assert players_scene(public(**changes, hidden=[hidden], due="player", burned=[hidden]), ES, LANDSCAPE) == plain


@given(changes=views(), size=sizes)
def test_everything_stays_on_the_screen(public: ViewMaker, changes: View, size: tuple[int, int]) -> None:
    for shape in players_scene(public(**changes), EN, size).shapes:
        assert shape.box.x >= -1, shape
        assert shape.box.y >= -1, shape
        assert shape.box.right <= size[0] + 1, shape
        assert shape.box.bottom <= size[1] + 1, shape


@given(changes=views(), due=st.sampled_from([None, "player", "banker"]), size=sizes)
def test_the_dealers_panel_keeps_the_same_secrets(
    staff: ViewMaker, changes: View, due: str | None, size: tuple[int, int]
) -> None:
    view = staff(**changes, due=due, instruction="card-to-player", incidents=[{"id": 1, "kind": "odd", "options": []}])
    scene = dealer_scene(view, ES, size)
    dealt = [card for card in view["player"] + view["banker"] if card is not None]
    assert sorted(face.card.value for face in faces(scene)) == sorted(dealt)
    assert all(shape.box.right <= size[0] + 1 and shape.box.bottom <= size[1] + 1 for shape in scene.shapes)


def lit(scene: Scene) -> list[Box]:
    return [shape.box for shape in scene.shapes if isinstance(shape, Fill) and shape.ink is Ink.WINNER]


def test_a_result_names_the_winner_the_score_and_the_pair(public: ViewMaker, banker_wins: View) -> None:
    scene = players_scene(public(**banker_wins | {"player": ["9h", "9c", "3d"]}), ES, LANDSCAPE)
    said = texts(scene)
    assert said[said.index("GANA") - 1] == "BANCA"
    assert {"PAR JUGADOR", "1", "3"} <= set(said)
    assert said.count("PAR BANCA") == 1  # as a counter
    assert said.count("PAR JUGADOR") == 2  # and of this hand
    light = max(lit(scene), key=lambda box: box.w * box.h)
    assert light.x > LANDSCAPE[0] / 4
    assert light.right > players_zones(LANDSCAPE).banker.right
    turned = [face.card.value for face in faces(scene) if face.turned]
    assert turned == ["3d"]


def test_english_says_the_winner_first(public: ViewMaker, banker_wins: View) -> None:
    said = texts(players_scene(public(**banker_wins), EN, LANDSCAPE))
    assert said.index("WINS") - 1 == said.index("BANCA", said.index("WINS") - 1)


def test_a_tie_and_a_void_hand_have_no_winner(public: ViewMaker, banker_wins: View) -> None:
    tie, void = (
        players_scene(public(**banker_wins | changes), ES, LANDSCAPE)
        for changes in ({"outcome": "tie"}, {"kind": "void"})
    )
    for scene in (tie, void):
        assert "GANA" not in texts(scene)
    assert "EMPATE" in texts(tie)
    zones = players_zones(LANDSCAPE)
    assert [zones.player.x < box.x and box.right < zones.banker.right for box in lit(tie)] == [True]  # neither hand
    assert not lit(void)
    assert {"RONDA ANULADA", "SE DEVUELVEN LAS APUESTAS"} <= set(texts(void))


@pytest.mark.parametrize(
    ("banner", "text", "ink"),
    [
        ("place-your-bets", "HAGAN SUS APUESTAS", Ink.CALL),
        ("no-more-bets", "NO MÁS APUESTAS", Ink.NOTICE),
        ("last-hand", "ÚLTIMA RONDA", Ink.NOTICE),
        ("end-of-shoe", "FIN DEL ZAPATO", Ink.NOTICE),
        ("card-drawn-in-error", "CARTA DE MÁS", Ink.ALARM),
        ("reader-lost", "SIN LECTOR", Ink.ALARM),
        ("dealing", "REPARTIENDO", Ink.PANEL),
    ],
)
def test_each_phase_has_its_banner(public: ViewMaker, banner: str, text: str, ink: Ink) -> None:
    scene = players_scene(public(banner=banner), ES, LANDSCAPE)
    label = next(shape for shape in scene.shapes if isinstance(shape, Label) and shape.text == text)
    behind = [
        s for s in scene.shapes if isinstance(s, Fill) and s.box.x <= label.box.x and s.box.right >= label.box.right
    ]
    assert behind[0].ink is ink


def test_burning_shows_the_indicator_and_how_far_it_has_come(public: ViewMaker) -> None:
    burn = {"indicator": "9h", "total": 9, "done": 3}
    scene = players_scene(public(phase="burning", banner="burning", burn=burn), ES, LANDSCAPE)
    assert [face.card.value for face in faces(scene)] == ["9h"]
    assert {"QUEMANDO 3 DE 9", "3 DE 9"} <= set(texts(scene))
    scene = players_scene(public(phase="burning", banner="burning", burn={"done": 0}), ES, LANDSCAPE)
    assert not faces(scene)


def test_a_demonstration_and_the_last_hand_are_said_besides_the_banner(public: ViewMaker) -> None:
    scene = players_scene(public(demo=True, last_hand=True, kind="free", banner="dealing"), ES, LANDSCAPE)
    assert {"DEMO", "ÚLTIMA RONDA", "SIN APUESTAS"} <= set(texts(scene))
    assert [shape.text for shape in scene.shapes if isinstance(shape, Watermark)] == ["DEMO"]
    assert not [shape for shape in players_scene(public(), ES, LANDSCAPE).shapes if isinstance(shape, Watermark)]


def coup(number: int, outcome: str, **changes: object) -> View:
    return {"coup": number, "outcome": outcome, **changes}


def beads(scene: Scene) -> list[Bead]:
    plate = players_zones(LANDSCAPE).beads.grid
    return [s for s in scene.shapes if isinstance(s, Bead) and plate.x <= s.box.x < plate.right and s.box.y > plate.y]


def test_the_bead_plate_runs_down_then_right_and_scrolls_by_whole_columns(public: ViewMaker) -> None:
    coups = [coup(number, "player" if number % 2 else "banker") for number in range(1, 14)]
    found = beads(players_scene(public(coups=coups, paytable=[]), ES, LANDSCAPE))
    assert [bead.letter for bead in found] == list("JBJBJBJBJBJBJ")
    assert len({bead.box.x for bead in found[:6]}) == 1
    assert [found[6].box.y, found[12].box.x > found[6].box.x > found[0].box.x] == [found[0].box.y, True]
    # 17 columns hold 102; the 103rd pushes out the six oldest.
    coups = [coup(number, "tie" if number == 7 else "player") for number in range(1, 104)]
    full = beads(players_scene(public(coups=coups, paytable=[]), ES, LANDSCAPE))
    assert [full[0].outcome, full[0].box] == [Outcome.TIE, found[0].box]


def test_void_and_free_hands_stand_on_no_scoreboard(public: ViewMaker) -> None:
    coups = [coup(1, "player"), coup(2, "banker", kind="void"), coup(3, "tie", kind="free"), coup(4, "banker")]
    coups.append({"coup": 5, "kind": "void", "outcome": None})
    scene = players_scene(public(coups=coups, paytable=[]), ES, LANDSCAPE)
    assert [bead.letter for bead in beads(scene)] == ["J", "B"]


def test_counters_count_results_pairs_and_naturals(public: ViewMaker) -> None:
    coups = [
        coup(1, "player", natural=True, player_pair=True),
        coup(2, "player", natural=True, player_pair=True, banker_pair=True),
        coup(3, "tie", natural=True),
    ]
    said = texts(players_scene(public(coups=coups), ES, LANDSCAPE))
    numbers = {name: said[said.index(name, said.index("CUENTAS")) + 1] for name in ("JUGADOR", "BANCA", "EMPATE")}
    numbers |= {name: said[said.index(name) + 1] for name in ("PAR JUGADOR", "PAR BANCA", "NATURAL")}
    assert list(numbers.values()) == ["2", "0", "1", "2", "1", "3"]


def test_letters_of_beads_are_never_the_same_for_two_results(public: ViewMaker) -> None:
    same = public(names={"player": "Bank", "banker": "Banker"})
    assert {bead.letter for bead in beads(players_scene(same, EN, LANDSCAPE))} == {"P", "B", "T"}


def test_without_data_the_screen_shows_no_hand_and_says_why() -> None:
    scene = no_data_scene("refused", ES, LANDSCAPE)
    assert "SIN DATOS" in texts(scene)
    assert ES.say("feed.refused") in texts(scene)
    assert not faces(scene)


def test_the_dealers_panel_says_what_to_do_and_why(staff: ViewMaker) -> None:
    view = staff(
        phase="dealing",
        player=["4h", "9c"],
        banker=["2s", "Ad"],
        player_total=3,
        banker_total=3,
        due="player",
        instruction="card-to-player",
        reasons=["player-3-draw"],
    )
    scene = dealer_scene(view, ES, PANEL)
    assert {"CARTA A JUGADOR", "Jugador 3: pide carta"} <= set(texts(scene))
    assert [arrow.to_left for arrow in scene.shapes if isinstance(arrow, Arrow)] == [True]
    due = [place for place in scene.shapes if isinstance(place, Place) and place.due]
    assert len(due) == 1
    assert due[0].box.x < PANEL[0] / 2
    assert [light.well for light in scene.shapes if isinstance(light, Light)] == [True, True, True]


def test_the_dealers_panel_shows_an_incident_with_its_options_first_to_last(staff: ViewMaker) -> None:
    incident = {"id": 3, "kind": "card-drawn-in-error", "options": ["next", "burn", "void"], "holds": True}
    health = {"reader": {"ok": True}, "journal": {"ok": False, "detail": "the disk is full"}, "panel": {"ok": True}}
    scene = dealer_scene(staff(instruction="held", incidents=[incident], health=health), EN, PANEL)
    said = " ".join(texts(scene))
    assert "CARD DRAWN IN ERROR" in said
    places = [said.index(option) for option in ("Opens the next hand", "Burn it", "Void the hand")]
    assert places == sorted(places)
    assert "The record cannot be written" in said


def overlapping(boxes: list[Box]) -> list[tuple[Box, Box]]:
    return [
        (one, other)
        for index, one in enumerate(boxes)
        for other in boxes[index + 1 :]
        if one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
    ]


@pytest.mark.parametrize("size", [LANDSCAPE, (1280, 720), (3840, 2160), (1024, 768), PORTRAIT, (720, 1280)])
def test_zones_do_not_overlap(public: ViewMaker, banker_wins: View, size: tuple[int, int]) -> None:
    zones = players_zones(size)
    roads = [zones.big_road, *zones.derived.values(), zones.beads]
    blocks = [zones.banner, zones.player, zones.centre, zones.banker, zones.counters, zones.others, zones.ask]
    assert not overlapping(blocks + [road.title for road in roads] + [road.grid for road in roads])
    scene = players_scene(public(**banker_wins), ES, size)
    pieces = Face | Place | Bead | RoadWin | RoadMark
    assert not overlapping([shape.box for shape in scene.shapes if isinstance(shape, pieces)])


@given(w=st.integers(3, 900), h=st.integers(3, 900), columns=st.integers(1, 6), rows=st.integers(1, 6))
def test_splitting_a_box_fills_it_to_the_pixel(w: int, h: int, columns: int, rows: int) -> None:
    parts = split(Box(10, 20, w, h), columns, rows, 0)
    assert sum(part.w * part.h for part in parts) == w * h
    assert (parts[0].x, parts[0].y, parts[-1].right, parts[-1].bottom) == (10, 20, 10 + w, 20 + h)


def test_cards_keep_their_shape_and_the_third_lies_across() -> None:
    first, second, third = card_boxes(Box(0, 0, 750, 340), 20)
    assert (first.w, first.h) == (second.w, second.h) == (third.h, third.w)
    assert first.h / first.w == pytest.approx(1.4, abs=0.01)


def test_a_canvas_keeps_neighbours_neighbours() -> None:
    at = Canvas.fit((1366, 768), LANDSCAPE)
    assert at.box(0, 0, 333, 10).right == at.box(333, 0, 5, 10).x
