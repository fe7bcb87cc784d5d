"""The result that a shoe finds by itself, against the cards on the table."""

import pytest

from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, Option, ReadIdentity

RULES = {"burn": "none", "bets_close": "button", "result": "button", "next": "button"}
NATURAL = "9h 2s 9c Kd"
"""Player has a pair of nines, 8 points; Banker 2."""
PLAYER_AND_PAIR = cmd.ShoeSaysResult(outcome=Outcome.PLAYER, player_pair=True)


def dealt(cards: str, **rules: str) -> tuple[State, Profile]:
    profile = with_settings(load_profile("live"), RULES | rules)
    state = give(INITIAL, profile, cmd.OpenShoe(by="sup1"), cmd.NoMoreBets())[0]
    return give(state, profile, *[cmd.CardLeft(card=Card(code)) for code in cards.split()])[0], profile


def give(state: State, profile: Profile, *commands: AnyCommand) -> tuple[State, list[ev.Event]]:
    happened: list[ev.Event] = []
    for command in commands:
        for event in decide(state, command, profile):
            state = evolve(state, event)
            happened.append(event)
    return state, happened


def noted(events: list[ev.Event]) -> list[str]:
    return [event.what for event in events if isinstance(event, ev.ReportNoted)]


def test_a_result_that_agrees_is_on_record_with_its_report_and_holds_nothing() -> None:
    state, profile = dealt(NATURAL)
    read = ReadIdentity("0BADCAFE", 9)
    said = cmd.ShoeSaysResult(read=read, outcome=Outcome.PLAYER, player_pair=True)
    state, events = give(state, profile, said)
    assert events == [ev.ReportNoted(what="shoe-result-agrees", read=read)]
    assert not state.held


@pytest.mark.parametrize(
    "said",
    [
        cmd.ShoeSaysResult(outcome=Outcome.BANKER, player_pair=True),
        cmd.ShoeSaysResult(outcome=Outcome.TIE, player_pair=True),
        cmd.ShoeSaysResult(outcome=Outcome.PLAYER),
        cmd.ShoeSaysResult(outcome=Outcome.PLAYER, player_pair=True, banker_pair=True),
    ],
)
def test_a_result_that_differs_holds_the_table_until_somebody_has_looked(said: cmd.ShoeSaysResult) -> None:
    state, profile = dealt(NATURAL)
    state, _ = give(state, profile, said)
    assert [(one.kind, one.options) for one in state.incidents] == [
        (IncidentKind.SHOE_DIFFERS, (Option.RESUME, Option.VOID))
    ]
    assert state.held
    state, _ = give(state, profile, cmd.Resolve(option=Option.RESUME, by="sup1"))
    assert not state.held


def test_a_result_while_a_card_is_due_differs() -> None:
    state, profile = dealt("9h 2s 5c")
    state, _ = give(state, profile, cmd.ShoeSaysResult(outcome=Outcome.PLAYER))
    assert [one.kind for one in state.incidents] == [IncidentKind.SHOE_DIFFERS]


def test_a_game_broken_off_at_the_shoe_is_noted() -> None:
    state, profile = dealt("9h 2s")
    state, events = give(state, profile, cmd.ShoeSaysResult(outcome=None))
    assert noted(events) == ["shoe-result-broken-off"]
    assert not state.held


def test_a_result_with_nothing_to_compare_it_with_is_noted() -> None:
    state, profile = dealt("")
    assert noted(give(state, profile, PLAYER_AND_PAIR)[1]) == ["shoe-result-not-compared"]
    state, profile = dealt(NATURAL)
    state, _ = give(state, profile, cmd.ShoeTrouble(what="lid"))
    state, events = give(state, profile, cmd.ShoeSaysResult(outcome=Outcome.BANKER))
    assert noted(events) == ["shoe-result-not-compared"]
    assert [one.kind for one in state.incidents] == [IncidentKind.LID]


def test_a_difference_tells_nothing_of_cards_that_lie_face_down() -> None:
    state, profile = dealt(NATURAL, deal="face-down", reveal="button")
    agrees, differs = (
        give(state, profile, cmd.ShoeSaysResult(outcome=outcome, player_pair=True))[1]
        for outcome in (Outcome.PLAYER, Outcome.BANKER)
    )
    assert agrees == differs
    assert noted(agrees) == ["shoe-result-not-compared"]
