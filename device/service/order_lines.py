"""Lines of the staff feed: signing in and out, and orders to the table; one JSON line in, one JSON line back.

Nobody is named in an order: who gives it and who confirms it follows from the sessions it carries.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from device.rules.card import Card, CardError, parse_cards
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.reasons import sentence
from device.table.vocabulary import IncidentKind, Option, Refusal, ReportKind


class BadOrder(ValueError):
    """A line that is no order; the message says what was expected, and never holds a PIN."""


class OrderRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line of one order; every order takes only some of the fields, and names itself in `order`."""

    id: str
    order: str
    session: str | None = None
    second_session: str | None = None
    reason: str | None = None
    called: str | None = None
    what: str | None = None
    kind: str | None = None
    card: str | None = None
    option: str | None = None
    exposed: bool | None = None
    on: bool | None = None
    coup: int | None = None
    cards: int | None = None
    player: str | None = None
    banker: str | None = None
    name: str | None = None
    badge: str | None = None
    pin: str | None = None
    new_pin: str | None = None
    by: Any = None
    second: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """Somebody says who it is, by a name or a badge, and proves it with the PIN."""

    id: str
    name: str | None
    badge: str | None
    pin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePin:
    """Somebody chooses a PIN of their own."""

    id: str
    name: str
    pin: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOut:
    """A session ends."""

    id: str
    session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOrder:
    """An order to the table, before it is known who gives it."""

    id: str
    name: str
    session: str | None
    second_session: str | None
    command: Callable[[str, str | None], AnyOrder]
    """The command in the names of whoever signs, and of the second person where there is one."""


StaffLine = SignIn | ChangePin | SignOut | TableOrder

