"""Letters: lines broken where printers break them, sizes that fit, Chinese beside Latin on one baseline."""

import itertools
from collections.abc import Iterator

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.screen.drawing import letters
from device.screen.drawing.letters import CJK_LINE, LINE, SMALLEST, Letters, clean
from device.screen.drawing.paint import Painter
from device.screen.look.lines import broken, clipped, cut, pieces
from device.screen.look.shapes import Align, Box, Label, Paragraph, Scene
from device.screen.look.theme import THEMES, Ink

TEXT = THEMES["standard"][Ink.TEXT]
ENGLISH = "A card drawn in error was burnt; the supervisor decides what happens with it."
CHINESE = "本桌按百家乐规则发牌：闲家与庄家各发两张牌，“第三张牌”按规则补发（见规则第3条）。"


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    yield Painter(THEMES["standard"])
    pygame.font.quit()


def squares(text: str) -> int:
    """A measure without a typeface: 10 for every letter, 20 for a Chinese one."""
    return sum(20 if ord(letter) > 0x2E80 else 10 for letter in text)


def test_words_stay_whole_and_spaces_at_a_break_vanish() -> None:
    assert broken("one two  three four", 90, squares) == ["one two", "three", "four"]
    assert broken("one\ntwo", 900, squares) == ["one", "two"]
    assert broken("", 90, squares) == [""]


def test_chinese_is_broken_between_any_two_characters_but_not_before_a_closing_mark() -> None:
    assert broken("闲家庄家", 40, squares) == ["闲家", "庄家"]
    assert broken("闲家，庄家", 40, squares) == ["闲", "家，", "庄家"]
    assert broken("闲家（庄）", 60, squares) == ["闲家", "（庄）"]
    assert broken("第12靴", 40, squares) == ["第12", "靴"]


@given(st.text("闲庄家，。（）“”ab 12!", min_size=1, max_size=40), st.integers(20, 200))
def test_breaking_loses_no_letter_and_obeys_the_marks(text: str, width: int) -> None:
    lines = broken(text, width, squares)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        parts = list(pieces(line))
        assert "".join(parts) == line
        assert squares(line) <= width or len(parts) == 1
    for before, after in itertools.pairwise(pieces(text)):
        if not before.endswith(" ") and not after.startswith(" "):
            assert after[0] not in "，。）”!"
            assert before[-1] not in "（“"


def test_a_word_wider_than_its_box_is_broken_only_when_asked() -> None:
    assert broken("abcdefgh ij", 40, squares) == ["abcdefgh", "ij"]
    assert broken("abcdefgh ij", 40, squares, inside_words=True) == ["abcd", "efgh", "ij"]


@given(st.text("abc 闲，", max_size=30), st.integers(0, 120))
def test_what_is_cut_fits_and_says_so(text: str, width: int) -> None:
    short = cut(text, width, squares)
    assert not short or (squares(short) <= width and short.endswith("…"))
    assert all(squares(line) <= width for line in clipped([text, text], 1, width, squares) if line != "…")


def paragraph(text: str, box: Box, size: int = 30, *, top: bool = False) -> Paragraph:
    return Paragraph(box=box, text=text, size=size, ink=Ink.TEXT, top=top)


@pytest.mark.parametrize("text", [ENGLISH, pytest.param(CHINESE, marks=pytest.mark.needs("cjk-font"))])
def test_a_paragraph_keeps_its_size_where_there_is_room_and_shrinks_no_further_than_it_may(
    painter: Painter, text: str
) -> None:
    assert painter.fitted(paragraph(text, Box(0, 0, 700, 400)))[0] == 30
    size, lines = painter.fitted(paragraph(text, Box(0, 0, 330, 120)))
    assert 30 * SMALLEST <= size < 30
    assert "".join("".join(lines).split()) == "".join(text.split())
    size, lines = painter.fitted(paragraph(text, Box(0, 0, 120, 60)))
    assert size == 30 * SMALLEST
    assert lines[-1].endswith("…")


