"""Everything that can be wrong with the registry's file is told with place and remedy, and nothing is changed."""

import contextlib
import errno
import os
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from cards.cards_tools import AT, add_labels, add_tags, tags

from device.cards.errors import CardsError, DamagedError, ForeignError, RegistryFileError, SecretError
from device.cards.keys.secret_file import key_path
from device.cards.pack import PackState
from device.cards.registry import registry_file
from device.cards.registry.registry import Registry
from device.cards.registry.schema import APPLICATION_ID
from device.files import databases, private
from device.staff.schema import APPLICATION_ID as PEOPLE


@contextlib.contextmanager
def by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        yield connection


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file may grow past `size` bytes: what a full disk does, without filling one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_no_file_no_folder_and_a_folder(folder: Path) -> None:
    for path, create, said in (
        (folder / "none", False, "there is no registry of packs here.*restore"),
        (folder / "no" / "packs", False, "no such folder"),
        (folder / "no" / "packs", True, "no such folder"),
        (folder, True, "it is no file"),
        (folder, False, "it is no file"),
        (folder / ("x" * 240), True, "too long"),
        (folder / ("x" * 300), True, "too long"),
        (folder / ("x" * 300), False, "too long"),
    ):
        with pytest.raises(CardsError, match=said) as raised:
            Registry(path, create=create)
        assert str(path) in str(raised.value)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"", b"not a database\n" * 100, b"SQLite format 3\0" + b"\xff" * 52 + b"ZAPR" + b"\xff" * 5000]
)
def test_a_file_that_is_none_is_damaged_and_left(registry: Registry, content: bytes) -> None:
    registry.path.write_bytes(content)
    for create in (True, False):
        with pytest.raises(DamagedError, match=f"{registry.path}: .*restore"):
            Registry(registry.path, create=create)
    assert registry.path.read_bytes() == content


@pytest.mark.parametrize(
    ("application", "shape", "error", "said"),
    [
        (PEOPLE, 1, ForeignError, "no registry of packs"),
        (0, 0, ForeignError, "no registry of packs"),
        (APPLICATION_ID, 2, RegistryFileError, r"newer software wrote it \(shape 2"),
    ],
)
def test_a_foreign_or_newer_database_is_left_alone(
    registry: Registry, application: int, shape: int, error: type[CardsError], said: str
) -> None:
    with by_hand(registry.path) as connection:
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {shape}")
    if error is ForeignError:
        registry.path.chmod(0o644)  # what is not ours may be read by whom it likes
    before = registry.path.read_bytes()
    for create in (True, False):
        with pytest.raises(error, match=said):
            Registry(registry.path, create=create)
    assert registry.path.read_bytes() == before


def test_a_registry_that_others_may_read_is_refused(registry: Registry) -> None:
    registry.path.chmod(0o640)
    with pytest.raises(RegistryFileError, match=f"others may read the registry: run `chmod 600 {registry.path}`"):
        registry.packs()


def test_a_registry_cut_short_or_with_holes_is_damaged_and_never_a_traceback(registry: Registry) -> None:
    for number in range(3):
        add_tags(registry, number)
    whole, page, noticed = registry.path.read_bytes(), 4096, 0
    for size in (1, 15, 99, 100, page, 3 * page, len(whole) - page):
        registry.path.write_bytes(whole[:size])
        with pytest.raises(CardsError):
            Registry(registry.path).snapshot()
    for at in range(0, len(whole), page):
        registry.path.write_bytes(whole[: at + 8] + b"\xa5" * (page - 8) + whole[at + page :])
        with contextlib.suppress(CardsError):
            opened = Registry(registry.path)
            for pack in opened.packs():
                opened.codes_of(pack.id)
            continue
        noticed += 1
    assert noticed >= 8
    registry.path.write_bytes(whole)
    assert len(Registry(registry.path).packs()) == 3


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE packs SET state = 'opened'",
        "UPDATE packs SET training = 1",
        "UPDATE packs SET cards = 51",
        "UPDATE packs SET label_generation = 9",
        "UPDATE packs SET box = zeroblob(3000)",
        "UPDATE packs SET box = x''",
        "UPDATE packs SET id = 'BBBB'",
    ],
)
def test_a_pack_changed_by_hand_does_not_open(registry: Registry, change: str) -> None:
    add_labels(registry, "AAAA")
    with by_hand(registry.path) as connection:
        connection.execute(change)
    (pack,) = registry.packs()
    with pytest.raises(DamagedError, match=f"{registry.path}: pack {pack.id} is damaged or was changed by hand"):
        registry.codes_of(pack.id)
    with pytest.raises(DamagedError, match="changed by hand"):
        registry.move((pack.id,), PackState.RETIRED, by="a", at=AT)
    if pack.state is PackState.OPENED:
        with pytest.raises(DamagedError, match="changed by hand"):
            registry.snapshot()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE packs SET state = 'lost'", "it is damaged .pack AAAA: 'lost' is not a valid PackState"),
        ("DELETE FROM site", "it names no site"),
        ("DROP TABLE packs", "it is damaged .no such table"),
    ],
)
def test_rows_that_cannot_be_are_damage(registry: Registry, change: str, said: str) -> None:
    add_labels(registry, "AAAA")
    with by_hand(registry.path) as connection:
        connection.execute(change)
    with pytest.raises(DamagedError, match=f"{registry.path}: .*{said}"):
        Registry(registry.path).packs()


