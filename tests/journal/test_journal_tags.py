"""Tags and inspections on record: sealed until the turn, opened then, and no word of the order in which packs pass."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import zapato

SCRIPTS = Path(__file__).parent.parent / "play" / "scripts"


def played(name: str, journal: Path) -> None:
    """Play a script of the collection into a journal."""
    head = json.loads((SCRIPTS / f"{name}.expect").read_text(encoding="utf-8").splitlines()[0])
    done = CliRunner().invoke(
        zapato, ["play", str(SCRIPTS / f"{name}.zapato"), *head["args"], "--journal", str(journal)]
    )
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    "name",
    [
        "tags/restarted",
        "tags/face-down-removed-played-on",
        "tags/left-while-held",
        "tags/kept-and-removed",
        "tags/burned-unseen-at-the-end",
        "tags/foreign-pack",
        "inspection/restarted-and-done",
        "inspection/closing-missing-and-surplus",
    ],
)
def test_a_record_with_tags_verifies_and_its_tables_can_be_made_again(name: str, tmp_path: Path) -> None:
    journal = tmp_path / "table.sqlite3"
    played(name, journal)
    done = CliRunner().invoke(zapato, ["verify", "--rebuild", str(journal)])
    assert done.exit_code == 0, done.output


def bodies(journal: Path, kind: str) -> list[str]:
    connection = sqlite3.connect(journal)
    found = [body for (body,) in connection.execute("SELECT body FROM events WHERE kind = ? ORDER BY seq", (kind,))]
    connection.close()
    return found


def test_a_tag_is_nowhere_in_clear_before_its_card_is_turned(tmp_path: Path) -> None:
    journal = tmp_path / "table.sqlite3"
    played("tags/face-down-unseen", journal)
    connection = sqlite3.connect(journal)
    everything = " ".join(body for (body,) in connection.execute("SELECT body FROM events"))
    connection.close()
    assert len(bodies(journal, "tag-read")) == 4
    assert not [tag for tag in ('"A1"', '"A2"', '"A4"', '"9h"', '"2s"', '"3d"') if tag in everything]


def test_of_a_card_that_is_counted_the_record_holds_that_it_passed_and_no_more(tmp_path: Path) -> None:
    journal = tmp_path / "table.sqlite3"
    played("inspection/exactly-right", journal)
    passed = [json.loads(body) for body in bodies(journal, "card-inspected")]
    assert len(passed) == 52
    assert {key for body in passed for key in body} == {"read"}
    (ended,) = (json.loads(body) for body in bodies(journal, "inspection-ended"))
    assert ended["exact"] is True
    assert set(ended["counts"].values()) == {1}
