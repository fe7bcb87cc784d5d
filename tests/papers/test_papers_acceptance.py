"""The acceptance run: the log laid beside a known order, what it shows, and the bound that a few figures allow."""

import json
import math
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.acceptance import command
from device.line.tape import read_tape
from device.papers.acceptance import (
    HEADING,
    NOTHING,
    UNREAD,
    LogError,
    Passage,
    in_line,
    judge,
    read_log,
    read_order,
    upper_bound,
)
from device.papers.acceptance_tape import passages_of
from device.readers.marks import CardMarks
from device.readers.shoe import wrap
from device.rules.card import Card

ORDER = [str(card) for card in Card] * 2


def zapato(*words: str | Path) -> Result:
    """The command, run in this process."""
    return CliRunner().invoke(command, [str(word) for word in words])


def said(faces: list[str]) -> list[tuple[str, int]]:
    """These faces, a tenth of a second apart."""
    return [(face, 100 * at) for at, face in enumerate(faces)]


@pytest.mark.parametrize(("count", "of"), [(0, 100_000), (4, 100_000), (5, 100_000), (10, 100_000), (3, 50)])
def test_the_bound_is_where_so_few_have_a_chance_of_one_in_twenty(count: int, of: int) -> None:
    bound = upper_bound(count, of)
    chance = sum(math.comb(of, seen) * bound**seen * (1 - bound) ** (of - seen) for seen in range(count + 1))
    assert chance == pytest.approx(0.05, rel=1e-6)


def test_bounds_that_are_known() -> None:
    assert upper_bound(0, 100_000) == pytest.approx(1 - 0.05 ** (1 / 100_000))
    assert upper_bound(4, 100_000) < 1e-4 < upper_bound(5, 100_000)
    assert (upper_bound(0, 0), upper_bound(7, 7)) == (1.0, 1.0)


def test_a_perfect_shoe_is_laid_out_card_by_card() -> None:
    laid = in_line(ORDER, said(ORDER), 3)
    assert [one.expected for one in laid] == [one.read for one in laid] == ORDER
    assert laid[1] == Passage(shoe=3, passage=2, expected=ORDER[1], read=ORDER[1], at_ms=100)


@pytest.mark.parametrize("seed", range(5))
def test_every_fault_is_counted_as_what_it_is(seed: int) -> None:
    chance = random.Random(seed)
    unread, wrong, missed, invented = (
        sorted(places) for places in zip(*[iter(chance.sample(range(5, 99, 3), 8))] * 2, strict=True)
    )
    faces = list(ORDER)
    for at in unread:
        faces[at] = UNREAD
    for at in wrong:
        faces[at] = ORDER[(at + 20) % 52]
    for at in sorted({*missed, *invented}, reverse=True):
        if at in missed:
            del faces[at]
        else:
            faces.insert(at, ORDER[(at + 26) % 52])
    verdict = judge(in_line(ORDER, said(faces), 1))
    assert (verdict.passages, verdict.wrong, verdict.unread) == (104, 2, 2)
    assert (verdict.missed, verdict.invented) == (2, 2)
    assert not verdict.is_accepted


def test_accepted_means_all_of_it() -> None:
    good = [Passage(shoe=1, passage=1, expected="Ac", read="Ac", at_ms=0)] * 100_000
    none = Passage(shoe=1, passage=1, expected="Ac", read=UNREAD, at_ms=0)
    other = Passage(shoe=1, passage=1, expected="Ac", read="2c", at_ms=0)
    lost = Passage(shoe=1, passage=1, expected="Ac", read=NOTHING, at_ms=0)
    extra = Passage(shoe=1, passage=1, expected=NOTHING, read="Ac", at_ms=0)
    assert judge(good).is_accepted
    assert judge(good[10:] + [none] * 10).is_accepted
    assert not judge(good[11:] + [none] * 11).is_accepted
    assert not judge(good[1:]).is_accepted
    for fault in (other, lost, extra):
        verdict = judge([*good, fault])
        assert not verdict.is_accepted
        assert len(verdict.why_not()) == 1


@pytest.mark.parametrize(
    "line",
    [
        "1,1,Ac,Ac",
        "1,1,Ac,Zz,5",
        "1,2,Ac,Ac,5",
        "2,1,Ac,Ac,5\n1,1,Ac,Ac,5",
        "1,1,??,Ac,5",
        "1,1,--,--,5",
        "1,-1,Ac,Ac,5",
    ],
)
def test_what_is_no_log_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(LogError, match="line "):
        list(read_log(line.splitlines()))


def test_logs_are_put_one_behind_another() -> None:
    lines = ["# table BAC 1", HEADING, "1,1,Ac,Ac,5", HEADING, "2,1,cut,??,7", ""]
    verdict = judge(read_log(lines))
    assert (verdict.shoes, verdict.passages, verdict.unread) == (2, 2, 0)


def test_an_order_is_words_with_remarks() -> None:
    assert read_order("Ac 2c, 10d # the first three\ncut\n") == ["Ac", "2c", "Td", "cut"]


TAPE = """# Name: a shoe of four
# Reader: shoe
"""


def frame(body: str) -> str:
    """A frame of the shoe board, on a line of a tape."""
    return wrap(body.encode()).hex()


def test_a_passage_told_again_or_late_is_one_passage_in_its_place() -> None:
    frames = [
        "C,0000ABCD,1,100,150,AC",
        "C,0000ABCD,3,300,350,3C",
        "C,0000ABCD,1,100,150,AC",
        "N,0000ABCD,2,200,250",
        "C,0000EF01,1,10,20,ZZ",
    ]
    text = TAPE + "".join(f"{at * 10} < {frame(body)}\n" for at, body in enumerate(frames))
    heard = passages_of(read_tape(text), CardMarks())
    assert heard == [("Ac", 0), (UNREAD, 30), ("3c", 10), (UNREAD, 40)]


def test_the_commands(tmp_path: Path) -> None:
    frames = ["C,0000ABCD,1,100,150,AC", "N,0000ABCD,2,200,250"]
    (tmp_path / "run.tape").write_text(TAPE + "".join(f"{at} < {frame(body)}\n" for at, body in enumerate(frames)))
    (tmp_path / "order.txt").write_text("Ac 2c")
    laid = zapato("log", tmp_path / "run.tape", "--order", tmp_path / "order.txt", "--shoe", "1")
    assert laid.stdout.splitlines() == [HEADING, "1,1,Ac,Ac,0", "1,2,2c,??,1"]
    (tmp_path / "log.csv").write_text(laid.stdout)
    checked = zapato("check", tmp_path / "log.csv")
    assert checked.exit_code == 1
    line = json.loads(checked.stdout)
    assert (line["ok"], line["passages"], line["unread"], line["wrong"]) == (False, 2, 1, 0)
    (tmp_path / "log.csv").write_text("1,1,Ac\n")
    assert zapato("check", tmp_path / "log.csv").exit_code == 2
