"""The import contracts of pyproject.toml: that they cover what is there, and that they would notice."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PURE = ["readers", "roads", "rules", "table"]


def project() -> dict[str, Any]:
    """The whole of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def contracts(kind: str) -> list[dict[str, Any]]:
    """The contracts of one type, as written."""
    found: list[dict[str, Any]] = project()["tool"]["importlinter"]["contracts"]
    return [contract for contract in found if contract["type"] == kind]


def layers_of(container: str) -> dict[str, Any]:
    """The contract of layers inside one package."""
    (found,) = (contract for contract in contracts("layers") if contract["containers"] == [container])
    return found


def packages() -> set[str]:
    """The folders and modules directly in device/ that hold code."""
    folders = {path.parent.name for path in (ROOT / "device").glob("*/*.py")}
    return folders | {path.stem for path in (ROOT / "device").glob("*.py")} - {"__init__"}


def test_every_part_has_its_place_and_no_place_is_left_without_a_part() -> None:
    layers = layers_of("device")
    names = [name.strip() for layer in layers["layers"] for name in layer.split("|")]
    agreed = {name.strip("()") for name in names}
    required = {name for name in names if not name.startswith("(")}
    assert layers["exhaustive"]
    assert packages() <= agreed, f"give these a layer in pyproject.toml: {sorted(packages() - agreed)}"
    assert required <= packages(), f"not built, so put it in parentheses: {sorted(required - packages())}"


def test_the_pure_parts_are_all_under_the_contract_of_purity() -> None:
    (pure,) = contracts("forbidden")
    assert {f"device.{name}" for name in PURE} <= set(pure["source_modules"])
    assert {"time", "threading", "os", "pathlib", "random", "sqlite3"} <= set(pure["forbidden_modules"])


# File → what it may not import, and how the report names that.
FORBIDDEN = {
    "rules/clock.py": ("import time", "device.rules.clock -> time"),
    "rules/upwards.py": ("from device.table import state", "device.rules.upwards -> device.table"),
    "table/chance.py": ("def f() -> None:\n    import random", "device.table.chance -> random"),
    "journal/sideways.py": ("import device.line", "device.journal.sideways -> device.line"),
    "screen/port.py": ("import serial.tools.list_ports", "device.screen.port -> serial"),
    "line/pins.py": ("from gpiozero import LED", "device.line.pins -> gpiozero"),
    "feed/window.py": ("import pygame.image", "device.feed.window -> pygame"),
    "play/database.py": ("from sqlite_utils import Database", "device.play.database -> sqlite_utils"),
    "screen/sheets.py": ("from reportlab.pdfgen import canvas", "device.screen.sheets -> reportlab"),
    "line/codes.py": ("import zxingcpp", "device.line.codes -> zxingcpp"),
    "cards/keys.py": ("import device.cards.registry", "device.cards.keys -> device.cards.registry"),
    "cards/station.py": ("import device.cards.sheets", "device.cards.station -> device.cards.sheets"),
    "screen/hire.py": ("import device.sim", "device.screen.hire -> device.sim"),
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a program with all the forbidden imports at once."""
    folder = tmp_path_factory.mktemp("forbidden")
    _lawful(folder)
    for file, (line, _) in FORBIDDEN.items():
        (folder / "device" / file).write_text(line + "\n", encoding="utf-8")
    return _lint(folder)


@pytest.mark.parametrize("file", FORBIDDEN)
def test_a_forbidden_import_is_noticed(report: str, file: str) -> None:
    assert f"{FORBIDDEN[file][1]} (l." in report


def test_a_program_that_keeps_the_contracts_passes(tmp_path: Path) -> None:
    _lawful(tmp_path)
    assert "0 broken" in _lint(tmp_path)


def test_a_folder_without_a_place_is_noticed(tmp_path: Path) -> None:
    _lawful(tmp_path)
    (tmp_path / "device" / "attic").mkdir()
    (tmp_path / "device" / "attic" / "__init__.py").touch()
    assert "device.attic" in _lint(tmp_path)


def _parts(container: str) -> set[str]:
    return {name.strip().strip("()") for layer in layers_of(container)["layers"] for name in layer.split("|")}


def _lawful(folder: Path) -> None:
    """Write a small program of all the parts, in which each library is imported where it may be and nowhere else."""
    names = _parts("device")
    allowed = {
        "line": "serial",
        "panel": "gpiozero",
        "screen": "pygame",
        "journal": "sqlite_utils",
        "cards": "reportlab, zxingcpp",
    }
    for name in names:
        (folder / "device" / name).mkdir(parents=True)
        source = f"import {allowed[name]}\n" if name in allowed else ""
        (folder / "device" / name / "__init__.py").write_text(source, encoding="utf-8")
    for name in _parts("device.cards"):
        (folder / "device" / "cards" / f"{name}.py").touch()
    (folder / "device" / "__init__.py").touch()
    (folder / "device" / "cli" / "sim.py").touch()
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())


def _lint(folder: Path) -> str:
    """What import-linter prints of the program in the folder."""
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    command = [sys.executable, "-c", program, "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