_DECODER = msgspec.json.Decoder(OrderRequest)
_MOST_LETTERS = 200
_CARDS_OF_A_COUP = 6
NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises; RecursionError for brackets within brackets without end."""


def read_line(line: bytes) -> StaffLine:
    """What a line asks for; raises BadOrder."""
    try:
        request = _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise BadOrder(f"{error}; an order is one JSON object with id and order, both text") from None
    except NO_JSON:
        raise BadOrder("not JSON; an order is one JSON object a line") from None
    if request.by is not None or request.second is not None:
        raise BadOrder("nobody is named in an order: sign in, and give session, and second_session for a second person")
    match request.order:
        case "sign-in":
            return _sign_in(request)
        case "sign-out":
            return SignOut(id=request.id, session=_needed(request.session, "session"))
        case "change-pin":
            return _change_pin(request)
        case _:
            return _table_order(request)


def _table_order(request: OrderRequest) -> TableOrder:
    make = _ORDERS.get(request.order)
    if make is None:
        every = ", ".join((*_ORDERS, "sign-in", "sign-out", "change-pin"))
        raise BadOrder(f"there is no order {request.order[:40]!r}; there are: {every}")
    request = _with_tidy_reason(request)
    make(request, "", None)  # what is wrong with it is said before anybody needs to sign it
    return TableOrder(
        id=request.id,
        name=request.order,
        session=request.session,
        second_session=request.second_session,
        command=lambda by, second: make(request, by, second),
    )


def _sign_in(request: OrderRequest) -> SignIn:
    if (request.name is None) == (request.badge is None):
        raise BadOrder("sign-in takes a name or a badge, and the pin")
    return SignIn(id=request.id, name=request.name, badge=request.badge, pin=_needed(request.pin, "pin"))


def _change_pin(request: OrderRequest) -> ChangePin:
    return ChangePin(
        id=request.id,
        name=_needed(request.name, "name"),
        pin=_needed(request.pin, "pin"),
        new=_needed(request.new_pin, "new_pin"),
    )


def _needed(text: str | None, field: str) -> str:
    if text is None:
        raise BadOrder(f"{field} is missing")
    return text


def _with_tidy_reason(request: OrderRequest) -> OrderRequest:
    """The reason without space around it; a blank one is none at all."""
    reason = (request.reason or "").strip()
    if len(reason) > _MOST_LETTERS:
        raise BadOrder(f"a reason has at most {_MOST_LETTERS} letters")
    if not reason.isprintable():
        raise BadOrder("the reason holds a character that cannot be printed; it is one line of text")
    return replace(request, reason=reason or None)


def reply_line(id: str, why: str | None = None, **more: Any) -> bytes:
    """The answer to a line: done, or why not; `more` stands beside it."""
    answer: dict[str, Any] = {"reply": id, "ok": why is None}
    if why is not None:
        answer["why"] = why
    return msgspec.json.encode(answer | more)


def refusal_line(id: str, refusal: Refusal, detail: str = "") -> bytes:
    """The answer to an order that is refused: in words, and by its code for programs."""
    return reply_line(id, sentence(refusal, detail), refusal=refusal.value)


def not_on_record(id: str, trouble: object) -> bytes:
    """The answer where the record fails: nothing has happened."""
    return reply_line(id, f"nothing was done, for it cannot be put on record: {trouble}")


def id_of(line: bytes) -> str:
    """The id of a line that may be no order, for the answer; empty where there is none."""
    try:
        decoded = msgspec.json.decode(line)
    except NO_JSON:
        return ""
    return decoded["id"] if isinstance(decoded, dict) and isinstance(decoded.get("id"), str) else ""


_TURNS = {
    "player": (Hand.PLAYER, False),
    "banker": (Hand.BANKER, False),
    "player-third": (Hand.PLAYER, True),
    "banker-third": (Hand.BANKER, True),
}


def _reveal(request: OrderRequest, _by: str, _second: str | None) -> AnyOrder:
    if request.what not in _TURNS:
        raise BadOrder(f"reveal needs what: {', '.join(_TURNS)}")
    hand, third = _TURNS[request.what]
    return cmd.Turn(hand=hand, third=third)


def _result(request: OrderRequest, _by: str, _second: str | None) -> AnyOrder:
    if request.called is None:
        return cmd.ShowResult()
    try:
        return cmd.ShowResult(called=Outcome(request.called))
    except ValueError:
        raise BadOrder(f"{request.called[:20]!r} is no result; player, banker and tie are") from None


def _enter(request: OrderRequest, by: str, _second: str | None) -> AnyOrder:
    try:
        return cmd.Enter(card=Card.parse((request.card or "")[:8]), by=by)
    except CardError as error:
        raise BadOrder(str(error)) from None


def _resolve(request: OrderRequest, by: str, second: str | None) -> AnyOrder:
    try:
        option = Option(request.option)
    except ValueError:
        raise BadOrder(f"resolve needs an option: {', '.join(option.value for option in Option)}") from None
    return cmd.Resolve(option=option, by=by, second=second, reason=request.reason, exposed=request.exposed)


def _correct(request: OrderRequest, by: str, second: str | None) -> AnyOrder:
    if request.coup is None:
        raise BadOrder("correct needs coup: the number of a coup of this shoe")
    try:
        player, banker = (parse_cards((cards or "")[:_MOST_LETTERS]) for cards in (request.player, request.banker))
    except CardError as error:
        raise BadOrder(f"correct needs player and banker, cards as 4h9c8d: {error}") from None
    return cmd.Correct(coup=request.coup, player=player, banker=banker, by=by, second=second, reason=request.reason)


def _report(request: OrderRequest, by: str, _second: str | None) -> AnyOrder:
    try:
        what = ReportKind(request.what)
    except ValueError:
        raise BadOrder(f"report needs what: {', '.join(kind.value for kind in ReportKind)}") from None
    if request.cards is None:
        return cmd.Report(what=what, by=by)
    if what is not ReportKind.PICKED_UP or not 1 <= request.cards <= _CARDS_OF_A_COUP:
        raise BadOrder("cards says how many cards were picked up, 1 to 6: it belongs to picked-up")
    return cmd.Report(what=what, by=by, cards=request.cards)


def _acknowledge(request: OrderRequest, by: str, second: str | None) -> AnyOrder:
    try:
        kind = IncidentKind(request.kind)
    except ValueError:
        raise BadOrder("acknowledge needs kind: an incident's, as the view spells it") from None
    return cmd.Acknowledge(kind=kind, by=by, second=second, reason=request.reason)


def _dealer(request: OrderRequest, by: str, _second: str | None) -> AnyOrder:
    if request.on is None:
        raise BadOrder("dealer needs on: true, who signs deals from now on; false, nobody does")
    return cmd.ChangeDealer(dealer=by if request.on else None, by=by)


_ORDERS: Mapping[str, Callable[[OrderRequest, str, str | None], AnyOrder]] = {
    "shoe": lambda _, by, __: cmd.OpenShoe(by=by),
    "no-more-bets": lambda _, __, ___: cmd.NoMoreBets(),
    "call": lambda _, __, ___: cmd.CallSupervisor(),
    "reveal": _reveal,
    "result": _result,
    "next": lambda _, __, ___: cmd.Next(),
    "enter": _enter,
    "resolve": _resolve,
    "void": lambda request, by, second: cmd.Void(coup=request.coup, by=by, second=second, reason=request.reason),
    "correct": _correct,
    "undo": lambda _, by, __: cmd.Undo(by=by),
    "pause": lambda _, by, __: cmd.Pause(by=by),
    "report": _report,
    "acknowledge": _acknowledge,
    "free": lambda _, by, __: cmd.FreeHand(by=by),
    "dealer": _dealer,
    "end-shoe": lambda _, by, __: cmd.EndShoe(by=by),
}
