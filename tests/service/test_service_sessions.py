"""Sessions and attempts on the table's own loop: how they begin and end, and what of them is on record."""

from dataclasses import replace
from typing import Any

import pytest
from service.loop_tools import NO_BURN, PEER, PEOPLE, Desk, last, refusals

from device.service.desk import PeerGone
from device.staff.entry import Answer, Attempt, Outcome, Way
from device.staff.people import Role
from device.table import events as ev
from device.table.vocabulary import NoEntry, Refusal, SignedInBy, SignedOutBy


@pytest.fixture
def desk() -> Desk:
    """A table in the middle of a coup that d14 deals."""
    desk = Desk(NO_BURN)
    assert desk.order(order="dealer", on=True, by="d14")["ok"]
    desk.press("bets")
    desk.cards("9H 2C TD 4S")
    assert desk.engine.state.coup is not None
    return desk


# Sessions.


def test_coming_and_going_is_on_record() -> None:
    desk = Desk(NO_BURN)
    token = desk.sign_in("sup1")
    assert last(desk, ev.SignedIn) == ev.SignedIn(name="sup1", how=SignedInBy.NAME)
    assert desk.say(order="sign-out", session=token) == {"reply": "1", "ok": True}
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="sup1", why=SignedOutBy.ORDER)
    assert desk.say(order="next", session=token)["refusal"] == "not-signed-in"
    assert desk.say(order="sign-out", session=token)["refusal"] == "not-signed-in"


def test_a_session_that_is_none_is_answered_and_counted_and_on_no_record() -> None:
    desk = Desk(NO_BURN)
    before = desk.diary.events()
    for token in ("", "x", "A" * 43):
        reply = desk.say(order="no-more-bets", session=token)
        assert (reply["ok"], reply["refusal"]) == (False, "not-signed-in")
    assert desk.diary.events() == before
    desk.wait(2.0)
    assert desk.staff["counters"]["orders-not-signed"] == 3


def test_a_stolen_session_is_refused_on_record_and_goes_on_for_its_owner(desk: Desk) -> None:
    token, before = desk.sign_in("sup1"), desk.engine.state
    for order in ("free", "end-shoe", "sign-out"):
        reply = desk.say(peer=PEER + 1, order=order, session=token)
        assert (reply["ok"], reply["refusal"]) == (False, "stolen-session")
    assert desk.engine.state == before
    attempts = [event for event in desk.diary.events() if isinstance(event, ev.SignInRefused)]
    assert attempts == [ev.SignInRefused(why=NoEntry.STOLEN_SESSION, name="sup1")]
    desk.wait(61.0)
    assert last(desk, ev.SignInRefused) == ev.SignInRefused(why=NoEntry.STOLEN_SESSION, name="sup1", times=2)
    assert desk.say(order="free", session=token)["ok"]


def test_a_stolen_second_session_is_refused_too(desk: Desk) -> None:
    tokens: dict[str, Any] = {"session": desk.sign_in("sup1", peer=2), "second_session": desk.sign_in("pit2")}
    assert desk.say(peer=2, order="void", reason="dispute", **tokens)["refusal"] == "stolen-session"
    attempt = last(desk, ev.SignInRefused)
    assert isinstance(attempt, ev.SignInRefused)
    assert attempt.name == "pit2"


def test_a_connection_that_ends_takes_its_sessions_along_and_no_others() -> None:
    desk = Desk(NO_BURN)
    here, there = desk.sign_in("sup1"), desk.sign_in("sup1", peer=2)
    desk.put(PeerGone(peer=PEER))
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="sup1", why=SignedOutBy.HUNG_UP)
    assert desk.say(order="free", session=here)["refusal"] == "not-signed-in"
    assert desk.say(peer=2, order="call", session=there)["ok"]


