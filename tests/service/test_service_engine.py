"""The engine's steps: what is told to whom in which order, what waits when the record refuses, whose time counts."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from service.engine_scripts import AUTO, NO_BURN, PROFILES, SCRIPTS, Moment, play
from service.engine_tools import DISK_FULL, Bench

from device.ports.journal import JournalError
from device.readers.passages import NoCodePassed, ReadId
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.profile import Profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyOrder
from device.table.health import PartHealth
from device.table.views import TableInfo, public_view, staff_view
from device.table.vocabulary import BetsClosedBy, Phase, ReadIdentity, Refusal

WORKS_AGAIN = ev.ReportNoted(what="record-works-again")

# The order of effects.


@given(script=SCRIPTS, profile=st.sampled_from(PROFILES))
def test_record_then_acknowledgement_then_lamps_then_views(script: list[Moment], profile: Profile) -> None:
    bench = Bench(profile)
    steps: list[list[str]] = [[]]
    before = 0
    for moment in script:
        play(bench, [moment])
        for word in bench.notebook.words()[before:]:
            if word == "journal":
                steps.append([])
            steps[-1].append(word)
        before = len(bench.notebook.notes)
    order = ["journal", "acknowledge", "line", "lamps", "shoe lamps", "public", "staff", "buzz"]
    for step in steps[1:]:
        ranks = [order.index(word) for word in step]
        assert ranks == sorted(ranks), step
    assert any("acknowledge" in step for step in steps) == any(isinstance(one.what, str) for one in script)


@given(script=SCRIPTS, profile=st.sampled_from(PROFILES))
def test_whatever_anyone_is_told_is_on_record_at_that_moment(script: list[Moment], profile: Profile) -> None:
    bench = Bench(profile)
    health = bench.engine.health
    sign = TableInfo(name="BAC 1")

    class Watchful(list[tuple[str, object]]):
        def append(self, note: tuple[str, object]) -> None:
            what, thing = note
            on_record = bench.diary.folded()
            if isinstance(thing, ReadId):
                assert on_record.last_read == ReadIdentity(thing.boot, thing.seq)
            elif what == "public":
                assert thing == as_json(public_view(on_record, health, profile, sign))
            elif what == "staff":
                assert thing == as_json(staff_view(on_record, health, profile, sign))
            super().append(note)

    bench.notebook.notes = Watchful()
    play(bench, script)
    assert bench.engine.state == bench.diary.folded()


def as_json(view: msgspec.Struct) -> object:
    return msgspec.json.decode(msgspec.json.encode(view))


# A record that refuses.


@given(script=SCRIPTS, profile=st.sampled_from(PROFILES), breaks_at=st.frozensets(st.integers(0, 30), max_size=8))
def test_a_record_that_refuses_now_and_then_loses_and_doubles_nothing(
    script: list[Moment], profile: Profile, breaks_at: frozenset[int]
) -> None:
    bench = Bench(profile)
    bench.diary.breaks_at = breaks_at
    failed = play(bench, script)
    bench.diary.breaks_at = frozenset()
    bench.engine.try_again(bench.clock.now_s)
    assert bench.engine.health.journal == PartHealth()

    calm = Bench(profile)
    play(calm, script, without=failed)
    assert [event for event in bench.diary.events() if event != WORKS_AGAIN] == calm.diary.events()
    assert bench.engine.state == calm.engine.state
    assert acknowledged(bench)[-1:] == acknowledged(calm)[-1:]
    assert acknowledged(bench) == sorted(set(acknowledged(bench))), "an acknowledgement was given twice or out of order"


def acknowledged(bench: Bench) -> list[int]:
    return [thing.seq for _, thing in bench.notebook.notes if isinstance(thing, ReadId)]


def test_while_the_record_refuses_nothing_changes_and_everyone_is_told() -> None:
    bench = Bench(NO_BURN)
    bench.engine.order(cmd.OpenShoe(), bench.clock.now_s)
    bench.deal("9H 2C")
    before, told = bench.engine.state, acknowledged(bench)
    bench.diary.broken = True
    assert bench.deal("TD 4S") == ()
    assert bench.engine.state == before
    assert acknowledged(bench) == told
    staff = bench.staff
    assert staff["health"]["journal"] == {"ok": False, "detail": DISK_FULL}
    assert (staff["held"], staff["banner"], staff["instruction"]) == (True, "do-not-deal", "do-not-deal")
    assert bench.notebook.last("lamps") == {"error", "supervisor"}
    for order in (cmd.NoMoreBets(), cmd.CallSupervisor(), cmd.Void(by="sup1", second="pit2", reason="x")):
        with pytest.raises(JournalError, match=DISK_FULL):
            bench.engine.order(order, bench.clock.now_s)
    assert bench.engine.try_again(bench.clock.now_s) == ()
    bench.diary.broken = False
    records = bench.engine.try_again(bench.clock.now_s)
    assert [record.event.card for record in records if isinstance(record.event, ev.CardDealt)] == [
        Card("Td"),
        Card("4s"),
    ]
    assert acknowledged(bench) == [*told, 3, 4]
    assert (bench.staff["held"], bench.staff["health"]["journal"]["ok"]) == (False, True)


def test_what_left_the_shoe_comes_before_what_is_ordered() -> None:
    bench = Bench(NO_BURN)
    bench.engine.order(cmd.OpenShoe(), bench.clock.now_s)
    bench.diary.broken = True
    bench.deal("9H")
    bench.diary.broken = False
    records = bench.engine.order(cmd.NoMoreBets(), bench.clock.now_s)
    assert [record.event for record in records] == [ev.OrderRefused(order="no-more-bets", why=Refusal.BETS_NOT_OPEN)], (
        "the card had closed the bets"
    )
    assert [type(event) for event in bench.diary.events()[-4:]] == [
        ev.BetsClosed, ev.CoupBegan, ev.CardDealt, ev.OrderRefused
    ]  # fmt: skip
    assert bench.diary.events()[-4] == ev.BetsClosed(how=BetsClosedBy.FIRST_CARD)


def test_with_nothing_waiting_a_note_shows_that_the_record_works_again() -> None:
    bench = Bench()
    bench.engine.journal_failed("the disk is full")
    assert bench.staff["banner"] == "do-not-deal"
    (record,) = bench.engine.try_again(bench.clock.now_s)
    assert record.event == WORKS_AGAIN
    assert bench.staff["banner"] == "closed"
    assert bench.engine.try_again(bench.clock.now_s) == ()


# Time.


def test_a_result_shows_itself_when_its_time_has_come_and_not_before() -> None:
    bench = Bench(AUTO)
    bench.engine.order(cmd.OpenShoe(), 1000.0)
    assert bench.engine.next_timer_s() is None
    bench.deal("9H 2C", at_s=1000.0)
    bench.deal("TD 4S", at_s=1007.5)
    assert bench.engine.state.phase is Phase.DEALING
    assert bench.engine.timer_due(1009.4) == ()
    assert bench.engine.next_timer_s() == 1009.5, "two seconds from when the card left, not from when it was told"
    (record,) = bench.engine.timer_due(1009.5)
    assert isinstance(record.event, ev.ResultShown)
    assert bench.engine.next_timer_s() is None
    assert bench.engine.timer_due(2000.0) == ()


def test_a_result_waits_for_the_reader_and_for_the_record() -> None:
    bench = Bench(AUTO)
    bench.engine.order(cmd.OpenShoe(), 1000.0)
    bench.deal("9H 2C TD 4S", at_s=1000.0)
    bench.engine.timer_due(1000.3)  # the cards' ticks
    bench.engine.set_health(reader=PartHealth(ok=False, detail="unplugged"))
    assert bench.engine.next_timer_s() is None
    assert bench.engine.timer_due(1500.0) == ()
    bench.engine.set_health(reader=PartHealth())
    bench.diary.broken = True
    with pytest.raises(JournalError):
        bench.engine.timer_due(1501.0)
    assert bench.engine.next_timer_s() is None
    bench.diary.broken = False
    bench.engine.try_again(1502.0)
    due_s = bench.engine.next_timer_s()
    assert due_s is not None
    assert due_s <= 1502.0, "it is overdue"
    (record,) = bench.engine.timer_due(1502.0)
    assert isinstance(record.event, ev.ResultShown)
    assert not any(isinstance(event, ev.OrderRefused) for event in bench.diary.events())


def test_a_read_is_confirmed_a_fixed_time_after_its_card_left_and_an_unread_one_never() -> None:
    bench = Bench(NO_BURN)
    bench.engine.order(cmd.OpenShoe(), 1000.0)
    bench.deal("9H", at_s=1000.0)
    bench.deal("2C", at_s=1000.1)
    assert bench.staff["reads"] == 0
    assert bench.engine.next_timer_s() == 1000.25
    bench.engine.timer_due(1000.24)
    assert bench.staff["reads"] == 0
    bench.engine.timer_due(1000.25)
    assert bench.staff["reads"] == 1
    bench.give(NoCodePassed(id=bench.next_id(), at_s=1000.3))
    bench.engine.timer_due(1002.0)
    assert bench.staff["reads"] == 2
    assert bench.engine.next_timer_s() is None


@pytest.mark.parametrize(
    ("left_s", "told_s", "in_error"),
    [(1002.0, 1002.0, True), (1002.0, 1060.0, True), (1006.0, 1006.0, False), (1006.0, 1060.0, False)],
)
def test_between_coups_it_counts_when_the_card_left_and_not_when_that_was_told(
    left_s: float, told_s: float, in_error: bool
) -> None:
    bench = Bench(NO_BURN)
    bench.engine.order(cmd.OpenShoe(), 900.0)
    bench.deal("9H 2C TD 4S", at_s=990.0)
    bench.engine.order(cmd.ShowResult(), 1000.0)
    bench.clock.now_s = told_s
    bench.deal("7H", at_s=left_s)
    assert bench.engine.state.held is in_error
    raised = [event.since_s for event in bench.diary.events() if isinstance(event, ev.IncidentRaised)]
    assert raised == ([left_s - 1000.0] if in_error else [])


# What else an engine knows.


DEALING_ORDERS: dict[str, AnyOrder] = {
    "shoe": cmd.OpenShoe(),
    "no-more-bets": cmd.NoMoreBets(),
    "free": cmd.FreeHand(by=None),
    "reveal": cmd.Turn(hand=Hand.PLAYER),
    "result": cmd.ShowResult(),
    "next": cmd.Next(),
}


@pytest.mark.parametrize("name", DEALING_ORDERS)
def test_without_a_reader_nothing_is_dealt_by_order(name: str) -> None:
    bench = Bench(NO_BURN)
    bench.engine.set_health(reader=PartHealth(ok=False, detail="unplugged"))
    (record,) = bench.engine.order(DEALING_ORDERS[name], bench.clock.now_s)
    assert record.event == ev.OrderRefused(order=name, why=Refusal.READER_LOST)
    assert bench.notebook.words()[-1] == "buzz"


def test_without_a_reader_the_supervisor_can_still_be_called() -> None:
    bench = Bench(NO_BURN)
    bench.engine.set_health(reader=PartHealth(ok=False, detail="unplugged"))
    (record,) = bench.engine.order(cmd.CallSupervisor(), bench.clock.now_s)
    assert record.event == ev.SupervisorCalled()


@pytest.mark.parametrize("has_gates", [True, False])
def test_a_code_that_is_no_card_of_ours_left_the_shoe_only_where_gates_saw_it(has_gates: bool) -> None:
    bench = Bench(NO_BURN, has_gates=has_gates)
    bench.engine.order(cmd.OpenShoe(), bench.clock.now_s)
    bench.deal("5449000000996")
    assert bench.engine.state.held is has_gates
    assert bench.engine.strange_codes == (0 if has_gates else 1)
    assert acknowledged(bench) == ([1] if has_gates else [])


def test_health_is_shown_once_when_it_changes() -> None:
    bench = Bench()
    bench.engine.set_health(
        panel=PartHealth(ok=False, detail="GPIO5 is busy"), notes=("set aside",), counters={"stale": 2}
    )
    view = bench.staff
    assert view["health"]["panel"] == {"ok": False, "detail": "GPIO5 is busy"}
    assert (view["notes"], view["counters"], view["held"]) == (["set aside"], {"stale": 2}, False)
    before = len(bench.notebook.notes)
    bench.engine.set_health(counters={"stale": 2})
    assert len(bench.notebook.notes) == before
