"""Orders over the staff feed and presses of buttons: what each becomes, and what is refused how."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.service.order_lines import (
    BadOrder,
    ChangePin,
    SignIn,
    SignOut,
    TableOrder,
    id_of,
    read_line,
    refusal_line,
    reply_line,
)
from device.service.presses import order_of_press
from device.settings import load_profile
from device.table import commands as cmd
from device.table.state import INITIAL, Coup, Lying
from device.table.vocabulary import CoupKind, IncidentKind, Option, Phase, Refusal, ReportKind


def line(**fields: object) -> bytes:
    return msgspec.json.encode({"id": "7", **fields})


@pytest.mark.parametrize(
    ("fields", "command"),
    [
        ({"order": "shoe"}, cmd.OpenShoe(by="sup1")),
        ({"order": "no-more-bets"}, cmd.NoMoreBets()),
        ({"order": "call"}, cmd.CallSupervisor()),
        ({"order": "reveal", "what": "player"}, cmd.Turn(hand=Hand.PLAYER)),
        ({"order": "reveal", "what": "banker-third"}, cmd.Turn(hand=Hand.BANKER, third=True)),
        ({"order": "result"}, cmd.ShowResult()),
        ({"order": "result", "called": "tie"}, cmd.ShowResult(called=Outcome.TIE)),
        ({"order": "next"}, cmd.Next()),
        ({"order": "enter", "card": "10d"}, cmd.Enter(card=Card.TEN_OF_DIAMONDS, by="sup1")),
        (
            {"order": "resolve", "option": "next", "exposed": False},
            cmd.Resolve(option=Option.NEXT, by="sup1", second="pit2", exposed=False),
        ),
        ({"order": "void", "reason": " dispute "}, cmd.Void(by="sup1", second="pit2", reason="dispute")),
        ({"order": "void", "reason": "  "}, cmd.Void(by="sup1", second="pit2")),
        ({"order": "undo"}, cmd.Undo(by="sup1")),
        ({"order": "pause"}, cmd.Pause(by="sup1")),
        ({"order": "report", "what": "face-up"}, cmd.Report(what=ReportKind.FACE_UP, by="sup1")),
        ({"order": "report", "what": "picked-up"}, cmd.Report(what=ReportKind.PICKED_UP, by="sup1")),
        (
            {"order": "report", "what": "picked-up", "cards": 5},
            cmd.Report(what=ReportKind.PICKED_UP, by="sup1", cards=5),
        ),
        (
            {"order": "acknowledge", "kind": "pack-count", "reason": "two sevens too many"},
            cmd.Acknowledge(kind=IncidentKind.PACK_COUNT, by="sup1", second="pit2", reason="two sevens too many"),
        ),
        ({"order": "free"}, cmd.FreeHand(by="sup1")),
        ({"order": "dealer", "on": True}, cmd.ChangeDealer(dealer="sup1", by="sup1")),
        ({"order": "dealer", "on": False}, cmd.ChangeDealer(dealer=None, by="sup1")),
        ({"order": "end-shoe"}, cmd.EndShoe(by="sup1")),
    ],
)
def test_an_order_line_is_its_command_in_the_names_of_whoever_signs(
    fields: dict[str, object], command: cmd.Command
) -> None:
    order = read_line(line(**fields, session="abc", second_session="def"))
    assert isinstance(order, TableOrder)
    assert (order.id, order.name, order.session, order.second_session) == ("7", fields["order"], "abc", "def")
    assert order.command("sup1", "pit2") == command


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({"order": "sign-in", "name": "Ana", "pin": "2580"}, SignIn(id="7", name="Ana", badge=None, pin="2580")),
        ({"order": "sign-in", "badge": "04A2", "pin": "1"}, SignIn(id="7", name=None, badge="04A2", pin="1")),
        ({"order": "sign-out", "session": "abc"}, SignOut(id="7", session="abc")),
        (
            {"order": "change-pin", "name": "Ana", "pin": "1234", "new_pin": "2580"},
            ChangePin(id="7", name="Ana", pin="1234", new="2580"),
        ),
    ],
)
def test_a_line_of_somebody_who_comes_or_goes(fields: dict[str, object], asked: object) -> None:
    assert read_line(line(**fields)) == asked


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[1]", "one JSON object"),
        (b'{"order":"next"}', "id"),
        (b'{"id":7,"order":"next"}', "id"),
        (line(order="nxt"), "there is no order 'nxt'"),
        (line(order="next", by="sup1"), "nobody is named in an order: sign in"),
        (line(order="void", second="pit2"), "nobody is named in an order: sign in"),
        (line(order="next", by=5), "nobody is named"),
        (line(order="next", session=5), "session"),
        (line(order="next", sesion="x"), "sesion"),
        (line(order="result", called="bank"), "'bank' is no result"),
        (line(order="reveal", what="cards"), "reveal needs what: player, banker, player-third, banker-third"),
        (line(order="enter", card="1x"), "'1x' is no card"),
        (line(order="enter"), "is no card"),
        (line(order="resolve"), "resolve needs an option"),
        (line(order="void", reason="x" * 201), "at most 200 letters"),
        (line(order="void", reason="a\nb"), "cannot be printed"),
        (line(order="report", what="weather"), "report needs what: stuck, floor"),
        (line(order="report", what="floor", cards=5), "it belongs to picked-up"),
        (line(order="report", what="picked-up", cards=0), "cards says how many cards were picked up, 1 to 6"),
        (line(order="report", what="picked-up", cards="5"), "cards"),
        (line(order="acknowledge", kind="weather"), "acknowledge needs kind"),
        (line(order="dealer"), "dealer needs on"),
        (line(order="dealer", on="d14"), "bool"),
        (line(order="sign-in", name="Ana"), "pin is missing"),
        (line(order="sign-in", pin="2580"), "a name or a badge"),
        (line(order="sign-in", name="Ana", badge="04A2", pin="2580"), "a name or a badge"),
        (line(order="sign-out"), "session is missing"),
        (line(order="change-pin", name="Ana", pin="1234"), "new_pin is missing"),
    ],
)
def test_a_line_that_is_no_order_says_what_was_expected(sent: bytes, why: str) -> None:
    with pytest.raises(BadOrder, match=why):
        read_line(sent)


@pytest.mark.parametrize("field", ["pin", "new_pin", "name", "badge", "session"])
@pytest.mark.parametrize("order", ["sign-in", "sign-out", "change-pin", "next", "nothing"])
def test_no_message_holds_what_may_be_a_pin(order: str, field: str) -> None:
    for value in ("24681357", 24681357, ["24681357"]):
        try:
            read_line(line(order=order, **{field: value}))
        except BadOrder as error:
            assert "24681357" not in str(error)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(sent: bytes) -> None:
    try:
        read_line(sent)
    except BadOrder as error:
        assert msgspec.json.decode(reply_line(id_of(sent), str(error)))["ok"] is False


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(st.text(), inner)))
def test_no_json_raises_anything_else(value: object) -> None:
    sent = msgspec.json.encode(value)
    with pytest.raises(BadOrder):
        read_line(sent)


def test_replies() -> None:
    assert reply_line("7", None) == b'{"reply":"7","ok":true}'
    assert reply_line("7", "Player must draw") == b'{"reply":"7","ok":false,"why":"Player must draw"}'
    refused = b'{"reply":"7","ok":false,"why":"Player must draw","refusal":"player-must-draw"}'
    assert refusal_line("7", Refusal.PLAYER_MUST_DRAW) == refused


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
