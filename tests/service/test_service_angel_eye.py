"""An Angel Eye shoe deals a coup: from its bytes through link and marks to the table."""

import pytest

from device.readers.angel_eye import wrap
from device.readers.angel_eye_link import AngelEyeLink
from device.readers.marks import CardMarks
from device.readers.passages import Passage
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.service.intake import command_of
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind

PROFILE = with_settings(
    load_profile("live"), {"burn": "none", "bets_close": "button", "result": "button", "next": "button"}
)
COUP = (b"D\x81\xb2", b"D\x91\xca", b"D\x82\x93", b"D\x92\xa7", b"D\x83\xc4", b"P")
"""2s, Th, 3d, 7c and Player's third card 4h (with 03 in it where bit 7 is clear): Player 9, Banker 7."""


def played(*reports: bytes, bit_7: bool = True) -> State:
    """The table after these reports, each sent three times with the first copy damaged."""
    link = AngelEyeLink(boot="0BADCAFE")
    link.opened(0.0)
    state = INITIAL
    commands: list[AnyCommand] = [cmd.OpenShoe(by="sup1"), cmd.NoMoreBets()]
    for n, report in enumerate(reports):
        data = report if bit_7 else report[:1] + bytes(byte & 0x7F for byte in report[1:])
        copy = wrap(ord("0") + n % 10, data)
        for item in link.feed(copy[:-1] + b"?" + copy * 2, float(n)):
            passed = command_of(item, CardMarks(), 0.0) if isinstance(item, Passage) else None
            commands += [passed] if passed is not None else []
    for command in commands:
        for event in decide(state, command, PROFILE):
            state = evolve(state, event)
    return state


@pytest.mark.parametrize("bit_7", [True, False])
def test_a_coup_is_dealt_card_by_card_and_its_result_agrees(bit_7: bool) -> None:
    state = played(*COUP, b"G\x90", bit_7=bit_7)
    assert state.coup is not None
    assert [str(one.card) for one in state.coup.player] == ["2s", "3d", "4h"]
    assert [str(one.card) for one in state.coup.banker] == ["Th", "7c"]
    assert state.coup.complete
    assert state.incidents == ()


def test_a_result_of_the_shoe_that_differs_holds_the_table() -> None:
    state = played(*COUP, b"G\xc0")
    assert [one.kind for one in state.incidents] == [IncidentKind.SHOE_DIFFERS]


def test_a_card_that_was_lost_holds_the_table_before_the_next_one_is_dealt() -> None:
    state = played(COUP[0])
    link = AngelEyeLink(boot="0BADCAFE")
    link.opened(0.0)
    out = link.feed(wrap(0x30, COUP[0]) + wrap(0x32, COUP[2]), 1.0)
    commands = [command_of(item, CardMarks(), 0.0) for item in out if isinstance(item, Passage)]
    for command in commands[1:]:
        assert command is not None
        for event in decide(state, command, PROFILE):
            state = evolve(state, event)
    assert [one.kind for one in state.incidents] == [IncidentKind.READS_MISSING]
    assert state.coup is not None
    assert state.coup.dealt == 1


def test_the_cards_say_player_where_the_shoe_said_so_too() -> None:
    state = played(*COUP, b"G\x90")
    for event in decide(state, cmd.ShowResult(), PROFILE):
        state = evolve(state, event)
    assert state.coup is not None
    assert state.coup.outcome is Outcome.PLAYER
