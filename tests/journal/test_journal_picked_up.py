"""A coup picked up too early, on record: its cards go to the next coup, row by row.

Where they lie unseen there they are sealed again, and opened as they are turned.
"""

import itertools
from functools import reduce
from pathlib import Path

import pytest
from click.testing import CliRunner
from journal.journal_tools import SteppingClock, numbered
from journal.projection_tools import NAME, cards

from device.cli.main import zapato
from device.journal import checking
from device.journal.reading import Reader
from device.journal.sqlite import SqliteJournal
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import Option, ReadIdentity, ReportKind

FACE_UP = with_settings(load_profile("live"), {"burn": "none", "result": "button", "next": "button"})
FACE_DOWN = with_settings(load_profile("casino-manual"), {"burn": "none", "third_card": "face-up"})
REPORT = cmd.Report(what=ReportKind.PICKED_UP, by="d14")
NEXT = cmd.Resolve(option=Option.NEXT, by="sup1", second="pit2", reason="picked up")
OPEN: list[AnyCommand] = [cmd.OpenShoe(by="sup1"), cmd.NoMoreBets()]
FOUR = cards("2h 2s 3c 4d")
TURNED: list[AnyCommand] = [cmd.Turn(hand=Hand.PLAYER), cmd.Turn(hand=Hand.BANKER)]
HOUSES: dict[str, tuple[Profile, list[AnyCommand]]] = {
    "face up": (FACE_UP, [*OPEN, *FOUR]),
    "face down": (FACE_DOWN, [*OPEN, *FOUR, *TURNED]),
}


def go_on(journal: SqliteJournal, state: State, profile: Profile, commands: list[AnyCommand]) -> State:
    for command in commands:
        state, step = numbered(state, decide(state, command, profile))
        journal.append(step)
    return state


def rows(path: Path) -> list[tuple[object, ...]]:
    with Reader(path) as reader:
        return reader.query("SELECT coup, place, card, source, passage FROM cards WHERE passage >= 5 ORDER BY seq")


@pytest.mark.parametrize("house", HOUSES)
def test_each_card_is_kept_and_then_has_its_place_in_the_next_coup(house: str, fast: Path) -> None:
    path = fast / NAME
    profile, dealt = HOUSES[house]
    journal = SqliteJournal(path, clock=SteppingClock())
    in_error = cmd.CardLeft(card=Card("Kc"), read=ReadIdentity("1A2B3C4D", 6))
    state = go_on(journal, INITIAL, profile, [*dealt, *cards("9h", first=5), in_error, REPORT, NEXT])
    assert rows(path) == [(1, "kept", None, "shoe", 5), (1, "incident", None, "shoe", 6)]
    state = go_on(journal, state, profile, [cmd.Resolve(option=Option.NEXT, by="sup1")])
    assert rows(path) == [(1, "kept", None, "shoe", 5), (1, "kept", None, "shoe", 6)]
    with Reader(path) as reader:
        voided = reader.query("SELECT kind, player, banker, voided_by FROM coups")
    assert voided == [("void", "2h3c", "2s4d", "sup1, pit2")]
    faces = ("9h", "Kc") if house == "face up" else (None, None)
    state = go_on(journal, state, profile, [cmd.Next(), cmd.NoMoreBets()])
    assert rows(path) == [(2, "player-1", faces[0], "shoe", 5), (2, "banker-1", faces[1], "shoe", 6)]
    more = cards("Qd 7s", first=7) + ([] if house == "face up" else TURNED)
    go_on(journal, state, profile, [*more, cmd.ShowResult()])
    assert [row[2] for row in rows(path)] == ["9h", "Kc", "Qd", "7s"]
    journal.close()
    checking.verify_file(path)
    before = rows(path)
    checking.rebuild(path)
    assert rows(path) == before


@pytest.mark.parametrize("house", HOUSES)
def test_a_table_that_dies_anywhere_goes_on_the_same(house: str, fast: Path) -> None:
    profile, dealt = HOUSES[house]
    story = [*dealt, *cards("9h", first=5), REPORT, NEXT, cmd.Next(), cmd.NoMoreBets(), *cards("2c Qd 7s", first=6)]
    path = fast / NAME
    state = INITIAL
    for command in story:
        journal = SqliteJournal(path, clock=SteppingClock())
        found = reduce(evolve, (one.event for one in journal.last_shoe()), INITIAL)
        assert (found.coup, found.kept, found.incidents, found.phase) == (
            state.coup,
            state.kept,
            state.incidents,
            state.phase,
        )
        assert (found.shoe.seen, found.shoe.faces, found.shoe.tags) == (
            state.shoe.seen,
            state.shoe.faces,
            state.shoe.tags,
        )
        state = go_on(journal, state, profile, [command])
        journal.close()
    checking.verify_file(path)


SCRIPTS = Path(__file__).parent.parent / "play" / "scripts" / "picked-up"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("last-coup", ["bets_close=button"]),
        ("error-decided-before", ["bets_close=button"]),
        ("restart-after-it", ["bets_close=button"]),
        ("tags", ["bets_close=button"]),
        ("waiting", ["bets_close=button"]),
        ("face-down-third-unread", ["deal=face-down", "reveal=button", "third_card=face-down"]),
        ("face-down-unturned", ["deal=face-down", "reveal=button"]),
        ("shuffled-every-coup", ["shuffle=every-coup", "bets_close=button"]),
    ],
)
def test_what_the_scripts_play_verifies_and_its_tables_can_be_made_again(
    name: str, args: list[str], tmp_path: Path
) -> None:
    journal = tmp_path / NAME
    rules = itertools.chain.from_iterable(
        ("--set", one) for one in ["burn=none", "result=button", "next=button", *args]
    )
    played = CliRunner().invoke(zapato, ["play", str(SCRIPTS / f"{name}.zapato"), *rules, "--journal", str(journal)])
    assert played.exit_code == 0, played.output
    done = CliRunner().invoke(zapato, ["verify", "--rebuild", str(journal)])
    assert done.exit_code == 0, done.output
