"""systemd/install below a folder: the way through, twice, interrupted anywhere, and all that can be in the way."""

import fcntl
import os
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from systemd import installing as world

pytestmark = pytest.mark.needs("openssl", "flock")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return world.machine(tmp_path / "root")


@pytest.fixture
def installed(made: Path, tmp_path: Path) -> Path:
    return world.again(made / "root", tmp_path / "root")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return world.clone(tmp_path / "old", "1.0.0")


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return world.clone(tmp_path / "new", "2.0.0")


def install(clone: Path, root: Path, *words: str | Path) -> str:
    done = world.run(clone, root, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def leftovers(root: Path) -> list[str]:
    opt = root / "opt/zapato"
    names = [path.name for path in (*opt.iterdir(), *(opt / "releases").iterdir(), *(root / "var").rglob(".try-*"))]
    return [name for name in names if name.startswith(".") and name != ".lock"]


def test_install_again_upgrade_back_and_uninstall(root: Path, new: Path, tmp_path: Path) -> None:
    old = world.clone(tmp_path / "whole", "1.0.0", whole=True)
    assert "the settings of this table" in install(old, root)
    assert world.current(root) == "1.0.0"
    assert (root / "usr/local/bin/zapato").readlink() == Path("/opt/zapato/current/bin/zapato")
    put = {path.relative_to(root / "etc/systemd/system") for path in (root / "etc/systemd/system").rglob("*")}
    units = world.ROOT / "systemd/units"
    assert {path.relative_to(units) for path in units.rglob("*")} == put - {Path(CTRL_ALT_DEL.name)}
    assert (root / CTRL_ALT_DEL).readlink() == Path("/dev/null")
    settings = root / "etc/zapato/table.toml"
    settings.write_text("production = true\n")
    first = (root / "opt/zapato/current").readlink()

    assert "there already" in install(old, root)
    assert (root / "opt/zapato/current").readlink() == first
    assert not (root / "opt/zapato/previous").is_symlink()

    assert "the record can be read" in install(new, root)
    assert world.current(root) == "2.0.0"
    assert (root / "opt/zapato/previous").readlink() == first
    assert settings.read_text() == "production = true\n"

    install(old, root, "--rollback")
    assert world.current(root) == "1.0.0"
    assert "2.0.0" in world.run(old, root, "--status").stdout
    assert leftovers(root) == []

    done = world.run(old, root, program="uninstall")
    assert done.returncode == 0, done.stderr
    assert settings.exists()
    assert (root / "var/backups/zapato").exists()
    assert not (root / "opt/zapato").exists()
    assert not (root / "usr/local/bin/zapato").is_symlink()
    assert not (root / CTRL_ALT_DEL).is_symlink()
    assert world.run(old, root, program="uninstall").returncode == 0


def test_a_third_release_takes_the_place_of_the_first(upgraded: Path, tmp_path: Path) -> None:
    root = world.again(upgraded, tmp_path / "root")
    install(world.clone(tmp_path / "third", "3.0.0"), root)
    assert sorted(path.name.split("-")[0] for path in (root / "opt/zapato/releases").iterdir()) == [
        "2.0.0",
        "3.0.0",
    ]


def test_files_that_a_later_release_has_not_go_and_come_back(root: Path, old: Path, new: Path) -> None:
    (old / "systemd/units").mkdir(exist_ok=True)
    (old / "systemd/units/zapato-former.service").write_text("[Unit]\n")
    former = root / "etc/systemd/system/zapato-former.service"
    install(old, root)
    assert former.exists()
    install(new, root)
    assert not former.exists()
    install(new, root, "--rollback")
    assert former.exists()


CTRL_ALT_DEL = Path("etc/systemd/system/ctrl-alt-del.target")


def test_what_somebody_else_has_said_of_ctrl_alt_del_stays(installed: Path, old: Path) -> None:
    """What the installation itself says of it comes and goes in the first test."""
    link = installed / CTRL_ALT_DEL
    for own in ("/usr/lib/systemd/system/poweroff.target", "/dev/null"):  # said later than ours, and before it
        link.unlink()
        link.symlink_to(own)
        install(old, installed)
        assert world.run(old, installed, program="uninstall").returncode == 0
        assert link.readlink() == Path(own)


EVERY = bool(os.environ.get("ZAPATO_EVERY_STEP"))


@pytest.mark.parametrize("part", range(4 if EVERY else 1))
def test_killed_at_any_step_a_whole_release_runs_and_the_next_run_goes_on(
    installed: Path, new: Path, tmp_path: Path, part: int
) -> None:
    """A few of the steps; with ZAPATO_EVERY_STEP=1 all of them, each fourth in a test of its own."""
    root = installed
    steps, at, killed, most = (4, part + 1, 0, None) if EVERY else (24, 12, 0, 2)
    image = tmp_path / "image.tar"
    with tarfile.open(image, "w") as archive:
        archive.add(root, "root")
    while killed != most:
        if not world.run_until(new, root, at, tmp_path / "tools"):
            break
        killed += 1
        assert world.current(root) in ("1.0.0", "2.0.0")
        install(new, root)
        assert world.current(root) == "2.0.0"
        assert leftovers(root) == []
        assert (root / "opt/zapato/previous").resolve(strict=True).name.startswith("1.0.0-")
        subprocess.run(["rm", "-rf", str(root)], check=True)
        with tarfile.open(image) as archive:
            archive.extractall(tmp_path, filter="tar")
        at += steps
    assert killed >= 2


def _no_system(root: Path) -> None:
    (root / "etc/os-release").unlink()


def _system(text: str) -> Callable[[Path], None]:
    def write(root: Path) -> None:
        (root / "etc/os-release").write_text(text)

    return write


@pytest.mark.parametrize(
    ("break_it", "word"),
    [
        (_no_system, "no Debian"),
        (_system('ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu 24.04"\n'), "Ubuntu"),
        (_system('ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian 11"\n'), "Debian 11"),
        (_system('ID=raspbian\nVERSION_ID="12"\n'), "32-bit"),
    ],
)
def test_other_systems_are_refused_before_anything_is_made(
    root: Path, old: Path, break_it: Callable[[Path], None], word: str
) -> None:
    break_it(root)
    done = world.run(old, root)
    assert (done.returncode, word in done.stderr) == (2, True), done.stderr
    assert not (root / "opt").exists()


@pytest.mark.parametrize(
    ("name", "says", "word"),
    [
        ("uname", "echo armv7l", "armv7l"),
        ("getconf", "echo 32", "32-bit"),
        ("df", 'echo head; echo "x 1 1 $((20 * 1024)) 1% /"', "20 MB free"),
        (
            "df",
            'echo head; case $1 in -Pk) echo "x 1 1 9000000 1% /" ;; *) echo "x 100 99 1 99% /" ;; esac',
            "too few files",
        ),
    ],
)
def test_machines_that_cannot_take_it(  # noqa: PLR0917
    installed: Path, new: Path, tmp_path: Path, name: str, says: str, word: str
) -> None:
    root = installed
    done = world.run(new, root, first=world.stand_in(tmp_path / "tools", name, says))
    assert (done.returncode, word in done.stderr) == (2, True), done.stderr
    assert world.current(root) == "1.0.0"


def _unknown_key(root: Path, new: Path) -> None:
    (root / "etc/zapato/table.toml").write_text("unknown = 1\n")


def _damaged(root: Path, new: Path) -> None:
    (root / "etc/zapato/record-is-damaged").touch()


def _no_setup(root: Path, new: Path) -> None:
    (new / "cannot-be-set-up").touch()


def _no_run(root: Path, new: Path) -> None:
    (new / "does-not-run").touch()


def _foreign_command(root: Path, new: Path) -> None:
    (root / "usr/local/bin/zapato").unlink()
    (root / "usr/local/bin/zapato").write_text("somebody's own")


@pytest.mark.parametrize("break_it", [_unknown_key, _damaged, _no_setup, _no_run, _foreign_command])
def test_an_upgrade_that_cannot_be_leaves_the_old_release(
    installed: Path, new: Path, break_it: Callable[[Path, Path], None]
) -> None:
    root = installed
    break_it(root, new)
    done = world.run(new, root)
    assert done.returncode == 2, done.stderr
    assert "zapato: " in done.stderr
    assert world.current(root) == "1.0.0"


def test_only_one_at_a_time(installed: Path, old: Path) -> None:
    root = installed
    with (root / "opt/zapato/.lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = world.run(old, root)
    assert (done.returncode, "another installation" in done.stderr) == (2, True)
    install(old, root)


def test_a_release_that_was_changed_is_not_taken_for_the_one_that_was_installed(installed: Path, old: Path) -> None:
    root = installed
    (root / "opt/zapato/current/changed").touch()
    done = world.run(old, root)
    assert done.returncode == 0, done.stderr
    assert not (root / "opt/zapato/current/changed").exists()
    assert world.current(root) == "1.0.0"


@pytest.mark.parametrize("typed", ["", "yes\n", "delete the record of BAC 2\n"])
def test_records_go_only_when_it_is_typed(installed: Path, old: Path, typed: str) -> None:
    root = installed
    settings = root / "etc/zapato/table.toml"
    settings.write_text('[table]\nname = "BAC 1"    # what it is called\n')
    done = world.run(old, root, "--purge-records", program="uninstall", typed=typed)
    assert done.returncode == 2
    assert world.current(root) == "1.0.0"
    done = world.run(old, root, "--purge-records", program="uninstall", typed="delete the record of BAC 1\n")
    assert done.returncode == 0, done.stderr
    assert not settings.exists()


@pytest.mark.parametrize(
    "words", [["--bundle"], ["--nonsense"], ["--wait", "soon"], ["--rollback"], ["--bundle", "/none.tar"]]
)
def test_wrong_words_are_told(root: Path, old: Path, words: list[str]) -> None:
    done = world.run(old, root, *words)
    assert (done.returncode, done.stderr.startswith("zapato: ")) == (2, True), done.stderr
