"""When dealing goes wrong: one test a situation, by what the table does and offers, the house's default first."""

from collections.abc import Iterable

import pytest

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import CoupKind, IncidentKind, Option, Phase, Refusal, ReportKind

BUTTONS = {"burn": "none", "bets_close": "button", "result": "button", "next": "button"}
NATURAL = "9h 2s Kc 3d"
NEXT, BURN, FREE, VOID, RESUME = Option.NEXT, Option.BURN, Option.FREE_COUP, Option.VOID, Option.RESUME
ENTER, CUT = Option.ENTER, Option.CUT


class Table:
    """A table of buttons, with some of the house's rules changed, in the first coup of its shoe."""

    def __init__(self, cards: str = "", **rules: str) -> None:
        self.profile: Profile = with_settings(load_profile("live"), BUTTONS | rules)
        self.state: State = INITIAL
        self.happened: list[ev.Event] = []
        self.give(cmd.OpenShoe(by="sup1"), cmd.NoMoreBets())
        self.deal(cards)

    def give(self, *commands: AnyCommand) -> tuple[ev.Event, ...]:
        done: list[ev.Event] = []
        for command in commands:
            for event in decide(self.state, command, self.profile):
                self.state = evolve(self.state, event)
                done.append(event)
        self.happened += done
        return tuple(done)

    def deal(self, cards: str) -> tuple[ev.Event, ...]:
        return self.give(*[cmd.CardLeft(card=Card(code)) for code in cards.split()])

    def decide(self, option: Option) -> tuple[ev.Event, ...]:
        return self.give(cmd.Resolve(option=option, by="sup1", second="pit2", reason="seen"))

    @property
    def held(self) -> list[tuple[IncidentKind, tuple[Option, ...]]]:
        return [(one.kind, one.options) for one in self.state.incidents]

    @property
    def player(self) -> list[str]:
        return [] if self.state.coup is None else [str(one.card) for one in self.state.coup.player]

    @property
    def banker(self) -> list[str]:
        return [] if self.state.coup is None else [str(one.card) for one in self.state.coup.banker]


def refusals(events: Iterable[ev.Event]) -> list[Refusal]:
    return [event.why for event in events if isinstance(event, ev.OrderRefused)]


def test_a_card_when_none_is_due() -> None:
    table = Table(NATURAL + " 5c")
    assert table.held == [(IncidentKind.CARD_DRAWN_IN_ERROR, (NEXT, BURN, FREE, VOID))]
    exposed = cmd.Resolve(option=NEXT, by="sup1", exposed=True)
    assert refusals(table.give(exposed)) == [Refusal.EXPOSED_CARD]
    table.decide(FREE)
    table.give(cmd.ShowResult(), cmd.Next())
    assert table.state.coup is not None
    assert (table.state.coup.kind, table.player) == (CoupKind.FREE, ["5c"])


def test_players_third_taken_though_player_stands() -> None:
    table = Table("3h 2s 4c Kd 5c")
    assert (table.held, table.player, table.banker) == ([], ["3h", "4c"], ["2s", "Kd", "5c"])
    assert Table("3h 2s 4c 5d 5c").held[0][0] is IncidentKind.CARD_DRAWN_IN_ERROR, "Banker stands too"


def test_a_required_card_not_drawn_when_the_result_is_asked_for() -> None:
    table = Table("2h 2s 3c 4d")
    before = table.state
    assert refusals(table.give(cmd.ShowResult())) == [Refusal.PLAYER_MUST_DRAW]
    assert table.state == before


@pytest.mark.parametrize(
    ("early_card", "held", "player"),
    [("play-on", [], ["9h"]), ("burn", [], []), ("hold", [(IncidentKind.EARLY_CARD, (Option.PLAY_ON, BURN))], [])],
)
def test_a_card_while_bets_are_open(early_card: str, held: list[object], player: list[str]) -> None:
    table = Table(NATURAL, early_card=early_card)
    table.give(cmd.ShowResult(), cmd.Next())
    table.deal("9h")
    assert table.held == held
    assert table.player == player
    assert any(isinstance(one, ev.IncidentRaised) for one in table.happened)


