"""The disk of a table after a power cut, and the table that is started on it: what must be there, once."""

import random
from pathlib import Path

from faults.cut_life import PACKS, Written
from faults.shoe_table import ShoeTable
from journal.shim import disk_shim

from device.cards.pack import PackState
from device.cards.registry import registry_file
from device.cards.registry.registry import Registry
from device.journal import checking, joins, next_file
from device.journal.reading import Reader
from device.service.pack_marks import LivePacks, marks_of
from device.settings import load_profile, load_settings
from device.sim.board import Board
from device.staff import files as staff_files
from device.table import events as ev

MORE = 2
"""So many cards leave the shoe after the cut, beside those that the table had not thanked for."""


def put_back(written: Written, at: int, place: Path, chance: random.Random) -> None:
    """The folder as a power cut after `at` changes may have left it."""
    place.mkdir()
    for names, data in disk_shim.files_after(written.before, written.entries[:at], chance):
        first: Path | None = None
        for name in names:
            file = place / Path(name).relative_to(written.folder)
            if file.name.endswith(("-shm", ".sock")):  # after a power cut there is no shared memory and no socket
                continue
            file.parent.mkdir(exist_ok=True)
            if first is None:
                first = file
                file.write_bytes(data)
                file.chmod(0o600)
            else:
                file.hardlink_to(first)


def examine(written: Written, at: int, place: Path) -> tuple[int, int]:
    """Start the table on what the cut left, let the shoe repeat what it was not thanked for, and check everything.

    Returns how many cards that were acknowledged are lost, and how many are on record more than once.
    """
    settings = load_settings(place / "table.toml")
    staff_files.check(place / "staff.sqlite3")
    live = None
    registry = place / "packs.sqlite3"
    if registry.exists():
        registry_file.check(registry)
        live = LivePacks("BAC 1")
        live.snapshot = Registry(registry).snapshot()
    acknowledged = written.told[at]
    boot = next(iter(written.dealt))[0]
    done = acknowledged[1] if acknowledged is not None else 0
    board = Board(boot=boot, seq_at_start=done, now_ms=1_000_000)
    table = ShoeTable(
        place,
        board=board,
        settings=settings,
        profile=load_profile(settings.profile),
        marks=marks_of(settings, live),
    )
    later = [code for (_, seq), code in written.dealt.items() if seq > done][: MORE + 1]
    for code in later:
        table.dealt[boot, board.card_left(code, 1_000_000).seq] = code
    table.start()
    try:
        assert table.record.notes == (), table.record.notes
        table.until(lambda: not board.unacknowledged, "the rest to be on record")
        assert table.engine.health.journal.ok
    finally:
        table.stop()
    return _compare(place / settings.journal.path.name, written, done + len(later), registry)


def _compare(journal: Path, written: Written, last: int, registry: Path) -> tuple[int, int]:
    found: list[tuple[str, int]] = []
    record = joins.series(journal, next_file.archive_of(journal))
    for one in record:
        checking.verify_file(one.path)
        with Reader(one.path) as reader:
            for each in reader.records():
                event = each.event
                if event.read is not None:
                    found.append((event.read.boot, event.read.seq))
                if isinstance(event, ev.RetirementKept):
                    assert Registry(registry).pack(PACKS[0]).state is PackState.RETIRED
    boot = next(iter(written.dealt))[0]
    of_shoe = [seq for there, seq in found if there == boot and seq]  # 0: the board has just started
    expected = [seq for _, seq in written.dealt if seq <= last]
    lost = sum(seq not in of_shoe for seq in expected)
    doubled = len(of_shoe) - len(set(of_shoe))
    assert lost or doubled or of_shoe == expected, (found, expected)
    strange = {one.name for one in journal.parent.iterdir() if ".new" in one.name and one.name.startswith("j.")}
    assert not strange, strange
    return lost, doubled
