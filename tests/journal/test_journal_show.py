"""What people are shown of a record."""

import json
from pathlib import Path

import pytest
from journal.journal_tools import NAME, house, numbered, opened
from journal.verify_tools import answer, run

from device.cli.show import command as show
from device.rules.card import Card
from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.state import INITIAL
from device.table.vocabulary import ReadIdentity

WORKED_EXAMPLE = "3h 2c 5c 6c 4h 2s 9c Ad 8d"  # the indicator and its three, then the documents' own example


@pytest.fixture
def played(fast: Path) -> Path:
    """The worked example, then a card drawn in error that waits unseen."""
    journal = opened(fast / NAME)
    state = INITIAL
    reads = (ReadIdentity("1A2B3C4D", count) for count in range(1, 100))
    draw = [cmd.CardLeft(card=Card(text), read=next(reads), since_s=9.0) for text in WORKED_EXAMPLE.split()]
    commands: list[AnyCommand] = [
        cmd.ChangeDealer(dealer="d14"),
        cmd.OpenShoe(by="sup1"),
        *draw,
        cmd.ShowResult(called=Outcome.BANKER),
        cmd.CardLeft(card=Card("Qd"), read=next(reads), since_s=0.5),
    ]
    for command in commands:
        state, step = numbered(state, decide(state, command, house()))
        journal.append(step)
    journal.close()
    return fast / NAME


def test_shoes_and_coups_are_listed(played: Path) -> None:
    code, out, _ = run(show, played)
    assert code == 0
    assert out.startswith("shoe 1: live v1, 8 packs, opened ")
    assert "1 coup, in play" in out
    _, out, _ = run(show, played, "--shoe", 1)
    assert "coup 1: Player 4h 9c 8d = 1, Banker 2s Ad = 3: banker" in out
    assert "incident 1 in coup 1: card-drawn-in-error (offered: next, burn, free-coup, void)" in out


def test_a_coup_is_shown_card_by_card_with_what_made_each_step_compulsory(played: Path) -> None:
    code, out, _ = run(show, played, "--coup", 1)
    assert code == 0
    dealt = [line.split("card-dealt")[1].strip() for line in out.splitlines() if "card-dealt" in line]
    assert dealt == [
        "Player 4h",
        "Banker 2s",
        "Player 9c",
        "Banker Ad → player 3: draw",
        "Player 8d → banker 3 against 8: stand",
    ]


@pytest.mark.parametrize("options", [[], ["--shoe", 1], ["--coup", 1], ["--shoe", 1, "--coup", 1]])
def test_no_unseen_face_is_shown(played: Path, options: list[object]) -> None:
    """Not the three burned cards, and not the card drawn in error, in any form."""
    for extra in ([], ["--json"]):
        code, out, _ = run(show, played, *options, *extra)
        assert code == 0
        assert out
        for face in ("2c", "5c", "6c", "Qd"):
            assert face not in out


def test_lines_of_json_say_what_they_are(played: Path) -> None:
    _, out, _ = run(show, played, "--coup", 1, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["type"] for line in lines[:2]] == ["coup", "step"]
    assert lines[0]["player"] == "4h9c8d"
    assert lines[0]["natural"] is False
    raised = next(line for line in lines if line["type"] == "step" and line["kind"] == "incident-raised")
    assert raised["hidden"] is None


def test_what_is_not_there_is_said(played: Path, fast: Path) -> None:
    for options, said in (
        (["--shoe", 7], "no shoe 7"),
        (["--coup", 7], "no coup 7"),
        (["--shoe", "9" * 23], "is not in the range"),
        (["--coup", "9" * 23], "is not in the range"),
    ):
        code, out, error = run(show, played, *options)
        assert (code, out) == (2, "")
        assert said in error
    opened(fast / "new").close()
    assert run(show, fast / "new") == (0, "", "")
    assert run(show, fast / "new", "--coup", 1)[0] == 2


def test_what_stood_before_a_correction_is_shown_struck_through(fast: Path) -> None:
    path, state = fast / "corrected.sqlite3", INITIAL
    journal = opened(path)
    hands = {"player": (Card("4h"), Card("5c")), "banker": (Card("2s"), Card("Ad"))}
    commands: list[AnyCommand] = [
        cmd.OpenShoe(),
        *[cmd.CardLeft(card=Card(one), since_s=30.0) for one in ["2h", "3c", "4c", "4h", "2s", "9c", "Ad", "8d"]],
        cmd.ShowResult(called=Outcome.BANKER),
        cmd.Correct(coup=1, **hands, by="sup1", second="pit2", reason="misread"),
        cmd.Void(coup=1, by="sup3", second="pit2", reason="dispute"),
    ]
    for command in commands:
        state, step = numbered(state, decide(state, command, house()))
        journal.append(step)
    journal.close()
    code, out, _ = run(show, path, "--shoe", 1)
    assert code == 0
    assert (
        "coup 1 [void]: ~~Player 4h 9c 8d = 1, Banker 2s Ad = 3: banker~~ ~~Player 4h 5c = 9, Banker 2s Ad = 3: " in out
    )
    assert "player~~ Player 4h 5c, Banker 2s Ad: no result" in out
    assert "void by sup3, pit2: dispute" in out
    assert answer(path)["ok"] is True
