"""The laboratory's page: every row of its table names a test that there is or says why none does; its examples run."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "es")
EACH = pytest.mark.parametrize("language", LANGUAGES)
ENTRY = "from device.cli.main import main; main()"
NOT_COVERED = {"en": "**not covered", "es": "**no cubierto"}
SCRIPT = """
dealer on=d14
shoe by=d14
card 2h
card Kc
card Kd
no-more-bets
card 4h
card 2s
card 9c
card Ad
card 8d
result banker
end-shoe by=sup1
"""


def page(language: str) -> str:
    """The page."""
    return (ROOT / "device/manual" / language / "laboratory.md").read_text(encoding="utf-8")


def rows(language: str) -> list[list[str]]:
    """The cells of every row of the table of requirements."""
    text = page(language).split("\n## ")[-1]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    return [cells for cells in found if cells[0] not in ("requirement", "requisito")]


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of a file's tests, those of a class with its name before them."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for group in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        names |= {f"{group.name}::{node.name}" for node in group.body if isinstance(node, ast.FunctionDef)}
    return frozenset(names)


def not_there(text: str) -> list[str]:
    """The tests that a text names and that there are not."""
    found = []
    for one in re.findall(r"`(tests/[^`]+::[^`]+)`", text):
        file, _, test = one.partition("::")
        if not (ROOT / file).is_file() or test not in names_in(file):
            found.append(one)
    return found


@EACH
def test_every_row_names_tests_that_there_are_or_says_why_not(language: str) -> None:
    table = rows(language)
    assert len(table) > 40
    for cells in table:
        assert len(cells) == 3, cells
        name, asks, proof = cells
        named = re.findall(r"`(tests/[^`]+)`", proof)
        assert name and asks, cells
        assert named or proof.startswith(NOT_COVERED[language]), f"{name}: neither a test nor why there is none"
        if NOT_COVERED[language] in proof:
            assert len(proof.rpartition("**: ")[2]) > 25, f"{name}: does not say why"
        assert not not_there(proof), name


@EACH
def test_every_threat_names_tests_that_there_are_and_says_what_is_left(language: str) -> None:
    text = (ROOT / "device/manual" / language / "security.md").read_text(encoding="utf-8")
    threats = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| **")]
    assert len(threats) > 12
    for who, gain, stops, left in threats:
        assert "`tests/" in stops, f"{who}: nothing shows it"
        assert not not_there(stops), who
        assert len(gain.strip()) > 8 and len(left.strip()) > 30, f"{who}: what is left is never nothing"


def test_a_test_that_is_not_there_is_found() -> None:
    assert not_there("`tests/papers/test_papers_laboratory.py::test_gone`") != []
    assert not_there("`tests/papers/test_papers_laboratory.py::test_a_test_that_is_not_there_is_found`") == []


def test_both_languages_have_the_same_rows() -> None:
    def shape(language: str) -> list[tuple[str, list[str], bool]]:
        return [
            (re.sub(r"[a-z ,]+$", "", cells[0]), re.findall(r"`[^`]+`", cells[2]), "**" in cells[2])
            for cells in rows(language)
        ]

    english, spanish = map(shape, LANGUAGES)
    assert english == spanish


def test_every_source_that_was_asked_for_is_there() -> None:
    text = page("en").split("\n## ")[-1]
    sources = ("58 Pa. Code §603a.17", "COMAR 36.05.02.17", "COMAR 36.05.03.13", "NJ 13:69E-1.18A", "Macau 55/2004")
    for source in (*sources, "Singapore reg. 15", "UK RTS 17A", "GLI-22, GLI-24"):
        assert f"**{source}**" in text


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with a coup, a shoe that is over, and so a signed end."""
    path = tmp_path_factory.mktemp("record") / "journal.sqlite3"
    command = [sys.executable, "-c", ENTRY, "play", "-", "--journal", str(path), "--strict"]
    subprocess.run(command, input=SCRIPT, text=True, check=True, stdout=subprocess.DEVNULL)
    return path


@pytest.fixture
def altered(journal: Path, tmp_path: Path) -> Path:
    """Another copy, in which somebody made a 9 of an 8."""
    import sqlite3
    from contextlib import closing

    path = tmp_path / "altered.sqlite3"
    with closing(sqlite3.connect(journal)) as ours, closing(sqlite3.connect(path)) as theirs:
        ours.backup(theirs)
        theirs.executescript(
            "DROP TRIGGER events_no_update; DROP TRIGGER heads_no_update;"
            "UPDATE events SET body = replace(body, '8d', '9d') WHERE body LIKE '%8d%';"
            "UPDATE coups SET player = replace(player, '8d', '9d'), banker = replace(banker, '8d', '9d');"
            "UPDATE heads SET hash = replace(hash, 'a', 'b');"
        )
    return path


def block(language: str, kind: str, number: int = 0) -> str:
    """An example of the page."""
    found: list[str] = re.findall(rf"^```{kind}\n(.*?)^```$", page(language), re.DOTALL | re.MULTILINE)
    return found[number]


def python(code: str, journal: Path) -> subprocess.CompletedProcess[str]:
    """An example run by Python, on its own: nothing of the product can be imported."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(journal)], capture_output=True, text=True, check=False
    )


@EACH
def test_ten_lines_follow_the_chain(language: str, journal: Path, altered: Path) -> None:
    found = python(block(language, "python"), journal)
    verify = [sys.executable, "-c", ENTRY, "verify", str(journal)]
    verified = json.loads(subprocess.run(verify, capture_output=True, text=True, check=True).stdout)
    assert found.stdout.split() == [str(verified["events"]), verified["head"]]
    other = python(block(language, "python"), altered)
    assert other.returncode == 1
    assert "does not follow" in other.stderr


@EACH
def test_the_drawing_rules_are_checked_without_the_product(language: str, journal: Path, altered: Path) -> None:
    assert (found := python(block(language, "python", 1), journal)).stdout == ""
    assert found.returncode == 0
    assert "hand 1" in python(block(language, "python", 1), altered).stdout


@EACH
@pytest.mark.needs("sqlite3", "openssl")
def test_openssl_knows_the_signed_end(language: str, journal: Path, altered: Path, tmp_path: Path) -> None:
    script = tmp_path / "head.sh"
    script.write_text(block(language, "sh"))
    for record, code in ((journal, 0), (altered, 1)):
        done = subprocess.run(["sh", script, record], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        assert ("Signature Verified Successfully" in done.stdout) == (code == 0)
    key = ["openssl", "pkey", "-in", f"{journal}.key", "-pubout"]
    ours = subprocess.run(key, capture_output=True, text=True, check=True).stdout
    assert (tmp_path / "head.pem").read_text() == ours
