"""Who may do what: each order's act, the signatures it needs, and what becomes of sessions. On the table's own loop."""

import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from service.loop_tools import NO_BURN, ROLES, Desk, last, refusals

from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign
from device.rules.making import with_settings
from device.service import order_lines
from device.service.acts import act_of, is_about_a_coup
from device.staff.people import Role
from device.staff.signing import SIGNS, Act, NotSigned
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyOrder
from device.table.state import INITIAL, Coup, Incident, State
from device.table.vocabulary import CoupKind, IncidentKind, Option, Phase, Refusal

FIELDS: dict[str, dict[str, Any]] = {
    "reveal": {"what": "player"},
    "enter": {"card": "9h"},
    "resolve": {"option": "resume"},
    "dealer": {"on": True},
    "report": {"what": "floor"},
    "correct": {"coup": 1, "player": "8hKc", "banker": "9sKd"},
    "acknowledge": {"kind": "cut-missing"},
}
NOBODY_ORDERS: set[type[cmd.Command]] = {
    cmd.TableRestarted,
    cmd.ReaderBack,
    cmd.PackRefused,
    cmd.ResultDue,
    cmd.CountdownDue,
    cmd.SetRemaining,
}
"""What the program itself says, and what tests say."""


def commands() -> Iterator[AnyOrder]:
    """One command of each kind that there is."""
    numbers: dict[str, Any] = {"coup": 1, "cards": 7}
    values = numbers | {"dealer": "d14", "card": Card.parse("9h"), "player": (), "banker": ()}
    values["foreign"] = Foreign(why=WhyForeign.OTHER_TABLE, pack="7QX4")
    for kind in typing.get_args(AnyOrder):
        needed = {}
        for field in msgspec.structs.fields(kind):
            if field.required:
                value = values.get(field.name)
                needed[field.name] = next(iter(field.type)) if value is None else value
        yield kind(**needed)


@pytest.fixture
def desk() -> Desk:
    """A table in the middle of a coup that d14 deals."""
    desk = Desk(NO_BURN)
    assert desk.order(order="dealer", on=True, by="d14")["ok"]
    desk.press("bets")
    desk.cards("9H 2C TD 4S")
    assert desk.engine.state.coup is not None
    return desk


# The acts.


def test_every_order_is_an_act_but_what_no_person_orders() -> None:
    acts = {type(command): act_of(command, INITIAL, NO_BURN) for command in commands()}
    assert set(acts) == set(typing.get_args(AnyOrder))
    assert {kind for kind, act in acts.items() if act is None} == NOBODY_ORDERS


def test_no_line_can_be_what_no_person_orders() -> None:
    for name in order_lines._ORDERS:
        line = msgspec.json.encode({"id": "1", "order": name, "session": "x"} | FIELDS.get(name, {}))
        order = order_lines.read_line(line)
        assert isinstance(order, order_lines.TableOrder)
        command = order.command("sup1", "pit2")
        assert act_of(command, INITIAL, NO_BURN) in SIGNS
        assert type(command) not in NOBODY_ORDERS


@pytest.mark.parametrize("option", Option)
def test_every_option_is_an_act_that_needs_what_its_order_needs(option: Option) -> None:
    act = act_of(cmd.Resolve(option=option), INITIAL, NO_BURN)
    two = {Option.VOID: Act.VOID, Option.ACCEPT: Act.ACCEPT, Option.CLOSE_SHOE: Act.CLOSE_SHOE}
    one = {Option.ENTER: Act.ENTER}
    assert act is two.get(option, one.get(option)) or act is Act(f"resolve-{option.value}")
    assert act is not None
    assert SIGNS[act].people == (2 if option in two else 1)


