"""On an installed machine no command needs to be told where the table's settings are."""

import os
import socket
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from staff.staff_tools import cheap

from device.cli import settings_place
from device.cli.archive import command as archive
from device.cli.backup import command as backup
from device.cli.cards import command as cards
from device.cli.main import main
from device.cli.order import command as order
from device.cli.show import command as show
from device.cli.staff import command as staff
from device.cli.verify import command as verify


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.staff.store.PinHasher", cheap)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed table's folder; we stand in another one, without settings."""
    place = tmp_path / "installed"
    place.mkdir()
    (place / "table.toml").write_text("")
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")
    monkeypatch.setattr(settings_place, "INSTALLED", place / "table.toml")
    return place


def run(command: click.Command, *words: str, input: str = "") -> Result:
    return CliRunner().invoke(command, [*words], input=input)


@pytest.mark.parametrize(
    ("command", "words", "missing"),
    [
        (archive, ["list"], "journal.sqlite3"),
        (cards, ["list"], "packs.sqlite3"),
        (order, ["next", "by=d14"], "staff.sock"),
        (show, [], "journal.sqlite3"),
        (verify, [], "journal.sqlite3"),
        (staff, ["list"], "staff.sqlite3"),
    ],
)
def test_every_command_looks_where_the_installed_table_is(
    installed: Path, command: click.Command, words: list[str], missing: str
) -> None:
    ran = run(command, *words, input="1\n")
    assert (ran.exit_code, str(installed / missing) in ran.output) == (2, True)


def test_people_and_keys_go_to_the_installed_table_and_not_to_where_somebody_stands(installed: Path) -> None:
    assert run(staff, "add", "sup1", "--role", "supervisor").exit_code == 0
    assert run(backup, "--make-recovery").exit_code == 0
    assert (installed / "staff.sqlite3").exists() and (installed / "recovery.pub").exists()
    assert list(Path.cwd().iterdir()) == []


def test_settings_of_this_folder_come_first(installed: Path) -> None:
    Path("table.toml").write_text('[staff]\npath = "ours.sqlite3"\n')
    assert run(staff, "add", "sup1", "--role", "supervisor").exit_code == 0
    assert Path("ours.sqlite3").exists() and not (installed / "staff.sqlite3").exists()


@pytest.mark.parametrize("words", [["archive", "list"], ["restore", "x", "--check"]])
def test_a_folder_that_is_not_for_this_user_is_said_and_no_traceback(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    def shut(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    Path("table.toml").touch()
    monkeypatch.setattr("device.cli.settings_place.usual_settings", lambda: installed / "table.toml")
    for look in ("exists", "is_file", "is_dir"):
        monkeypatch.setattr(Path, look, shut)
    monkeypatch.setattr("sys.argv", ["zapato", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, "type sudo before the command" in capsys.readouterr().err) == (2, True)


def test_a_folder_that_the_table_s_user_is_not_let_into_keeps_nobody_from_the_settings(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, look_at_link = os.stat, os.lstat

    def shut(path: str | Path, **how: bool) -> os.stat_result:
        if not Path(path).is_absolute():
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, **how)

    def shut_link(path: str | Path) -> os.stat_result:
        if not Path(path).is_absolute():
            raise PermissionError(13, "Permission denied", str(path))
        return look_at_link(path)

    monkeypatch.setattr(os, "stat", shut)
    monkeypatch.setattr(os, "lstat", shut_link)
    assert settings_place.usual_settings() == installed / "table.toml"
    assert settings_place.settings_if_any() == installed / "table.toml"


@pytest.mark.parametrize("command", [show, verify])
def test_without_settings_a_record_must_be_named(installed: Path, command: click.Command) -> None:
    (installed / "table.toml").unlink()
    ran = run(command)
    assert (ran.exit_code, "which record?" in ran.output) == (2, True)


def test_a_socket_that_is_not_for_this_user_is_no_missing_table(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refused(socket.socket):
        def connect(self, _: object) -> None:
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("device.demo.staff_client.socket.socket", Refused)
    ran = run(order, "next", "by=d14", input="2580\n")
    assert (ran.exit_code, "type sudo before it" in ran.output) == (2, True)
