"""Orders over the staff feed and presses of buttons: what each becomes, and what is refused how."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.service.order_lines import BadOrder, id_of, read_order, reply_line
from device.service.presses import order_of_press
from device.settings import load_profile
from device.table import commands as cmd
from device.table.state import INITIAL, Coup, Lying
from device.table.vocabulary import CoupKind, Option, Phase


def line(**fields: object) -> bytes:
    return msgspec.json.encode({"id": "7", **fields})


@pytest.mark.parametrize(
    ("fields", "command"),
    [
        ({"order": "shoe", "by": "sup1"}, cmd.OpenShoe(by="sup1")),
        ({"order": "no-more-bets"}, cmd.NoMoreBets()),
        ({"order": "call"}, cmd.CallSupervisor()),
        ({"order": "result"}, cmd.ShowResult()),
        ({"order": "result", "called": "tie"}, cmd.ShowResult(called=Outcome.TIE)),
        ({"order": "next"}, cmd.Next()),
        ({"order": "enter", "card": "10d", "by": "sup1"}, cmd.Enter(card=Card.TEN_OF_DIAMONDS, by="sup1")),
        (
            {"order": "resolve", "option": "next", "by": "sup1", "exposed": False},
            cmd.Resolve(option=Option.NEXT, by="sup1", exposed=False),
        ),
        (
            {"order": "void", "by": "sup1", "second": "pit2", "reason": "dispute"},
            cmd.Void(by="sup1", second="pit2", reason="dispute"),
        ),
        ({"order": "free", "by": "sup1"}, cmd.FreeHand(by="sup1")),
        ({"order": "dealer", "on": "d14"}, cmd.ChangeDealer(dealer="d14")),
        ({"order": "end-shoe", "by": "sup1"}, cmd.EndShoe(by="sup1")),
    ],
)
def test_an_order_line_is_its_command(fields: dict[str, object], command: cmd.Command) -> None:
    assert read_order(line(**fields)) == ("7", command)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[1]", "one JSON object"),
        (b'{"order":"next"}', "id"),
        (b'{"id":7,"order":"next"}', "id"),
        (line(order="nxt"), "there is no order 'nxt'"),
        (line(order="next", by=5), "by"),
        (line(order="next", session="x"), "session"),
        (line(order="result", called="bank"), "'bank' is no result"),
        (line(order="enter", card="1x", by="sup1"), "'1x' is no card"),
        (line(order="enter", by="sup1"), "is no card"),
        (line(order="resolve", by="sup1"), "resolve needs an option"),
        (line(order="void", by="x" * 201), "at most 200 letters"),
    ],
)
def test_a_line_that_is_no_order_says_what_was_expected(sent: bytes, why: str) -> None:
    with pytest.raises(BadOrder, match=why):
        read_order(sent)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(sent: bytes) -> None:
    try:
        read_order(sent)
    except BadOrder as error:
        assert msgspec.json.decode(reply_line(id_of(sent), str(error)))["ok"] is False


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(st.text(), inner)))
def test_no_json_raises_anything_else(value: object) -> None:
    sent = msgspec.json.encode(value)
    with pytest.raises(BadOrder):
        read_order(sent)


def test_replies() -> None:
    assert reply_line("7", None) == b'{"reply":"7","ok":true}'
    assert reply_line("7", "Player must draw") == b'{"reply":"7","ok":false,"why":"Player must draw"}'


@pytest.mark.parametrize(
    ("button", "phase", "order"),
    [
        ("bets", Phase.BETTING, cmd.NoMoreBets()),
        ("bets", Phase.RESULT, cmd.Next()),
        ("bets", Phase.CLOSED, cmd.OpenShoe()),
        ("bets", Phase.SHOE_OVER, cmd.OpenShoe()),
        ("bets", Phase.DEALING, cmd.NoMoreBets()),
        ("show", Phase.DEALING, cmd.ShowResult()),
        ("show", Phase.RESULT, cmd.Next()),
        ("call", Phase.DEALING, cmd.CallSupervisor()),
        ("player", Phase.DEALING, cmd.ShowResult(called=Outcome.PLAYER)),
        ("tie", Phase.RESULT, cmd.ShowResult(called=Outcome.TIE)),
        ("banker", Phase.DEALING, cmd.ShowResult(called=Outcome.BANKER)),
        ("menu", Phase.DEALING, None),
        ("unknown", Phase.DEALING, None),
    ],
)
def test_a_press_means_what_the_phase_says(button: str, phase: Phase, order: cmd.Command | None) -> None:
    assert order_of_press(button, msgspec.structs.replace(INITIAL, phase=phase), load_profile("live")) == order


@pytest.mark.parametrize(
    ("cards", "turned", "button", "order"),
    [
        (4, (), "show", cmd.Turn(hand=Hand.PLAYER)),
        (4, (), "player", cmd.Turn(hand=Hand.PLAYER)),
        (4, (), "banker", cmd.ShowResult(called=Outcome.BANKER)),
        (4, (Hand.PLAYER,), "show", cmd.Turn(hand=Hand.BANKER)),
        (4, (Hand.PLAYER,), "banker", cmd.Turn(hand=Hand.BANKER)),
        (4, (Hand.PLAYER,), "player", cmd.ShowResult(called=Outcome.PLAYER)),
        (5, (Hand.PLAYER, Hand.BANKER), "show", cmd.Turn(hand=Hand.PLAYER, third=True)),
        (4, (Hand.PLAYER, Hand.BANKER), "show", cmd.ShowResult()),
        (3, (), "show", cmd.ShowResult()),
    ],
)
def test_a_press_turns_what_is_to_be_turned_next(
    cards: int, turned: tuple[Hand, ...], button: str, order: cmd.Command
) -> None:
    faces = [Card("2c"), Card("3d"), Card("2h"), Card("3s"), Card("9c")][:cards]
    lying: dict[Hand, list[Lying]] = {hand: [] for hand in Hand}
    for index, card in enumerate(faces):
        hand = Hand.PLAYER if index in (0, 2, 4) else Hand.BANKER
        lying[hand].append(Lying(card=card, nth=index + 1, up=hand in turned and index < 4))
    player, banker = (tuple(lying[hand]) for hand in Hand)
    coup = Coup(number=1, kind=CoupKind.NORMAL, face_down=True, player=player, banker=banker, due=None)
    state = msgspec.structs.replace(INITIAL, phase=Phase.REVEAL, coup=coup)
    assert order_of_press(button, state, load_profile("casino-manual")) == order