def test_a_coup_that_was_picked_up_is_cancelled_by_two_either_way() -> None:
    picked_up = held_by(IncidentKind.PICKED_UP, Option.NEXT, Option.VOID).incidents
    in_error = held_by(IncidentKind.CARD_DRAWN_IN_ERROR, Option.NEXT, Option.BURN).incidents
    both = msgspec.structs.replace(INITIAL, incidents=(*in_error, *picked_up))
    for option in (Option.NEXT, Option.VOID):
        assert act_of(cmd.Resolve(option=option), both, NO_BURN) is Act.VOID
        assert is_about_a_coup(cmd.Resolve(option=option), both)
    in_error_alone = msgspec.structs.replace(INITIAL, incidents=in_error)
    assert act_of(cmd.Resolve(option=Option.NEXT), in_error_alone, NO_BURN) is Act.RESOLVE_NEXT


def held_by(kind: IncidentKind, *options: Option) -> State:
    return msgspec.structs.replace(INITIAL, incidents=(Incident(id=1, kind=kind, options=options),))


def test_going_on_after_a_restart_is_the_dealers_and_after_anything_else_the_supervisors() -> None:
    resume = cmd.Resolve(option=Option.RESUME)
    assert act_of(resume, held_by(IncidentKind.RECOVERED, Option.RESUME), NO_BURN) is Act.RESOLVE_RESUME_RECOVERED
    for kind in set(IncidentKind) - {IncidentKind.RECOVERED}:
        assert act_of(resume, held_by(kind, Option.RESUME), NO_BURN) is Act.RESOLVE_RESUME


@pytest.mark.parametrize(
    ("unread_card", "kind", "act"),
    [
        ("supervisor", IncidentKind.CARD_UNREAD, Act.ENTER),
        ("dealer", IncidentKind.CARD_UNREAD, Act.ENTER_UNREAD_BY_DEALER),
        ("dealer", IncidentKind.CARD_IMPOSSIBLE, Act.ENTER),
        ("dealer", IncidentKind.CODE_UNKNOWN, Act.ENTER),
    ],
)
def test_the_dealer_names_an_unread_card_where_the_house_says_so(
    unread_card: str, kind: IncidentKind, act: Act
) -> None:
    profile = with_settings(NO_BURN, {"unread_card": unread_card})
    enter = cmd.Enter(card=Card.parse("9h"))
    assert act_of(enter, held_by(kind, Option.ENTER), profile) is act


@pytest.mark.parametrize("kind", IncidentKind)
def test_that_cards_are_missing_or_too_many_is_acknowledged_by_two(kind: IncidentKind) -> None:
    act = act_of(cmd.Acknowledge(kind=kind), INITIAL, NO_BURN)
    assert act is (Act.ACKNOWLEDGE_COUNT if kind is IncidentKind.PACK_COUNT else Act.ACKNOWLEDGE)


def test_why_people_do_not_suffice_is_spelt_as_refusals_are() -> None:
    assert {why.value for why in NotSigned} <= {why.value for why in Refusal}


# One person signs.


@pytest.mark.parametrize("name", sorted(ROLES))
@pytest.mark.parametrize("order", ["no-more-bets", "call", "result", "next", "dealer", "end-shoe", "enter", "free"])
def test_a_role_may_what_is_its_own_and_the_rest_is_refused_and_on_record(name: str, order: str) -> None:
    desk = Desk(NO_BURN)
    before = desk.engine.state
    reply = desk.order(order=order, by=name, **FIELDS.get(order, {}))
    hand = order in ("no-more-bets", "call", "result", "next", "dealer")
    entitled = {Role.DEALER, Role.SUPERVISOR} if hand else {Role.SUPERVISOR}
    why = [event.why for event in refusals(desk) if event.by == name]
    if ROLES[name] in entitled:
        assert Refusal.NOT_ENTITLED not in why
        return
    assert (reply["ok"], reply["refusal"]) == (False, "not-entitled")
    assert str(reply["why"]).startswith("this takes the role ")
    assert why == [Refusal.NOT_ENTITLED]
    assert desk.engine.state == before


