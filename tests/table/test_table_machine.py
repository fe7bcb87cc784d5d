"""The whole table under random shoes, mistakes and orders: whatever happens, the invariants of the game hold.

The model keeps its own books from the commands alone (which cards left, in which order) and never looks at how the
table decided.
"""

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from table.machine_books import Books
from table.machine_houses import HANDS

from device.panel.lamps import Lamp, lamps
from device.rules.card import Card, parse_cards
from device.rules.foreign import Foreign, WhyForeign
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.rules.tableau import is_legal_deal
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand
from device.table.health import HEALTHY
from device.table.timing import UNDO_WITHIN_S
from device.table.views import public_view, staff_view
from device.table.vocabulary import CoupKind, IncidentKind, Option, Phase, ReportKind

CARDS = st.sampled_from(list(Card))
SINCE = st.sampled_from([0.0, 2.9, 3.0, 4.9, 5.0, 60.0])
NAMES = st.sampled_from([None, "d14", "sup1", "pit2"])


class Table(Books):
    """Commands in any order."""

    @rule(cards=st.lists(CARDS, min_size=1, max_size=8), since=SINCE)
    def cards_leave(self, cards: list[Card], since: float) -> None:
        for card in cards:
            self.left += 1
            self.give(cmd.CardLeft(card=card, read=self.next_read(), since_s=since))

    @rule(card=CARDS, pack=st.sampled_from([f"PAC{number}" for number in range(9)]), since=SINCE)
    def a_card_of_a_pack(self, card: Card, pack: str, since: float) -> None:
        """One of a pack that is not played here is told at once and neither dealt nor counted as of a pack."""
        before = self.state
        self.left += 1
        events = self.give(cmd.CardLeft(card=card, pack=pack, read=self.next_read(), since_s=since))
        told = [event for event in events if isinstance(event, ev.IncidentRaised)]
        foreign = any(event.incident is IncidentKind.CODE_UNKNOWN for event in told)
        shoe, in_play = before.shoe, before.phase not in (Phase.CLOSED, Phase.SHOE_OVER)
        if pack in before.retired or pack in shoe.refused_packs:
            assert foreign
        elif in_play:
            assert foreign is (pack not in shoe.pack_ids and len(shoe.pack_ids) >= shoe.decks)
            assert foreign or pack in self.state.shoe.pack_ids or self.state.shoe.number != shoe.number
        assert len(self.state.shoe.pack_ids) <= max(1, self.state.shoe.decks)
        assert not foreign or not any(isinstance(event, ev.PackSeen) for event in events)

    @rule(pack=st.sampled_from([f"PAC{number}" for number in range(9)]))
    def the_registry_refuses(self, pack: str) -> None:
        was_in = pack in self.state.shoe.pack_ids
        events = self.give(cmd.PackRefused(foreign=Foreign(why=WhyForeign.OTHER_TABLE, pack=pack, table="BAC 2")))
        assert bool(events) is was_in
        assert pack not in self.state.shoe.pack_ids

    @rule(since=SINCE)
    def unread(self, since: float) -> None:
        self.left += 1
        self.give(cmd.UnreadLeft(read=self.next_read(), since_s=since))

    @rule(since=SINCE)
    def unknown_code(self, since: float) -> None:
        self.left += 1
        self.give(cmd.UnknownCodeLeft(code="X", read=self.next_read(), since_s=since))

    @rule(cards=st.tuples(st.none() | CARDS, st.none() | CARDS))
    def two_at_once(self, cards: tuple[Card | None, Card | None]) -> None:
        self.left += 2
        self.give(cmd.TwoLeft(cards=cards, read=self.next_read()))

    @rule(
        command=st.sampled_from(
            [
                cmd.CutCardLeft(),
                cmd.WentBack(),
                cmd.CardPushedIn(),
                cmd.ReadsMissing(first=3, last=4),
                cmd.BoardRestarted(),
                cmd.ShoeTrouble(what="jam"),
                cmd.ShoeTrouble(what="jam", cleared=True),
                cmd.ShoeTrouble(what="lid"),
                cmd.ShoeSaysResult(outcome=Outcome.TIE),
                cmd.ShoeSaysResult(outcome=None),
                cmd.DiagnosticSeen(what="code-without-passage"),
            ]
        )
    )
    def other_report(self, command: AnyCommand) -> None:
        self.give(msgspec.structs.replace(command, read=self.next_read()))

    @rule(called=st.sampled_from([None, *Outcome]))
    def result(self, called: Outcome | None) -> None:
        self.give(cmd.ShowResult(called=called))

    @rule()
    def right_call(self) -> None:
        coup = self.state.coup
        if coup is not None and coup.complete and coup.is_open:
            player, banker = (sum(card.points for card in coup.cards(hand)) % 10 for hand in Hand)
            called = Outcome.TIE if player == banker else Outcome.PLAYER if player > banker else Outcome.BANKER
            self.give(cmd.ShowResult(called=called))

    @rule(hand=st.sampled_from(Hand), third=st.booleans())
    def turn(self, hand: Hand, third: bool) -> None:
        self.give(cmd.Turn(hand=hand, third=third))

    @rule()
    def turn_what_lies_there(self) -> None:
        for third in (False, True):
            for hand in Hand:
                self.give(cmd.Turn(hand=hand, third=third))

    @rule(command=st.sampled_from([cmd.NoMoreBets(), cmd.Next(), cmd.CallSupervisor(), cmd.TableRestarted()]))
    def press(self, command: AnyCommand) -> None:
        self.give(command)

    @rule(coup=st.integers(0, 5))
    def timer(self, coup: int) -> None:
        self.give(cmd.ResultDue(coup=coup))
        self.give(cmd.CountdownDue(coup=coup))

    @rule(card=CARDS, by=NAMES)
    def enter(self, card: Card, by: str | None) -> None:
        self.give(cmd.Enter(card=card, by=by))

    @precondition(lambda self: self.state.held)
    @rule(data=st.data(), exposed=st.sampled_from([None, True, False]))
    def resolve_what_is_offered(self, data: st.DataObject, exposed: bool | None) -> None:
        offered = [option for one in self.state.incidents for option in one.options]
        option = data.draw(st.sampled_from(offered))
        before = len(self.state.incidents)
        events = self.give(cmd.Resolve(option=option, by="sup1", second="pit2", reason="as seen", exposed=exposed))
        if option is not Option.ENTER and exposed is None:
            assert any(isinstance(event, ev.IncidentResolved) for event in events), (option, before, events)

    @rule(option=st.sampled_from(list(Option)), by=NAMES, second=NAMES, reason=st.sampled_from([None, " ", "x"]))
    def resolve_anything(self, option: Option, by: str | None, second: str | None, reason: str | None) -> None:
        before = self.state
        events = self.give(cmd.Resolve(option=option, by=by, second=second, reason=reason))
        if option is Option.VOID and (by is None or second in (None, by) or not (reason or "").strip()):
            assert isinstance(events[0], ev.OrderRefused)
            assert self.state == before

    @rule(by=NAMES, second=NAMES)
    def void(self, by: str | None, second: str | None) -> None:
        self.give(cmd.Void(by=by, second=second, reason="dispute"))

    @rule(by=NAMES, what=st.sampled_from(ReportKind), cards=st.integers(0, 7))
    def report(self, by: str | None, what: ReportKind, cards: int) -> None:
        self.give(cmd.Report(what=what, by=by, cards=cards))

    @precondition(lambda self: self.state.coup_open)
    @rule(cards=st.sampled_from([4, 4, 4, 5, 2]))
    def picked_up_and_moved_on(self, cards: int) -> None:
        """Nothing of the coup is lost or counted twice, whatever else holds the table."""
        coup = self.state.coup
        assert coup is not None
        self.give(cmd.Report(what=ReportKind.PICKED_UP, by="d14", cards=cards))
        counted = sum(self.state.shoe.seen)
        events = self.give(cmd.Resolve(option=Option.NEXT, by="sup1", second="pit2", reason="picked up"))
        assert not any(isinstance(event, ev.OrderRefused) for event in events)
        assert self.state.coups[-1].kind is CoupKind.VOID
        assert self.state.coups[-1].coup == coup.number
        moved = [event for event in events if isinstance(event, ev.CardsMovedOn)]
        assert not moved or self.state.shoe.over or sum(self.state.shoe.seen) <= counted

    @rule(command=st.sampled_from([cmd.NoMoreBets(), cmd.Next()]), since=st.sampled_from([0.0, 3.0, 3.5]))
    def press_and_undo(self, command: AnyCommand, since: float) -> None:
        """A press taken back leaves the table as it was, but for what can be taken back from now on."""
        before = self.state
        if any(isinstance(event, ev.OrderRefused) for event in self.give(command)):
            return
        possible = self.state.take_back is not None and since <= UNDO_WITHIN_S
        events = self.give(cmd.Undo(by="d14", since_s=since))
        assert isinstance(events[0], ev.PressTakenBack if possible else ev.OrderRefused)
        if possible:
            assert self.state == msgspec.structs.replace(before, take_back=None)

    @rule(coup=st.integers(1, 4), hands=st.sampled_from(HANDS), second=NAMES)
    def correct(self, coup: int, hands: tuple[str, str], second: str | None) -> None:
        """What stands of a coup is what the table deals; how many cards left, and how many of all classes, follows."""
        before = self.state
        player, banker = (parse_cards(hand) for hand in hands)
        signed = {"by": "sup1", "second": second, "reason": "misread"}
        events = self.give(cmd.Correct(coup=coup, player=player, banker=banker, **signed))
        assert self.state.shoe.cards_out == before.shoe.cards_out
        if isinstance(events[0], ev.OrderRefused):
            assert self.state.coups == before.coups
            return
        assert second not in {None, "sup1"}
        fixed = events[0]
        assert isinstance(fixed, ev.CoupCorrected | ev.HandsCorrected)
        more = len(player) + len(banker) - len(fixed.was_player) - len(fixed.was_banker)
        counts = isinstance(fixed, ev.HandsCorrected) or fixed.counts
        assert sum(self.state.shoe.seen) == sum(before.shoe.seen) + (more if counts else 0)
        assert max(self.state.shoe.seen) <= max(before.shoe.decks, *before.shoe.seen)
        assert [one.coup for one in self.state.coups[: len(before.coups)]] == [one.coup for one in before.coups]

    @rule(coup=st.integers(1, 4))
    def void_an_old_one(self, coup: int) -> None:
        self.give(cmd.Void(coup=coup, by="sup1", second="pit2", reason="dispute"))

    @rule(card=CARDS, by=NAMES, since=SINCE)
    def deal_by_hand(self, card: Card, by: str | None, since: float) -> None:
        """A card by hand is dealt or refused; it never waits for anybody's decision but for what it is."""
        before = self.state
        self.give(cmd.Enter(card=card, by=by, by_hand=True, since_s=since))
        self.left += self.state.shoe.drawn - before.shoe.drawn
        assert self.state.by_hand or not before.by_hand

    @rule()
    def reader_back(self) -> None:
        self.give(cmd.ReaderBack())
        assert self.state.held or not self.state.by_hand

    @rule(by=NAMES)
    def pause(self, by: str | None) -> None:
        self.give(cmd.Pause(by=by))

    @rule(by=NAMES, kind=st.sampled_from(IncidentKind))
    def acknowledge(self, by: str | None, kind: IncidentKind) -> None:
        held_before = self.state.held
        self.give(cmd.Acknowledge(kind=kind, by=by))
        assert self.state.held == held_before or kind is IncidentKind.PACK_COUNT

    @rule(by=NAMES)
    def free(self, by: str | None) -> None:
        self.give(cmd.FreeHand(by=by))

    @rule(dealer=st.sampled_from([None, "d14", "d15"]))
    def dealer(self, dealer: str | None) -> None:
        in_a_coup = self.state.coup_open
        self.give(cmd.ChangeDealer(dealer=dealer))
        assert not in_a_coup or self.state.coup_open

    @rule()
    def shoe(self) -> None:
        self.give(cmd.OpenShoe())

    @rule(by=NAMES)
    def end_shoe(self, by: str | None) -> None:
        self.give(cmd.EndShoe(by=by))

    @rule(cards=st.integers(0, 20))
    def remaining(self, cards: int) -> None:
        self.give(cmd.SetRemaining(cards=cards))

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        state = self.state
        elsewhere = sum(not one.cut for one in state.waiting) + len(state.kept) + len(state.before_turn)
        elsewhere += sum(one.has_card for one in state.incidents)
        assert state.shoe.cards_out == self.left
        assert self.placed + elsewhere == self.left

    @invariant()
    def hands_are_as_the_tableau_deals(self) -> None:
        coup = self.state.coup
        if coup is None or coup.kind is CoupKind.VOID:
            return
        assert len(coup.player) + len(coup.banker) <= 6
        assert 0 <= len(coup.player) - len(coup.banker) <= 1 or len(coup.banker) - len(coup.player) == 1
        known = all(one.card is not None and (one.up or not coup.face_down) for one in (*coup.player, *coup.banker))
        dealt = known and is_legal_deal(coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER))
        assert coup.complete == dealt
        numbers = [one.nth for one in (*coup.player, *coup.banker)]
        assert len(set(numbers)) == len(numbers)

    @invariant()
    def no_face_before_its_turn(self) -> None:
        view = staff_view(self.state, HEALTHY, self.profile)
        for shown in (view, public_view(self.state, HEALTHY, self.profile)):
            for card in (*shown.player, *shown.banker):
                assert card is None or card in self.turned
            assert shown.burn is None or shown.burn.indicator is None or shown.burn.indicator in self.turned
        assert all(one.card is None for one in view.incidents)

    @invariant()
    def lamps_and_views_have_an_answer(self) -> None:
        lit = lamps(self.state)
        if self.state.held:
            assert set(lit) == {Lamp.ERROR, Lamp.SUPERVISOR}
            assert all(one.options for one in self.state.incidents), "held with no way out"
        assert not {Lamp.PLAYER_DRAW, Lamp.BANKER_DRAW} <= set(lit)

    @invariant()
    def a_shoe_in_play_has_a_phase_that_goes_on(self) -> None:
        state = self.state
        if state.phase is Phase.SHOE_OVER:
            assert state.shoe.over
            assert not state.kept and not state.before_turn
        if not state.held:
            assert not state.waiting, "something waits for a hold that is over"
            assert not state.before_turn or (state.coup is not None and state.coup.unturned), "waits for no turn"
        if state.phase is Phase.BURNING and not state.held:
            assert state.burn is not None


Table.TestCase.settings = settings(
    max_examples=60, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestTable = Table.TestCase
