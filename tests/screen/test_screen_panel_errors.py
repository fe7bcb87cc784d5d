"""Error numbers: one for everything that can go wrong, each for ever the same, and the same in the manuals."""

import re
from pathlib import Path

import pytest

import device
from device.rules.foreign import WhyForeign
from device.screen.dealer import error_numbers as numbers
from device.screen.view import Health
from device.table.vocabulary import IncidentKind, Refusal
from device.words import languages, load_words

MANUALS = Path(device.__file__).parent / "manual"


def test_everything_that_can_go_wrong_has_one_number() -> None:
    assert set(numbers.INCIDENTS) == set(IncidentKind)
    assert set(numbers.REFUSALS) == set(Refusal)
    assert set(numbers.TROUBLES) == set(Health.__dataclass_fields__)
    given = [line.number for line in numbers.numbered()]
    assert len(given) == len(set(given)) == len(IncidentKind) + len(Refusal) + len(numbers.TROUBLES)
    assert all(re.fullmatch(r"E\d{2,3}", number) for number in given)
    assert [int(number[1:]) for number in given] == sorted(int(number[1:]) for number in given)


def test_a_number_that_was_given_once_stays_what_it_is() -> None:
    """Whoever changes one of these breaks every note that a casino has of it; new ones take the next free number."""
    assert numbers.incident_number("card-drawn-in-error") == "E01"
    assert numbers.incident_number("card-unread") == "E02"
    assert numbers.incident_number("recovered") == "E14"
    assert numbers.incident_number("jam") == "E19"
    assert numbers.incident_number("picked-up") == "E30"
    assert numbers.incident_number("profile-changed") == "E34"
    assert [numbers.trouble_number(part) for part in ("reader", "journal", "panel", "clock")] == [
        f"E5{n}" for n in range(1, 5)
    ]
    assert numbers.refusal_number("player-must-draw") == "E101"
    assert numbers.refusal_number("undo-too-late") == "E137"
    assert numbers.refusal_number("supervisor-missing") == "E151"


def test_what_only_a_newer_table_knows_has_no_number() -> None:
    assert numbers.incident_number("flood") == numbers.refusal_number("flood") == numbers.trouble_number("flood") == ""


@pytest.mark.parametrize("language", languages())
def test_every_number_is_explained_in_every_language(language: str) -> None:
    known = load_words(language).all_keys()
    for line in numbers.numbered():
        assert line.meaning in known, line
        assert line.remedy in known or line.meaning.startswith("refusal."), line


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_manual_explains_every_reason_of_a_foreign_card_in_the_panels_words(language: str) -> None:
    words = load_words(language)
    said = [words.say(f"foreign.{why.value}", pack="7QX4", table="BAC 2", on="2026-03-02") for why in WhyForeign]
    written = (MANUALS / language / "errors.md").read_text("utf-8").splitlines()
    explained = [line.split(" | ")[0].removeprefix("| ") for line in written if line.startswith("| ")]
    assert [one for one in explained if one in said] == said


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_manual_has_the_same_table(language: str) -> None:
    words = load_words(language)
    hands = words.names("", "")
    expected = []
    for line in numbers.numbered():
        meaning, remedy = (
            words.optional(key, player=hands.player, banker=hands.banker, tie=hands.tie)
            for key in (line.meaning, line.remedy)
        )
        expected.append(f"| {line.number} | {meaning} | {remedy} |")
    written = (MANUALS / language / "errors.md").read_text("utf-8").splitlines()
    assert [line for line in written if re.match(r"\| E\d", line)] == expected
