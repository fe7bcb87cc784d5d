"""A foreign card on the panel: why it is one, what a decision about it means, and cards that a count misses."""

import pytest
from support.panel_pictures import EN, LANGUAGES, View, ViewMaker, cut, picture, texts
from support.panel_states import HOMES, incident

from device.rules.foreign import WhyForeign
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import START
from device.screen.drawing.paint import Painter
from device.screen.look.shapes import Face, Paragraph
from device.screen.look.theme import THEMES
from device.screen.view import staff_view
from device.words import load_words


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(THEMES["standard"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", WhyForeign)
def test_why_a_card_is_foreign_stands_in_one_large_line_below_what_stops_the_table(
    staff: ViewMaker, painter: Painter, language: str, why: WhyForeign
) -> None:
    words = load_words(language)
    foreign = {"why": why.value, "pack": "7QX4", "table": "BAC 901 VIP", "shoe": 12, "on": "2026-03-02", "decks": 8}
    held = HOMES["retired pack"] | {"incidents": [incident("tag-unknown", "enter", "void", foreign=foreign)]}
    shown = panel_picture(staff_view(staff(**held)), START, words, PANEL)
    assert words.say("incident.tag-unknown").upper() in texts(shown)
    said = words.say(f"foreign.{why.value}", pack="7QX4", table="BAC 901 VIP", on="2026-03-02")
    (line,) = [shape for shape in shown.scene.shapes if isinstance(shape, Paragraph) and shape.text == said]
    size, lines = painter.fitted(line)
    assert len(lines) == 1
    assert size >= 26, "of 28"
    assert not cut(shown, painter)


@pytest.mark.parametrize(
    "foreign", [None, {"why": "moon-fell-down", "pack": "7QX4"}], ids=["old record", "newer table"]
)
def test_a_reason_that_the_panel_does_not_know_leaves_the_advice(staff: ViewMaker, foreign: View | None) -> None:
    held = HOMES["retired pack"] | {"incidents": [incident("tag-unknown", "enter", "void", foreign=foreign)]}
    shown = texts(panel_picture(staff_view(staff(**held)), START, EN, PANEL))
    assert EN.say("advice.tag-unknown") in shown


def test_a_decision_about_a_foreign_card_says_that_a_void_ends_the_shoe(staff: ViewMaker) -> None:
    card, pack = (" ".join(texts(picture(staff, home))) for home in ("retired pack", "pack elsewhere"))
    assert "Entered by eye it counts as a card of the shoe; a void ends the shoe" in card
    assert "Cards of it may lie in the hand; a void ends the shoe" in pack


def test_the_cards_that_a_count_misses_or_has_too_often_are_drawn_with_the_number_of_the_others(
    staff: ViewMaker,
) -> None:
    shown = picture(staff, "packs incomplete")
    faces = [shape.card.value for shape in shown.scene.shapes if isinstance(shape, Face)]
    assert faces == ["9h", "Ks", "Td", "Td", "Td", "Td"]
    assert {"Missing", "Too many", "+3"} <= set(texts(shown))
    alone = picture(staff, "cards missing")
    assert len([shape for shape in alone.scene.shapes if isinstance(shape, Face)]) == 11
    assert "+9" in texts(alone)
    assert "Too many" not in texts(alone)
    for box in (shape.box for shape in alone.scene.shapes if isinstance(shape, Face)):
        assert box.x + box.w <= 792
