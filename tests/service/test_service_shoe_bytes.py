"""What the gates see at the mouth of the shoe, from the board's bytes through link and marks to the table.

Every case begins in a coup with one card dealt, and is told again by the board before it is acknowledged.
"""

from collections.abc import Callable

import pytest

from device.readers.link import ShoeLink
from device.readers.marks import CardMarks
from device.readers.passages import Passage
from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.service.intake import command_of
from device.settings import load_profile
from device.sim.board import Board
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import IncidentKind

PROFILE = with_settings(
    load_profile("live"), {"burn": "none", "bets_close": "button", "result": "button", "next": "button"}
)
BOOT = "0A1B2C3D"


class Shoe:
    """A board, its link and the table behind it."""

    def __init__(self, profile: Profile = PROFILE) -> None:
        self.board = Board(boot=BOOT)
        self.link = ShoeLink(None)
        self.profile = profile
        self.state: State = INITIAL
        self.now_ms = 0
        self.link.opened(0.0)
        self.tell(cmd.OpenShoe(by="sup1"))
        self.tell(cmd.NoMoreBets())
        self.listen()

    def tell(self, command: AnyCommand) -> None:
        for event in decide(self.state, command, self.profile):
            self.state = evolve(self.state, event)

    def listen(self, ms: int = 600) -> "Shoe":
        """What the board says in this time reaches the table; its repeats too, since nothing is acknowledged before."""
        told = []
        for _ in range(ms // 50):
            self.now_ms += 50
            self.board.tick(self.now_ms)
            told += self.link.feed(self.board.take_output(), self.now_ms / 1000)
            told += self.link.poll(self.now_ms / 1000)
            self.board.feed(self.link.take_output(), self.now_ms)
        for item in told:
            command = command_of(item, CardMarks(), 0.0) if isinstance(item, Passage) else None
            if command is not None:
                self.tell(command)
                assert isinstance(item, Passage)
                self.link.acknowledge(item.id)
        return self

    def deals(self, *codes: str | None) -> "Shoe":
        for code in codes:
            self.board.card_left(code, self.now_ms)
            self.listen(100)
        return self.listen()

    @property
    def kinds(self) -> list[IncidentKind]:
        return [incident.kind for incident in self.state.incidents]

    @property
    def dealt(self) -> list[str]:
        """The cards on the layout in the order in which they left; ``?`` is one that nobody has read."""
        coup = self.state.coup
        assert coup is not None
        return [str(one.card) if one.card is not None else "?" for one in coup.player + coup.banker]


def test_a_card_drawn_out_and_pushed_back_is_no_card() -> None:
    shoe = Shoe().deals("9H")
    shoe.board.code_rests("TD", shoe.now_ms)
    shoe.board.pulled_back(shoe.now_ms, "back")
    shoe.board.pulled_back(shoe.now_ms, "touch")
    shoe.listen()
    assert (shoe.dealt, shoe.kinds) == (["9h"], [])
    assert shoe.deals("TD").dealt == ["9h", "Td"]


def another_than_at_rest(board: Board, now_ms: int) -> None:
    board.code_rests("2C", now_ms)
    board.card_left("3C", now_ms)


TROUBLES: dict[str, tuple[Callable[[Board, int], object], IncidentKind]] = {
    "something is pushed in from outside": (lambda board, now: board.pushed_in(now), IncidentKind.PUSHED_IN),
    "two cards leave at once": (lambda board, now: board.two_left(("2C", "3C"), now), IncidentKind.DOUBLE),
    "two cards leave at once and neither is read": (lambda board, now: board.two_left((), now), IncidentKind.DOUBLE),
    "another card than the one at rest is read": (
        another_than_at_rest,
        IncidentKind.DOUBLE,
    ),
    "a gate is dark for over three seconds": (lambda board, now: board.gate_blocked("A", now), IncidentKind.JAM),
    "the lid is opened": (lambda board, now: board.lid_moved(opened=True, now_ms=now), IncidentKind.LID),
    "a gate does not work": (lambda board, now: board.gate_failed("B", now), IncidentKind.GATE_FAULT),
    "a code is none of ours": (lambda board, now: board.card_left("000000000079", now), IncidentKind.CODE_UNKNOWN),
    "a card leaves without a code": (lambda board, now: board.card_left(None, now), IncidentKind.CARD_UNREAD),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_at_the_mouth_in_a_coup_holds_the_table_and_says_what_it_is(trouble: str) -> None:
    shoe = Shoe().deals("9H")
    happen, kind = TROUBLES[trouble]
    happen(shoe.board, shoe.now_ms)
    shoe.listen()
    assert shoe.kinds == [kind]
    assert shoe.state.held
    assert shoe.dealt[0] == "9h"


def test_a_code_without_a_passage_is_no_card_and_no_trouble() -> None:
    shoe = Shoe().deals("9H")
    shoe.board.stray_code(shoe.now_ms)
    shoe.listen()
    assert (shoe.dealt, shoe.kinds, shoe.state.held) == (["9h"], [], False)


def test_a_card_equal_to_the_one_before_is_a_card_and_one_that_its_reader_kept_quiet_about_is_an_unread_card() -> None:
    shoe = Shoe().deals("9H", "9H")
    assert (shoe.dealt, shoe.kinds) == (["9h", "9h"], [])
    shoe = Shoe().deals("9H", None)
    assert shoe.kinds == [IncidentKind.CARD_UNREAD]
    shoe.tell(cmd.Enter(card=Card.NINE_OF_HEARTS, by="sup1"))
    assert (shoe.dealt, shoe.kinds) == (["9h", "9h"], [])


def test_the_next_card_pulled_before_an_unread_one_is_resolved_is_kept_behind_it() -> None:
    shoe = Shoe().deals("9H", None, "TD")
    assert IncidentKind.CARD_UNREAD in shoe.kinds
    assert shoe.dealt == ["9h"]
    shoe.tell(cmd.Enter(card=Card.FIVE_OF_CLUBS, by="sup1"))
    assert (shoe.dealt, shoe.kinds) == (["9h", "Td", "5c"], [])  # Player has the first and the third card


@pytest.mark.parametrize("first", [True, False])
def test_the_cut_card_before_the_first_card_and_within_a_coup(first: bool) -> None:
    shoe = Shoe()
    if not first:
        shoe.deals("9H")
    shoe.deals("CUT")
    assert shoe.state.shoe.cut_seen
    assert shoe.kinds == []
    assert shoe.deals("TD").dealt == (["Td"] if first else ["9h", "Td"])


def test_the_board_that_starts_anew_in_a_coup_holds_the_table() -> None:
    shoe = Shoe().deals("9H")
    shoe.board.reset(boot="0BADCAFE", now_ms=shoe.now_ms)
    shoe.listen()
    assert shoe.state.held
    assert shoe.kinds == [IncidentKind.BOARD_RESTARTED]
