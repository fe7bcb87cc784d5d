"""The text screens, letter by letter."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.card import Card
from device.screen.look.columns import columns
from device.screen.plain.page import COLUMNS, ROWS, Page, Style, for_encoding
from device.screen.plain.text import dealer_text, no_data_text, players_text
from device.words import languages, load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
ES, EN = load_words("es"), load_words("en")

RESULT = """\
 BAC 901                           RESULTADO                 ZAPATO 12  RONDA 7
────────────────────────────────────────────────────────────────────────────────
  JUGADOR                                  BANCA
 ┌────┐  ┌────┐  ┌────┐                   ┌────┐  ┌────┐
 │    │  │    │  │    │        ▀█         │    │  │    │                ▀▀█
 │ 4♥ │  │ 9♣ │  │ 8♦ │         █         │ 2♠ │  │ A♦ │                ▀▀█
 │    │  │    │  │    │        ▀▀▀        │    │  │    │                ▀▀▀
 └────┘  └────┘  └────┘                   └────┘  └────┘
                               GANA BANCA · 1 : 3
 CUENTAS                   CAMINO GRANDE
 B                         B J1B J                         Jugador            2
 J*                            B                           Banca              3
 E*                                                        Empate             1
 B                                                         Par Jugador        1
 B                                                         Par Banca          1
 J                                                         Natural            0
 OJO GRANDE         CAMINO PEQUEÑO     CUCARACHA           PREGUNTA
 ox                 x                                                      B  J
  x                 x                                      Ojo grande      x  o
                                                           Camino pequeño  o  x
                                                           Cucaracha       o  x

                                                           o rojo  x azul
 Principal 10.00 – 5,000.00"""

DRAW = """\
 BAC 901                            Dealing                     SHOE 12  HAND 7
────────────────────────────────────────────────────────────────────────────────
                           C A R D   T O   B A N C A                       >>>

                            Banca 3 against 7: draw
