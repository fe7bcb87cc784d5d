"""A bundle is looked at before anything of it is run: its signature, every file, the machine it is for, its age."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from systemd import installing as world

pytestmark = pytest.mark.needs("openssl", "flock")


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("keys")
    return world.key(folder, "ours"), world.key(folder, "theirs")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return world.machine(tmp_path / "root")


@pytest.fixture(scope="module")
def once(keys: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first release, installed from a bundle once for all tests that go on from there."""
    folder = tmp_path_factory.mktemp("once")
    first = world.bundle(folder / "zapato-1.0.0", "1.0.0", keys[0])
    done = world.run(first / "source", world.machine(folder / "root"), "--bundle", first, "--key", keys[0])
    assert done.returncode == 0, done.stderr
    assert "a signed release" in done.stdout
    world.bundle(folder / "zapato-2.0.0", "2.0.0", keys[0])
    return folder


@pytest.fixture
def second(once: Path, tmp_path: Path) -> Path:
    return world.again(once / "zapato-2.0.0", tmp_path / "zapato-2.0.0")


@pytest.fixture
def installed(once: Path, tmp_path: Path) -> Path:
    """A machine with the first release; gives its own installer's clone."""
    root = world.again(once / "root", tmp_path / "root")
    world.again(once / "zapato-1.0.0", tmp_path / "zapato-1.0.0")
    return root / "opt/zapato/current/share/zapato"


def tarred(folder: Path) -> Path:
    subprocess.run(["tar", "-C", folder.parent, "-cf", f"{folder}.tar", folder.name], check=True)
    return Path(f"{folder}.tar")


def test_from_a_first_bundle_to_the_next_by_the_installed_installer(
    installed: Path, second: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    assert (root / "etc/zapato/release.pub").read_bytes() == keys[0].read_bytes()
    assert (root / "opt/zapato/current/MANIFEST.sig").exists()
    done = world.run(installed, root, "--bundle", tarred(second))
    assert done.returncode == 0, done.stderr
    assert world.current(root) == "2.0.0"
    assert not (root / "opt/zapato/releases/.bundle").exists()
    first = tarred(tmp_path / "zapato-1.0.0")
    done = world.run(installed, root, "--bundle", first)
    assert (done.returncode, "older" in done.stderr) == (2, True)
    assert world.run(installed, root, "--bundle", first, "--older").returncode == 0
    assert world.current(root) == "1.0.0"


def _changed(folder: Path) -> None:
    (folder / "source/systemd/setup").write_text("#!/bin/sh\ntouch /tmp/it-was-run\n")


def _added(folder: Path) -> None:
    (folder / "wheels/more.whl").write_text("more")


def _taken(folder: Path) -> None:
    (folder / "source/pyproject.toml").unlink()


def _linked(folder: Path) -> None:
    (folder / "wheels/link.whl").symlink_to("/etc/passwd")


def _unsigned(folder: Path) -> None:
    (folder / "SHA256SUMS.sig").unlink()


def _sums_changed(folder: Path) -> None:
    with (folder / "SHA256SUMS").open("a") as file:
        file.write("0" * 64 + "  more\n")


@pytest.mark.parametrize(
    ("break_it", "word"),
    [
        (_changed, "not what was signed"),
        (_added, "other files than were signed"),
        (_taken, "not what was signed"),
        (_linked, "links or devices"),
        (_unsigned, "no SHA256SUMS.sig"),
        (_sums_changed, "signature is not that"),
    ],
)
def test_a_bundle_that_is_not_as_it_was_signed(
    installed: Path, second: Path, tmp_path: Path, break_it: Callable[[Path], None], word: str
) -> None:
    root = tmp_path / "root"
    break_it(second)
    done = world.run(installed, root, "--bundle", tarred(second))
    assert (done.returncode, word in done.stderr) == (2, True), done.stderr
    assert world.current(root) == "1.0.0"


def test_somebody_elses_bundle_a_torn_one_and_one_for_another_machine(
    installed: Path, second: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    theirs = tarred(world.bundle(tmp_path / "theirs", "2.0.0", keys[1]))
    torn = tmp_path / "torn.tar"
    whole = tarred(second)
    torn.write_bytes(whole.read_bytes()[: whole.stat().st_size // 1024 * 512 + 100])  # within a file, not between two
    other = tarred(world.bundle(tmp_path / "other", "2.0.0", keys[0], made_for="riscv64"))
    none = tmp_path / "none.tar"
    none.write_text("nothing that tar knows")
    for file, word in (
        (theirs, "signature"),
        (torn, "copy or download it anew"),
        (other, "riscv64"),
        (none, "no bundle"),
    ):
        done = world.run(installed, root, "--bundle", file)
        assert (done.returncode, word in done.stderr) == (2, True), done.stderr
        assert world.current(root) == "1.0.0"
    done = world.run(installed, root, "--bundle", theirs, "--key", keys[1])
    assert (done.returncode, "trusts another key" in done.stderr) == (2, True), done.stderr


def test_without_a_key_nothing_of_a_bundle_is_used(root: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    first = world.bundle(tmp_path / "zapato-1.0.0", "1.0.0", keys[0])
    for words in ((), ("--key", tmp_path / "none"), ("--key", first / "BUNDLE")):
        done = world.run(first / "source", root, "--bundle", first, *words)
        assert (done.returncode, done.stderr.startswith("zapato: ")) == (2, True), done.stderr
        assert not (root / "opt/zapato/current").exists()
    assert not (root / "etc/zapato/release.pub").exists()


def test_a_bundle_without_this_python_is_told(root: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    first = world.bundle(tmp_path / "zapato-1.0.0", "1.0.0", keys[0])
    for path in first.glob("MANIFEST-cp*"):
        path.unlink()
    world.seal(first, keys[0])
    done = world.run(first / "source", root, "--bundle", first, "--key", keys[0])
    assert (done.returncode, f"Python {world.MINOR}" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("place", ["inside", "open"])
def test_a_release_is_not_signed_with_a_key_that_lies_about(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "clone"
    shutil.copytree(world.ROOT / "systemd", folder / "systemd")
    key = (folder if place == "inside" else tmp_path) / "key.pem"
    key.write_text("a key")
    key.chmod(0o600 if place == "inside" else 0o644)
    done = subprocess.run(
        [folder / "systemd/release", "--key", key, "--out", tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
    )
    word = "lies in the repository" if place == "inside" else "others than you"
    assert (done.returncode, word in done.stderr) == (2, True), done.stderr
