"""A record that the settings keep on another disk: seen before anything is stopped, and put back like one at home."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from systemd import installing as world

pytestmark = pytest.mark.needs("openssl", "flock")

_SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$WORLD/told"
case $1 in
  show) echo failed ;;
  start) [ -e "$WORLD/brought-up" ] || "$PYTHON" -I -c '
import os, sqlite3, sys
for path in sys.argv[1:]:
    if os.path.exists(path):
        sqlite3.connect(path).executescript("PRAGMA user_version = 4; DELETE FROM t;")
' "$WORLD/root/srv/ssd/record.db" "$WORLD/root/var/lib/zapato/journal.sqlite3"
    touch "$WORLD/brought-up" ;;
esac
"""
_SWITCH = """
here=$1/install.d prefix=$2 python=$3 anyway=no start=yes patience=0
for part in common machine build record switch; do . "$here/$part.sh"; done
here=$1
places
live=yes
name=$(previous_release)
trap ended EXIT
check_room
switch_to "$name"
[ "$switched" = yes ]
"""


@pytest.fixture
def root(upgraded: Path, tmp_path: Path) -> Path:
    """The same, with its record on a disk of its own."""
    root = world.again(upgraded, tmp_path / "root")
    (root / "etc/zapato/table.toml").write_text('[journal]\npath = "/srv/ssd/record.db"\n')
    (root / "srv/ssd").mkdir(parents=True)
    (root / "var/lib/zapato").mkdir(parents=True)
    return root


def record(path: Path) -> Path:
    """A record of the shape that the release before can read; its newest line is in its log, as after a kill."""
    with closing(sqlite3.connect(path)) as written:
        written.executescript("PRAGMA user_version = 3; CREATE TABLE t (w); PRAGMA journal_mode = WAL;")
        written.execute("INSERT INTO t VALUES ('dealt')")
        written.commit()
        killed = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    path.write_bytes(killed[0])
    Path(f"{path}-wal").write_bytes(killed[1])
    return path


def read(path: Path) -> tuple[int, list[tuple[str]]]:
    with closing(sqlite3.connect(path)) as there:
        (shape,) = there.execute("PRAGMA user_version").fetchone()
        return shape, there.execute("SELECT w FROM t").fetchall()


def switch(made: Path, root: Path, *, python: Path = world.PYTHON) -> subprocess.CompletedProcess[str]:
    """To the other release, on a machine whose systemd says that no table gets ready."""
    tools = root.parent / "tools"
    for name in ("systemd-run", "udevadm", "journalctl", "sysctl"):
        world.stand_in(tools, name, "exit 0")
    (tools / "systemctl").write_text(_SYSTEMCTL)
    (tools / "systemctl").chmod(0o755)
    told = {"WORLD": str(root.parent), "PYTHON": str(world.PYTHON)}
    return subprocess.run(
        ["sh", "-euc", _SWITCH, "-", made / "new/systemd", root, python],
        env={**os.environ, **told, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("where", ["/srv/ssd/record.db", "a link to /srv/ssd/record.db", "a link to /srv/ssd"])
def test_it_is_put_back_as_it_was_when_the_new_release_does_not_get_ready(made: Path, root: Path, where: str) -> None:
    there = record(root / "srv/ssd/record.db")
    if where.startswith("a link"):
        (root / "etc/zapato/table.toml").write_text('[journal]\npath = "/var/lib/zapato/journal.sqlite3"\n')
        if where.endswith(".db"):
            (root / "var/lib/zapato/journal.sqlite3").symlink_to(there)
        else:
            there = there.rename(there.with_name("journal.sqlite3"))
            Path(f"{root}/srv/ssd/record.db-wal").rename(f"{there}-wal")
            (root / "var/lib/zapato").rmdir()
            (root / "var/lib/zapato").symlink_to(root / "srv/ssd")
    done = switch(made, root)
    assert (done.returncode, "does not get ready" in done.stderr) == (1, True), done.stderr
    assert "is put back as it was" in done.stdout, done.stdout + done.stderr
    assert read(there) == (3, [("dealt",)])
    assert world.current(root) == "2.0.0"
    assert not (root / "opt/zapato/.record-before").exists()


def test_its_log_is_put_back_where_a_full_disk_kept_it_from_being_carried_over(made: Path, root: Path) -> None:
    there = record(root / "srv/ssd/record.db")
    full = world.stand_in(
        root.parent / "full",
        "python",
        f"""
case "$*" in *user_version*record-before*) exit 1 ;; esac
exec {world.PYTHON} "$@"
""",
    )
    done = switch(made, root, python=full / "python")
    assert "is put back as it was" in done.stdout, done.stdout + done.stderr
    assert read(there) == (3, [("dealt",)])


def _no_disk(root: Path, tools: Path) -> None:
    (root / "srv/ssd/record.db").unlink()
    (root / "srv/ssd/record.db-wal").unlink()
    (root / "srv/ssd").rmdir()


def _no_file(root: Path, tools: Path) -> None:
    (root / "srv/ssd/record.db").unlink()
    (root / "srv/ssd/record.db").mkdir()


def _no_room(root: Path, tools: Path) -> None:
    os.truncate(root / "srv/ssd/record.db", 2 * 1024**3)
    world.stand_in(tools, "df", 'echo head; echo "x 1 1 $((5 * 1024 * 1024)) 1% /"')


def _no_room_at_home(root: Path, tools: Path) -> None:
    (root / "etc/zapato/table.toml").write_text('[journal]\npath = "/var/lib/zapato/journal.sqlite3"\n')
    (root / "srv/ssd/record.db").rename(root / "var/lib/zapato/journal.sqlite3")
    os.truncate(root / "var/lib/zapato/journal.sqlite3", 2 * 1024**3)
    world.stand_in(tools, "df", 'echo head; echo "x 1 1 $((5 * 1024 * 1024)) 1% /"')


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (_no_disk, ("folder", "is not there", "mount its disk")),
        (_no_file, ("record.db cannot be copied",)),
        (_no_room, ("too little room for the copies of the record", "5120 MB free", "8212 MB are needed", "du -xah")),
        (_no_room_at_home, ("too little room for the copies of the record", "5120 MB free", "8212 MB are needed")),
    ],
)
def test_what_cannot_be_copied_is_told_before_anything_is_stopped(
    made: Path, root: Path, tmp_path: Path, break_it: Callable[[Path, Path], None], words: tuple[str, ...]
) -> None:
    record(root / "srv/ssd/record.db")
    (tmp_path / "tools").mkdir()
    break_it(root, tmp_path / "tools")
    done = switch(made, root)
    assert done.returncode == 2, done.stderr
    assert [one for one in words if one not in done.stderr] == [], done.stderr
    assert not (tmp_path / "told").exists()
    # And all the way from the command, which has its own order of steps.
    for told in ((), ("--anyway",) if break_it not in {_no_disk} else ()):
        done = world.run(made / "new", root, "--rollback", *told, first=tmp_path / "tools")
        assert (done.returncode, words[0] in done.stderr, "switch" in done.stderr) == (2, True, False), done.stderr
    assert world.current(root) == "2.0.0"