def test_ten_idle_minutes_end_a_session_but_the_dealers_who_is_on() -> None:
    desk = Desk(NO_BURN)
    supervisor, dealer = desk.sign_in("sup1"), desk.sign_in("d14")
    assert desk.say(order="dealer", on=True, session=dealer)["ok"]
    desk.wait(602.0)
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="sup1", why=SignedOutBy.IDLE)
    assert desk.say(order="call", session=supervisor)["refusal"] == "not-signed-in"
    desk.wait(7200.0)
    assert desk.say(order="call", session=dealer)["ok"]
    assert desk.say(order="dealer", on=False, session=dealer)["ok"]
    desk.wait(602.0)
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="d14", why=SignedOutBy.IDLE)


def test_somebody_who_is_disabled_signs_nothing_from_that_moment_on(desk: Desk) -> None:
    token, other = desk.sign_in("sup1"), desk.sign_in("sup1")
    desk.people["sup1"] = replace(desk.people["sup1"], disabled=True)
    before = desk.engine.state
    reply = desk.say(order="free", session=token)
    assert (reply["ok"], reply["refusal"]) == (False, "person-disabled")
    assert refusals(desk) == [ev.OrderRefused(order="free", why=Refusal.PERSON_DISABLED, by="sup1")]
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="sup1", why=SignedOutBy.DISABLED)
    for ended in (token, other):
        assert desk.say(order="free", session=ended)["refusal"] == "not-signed-in"
    assert desk.engine.state == before


def test_a_second_person_who_is_disabled_confirms_nothing(desk: Desk) -> None:
    tokens: dict[str, Any] = {"session": desk.sign_in("sup1"), "second_session": desk.sign_in("pit2")}
    desk.people["pit2"] = replace(desk.people["pit2"], disabled=True)
    assert desk.say(order="void", reason="dispute", **tokens)["refusal"] == "person-disabled"
    assert refusals(desk) == [ev.OrderRefused(order="void", why=Refusal.PERSON_DISABLED, by="pit2")]


def test_signing_out_is_for_those_too_who_are_disabled() -> None:
    desk = Desk(NO_BURN)
    token = desk.sign_in("sup1")
    desk.people["sup1"] = replace(desk.people["sup1"], disabled=True)
    assert desk.say(order="sign-out", session=token)["ok"]


def test_another_pin_ends_every_session_of_its_owner() -> None:
    desk = Desk(NO_BURN)
    token, other = desk.sign_in("sup1"), desk.sign_in("pit2")
    desk.pin_at["sup1"] = "2025-03-02T00:00:00.000Z"
    assert desk.say(order="free", session=token)["refusal"] == "not-signed-in"
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="sup1", why=SignedOutBy.NEW_PIN)
    assert refusals(desk) == []
    assert desk.say(order="free", session=other)["refusal"] == "not-entitled"


def test_roles_taken_away_or_given_act_at_once() -> None:
    desk = Desk(NO_BURN)
    token = desk.sign_in("sup1")
    desk.people["sup1"] = replace(desk.people["sup1"], roles=frozenset({Role.AUDITOR}))
    assert desk.say(order="call", session=token)["refusal"] == "not-entitled"
    desk.people["sup1"] = PEOPLE["sup1"]
    assert desk.say(order="call", session=token)["ok"]


def test_somebody_who_is_in_the_file_no_more_is_signed_in_no_more() -> None:
    desk = Desk(NO_BURN)
    token = desk.sign_in("sup1")
    del desk.people["sup1"]
    assert desk.say(order="call", session=token)["refusal"] == "not-signed-in"


# Attempts.


def attempt(name: str | None, *, known: bool, outcome: Outcome = Outcome.WRONG) -> Attempt:
    return Attempt(way=Way.PIN, outcome=outcome, name=name, known=known, wrong=1, wait_s=0.0, at="")


def written(desk: Desk) -> list[ev.SignInRefused]:
    return [event for event in desk.diary.events() if isinstance(event, ev.SignInRefused)]


def test_every_wrong_pin_of_somebody_is_on_record_at_once() -> None:
    desk = Desk(NO_BURN)
    for _ in range(3):
        reply = desk.checked(Answer(outcome=Outcome.WRONG, person=None), attempt=attempt("sup1", known=True))
        assert (reply["ok"], reply["refusal"]) == (False, "wrong")
    assert written(desk) == [ev.SignInRefused(why=NoEntry.WRONG, how=SignedInBy.NAME, name="sup1")] * 3


