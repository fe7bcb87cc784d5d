"""Putting a table back: on another device, on this one, over a damaged record, cut short, and with a shoe in play."""

import shutil
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
from backup.backup_tools import Site, in_a_process, killed_at
from hypothesis import given, settings
from hypothesis import strategies as st
from journal.archive_tools import Table
from journal.journal_tools import folder_in_memory
from journal.verify_tools import alter

from device.backup import manifest as listing
from device.backup.errors import BackupError, NotWholeError
from device.backup.restoring import Device
from device.cards.registry.registry import Registry
from device.journal import checking, joins, next_file, retention
from device.journal.reading import Reader
from device.journal.signing import Signer
from device.rules.card import Card
from device.staff.store import StaffStore
from device.table import commands as cmd
from device.table.events import IncidentResolved, RecordContinued
from device.table.vocabulary import IncidentKind, Option, Phase, ReadIdentity


def files_of(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, but for who holds the lock."""
    return {
        str(one.relative_to(folder)): one.read_bytes()
        for one in sorted(folder.rglob("*"))
        if one.is_file() and one.suffix != ".lock"
    }


def decided(table: Table, option: Option) -> None:
    table.give(cmd.Resolve(option=option, by="sup1", second="pit2", reason="hand finished by eye, 20 cards counted"))


def test_another_device_goes_on_in_an_epoch_of_its_own_and_people_decide_about_the_open_shoe(
    site: Site, fast: Path, into: Path
) -> None:
    key = site.make_recovery()
    made = site.back_up(into)
    spare = Site(fast / "spare")
    done = spare.restore(made.path, key=key)
    assert done.put == ("signing key", "sealing key", "people", "packs", "record")
    assert done.aside == ()
    first = done.first
    assert first is not None
    assert (first.shoe, first.shoe_left_open, first.coup_left_open) == (2, True, 2)
    assert first.backup_of == made.manifest.made_at

    older, newer = joins.series(spare.journal, next_file.archive_of(spare.journal))
    assert older.epoch != newer.epoch
    assert made.verified is not None
    keys = checking.verify_file(older.path).keys
    checking.verify_file(spare.journal, trusted=keys)
    assert [one.name for one in StaffStore(spare.settings.staff.path).people()] == ["sup1"]
    Registry(spare.settings.cards.registry).packs()

    table = spare.table()
    (incident,) = table.state.incidents
    assert (incident.kind, incident.options) == (IncidentKind.RECORD_RESTORED, (Option.CLOSE_SHOE,))
    table.give(cmd.OpenShoe(by="sup1"))
    assert table.state.shoe.number == 2, "no shoe is opened before people have decided"
    table.give(cmd.CardLeft(card=Card("9h"), read=ReadIdentity("1A2B3C4D", 99), since_s=9.0))
    assert len(table.state.waiting) == 1
    decided(table, Option.CLOSE_SHOE)
    assert [one.kind for one in table.state.incidents] == [IncidentKind.CARD_DRAWN_IN_ERROR]
    decided(table, Option.BURN)
    table.shoe(coups=2)
    table.close()
    assert table.state.shoe.number == 3
    assert checking.verify_file(spare.journal, trusted=keys).coups == 2
    with Reader(spare.journal) as reader:
        resolved = [one.event for one in reader.records() if isinstance(one.event, IncidentResolved)]
    assert (resolved[0].by, resolved[0].second) == ("sup1", "pit2")
    assert "counted" in str(resolved[0].reason)
    spare.back_up(into)  # and the spare is backed up as the other was


def test_the_old_device_that_comes_back_to_life_is_seen(site: Site, fast: Path, into: Path) -> None:
    spare = Site(fast / "spare")
    made = site.back_up(into)
    spare.restore(made.path)
    joins.check_files(site.journal, spare.journal)
    back = site.table()
    back.rest()
    back.close()
    with pytest.raises(joins.NotJoinedError, match="was written to afterwards"):
        joins.check_files(site.journal, spare.journal)


def test_between_shoes_one_supervisor_goes_on(site: Site, fast: Path, into: Path) -> None:
    table = site.table()
    table.rest()
    table.end()
    table.close()
    spare = Site(fast / "spare")
    spare.restore(site.back_up(into).path)
    table = spare.table()
    (incident,) = table.state.incidents
    assert incident.options == (Option.RESUME,)
    table.give(cmd.Resolve(option=Option.RESUME, by="sup1"))
    table.shoe()
    table.close()
    assert (table.state.shoe.number, table.state.phase) == (3, Phase.SHOE_OVER)


def test_hidden_faces_stay_under_seal_in_the_file_before(fast: Path, into: Path) -> None:
    site = Site(fast / "table").fill()
    table = site.table()
    table.open()
    table.coup()
    table.half()
    table.give(cmd.Pause(by="sup1"))
    table.give(cmd.CardLeft(card=Card("Kh"), read=ReadIdentity("1A2B3C4D", 90), since_s=9.0))
    assert [one.hidden for one in table.state.waiting] == [Card("Kh")]
    table.close()
    key = site.make_recovery()
    spare = Site(fast / "spare")
    spare.restore(site.back_up(into).path, key=key)
    (ended,) = next_file.archive_of(spare.journal).glob("*.sqlite3")
    with Reader(ended) as reader:
        sealed = [one for one in reader.records() if one.sealed is not None]
        assert sealed
        assert not [one for one in reader.records() if one.opens]
    with Reader(spare.journal) as reader:
        assert not [one for one in reader.records() if one.opens or one.lost]
        assert not [body for (body,) in reader.query("SELECT body FROM record.events") if "Kh" in body]


def test_this_device_keeps_what_is_well_and_the_damaged_record_lies_aside(site: Site, into: Path) -> None:
    site.make_recovery()
    made = site.back_up(into)
    keys = (site.folder / "journal.sqlite3.key").read_bytes()
    StaffStore(site.settings.staff.path).add("sup2", StaffStore(site.settings.staff.path).people()[0].roles)
    damaged = site.journal.read_bytes()[:5000] + b"\xff" * 200 + site.journal.read_bytes()[5200:]
    site.journal.write_bytes(damaged)
    site.journal.with_name("journal.sqlite3-wal").write_bytes(b"what was left of its log")
    done = site.restore(made.path, onto=Device.THIS)
    assert done.put == ("record",)
    assert {one.name.partition(".before-")[0] for one in done.aside} == {"journal.sqlite3"}
    assert done.aside[0].read_bytes() == damaged
    assert (site.folder / "journal.sqlite3.key").read_bytes() == keys
    assert len(StaffStore(site.settings.staff.path).people()) == 2
    checking.verify_file(site.journal)
    again = site.restore(made.path, onto=Device.THIS)
    assert again.first is not None
    assert done.first is not None
    assert again.first.file == done.first.file, "the same copy lies in the archive once"
    assert retention.strays(site.journal) == []


def test_what_of_the_archive_is_no_part_of_the_record_any_more_lies_aside(site: Site, into: Path) -> None:
    made = site.back_up(into)
    table = site.table()
    table.rest()
    table.end()
    site.clock.day = "2026-12-02"
    table.shoe()
    table.close()
    (ended,) = next_file.archive_of(site.journal).glob("*.sqlite3")
    done = site.restore(made.path, onto=Device.THIS)
    assert [one.name for one in done.aside if one.parent.name == "archive"] == [
        next(one.name for one in ended.parent.iterdir() if ".before-" in one.name)
    ]
    assert retention.strays(site.journal) == []
    joins.check_join(*joins.series(site.journal, ended.parent))


def test_a_running_table_is_never_put_back(site: Site, into: Path) -> None:
    made = site.back_up(into)
    table = site.table()
    before = files_of(site.folder)
    with pytest.raises(BackupError, match="another process writes"):
        site.restore(made.path)
    assert files_of(site.folder) == before
    table.coup()
    table.close()


def test_a_record_alone_is_put_back_with_the_keys_that_are_here(site: Site, fast: Path, into: Path) -> None:
    key = site.make_recovery()
    spare = Site(fast / "spare")
    spare.restore(site.back_up(into).path, key=key)  # prepared some days before
    table = site.table()
    table.rest()
    table.coup()
    table.close()
    replica = fast / "replica.sqlite3"
    shutil.copy(site.journal, replica)
    end = joins.ends_of(replica).last
    done = spare.restore(replica)
    assert done.put == ("record",)
    older, newer = joins.series(spare.journal, next_file.archive_of(spare.journal))
    joins.check_join(older, newer)
    assert older.last == end
    assert isinstance(newer.first.event if newer.first else None, RecordContinued)
    keys = checking.verify_file(older.path).keys
    checking.verify_file(spare.journal, trusted=keys)
    assert [one.name for one in done.aside if one.parent == spare.folder]
    assert retention.strays(spare.journal) == []


def remove(name: str, backup: Path) -> None:
    (backup / name).unlink()


def test_a_record_alone_whose_end_is_damaged_is_not_put_back(site: Site, fast: Path) -> None:
    replica = fast / "replica.sqlite3"
    shutil.copy(site.journal, replica)
    alter(replica, "UPDATE events SET body = replace(body, '9c', '9d') WHERE seq = (SELECT max(seq) - 9 FROM events)")
    alter(replica, "UPDATE events SET at = at || '0' WHERE seq = (SELECT max(seq) - 1 FROM events)")
    before = files_of(site.folder)
    with pytest.raises(NotWholeError, match="record"):
        site.restore(replica)
    assert files_of(site.folder) == before


def changes(folder: Path) -> list[tuple[str, Callable[[Path], object]]]:
    def flip(name: str, place: int) -> Callable[[Path], object]:
        def change(backup: Path) -> None:
            content = bytearray((backup / name).read_bytes())
            content[place % len(content)] ^= 1
            (backup / name).write_bytes(content)

        return change

    names = [one.name for one in folder.iterdir()]
    flips = [(name, flip(name, place)) for name in names for place in (0, 777, -1) if name != listing.SIGNATURE]
    gone = [(name, partial(remove, name)) for name in names]
    return [*flips, *gone, (listing.SIGNATURE, flip(listing.SIGNATURE, 70))]


def test_a_backup_that_was_changed_anywhere_is_refused_and_nothing_is_touched(
    site: Site, into: Path, fast: Path
) -> None:
    site.make_recovery()
    made = site.back_up(into)
    before = files_of(site.folder)
    for number, (name, change) in enumerate(changes(made.path)):
        backup = into / f"changed-{number}"
        shutil.copytree(made.path, backup)
        change(backup)
        with pytest.raises((NotWholeError, BackupError), match="changed-"):
            site.restore(backup)
        assert files_of(site.folder) == before, name
    link = into / "linked"
    shutil.copytree(made.path, link)
    (link / listing.JOURNAL).unlink()
    (link / listing.JOURNAL).symlink_to(site.journal)
    with pytest.raises(BackupError):
        site.restore(link)


def test_a_restore_killed_at_any_step_is_simply_run_again(site: Site, into: Path, fast: Path) -> None:
    site.make_recovery()
    table = site.table()
    table.rest()
    table.end()
    site.clock.day = "2026-12-02"
    table.shoe()
    table.close()
    made = site.back_up(into)
    steps: list[str] = []
    site.restore(made.path, onto=Device.THIS, step=lambda what, _done, _total: steps.append(what))
    head = joins.ends_of(site.journal).epoch
    for number in range(1, len(steps) + 1):
        ended = in_a_process(partial(site.restore, made.path, onto=Device.THIS, step=killed_at(number)))
        assert ended == -signal.SIGKILL
        assert joins.ends_of(site.journal).epoch == head, "the record that was there has its name still"
    site.restore(made.path, onto=Device.THIS)
    assert not list(site.folder.glob("*.restoring"))
    for one in joins.series(site.journal, next_file.archive_of(site.journal)):
        checking.verify_file(one.path)


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.integers(1, 255))
def test_any_byte_of_a_manifest_matters(signed: Path, place: int, bits: int) -> None:
    with folder_in_memory() as folder:
        for name in (listing.MANIFEST, listing.SIGNATURE):
            shutil.copy(signed / name, folder)
        assert listing.read(folder)[0].table == "BAC 1"
        content = bytearray((signed / listing.MANIFEST).read_bytes())
        content[place % len(content)] ^= bits
        (folder / listing.MANIFEST).write_bytes(content)
        with pytest.raises(NotWholeError, match="not as it was signed"):
            listing.read(folder)


@pytest.fixture(scope="module")
def signed() -> Iterator[Path]:
    """A manifest and its signature."""
    with folder_in_memory() as folder:
        signer = Signer(folder / "key")
        signer.ensure_key()
        entry = listing.Entry(name=listing.JOURNAL, bytes=4096, sha256="0" * 64)
        made = listing.Manifest(
            table="BAC 1", made_at="2026-11-30T22:14:00.000Z", version="1", head=None, shoe=0, shoe_open=False,
            coup_open=0, files=(entry,),
        )  # fmt: skip
        listing.write(folder, made, signer)
        yield folder


@pytest.mark.parametrize("name", ["../table.toml", "/etc/passwd", "a/b", "..", ".", ""])
def test_a_name_in_a_manifest_never_leads_out_of_its_folder(name: str) -> None:
    entry = {"name": name, "bytes": 1, "sha256": "0" * 64}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(entry, listing.Entry)