def test_a_second_person_who_is_not_needed_stands_nowhere(desk: Desk) -> None:
    desk.cards("7D")
    assert [one.kind for one in desk.engine.state.incidents] == [IncidentKind.CARD_DRAWN_IN_ERROR]
    assert desk.order(order="resolve", option="burn", by="sup1", second="aud1")["ok"]
    resolved = last(desk, ev.IncidentResolved)
    assert isinstance(resolved, ev.IncidentResolved)
    assert (resolved.by, resolved.second) == ("sup1", None)


def test_the_panels_buttons_need_nobody() -> None:
    desk = Desk(NO_BURN)
    desk.press("bets")
    desk.cards("9H 2C TD 4S")
    desk.press("player")
    assert isinstance(last(desk, ev.ResultShown), ev.ResultShown)


# Two people sign.


@pytest.mark.parametrize(
    ("by", "second", "why"),
    [
        ("sup1", None, Refusal.SECOND_MISSING),
        ("sup1", "sup1", Refusal.SECOND_IS_FIRST),
        ("sup1", "d14", Refusal.DEALER_OF_COUP),
        ("d14", "sup1", Refusal.DEALER_OF_COUP),
        ("d15", "pit2", Refusal.SUPERVISOR_MISSING),
        ("sup1", "aud1", Refusal.NOT_ENTITLED),
        ("aud1", "sup1", Refusal.NOT_ENTITLED),
    ],
)
def test_people_who_do_not_suffice_for_a_void(desk: Desk, by: str, second: str | None, why: Refusal) -> None:
    before = desk.engine.state
    reply = desk.order(order="void", reason="dispute", by=by, second=second)
    assert (reply["ok"], reply["refusal"]) == (False, why.value)
    assert refusals(desk) == [ev.OrderRefused(order="void", why=why, by=by)]
    assert desk.engine.state == before


def test_the_same_person_twice_by_two_sessions(desk: Desk) -> None:
    tokens: dict[str, Any] = {"session": desk.sign_in("sup1"), "second_session": desk.sign_in("sup1")}
    assert tokens["session"] != tokens["second_session"]
    assert desk.say(order="void", reason="dispute", **tokens)["refusal"] == "second-is-first"
    assert refusals(desk) == [ev.OrderRefused(order="void", why=Refusal.SECOND_IS_FIRST, by="sup1")]


@pytest.mark.parametrize("people", [("sup1", "pit2"), ("pit2", "sup1"), ("sup1", "sup2"), ("d15", "sup1")])
def test_two_people_who_suffice(desk: Desk, people: tuple[str, str]) -> None:
    by, second = people
    assert desk.order(order="void", reason="dispute", by=by, second=second)["ok"]
    voided = last(desk, ev.CoupVoided)
    assert isinstance(voided, ev.CoupVoided)
    assert (voided.by, voided.second, voided.reason, voided.dealer) == (by, second, "dispute", "d14")


def test_who_deals_now_may_void_what_somebody_else_dealt_and_not_the_other_way_round(desk: Desk) -> None:
    desk.press("player")  # d14's coup is over
    assert desk.order(order="dealer", on=True, by="d15")["ok"]
    refused = desk.order(order="void", reason="dispute", by="sup1", second="d14")
    assert refused["refusal"] == "dealer-of-coup"
    assert desk.order(order="void", reason="dispute", by="sup1", second="d15")["ok"]


@pytest.mark.parametrize("order", ["correct", "void"])
def test_who_dealt_an_old_coup_has_no_part_in_changing_it_and_who_deals_now_may(desk: Desk, order: str) -> None:
    desk.press("player")
    desk.press("bets")  # the next coup's bets are open
    assert desk.order(order="dealer", on=True, by="d15")["ok"]
    hands = {"player": "9hTd", "banker": "2c5s"} if order == "correct" else {}
    change: dict[str, Any] = {"order": order, "coup": 1, "reason": "seen on the camera", **hands}
    for people in (("sup1", "d14"), ("d14", "sup1")):
        assert desk.order(by=people[0], second=people[1], **change)["refusal"] == "dealer-of-coup"
    assert desk.order(by="sup1", second=None, **change)["refusal"] == "second-missing"
    assert desk.order(by="sup1", second="d15", **change)["ok"]


