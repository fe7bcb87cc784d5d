"""A disk that takes its time: no card is lost, nothing is shown early, and the watchdog ends nobody for it."""

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from faults import fault_shim
from journal.journal_tools import STEP, SteppingClock, opened
from service.board_tools import LiveBoard
from service.process_tools import Rig, ServiceManager
from support.house import ENTRY, wait_until

from device.journal.memory import MemoryJournal
from device.ports.journal import Record
from device.service.disk_patience import PatientJournal
from device.system.clock import SystemClock
from device.table.events import Event

SOONER = (
    "from device.service.disk_patience import PatientJournal; PatientJournal.__init__.__kwdefaults__['each_s'] = 0.1; "
)
"""The table's own program, which looks more often, for the test's sake."""


class Stuck(MemoryJournal):
    """A record whose disk answers when the test lets it."""

    def __init__(self) -> None:
        super().__init__(clock=SteppingClock())
        self.answers = threading.Event()

    def append(self, events: Sequence[tuple[int, int, Event]]) -> tuple[Record, ...]:
        self.answers.wait(60)
        return super().append(events)


def dealing(journal: PatientJournal) -> threading.Thread:
    thread = threading.Thread(target=lambda: journal.append(STEP))
    thread.start()
    return thread


def test_who_waits_for_the_disk_is_spoken_for_and_nobody_else() -> None:
    said: list[str] = []
    stuck = Stuck()
    with PatientJournal(stuck, said.append, SystemClock(), each_s=0.01) as journal:
        thread = dealing(journal)
        wait_until(lambda: len(said) > 3, "words for a table that waits")
        assert all(one.startswith("WATCHDOG=1\nSTATUS=the disk has not answered for ") for one in said)
        stuck.answers.set()
        thread.join()
        wait_until(lambda: said[-1] == "STATUS=the disk answers again", "the last word")
        count = len(said)
        journal.append(STEP)
        journal.tidy()
    assert len(said) == count


class LookedAt(SteppingClock):
    """A clock that stands, and counts who looks."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self.looks = 0

    def monotonic_s(self) -> float:
        self.looks += 1
        return self.now_s


def test_a_disk_that_never_answers_is_given_up() -> None:
    said: list[str] = []
    clock = LookedAt()
    stuck = Stuck()
    with PatientJournal(stuck, said.append, clock, each_s=0.001, most_s=60.0) as journal:
        thread = dealing(journal)
        wait_until(lambda: clock.looks > 0, "the step to begin")
        clock.now_s = 59.0
        wait_until(lambda: len(said) > 2, "words for a table that waits")
        clock.now_s = 61.0
        looks = clock.looks
        wait_until(lambda: clock.looks > looks + 2, "another look")
        count = len(said)
        looks = clock.looks
        wait_until(lambda: clock.looks > looks + 20, "more looks")
        assert len(said) == count
        stuck.answers.set()
        thread.join()


@pytest.fixture
def slow(tmp_path: Path, libraries: str) -> Iterator[tuple[Rig, LiveBoard, fault_shim.Plan, ServiceManager]]:
    folder = tmp_path / "disk"
    folder.mkdir()
    plan = fault_shim.Plan(tmp_path / "plan")
    rig = Rig(folder, kind="shoe")
    board = LiveBoard(rig)
    manager = ServiceManager(str(tmp_path / "notify"))
    surroundings = fault_shim.environment(libraries, folder, plan.path) | manager.environment
    rig.start_table(env=surroundings, entry=SOONER + ENTRY)
    yield rig, board, plan, manager
    plan.stall(0)
    board.close()
    rig.clean_up()
    manager.close()


@pytest.mark.needs("cc")
def test_a_table_stands_still_while_its_disk_does_and_goes_on(
    slow: tuple[Rig, LiveBoard, fault_shim.Plan, ServiceManager],
) -> None:
    rig, board, plan, manager = slow
    wait_until(rig.serves, "the table's feed")
    board.plug()
    rig.new_shoe()
    plan.stall(0.02)
    board.coup()
    plan.stall(3600)
    board.deal("9c")

    def hears_until(true: Callable[[str], bool]) -> str:
        while not true(said := manager.hears()):
            pass
        return said

    said = hears_until(lambda said: "has not answered" in said)
    assert said.startswith("WATCHDOG=1\n")
    assert not board.all_acknowledged(), "the shoe is not thanked for what the disk does not have"
    plan.stall(0)
    wait_until(board.all_acknowledged, "the acknowledgement")
    hears_until(lambda said: said == "WATCHDOG=1")
    on_record = [event.read.seq for event in rig.events() if event.read is not None and event.read.seq]
    assert on_record == sorted(set(on_record))
    assert len(on_record) == 5
    rig.end()


def test_a_step_is_not_slower_for_it(fast: Path) -> None:
    """One more number is kept a step; nothing is written, sent or waited for."""
    said: list[str] = []
    with PatientJournal(opened(fast / "j"), said.append, SystemClock()) as journal:
        assert journal.append(STEP)[0].seq == 1
        journal.close()
    assert said == []
