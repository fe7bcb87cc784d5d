"""The benchmarks of whole tables, with small numbers: they run, count right, and print what is documented."""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from device.bench import card_to_lamp, lamp_watch, start_up, start_up_million, table_memory
from device.bench.report import BenchError
from device.journal.checking import verify_file

pytest.importorskip("gpiozero", reason="the timed lamps are gpiozero's pins in memory")


@pytest.mark.needs("cc")
def test_a_card_costs_the_table_no_sync_more_than_the_floor(tmp_path: Path) -> None:
    median, p99, fsyncs, overhead = card_to_lamp.measure(folder=tmp_path, samples=10, most_s=120)
    assert [line.name for line in (median, p99, fsyncs, overhead)] == [
        "card-to-lamp",
        "card-to-lamp-p99",
        "card-to-lamp-fsyncs",
        "card-to-lamp-overhead",
    ]
    assert fsyncs.more["cards"] >= 4
    assert (fsyncs.value, fsyncs.floor, fsyncs.ok) == (1.0, 1.0, True)
    for line in (median, p99):
        # The delay is certain, whatever the machine does: a commit between card and lamp waits for it.
        assert line.value is not None and line.value > card_to_lamp.SYNC_MS
        assert line.floor is not None and line.floor > card_to_lamp.SYNC_MS
        assert (line.more["samples"], line.more["sync_ms"], line.note) == (10, card_to_lamp.SYNC_MS, "")
    assert overhead.value is not None
    assert str(overhead.aim) == "≤ 1.5"
    assert not list(tmp_path.iterdir())


def test_without_a_compiler_it_measures_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    median, p99, fsyncs, overhead = card_to_lamp.measure(folder=tmp_path, samples=2, most_s=120)
    for line in (median, p99, fsyncs):
        assert line.ok is None and "without the shim" in line.note and "install gcc" in line.note
    assert median.value is not None and median.ratio is not None
    assert fsyncs.value is None
    assert overhead.value is not None


def test_without_gpiozero_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "device.panel.memory", raising=False)
    for name in ("gpiozero", "gpiozero.pins", "gpiozero.pins.mock"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BenchError, match=r"gpiozero.* is not installed; install zapato with its extra gpio"):
        next(card_to_lamp.measure(folder=tmp_path))


def test_a_watch_gives_changes_in_order_with_their_times() -> None:
    watch = lamp_watch.Watch()
    tell = lamp_watch.teller(watch.write_end)
    assert watch.changes() == []
    for gpio, high in ((5, True), (6, False)):
        tell(gpio, high)
    assert watch.wait(10)
    first, second = watch.changes()
    assert (first.gpio, first.high, second.gpio, second.high) == (5, True, 6, False)
    assert 0 < first.at_ns <= second.at_ns
    assert first.syncs == -1  # nothing counts them here
    assert watch.last == second
    watch.taken_by_child()
    watch.close()


def test_memory_and_bytes(tmp_path: Path) -> None:
    memory, growth, written = table_memory.measure(folder=tmp_path, coups=4, quiet_s=0)
    assert (memory.name, memory.unit, growth.name, written.name) == (
        "table-memory",
        "MB",
        "table-memory-growth",
        "table-bytes",
    )
    assert memory.floor is not None and memory.value is not None
    assert 1 < memory.floor < memory.value
    assert memory.more["coups"] == 4
    assert written.floor is not None and written.floor > 100
    assert written.value is not None
    assert not list(tmp_path.iterdir())


def test_a_table_starts_on_a_shoe_in_play(tmp_path: Path) -> None:
    line, ready = start_up.measure(folder=tmp_path, coups=3, runs=1)
    assert (line.name, line.unit, line.goal, line.ok) == ("start-up", "ms", None, True)
    assert (ready.name, ready.unit, str(ready.aim)) == ("start-up-ready", "ms", "≤ 2000")
    assert ready.value is not None and ready.floor is not None and 0 < ready.floor < ready.value
    assert line.value is not None and line.value > 0
    assert line.floor is not None and line.floor > 0
    assert line.more == {"coups": 3, "runs": 1}


def test_a_long_record_is_made_once_and_ends_in_the_shoe_of_the_short_one(tmp_path: Path) -> None:
    with TemporaryDirectory() as name:  # a short path, for sockets
        _makes_one(Path(name))


def _makes_one(folder: Path) -> None:
    (line,) = start_up_million.measure(folder=folder, events=1_500, runs=1)
    assert (line.name, str(line.goal), line.more["events"]) == ("start-up-million", "≤ 1.2", 1_500)
    assert line.value is not None and line.floor is not None and min(line.value, line.floor) > 0
    (kept,) = folder.iterdir()
    (record,) = kept.iterdir()
    found = verify_file(record / "journal.sqlite3")
    assert (found.events >= 1_500, found.shoes > 1) == (True, True)
    assert start_up_million.long_record(kept, 1_500) == record
    assert verify_file(record / "journal.sqlite3").events == found.events, "it is not made again"


def test_a_kept_record_that_somebody_else_put_there_is_not_used(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    start_up_million.kept_in(tmp_path).rmdir()
    (tmp_path / f"zapato-bench-kept-{os.getuid()}").symlink_to(elsewhere)
    with pytest.raises(BenchError, match="not a folder of yours"):
        start_up_million.kept_in(tmp_path)


def test_a_table_that_does_not_start_is_told_with_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_text("this is no journal")
    with pytest.raises(BenchError, match=r"did not start: Error: .*no journal"):
        start_up._start(tmp_path, 3)