────────────────────────────────────────────────────────────────────────────────
"""


def test_a_result_to_the_letter(public: ViewMaker, banker_wins: View) -> None:
    assert players_text(public(**banker_wins), ES) == RESULT


def test_the_dealers_instruction_to_the_letter(staff: ViewMaker) -> None:
    view = staff(
        phase="dealing",
        player=["4h", "9c", "8d"],
        banker=["2s", "Ad"],
        player_total=1,
        banker_total=3,
        due="banker",
        instruction="card-to-banker",
        reasons=["banker-3-against-7-draw"],
    )
    lines = dealer_text(view, EN).split("\n")
    assert lines[:6] == DRAW.split("\n")[:6]
    assert lines[14] == " NOTHING TO DECIDE"
    assert lines[21] == " Reader: ok   Record: ok   Panel: ok"
    assert lines[23] == " zapato 0.1.0 · Profile live 1 01234567 · Dealer d14"


def test_the_dealers_incident_with_its_options(staff: ViewMaker) -> None:
    incidents = [
        {"id": 3, "kind": "card-drawn-in-error", "options": ["next", "burn", "free-coup", "void"], "holds": True},
        {"id": 4, "kind": "card-unread", "options": ["enter"], "holds": True},
    ]
    lines = dealer_text(staff(instruction="held", incidents=incidents, notices=["result-late"]), ES).split("\n")
    assert lines[2].strip() == "C A R T A   D E   M Á S"
    assert lines[4].strip() == "Deje la carta donde está y llame al supervisor."
    assert lines[14:19] == [
        " POR DECIDIR",
        "   Carta de más: Abre la ronda siguiente · Quemarla · Ronda sin apuestas ·",
        "   Anular la ronda",
        "   Carta sin leer: Anotar la carta a la vista",
        "   Resultado no cantado",
    ]


def test_a_fault_is_said_with_its_remedy(staff: ViewMaker) -> None:
    health = {"reader": {"ok": False, "detail": "/dev/ttyACM0 is gone: plug it in"}, "journal": {"ok": True}}
    lines = dealer_text(staff(instruction="do-not-deal", health=health), ES).split("\n")
    assert lines[2].strip() == "N O   R E P A R T A"
    assert lines[4].strip() == "/dev/ttyACM0 is gone: plug it in"
    assert lines[21] == " Lector: FALLO   Registro: bien   Panel: bien"
    assert lines[22] == " /dev/ttyACM0 is gone: plug it in"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"instruction": "burn-more", "burn": {"total": 9, "done": 3}}, "3 of 9 burned."),
        ({"instruction": "burn-more", "burn": {"done": 0}}, "The first card says how many."),
        ({"instruction": "wait-for-bets", "bets_close": "button"}, "Press when no more bets are taken."),
        ({"instruction": "stand-call-result", "reasons": ["player-8-natural"]}, "Jugador 8: natural"),
        ({"instruction": "stand-call-result", "result_by": "call"}, "No more cards. Call the result."),
        (
            {"instruction": "next-hand", "outcome": "tie", "player_total": 6, "banker_total": 6},
            "Tie · 6 : 6 – settle, then deal",
        ),
        ({"instruction": "held", "incidents": []}, "No card until it is decided."),
        ({"instruction": "a-newer-code"}, ""),
    ],
)
def test_the_line_below_the_instruction_gives_the_reason(staff: ViewMaker, changes: View, said: str) -> None:
    assert dealer_text(staff(**changes), EN).split("\n")[4].strip() == said


def test_without_data_the_page_says_so() -> None:
    said = no_data_text("refused", EN)
    assert "N O   D A T A" in said
    assert "The table process is not running." in said


@given(
    cards=st.lists(st.none() | st.sampled_from([card.value for card in Card]), max_size=3),
    name=st.text(max_size=60),
    total=st.none() | st.integers(0, 9),
)
def test_a_page_has_its_size_and_no_card_that_the_view_has_not(
    public: ViewMaker, staff: ViewMaker, cards: list[str | None], name: str, total: int | None
) -> None:
    changes: View = {"player": cards, "player_total": total, "table": {"name": name}, "coups": []}
    dealt = sorted((card or "").replace("T", "10") for card in cards if card is not None)
    for text in (players_text(public(**changes), ES), dealer_text(staff(**changes), ES)):
        lines = text.split("\n")
        assert len(lines) == ROWS
        assert max(map(columns, lines)) <= COLUMNS, "marks over a letter take no column of their own"
        body = "\n".join(lines[1:])
        found = re.findall(r"│ ?(10|[A2-9JQK])([♣♦♥♠])", body)
        assert sorted(rank + "cdhs"["♣♦♥♠".index(suit)] for rank, suit in found) == dealt
        assert body.count("│▒▒▒▒│") == 3 * cards.count(None)


def test_colours_are_only_there_when_asked_for_and_change_no_letter(public: ViewMaker, banker_wins: View) -> None:
    view = public(**banker_wins, demo=True)
    plain, coloured = players_text(view, ES), players_text(view, ES, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[0;1;97;41m" in coloured
    letters = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in letters.split("\n")] == plain.split("\n")


def test_no_text_of_a_view_can_command_the_terminal(public: ViewMaker) -> None:
    view = public(table={"name": "\x1b[2J\x07\x9bH"}, names={"player": "\x1b]0;x", "banker": "\r\n\n"})
    text = players_text(view, ES)
    assert not [letter for letter in text if letter != "\n" and not letter.isprintable()]
    assert len(text.split("\n")) == ROWS


def test_a_terminal_without_the_letters_gets_plain_ones(public: ViewMaker, banker_wins: View) -> None:
    text = players_text(public(**banker_wins | {"banner": "last-hand"}), ES)
    assert for_encoding(text, "utf-8") == text
    for encoding in ("ascii", "no-such-encoding"):
        plain = for_encoding(text, encoding)
        assert plain.isascii()
        assert "ULTIMA RONDA" in plain
        assert "| 4h |" in plain
        assert [len(line) for line in plain.split("\n")] == [len(line) for line in text.split("\n")]


def test_what_lies_beyond_the_page_is_cut() -> None:
    page = Page()
    page.put(78, 0, "abcdef", Style.BOLD)
    page.put(-2, 1, "abcdef")
    page.put(0, 99, "never")
    assert page.text().split("\n")[:2] == [" " * 78 + "ab", "cdef"]


@pytest.mark.parametrize("language", languages())
def test_every_line_fits_the_page_in_every_language(
    public: ViewMaker, staff: ViewMaker, banker_wins: View, language: str
) -> None:
    words = load_words(language)
    incidents = [
        {"id": number, "kind": kind, "holds": True, "options": ["enter", "cut", "void", "burn"]}
        for number, kind in enumerate(("card-unread", "tag-unknown"), 1)
    ]
    pages = [players_text(public(**banker_wins), words), players_text(public(), words)]
    pages += [
        dealer_text(staff(instruction="held", incidents=incidents, free_next=True, waiting=3), words),
        dealer_text(staff(instruction="card-to-banker", reasons=["banker-3-against-7-draw"]), words),
        *(no_data_text(reason, words) for reason in ("silent", "other-version")),
    ]
    for page in pages:
        lines = page.split("\n")
        assert len(lines) == ROWS
        assert not [line for line in lines if columns(line) > COLUMNS]
    assert words.say("banner.result").upper() in pages[0]
    assert words.own_names().tie in pages[0]


RESULT_IN_CHINESE = """\
 BAC 901                              结果                        牌靴 12  局 7
