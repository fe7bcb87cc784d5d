"""What a release looks at before it becomes the current one: settings, and the record on a copy."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from device.settings import parse_settings

ROOT = Path(__file__).parents[2]
OLD = ROOT / "tests/journal/data/journal-v1.sqlite"


def step(verb: str, config: Path, *more: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "systemd/install.d/record.py", verb, config, *more],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A table whose record older software wrote."""
    folder = tmp_path / "etc"
    folder.mkdir()
    shutil.copy(OLD, folder / "journal.sqlite3")
    (folder / "table.toml").write_text('[journal]\npath = "journal.sqlite3"\n')
    return folder / "table.toml"


def test_the_first_settings_have_the_places_of_an_installed_machine(tmp_path: Path) -> None:
    text = step("write", Path("-")).stdout
    settings = parse_settings(text, "table.toml", tmp_path)
    assert settings.journal.path == Path("/var/lib/zapato/journal.sqlite3")
    assert settings.staff.path == Path("/var/lib/zapato/staff.sqlite3")
    assert settings.cards.registry == Path("/var/lib/zapato/packs.sqlite3")
    feed = settings.feed
    assert {path.parent for path in (feed.public, feed.staff, feed.panel)} == {Path("/run/zapato")}
    assert (feed.public_group, feed.staff_group, feed.panel_group) == ("zapato-public", "zapato-staff", "zapato-panel")
    assert feed.panel_permissions == 0o660
    assert "# what the screens call the table" in text


def test_a_setting_that_this_version_does_not_know_is_named(config: Path) -> None:
    assert step("settings", config).returncode == 0
    config.write_text('[journal]\nformer = 1\n[table]\nname = ""\n')
    done = step("settings", config)
    assert done.returncode == 2
    assert "journal.former" in done.stderr
    assert "table.name" in done.stderr


def test_an_old_record_is_brought_up_on_a_copy_and_checked(config: Path, tmp_path: Path) -> None:
    journal = config.parent / "journal.sqlite3"
    with closing(sqlite3.connect(journal)) as writer:  # a table at work
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("BEGIN IMMEDIATE")
        copy = tmp_path / "copy"
        copy.mkdir()
        done = step("copy", config, copy)
        assert done.returncode == 0, done.stderr
    before = journal.read_bytes()
    done = step("try", config, copy)
    assert (done.returncode, "the record can be read" in done.stdout) == (0, True), done.stderr
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("UPDATE events SET body = replace(body, '9', '8') WHERE seq = 5", 1),
        ("PRAGMA user_version = 99", 2),
        ("PRAGMA application_id = 7", 2),
    ],
)
def test_a_record_that_cannot_be_gone_on_with_is_told(config: Path, tmp_path: Path, change: str, code: int) -> None:
    with closing(sqlite3.connect(config.parent / "journal.sqlite3", isolation_level=None)) as journal:
        for (name,) in journal.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            journal.execute(f"DROP TRIGGER {name}")
        journal.execute(change)
    copy = tmp_path / "copy"
    copy.mkdir()
    assert step("copy", config, copy).returncode == 0
    done = step("try", config, copy)
    assert (done.returncode, bool(done.stderr)) == (code, True), done.stdout
    assert "Traceback" not in done.stderr


def test_where_there_is_no_record_yet_there_is_nothing_to_try(config: Path, tmp_path: Path) -> None:
    (config.parent / "journal.sqlite3").unlink()
    assert step("copy", config, tmp_path).returncode == 0
    assert step("try", config, tmp_path).stdout == "there is no record yet\n"
