"""Record, keys, people, packs, settings and sockets in worlds in which somebody or something harmed them."""

import os
import shutil
import socket
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cards.cards_tools import AT, add_labels
from doctor.doctor_tools import NOW, machine, said, write, zapato
from staff.staff_tools import cheap

from device.backup.manifest import HeadEntry
from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.doctor.finding import Level
from device.doctor.parts import archive, backups, journal, keys, packs, sockets, staff
from device.doctor.parts import settings as settings_part
from device.doctor.table_seen import TableSeen, TableState
from device.doctor.world import World
from device.journal.retention import removed
from device.staff.people import Role
from device.staff.store import StaffStore

BAD, WARN, NOTE, OK = Level.BAD, Level.WARN, Level.NOTE, Level.OK
SCRIPT = (
    "card 4h\ncard 2s\ncard 9c\ncard Ad\ncard 8d\nend-shoe by=sup1\nshoe\ncard 4h\ncard 2s\ncard 9c\ncard Ad\ncard 8d\n"
)
RUNS = TableSeen(state=TableState.RUNS)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record: one shoe that was ended and signed, one in play."""
    folder = tmp_path_factory.mktemp("recorded")
    zapato("play", "-", "--quick", "--journal", str(folder / "j.sqlite3"), given=SCRIPT)
    return folder


@pytest.fixture
def world(recorded: Path, tmp_path: Path) -> World:
    """A machine whose table has a copy of that record."""
    shutil.copytree(recorded, tmp_path / "var")
    return machine(tmp_path, config=_config(tmp_path / "var"))


def _config(folder: Path, more: str = "") -> str:
    return (
        f'{more}\n[journal]\npath = "{folder}/j.sqlite3"\n[staff]\npath = "{folder}/staff.sqlite3"\n'
        f'[feed]\npublic = "{folder}/public.sock"\nstaff = "{folder}/staff.sock"\npanel = "{folder}/panel.sock"\n'
    )


def _files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {one.name: (one.read_bytes(), one.stat().st_mtime_ns) for one in folder.iterdir() if one.is_file()}


def test_a_whole_record_is_well_and_looking_leaves_no_trace(world: World, tmp_path: Path) -> None:
    before = _files(tmp_path / "var")
    assert said(journal.look(world)) == {"journal": OK, "journal-signed": OK}
    assert said(archive.look(world)) == {"archive": OK}
    assert said(keys.look(world)) == {"keys": OK}
    assert _files(tmp_path / "var") == before


def test_a_flipped_bit_in_the_shoe_in_play_is_found(world: World, tmp_path: Path) -> None:
    path = tmp_path / "var/j.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        (end,) = connection.execute("SELECT hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    content = bytearray(path.read_bytes())
    content[content.index(end.encode()) - 3] ^= 1  # the row's body stands before its hash
    path.write_bytes(content)
    assert said(journal.look(world)) == {"said": BAD}


def test_a_torn_page_is_found(world: World, tmp_path: Path) -> None:
    path = tmp_path / "var/j.sqlite3"
    with path.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(os.urandom(4096))
    assert said(journal.look(world)) == {"said": BAD}


def test_a_forged_signature_is_found(world: World, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "var/j.sqlite3")) as connection:
        connection.execute("DROP TRIGGER heads_no_update")
        connection.execute("UPDATE heads SET signature = replace(signature, substr(signature, 1, 4), 'abcd')")
        connection.commit()
    assert said(journal.look(world))["journal-forged"] is BAD


def test_a_record_that_is_gone_is_not_taken_for_a_new_table(world: World, tmp_path: Path) -> None:
    (tmp_path / "var/j.sqlite3").unlink()
    assert said(journal.look(world)) == {"journal-gone": BAD}
    for key in (tmp_path / "var").glob("*key"):
        key.unlink()
    assert said(journal.look(world)) == {"journal-none": NOTE}


def test_a_record_that_was_set_aside_or_may_be_written_by_others_is_told(world: World, tmp_path: Path) -> None:
    (tmp_path / "var/j.sqlite3.damaged-20261101T1").write_text("x")
    (tmp_path / "var/j.sqlite3").chmod(0o666)
    found = said(journal.look(world))
    assert (found["journal-damaged"], found["journal-writable"]) == (WARN, BAD)


def test_other_files_and_empty_ones_are_no_record(world: World, tmp_path: Path) -> None:
    for content in (b"", b"hello " * 500, b"SQLite format 3\0" + bytes(5000)):
        (tmp_path / "var/j.sqlite3").write_bytes(content)
        assert BAD in said(journal.look(world)).values()


def test_a_record_of_another_user_is_closed_to_the_table(world: World) -> None:
    write(world.at("etc/passwd"), "zapato:x:4242:4242::/:/bin/false\n")
    assert said(journal.look(world))["journal-closed"] is BAD
    assert said(keys.look(world))["keys-owner"] is BAD


def test_keys_that_others_may_read_are_copies_or_gone(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "var"
    (folder / "j.sqlite3.key").chmod(0o644)
    os.link(folder / "j.sqlite3.key", folder / "copy")
    (folder / "j.sqlite3.seal-key").unlink()
    found = said(keys.look(world))
    assert (found["keys-open"], found["keys-linked"], found["keys-gone"]) == (BAD, WARN, WARN)
    (folder / "j.sqlite3.seal-key").mkdir()
    assert said(keys.look(world))["keys-no-file"] is BAD


def test_an_ended_file_that_is_missing_or_does_not_join(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    world = machine(tmp_path, config=_config(tmp_path / "var"))
    ended = SCRIPT[: SCRIPT.index("shoe\ncard")]
    zapato("play", "-", "--quick", "--journal", str(tmp_path / "var/j.sqlite3"), given=ended)
    zapato("archive", "now", "--config", str(world.config))
    assert said(archive.look(world)) == {"archive": OK}
    (file,) = (tmp_path / "var/archive").glob("*.sqlite3")

    later = replace(world, now=NOW.replace(year=2099))
    assert said(archive.look(later)) == {"archive": OK, "archive-old": NOTE}
    file.rename(tmp_path / "elsewhere")
    assert said(archive.look(world))["archive-missing"] is BAD
    assert removed(tmp_path / "var/j.sqlite3") == []


def test_backups_that_are_missing_old_torn_or_not_whole(world: World, tmp_path: Path) -> None:
    assert world.config is not None and world.settings is not None
    assert said(backups.look(world)) == {"backups-none": WARN}
    place = tmp_path / backups.PLACE
    place.mkdir(parents=True)
    zapato("backup", "--config", str(world.config), "--into", str(place))
    (made,) = place.glob("*/2*Z")
    at = datetime.strptime(made.name, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)

    def after(hours: float) -> dict[str, Level]:
        return said(backups.look(replace(world, now=at + timedelta(hours=hours))))

    fresh = {"backups": OK, "backups-no-recovery": WARN, "backups-same-disk": NOTE}
    assert after(20) == fresh
    for hours, code, level in ((40, "backups-old", WARN), (300, "backups-too-old", BAD), (-5, "backups-ahead", WARN)):
        assert after(hours)[code] is level
    bad = made.with_name((at + timedelta(hours=2)).strftime("%Y%m%dT%H%M%SZ") + ".bad")
    bad.mkdir()
    assert after(20)["backups-bad"] is BAD
    bad.rmdir()
    made.with_name("20990101T000000Z.unfinished").mkdir()
    assert after(20) == fresh
    with (made / "journal.sqlite3").open("ab") as file:
        file.write(b"x")
    assert after(20)["backups-torn"] is BAD
    manifest = made / "MANIFEST.json"
    manifest.chmod(0o600)
    manifest.write_text(manifest.read_text().replace("BAC 1", "BAC 2"))
    assert after(20)["backups-torn"] is BAD


def test_a_record_that_no_longer_reaches_what_its_backup_signed(world: World, tmp_path: Path) -> None:
    assert world.config is not None
    place = tmp_path / backups.PLACE
    place.mkdir(parents=True)
    zapato("backup", "--config", str(world.config), "--into", str(place))
    assert "backups-beyond" not in said(backups.look(world))
    (tmp_path / "var/j.sqlite3").unlink()
    zapato("play", "-", "--quick", "--journal", str(tmp_path / "var/j.sqlite3"), given=SCRIPT[: SCRIPT.index("card")])
    assert said(backups.look(world))["backups-beyond"] is WARN

    def head(epoch: str, seq: int) -> HeadEntry:
        return HeadEntry(epoch=epoch, seq=seq, hash="0" * 64, at="", public_key="", signature="")

    heads = {"1": head("a", 5), "2": head("b", 9), "3": head("b", 7)}
    assert not list(backups.judge_ends(heads, {"b": 9}))
    assert not list(backups.judge_ends(heads, {}))
    (found,) = backups.judge_ends(heads, {"a": 9, "b": 8})
    assert (found.figures["name"], found.figures["end"]) == ("2", 8)


def test_people_who_cannot_decide(world: World, tmp_path: Path) -> None:
    assert said(staff.look(world)) == {"staff-none": WARN}
    store = StaffStore(tmp_path / "var/staff.sqlite3", create=True, hasher=cheap())
    store.enter("d14", [Role.DEALER], "25801", is_own=True)
    assert said(staff.look(world)) == {"staff": OK, "staff-nobody-decides": WARN}
    store.enter("sup1", [Role.SUPERVISOR], "25802", is_own=False)
    assert said(staff.look(world)) == {"staff": OK, "staff-one-decides": WARN, "staff-one-time": NOTE}
    store.enter("pit2", [Role.PIT], "25803", is_own=True)
    before = _files(tmp_path / "var")
    assert said(staff.look(world)) == {"staff": OK, "staff-one-time": NOTE}
    assert _files(tmp_path / "var") == before


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + bytes(4096)])
def test_a_file_of_people_that_is_none(world: World, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "var/staff.sqlite3").write_bytes(content)
    assert said(staff.look(world)) == {"staff-unusable": BAD}


def test_a_change_of_people_that_was_cut_off_is_left_for_others_to_mend(world: World, tmp_path: Path) -> None:
    StaffStore(tmp_path / "var/staff.sqlite3", create=True, hasher=cheap())
    (tmp_path / "var/staff.sqlite3-journal").write_bytes(bytes(600))
    before = _files(tmp_path / "var")
    assert said(staff.look(world)) == {"staff-unusable": BAD}
    assert _files(tmp_path / "var") == before


def test_packs_without_a_secret_or_none_open(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    more = f'[cards]\naccept = "packs"\nregistry = "{tmp_path}/var/packs.sqlite3"\n'
    world = machine(tmp_path, config=_config(tmp_path / "var") + more)
    assert said(packs.look(world)) == {"packs-none": BAD}
    registry = Registry(tmp_path / "var/packs.sqlite3", create=True)
    add_labels(registry, "7QX4")
    assert said(packs.look(world)) == {"packs": OK, "packs-none-open": WARN}
    registry.move(("7QX4",), PackState.OPENED, by="ana", at=AT)
    assert said(packs.look(world)) == {"packs": OK}
    (tmp_path / "var/packs.sqlite3.key").unlink()
    assert said(packs.look(world))["packs-no-secret"] is BAD
    assert said(packs.look(machine(tmp_path, config=_config(tmp_path / "var")))) == {"packs-unused": NOTE}


def test_settings_that_others_may_change_and_money_played_for_by_a_trial(world: World, tmp_path: Path) -> None:
    assert world.config is not None
    world.config.chmod(0o666)
    found = said(settings_part.look(world))
    assert (found["settings-writable"], found["settings-trial"]) == (BAD, NOTE)
    production = machine(tmp_path / "b", config=_config(Path("/var/lib/zapato-none"), "production = true"))
    found = said(settings_part.look(production))
    assert (found["settings-production"], found["settings-refused"]) == (OK, BAD)

    assert said(settings_part.look(replace(world, settings=None, settings_fault="x"))) == {"settings-broken": BAD}
    assert said(settings_part.look(replace(world, config=None))) == {"settings-none": WARN}


@pytest.fixture
def feeds(world: World, tmp_path: Path) -> Iterator[dict[str, Path]]:
    """Three sockets somebody listens at, as the settings have them."""
    made = {name: tmp_path / f"var/{name}.sock" for name in ("public", "staff", "panel")}
    listening = []
    for name, path in made.items():
        one = socket.socket(socket.AF_UNIX)
        one.bind(str(path))
        path.chmod(0o600 if name == "panel" else 0o660)
        one.listen()
        listening.append(one)
    yield made
    for one in listening:
        one.close()


def test_sockets_as_they_should_be_and_as_somebody_made_them(world: World, feeds: dict[str, Path]) -> None:

    running = replace(world, table=RUNS)
    assert set(said(sockets.look(running)).values()) == {OK}
    feeds["panel"].chmod(0o666)
    found = list(sockets.look(running))
    assert said(found)["sockets-mode"] is BAD
    assert [one.figures["key"] for one in found if one.code == "sockets-open"] == ["panel"]
    feeds["staff"].unlink()
    feeds["public"].unlink()
    feeds["public"].write_text("a file")
    found = list(sockets.look(running))
    assert {one.figures["key"]: one.code for one in found if one.figures["key"] != "panel"} == {
        "public": "sockets-file",
        "staff": "sockets-gone",
    }


def test_what_a_dead_table_left_is_only_told(world: World, feeds: dict[str, Path]) -> None:
    assert set(said(sockets.look(world))) == {"sockets-left"}
    assert stat.S_ISSOCK(feeds["staff"].stat().st_mode)


def test_a_group_that_is_not_there(tmp_path: Path) -> None:
    more = _config(tmp_path).replace("[feed]", '[feed]\nstaff_group = "zapato-staff"')
    assert said(sockets.look(machine(tmp_path, config=more)))["sockets-no-group"] is BAD
