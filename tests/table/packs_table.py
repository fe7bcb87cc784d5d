"""A table to which cards of packs are dealt, for the tests of packs and of foreign cards."""

from typing import Any

from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.profile import QUICK, Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind, ReadIdentity

LIVE = load_profile("live")
ONE = with_settings(LIVE, {**QUICK, "decks": "1", "cut_depth": "6"})
TWO = with_settings(ONE, {"decks": "2"})
DOWN = with_settings(load_profile("casino-manual"), {"burn": "none", "decks": "2"})
COUNTED = with_settings(TWO, {"inspection": "before-and-after"})
SIGNED: Any = {"by": "sup1", "second": "pit2", "reason": "seen"}


class Table:
    """A table that is given commands one after another."""

    def __init__(self, profile: Profile = TWO, state: State = INITIAL) -> None:
        self.profile = profile
        self.state = state
        self.seq = 0
        self.events: list[ev.Event] = []

    def give(self, command: AnyCommand) -> list[ev.Event]:
        events = list(decide(self.state, command, self.profile))
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return events

    def card(self, name: str, pack: str, tag: str = "") -> list[ev.Event]:
        self.seq += 1
        read = ReadIdentity("0000ABCD", self.seq)
        return self.give(cmd.CardLeft(card=Card(name), pack=pack, tag=tag, read=read, since_s=60.0))

    def retired(self) -> list[tuple[str, ...]]:
        return [event.packs for event in self.events if isinstance(event, ev.PacksRetired)]


def opened(profile: Profile = TWO, state: State = INITIAL) -> Table:
    table = Table(profile, state)
    table.give(cmd.OpenShoe())
    return table


def of(events: list[ev.Event], kind: type[ev.Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def why(events: list[ev.Event]) -> str:
    (incident,) = of(events, ev.IncidentRaised)
    assert incident.incident is IncidentKind.CODE_UNKNOWN
    return str(incident.detail)