def test_not_even_by_hand_is_a_pack_deleted_or_brought_back(registry: Registry) -> None:
    name = add_tags(registry, 1)
    registry.move((name,), PackState.RETIRED, by="a", at=AT)
    for statement in (
        "DELETE FROM packs",
        "UPDATE packs SET state = 'opened'",
        "DELETE FROM history",
        "UPDATE history SET why = ''",
    ):
        with pytest.raises(sqlite3.IntegrityError), by_hand(registry.path) as connection:
            connection.execute(statement)


def test_a_full_disk_changes_nothing_and_lets_it_go_on(registry: Registry) -> None:
    add_tags(registry, 1)
    before = registry.packs()
    with files_up_to(registry.path.stat().st_size - 100):
        for seed in (2, 3):
            with pytest.raises(RegistryFileError, match="nothing was changed"):
                add_tags(registry, seed)
        with pytest.raises(CardsError):
            registry.rotate(at=AT)
    with files_up_to(10), pytest.raises(SecretError, match="the disk is full: free some space"):
        Registry(registry.path.with_name("new"), create=True)
    with files_up_to(1000), pytest.raises(CardsError):
        Registry(registry.path.with_name("new"), create=True)
    assert registry.packs() == before
    add_tags(registry, 2)
    assert [one.number for one in registry.rotate(at=AT).generations] == [2]
    assert Registry(registry.path.with_name("new"), create=True).packs() == ()


def test_a_registry_that_cannot_be_written_can_be_read(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    add_tags(registry, 1)
    connect = databases.connect

    def read_only(path: Path, *, busy_s: float, synchronous: str = "FULL") -> sqlite3.Connection:
        connection = connect(path, busy_s=busy_s, synchronous=synchronous)
        connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr(databases, "connect", read_only)
    assert registry.find(next(iter(tags(1)))) is not None
    with pytest.raises(RegistryFileError, match=r"it cannot be written: look at its permissions.*SQLITE_READONLY"):
        add_tags(registry, 2)


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.EACCES, "no permission for user"), (errno.EIO, "kernel's log"), (errno.EROFS, "mounted read-only")],
)
def test_what_the_system_refuses_is_told(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(databases, "read_header", refuse)
        with pytest.raises(RegistryFileError, match=f"{registry.path}: cannot look at the registry: .*{said}"):
            registry.packs()
    with monkeypatch.context() as patch:
        patch.setattr(private, "replace", refuse)
        before = key_path(registry.path).read_bytes()
        with pytest.raises(SecretError, match=f"{registry.path}.key: cannot write the site's secret: .*{said}"):
            registry.rotate(at=AT)
        assert key_path(registry.path).read_bytes() == before
    assert registry.packs() == ()


def test_old_keys_that_cannot_be_forgotten_now_are_later(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    add_labels(registry, "AAAA")
    name = add_tags(registry, 1)
    registry.rotate(at=AT)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(private, "replace", refuse)
        assert registry.move(("AAAA",), PackState.RETIRED, by="a", at=AT)[0].state is PackState.RETIRED
    assert len(registry.secret().generations) == 2
    registry.move((name,), PackState.RETIRED, by="a", at=AT)
    assert len(registry.secret().generations) == 1


def test_a_file_that_went_away_since_is_missed_as_such(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.path.unlink()
    with pytest.raises(RegistryFileError, match="there is no registry of packs here"):
        registry.packs()
    monkeypatch.setattr(registry_file, "check_access", lambda _: None)
    with pytest.raises(RegistryFileError, match="there is no registry of packs here"):
        registry.packs()
