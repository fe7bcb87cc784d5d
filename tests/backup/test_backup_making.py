"""Making a backup: while the table deals, with what is secret under the recovery key alone, and never half."""

import json
import resource
import shutil
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from backup.backup_tools import Site, in_a_process, killed_at
from hypothesis import given, settings
from hypothesis import strategies as st
from journal.verify_tools import alter

from device.backup import looking, recovery, secrets_of
from device.backup import manifest as listing
from device.backup.errors import BackupError, NotWholeError
from device.backup.keeping import Keep, to_leave
from device.backup.making import make
from device.backup.place import Place
from device.journal.reading import Reader


def events_of(path: Path) -> int:
    with Reader(path) as reader:
        return reader.count()


def test_a_backup_is_one_moment_of_a_table_that_goes_on_dealing(site: Site, into: Path) -> None:
    table = site.table()
    before = events_of(site.journal)
    steps: list[str] = []

    def step(what: str, _done: int, _total: int) -> None:
        if not steps:
            table.half()
        steps.append(what)

    made = site.back_up(into, step)
    table.coup()
    table.close()
    assert "pages of the record copied" in steps
    assert made.verified is not None
    assert before <= made.verified.events <= before + 4
    assert events_of(made.path / listing.JOURNAL) == made.verified.events
    assert made.manifest.head is not None
    assert made.manifest.head.hash == made.verified.head
    assert (made.manifest.shoe, made.manifest.shoe_open, made.manifest.coup_open) == (2, True, 2)
    assert sorted(one.name for one in made.path.iterdir()) == [
        listing.SIGNATURE.replace("sig", "json"), listing.SIGNATURE, listing.JOURNAL, listing.SETTINGS,
    ]  # fmt: skip


def test_without_a_recovery_key_the_backup_says_what_is_missing_and_holds_no_secret(site: Site, into: Path) -> None:
    made = site.back_up(into)
    assert made.manifest.recovery is None
    (missing,) = made.manifest.missing
    assert "signing key, sealing key, people and packs" in missing
    everything = b"".join(one.read_bytes() for one in made.path.iterdir())
    for secret in secret_bytes(site):
        assert secret not in everything


def secret_bytes(site: Site) -> list[bytes]:
    settings = site.settings
    with closing(sqlite3.connect(settings.staff.path)) as people:
        (pin,) = people.execute("SELECT pin_hash FROM people").fetchone()
    keys = ("journal.sqlite3.key", "journal.sqlite3.seal-key", "packs.sqlite3.key")
    return [pin.encode(), *((site.folder / name).read_bytes().splitlines()[-1] for name in keys)]


def test_all_secrets_are_in_the_box_and_nowhere_in_clear(site: Site, into: Path) -> None:
    key = site.make_recovery()
    made = site.back_up(into)
    assert made.manifest.missing == ()
    everything = b"".join(one.read_bytes() for one in made.path.iterdir())
    for secret in secret_bytes(site):
        assert secret not in everything
    inside = recovery.unseal((made.path / listing.SECRETS).read_bytes(), key)
    secrets = secrets_of.decode(inside)
    assert secrets.signing_key == (site.folder / "journal.sqlite3.key").read_bytes()
    assert secrets.sealing_key == (site.folder / "journal.sqlite3.seal-key").read_bytes()
    assert secret_bytes(site)[0] in secrets.people
    assert secrets.packs is not None


def test_a_damaged_file_of_people_is_named_and_the_record_is_backed_up_all_the_same(site: Site, into: Path) -> None:
    site.make_recovery()
    site.settings.staff.path.write_bytes(b"nothing of the kind" * 100)
    made = site.back_up(into)
    (missing,) = made.manifest.missing
    assert missing.startswith("the people: ")
    assert "damaged" in missing


def test_a_backup_of_a_damaged_record_is_kept_as_a_bad_one_and_no_older_one_leaves(site: Site, into: Path) -> None:
    good = site.back_up(into)
    alter(site.journal, "UPDATE events SET body = replace(body, '4h', '5h') WHERE seq = 5")
    with pytest.raises(NotWholeError, match="record 5") as caught:
        site.back_up(into)
    (bad,) = caught.value.__notes__
    assert Path(bad).name.endswith(".bad")
    with pytest.raises(NotWholeError):
        looking.check(looking.open_backup(Path(bad)))
    with Place(into, "BAC-1") as place:
        assert place.backups() == [good.path]
    lines = [json.loads(line) for line in (good.path.parent / "backups.jsonl").read_text().splitlines()]
    assert [line["ok"] for line in lines] == [True, False]
    assert "record 5" in lines[1]["what"]
    for _ in range(3):
        with pytest.raises(NotWholeError):
            site.back_up(into)
    assert len(list(good.path.parent.glob("*.bad"))) == 2


def test_a_kill_at_any_step_leaves_nothing_half_with_a_backups_name(site: Site, into: Path) -> None:
    site.make_recovery()
    first = site.back_up(into).path
    steps: list[str] = []
    second = site.back_up(into, lambda what, _done, _total: steps.append(what)).path
    assert not first.exists(), "the same day's older one leaves"
    assert len(steps) > 4
    for number in range(1, len(steps) + 1):
        ended = in_a_process(partial(site.back_up, into, killed_at(number)))
        assert ended == -signal.SIGKILL
        with Place(into, "BAC-1") as place:
            for backup in place.backups():
                looking.check(looking.open_backup(backup))
            assert second in place.backups()
            assert not list(place.path.glob("*.unfinished"))
    site.back_up(into)