def test_a_paragraph_says_something_even_in_the_smallest_box(painter: Painter) -> None:
    for box in (Box(0, 0, 1, 1), Box(0, 0, 30, 3), Box(0, 0, 3, 300)):
        painter.picture(Scene(width=300, height=300, shapes=(paragraph(ENGLISH, box),)))
    assert painter.fitted(paragraph("", Box(0, 0, 100, 100)))[1] == [""]


def rows_of_ink(painter: Painter, shape: Label | Paragraph, size: tuple[int, int] = (600, 300)) -> list[int]:
    picture = painter.picture(Scene(width=size[0], height=size[1], shapes=(shape,)))
    return [y for y in range(size[1]) if any(picture.get_at((x, y))[0] > 100 for x in range(size[0]))]


@pytest.mark.parametrize("align", list(Align))
def test_lines_stand_below_one_another_inside_their_box(painter: Painter, align: Align) -> None:
    box = Box(50, 40, 300, 150)
    shape = Paragraph(box=box, text=ENGLISH, size=28, ink=Ink.TEXT, align=align)
    rows = rows_of_ink(painter, shape)
    assert min(rows) >= box.y
    assert max(rows) < box.bottom
    gaps = [b - a for a, b in itertools.pairwise(rows) if b - a > 2]
    assert len(gaps) == len(painter.fitted(shape)[1]) - 1 == 3


def test_at_the_top_or_in_the_middle(painter: Painter) -> None:
    box = Box(0, 20, 580, 260)
    at_top = rows_of_ink(painter, paragraph("HHH", box, top=True))
    in_middle = rows_of_ink(painter, paragraph("HHH", box))
    assert at_top[0] < 40
    assert abs((in_middle[0] + in_middle[-1]) / 2 - 150) <= 2


@pytest.mark.needs("cjk-font")
def test_chinese_and_latin_stand_on_one_baseline_and_each_keeps_its_face(painter: Painter) -> None:
    def ink(text: str) -> list[int]:
        return rows_of_ink(painter, Label(box=Box(0, 0, 600, 100), text=text, size=60, ink=Ink.TEXT))

    mixed = ink("H闲")
    latin, chinese = ink("H"), ink("闲")
    # The capital stands where it would alone; the character hangs below the line, as it does in its own face.
    assert mixed[0] <= latin[0]
    assert latin[-1] < mixed[-1] <= latin[-1] + 12
    assert abs((chinese[0] + chinese[-1]) / 2 - 50) <= 3
    assert len(chinese) > 45


@pytest.mark.needs("cjk-font")
def test_bold_chinese_has_stronger_strokes(painter: Painter) -> None:
    def ink(bold: bool) -> int:
        shape = Label(box=Box(0, 0, 200, 100), text="闲庄", size=60, ink=Ink.TEXT, bold=bold)
        picture = painter.picture(Scene(width=200, height=100, shapes=(shape,)))
        return sum(picture.get_at((x, y))[0] > 120 for x in range(200) for y in range(100))

    assert 1.15 < ink(bold=True) / ink(bold=False) < 1.9


@pytest.mark.needs("cjk-font")
def test_chinese_lines_have_more_air() -> None:
    made = Letters("zh-Hans")
    for text, height in ((ENGLISH, LINE), (CHINESE, CJK_LINE)):
        first, second = made.paragraph(paragraph(text, Box(0, 0, 400, 400)), TEXT)[:2]
        assert second.y - first.y == pytest.approx(30 * height, abs=1)


def test_without_a_chinese_face_something_stands_there_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "cjk_path", lambda *_, **__: None)
    line = Letters("zh-Hant").label(Label(box=Box(0, 0, 200, 60), text="閒 P", size=40, ink=Ink.TEXT), TEXT)
    assert line is not None
    assert line.picture.get_bounding_rect().w > 20


def test_what_has_no_drawing_is_left_out() -> None:
    assert clean("BAC\u202e 9\x00\u200b01\n2\u00a03") == "BAC 901 2 3"


def test_the_width_that_is_measured_is_the_width_that_is_drawn() -> None:
    made = Letters("zh-Hans")
    for text in ("PLACE YOUR BETS", "閒 PLAYER 8:1", "é…·–"):
        for bold in (False, True):
            assert made.written(text, 37, bold, TEXT).picture.get_width() == made.width(text, 37, bold)
