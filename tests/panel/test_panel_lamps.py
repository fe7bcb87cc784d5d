"""The table state -> lamps, row by row, and what must hold for every state there can be."""

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from device.panel import lamps as module
from device.panel.lamps import ALL, LAMP_TEST_STEPS, Colour, Lamp, lamp_names, lamp_test, lamps, slow_lamps
from device.panel.rhythm import Flash
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table.shoe_state import Shoe
from device.table.state import Burn, Coup, Incident, Lying, Notice, State
from device.table.vocabulary import CoupKind, IncidentKind, Phase

IN_PLAY = Shoe(number=1, decks=8, cards_left=300, coups_begun=5, over=False)
LAST = msgspec.structs.replace(IN_PLAY, last_coup=5)
OVER = msgspec.structs.replace(LAST, over=True)
INCIDENT = Incident(id=1, kind=IncidentKind.CARD_UNREAD, options=())


def hand(text: str) -> tuple[Lying, ...]:
    return tuple(Lying(card=Card(text[i : i + 2])) for i in range(0, len(text), 2))


def coup(
    player: str,
    banker: str,
    due: Hand | None = None,
    *,
    outcome: Outcome | None = None,
    kind: CoupKind = CoupKind.NORMAL,
) -> Coup:
    return Coup(number=5, kind=kind, player=hand(player), banker=hand(banker), due=due, outcome=outcome)


def down(player: str, banker: str) -> Coup:
    lying = [tuple(replace(one, up=False) for one in hand(cards)) for cards in (player, banker)]
    return replace(coup("", ""), face_down=True, player=lying[0], banker=lying[1])


