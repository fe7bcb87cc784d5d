"""The wall clock is wrong, is set, jumps for daylight saving, or runs past 2038; only the record's times may notice.

The clock is that of a real table process, set from outside while it runs: nearly all of it happens to one table.
"""

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from faults.world_shim import DAY_S, World
from faults.world_tools import WorldRig, world_rig
from service.engine_tools import HandClock
from service.process_tools import View
from support.house import wait_until

from device.journal.memory import MemoryJournal
from device.service.clock_watch import ClockWatch, recorded_until
from device.table import events as ev

pytestmark = pytest.mark.needs("cc")

TWO_WEEKS_S = 14 * DAY_S
MONDAY_S = datetime.fromisoformat("2027-03-01T12:00:00+00:00").timestamp() - time.time()
"""How far ahead of the machine's clock the table's begins: the first of a week and of a month."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, world: World) -> Iterator[WorldRig]:
    """One table that all of it happens to, in a town that puts its clocks forward and back."""
    with world_rig(tmp_path_factory.mktemp("table"), world=world) as rig:
        rig.config.write_text(rig.config.read_text().replace("[journal]\n", '[journal]\narchive = "week"\n'))
        world.set_wall(MONDAY_S)
        rig.begin({"TZ": "Europe/Madrid"})
        yield rig
        rig.end()


@pytest.fixture
def rig(table: WorldRig, world: World) -> Iterator[WorldRig]:
    """The table with a new shoe, its clock on that Monday, and nothing to tell of it."""
    world.set_wall(MONDAY_S)
    if table.sees(lambda _: True, "a view")["phase"] != "closed":
        table.order(order="end-shoe", by="sup1")
    table.new_shoe()
    table.shoe_board.coup()
    yield table
    # Where much time passed at once nothing was heard of the reader in it: it is there again within a moment.
    view = table.sees(lambda view: not view["held"], "a table that is not held")
    assert view["incidents"] == []
    table.check_log()


def clock_events(rig: WorldRig, after: int = 0) -> list[ev.Event]:
    return [
        record.event
        for record in rig.records()
        if record.seq > after and isinstance(record.event, ev.ClockSet | ev.ClockUnsure)
    ]


def days_between(earlier: str, later: str) -> int:
    return round((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() / DAY_S)


def clock_is(rig: WorldRig, *, ok: bool) -> View:
    return rig.sees(lambda view: view["health"]["clock"]["ok"] is ok, f"a clock that is {'right' if ok else 'wrong'}")


@pytest.mark.parametrize("by_s", [TWO_WEEKS_S, -TWO_WEEKS_S])
def test_a_clock_that_is_set_while_the_table_runs_moves_nothing_but_the_times(
    rig: WorldRig, world: World, by_s: float
) -> None:
    before = rig.records()[-1]
    rig.shoe_board.deal("9C 8D")
    wait_until(rig.shoe_board.all_acknowledged, "two cards")
    world.set_wall(MONDAY_S + by_s)
    rig.shoe_board.coup("TC TD")
    (told,) = clock_events(rig, before.seq)
    assert isinstance(told, ev.ClockSet)
    assert told.by_s == pytest.approx(by_s, abs=1)
    assert not told.was_unsure
    since = [record for record in rig.records() if record.seq >= before.seq]
    place = next(place for place, record in enumerate(since) if record.event == told)
    # Exactly what was stamped by the clock as it was set stands behind the word that it was.
    assert [days_between(before.at, record.at) for record in since[:place]] == [0] * place
    assert {days_between(before.at, record.at) for record in since[place:]} == {round(by_s / DAY_S)}
    assert len(since) > place + 2


@pytest.mark.parametrize(
    "at",
    ["2027-10-31T00:59:59.5Z", "2027-03-28T00:59:59.5Z", "2038-01-19T03:14:07.5Z", "2028-02-28T23:59:59.5Z"],
    ids=["summer time ends", "summer time begins", "the last second of 32 bits", "a leap day"],
)
def test_a_clock_that_goes_over_a_date_is_no_clock_that_was_set(rig: WorldRig, world: World, at: str) -> None:
    seq = rig.records()[-1].seq
    begins_s = datetime.fromisoformat(at).timestamp()
    world.set_wall(begins_s - time.time())
    wait_until(lambda: len(clock_events(rig, seq)) == 1, "the word that the clock was set to that date")
    rig.shoe_board.deal("9C 8D")
    over = time.time() + 0.6
    wait_until(lambda: time.time() > over, "the date")
    rig.shoe_board.coup("TC TD")
    assert len(clock_events(rig, seq)) == 1, "what the clock does by itself is no news"
    times = [record.at for record in rig.records() if record.seq > seq]
    assert times == sorted(times)
    assert begins_s - 1 < datetime.fromisoformat(times[0]).timestamp() < begins_s + 60


def archived(rig: WorldRig) -> list[Path]:
    return sorted((rig.folder / "archive").glob("*.sqlite3"), key=lambda path: path.stat().st_mtime)


def test_a_clock_two_weeks_off_begins_no_period_twice_and_loses_none(rig: WorldRig, world: World) -> None:
    def shoe_with_the_clock_at(ahead_s: float) -> int:
        world.set_wall(MONDAY_S + ahead_s)
        rig.order(order="end-shoe", by="sup1")
        rig.new_shoe()
        rig.shoe_board.coup()
        return len(archived(rig))

    begun = shoe_with_the_clock_at(0)
    steps: list[tuple[float, int]] = [
        (-TWO_WEEKS_S, 0),  # behind: nothing is over
        (0, 0),
        (TWO_WEEKS_S, 1),  # ahead: by this clock a week is over
        (0, 1),  # right again: the file that was begun too early goes on
        (7 * DAY_S, 2),  # the next week really begins
        (8 * DAY_S, 2),
    ]
    for ahead_s, files in steps:
        assert shoe_with_the_clock_at(ahead_s) - begun == files, ahead_s
    last = rig.sees(lambda _: True, "a view")["shoe"]
    shoes: list[int] = []
    here = rig.journal
    try:
        for path in (*archived(rig), here):
            rig.journal = path
            shoes += [record.event.shoe for record in rig.records() if isinstance(record.event, ev.ShoeOpened)]
    finally:
        rig.journal = here
    assert shoes == list(range(1, last + 1))


def test_a_wait_after_wrong_pins_and_a_session_are_of_no_clock_that_can_be_set(rig: WorldRig, world: World) -> None:
    eyes = rig.eyes
    come = sign_in(eyes.say, "sup1", rig.pins["sup1"])
    assert come["ok"], come
    wrong = [sign_in(eyes.say, "d15", "0000") for _ in range(3)]
    assert not any(one["ok"] for one in wrong)
    for by_s in (TWO_WEEKS_S, -TWO_WEEKS_S):
        world.set_wall(MONDAY_S + by_s)
        refused = sign_in(eyes.say, "d15", rig.pins["d15"])
        assert not refused["ok"], "the wait was over though no time had passed"
        assert 0 < refused["wait_s"] <= 30, refused
    still = eyes.say({"order": "acknowledge", "kind": "early-card", "session": come["session"]})
    assert still.get("refusal") != "not-signed-in", "the session fell to a clock that was set"
    world.let_pass(31)
    wait_until(lambda: bool(sign_in(eyes.say, "d15", rig.pins["d15"])["ok"]), "the end of the wait")
    world.let_pass(601)
    gone = eyes.say({"order": "acknowledge", "kind": "early-card", "session": come["session"]})
    assert gone.get("refusal") == "not-signed-in", "a session without end"


def sign_in(say: Callable[[dict[str, object]], View], name: str, pin: str) -> View:
    return say({"order": "sign-in", "name": name, "pin": pin})


def test_a_machine_that_starts_two_weeks_behind_its_record_says_so_until_the_clock_is_right(
    tmp_path: Path, world: World
) -> None:
    world.set_wall(0)
    with world_rig(tmp_path, world=world) as rig:
        rig.begin()
        rig.order(order="shoe")
        rig.shoe_board.coup()
        rig.end()
        until = rig.records()[-1].at

        world.set_wall(-TWO_WEEKS_S)
        rig.begin_again()
        view = clock_is(rig, ok=False)
        assert "14 days before times that are on record" in view["health"]["clock"]["detail"]
        assert (view["held"], view["shoe"]) == (False, 1)
        rig.shoe_board.coup()
        rig.order(order="end-shoe", by="sup1")
        assert rig.new_shoe() == 2
        wait_until(lambda: len(clock_events(rig)) == 2, "the doubt with the new shoe")
        world.set_wall(0)
        clock_is(rig, ok=True)
        rig.shoe_board.coup()
        assert rig.check_cards() == 12
        *unsure, mended = clock_events(rig)
        assert [one.recorded_until for one in unsure if isinstance(one, ev.ClockUnsure)] == [until] * 2
        assert isinstance(mended, ev.ClockSet)
        assert mended.by_s == pytest.approx(TWO_WEEKS_S, abs=1)
        assert mended.was_unsure
        rig.end()


class WallClock(HandClock):
    """Two clocks that the test moves together, or apart."""

    ahead_s = 1_740_000_000.0

    def wall_at(self) -> str:
        moment = datetime.fromtimestamp(self.now_s + self.ahead_s).astimezone()
        return moment.isoformat(timespec="milliseconds")


def test_a_doubt_outlives_restarts_and_new_shoes_and_ends_with_a_clock_that_was_put_back() -> None:
    clock = WallClock()
    journal = MemoryJournal(clock=clock)
    journal.append([(1, 0, ev.DealerChanged(dealer="d14"))])
    right = recorded_until(journal.last_shoe())
    clock.ahead_s -= TWO_WEEKS_S
    watch = ClockWatch(clock)
    assert watch.look(1) == (), "a table without a record has nothing to compare with"
    for shoe in (1, 2, 2):  # each a start, the second with a new shoe
        watch = ClockWatch(clock, recorded_until(journal.last_shoe()))
        (told,) = watch.look(shoe)
        assert watch.look(shoe) == (told,), "it is told until it is on record"
        journal.append([(shoe, 0, told)])
        watch.said()
        clock.now_s += 3600
        assert watch.look(shoe) == ()
        assert isinstance(told, ev.ClockUnsure)
        assert told.recorded_until == right
    clock.ahead_s += 10 * TWO_WEEKS_S  # far too far
    (told,) = watch.look(2)
    journal.append([(2, 0, told)])
    watch.said()
    clock.ahead_s -= 9 * TWO_WEEKS_S
    (told,) = watch.look(2)
    assert told == ev.ClockSet(by_s=-9 * TWO_WEEKS_S)
    journal.append([(2, 0, told)])
    assert ClockWatch(clock, recorded_until(journal.last_shoe())).look(2) == (), (
        "the clock that ran ahead is no measure"
    )
