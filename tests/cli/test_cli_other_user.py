"""Whoever is not the table's user is told so, with the file and what to type, and never that nothing is there."""

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from staff.staff_tools import cheap

from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.keys.secret_file import has_secret
from device.cards.registry.registry import Registry
from device.cli.main import main
from device.files import system_faults

OWNER, NOBODY = 1, 65534
"""`daemon`, which every Debian has, in the place of the table's user; and somebody else."""

NOTHING_THERE = re.compile(r"there is no|no such|is lost|not there|no secret|Traceback", re.IGNORECASE)


@contextlib.contextmanager
def as_another(folder: Path) -> Iterator[None]:
    """With the folder and what is in it closed to us: another user's, or where we are not root shut by its mode."""
    if os.geteuid() != 0:
        folder.chmod(0)
        yield
        folder.chmod(0o750)
        return
    for path in (folder, *folder.iterdir()):
        os.chown(path, OWNER, OWNER)
    folder.chmod(0o750)
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder to which everybody may come; pytest's own are their user's alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def table(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table's folder with people and packs."""
    monkeypatch.setattr("device.staff.store.PinHasher", cheap)
    tmp_path = open_folder
    place = tmp_path / "var"
    place.mkdir()
    paths = {"journal.path": "journal.sqlite3", "staff.path": "staff.sqlite3", "cards.registry": "packs.sqlite3"}
    lines = [f'{key} = "{place / name}"\n' for key, name in paths.items()]
    (tmp_path / "table.toml").write_text("".join(lines) + 'cards.accept = "both"\n', encoding="utf-8")
    (place / "table.toml").touch()
    (place / "script.txt").touch()
    run(["staff", "add", "sup1", "--role", "supervisor", "--file", str(place / "staff.sqlite3")])
    Registry(place / "packs.sqlite3", create=True)
    ReceiptKey(receipt_key_path(place / "packs.sqlite3")).ensure()
    monkeypatch.chdir(tmp_path)
    return place


def run(words: Sequence[str]) -> int | str | None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as ended:
        patch.setattr("sys.argv", ["zapato", *words])
        patch.setattr("sys.stdin", io.StringIO())
        main()
    return ended.value.code


COMMANDS = [
    "staff list", "staff add x --role dealer", "staff disable sup1",
    "cards secret show", "cards secret make", "cards secret rotate", "cards list", "cards show AB",
    "cards open AB --by sup1", "cards enrol AB --by sup1", "cards check", "cards backup out",
    "cards receipt table.toml", "cards receipt var/script.txt",
    "verify", "show", "archive list", "backup --make-recovery",
    "check var/table.toml", "doctor --config var/table.toml --only settings", "setup --config var/table.toml",
    "replay var/script.txt", "play var/script.txt",
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_says_that_the_file_is_not_for_this_user(
    table: Path, capfd: pytest.CaptureFixture[str], words: str
) -> None:
    # So that all that is loaded is loaded while we may; a station that may begin would wait for its reader for ever.
    run(["cards", "list"] if words == "cards check" else words.split())
    capfd.readouterr()
    with as_another(table):
        code = run(words.split())
    said = capfd.readouterr().err
    assert code == 2
    assert "no permission for user" in said
    assert "var" in said
    assert NOTHING_THERE.search(said) is None, said
    if os.geteuid() == 0:
        assert "type sudo -u daemon before the command" in said


def test_a_backup_that_is_not_for_this_user_says_how_to_look_at_it_and_how_to_put_it_back(
    table: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run(["restore", "var/x", "--check"])
    capfd.readouterr()
    with as_another(table):
        assert run(["restore", "var/x", "--check"]) == 2
    said = capfd.readouterr().err
    assert "var/x: this user may not read it" in said
    assert "(--check) type sudo before the command" in said and "sudo cp -rT FROM TO" in said


def test_a_folder_that_may_not_be_entered_is_not_an_empty_one(table: Path) -> None:
    registry = table / "packs.sqlite3"
    assert has_secret(registry)
    assert not system_faults.is_there(table / "nothing")
    with as_another(table):
        with pytest.raises(Exception, match="site's secret: no permission"):
            has_secret(registry)
        with pytest.raises(Exception, match="no permission"):
            ReceiptKey(receipt_key_path(registry)).exists()
        with pytest.raises(PermissionError):
            system_faults.is_there(registry)
        assert not os.path.lexists(registry)  # what it must not be asked with


def test_whose_it_is_decides_what_is_to_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    owner = file.stat().st_uid
    told = {}
    for name, uid in (("ours", owner), ("another", owner + 1)):
        monkeypatch.setattr(os, "geteuid", lambda uid=uid: uid)
        told[name] = system_faults.in_words(PermissionError(13, "Permission denied", str(file / "gone")))
    assert "sudo" not in told["ours"] and "look at the permissions" in told["ours"]
    assert re.search(r"or type sudo\b.* before the command", told["another"])
    assert system_faults.sudo_for(None) == system_faults.sudo_for(7) == ""
    assert system_faults.in_words(OSError(5, "Input/output error")) == "Input/output error"
