"""Several processes on one registry: nothing is lost, no code is in two packs, though the secret changes meanwhile."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from cards.cards_tools import add_tags, tags

from device.cards.errors import RegistryFileError
from device.cards.registry import registry_file
from device.cards.registry.registry import Registry

TESTS = Path(__file__).parents[1]


def test_three_processes_add_packs_and_change_the_secret(folder: Path) -> None:
    path = folder / "packs.sqlite3"
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent)))}
    processes = [
        subprocess.Popen(
            [sys.executable, str(TESTS / "cards/cards_process.py"), str(path), "add", str(seed), "6"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings,
        )
        for seed in (1, 2, 3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    first = [int(process.communicate(timeout=120)[0]) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert sum(first) == 6, "each tag has one pack"
    registry = Registry(path)
    packs = registry.packs()
    assert len(packs) == 3 * 6 + 6
    assert len({code for pack in packs for code in registry.codes_of(pack.id)}) == 52 * len(packs)
    assert [one.number for one in registry.secret().generations] == [4]
    assert sorted(found.name for found in folder.iterdir()) == ["packs.sqlite3", "packs.sqlite3.key"]


def test_a_registry_held_by_another_program_is_told(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_file, "BUSY_S", 0.01)
    add_tags(registry, 1)
    other = sqlite3.connect(registry.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert registry.find(next(iter(tags(1)))) is not None, "a look goes beside a step that is being prepared"
    with pytest.raises(RegistryFileError, match=r"another program holds it locked.*nothing was changed"):
        add_tags(registry, 2)
    other.execute("ROLLBACK")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RegistryFileError, match="another program holds it locked"):
        registry.packs()
    other.close()
    assert len(registry.packs()) == 1