def test_what_was_typed_for_a_name_that_nobody_has_is_not_kept() -> None:
    desk = Desk(NO_BURN)
    desk.checked(Answer(outcome=Outcome.WRONG, person=None), attempt=attempt("2580secret", known=False))
    (event,) = written(desk)
    assert event.name is None


def test_attempts_without_end_are_a_record_a_minute_and_all_of_them_counted() -> None:
    desk = Desk(NO_BURN)
    waits = Answer(outcome=Outcome.WAIT, person=None, wait_s=29.94)
    for _ in range(500):
        reply = desk.checked(waits, attempt=attempt("sup1", known=True, outcome=Outcome.WAIT))
        assert (reply["refusal"], reply["wait_s"]) == ("wait", 29.9)
        desk.checked(Answer(outcome=Outcome.WRONG, person=None), attempt=attempt(None, known=False))
    assert len(written(desk)) == 2
    desk.wait(61.0)
    assert len(written(desk)) == 4
    counted = {name: sum(one.times for one in written(desk) if one.name == name) for name in ("sup1", None)}
    assert counted == {"sup1": 500, None: 500}
    desk.wait(600.0)
    assert len(written(desk)) == 4


@pytest.mark.parametrize(
    ("outcome", "why"), [(Outcome.CHANGE_FIRST, NoEntry.ONE_TIME_PIN), (Outcome.DISABLED, NoEntry.DISABLED)]
)
def test_a_right_pin_that_lets_nobody_in_gives_no_session(outcome: Outcome, why: NoEntry) -> None:
    desk = Desk(NO_BURN)
    answer = Answer(outcome=outcome, person=PEOPLE["sup1"])
    reply = desk.checked(answer, attempt=attempt("sup1", known=True, outcome=outcome))
    assert (reply["ok"], reply["refusal"], "session" in reply) == (False, why.value, False)
    assert written(desk) == [ev.SignInRefused(why=why, how=SignedInBy.NAME, name="sup1")]


def test_nobody_comes_in_whose_coming_cannot_be_put_on_record() -> None:
    desk = Desk(NO_BURN)
    desk.diary.broken = True
    reply = desk.checked(Answer(outcome=Outcome.RIGHT, person=PEOPLE["sup1"]))
    assert (reply["ok"], "session" in reply) == (False, False)
    assert str(reply["why"]).startswith("nothing was done, for it cannot be put on record: ")


def test_what_could_not_be_put_on_record_of_people_is_when_the_record_heals() -> None:
    desk = Desk(NO_BURN)
    desk.sign_in("sup1")
    desk.diary.broken = True
    desk.checked(Answer(outcome=Outcome.WRONG, person=None), attempt=attempt("pit2", known=True))
    desk.put(PeerGone(peer=PEER))
    assert not written(desk)
    desk.diary.broken = False
    desk.wait(5.0)
    assert [(one.name, one.times) for one in written(desk)] == [("pit2", 1)]
    assert last(desk, ev.SignedOut) == ev.SignedOut(name="sup1", why=SignedOutBy.HUNG_UP)


def test_attempts_that_were_only_counted_are_on_record_when_the_table_ends() -> None:
    desk = Desk(NO_BURN)
    for _ in range(7):
        desk.checked(Answer(outcome=Outcome.WRONG, person=None), attempt=attempt(None, known=False))
    desk.stop()
    assert [one.times for one in written(desk)] == [1, 6]


def test_people_change_nothing_at_the_table() -> None:
    desk = Desk(NO_BURN)
    before = desk.engine.state
    desk.sign_in("sup1")
    desk.checked(Answer(outcome=Outcome.WRONG, person=None), attempt=attempt("sup1", known=True))
    desk.put(PeerGone(peer=PEER))
    assert desk.engine.state == before
