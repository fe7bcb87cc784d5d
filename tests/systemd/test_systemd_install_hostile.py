"""systemd/install among hostile things: modules where one stands, what others may write, links, no place for units."""

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from systemd import installing as world

pytestmark = pytest.mark.needs("openssl", "flock")


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return world.again(made / "root", tmp_path / "root")


def _shared(root: Path) -> None:
    (root / "opt/zapato/releases").chmod(0o777)


def _shared_settings(root: Path) -> None:
    (root / "etc/zapato/table.toml").chmod(0o666)


def _dangling(root: Path) -> None:
    (root / "etc/zapato/table.toml").unlink()
    (root / "etc/zapato/table.toml").symlink_to("/nowhere/table.toml")


def _no_place_for_units(root: Path) -> None:
    (root / "etc/systemd/system").rename(root / "etc/systemd/aside")
    (root / "etc/systemd/system").write_text("")


@pytest.mark.parametrize(
    ("break_it", "word"),
    [
        (_shared, "others than root"),
        (_shared_settings, "others than root"),
        (_dangling, "leads to a file that is not there"),
        (_no_place_for_units, "cannot be written"),
    ],
)
def test_it_is_told_before_anything_is_stopped(
    made: Path, root: Path, break_it: Callable[[Path], None], word: str
) -> None:
    break_it(root)
    done = world.run(made / "new", root)
    assert (done.returncode, word in done.stderr, "switch" in done.stderr) == (2, True, False), done.stderr
    assert world.current(root) == "1.0.0"


def test_modules_that_lie_where_one_stands_and_variables_are_not_taken(made: Path, root: Path, tmp_path: Path) -> None:
    for name in ("platform", "struct", "ensurepip", "venv", "pip"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'taken')!r}, 'w')\nraise ImportError\n")
    done = subprocess.run(
        [world.ROOT / "systemd/setup", "--into", "env", "--python", world.PYTHON, "--offline", "gone"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "no folder of packages" in done.stderr
    (tmp_path / "wheels").mkdir()
    (tmp_path / "file").write_text("")  # so that it ends once it has looked at everything
    done = subprocess.run(
        [world.ROOT / "systemd/setup", "--into", "file/env", "--python", world.PYTHON, "--offline", "wheels"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "cannot write in" in done.stderr
    hostile = {"TAR_OPTIONS": "--nonsense", "PYTHONHOME": "/nowhere", "PYTHONPATH": str(tmp_path)}
    done = world.run(made / "old", root, "--python", world.PYTHON, env=hostile)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "taken").exists()


def test_a_folder_that_is_no_bundle_is_not_copied(made: Path, root: Path, tmp_path: Path) -> None:
    key = world.key(tmp_path, "ours")
    for name in ("some", "-x.tar", "a:b.tar"):
        place = tmp_path / name
        place.mkdir() if name == "some" else place.write_text("")
        done = subprocess.run(
            ["sh", made / "old/systemd/install", "--root", root, "--key", key, "--bundle", name],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, "no bundle" in done.stderr) == (2, True), done.stderr
        assert "resolve" not in done.stderr


def test_records_that_lie_elsewhere_are_not_said_to_be_deleted(made: Path, root: Path, tmp_path: Path) -> None:
    (root / "srv").mkdir()
    (root / "srv/it's a record.sqlite3").write_text("record")
    settings = '[table]\nname = "BAC 1"\n[journal]\npath = "/srv/it\'s a record.sqlite3"\n'
    (root / "etc/zapato/table.toml").write_text(settings)
    (tmp_path / "ssd").mkdir()
    (root / "var/backups/zapato/ssd").symlink_to(tmp_path / "ssd")
    done = world.run(made / "old", root, "--purge-records", program="uninstall", typed="delete the record of BAC 1\n")
    assert done.returncode == 0, done.stderr
    before, _, after = done.stderr.partition("To do so")
    for told in (before, after):
        assert str(root / "srv/it's a record.sqlite3") in told
        assert str(tmp_path / "ssd") in told
    assert (root / "srv/it's a record.sqlite3").exists()
    assert not (root / "etc/zapato").exists()


def test_a_root_of_two_lines_is_refused(made: Path, tmp_path: Path) -> None:
    (tmp_path / "two\nlines").mkdir()
    for program in ("install", "uninstall"):
        done = world.run(made / "old", tmp_path / "two\nlines", program=program)
        assert (done.returncode, "a line's end" in done.stderr) == (2, True), done.stderr
    assert list((tmp_path / "two\nlines").iterdir()) == []


def test_what_a_killed_upgrade_put_outside_is_known_to_the_uninstallation(
    made: Path, root: Path, tmp_path: Path
) -> None:
    new = world.clone(tmp_path / "new", "2.0.0")
    (new / "systemd/units/zapato-a.service").write_text("[Unit]\n")
    tools = world.stand_in(
        tmp_path / "tools",
        "install",
        'case $* in *zapato-backup.service*) kill -9 0 ;; esac; exec /usr/bin/install "$@"',
    )
    (new / "systemd/units/zapato-backup.service").write_text("[Unit]\n# another\n")
    assert world.run(new, root, first=tools).returncode < 0
    assert (root / "etc/systemd/system/zapato-a.service").exists()
    assert world.run(made / "old", root, program="uninstall").returncode == 0
    assert not (root / "etc/systemd/system/zapato-a.service").exists()


@pytest.mark.parametrize("ended_before", [False, True])
def test_a_record_is_put_back_over_no_link_and_after_an_end_in_the_middle(tmp_path: Path, ended_before: bool) -> None:
    kept, state = tmp_path / "kept", tmp_path / "root/var/lib/zapato"
    for folder, shape, word in ((kept, 3, "whole"), (state, 3 if ended_before else 4, "brought up")):
        folder.mkdir(parents=True)
        with closing(sqlite3.connect(folder / "journal.sqlite3")) as record:
            record.executescript(f"PRAGMA user_version = {shape}; CREATE TABLE t AS SELECT '{word}' AS w")
    (kept / "journal.sqlite3").chmod(0o640)
    if ended_before:  # its log was taken away already, and that held the newer shape
        (kept / "journal.sqlite3.going-back").touch()
    (tmp_path / "of-root").write_text("root's own")
    for name in (".back", "journal.sqlite3.back"):
        (state / name).symlink_to(tmp_path / "of-root")
    script = 'here=$1; prefix=$2; python=$3; . "$here/common.sh"; . "$here/record.sh"; places; put_record_back "$4"'
    words = (world.ROOT / "systemd/install.d", tmp_path / "root", world.PYTHON, kept)
    done = subprocess.run(["sh", "-euc", script, "-", *words], capture_output=True, text=True, check=False)
    assert "put back as it was" in done.stdout, done.stderr
    assert (tmp_path / "of-root").read_text() == "root's own"
    assert (state / "journal.sqlite3").stat().st_mode & 0o777 == 0o640
    with closing(sqlite3.connect(state / "journal.sqlite3")) as record:
        assert record.execute("SELECT w FROM t").fetchone() == ("whole",)


def test_a_command_that_fails_before_the_switch_says_that_nothing_was_changed(
    made: Path, root: Path, tmp_path: Path
) -> None:
    done = world.run(made / "new", root, first=world.stand_in(tmp_path / "tools", "mv", "exit 1"))
    assert (done.returncode, "nothing was changed" in done.stderr) == (2, True), done.stderr
    assert world.current(root) == "1.0.0"