@pytest.mark.parametrize("room", [20_000, 70_000])
def test_a_disk_that_fills_up_is_named_and_left_as_it_was(site: Site, into: Path, room: int) -> None:
    def with_little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        with pytest.raises(BackupError, match="disk"):
            site.back_up(into)

    assert in_a_process(with_little_room) == 0
    assert sorted(one.name for one in (into / "BAC-1").iterdir()) == [".lock", "archive"]


def test_what_is_no_place_for_backups_is_refused(site: Site, into: Path) -> None:
    with pytest.raises(BackupError, match="mounted"):
        site.back_up(into / "not-there")
    with pytest.raises(BackupError, match="own disk"):
        make(replace(site.job(into), other_disk=True))
    (into / "elsewhere").mkdir()
    shutil.rmtree(into / "BAC-1")
    (into / "BAC-1").symlink_to(into / "elsewhere")
    with pytest.raises(BackupError, match="link"):
        site.back_up(into)
    assert not list((into / "elsewhere").iterdir())


def test_two_backups_at_a_time_do_not_meet(site: Site, into: Path) -> None:
    with Place(into, "BAC-1"), pytest.raises(BackupError, match="another backup is being made here"):
        site.back_up(into)
    assert site.back_up(into).verified is not None


def test_ended_files_are_copied_once_and_a_damaged_one_is_named(site: Site, into: Path) -> None:
    table = site.table()
    table.rest()
    table.end()
    site.clock.day = "2026-12-02"
    table.shoe()
    table.close()
    (ended,) = (site.folder / "archive").glob("*.sqlite3")
    first = site.back_up(into)
    assert first.stored == (ended.name,)
    assert (into / "BAC-1" / "archive" / ended.name).read_bytes() == ended.read_bytes()
    second = site.back_up(into)
    assert second.stored == ()
    assert [one.name for one in second.manifest.archive] == [ended.name]
    ended.chmod(0o640)
    alter(ended, "UPDATE events SET body = replace(body, '4h', '5h') WHERE seq = 5")
    third = site.back_up(into)
    assert third.manifest.archive == ()
    assert any(ended.name in one and "record 5" in one for one in third.manifest.missing)
    looking.check(looking.open_backup(second.path))  # the older one still has its own


STAMPS = st.lists(
    st.datetimes(min_value=datetime(2026, 1, 1)).map(lambda at: at.strftime("%Y%m%dT%H%M%SZ")),
    unique=True,
    max_size=60,
).map(sorted)
KEEPS = st.builds(Keep, daily=st.integers(0, 9), weekly=st.integers(0, 6), monthly=st.integers(0, 14))


@settings(max_examples=25)
@given(STAMPS, KEEPS)
def test_what_leaves_is_never_the_newest_and_what_stays_is_no_more_than_was_asked(
    stamps: list[str], keep: Keep
) -> None:
    gone = to_leave(stamps, keep)
    staying = [stamp for stamp in stamps if stamp not in gone]
    assert stamps[-1:] == staying[-1:]
    assert len(staying) <= max(1, keep.daily + keep.weekly + keep.monthly)
    assert to_leave(staying, keep) == [], "what stays today stays tomorrow, if nothing new comes"


def test_a_year_of_nights_keeps_days_weeks_and_months() -> None:
    nights = [f"2026{month:02}{day:02}T040000Z" for month in range(1, 13) for day in range(1, 29)]
    gone = to_leave(nights, Keep(daily=3, weekly=3, monthly=2))
    staying = [night[:8] for night in nights if night not in gone]
    assert staying == ["20261128", "20261220", "20261226", "20261227", "20261228"]


@settings(max_examples=30)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 63), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_a_slip_of_the_pen_is_named_by_its_line(secret: bytes, place: int, letter: str) -> None:
    paper = recovery.RecoveryKey(secret=secret).paper()
    text = "".join(paper).replace("-", "")
    assert recovery.read_paper(" ".join(paper).lower().replace("0", "o").replace("1", "l")).secret == secret
    wrong = text[:place] + letter + text[place + 1 :]
    if wrong == text:
        return
    try:
        found = recovery.read_paper(wrong)
    except BackupError as error:
        assert f"line {place // 16 + 1} " in str(error)
    else:
        pytest.fail(f"taken for {found}")


def test_a_box_that_was_changed_or_is_anothers_is_not_opened() -> None:
    key, other = recovery.draw(), recovery.draw()
    box = recovery.seal(b"the secrets", key.public).box
    assert recovery.unseal(box, key) == b"the secrets"
    with pytest.raises(BackupError, match=recovery.name_of(other.public)):
        recovery.unseal(box, other)
    for place in (0, 16, 20, 60, 90, len(box) - 1):
        changed = bytearray(box)
        changed[place] ^= 1
        with pytest.raises((NotWholeError, BackupError)):
            recovery.unseal(bytes(changed), key)
    with pytest.raises(NotWholeError, match="short"):
        recovery.unseal(box[:-1], key)
