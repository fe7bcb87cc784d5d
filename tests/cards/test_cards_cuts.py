"""Killed or without power at any moment: what was done is there, and what was begun can go on."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cards.cards_tools import AT, CHEAP, LATER, WORDS, add_labels, add_tags, tags
from journal.shim import disk_shim

from device.cards.backup.backup_file import decode
from device.cards.backup.making import make_backup
from device.cards.backup.restoring import restore
from device.cards.errors import CardsError
from device.cards.pack import Pack, PackState
from device.cards.registry.registry import Registry
from device.rules.card import Card
from device.rules.foreign import WhyForeign

TESTS = Path(__file__).parents[1]
NAME = "packs.sqlite3"
CUTS = int(os.environ.get("ZAPATO_POWER_CUTS", "60"))

pytestmark = pytest.mark.needs("cc")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return disk_shim.build(tmp_path_factory.mktemp("shim"))


def run(library: Path, folder: Path, log: Path, doing: str) -> list[disk_shim.Entry]:
    """Everything that the process changed on the disk, in order."""
    path = os.pathsep.join((str(TESTS), str(TESTS.parent)))
    command = [sys.executable, str(TESTS / "cards/cards_process.py"), str(folder / NAME), doing, "0", "0"]
    surroundings = os.environ | {"PYTHONPATH": path} | disk_shim.environment(library, folder, log=log)
    subprocess.run(command, env=surroundings, check=True)
    return disk_shim.read_log(log)


def each_cut(
    folder: Path, entries: list[disk_shim.Entry], before: dict[str, bytes], look: Callable[[Path, int], None]
) -> int:
    """Let `look` see the files after kills and after power cuts, and what was told by then; returns how many.

    Kills lie after every name that is made, changed or removed and after every sync, and among the writes at every
    fifth; power cuts lie by chance. With the environment's ``ZAPATO_POWER_CUTS`` they are more.
    """
    chance = random.Random(5)
    kills = [at for at in range(len(entries) + 1) if CUTS > 60 or at % 5 == 0 or entries[at - 1].op not in "WM"]
    cuts = [(at, None) for at in kills] + [(chance.randint(0, len(entries)), chance) for _ in range(CUTS // 3)]
    for number, (at, by) in enumerate(cuts):
        told = max((entry.a for entry in entries[:at] if entry.op == "M"), default=0)
        place = folder / f"cut-{number}"
        place.mkdir()
        for names, data in disk_shim.files_after(before, entries[:at], by):
            for name in names:
                file = place / Path(name).relative_to(folder / "disk")
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(data)
                file.chmod(0o600)
        look(place / NAME, told)
    return len(cuts)


def test_a_change_of_the_secret_may_be_cut_short_anywhere(folder: Path, library: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    registry = Registry(disk / NAME, create=True)
    old_labels = add_labels(registry, "7QX4")
    tag_pack = add_tags(registry, 2)
    registry.move(("7QX4", tag_pack), PackState.OPENED, by="a", at=AT)
    before = {str(path): path.read_bytes() for path in disk.iterdir()}
    known = {"7QX4": dict(old_labels), tag_pack: tags(2)}
    generations = set()

    def look(path: Path, told: int) -> None:
        opened = Registry(path)
        assert {pack.id: opened.codes_of(pack.id) for pack in opened.packs()} == known
        retired = opened.pack("7QX4").state is PackState.RETIRED
        assert retired or told < 2
        snapshot = opened.snapshot()
        code = next(iter(old_labels))
        foreign = snapshot.why_not(code)
        assert (foreign is not None and foreign.why is WhyForeign.RETIRED) if retired else (foreign is None)
        assert retired or snapshot.card_of(code) is old_labels[code]
        generations.add(tuple(one.number for one in opened.secret().generations))
        new = opened.rotate(at=LATER)
        assert len(new.generations) == (1 if retired else 2), "the change goes on and old keys are forgotten"
        assert {pack.id: opened.codes_of(pack.id) for pack in opened.packs()} == known

    cuts = each_cut(folder, run(library, disk, folder / "log", "rotate"), before, look)
    assert cuts > 50
    assert generations >= {(1,), (1, 2), (2,), (2, 3), (3,)}, "the cuts lay everywhere"


def test_the_first_packs_and_their_way_may_be_cut_short_anywhere(folder: Path, library: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    seen = set()

    def states(pack: Pack | None) -> int:
        """How far the pack is."""
        if pack is None:
            return 1
        far = {PackState.ENROLLED: 5, PackState.OPENED: 6, PackState.RETIRED: 7}
        return far.get(pack.state, {0: 2, 20: 3, 52: 4}[pack.cards])

    def look(path: Path, told: int) -> None:
        opened = Registry(path, create=True)
        packs = opened.packs()
        found = states(packs[0] if packs else None)
        assert told <= found or (told, found) == (0, 1)
        assert found <= told + 1
        cards: dict[str, Card] = tags(1, {1: 0, 2: 0, 3: 20}.get(found, 52))
        assert (opened.codes_of("AAAA") if packs else {}) == cards
        seen.add(found)
        add_tags(opened, 9)

    each_cut(folder, run(library, disk, folder / "log", "life"), {}, look)
    assert seen == set(range(1, 8))


def test_putting_a_backup_back_may_be_cut_short_anywhere(folder: Path, library: Path) -> None:
    """What is there is the old registry or the new one; in between, a plain word, and doing it again helps."""
    disk = folder / "disk"
    disk.mkdir()
    registry = Registry(disk / NAME, create=True)
    name = add_tags(registry, 1)
    (disk / "backup").write_bytes(make_backup(registry.path, WORDS, at=AT, dearness=CHEAP))
    contents = decode((disk / "backup").read_bytes(), WORDS)
    registry.move((name,), PackState.OPENED, by="a", at=AT)
    registry.rotate(at=AT)
    before = {str(path): path.read_bytes() for path in disk.iterdir()}
    found: set[PackState | None] = set()

    def look(path: Path, told: int) -> None:
        try:
            state = Registry(path).pack(name).state
        except CardsError as error:
            assert "`zapato cards restore`" in str(error)
            found.add(None)
        else:
            assert state is PackState.ENROLLED or not told
            found.add(state)
        restore(path, contents, by="a", at="2026-03-03", force=True)
        assert Registry(path).pack(name).state is PackState.ENROLLED

    each_cut(folder, run(library, disk, folder / "log", "restore"), before, look)
    assert found == {PackState.OPENED, PackState.ENROLLED, None}


def test_what_a_killed_process_left_behind_is_not_in_the_way(folder: Path) -> None:
    registry = Registry(folder / NAME, create=True)
    (folder / f"{NAME}.key.0011223344556677.new").write_bytes(b"half")
    contents = decode(make_backup(registry.path, WORDS, at=AT, dearness=CHEAP), WORDS)
    registry.rotate(at=AT)
    assert sorted(found.name for found in folder.iterdir()) == [NAME, f"{NAME}.key"], "old keys do not linger"
    unpacked = folder / f"{NAME}.abcdefgh.new"
    unpacked.mkdir()
    (unpacked / f"{NAME}.key").write_bytes(b"old keys")
    restore(registry.path, contents, by="a", at=LATER, force=True)
    assert not unpacked.exists()
