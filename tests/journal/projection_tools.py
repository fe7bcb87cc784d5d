"""What tests of the derived tables play and ask."""

from pathlib import Path

from journal.journal_tools import SteppingClock, house, numbered

from device.journal.sqlite import SqliteJournal
from device.rules.card import Card
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.state import INITIAL, State
from device.table.vocabulary import ReadIdentity

NAME = "table.sqlite3"
COUPS = (
    "shoe coup kind player banker player_total banker_total outcome natural player_pair banker_pair started_at "
    "ended_at dealer corrected_by voided_by reason manual"
)


def play(path: Path, *commands: AnyCommand) -> State:
    """Deal these commands at a table with the default rules, on record."""
    journal = SqliteJournal(path, clock=SteppingClock())
    state = INITIAL
    for command in commands:
        state, step = numbered(state, decide(state, command, house()))
        journal.append(step)
    journal.close()
    return state


def cards(text: str, *, first: int = 1) -> list[AnyCommand]:
    read = [ReadIdentity("1A2B3C4D", first + count) for count in range(len(text.split()))]
    return [cmd.CardLeft(card=Card(one), read=id_, since_s=30.0) for one, id_ in zip(text.split(), read, strict=True)]


BURN = cards("2h 3c 4c")  # the indicator and two more
EXAMPLE = [cmd.OpenShoe(by="sup1"), *BURN, cmd.ChangeDealer(dealer="d14"), *cards("4h 2s 9c Ad 8d", first=4)]
