"""Waits after wrong PINs: no sequence of restarts, sleeps and changed clocks gives one guess more than allowed."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from staff.staff_tools import PIN, HandClock, Ledger, add_with_pin, cheap

from device.staff.entry import Outcome, StaffEntry
from device.staff.errors import StaffError
from device.staff.lockout import NO_TRIES, Tries, counted, remaining_s, wait_after
from device.staff.moment import LinuxClock, Moment
from device.staff.store import StaffStore

WAITS = (0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900)


def test_the_waits_grow_and_stop_growing() -> None:
    assert tuple(wait_after(wrong) for wrong in range(11)) == WAITS
    assert wait_after(10**9) == 900


def moment(boot: str, uptime_s: float) -> Moment:
    return Moment(boot=boot, uptime_s=uptime_s, at="")


THIRD = Tries(wrong=3, boot="a", uptime_s=100.0)


@pytest.mark.parametrize(
    ("now", "left_s"),
    [
        (moment("a", 100.0), 30.0),
        (moment("a", 129.0), 1.0),
        (moment("a", 130.0), 0.0),
        (moment("a", 99.0), 30.0),
        (moment("b", 0.0), 30.0),
        (moment("b", 12.0), 18.0),
        (moment("b", 99.0), 0.0),
    ],
)
def test_a_restart_takes_off_what_has_surely_passed(now: Moment, left_s: float) -> None:
    assert remaining_s(THIRD, now) == left_s


def test_counting_starts_the_wait_anew() -> None:
    tries = NO_TRIES
    for _ in range(3):
        assert remaining_s(tries, moment("a", 7.0)) == 0
        tries = counted(tries, moment("a", 7.0))
    assert remaining_s(tries, moment("a", 7.0)) == 30


class Guesser(RuleBasedStateMachine):
    """Somebody who guesses, pulls the plug and sets the clock; `true_s` is the time of the world outside."""

    @initialize()
    def begin(self) -> None:
        memory = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
        self.clock = HandClock()
        self.true_s = 0.0
        self.looked_at_s: list[float] = []
        self.store = StaffStore(self.folder / "staff.sqlite3", create=True, clock=self.clock, hasher=cheap())
        add_with_pin(self.store, "Ana")

    @rule(name=st.sampled_from(["Ana", "ANA", "ana"]), times=st.integers(1, 5))
    def guess(self, name: str, times: int) -> None:
        store = StaffStore(self.store.path, clock=self.clock, hasher=self.store.hasher)  # as another process
        for _ in range(times):
            if StaffEntry(store, report=Ledger()).check_pin(name, "9999").outcome is not Outcome.WAIT:
                self.looked_at_s.append(self.true_s)

    @rule()
    def sign_in(self) -> None:
        if StaffEntry(self.store, report=Ledger()).check_pin("Ana", PIN).outcome is Outcome.RIGHT:
            self._keeps_the_wait(self.true_s)
            self.looked_at_s.clear()

    @rule(seconds=st.sampled_from([0.5, 29.0, 30.0, 31.0, 60.0, 450.0, 900.0]))
    def time_passes(self, seconds: float) -> None:
        self.true_s += seconds
        self.clock.pass_s(seconds)

    @rule(seconds=st.sampled_from([1.0, 100.0, 100_000.0]))
    def the_machine_sleeps(self, seconds: float) -> None:
        self.true_s += seconds

    @rule(off_s=st.sampled_from([0.0, 1.0, 5000.0]), up_s=st.sampled_from([0.0, 3.0, 29.0, 45.0, 500.0]))
    def the_plug_is_pulled(self, off_s: float, up_s: float) -> None:
        self.true_s += off_s + up_s
        self.clock.restart(up_s)

    @rule(wall=st.sampled_from(["1970-01-01T00:00:00.000Z", "2025-03-02T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]))
    def the_clock_is_set(self, wall: str) -> None:
        self.clock.wall = wall

    @invariant()
    def no_guess_came_too_early(self) -> None:
        for at_s in self.looked_at_s[-1:]:
            self._keeps_the_wait(at_s, before=len(self.looked_at_s) - 1)
        for count in range(1, len(self.looked_at_s)):
            self._keeps_the_wait(self.looked_at_s[count], before=count)

    @invariant()
    def whoever_waits_long_enough_gets_in(self) -> None:
        now = self.clock.now()
        later = Moment(boot=now.boot, uptime_s=now.uptime_s + 900, at=now.at)
        with self.store.change() as connection:
            found = connection.execute("SELECT wrong, boot, uptime_s FROM tries").fetchall()
        assert all(remaining_s(Tries(wrong=w, boot=b, uptime_s=u), later) == 0 for w, b, u in found)

    def _keeps_the_wait(self, at_s: float, before: int | None = None) -> None:
        earlier = self.looked_at_s if before is None else self.looked_at_s[:before]
        if earlier:
            assert at_s - earlier[-1] >= WAITS[min(len(earlier), 10)] - 1e-6

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)


Guesser.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestGuesser = Guesser.TestCase


def test_the_machine_tells_one_start_and_a_time_that_goes_on() -> None:
    first, second = LinuxClock().now(), LinuxClock().now()
    assert first.boot == second.boot
    assert 0 < first.uptime_s <= second.uptime_s
    assert first.at.endswith("Z")


def test_without_the_kernel_s_word_nothing_is_guessed(tmp_path: Path) -> None:
    with pytest.raises(StaffError, match="mount /proc"):
        LinuxClock(tmp_path / "boot_id").now()
