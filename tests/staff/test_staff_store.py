"""The people's file: what changes of a person, what never does, and what the file tells whoever steals it."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from staff.staff_tools import HandClock, Ledger, add_with_pin, cheap

from device.demo.staff_client import REPLY_PATIENCE_S
from device.journal.schema import APPLICATION_ID as JOURNAL_ID
from device.staff import badges, files
from device.staff.entry import Outcome, StaffEntry
from device.staff.errors import (
    DamagedError,
    ForeignError,
    NewerError,
    NoSuchPersonError,
    NotAllowedError,
    StaffError,
    StaffFileError,
)
from device.staff.people import Person, Role
from device.staff.schema import APPLICATION_ID
from device.staff.store import StaffStore


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def again(store: StaffStore) -> StaffStore:
    return StaffStore(store.path, clock=store.clock, hasher=cheap())


def test_who_is_added_is_there_after_a_restart(store: StaffStore, clock: HandClock) -> None:
    ana, first = store.add("Ana", [Role.SUPERVISOR, Role.DEALER])
    ben, second = store.add("Ben", [Role.DEALER])
    assert first != second
    assert again(store).people() == (ana, ben)
    assert again(store).person("ANA") == ana
    assert again(store).signers()[ben.id].person == ben
    assert 99 not in store.signers()
    (one, _) = store.standings()
    assert (one.pin_is_own, one.badge, one.wrong, one.wait_s) == (False, False, 0, 0)
    assert (one.added_at, one.disabled_at) == (clock.wall, None)


@pytest.mark.parametrize("name", ["ana", "ANA", "Ａna", "A-na", "An a", "ana."])
def test_a_name_is_given_once_also_after_its_owner_is_disabled(store: StaffStore, name: str) -> None:
    store.add("Ana", [Role.DEALER])
    store.disable("Ana")
    with pytest.raises(NotAllowedError, match=r"already a 'Ana'.*enable"):
        store.add(name, [Role.PIT])
    assert len(store.people()) == 1


def test_a_person_has_a_role(store: StaffStore) -> None:
    with pytest.raises(NotAllowedError, match="at least one role: dealer, supervisor, pit, service"):
        store.add("Ana", [])
    assert store.people() == ()


@pytest.mark.parametrize("name", ["panel", "PANEL", "p.anel"])
def test_nobody_is_called_what_the_record_calls_the_tables_own_buttons(store: StaffStore, name: str) -> None:
    with pytest.raises(NotAllowedError, match="the table's own buttons: add a letter"):
        store.add(name, [Role.DEALER])
    assert store.add("panel2", [Role.DEALER])[0].name == "panel2"


def test_roles_change_and_the_person_stays(store: StaffStore) -> None:
    ana, _ = store.add("Ana", [Role.DEALER])
    assert store.set_roles("ana", [Role.SUPERVISOR]) == Person(
        id=ana.id, name="Ana", roles=frozenset({Role.SUPERVISOR})
    )


def test_disabling_and_enabling(store: StaffStore, clock: HandClock) -> None:
    store.add("Ana", [Role.DEALER])
    assert not store.disable("ana").active
    clock.wall = "2026-01-01T00:00:00.000Z"
    store.disable("ana")
    assert store.standings()[0].disabled_at == "2025-03-01T20:15:07.042Z", "the first time is the one that counts"
    assert store.enable("ana").active


@pytest.mark.parametrize("name", ["Zoe", "", "A\x00", "\ud800", "x" * 10_000])
def test_nobody_of_that_name(store: StaffStore, name: str) -> None:
    doings = (store.person, store.disable, store.enable, store.reset, store.take_badge)
    for do in doings:
        with pytest.raises(NoSuchPersonError, match="nobody called"):
            do(name)


def test_not_even_by_hand_is_anybody_deleted_or_renamed(store: StaffStore) -> None:
    store.add("Ana", [Role.DEALER])
    for statement in ("DELETE FROM people", "UPDATE people SET name = 'Ben'", "UPDATE people SET id = 7"):
        with sqlite3.connect(store.path) as connection, pytest.raises(sqlite3.IntegrityError, match="people"):
            connection.execute(statement)
        connection.close()


def test_a_reset_ends_the_wait(store: StaffStore) -> None:
    add_with_pin(store, "Ana")
    entry = StaffEntry(store, report=Ledger())
    for _ in range(3):
        entry.check_pin("Ana", "9999")
    assert (store.standings()[0].wrong, store.standings()[0].wait_s) == (3, 30)
    _, one_time = store.reset("Ana")
    assert (store.standings()[0].wrong, store.standings()[0].pin_is_own) == (0, False)
    assert entry.check_pin("Ana", one_time).outcome is Outcome.CHANGE_FIRST


@pytest.mark.parametrize("mask", [0, 0o277])
def test_the_files_are_their_owner_s_alone_whatever_the_umask(folder: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        store = StaffStore(folder / "staff.sqlite3", create=True, hasher=cheap())
        store.add("Ana", [Role.DEALER])
        store.give_badge("Ana", "04AABBCC")
        with store.change() as connection:
            connection.execute("UPDATE people SET roles = 'pit'")
            while_changing = {path.name: mode(path) for path in folder.iterdir()}
    finally:
        os.umask(before)
    assert while_changing == {
        "staff.sqlite3": 0o600,
        "staff.sqlite3-journal": 0o600,
        "staff.sqlite3.key": 0o600,
    }
    assert sorted(path.name for path in folder.iterdir()) == ["staff.sqlite3", "staff.sqlite3.key"]


@pytest.mark.parametrize("wrong", [0o640, 0o604, 0o660, 0o644])
def test_a_file_that_others_may_read_is_refused(store: StaffStore, wrong: int) -> None:
    store.path.chmod(wrong)
    with pytest.raises(StaffFileError, match=f"chmod 600 {store.path}"):
        again(store)


def test_no_pin_and_no_badge_is_in_the_file_and_old_hashes_go(store: StaffStore) -> None:
    _, one_time = store.add("Ana", [Role.DEALER])
    store.give_badge("Ana", "04AABBCC")
    with store.change() as connection:
        (old,) = connection.execute("SELECT pin_hash FROM people").fetchone()
    pin = "998877665544"  # so long that no hash holds it by chance
    StaffEntry(store, report=Ledger()).change_pin("Ana", one_time, pin)
    content = store.path.read_bytes()
    for secret in (one_time, pin, "04AABBCC", "04aabbcc", old):
        assert secret.encode() not in content.replace(store.clock.now().at.encode(), b"")
    assert badges.read_key(store.path) not in content


def test_a_badge_that_is_taken_away_leaves_nothing_behind(store: StaffStore) -> None:
    store.add("Ana", [Role.DEALER])
    store.give_badge("Ana", "04AABBCC")
    mark = badges.mark_of("04aabbcc", badges.read_key(store.path)).encode()
    assert mark in store.path.read_bytes()
    store.take_badge("Ana")
    assert mark not in store.path.read_bytes()


def test_a_change_is_alone_with_the_file_from_its_first_look(store: StaffStore) -> None:
    with store.change():
        other = sqlite3.connect(store.path, timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


def test_a_change_that_fails_changed_nothing(store: StaffStore) -> None:
    store.add("Ana", [Role.DEALER])
    with pytest.raises(KeyboardInterrupt), store.change() as connection:
        connection.execute("UPDATE people SET roles = 'pit'")
        raise KeyboardInterrupt
    assert store.person("Ana").roles == {Role.DEALER}


def test_a_badge_has_one_owner_and_a_person_one_badge(store: StaffStore) -> None:
    for name in ("Ana", "Ben"):
        store.add(name, [Role.DEALER])
    store.give_badge("Ana", "04AABBCC")
    store.give_badge("Ana", "04AABBCC")
    with pytest.raises(NotAllowedError, match="given to 'Ana'"):
        store.give_badge("Ben", "04aabbcc")
    store.give_badge("Ana", "11223344")
    store.give_badge("Ben", "04aabbcc")
    assert [one.badge for one in store.standings()] == [True, True]


@pytest.mark.parametrize("badge", ["", "123", "x" * 65, "a b c d", "é1234", "1234\x00"])
def test_what_is_no_badge_is_refused(store: StaffStore, badge: str) -> None:
    store.add("Ana", [Role.DEALER])
    with pytest.raises(NotAllowedError, match="4 to 64"):
        store.give_badge("Ana", badge)


def test_a_lost_key_is_said_and_badges_can_be_given_anew(store: StaffStore) -> None:
    store.add("Ana", [Role.DEALER])
    store.give_badge("Ana", "04AABBCC")
    badges.key_path(store.path).unlink()
    entry = StaffEntry(store, report=Ledger())
    for do in (lambda: store.give_badge("Ana", "11223344"), lambda: entry.read_badge("04AABBCC")):
        with pytest.raises(StaffFileError, match=r"key is not there.*forget-badges"):
            do()
    assert store.forget_badges() == 1
    store.give_badge("Ana", "04AABBCC")
    assert entry.read_badge("04AABBCC").outcome is Outcome.RIGHT


def test_a_damaged_or_open_key_is_said(store: StaffStore) -> None:
    store.add("Ana", [Role.DEALER])
    store.give_badge("Ana", "04AABBCC")
    key = badges.key_path(store.path)
    key.chmod(0o644)
    with pytest.raises(StaffFileError, match="chmod 600"):
        store.give_badge("Ana", "04AABBCC")
    key.chmod(0o600)
    key.write_bytes(b"short")
    with pytest.raises(StaffFileError, match="damaged"):
        store.give_badge("Ana", "04AABBCC")


def _database(path: Path, application: int, shape: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {shape}")
        connection.execute("CREATE TABLE IF NOT EXISTS other (x)")
    connection.close()
    path.chmod(0o600)


@pytest.mark.parametrize(
    ("application", "shape", "error", "said"),
    [
        (JOURNAL_ID, 1, ForeignError, "not one of people"),
        (0, 0, ForeignError, "not one of people"),
        (APPLICATION_ID, 2, NewerError, "newer software"),
    ],
)
def test_a_foreign_or_newer_file_is_left_alone(
    folder: Path, application: int, shape: int, error: type[StaffError], said: str
) -> None:
    path = folder / "x.sqlite3"
    _database(path, application, shape)
    if error is ForeignError:
        path.chmod(0o644)  # what is not ours may be read by whom it likes
    before = path.read_bytes()
    with pytest.raises(error, match=f"{path}: .*{said}"):
        StaffStore(path, create=True, hasher=cheap())
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"", b"not a database at all\n" * 100, b"SQLite format 3\0" + b"\xff" * 52 + b"ZAPS" + b"\xff" * 5000]
)
def test_a_file_that_is_none_is_damaged(folder: Path, content: bytes) -> None:
    path = folder / "x.sqlite3"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(DamagedError, match=str(path)):
        StaffStore(path, create=True, hasher=cheap())
    assert path.read_bytes() == content


def test_damage_within_is_told_in_one_line(store: StaffStore) -> None:
    """SQLite names the page on a second line; a note on the panel has one."""
    store.add("Ana", [Role.DEALER])
    with store.path.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\xa5" * 4096)
    with pytest.raises(DamagedError) as raised:
        again(store)
    assert "it is damaged" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_went_away_since_it_was_looked_at_is_missed_as_such(store: StaffStore) -> None:
    store.path.unlink()
    with pytest.raises(StaffFileError, match="there is no such file; `zapato staff add` makes one"):
        store.people()


def test_a_file_with_holes_or_cut_short_is_damaged_and_never_a_traceback(store: StaffStore) -> None:
    for name in ("Ana", "Ben", "Eva"):
        add_with_pin(store, name)
    whole = store.path.read_bytes()
    page = 4096
    for size in (100, page, 3 * page, len(whole) - page):
        store.path.write_bytes(whole[:size])
        with pytest.raises(StaffFileError):
            again(store).standings()
    noticed = 0
    for at in range(0, len(whole), page):
        store.path.write_bytes(whole[: at + 8] + b"\xa5" * (page - 8) + whole[at + page :])
        try:
            again(store).standings()
        except StaffFileError:
            noticed += 1
    assert noticed >= 4


@pytest.mark.parametrize("change", ["UPDATE people SET roles = 'king'", "DROP TABLE badges"])
def test_a_file_altered_by_hand_is_damaged(store: StaffStore, change: str) -> None:
    store.add("Ana", [Role.DEALER])
    with sqlite3.connect(store.path) as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(DamagedError, match=f"{store.path}: it is damaged"):
        again(store).standings()


def test_no_file_no_folder_and_a_folder_are_said(folder: Path) -> None:
    for path, create, said in (
        (folder / "none", False, "no such file; `zapato staff add`"),
        (folder / "no" / "staff.sqlite3", True, "no such folder"),
        (folder, True, "it is no file"),
        (folder / ("x" * 240), True, "too long"),
    ):
        with pytest.raises(StaffFileError, match=said):
            StaffStore(path, create=create, hasher=cheap())
    assert list(folder.iterdir()) == []


def test_a_file_held_locked_is_told_before_whoever_signs_in_gives_up() -> None:
    assert 2 * files._BUSY_S <= REPLY_PATIENCE_S
