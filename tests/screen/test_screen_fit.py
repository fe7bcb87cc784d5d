"""Words in their places: every letter exists in the typeface, every string of every language fits its box."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.screen.dealer.scene import PANEL, dealer_scene
from device.screen.drawing import fonts
from device.screen.drawing.fonts import FontError, cjk_path, font_path, glyphs, needs_cjk
from device.screen.drawing.letters import SMALLEST
from device.screen.drawing.paint import Painter
from device.screen.look.layout import LANDSCAPE, PORTRAIT
from device.screen.look.shapes import Label, Scene
from device.screen.look.theme import THEMES
from device.screen.players.scene import no_data_scene, players_scene
from device.words import Words, languages, load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
DRAWN_BESIDES = "0123456789?:·–…"


IN_LATIN = [code for code in languages() if not needs_cjk(code)]
IN_CHINESE = [pytest.param(code, marks=pytest.mark.needs("cjk-font")) for code in languages() if needs_cjk(code)]


@pytest.fixture(params=[*IN_LATIN, *IN_CHINESE])
def words(request: pytest.FixtureRequest) -> Words:
    return load_words(str(request.param))


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(THEMES["standard"])


def codes(words: Words, group: str) -> list[str]:
    return sorted(key.removeprefix(f"{group}.") for key in words.all_keys() if key.startswith(f"{group}."))


def too_wide(scene: Scene, painter: Painter, least: float = 1.0) -> list[str]:
    """The labels that would have to be drawn smaller than `least` of their size to fit."""
    labels = [shape for shape in scene.shapes if isinstance(shape, Label)]
    return [label.text for label in labels if painter.text_width(label) * least > label.box.w]


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_of_every_catalogue_exists_in_the_typeface(words: Words, bold: bool) -> None:
    letters = {letter for key in words.all_keys() for letter in words.template(key) + words.template(key).upper()}
    drawn = glyphs(font_path(bold=bold))
    if needs_cjk(words.language):
        path = cjk_path(words.language, bold=bold)
        assert path is not None
        drawn |= glyphs(path)
    assert not {letter for letter in letters | set(DRAWN_BESIDES) if ord(letter) not in drawn}


def test_the_typeface_does_not_have_everything() -> None:
    # If this fails, the reading of character maps answers yes to everything and the test above proves nothing.
    assert not glyphs(font_path(bold=True)) & {ord(letter) for letter in "♥♠中\ue000\uffff"}


def test_a_file_that_is_no_font_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.ttf").write_bytes(b"\x00\x01\x00\x00\x00\x01 nothing")
    with pytest.raises(FontError, match=r"no\.ttf"):
        glyphs(tmp_path / "no.ttf")


def test_a_missing_typeface_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "FAMILY", "No Such Face")
    with pytest.raises(FontError, match="pip install"):
        font_path(bold=True)


def players_views(words: Words, public: ViewMaker, banker_wins: View) -> Iterator[View]:
    yield from (public(banner=banner) for banner in codes(words, "banner") if banner != "burning-count")
    yield public(phase="burning", banner="burning", burn={"indicator": "Th", "total": 10, "done": 10})
    yield public(shoe=999, hand=999, demo=True, last_hand=True, banner="dealing")
    yield public(kind="free", last_hand=True, banner="dealing")
    yield public(**banker_wins | {"kind": "void"})
    yield public(**banker_wins | {"player": ["9h", "9c"], "banker": ["9h", "9c"], "natural": True})
    coups = [{"coup": number, "outcome": "banker", "natural": True, "player_pair": True} for number in range(1, 100)]
    for outcome in ("player", "banker", "tie"):
        yield public(**banker_wins | {"outcome": outcome, "coups": coups})
    yield public(phase="closed", banner="closed", paytable=[], coups=[])


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, (1280, 720), (1024, 768)])
def test_every_string_fits_the_players_screen(
    words: Words, painter: Painter, public: ViewMaker, banker_wins: View, size: tuple[int, int]
) -> None:
    found: set[str] = set()
    for view in players_views(words, public, banker_wins):
        for player, banker in (("Jugador", "Banca"), ("Punto", "Banco"), ("Player", "Banker")):
            view["names"] = {"player": player, "banker": banker}
            view["table"] = {"name": "BAC 901", "limits": []}
            # A twentieth for the rounding of small sizes.
            found |= set(too_wide(players_scene(view, words, size), painter, 0.95))
    assert not found


def test_limits_and_names_that_people_chose_stay_legible(words: Words, painter: Painter, public: ViewMaker) -> None:
    limits = [{"wager": w, "min": "1,000.00", "max": "500,000.00"} for w in ("main", "tie")]
    scene = players_scene(public(table={"name": "BAC 901", "limits": limits}), words, LANDSCAPE)
    assert not too_wide(scene, painter, SMALLEST)


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, (1280, 720)])
def test_every_reason_for_no_data_fits(words: Words, painter: Painter, size: tuple[int, int]) -> None:
    for reason in set(codes(words, "feed")) - {"no-data", "waiting", "waiting-hint"}:
        assert not too_wide(no_data_scene(reason, words, size), painter), reason


def dealers_views(words: Words, staff: ViewMaker) -> Iterator[View]:
    for instruction in set(codes(words, "instruction")) - {"held"}:
        for rule in ("button", "first-card", "call", "auto"):
            yield staff(instruction=instruction, bets_close=rule, result_by=rule, next_by=rule)
    for reasons in (["banker-3-against-8-stand"], ["player-6-stand", "banker-5-draw"], ["player-8-natural"]):
        yield staff(instruction="card-to-banker", reasons=reasons)
    yield staff(instruction="burn-more", burn={"indicator": "Th", "total": 10, "done": 10})
    yield staff(instruction="held", supervisor_called=True, last_hand=True, waiting=12, kept=12, free_next=True)


def test_every_instruction_fits_the_dealers_panel(words: Words, painter: Painter, staff: ViewMaker) -> None:
    for view in dealers_views(words, staff):
        assert not too_wide(dealer_scene(view, words, PANEL), painter), view["instruction"]


def test_every_incident_fits_the_dealers_panel_and_stays_large(
    words: Words, painter: Painter, staff: ViewMaker
) -> None:
    options = codes(words, "option")
    for kind in codes(words, "incident"):
        incident = {"id": 1, "kind": kind, "holds": True, "options": options[:4]}
        scene = dealer_scene(staff(instruction="held", incidents=[incident]), words, PANEL)
        title = words.say(f"incident.{kind}").upper()
        assert not [text for text in too_wide(scene, painter) if text != title], kind
        assert not too_wide(scene, painter, 0.7), kind  # 40 px on the panel, with its number beside it
