"""The dealer's one page: nothing on it goes stale, nothing falls off it, on both papers, in both languages."""

import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from device.cli.manual import command
from device.panel.lamps import Colour, Lamp
from device.papers.dealer_page import (
    INKS,
    LANGUAGES,
    ON_THE_PAGE,
    PAPERS,
    DealerPage,
    dealer_pdf,
    lamp_rows,
    steps,
)
from device.settings import list_profiles, load_profile
from device.table.vocabulary import IncidentKind
from device.words import load_words

MANUALS = Path(__file__).parents[2] / "device/manual"
NOT_THE_DEALERS = {
    IncidentKind.EARLY_CARD,  # by the usual rules it holds nothing
    IncidentKind.CARD_BEFORE_REVEAL,  # on the page where hands lie face down
    IncidentKind.PAUSED,  # the supervisor stands there
    IncidentKind.FACES_LOST,  # a restart without a key: the supervisor's
    IncidentKind.RECORD_RESTORED,  # a technician's work, before anybody deals
}


def page(language: str, profile: str = "live", paper: str = "a4") -> DealerPage:
    """The page, the hands named as the language names them."""
    rules = load_profile(profile)
    return DealerPage(language=language, paper=paper, profile=rules, names=load_words(language).own_names())


def text_of(content: bytes, tmp_path: Path) -> str:
    """What is written on it."""
    file = tmp_path / "page.pdf"
    file.write_bytes(content)
    return subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lamp_and_every_colour_has_its_place_and_its_words(language: str) -> None:
    one = page(language)
    shown = [lamp for lamp, _, _ in lamp_rows(one)]
    assert set(shown) == {*Lamp, None} - {Lamp.LOCK}
    assert len(shown) == len(set(shown))
    assert INKS.keys() == set(Colour)
    assert all(one.own(f"colour.{colour.value}") != colour.name for colour in Colour)
    assert all(says for _, says, _ in lamp_rows(one))


def test_what_holds_a_table_is_on_the_page_or_is_not_the_dealers() -> None:
    manual = (MANUALS / "en/supervisor.md").read_text(encoding="utf-8")
    table = manual.split("\n## What holds the table")[1].split("\n## ")[0].split("| option |")[0]
    rows = re.findall(r"^\| (`[^|]+?) \|", table, re.MULTILINE)
    holding = {IncidentKind(code) for row in rows for code in re.findall(r"`([^`]+)`", row)}
    assert len(holding) > 15
    assert holding - NOT_THE_DEALERS == set(ON_THE_PAGE)


@pytest.mark.parametrize("name", list_profiles())
def test_the_steps_follow_the_house_rules(name: str) -> None:
    english, spanish = (steps(page(language, name)) for language in LANGUAGES)
    assert len(english) == len(spanish) >= 7
    assert not any("{" in step for step in english + spanish)
    rules = load_profile(name)
    said = " ".join(english)
    assert ("first card closes" in said) == (rules.bets_close.value == "first-card")
    assert ("face down" in said) == (rules.deal.value == "face-down")
    assert (f"before {rules.next_after_s:g}\u00a0s" in said) == (rules.next.value == "first-card")


@pytest.mark.needs("pdftoppm")
@pytest.mark.parametrize(("language", "profile"), [("en", "live"), ("es", "casino-manual")])
@pytest.mark.parametrize("paper", PAPERS)
def test_it_is_one_page_and_nothing_reaches_its_edges(language: str, paper: str, profile: str, tmp_path: Path) -> None:
    file = tmp_path / "page.pdf"
    file.write_bytes(dealer_pdf(page(language, profile, paper)))
    subprocess.run(["pdftoppm", "-r", "36", "-gray", file, tmp_path / "page"], check=True)
    (drawn,) = tmp_path.glob("page*.pgm")
    with Image.open(drawn) as picture:
        width, height = (round(mm / 25.4 * 36) for mm in PAPERS[paper])
        assert abs(picture.width - width) <= 1
        assert abs(picture.height - height) <= 1
        dark = picture.point(lambda grey: 255 * (grey < 200)).getbbox()
    assert dark is not None
    edge = 36 * 8 / 25.4  # 8 mm, what an office printer cannot reach and a little
    left, top, right, bottom = dark
    assert (left > edge, top > edge, right < width - edge, bottom < height - edge / 2) == (True,) * 4, dark


@pytest.mark.needs("pdftoppm")
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_and_advice_are_the_catalogues(language: str, tmp_path: Path) -> None:
    one = page(language)
    written = " ".join(text_of(dealer_pdf(one), tmp_path).split())
    for kind in ON_THE_PAGE:
        assert one.said(f"incident.{kind.value}") in written
        assert one.said(f"advice.{kind.value}") in written
    assert one.said("remedy.journal") in written


@pytest.mark.needs("pdftoppm")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_stays_with_its_unit(language: str, tmp_path: Path) -> None:
    written = text_of(dealer_pdf(page(language)), tmp_path)
    assert written.count("3\u00a0s") + written.count("3 s") == 2, "each time the two stand on one line"


def test_the_command_never_writes_over_a_file(tmp_path: Path) -> None:
    there = tmp_path / "dealer.pdf"
    there.write_bytes(b"mine")
    words = ["dealer", "--out", str(there)]
    said = CliRunner().invoke(command, words)
    assert (said.exit_code, there.read_bytes()) == (2, b"mine")
    assert "--force" in said.stderr
    assert CliRunner().invoke(command, [*words, "--force"]).exit_code == 0
    assert there.read_bytes().startswith(b"%PDF")
