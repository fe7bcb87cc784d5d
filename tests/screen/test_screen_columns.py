"""Where letters stand in columns: Chinese ones are wide, and lines end where a reader expects it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.screen.look.columns import columns, cut, wrap


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert columns("abc") == 3
    assert columns("闲 8，") == 6
    assert columns("e\u0301") == 1
    assert columns("Última · —") == 10


def test_a_cut_never_halves_a_letter() -> None:
    assert cut("庄闲和", 5) == "庄闲"
    assert cut("abc", 2) == "ab"
    assert cut("ab", 5) == "ab"


@pytest.mark.parametrize(
    ("text", "most", "lines"),
    [
        ("All bets returned", 9, ["All bets", "returned"]),
        ("退回所有注码", 6, ["退回所", "有注码"]),
        ("多抽牌: 作下一局首张 · 烧掉此牌", 16, ["多抽牌: 作下一局", "首张 · 烧掉此牌"]),
        ("请按“开牌”键。", 6, ["请按", "“开牌”", "键。"]),
        ("请按（开牌）键。", 6, ["请按", "（开", "牌）", "键。"]),
        ("Jugador 补牌", 8, ["Jugador", "补牌"]),
        ("闲abcdefghij", 6, ["闲", "abcdef", "ghij"]),
        ("", 5, []),
    ],
)
def test_a_line_ends_between_chinese_characters_and_not_before_a_closing_mark(
    text: str, most: int, lines: list[str]
) -> None:
    assert wrap(text, most) == lines


@given(st.text(alphabet="ab 闲庄，。“”（·8", max_size=40), st.integers(4, 20))
def test_nothing_is_lost_and_no_line_too_long(text: str, most: int) -> None:
    lines = wrap(text, most)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(columns(line) <= most for line in lines)
