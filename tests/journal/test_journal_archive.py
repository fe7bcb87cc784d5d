"""One file a period: where the record goes on, what the files say of each other, and what stops a change."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journal.archive_tools import COUP, Calendar, Table, archived, reads, years_end
from journal.journal_tools import NAME, house, numbered, rough_steps

from device.journal import checking, joins, next_file, periods
from device.journal.reading import Reader
from device.rules.making import with_settings
from device.settings import ArchivePeriod
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.events import RecordContinued, ShoeOpened
from device.table.evolve import evolve
from device.table.state import INITIAL, State
from device.table.vocabulary import ReadIdentity

FOLDER_WITHOUT_WRITERS = 0o440


def test_the_first_shoe_of_a_new_month_begins_a_new_file(fast: Path) -> None:
    path = fast / NAME
    years_end(path)
    (old,) = archived(path)
    assert old.name == "BAC-1_2026-11-05_2026-11-30.sqlite3"
    assert old.stat().st_mode & 0o777 == FOLDER_WITHOUT_WRITERS
    assert sorted(one.name for one in fast.iterdir()) == [
        "archive",
        NAME,
        *[f"{NAME}.{ending}" for ending in ("key", "lock", "seal-key")],
    ]
    with Reader(old) as reader:
        assert {record.shoe for record in reader.records()} == {0, 1, 2}
        end = reader.heads()[reader.count()]
    with Reader(path) as reader:
        first, opened = (record.event for record, _ in zip(reader.records(), "12", strict=False))
    assert isinstance(first, RecordContinued)
    assert isinstance(opened, ShoeOpened)
    assert (first.file, first.seq_before, first.hash_before) == (old.name, end.seq, end.hash)
    assert (first.public_key, first.signature) == (end.public_key, end.signature)
    assert (first.shoe, first.dealer, opened.shoe, opened.dealer) == (2, "d14", 3, "d14")
    assert first.profiles == (("live", 1, opened.profile_hash),)
    assert first.last_read == opened.last_read == ReadIdentity("1A2B3C4D", 15)


def test_both_files_verify_and_join_and_hold_everything_once(fast: Path) -> None:
    path = fast / NAME
    years_end(path)
    (old,) = archived(path)
    keys = checking.verify_file(old).keys
    assert checking.verify_file(path, trusted=keys).shoes == 1
    record = joins.series(path, next_file.archive_of(path))
    assert [one.path for one in record] == [old, path]
    joins.check_join(*record)
    assert [read.seq for read in reads(iter([old, path]))] == list(range(1, 21))


def test_a_table_that_starts_in_the_new_month_begins_the_file_at_once(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-05")
    table = Table(path, clock)
    table.give(cmd.ChangeDealer(dealer="d14"))
    table.shoe()
    table.close()
    clock.day = "2026-12-01"
    table = Table(path, clock)
    assert len(archived(path)) == 1
    assert (table.state.shoe.number, table.state.dealer) == (1, "d14")
    assert table.state.last_read == ReadIdentity("1A2B3C4D", 5)
    table.give(cmd.TableRestarted())
    table.shoe()
    table.close()
    with Reader(path) as reader:
        assert reader.query("SELECT shoe FROM record.shoes") == [(2,)]
        assert reader.query("SELECT dealer, from_at FROM record.dealers_on") == [("d14", "2026-12-01T12:00:14.000Z")]
        assert reader.query("SELECT dealer FROM record.coups") == [("d14",)]
    checking.verify_file(path)


def test_the_file_is_never_changed_within_a_shoe(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock)
    table.open()
    table.coup()
    clock.day = "2026-12-01"
    table.coup()
    table.close()
    table = Table(path, clock)  # a restart in the middle of the shoe
    assert archived(path) == []
    table.coup()
    table.end()
    assert archived(path) == []
    table.open()
    assert [one.name for one in archived(path)] == ["BAC-1_2026-11-30_2026-12-01.sqlite3"]
    table.close()


def test_a_shoe_that_is_opened_over_one_in_play_stays_in_its_file(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock)
    table.open()
    table.coup()
    clock.day = "2026-12-01"
    table.open()
    assert archived(path) == []
    table.coup()
    table.end()
    table.open()
    assert len(archived(path)) == 1
    table.close()
    with Reader(path) as reader:
        assert reader.query("SELECT shoe FROM record.shoes") == [(3,)]


def test_nothing_is_begun_while_something_awaits_a_decision(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock)
    table.shoe()
    table.give(cmd.CardLeft(card=COUP[0], read=ReadIdentity("1A2B3C4D", 6)))
    assert table.state.held
    table.close()
    clock.day = "2026-12-01"
    table = Table(path, clock)
    assert archived(path) == []
    table.give(cmd.Resolve(option=table.state.incidents[0].options[0], by="sup1", second="pit2", reason="seen"))
    table.open()
    assert len(archived(path)) == 1
    table.close()


def test_never_is_never(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-30")
    table = Table(path, clock, period=ArchivePeriod.NEVER)
    table.shoe()
    clock.day = "2031-12-01"
    table.shoe()
    table.close()
    Table(path, clock, period=ArchivePeriod.NEVER).close()
    assert archived(path) == []


def test_many_files_in_a_row_and_none_is_ever_written_over(fast: Path) -> None:
    path = fast / NAME
    clock = Calendar("2026-11-01")
    table = Table(path, clock, period=ArchivePeriod.DAY, name="Mesa Ñ/1")
    (fast / "archive").mkdir()
    taken = fast / "archive" / "Mesa-Ñ-1_2026-11-02_2026-11-02.sqlite3"
    taken.write_text("somebody else's")
    for day in range(1, 5):
        clock.day = f"2026-11-{day:02}"
        table.shoe()
    table.close()
    assert taken.read_text() == "somebody else's"
    record = joins.series(path, next_file.archive_of(path))
    assert [one.path.name for one in record] == [
        "Mesa-Ñ-1_2026-11-01_2026-11-01.sqlite3",
        "Mesa-Ñ-1_2026-11-02_2026-11-02_2.sqlite3",
        "Mesa-Ñ-1_2026-11-03_2026-11-03.sqlite3",
        NAME,
    ]
    for older, newer in pairwise(record):
        joins.check_join(older, newer)
        checking.verify_file(older.path)
    assert len({one.epoch for one in record}) == 4


# When


UTC = "T12:00:00.000Z"


@pytest.mark.parametrize(
    ("period", "first", "same", "next_one"),
    [
        (ArchivePeriod.DAY, "2026-11-30", "2026-11-30", "2026-12-01"),
        (ArchivePeriod.WEEK, "2026-11-30", "2026-12-06", "2026-12-07"),
        (ArchivePeriod.MONTH, "2026-12-01", "2026-12-31", "2027-01-01"),
        (ArchivePeriod.QUARTER, "2026-10-01", "2026-12-31", "2027-01-01"),
        (ArchivePeriod.YEAR, "2026-01-01", "2026-12-31", "2027-01-01"),
    ],
)
def test_a_period_is_one_of_the_calendar(period: ArchivePeriod, first: str, same: str, next_one: str) -> None:
    def due(now: str) -> bool:
        return periods.is_due(period, first_at=first + UTC, last_at=first + UTC, now_at=now + UTC)

    assert not due(same)
    assert due(next_one)
    assert not due("2020-01-01"), "a clock that was put back begins no file"


def test_the_calendar_is_the_one_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    def due(now_at: str) -> bool:
        first_at = "2026-11-05T12:00:00.000Z"
        return periods.is_due(ArchivePeriod.MONTH, first_at=first_at, last_at=first_at, now_at=now_at)

    monkeypatch.setenv("TZ", "America/Costa_Rica")
    time.tzset()
    try:
        assert not due("2026-12-01T05:59:00.000Z")
        assert due("2026-12-01T06:01:00.000Z")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_clock_that_ran_ahead_once_does_not_put_off_the_next_file_for_years() -> None:
    def due(now: str, last: str) -> bool:
        return periods.is_due(ArchivePeriod.MONTH, first_at=f"2036-01-01{UTC}", last_at=last + UTC, now_at=now + UTC)

    assert not due("2026-12-01", "2026-12-01")
    assert due("2027-01-01", "2026-12-30")
    assert not periods.is_due(ArchivePeriod.DAY, first_at="soon", last_at="soon", now_at=f"2027-01-01{UTC}")


# What a restart needs


def as_continued(state: State) -> State:
    """What a table knows that was started on a file which goes on from this state, and holds nothing else."""
    first = RecordContinued(
        file="f", epoch_before="e", seq_before=1, hash_before="h", signed_at="t", public_key="p", signature="s",
        **next_file.carried(state),
    )  # fmt: skip
    return evolve(INITIAL, first)


NEXT = (cmd.OpenShoe(by="sup1"), cmd.TableRestarted(), cmd.Next(), cmd.NoMoreBets())


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_whatever_happened_before_the_next_shoe_opens_as_if_the_file_had_gone_on(seed: int) -> None:
    """Each fact that a shoe's opening takes from before it must be carried over by the first record of a file."""
    for state, _ in rough_steps(commands=60, seed=seed):
        if state.between_shoes and state.shoe.number:
            for command in NEXT:
                assert decide(as_continued(state), command, house()) == decide(state, command, house())


@pytest.mark.parametrize("passes", ["no", "clockwise", "clockwise-after-losing-banker"])
def test_dealer_reads_and_whatever_else_a_shoe_leaves_behind_is_carried_over(passes: str) -> None:
    profile = with_settings(house(quick=True), {"shoe_passes": passes})
    state = INITIAL
    commands: list[AnyCommand] = [cmd.ChangeDealer(dealer="d14"), cmd.OpenShoe(by="sup1")]
    commands += [cmd.CardLeft(card=COUP[at % 5], read=ReadIdentity("1A2B3C4D", at + 1), since_s=30) for at in range(15)]
    for command in (*commands, cmd.EndShoe(by="sup1")):
        state, _ = numbered(state, decide(state, command, profile))
    assert state.between_shoes
    opened = decide(state, cmd.OpenShoe(by="sup1"), profile)
    assert decide(as_continued(state), cmd.OpenShoe(by="sup1"), profile) == opened
    assert "d14" in str(opened)
    assert "1A2B3C4D" in str(opened)
