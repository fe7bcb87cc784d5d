"""What a release looks at before it becomes the current one: settings, and the record on a copy."""

import importlib.util
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from device.settings import parse_settings

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "systemd/install.d/record.py"
OLD = ROOT / "tests/journal/data/journal-v1.sqlite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a step said and ended with."""

    returncode: int
    stdout: str
    stderr: str


Step = Callable[..., Done]


@pytest.fixture(scope="module")
def record() -> ModuleType:
    """The steps as a module; that they run as a program is seen once, below."""
    spec = importlib.util.spec_from_file_location("zapato_record_steps", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def step(record: ModuleType, capsys: pytest.CaptureFixture[str]) -> Step:
    def take(verb: str, config: Path, folder: Path = Path(), root: str = "") -> Done:
        code = record.main(verb, config, folder, root)
        said = capsys.readouterr()
        return Done(returncode=code, stdout=said.out, stderr=said.err)

    return take


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A table whose record older software wrote."""
    folder = tmp_path / "etc"
    folder.mkdir()
    shutil.copy(OLD, folder / "journal.sqlite3")
    (folder / "table.toml").write_text('[journal]\npath = "journal.sqlite3"\n')
    return folder / "table.toml"


def test_the_first_settings_have_the_places_of_an_installed_machine(step: Step, tmp_path: Path) -> None:
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


def test_a_setting_that_this_version_does_not_know_is_named(step: Step, config: Path) -> None:
    assert step("settings", config).returncode == 0
    config.write_text('[journal]\nformer = 1\n[table]\nname = ""\n')
    done = step("settings", config)
    assert done.returncode == 2
    assert "journal.former" in done.stderr
    assert "table.name" in done.stderr


def test_an_old_record_is_brought_up_on_a_copy_and_checked(step: Step, config: Path, tmp_path: Path) -> None:
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
def test_a_record_that_cannot_be_gone_on_with_is_told(
    step: Step, config: Path, tmp_path: Path, change: str, code: int
) -> None:
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


def test_where_there_is_no_record_yet_there_is_nothing_to_try(step: Step, config: Path, tmp_path: Path) -> None:
    (config.parent / "journal.sqlite3").unlink()
    assert step("copy", config, tmp_path).returncode == 0
    assert step("try", config, tmp_path).stdout == "there is no record yet\n"


@pytest.mark.parametrize("root", ["", "/mnt/card"])
def test_the_places_are_those_of_the_settings_below_the_root_of_a_card(config: Path, root: str) -> None:
    """As systemd/install asks, whose own file the table's user may not be able to read."""
    config.write_text('[journal]\npath = "/srv/ssd/record.db"\n[staff]\npath = "people.sqlite3"\n')
    with PROGRAM.open() as program:
        done = subprocess.run(
            [sys.executable, "-", "places", config, "-", root or str(config.parents[1])],
            stdin=program, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    journal, people, packs = done.stdout.splitlines()
    below = root or str(config.parents[1])
    assert journal == f"{below}/srv/ssd/record.db"
    assert people == (f"{root}{config.parent}/people.sqlite3" if root else str(config.parent / "people.sqlite3"))
    assert Path(packs).name.endswith(".sqlite3")


def test_a_path_of_two_lines_is_told_and_not_taken_for_two(step: Step, config: Path) -> None:
    config.write_text('[journal]\npath = "srv\\nx/journal.sqlite3"\n')
    done = step("places", config)
    assert (done.returncode, done.stdout) == (2, "")
    assert "a line's end in it" in done.stderr
