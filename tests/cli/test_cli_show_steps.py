"""What `zapato show` says of the steps of one coup, as somebody in a dispute reads them."""

import pytest
from click.testing import CliRunner

from device.cli.main import zapato

FACE_DOWN = """shoe
no-more-bets
cut
card 9h
unread
card Td
card 3s
enter 2c by=sup1
reveal player
reveal banker
enter 2c by=sup1
result
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("show-steps")
    script, journal = folder / "coup.zapato", folder / "journal.sqlite"
    script.write_text(FACE_DOWN)
    rules = ["--profile", "casino-manual", "--set", "burn=none", "--set", "decks=1", "--set", "cut_depth=10"]
    _run("play", str(script), *rules, "--journal", str(journal))
    return _run("show", str(journal), "--coup", "1") + _run("show", str(journal))


def _run(*words: str) -> str:
    done = CliRunner().invoke(zapato, words)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_refused_order_says_the_sentence_that_its_giver_saw(shown: str) -> None:
    assert "order enter, by sup1 → no card waits to be named" in shown


def test_a_card_that_nobody_could_read_is_two_question_marks(shown: str) -> None:
    assert "hand banker, cards ?? 3s" in shown


def test_why_the_shoe_ended_is_one_word(shown: str) -> None:
    assert "→ last-coup\n" in shown


def test_one_is_one(shown: str) -> None:
    assert "1 pack, opened" in shown
    assert "1 coup," in shown