@pytest.mark.parametrize(
    ("command", "coup_open", "about"),
    [
        (cmd.Void(), False, True),
        (cmd.Resolve(option=Option.VOID), False, True),
        (cmd.Resolve(option=Option.ACCEPT), True, True),
        (cmd.Resolve(option=Option.ACCEPT), False, False),
        (cmd.Resolve(option=Option.CLOSE_SHOE), False, False),
        (cmd.Acknowledge(kind=IncidentKind.PACK_COUNT), True, False),
    ],
)
def test_the_dealer_has_no_part_in_what_is_about_a_coup(command: AnyOrder, coup_open: bool, about: bool) -> None:
    phase = Phase.DEALING if coup_open else Phase.BURNING
    coup = Coup(number=1, kind=CoupKind.NORMAL) if coup_open else None
    state = msgspec.structs.replace(INITIAL, phase=phase, coup=coup)
    assert state.coup_open is coup_open
    assert is_about_a_coup(command, state) is about


def test_a_burn_that_was_wrong_is_accepted_by_the_dealer_and_a_supervisor() -> None:
    desk = Desk(with_settings(NO_BURN, {"burn": "fixed", "burn_cards": "3", "bets_close": "button"}))
    assert desk.order(order="dealer", on=True, by="d14")["ok"]
    desk.press("bets")
    desk.cards("9H")
    desk.press("bets")  # too early: two more were to be burned
    desk.cards("2C")
    assert [one.kind for one in desk.engine.state.incidents] == [IncidentKind.BURN_WRONG]
    assert desk.order(order="resolve", option="accept", by="sup1")["refusal"] == "second-missing"
    accept = {"order": "resolve", "option": "accept", "reason": "seen on the camera"}
    assert desk.order(by="d14", second="sup1", **accept)["ok"]


# The dealer.


def test_the_dealer_goes_on_and_off_by_signing_and_never_in_the_middle_of_a_coup() -> None:
    desk = Desk(NO_BURN)
    assert desk.order(order="dealer", on=True, by="d14")["ok"]
    assert desk.staff["dealer"] == "d14"
    desk.press("bets")
    desk.cards("9H 2C TD")
    for on, by in ((False, "d14"), (True, "d15"), (False, "sup1")):
        assert desk.order(order="dealer", on=on, by=by)["refusal"] == "coup-open"
        assert refusals(desk)[-1] == ev.OrderRefused(order="dealer", why=Refusal.COUP_OPEN, by=by)
    assert desk.staff["dealer"] == "d14"
    desk.cards("4S")
    desk.press("player")
    assert desk.order(order="dealer", on=False, by="d14")["ok"]
    assert desk.staff["dealer"] is None
    assert last(desk, ev.DealerChanged) == ev.DealerChanged(dealer=None, by="d14")


def test_a_dealer_is_taken_off_by_a_supervisor_but_not_by_another_dealer() -> None:
    desk = Desk(NO_BURN)
    assert desk.order(order="dealer", on=True, by="d14")["ok"]
    assert desk.order(order="dealer", on=False, by="d15")["refusal"] == "not-entitled"
    assert refusals(desk) == [ev.OrderRefused(order="dealer", why=Refusal.NOT_ENTITLED, by="d15")]
    assert desk.staff["dealer"] == "d14"
    assert desk.order(order="dealer", on=False, by="sup1")["ok"]
    assert last(desk, ev.DealerChanged) == ev.DealerChanged(dealer=None, by="sup1")
