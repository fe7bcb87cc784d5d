"""The rows of coups: played, voided, put right, dealt by hand."""

from pathlib import Path

from journal.projection_tools import BURN, COUPS, EXAMPLE, NAME, cards, play

from device.journal import history
from device.journal.reading import Reader
from device.rules.card import Card
from device.rules.outcome import Outcome
from device.table import commands as cmd


def test_a_coup_has_the_columns_agreed_on_and_its_own_times(fast: Path) -> None:
    play(fast / NAME, *EXAMPLE)
    with Reader(fast / NAME) as reader:
        assert reader.query("SELECT * FROM coups") == []
    (fast / NAME).unlink()
    play(fast / NAME, *EXAMPLE, cmd.ShowResult(called=Outcome.BANKER))
    with Reader(fast / NAME) as reader:
        (row,) = reader.objects("SELECT * FROM coups")
    assert " ".join(row) == COUPS
    assert row == {
        "shoe": 1,
        "coup": 1,
        "kind": "normal",
        "player": "4h9c8d",
        "banker": "2sAd",
        "player_total": 1,
        "banker_total": 3,
        "outcome": "banker",
        "natural": 0,
        "player_pair": 0,
        "banker_pair": 0,
        "started_at": "2025-03-01T00:00:02.000Z",
        "ended_at": "2025-03-01T00:00:03.250Z",
        "dealer": "d14",
        "corrected_by": None,
        "voided_by": None,
        "reason": None,
        "manual": 0,
    }


def test_a_void_after_the_result_keeps_the_cards_and_nothing_else(fast: Path) -> None:
    void = cmd.Void(by="sup1", second="pit2", reason="wrong side")
    play(fast / NAME, *EXAMPLE, cmd.ShowResult(called=Outcome.BANKER), void)
    with Reader(fast / NAME) as reader:
        (row,) = reader.objects("SELECT * FROM coups")
        assert {name: row[name] for name in ("kind", "player", "banker", "voided_by", "reason")} == {
            "kind": "void",
            "player": "4h9c8d",
            "banker": "2sAd",
            "voided_by": "sup1, pit2",
            "reason": "wrong side",
        }
        assert (row["outcome"], row["player_total"], row["banker_total"]) == (None, None, None)
        assert row["ended_at"] == "2025-03-01T00:00:03.250Z"
        actions = reader.query("SELECT action, by, second, reason FROM staff_actions")
        assert ("void", "sup1", "pit2", "wrong side") in actions


def test_a_void_before_the_result_makes_the_row(fast: Path) -> None:
    play(fast / NAME, *EXAMPLE[:-1], cmd.Void(by="sup1", second="pit2", reason="misdeal"))
    with Reader(fast / NAME) as reader:
        rows = reader.query("SELECT coup, kind, player, banker, outcome, voided_by FROM coups")
    assert rows == [(1, "void", "4h9c", "2sAd", None, "sup1, pit2")]


def test_a_correction_puts_the_row_right_and_keeps_what_stood_before(fast: Path) -> None:
    correct = cmd.Correct(
        coup=1,
        player=(Card("4h"), Card("4c")),
        banker=(Card("2s"), Card("Ac")),
        by="sup1",
        second="pit2",
        reason="misread",
    )
    free = cmd.Void(coup=1, by="sup3", second="pit2", reason="dispute")
    shown = cmd.ShowResult(called=Outcome.BANKER)
    play(fast / NAME, *EXAMPLE, shown, *cards("Kc 2c", first=9), correct)
    with Reader(fast / NAME) as reader:
        (row,) = history.coups(reader, shoe=1)
        placed = reader.query(
            "SELECT place, card, source FROM cards WHERE coup = 1 AND place <> 'burned' ORDER BY place"
        )
        steps = [line["kind"] for line in history.steps(reader, shoe=1, coup=1)]
    assert (row["player"], row["banker"], row["player_total"], row["outcome"]) == ("4h4c", "2sAc", 8, "player")
    assert (row["corrected_by"], row["reason"], row["player_pair"]) == ("sup1, pit2", "misread", True)
    assert row["originals"] == [
        {"player": "4h9c8d", "banker": "2sAd", "player_total": 1, "banker_total": 3, "outcome": "banker"}
    ]
    assert placed == [
        ("banker-1", "2s", "shoe"),
        ("banker-2", "Ac", "supervisor"),
        ("corrected", None, "shoe"),
        ("player-1", "4h", "shoe"),
        ("player-2", "4c", "supervisor"),
    ]
    assert steps[-1] == "coup-corrected", "it was made while the next coup was dealt"
    (fast / NAME).unlink()
    play(fast / NAME, *EXAMPLE, shown, *cards("Kc 2c", first=9), correct, free)
    with Reader(fast / NAME) as reader:
        (row,) = history.coups(reader, shoe=1)
        rest = reader.query("SELECT count(*) FROM cards")
    assert (row["kind"], row["voided_by"], row["corrected_by"]) == ("void", "sup3, pit2", "sup1, pit2")
    assert [one["player"] for one in row["originals"]] == ["4h9c8d", "4h4c"]
    assert rest == [(10,)], "how many cards left is a fact"


def test_cards_that_a_correction_adds_have_rows_of_their_own(fast: Path) -> None:
    natural = cards("9h 2s Kc 3d", first=4)
    hands = {"player": (Card("2h"), Card("Kc"), Card("5c")), "banker": (Card("2s"), Card("3d"), Card("9c"))}
    back = {"player": (Card("9h"), Card("Kc")), "banker": (Card("2s"), Card("3d"))}
    signed = {"coup": 1, "by": "sup1", "second": "pit2", "reason": "misread"}
    right = cmd.Correct(**hands, **signed)  # type: ignore[arg-type]
    wrong = cmd.Correct(**back, **signed)  # type: ignore[arg-type]
    shown = cmd.ShowResult(called=Outcome.PLAYER)
    play(fast / NAME, cmd.OpenShoe(), *BURN, *natural, shown, right, wrong, right)
    with Reader(fast / NAME) as reader:
        placed = reader.query("SELECT place, card, passage FROM cards WHERE place LIKE '%-3' ORDER BY place")
        (row,) = history.coups(reader, shoe=1)
    assert placed == [("banker-3", "9c", None), ("player-3", "5c", None)]
    assert [one["player"] for one in row["originals"]] == ["9hKc", "2hKc5c", "9hKc"]


def test_a_card_put_right_before_the_result_is_told_with_the_coup(fast: Path) -> None:
    correct = cmd.Correct(
        coup=1,
        player=(Card("4h"), Card("5c")),
        banker=(Card("2s"), Card("Ad")),
        by="sup1",
        second="pit2",
        reason="misread",
    )
    play(fast / NAME, *EXAMPLE[:-1], correct, cmd.ShowResult(called=Outcome.PLAYER))
    with Reader(fast / NAME) as reader:
        (row,) = history.coups(reader, shoe=1)
        faces = reader.query("SELECT card, source FROM cards WHERE place = 'player-2'")
    assert (row["player"], row["corrected_by"], row["reason"]) == ("4h5c", "sup1, pit2", "misread")
    assert row["originals"] == [{"player": "4h9c", "banker": "2sAd"}]
    assert faces == [("5c", "supervisor")]