DRAWING = coup("4h2c", "2sAd", Hand.PLAYER)
DONE = coup("4h9c", "4s4d")
WON = coup("4h9c", "4s4d", outcome=Outcome.BANKER)
VOIDED = coup("4h9c", "4s", Hand.BANKER, kind=CoupKind.VOID)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table: what the table is, and what is lit at a table without a lock and at one with."""

    name: str
    state: State
    lit: str
    locked: str = ""
    """Where the shoe is locked: ``always``, with ``lock_in_betting``, with ``lock_in_result``, or never."""
    reader_up: bool = True
    journal_ok: bool = True


ROWS = [
    Row(name="held", state=State(incidents=(INCIDENT,)), lit="error supervisor", locked="always"),
    Row(
        name="held",
        state=State(phase=Phase.DEALING, shoe=LAST, coup=DRAWING, incidents=(INCIDENT,), supervisor_called=True),
        lit="error supervisor",
        locked="always",
    ),
    Row(
        name="held",
        state=State(phase=Phase.RESULT, shoe=OVER, coup=WON, incidents=(INCIDENT,)),
        lit="error supervisor",
        locked="always",
    ),
    Row(name="held", state=State(), reader_up=False, lit="error supervisor", locked="always"),
    Row(
        name="held",
        state=State(phase=Phase.DEALING, shoe=LAST, coup=DRAWING),
        reader_up=False,
        lit="error supervisor",
        locked="always",
    ),
    Row(
        name="held",
        state=State(phase=Phase.BETTING, shoe=IN_PLAY),
        journal_ok=False,
        lit="error supervisor",
        locked="always",
    ),
    Row(name="closed", state=State(), lit="ready", locked="always"),
    Row(name="closed", state=State(supervisor_called=True), lit="supervisor ready", locked="always"),
    Row(name="inspection", state=State(phase=Phase.INSPECTION), lit="ready"),
    Row(
        name="burning",
        state=State(phase=Phase.BURNING, shoe=Shoe(number=1, over=False), burn=Burn(expected=3)),
        lit="ready",
    ),
    Row(name="betting", state=State(phase=Phase.BETTING, shoe=IN_PLAY), lit="ready", locked="lock_in_betting"),
    Row(
        name="betting",
        state=State(phase=Phase.BETTING, shoe=msgspec.structs.replace(IN_PLAY, last_coup=6)),
        lit="last-hand ready",
        locked="lock_in_betting",
    ),
    Row(
        name="betting",
        state=State(phase=Phase.BETTING, shoe=msgspec.structs.replace(IN_PLAY, last_coup=7)),
        lit="ready",
        locked="lock_in_betting",
    ),
    Row(name="opening", state=State(phase=Phase.DEALING, shoe=IN_PLAY), lit=""),
    Row(name="opening", state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=coup("", "", Hand.PLAYER)), lit=""),
    Row(name="opening", state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=coup("4h", "", Hand.BANKER)), lit=""),
    Row(name="opening", state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=coup("4h", "2s", Hand.PLAYER)), lit=""),
    Row(
        name="opening",
        state=State(phase=Phase.DEALING, shoe=LAST, coup=coup("4h9c", "2s", Hand.BANKER), supervisor_called=True),
        lit="last-hand supervisor",
    ),
    Row(name="draw", state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=DRAWING), lit="player-draw"),
    Row(
        name="draw",
        state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=coup("4h2c7d", "2sAd", Hand.BANKER)),
        lit="banker-draw",
    ),
    Row(
        name="draw",
        state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=coup("4h3c", "2sAd", Hand.BANKER, kind=CoupKind.FREE)),
        lit="banker-draw",
    ),
    Row(name="draw", state=State(phase=Phase.DEALING, shoe=LAST, coup=DRAWING), lit="player-draw last-hand"),
    Row(
        name="draw",
        state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=DRAWING, supervisor_called=True),
        lit="player-draw supervisor",
    ),
    Row(name="stand", state=State(phase=Phase.DEALING, shoe=IN_PLAY, coup=DONE), lit="stand", locked="always"),
    Row(name="stand", state=State(phase=Phase.DEALING, shoe=LAST, coup=DONE), lit="stand last-hand", locked="always"),
    Row(name="reveal", state=State(phase=Phase.REVEAL, shoe=IN_PLAY, coup=down("4h2c", "2sAd")), lit=""),
    Row(name="reveal", state=State(phase=Phase.REVEAL, shoe=LAST, coup=down("4h9c", "4s4d")), lit="last-hand"),
    Row(name="stand", state=State(phase=Phase.REVEAL, shoe=IN_PLAY, coup=DONE), lit="stand", locked="always"),
    Row(
        name="result",
        state=State(phase=Phase.RESULT, shoe=IN_PLAY, coup=coup("4h9c", "3s4d", outcome=Outcome.PLAYER)),
        lit="player-wins",
        locked="lock_in_result",
    ),
    Row(
        name="result",
        state=State(phase=Phase.RESULT, shoe=IN_PLAY, coup=coup("4h4c", "4s4d", outcome=Outcome.TIE)),
        lit="tie-wins",
        locked="lock_in_result",
    ),
    Row(
        name="result",
        state=State(phase=Phase.RESULT, shoe=IN_PLAY, coup=WON),
        lit="banker-wins",
        locked="lock_in_result",
    ),
    Row(name="void", state=State(phase=Phase.RESULT, shoe=IN_PLAY, coup=VOIDED), lit="", locked="lock_in_result"),
    Row(name="shoe-end", state=State(phase=Phase.RESULT, shoe=OVER, coup=WON), lit="banker-wins", locked="always"),
    Row(name="shoe-end", state=State(phase=Phase.RESULT, shoe=OVER, coup=VOIDED), lit="", locked="always"),
    Row(name="shoe-over", state=State(phase=Phase.SHOE_OVER, shoe=OVER), lit="ready", locked="always"),
]


def shown(row: Row, *, lock: bool = False, in_betting: bool = False, in_result: bool = False) -> str:
    lit = lamps(
        row.state,
        reader_up=row.reader_up,
        journal_ok=row.journal_ok,
        lock=lock,
        lock_in_betting=in_betting,
        lock_in_result=in_result,
    )
    return " ".join(lamp.value for lamp in lit)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}:{row.lit.replace(' ', '+')}")
def test_each_row_of_the_table(row: Row) -> None:
    assert shown(row) == row.lit
    assert shown(row, in_betting=True, in_result=True) == row.lit, "no lock without a lock"


@pytest.mark.parametrize("in_result", [False, True])
@pytest.mark.parametrize("in_betting", [False, True])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}:{row.lit.replace(' ', '+')}")
def test_the_lock_of_each_row(row: Row, in_betting: bool, in_result: bool) -> None:
    expected = {
        "": False,
        "always": True,
        "lock_in_betting": in_betting,
        "lock_in_result": in_result,
    }[row.locked]
    lit = shown(row, lock=True, in_betting=in_betting, in_result=in_result).split()
    assert ("lock" in lit) is expected
    assert " ".join(name for name in lit if name != "lock") == row.lit


@pytest.mark.parametrize("over", [WON, VOIDED, coup("4h9c", "4s4d", kind=CoupKind.VOID)])
def test_a_coup_with_nothing_left_to_show_asks_for_nothing(over: Coup) -> None:
    assert lamps(State(phase=Phase.DEALING, shoe=IN_PLAY, coup=over)) == ()


def test_the_written_table_and_the_tested_one_have_the_same_rows() -> None:
    lines = [line for line in (module.__doc__ or "").splitlines() if line.startswith("| ")]
    written = {line.split("|")[1].strip() for line in lines} - {"row"}
    assert written == {row.name for row in ROWS}


def test_the_names_and_their_order_are_the_agreed_ones() -> None:
    names = "player-draw banker-draw stand player-wins tie-wins banker-wins last-hand error supervisor ready lock"
    assert " ".join(lamp.value for lamp in Lamp) == names


def test_trouble_is_amber_and_never_red() -> None:
    assert Lamp.ERROR.look.colour is Colour.AMBER
    assert Lamp.SUPERVISOR.look.colour is Colour.AMBER
    assert {lamp for lamp in Lamp if lamp.look.colour is Colour.RED} == {Lamp.BANKER_DRAW, Lamp.BANKER_WINS}
    assert {lamp for lamp in Lamp if lamp.look.colour is None} == {Lamp.LOCK}


def test_only_the_last_hand_and_the_error_lamp_flash() -> None:
    assert {lamp: lamp.look.flash for lamp in Lamp if lamp.look.flash is not Flash.STEADY} == {
        Lamp.LAST_HAND: Flash.SLOW,
        Lamp.ERROR: Flash.FAST,
    }


CARDS = st.lists(st.sampled_from(Card), max_size=3).map(tuple)
COUPS = st.builds(
    Coup,
    number=st.integers(1, 90),
    kind=st.sampled_from(CoupKind),
    player=CARDS,
    banker=CARDS,
    due=st.none() | st.sampled_from(Hand),
    outcome=st.none() | st.sampled_from(Outcome),
)
SHOES = st.builds(Shoe, coups_begun=st.integers(0, 90), last_coup=st.none() | st.integers(0, 92), over=st.booleans())
STATES = st.builds(
    State,
    phase=st.sampled_from(Phase),
    shoe=SHOES,
    coup=st.none() | COUPS,
    incidents=st.sampled_from([(), (INCIDENT,)]),
    supervisor_called=st.booleans(),
)


@given(state=STATES, reader_up=st.booleans(), journal_ok=st.booleans(), locks=st.tuples(*[st.booleans()] * 3))
def test_what_holds_for_every_state(
    state: State, reader_up: bool, journal_ok: bool, locks: tuple[bool, bool, bool]
) -> None:
    lit = lamps(
        state,
        reader_up=reader_up,
        journal_ok=journal_ok,
        lock=locks[0],
        lock_in_betting=locks[1],
        lock_in_result=locks[2],
    )
    assert list(lit) == [lamp for lamp in Lamp if lamp in lit], "each once, in the fixed order"
    held = state.held or not reader_up or not journal_ok
    assert held is (Lamp.ERROR in lit)
    if held:
        assert set(lit) - {Lamp.LOCK} == {Lamp.ERROR, Lamp.SUPERVISOR}
    assert (Lamp.LOCK not in lit) or locks[0]
    tells = {Lamp.PLAYER_DRAW, Lamp.BANKER_DRAW, Lamp.STAND, *(lamp for lamp in Lamp if lamp.value.endswith("-wins"))}
    assert len(tells & set(lit)) <= 1, "never two things at once"
    if {Lamp.PLAYER_DRAW, Lamp.BANKER_DRAW} & set(lit):
        assert state.coup is not None and len(state.coup.player) >= 2 and len(state.coup.banker) >= 2
        assert Lamp.LOCK not in lit, "a card is due"
    if Lamp.STAND in lit:
        assert state.coup is not None and state.coup.complete and state.coup.is_open, "nothing is left to show"
    assert Lamp.READY not in lit or not tells & set(lit)


@given(
    faces=st.tuples(*[st.tuples(*[st.sampled_from(Card)] * 2)] * 4),
    due=st.tuples(*[st.none() | st.sampled_from(Hand)] * 2),
    shoe=SHOES,
    lock=st.booleans(),
)
def test_while_cards_lie_face_down_nothing_depends_on_them(
    faces: tuple[tuple[Card, ...], ...], due: tuple[Hand | None, Hand | None], shoe: Shoe, lock: bool
) -> None:
    def lit(player: tuple[Card, ...], banker: tuple[Card, ...], due: Hand | None) -> tuple[Lamp, ...]:
        lying = [tuple(Lying(card=card, up=False) for card in cards) for cards in (player, banker)]
        hidden = Coup(number=1, kind=CoupKind.NORMAL, face_down=True, player=lying[0], banker=lying[1], due=due)
        return lamps(State(phase=Phase.REVEAL, shoe=shoe, coup=hidden), lock=lock, lock_in_result=True)

    assert lit(faces[0], faces[1], due[0]) == lit(faces[2], faces[3], due[1])


def test_the_supervisors_lamp_flashes_slowly_once_everything_that_holds_was_seen() -> None:
    seen = replace(INCIDENT, seen_by="sup1")
    other = replace(seen, id=2)
    for incidents, slow in (((), ()), ((INCIDENT,), ()), ((seen,), (Lamp.SUPERVISOR,)), ((seen, INCIDENT), ())):
        state = State(incidents=incidents, unseen=(Notice(id=3, kind=IncidentKind.FLOOR),))
        assert slow_lamps(state) == slow
    both = State(incidents=(seen, other))
    assert slow_lamps(both) == (Lamp.SUPERVISOR,)
    assert slow_lamps(both, reader_up=False) == slow_lamps(both, journal_ok=False) == ()


def test_the_lamp_test_shows_all_then_each_alone_then_none_and_never_moves_the_lock() -> None:
    steps = [lamp_test(step) for step in range(LAMP_TEST_STEPS)]
    assert steps[0] == ALL
    assert steps[1:-1] == [(lamp,) for lamp in Lamp if lamp is not Lamp.LOCK]
    assert steps[-1] == ()
    assert lamp_test(LAMP_TEST_STEPS + 5) == lamp_test(-1) == ()


def test_lamps_go_to_the_panel_by_name() -> None:
    assert lamp_names((Lamp.ERROR, Lamp.SUPERVISOR)) == frozenset({"error", "supervisor"})
