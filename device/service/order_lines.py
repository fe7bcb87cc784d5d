"""Orders from a staff screen: one JSON line in, a command to the table and one JSON line back."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from device.rules.card import Card, CardError
from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.vocabulary import Option


class BadOrder(ValueError):
    """A line that is no order; the message says what was expected."""


class OrderRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line of one order; every order takes only some of the fields, and names itself in `order`."""

    id: str
    order: str
    by: str | None = None
    second: str | None = None
    reason: str | None = None
    called: str | None = None
    card: str | None = None
    option: str | None = None
    exposed: bool | None = None
    on: str | None = None


_DECODER = msgspec.json.Decoder(OrderRequest)
_MOST_LETTERS = 200
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises; RecursionError for brackets within brackets without end."""


def read_order(line: bytes) -> tuple[str, AnyOrder]:
    """The id of the order and the command that it is; raises BadOrder."""
    try:
        request = _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise BadOrder(f"{error}; an order is one JSON object with id and order, both text") from None
    except _NO_JSON:
        raise BadOrder("not JSON; an order is one JSON object a line") from None
    make = _ORDERS.get(request.order)
    if make is None:
        raise BadOrder(f"there is no order {request.order[:40]!r}; there are: {', '.join(_ORDERS)}")
    return request.id, make(_with_tidy_words(request))


def _with_tidy_words(request: OrderRequest) -> OrderRequest:
    """Names and reasons without space around them, so that nobody is two people; blank ones are none at all."""
    words = {}
    for field in ("by", "second", "reason", "on"):
        word = (getattr(request, field) or "").strip()
        if len(word) > _MOST_LETTERS:
            raise BadOrder(f"names and reasons have at most {_MOST_LETTERS} letters")
        if not word.isprintable():
            raise BadOrder(f"{field} holds a character that cannot be printed; names and reasons are one line of text")
        words[field] = word or None
    return replace(request, **words)


def reply_line(id: str, why: str | None) -> bytes:
    """The answer to an order: done, or why not."""
    answer: dict[str, Any] = {"reply": id, "ok": why is None}
    if why is not None:
        answer["why"] = why
    return msgspec.json.encode(answer)


def id_of(line: bytes) -> str:
    """The id of a line that may be no order, for the answer; empty where there is none."""
    try:
        decoded = msgspec.json.decode(line)
    except _NO_JSON:
        return ""
    return decoded["id"] if isinstance(decoded, dict) and isinstance(decoded.get("id"), str) else ""


def _result(request: OrderRequest) -> AnyOrder:
    if request.called is None:
        return cmd.ShowResult()
    try:
        return cmd.ShowResult(called=Outcome(request.called))
    except ValueError:
        raise BadOrder(f"{request.called[:20]!r} is no result; player, banker and tie are") from None


def _enter(request: OrderRequest) -> AnyOrder:
    try:
        return cmd.Enter(card=Card.parse((request.card or "")[:8]), by=request.by)
    except CardError as error:
        raise BadOrder(str(error)) from None


def _resolve(request: OrderRequest) -> AnyOrder:
    try:
        option = Option(request.option)
    except ValueError:
        raise BadOrder(f"resolve needs an option: {', '.join(option.value for option in Option)}") from None
    return cmd.Resolve(
        option=option, by=request.by, second=request.second, reason=request.reason, exposed=request.exposed
    )


_ORDERS: Mapping[str, Callable[[OrderRequest], AnyOrder]] = {
    "shoe": lambda request: cmd.OpenShoe(by=request.by),
    "no-more-bets": lambda _: cmd.NoMoreBets(),
    "call": lambda _: cmd.CallSupervisor(),
    "result": _result,
    "next": lambda _: cmd.Next(),
    "enter": _enter,
    "resolve": _resolve,
    "void": lambda request: cmd.Void(by=request.by, second=request.second, reason=request.reason),
    "free": lambda request: cmd.FreeHand(by=request.by),
    "dealer": lambda request: cmd.ChangeDealer(dealer=request.on),
    "end-shoe": lambda request: cmd.EndShoe(by=request.by),
}
