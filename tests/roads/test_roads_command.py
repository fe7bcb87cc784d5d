"""`zapato roads`: what it prints, what it refuses, and that its README shows what it draws."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.roads import command
from device.roads import draw_roads
from device.roads.as_text import page
from device.roads.tokens import parse_rounds

README = Path(__file__).parents[2] / "device" / "roads" / "README.md"
DRAGONS = "B" * 9 + "P" * 10


def zapato_roads(*words: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(command, list(words), input=given)


def test_the_documented_line() -> None:
    result = zapato_roads("B P Bb T Ppn")
    assert result.exit_code == 0
    assert result.stdout == (
        '{"bead":[[0,0,"B"],[0,1,"P"],[0,2,"Bb"],[0,3,"T"],[0,4,"Ppn"]],'
        '"big_road":[[0,0,"B",0,false,false,false],[1,0,"P",0,false,false,false],'
        '[2,0,"B",1,true,false,false],[3,0,"P",0,false,true,true]],'
        '"big_eye":[[0,0,"R"],[0,1,"R"]],"small":[[0,0,"R"]],"cockroach":[],'
        '"ask":{"B":{"big_eye":"R","small":"R","cockroach":"R"},"P":{"big_eye":"B","small":"B","cockroach":"B"}},'
        '"counts":{"B":2,"P":2,"T":1,"banker_pair":1,"player_pair":1,"natural":1}}\n'
    )


def test_no_winner_is_null_and_no_results_are_empty_roads() -> None:
    assert json.loads(zapato_roads("T T").stdout)["big_road"] == [[0, 0, None, 2, False, False, False]]
    empty = json.loads(zapato_roads("").stdout)
    assert [empty[road] for road in ("bead", "big_road", "big_eye", "small", "cockroach")] == [[]] * 5
    assert set(empty["ask"]["B"].values()) == {None}


def test_both_kinds_of_tail() -> None:
    both = ("redescend", "straight")
    last = {tails: json.loads(zapato_roads(DRAGONS, "--tails", tails).stdout)["big_road"][-1][:2] for tails in both}
    assert last == {"redescend": [5, 5], "straight": [6, 4]}
    assert zapato_roads(DRAGONS).stdout == zapato_roads(DRAGONS, "--tails", "redescend").stdout


def test_results_may_come_without_quotes_and_from_standard_input() -> None:
    wanted = zapato_roads("B Pp T").stdout
    assert zapato_roads("B", "Pp", "T").stdout == wanted
    assert zapato_roads("-", given="B Pp\nT\n").stdout == wanted


@pytest.mark.parametrize(
    ("words", "given", "told"),
    [
        (["B P В"], "", "results, character 5: 'В' (U+0412 CYRILLIC CAPITAL LETTER VE) only looks like 'B'"),
        (["-"], "B P\nX", "standard input, line 2, character 1: 'X' is neither a result nor a mark"),
        (["-"], b"B \xff", "standard input, byte 3: no text in UTF-8"),
        (["B", "--tails", "curly"], "", "'curly' is not one of 'redescend', 'straight'"),
        (["B", "--columns", "5"], "", "--columns is for --text"),
        (["B", "--text", "--columns", "0"], "", "0 is not in the range x>=1"),
        ([], "", "Missing argument 'RESULTS...'"),
    ],
)
def test_what_cannot_be_used_is_exit_2_with_place_and_remedy(words: list[str], given: str | bytes, told: str) -> None:
    result = zapato_roads(*words, given=given)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


def test_the_page_has_every_road_and_every_mark() -> None:
    result = zapato_roads("T Bb Pp Pbn T B B B B B B B", "--text")
    assert result.exit_code == 0
    parts = dict(part.split("\n", 1) for part in result.stdout.split("\n\n")[:-1])
    assert [line.split() for line in parts["Bead plate"].splitlines()] == [
        ["T", "B"],
        ["Bb", "B"],
        ["Pp", "B"],
        ["Pbn", "B"],
        ["T", "B"],
        ["B", "B"],
    ]
    assert [line.split() for line in parts["Big road"].splitlines()] == [
        ["Bb1", "Pp", "B", "."],
        [".", "Pbn1", "B", "."],
        *[[".", ".", "B", "."]] * 3,
        [".", ".", "B", "B"],
    ]
    assert parts["Big eye boy (R red, B blue)"].split() == [
        *"BRBR",
        *"B..R",
        *"...R",
        *"...R",
        *"....",
        *"....",
    ]
    assert parts["Cockroach road"].strip() == "-"
    assert "Player next: big eye boy B, small road B, cockroach road -" in parts["Ask road"]
    assert "Banker 8, Player 2, tie 2; Banker pair 2, Player pair 1, natural 1" in result.stdout
    assert "\x1b" not in result.stdout


def test_older_columns_scroll_away_and_it_is_said() -> None:
    result = zapato_roads("BP" * 30, "--text", "--columns", "7")
    assert "Big road (53 of 60 beads scrolled away)\n  P B P B P B P\n" in result.stdout
    assert "Bead plate (18 of 60 beads scrolled away)\n" in result.stdout


def test_colours_add_nothing_to_the_letters() -> None:
    roads = draw_roads(parse_rounds("B Pp T Bn B P"))
    coloured = page(roads, colour=True)
    assert "\x1b[91mB\x1b[0m" in coloured and "\x1b[94mPp1\x1b[0m" in coloured and "\x1b[92mT\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == page(roads)


def test_the_readme_shows_what_is_drawn() -> None:
    call, drawing = re.findall(r"```\n\$ zapato roads (.*?)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[
        0
    ]
    results = re.match(r'"([^"]*)" --text', call)
    assert results is not None
    assert zapato_roads(results[1], "--text").stdout.startswith(drawing)
