"""The lock files: everything pinned and hashed, no host named, and in step with pyproject.toml."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
RUN, PI, TESTS = (
    ROOT / name for name in ("systemd/requirements.lock", "systemd/requirements-pi.lock", "tests/requirements.lock")
)
LOCKS = pytest.mark.parametrize("lock", [RUN, PI, TESTS], ids=lambda path: path.name)


def pins(lock: Path) -> dict[str, Version]:
    """Package name → pinned version; fails on a line that is not a pin with at least one hash."""
    found: dict[str, Version] = {}
    for entry in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip()):
        match = re.fullmatch(r"([a-z0-9-]+)==(\S+)(?: ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)", entry)
        assert match, f"{lock.name}: not a pin with hashes: {entry.splitlines()[0]}"
        found[match[1]] = Version(match[2])
    return found


def wanted(*extras: str, groups: tuple[str, ...] = ("build",)) -> list[Requirement]:
    """What pyproject.toml asks for, with these extras and dependency groups."""
    content: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines: list[str] = list(content["project"]["dependencies"])
    for extra in extras:
        lines += content["project"]["optional-dependencies"][extra]
    for group in groups:
        lines += content["dependency-groups"][group]
    return [Requirement(line) for line in lines]


@LOCKS
def test_every_package_is_pinned_and_hashed(lock: Path) -> None:
    assert len(pins(lock)) > 10


@LOCKS
def test_no_host_is_named(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text


@pytest.mark.parametrize(
    ("lock", "requirements"),
    [
        (RUN, wanted("screen", "cards", "gpio")),
        (PI, wanted("screen", "cards", "pi")),
        (TESTS, wanted("screen", "cards", "gpio", groups=("build", "test"))),
    ],
    ids=["run", "pi", "tests"],
)
def test_the_lock_gives_what_the_project_asks_for(lock: Path, requirements: list[Requirement]) -> None:
    locked = pins(lock)
    for requirement in requirements:
        version = locked.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not in {lock.name}: run systemd/lock"
        assert version in requirement.specifier, f"{requirement} is locked at {version}: run systemd/lock"


@pytest.mark.parametrize("lock", [PI, TESTS], ids=["pi", "tests"])
def test_the_wider_locks_agree_with_the_first(lock: Path) -> None:
    locked = pins(lock)
    assert {name: locked.get(name) for name in pins(RUN)} == pins(RUN)


def test_the_build_backend_is_in_the_lock() -> None:
    # Set-up builds without isolation, so that nothing is fetched that no hash vouches for.
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {Requirement(line).name for line in content["build-system"]["requires"]} <= pins(RUN).keys()
