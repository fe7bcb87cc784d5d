"""What eyes saw on whole pictures and what must stay so: even keys, even lines, quiet words while nothing is dealt."""

import pytest
from screen.conftest import STAFF
from support.panel_states import HOMES
from support.phases import public_of

from device.rules.hand import Hand
from device.screen.dealer.pages.menu import GROUPS
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.state import START, PanelState
from device.screen.dealer.targets import Page
from device.screen.drawing.fonts import needs_cjk
from device.screen.drawing.paint import Painter
from device.screen.look.layout import LANDSCAPE, players_zones
from device.screen.look.lines import balanced, broken
from device.screen.look.moment import Moment
from device.screen.look.shapes import Box, Fill, Icon, Label, Paragraph
from device.screen.look.theme import THEMES, Ink
from device.screen.players.bets import side_bets
from device.screen.players.hands import total_shapes
from device.screen.players.scene import players_scene
from device.screen.view import public_view, staff_view
from device.words import Words, languages, load_words

PANEL = (800, 480)
WAITING = ("supervisor-called", "held", "card-drawn-in-error", "table-recovered", "reader-lost", "do-not-deal")
PARAMS = [pytest.param(code, marks=pytest.mark.needs("cjk-font")) if needs_cjk(code) else code for code in languages()]


@pytest.fixture(params=PARAMS, scope="module")
def words(request: pytest.FixtureRequest) -> Words:
    return load_words(str(request.param))


def test_all_keys_of_the_menu_are_written_in_one_size(words: Words) -> None:
    painter = Painter(THEMES["standard"], words.language)
    view = staff_view(STAFF | HOMES["result"])
    shapes = panel_picture(view, PanelState(page=Page.MENU), words, PANEL).scene.shapes
    keys = [shape for shape in shapes if isinstance(shape, Paragraph) and shape.box.y > 60]
    drawn = {painter.fitted(shape)[0] for shape in keys}
    assert len(keys) == sum(len(entries) for _, entries in GROUPS)
    assert len(drawn) == 1
    assert min(drawn) >= 15


def test_no_two_keys_of_the_menu_have_the_same_sign() -> None:
    signs = [entry.symbol for _, entries in GROUPS for entry in entries]
    assert len(signs) == len(set(signs))


@pytest.mark.parametrize("phase", WAITING)
def test_while_nothing_is_dealt_players_read_why_and_what_becomes_of_their_bets(phase: str, words: Words) -> None:
    shapes = players_scene(public_of(phase), words, LANDSCAPE).shapes
    said = [shape.text for shape in shapes if isinstance(shape, Paragraph)]
    banner = public_view(public_of(phase)).banner
    assert said == [words.say(f"wait.{banner}"), words.say("wait.bets")]


def test_a_voided_coup_lights_no_mark_of_another_one() -> None:
    for phase, lit in (("banker-wins", True), ("void", False)):
        shapes = players_scene(public_of(phase), load_words("en"), LANDSCAPE).shapes
        grounds = [one for one in shapes if isinstance(one, Fill) and one.ink is Ink.WINNER and one.box.w < 40]
        assert bool(grounds) is lit, phase


def test_a_total_is_never_dark_on_a_hands_dark_ground() -> None:
    view = public_view(public_of("banker-wins"))
    zones = players_zones(LANDSCAPE, side_bets=len(side_bets(view)))
    first, last = (
        next(one for one in total_shapes(view, Hand.PLAYER, zones, Moment(result_s=at)) if isinstance(one, Label))
        for at in (0.0, 1.0)
    )
    assert (first.ink, last.ink) == (Ink.TEXT, Ink.ON_BANKER)


def test_a_demonstrations_panel_says_so_in_a_badge(words: Words) -> None:
    shapes = panel_picture(staff_view(STAFF | HOMES["demo"]), START, words, PANEL).scene.shapes
    badge = next(one for one in shapes if isinstance(one, Label) and one.text == words.say("label.demo").upper())
    painter = Painter(THEMES["standard"], words.language)
    assert painter.fitted(badge)[0] >= 18
    assert badge.ink is Ink.ON_NOTICE


def test_lines_on_a_middle_axis_are_even() -> None:
    text = "Enter the card by eye"
    lines = broken(text, 17, len)
    assert lines == ["Enter the card by", "eye"]
    assert balanced(lines, 17, len) == ["Enter the", "card by eye"]
    assert balanced(["one"], 17, len) == ["one"]
    assert broken("first part · second", 10, len) == ["first", "part ·", "second"]
    chinese = broken("已请监场主任", 5, len)
    assert balanced(chinese, 5, len) == ["已请监", "场主任"]


def test_a_sign_stands_beside_its_word() -> None:
    shapes = panel_picture(staff_view(STAFF), START, load_words("en"), PANEL).scene.shapes
    word = next(one for one in shapes if isinstance(one, Paragraph) and one.text == load_words("en").say("key.menu"))
    sign = next(one for one in shapes if isinstance(one, Icon) and one.box.y > 330 and one.box.x > 600)
    middle = (sign.box.x + word.box.right) / 2
    assert 0 < word.box.x - sign.box.right <= 12
    assert abs(middle - 697) <= 4


def test_the_dealer_reads_what_is_broken_in_the_panels_language(words: Words) -> None:
    shapes = panel_picture(staff_view(STAFF | HOMES["record fails"]), START, words, PANEL).scene.shapes
    said = [getattr(shape, "text", "") for shape in shapes]
    assert words.say("trouble.journal") in said
    assert not any("the disk is full" in text for text in said)


def test_a_last_line_is_no_word_left_over() -> None:
    painter = Painter(THEMES["standard"])
    text = Paragraph(
        box=Box(0, 0, 475, 200), text="Only the last digit of a sum counts here", size=27, ink=Ink.TEXT, bold=True
    )
    lines = painter.fitted(text)[1]
    assert len(lines) == 2
    assert len(lines[-1]) > 12