────────────────────────────────────────────────────────────────────────────────
  闲                                       庄
 ┌────┐  ┌────┐  ┌────┐                   ┌────┐  ┌────┐
 │    │  │    │  │    │        ▀█         │    │  │    │                ▀▀█
 │ 4♥ │  │ 9♣ │  │ 8♦ │         █         │ 2♠ │  │ A♦ │                ▀▀█
 │    │  │    │  │    │        ▀▀▀        │    │  │    │                ▀▀▀
 └────┘  └────┘  └────┘                   └────┘  └────┘
                                  庄赢 · 1 : 3
 珠盘路                    大路
 B                         B P1B P                         P 闲               2
 P*                            B                           B 庄               3
 T*                                                        T 和               1
 B                                                         闲对               1
 B                                                         庄对               1
 P                                                         天牌               0
 大眼仔             小路               曱甴路              问路
"""


def test_a_result_in_chinese_to_the_letter(public: ViewMaker, banker_wins: View) -> None:
    assert players_text(public(**banker_wins), load_words("zh-Hans")).startswith(RESULT_IN_CHINESE)


def test_a_wide_letter_takes_two_columns_and_none_is_left_in_halves() -> None:
    page = Page()
    page.put(0, 0, "闲a庄")
    page.put(COLUMNS - 1, 1, "闲")
    page.put(-1, 2, "闲b")
    page.put(0, 3, "闲庄")
    page.put(1, 3, "x")
    page.right(4, "庄")
    page.put(0, 5, "e\u0301a")
    assert page.text().split("\n")[:6] == [
        "闲a庄",
        "",
        " b",
        " x庄",
        " " * (COLUMNS - 3) + "庄",
        "e\u0301a",
    ]
    coloured = page.text(colour=True)
    assert "闲a庄" in coloured


def test_a_terminal_of_a_chinese_encoding_gets_chinese() -> None:
    assert for_encoding("闲 ♣ ·", "gb18030") == "闲 ♣ ·"
    assert for_encoding("閒 ♣ ┌", "cp950") == "閒 c +"
    assert for_encoding("闲 ♣", "no-such-encoding") == " c"
    assert for_encoding("año ♣", "latin-1") == "año c"