def test_a_card_unread() -> None:
    table = Table("9h")
    table.give(cmd.UnreadLeft())
    assert table.held == [(IncidentKind.CARD_UNREAD, (ENTER, CUT, VOID))]
    table.give(cmd.Enter(card=Card("2s"), by="sup1"))
    assert table.banker == ["2s"]
    down = Table("9h", deal="face-down", reveal="button")
    down.give(cmd.UnreadLeft())
    assert not down.held, "it is asked for when its hand is turned"
    down.deal("Kc 3d")
    down.give(cmd.Turn(hand=Hand.PLAYER), cmd.Turn(hand=Hand.BANKER))
    assert down.held[0][0] is IncidentKind.CARD_UNREAD


def test_the_same_card_read_twice() -> None:
    table = Table()
    table.give(cmd.CardLeft(card=Card("9h"), tag="A1"), cmd.CardLeft(card=Card("9h"), tag="A1"))
    assert table.held == [(IncidentKind.TAG_REPEATED, (Option.REMOVE_READ, Option.ACCEPT))]
    table.decide(Option.REMOVE_READ)
    assert (table.player, table.state.shoe.cards_out) == (["9h"], 1)


def test_more_of_a_card_than_the_shoe_holds() -> None:
    table = Table("9h 9h", decks="1", cut_depth="6")
    assert table.held == [(IncidentKind.CARD_IMPOSSIBLE, (ENTER, VOID))]
    table.decide(VOID)
    assert table.state.shoe.over


def test_a_card_of_another_pack() -> None:
    table = Table("9h")
    table.give(cmd.UnknownCodeLeft(code="QQ-99"))
    assert table.held == [(IncidentKind.CODE_UNKNOWN, (ENTER, VOID))]


def test_a_card_face_up_in_the_shoe() -> None:
    valid, burned = Table("9h"), Table("9h", face_up_in_shoe="burn")
    for table in (valid, burned):
        table.give(cmd.Report(what=ReportKind.FACE_UP, by="d14"))
        table.deal("2s")
        assert not table.held
        assert IncidentKind.FACE_UP_IN_SHOE in table.state.notices
    assert (valid.banker, burned.banker) == (["2s"], [])


@pytest.mark.parametrize(("rule", "options"), [("restore", (RESUME, VOID)), ("void", (VOID, RESUME))])
def test_cards_stuck_together(rule: str, options: tuple[Option, ...]) -> None:
    table = Table("9h", stuck_cards=rule)
    table.give(cmd.Report(what=ReportKind.STUCK, by="d14"))
    assert table.held == [(IncidentKind.STUCK, options)]


def test_a_card_on_the_floor_keeps_its_value() -> None:
    table = Table("9h")
    table.give(cmd.Report(what=ReportKind.FLOOR, by="d14"))
    assert not table.held
    assert table.state.notices == (IncidentKind.FLOOR,)
    assert table.player == ["9h"]


def test_a_burn_forgotten_or_wrong() -> None:
    table = Table("", burn="fixed", burn_cards="2")
    table.deal("5c")
    assert table.held == [(IncidentKind.BURN_WRONG, (Option.FINISH, Option.ACCEPT, Option.CLOSE_SHOE))]
    table.decide(Option.ACCEPT)
    assert (table.state.phase, table.player) == (Phase.DEALING, ["5c"])


def test_a_card_on_the_wrong_side() -> None:
    table = Table("9h 2s")
    assert (table.player, table.banker) == (["9h"], ["2s"]), "the order out of the shoe decides"
    table.give(cmd.Pause(by="sup1"))
    assert table.held == [(IncidentKind.PAUSED, (RESUME, VOID))]


