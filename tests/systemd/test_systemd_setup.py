"""systemd/setup by itself, with a Python that only notes what it is asked: what is installed, how, and when again."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_PYTHON = r"""#!/bin/sh
case $* in
  *python_version*) echo 3.11.2 ;;
  *%d.%d*) echo 3.11 ;;
  *calcsize*) echo "Linux x86_64 64" ;;
  *"-m venv "*)
    for last; do :; done
    mkdir -p "$last/bin"
    cp "$0" "$last/bin/python"
    touch "$last/pyvenv.cfg" ;;
  *"-m pip install"*)
    echo "$*" >>"$WORLD/asked"
    [ ! -e "$WORLD/$CANNOT" ] || exit 1 ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "systemd", folder / "systemd", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests").mkdir()
    (folder / "device").mkdir()
    for name in ("tests/requirements.lock", "device/__init__.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    (tmp_path / "python").write_text(_PYTHON)
    (tmp_path / "python").chmod(0o755)
    return folder


def setup(clone: Path, *words: str, fails: bool = False) -> tuple[list[str], str]:
    """What was asked of pip, in turn, and what setup said last."""
    world = clone.parent
    (world / "asked").write_text("")
    done = subprocess.run(
        [clone / "systemd/setup", "--python", world / "python", *words],
        cwd=world, env={**os.environ, "WORLD": str(world), "CANNOT": "asked" if fails else "none"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == (2 if fails else 0), done.stdout + done.stderr
    asked = [line.split("install ", 1)[1] for line in (world / "asked").read_text().splitlines()]
    return asked, (done.stderr if fails else done.stdout).splitlines()[0 if fails else -1]


def ends(asked: list[str]) -> list[str]:
    """The last word of each: what was to be installed."""
    return [one.split()[-1] for one in asked]


def test_from_a_clone_and_again_only_what_changed(clone: Path) -> None:
    asked, said = setup(clone, "--no-pi")
    assert ends(asked) == ["systemd/requirements.lock", str(clone)]
    assert "--require-hashes" in asked[0] and "--only-binary :all:" in asked[0] and "--editable" in asked[1]
    assert said == "zapato: ready; the command is clone/.venv/bin/zapato"
    assert setup(clone, "--no-pi") == ([], "zapato: set up already in clone/.venv")

    assert ends(setup(clone, "--no-pi", "--tests")[0]) == ["tests/requirements.lock"]
    assert setup(clone, "--no-pi")[0] == [], "who does not ask for the tests' packages keeps them"
    for changed, then in (("pyproject.toml", str(clone)), ("systemd/requirements.lock", "systemd/requirements.lock")):
        with (clone / changed).open("a") as file:
            file.write("# changed\n")
        assert ends(setup(clone, "--no-pi", "--tests")[0]) == [then]
    assert ends(setup(clone, "--pi")[0]) == ["systemd/requirements-pi.lock"]
    later = clone.rename(clone.with_name("elsewhere"))
    assert len(setup(later, "--no-pi")[0]) == 2, "an environment knows its own place"


def test_offline_into_a_folder_the_program_is_copied_and_no_index_is_asked(clone: Path) -> None:
    wheels = clone.parent / "wheels"
    wheels.mkdir()
    asked, said = setup(clone, "--no-pi", "--into", "env", "--offline", "wheels")
    assert ends(asked) == ["systemd/requirements.lock", str(clone)]
    assert all(f"--no-index --find-links {wheels}" in one for one in asked)
    assert "--editable" not in asked[1]
    assert said == "zapato: ready; the command is env/bin/zapato"
    assert setup(clone, "--no-pi", "--into", "env", "--offline", "wheels")[0] == []
    (clone / "device/table.py").write_text("")  # of a copy each file counts
    assert ends(setup(clone, "--no-pi", "--into", "env", "--offline", "wheels")[0]) == [str(clone)]


def test_what_did_not_come_to_its_end_counts_for_nothing(clone: Path) -> None:
    asked, said = setup(clone, "--no-pi", fails=True)
    assert ends(asked) == ["systemd/requirements.lock"]
    assert said.startswith("zapato: the installation failed")
    assert ends(setup(clone, "--no-pi")[0]) == ["systemd/requirements.lock", str(clone)]


def test_somebodys_folder_is_left_alone(clone: Path) -> None:
    (clone.parent / "env").mkdir()
    (clone.parent / "env/theirs").write_text("theirs")
    _, said = setup(clone, "--into", "env", fails=True)
    assert "is no Python environment" in said
    assert [path.name for path in (clone.parent / "env").iterdir()] == ["theirs"]
