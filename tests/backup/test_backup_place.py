"""Where backups lie, under attack: what may leave, what is in the way, what a killed or a spoilt disk leaves there."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from backup.backup_tools import Site, in_a_process
from journal.verify_tools import alter

from device.backup import archive_store, looking, secrets_of
from device.backup.errors import BackupError, NotWholeError
from device.backup.keeping import Keep
from device.backup.making import make
from device.backup.place import Place
from device.backup.recovery import recovery_file
from device.backup.restoring import Device
from device.journal import held_heads, retention

ONE = Keep(daily=1, weekly=0, monthly=0)


def test_what_is_secret_is_never_in_clear_where_the_backups_lie(
    site: Site, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.make_recovery()
    looked = secrets_of._check  # the moment at which all of it lies unpacked

    def killed(secrets: secrets_of.Secrets, folder: Path, public_key: str) -> None:
        looked(secrets, folder, public_key)
        os.kill(os.getpid(), signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(secrets_of, "_check", killed)
        assert in_a_process(lambda: site.back_up(into)) == -signal.SIGKILL
    keys = [(site.folder / f"{name}").read_bytes() for name in ("journal.sqlite3.key", "packs.sqlite3.key")]
    left = [one.read_bytes() for one in into.rglob("*") if one.is_file()]
    assert left
    assert not [key for key in keys for content in left if key in content]
    unpacked = {one.name for one in site.folder.iterdir() if one.name.startswith(".")}
    site.back_up(into)
    assert unpacked
    assert not [one for one in site.folder.iterdir() if one.name in unpacked], "the next backup clears it away"


def test_the_backup_just_made_stays_whatever_the_clock_says(site: Site, into: Path) -> None:
    site.clock.day = "2099-01-01"
    ahead = site.back_up(into)
    for day in ("2026-11-20", "1970-01-01"):
        site.clock.day = day
        made = make(replace(site.job(into), keep=ONE))
        assert made.path.exists()
        assert made.path.name not in made.removed
    assert ahead.path.exists()


def test_anothers_backups_and_torn_ones_stay_and_do_not_count(site: Site, into: Path, fast: Path) -> None:
    other = Site(fast / "other").fill()
    other.table().close()
    theirs = other.back_up(into).path
    torn = site.back_up(into).path
    (torn / "MANIFEST.sig").write_text("")
    mine = make(replace(site.job(into), keep=ONE))
    assert theirs.exists()
    assert torn.exists()
    assert any("2 backups there" in remark for remark in mine.remarks)
    assert make(replace(site.job(into), keep=ONE)).removed == (mine.path.name,)


def test_a_backup_that_lacks_something_costs_no_whole_one(site: Site, into: Path) -> None:
    site.make_recovery()
    whole = site.back_up(into)
    recovery_file(site.journal).unlink()
    for _ in range(2):
        lacking = make(replace(site.job(into), keep=ONE))
        assert lacking.manifest.missing
        assert whole.path.exists()


def test_what_was_never_found_whole_is_not_opened(site: Site, into: Path) -> None:
    alter(site.journal, "UPDATE events SET body = replace(body, '4h', '5h') WHERE seq = 5")
    with pytest.raises(NotWholeError) as caught:
        site.back_up(into)
    bad = Path(*caught.value.__notes__)
    for name in (bad, bad / "MANIFEST.json", bad / "."):
        with pytest.raises(NotWholeError, match=r"no backup was found whole under this name \(\.bad\)"):
            looking.open_backup(name)


def test_whatever_has_an_unfinished_name_is_cleared_away(site: Site, into: Path) -> None:
    with Place(into, "BAC-1") as place:
        (place.path / "note.unfinished").write_text("a file")
        (place.path / "link.leaving").symlink_to(site.folder)
        (place.archive / "x.new").mkdir()
    assert site.back_up(into).path.exists()
    assert site.journal.exists()
    assert not [one.name for one in into.rglob("*") if one.suffix in {".unfinished", ".leaving", ".new"}]


def test_the_records_own_folders_are_no_place(site: Site) -> None:
    (site.folder / "archive").mkdir(exist_ok=True)
    before = sorted(site.folder.rglob("*"))
    for into, name in ((".", "archive"), ("archive", "x"), ("..", "table")):
        with pytest.raises(BackupError, match="the record itself lies here"):
            make(replace(site.job(site.folder / into), name=name))
    assert sorted(site.folder.rglob("*")) == before


def test_a_log_that_cannot_be_written_costs_no_backup_and_is_not_waited_for(site: Site, into: Path) -> None:
    with Place(into, "BAC-1") as place:
        os.mkfifo(place.path / "backups.jsonl")
    made = site.back_up(into)
    assert made.path.exists()
    assert any("backups.jsonl: cannot be written" in remark for remark in made.remarks)


def test_a_torn_line_of_the_log_costs_itself_alone(site: Site, into: Path) -> None:
    log = site.back_up(into).path.parent / "backups.jsonl"
    whole = log.read_text()
    log.write_text(whole + whole[:100])
    site.back_up(into)
    first, torn, last = log.read_text().splitlines()
    assert json.loads(first)["ok"]
    assert torn == whole[:100]
    assert json.loads(last)["ok"]
    assert len(held_heads.read_heads(log)) == 2


def test_an_ended_file_that_the_disk_has_spoilt_is_brought_anew(site: Site, into: Path) -> None:
    two_months(site)
    older = site.back_up(into)
    (stored,) = older.path.parent.joinpath("archive").glob("*.sqlite3")
    content = bytearray(stored.read_bytes())
    content[5000] ^= 1
    stored.write_bytes(content)
    with pytest.raises(NotWholeError):
        looking.check(looking.open_backup(older.path))
    site.clock.day = "2026-12-03"
    newer = site.back_up(into)
    assert newer.stored == (stored.name,)
    for one in (older, newer):
        assert looking.check(looking.open_backup(one.path))
    assert stored.with_name(f"{stored.name}.spoilt").exists()


def two_months(site: Site) -> None:
    table = site.table()
    table.rest()
    table.end()
    site.clock.day = "2026-12-02"
    table.shoe()
    table.close()


def test_a_spoilt_ended_file_costs_itself_alone(site: Site, into: Path, fast: Path) -> None:
    two_months(site)
    made = site.back_up(into)
    (entry,) = made.manifest.archive
    (made.path.parent / "archive" / entry.name).write_bytes(b"spoilt")
    spare = Site(fast / "spare")
    with pytest.raises(NotWholeError, match="6 of "):
        spare.restore(made.path)
    done = spare.restore(made.path, without_spoilt=True)
    assert done.put == ("record",)
    assert any(entry.name in remark for remark in done.remarks)
    spare.table().close()


def test_an_ended_file_that_leaves_meanwhile_is_not_waited_for(
    site: Site, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_months(site)
    listed = archive_store.ended_files

    def leaves(journal: Path) -> list[Path]:
        found = listed(journal)
        for path in found:
            path.unlink()
        return found

    monkeypatch.setattr(archive_store, "ended_files", leaves)
    assert site.back_up(into).manifest.archive == ()


def test_a_restore_killed_in_its_last_step_costs_no_later_backup(
    site: Site, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = site.back_up(into)
    two_months(site)
    with monkeypatch.context() as patch:
        patch.setattr(retention, "strays", lambda _journal: os.kill(os.getpid(), signal.SIGKILL))
        assert in_a_process(lambda: site.restore(made.path, onto=Device.THIS)) == -signal.SIGKILL
    assert retention.strays(site.journal)
    assert site.back_up(into).verified