def test_a_coup_picked_up_with_a_compulsory_card_not_drawn() -> None:
    table = Table("2h 2s 3c 4d")
    assert refusals(table.give(cmd.Next())) == [Refusal.PLAYER_MUST_DRAW]
    table.deal("9h Kc")
    assert (table.player, table.banker) == (["2h", "3c", "9h"], ["2s", "4d"]), "the next coup's first card"
    table.give(cmd.Report(what=ReportKind.PICKED_UP, by="d14"))
    assert table.held[-1] == (IncidentKind.PICKED_UP, (NEXT, VOID))
    alone = cmd.Resolve(option=NEXT, by="sup1", reason="picked up")
    assert refusals(table.give(alone)) == [Refusal.SECOND_MISSING]
    table.decide(NEXT)
    assert table.state.coups[-1].kind is CoupKind.VOID
    assert [str(card) for card in table.state.coups[-1].player] == ["2h", "3c"]
    assert table.held == [(IncidentKind.CARD_DRAWN_IN_ERROR, (NEXT, BURN, FREE, VOID))]
    table.decide(NEXT)
    assert [table.state.shoe.seen[Card(code).index] for code in ("2h", "9h", "Kc")] == [1, 0, 0]
    table.give(cmd.Next(), cmd.NoMoreBets())
    assert (table.held, table.player, table.banker) == ([], ["9h"], ["Kc"])
    assert table.state.coup is not None
    assert [one.nth for one in (*table.state.coup.player, *table.state.coup.banker)] == [5, 6]


def test_a_coup_picked_up_is_voided_with_all_that_was_dealt_to_it() -> None:
    table = Table("2h 2s 3c 4d 9h")
    table.give(cmd.Report(what=ReportKind.PICKED_UP, by="d14"))
    table.decide(VOID)
    assert [str(card) for card in table.state.coups[-1].player] == ["2h", "3c", "9h"]
    assert (table.held, table.state.kept) == ([], ())


def test_a_second_cut_card() -> None:
    table = Table("9h")
    table.give(cmd.CutCardLeft(), cmd.CutCardLeft())
    assert not table.held
    assert table.state.unseen[0].kind is IncidentKind.CUT_CARD_AGAIN
    table.give(cmd.Acknowledge(kind=IncidentKind.CUT_CARD_AGAIN, by="sup1"))
    assert not table.state.unseen


def test_a_dealer_change_in_the_middle_of_a_coup() -> None:
    assert refusals(Table("9h").give(cmd.ChangeDealer(dealer="d15"))) == [Refusal.COUP_OPEN]


def test_a_cut_card_that_never_came() -> None:
    table = Table(NATURAL, virtual_cut="412")
    assert table.state.notices == (IncidentKind.CUT_MISSING,)
    table.give(cmd.ShowResult(), cmd.SetRemaining(cards=5))
    assert refusals(table.give(cmd.Next())) == [Refusal.TOO_FEW_CARDS]
    assert table.state.shoe.over


def test_too_few_cards_to_finish() -> None:
    table = Table("9h")
    table.give(cmd.SetRemaining(cards=1))
    table.deal("2s")
    assert table.held == [(IncidentKind.CARDS_TOO_FEW, (VOID,))]
    table.decide(VOID)
    assert table.state.shoe.over
    assert table.state.coups[-1].kind is CoupKind.VOID


def test_a_wrong_result_or_a_misdeal_found_late() -> None:
    table = Table(NATURAL)
    table.give(cmd.ShowResult(), cmd.Pause(by="sup1"))
    assert table.held == [(IncidentKind.PAUSED, (RESUME, VOID))]
    table.decide(RESUME)
    hands = {"player": (Card("8h"), Card("Kc")), "banker": (Card("9s"), Card("Kd"))}
    table.give(cmd.Next(), cmd.Correct(coup=1, **hands, by="sup1", second="pit2", reason="misread"))
    assert [(one.outcome, one.corrected) for one in table.state.coups] == [(Outcome.BANKER, True)]


def test_equipment_that_fails() -> None:
    table = Table("9h")
    table.give(cmd.ShoeTrouble(what="jam"))
    assert table.held == [(IncidentKind.JAM, (RESUME, VOID))]


def test_packs_that_are_not_whole_at_an_inspection() -> None:
    table = Table("", inspection="before", decks="1", cut_depth="6", shuffle="every-coup")
    table.deal(" ".join(card.value for card in list(Card)[1:]))
    table.give(cmd.Next())
    assert table.held[0][0] is IncidentKind.PACK_COUNT
    alone = cmd.Acknowledge(kind=IncidentKind.PACK_COUNT, by="sup1", reason="counted")
    assert refusals(table.give(alone)) == [Refusal.SECOND_MISSING]
    table.give(cmd.Acknowledge(kind=IncidentKind.PACK_COUNT, by="sup1", second="pit2", reason="counted"))
    assert not table.held, "two people have acknowledged it"
