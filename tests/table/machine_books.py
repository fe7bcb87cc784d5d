"""The books that the random table keeps beside: from the commands alone, never from how the table decided."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize
from table.machine_houses import LIVE, PROFILES

from device.rules.card import Card
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.rules.tableau import is_legal_deal
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import Origin, ReadIdentity


class Books(RuleBasedStateMachine):
    """Commands in any order; the books are kept beside."""

    def __init__(self) -> None:
        super().__init__()
        self.state = INITIAL
        self.profile = LIVE
        self.seq = 0
        self.left = 0
        self.placed = 0
        self.numbers: dict[int, list[int]] = {}
        self.turned: list[Card] = []
        self.results: dict[tuple[int, int], ev.ResultShown] = {}

    @initialize(profile=st.sampled_from(PROFILES), dealer=st.sampled_from([None, "d14"]))
    def a_table(self, profile: Profile, dealer: str | None) -> None:
        self.profile = profile
        self.give(cmd.ChangeDealer(dealer=dealer))
        self.give(cmd.OpenShoe())

    def give(self, command: AnyCommand) -> tuple[ev.Event, ...]:
        held_before = self.state.held
        events = decide(self.state, command, self.profile)
        assert events == decide(self.state, command, self.profile)
        for event in events:
            self.state = self.fold(event)
        if held_before and isinstance(command, cmd.Passage):
            assert not any(isinstance(event, ev.CardDealt | ev.CardLaid) for event in events), "dealt while held"
        if isinstance(command, cmd.Passage) and command.read is not None:
            assert self.state.last_read == command.read, "a report was answered without its identity"
            assert sum(event.read is not None for event in events) == 1
        return events

    def fold(self, event: ev.Event) -> State:
        after = evolve(self.state, event)
        match event:
            case ev.ShoeOpened():
                self.left = self.placed = 0
                self.turned = []
            case ev.CoupBegan(coup=number):
                numbers = self.numbers.setdefault(after.shoe.number, [])
                assert number not in numbers, "a coup number was used again"
                numbers.append(number)
            case ev.BetsOpened():
                assert self.profile.shuffle.value == "every-coup" or after.shoe.cards_left >= 6
            case ev.CardDealt(card=card):
                self.turned.append(card)
                self.placed += 1
            case ev.CardLaid():
                self.placed += 1
            case ev.HandTurned(cards=cards):
                self.turned += [card for card in cards if card is not None]
            case ev.CardNamed(card=card):
                self.turned.append(card)
            case ev.CardLifted():
                self.left -= 1
                self.placed -= 1
            case ev.CardsMovedOn():
                before = self.state.coup
                assert before is not None and after.coup is not None
                self.placed -= before.dealt - after.coup.dealt
                assert len(after.kept) == len(self.state.kept) + len(event.nths)
                kept = [one.nth for one in after.kept]
                assert kept == sorted(kept), "kept in another order than they left"
            case ev.IndicatorBurned(card=card):
                self.turned.append(card)
                self.placed += 1
            case ev.CardBurned():
                self.placed += 1
            case ev.ResultShown():
                self.results[after.shoe.number, event.coup] = event
                self.check_result(event)
            case ev.HandsCorrected() | ev.CoupCorrected():
                self.turned += [*event.player, *event.banker]
            case ev.CutCardOut(origin=Origin.INCIDENT):
                self.left -= 1
            case _:
                pass
        return after

    @staticmethod
    def check_result(event: ev.ResultShown) -> None:
        """An independent recount of a coup that is made public."""
        assert is_legal_deal(event.player, event.banker)
        player = sum(card.points for card in event.player) % 10
        banker = sum(card.points for card in event.banker) % 10
        assert (event.player_total, event.banker_total) == (player, banker)
        winner = Outcome.TIE if player == banker else Outcome.PLAYER if player > banker else Outcome.BANKER
        assert event.outcome is winner

    def next_read(self) -> ReadIdentity:
        self.seq = self.seq % 65535 + 1
        return ReadIdentity("0000ABCD", self.seq)
