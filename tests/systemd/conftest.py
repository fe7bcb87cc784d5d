"""What the tests of the installer begin with, made once for all of them."""

from pathlib import Path

import pytest

from systemd import installing as world


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Clones `old` and `new`, of releases 1.0.0 and 2.0.0, and a machine `root` that has the first."""
    folder = tmp_path_factory.mktemp("made")
    world.clone(folder / "new", "2.0.0")
    done = world.run(world.clone(folder / "old", "1.0.0"), world.machine(folder / "root"))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def upgraded(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine on which the second release took the place of the first."""
    root = world.again(made / "root", tmp_path_factory.mktemp("upgraded") / "root")
    done = world.run(made / "new", root)
    assert done.returncode == 0, done.stderr
    return root
