"""What every record does, in memory and in a file alike."""

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path

import pytest
from journal.journal_tools import SteppingClock, numbered, quick_steps, rough_steps

from device.journal.memory import MemoryJournal
from device.journal.sqlite import SqliteJournal
from device.ports.journal import Journal, JournalError, Record
from device.table.events import DealerChanged, Event, ReportNoted, ShoeEnded, ShoeOpened
from device.table.evolve import evolve
from device.table.state import INITIAL
from device.table.vocabulary import ReadIdentity, ShoeEnd

Reopen = Callable[[], Journal]


@pytest.fixture(params=["memory", "sqlite"])
def reopen(request: pytest.FixtureRequest, fast: Path) -> Iterator[Reopen]:
    """Closes the record where it is open, and gives it opened again, as a restart of the table would."""
    clock = SteppingClock()
    memory = MemoryJournal(clock=clock)
    current: list[Journal] = []

    def again() -> Journal:
        if current:
            current.pop().close()
        journal: Journal = memory
        if request.param == "sqlite":
            journal = SqliteJournal(fast / "table.sqlite3", clock=clock)
        current.append(journal)
        return journal

    yield again
    for journal in current:
        journal.close()


def opened(shoe: int) -> Event:
    return ShoeOpened(shoe=shoe, profile="live", profile_version=1, profile_hash="0" * 64, decks=8)


def test_a_new_record_is_empty(reopen: Reopen) -> None:
    assert list(reopen().last_shoe()) == []


def test_a_step_is_given_back_as_it_is_on_record(reopen: Reopen) -> None:
    journal = reopen()
    records = journal.append([(1, 0, opened(1)), (1, 0, DealerChanged(dealer="d14"))])
    assert [(one.seq, one.shoe, one.coup, one.event) for one in records] == [
        (1, 1, 0, opened(1)),
        (2, 1, 0, DealerChanged(dealer="d14")),
    ]
    assert len({one.at for one in records}) == 1
    assert tuple(journal.last_shoe()) == records


def test_an_empty_step_puts_nothing_on_record(reopen: Reopen) -> None:
    journal = reopen()
    assert journal.append([]) == ()
    assert list(journal.last_shoe()) == []


def test_the_last_shoe_alone_is_given(reopen: Reopen) -> None:
    journal = reopen()
    journal.append([(0, 0, DealerChanged(dealer="d1"))])
    assert [one.shoe for one in journal.last_shoe()] == [0]
    journal.append([(1, 0, opened(1))])
    journal.append([(1, 0, ShoeEnded(why=ShoeEnd.ORDER, by="sup1"))])
    journal.append([(2, 0, opened(2)), (2, 0, DealerChanged(dealer="d2"))])
    for _ in range(2):
        assert [(one.seq, one.shoe) for one in journal.last_shoe()] == [(4, 2), (5, 2)]
        journal = reopen()


def test_the_chain_goes_on_after_a_restart(reopen: Reopen) -> None:
    steps = list(itertools.islice(quick_steps(coups=30), 60))
    journal = reopen()
    records: list[Record] = []
    for count, step in enumerate(steps):
        records += journal.append(step)
        if count % 7 == 3:
            journal.tidy()
            journal = reopen()
    assert [one.seq for one in records] == list(range(1, len(records) + 1))
    assert len({one.epoch for one in records}) == 1
    assert [one.event for one in records] == [event for step in steps for _, _, event in step]
    assert [one.hash for one in journal.last_shoe()] == [one.hash for one in records]


def test_the_hash_is_what_anybody_can_work_out(reopen: Reopen) -> None:
    """SHA-256 over the hash before and the compact JSON of the row, worked out here with other means."""
    journal = reopen()
    reads = (None, ReadIdentity("1A2B3C4D", 7))
    events = [ReportNoted(what='quote " back\\slash \n tab\t é 庄 \x7f \U0001f0a1', read=read) for read in reads]
    records = journal.append([(1, 0, opened(1)), *((1, 3, event) for event in events)])
    previous = bytes(32)
    for record in records:
        fields: dict[str, object] = {"read": ["1A2B3C4D", 7]} if record.event.read is not None else {}
        if isinstance(record.event, ReportNoted):
            fields |= {"what": record.event.what}
        else:
            fields |= {"shoe": 1, "profile": "live", "profile_version": 1, "profile_hash": "0" * 64, "decks": 8}
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        row = [record.seq, record.epoch, record.shoe, record.coup, record.at, record.event.KIND, 1, body]
        text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()
        previous = hashlib.sha256(previous + text).digest()
        assert record.hash == previous.hex()


def test_a_restart_folds_to_the_same_table(reopen: Reopen) -> None:
    for seed in (1, 2, 3):
        state = INITIAL
        journal = reopen()
        shoes_before = max((one.shoe for one in journal.last_shoe()), default=0)
        for state, step in rough_steps(commands=150, seed=seed):  # noqa: B007 - the last one counts
            journal.append([(shoe + shoes_before, coup, event) for shoe, coup, event in step])
        journal = reopen()
        folded = reduce(evolve, (one.event for one in journal.last_shoe()), INITIAL)
        assert folded.coup == state.coup
        assert folded.shoe == state.shoe
        assert folded.waiting == state.waiting
        assert folded.kept == state.kept


def test_text_that_no_file_can_hold_is_refused_and_nothing_is_on_record(reopen: Reopen) -> None:
    journal = reopen()
    with pytest.raises(JournalError, match="half a character"):
        journal.append([(1, 0, opened(1)), (1, 0, ReportNoted(what="cut \ud83c in two"))])
    assert list(journal.last_shoe()) == []
    assert [record.seq for record in journal.append([(1, 0, opened(1))])] == [1]


def test_the_steps_of_the_tools_fold(reopen: Reopen) -> None:
    state, step = numbered(INITIAL, (opened(1),))
    assert state.shoe.number == 1
    assert step == [(1, 0, opened(1))]
