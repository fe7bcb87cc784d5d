"""The power goes while a real table deals: every card that the shoe was thanked for is on record once, and it deals on.

The table, its registry, people, keys and archive lie in one folder whose every write is known; each cut keeps what was
synced, and nothing, the beginning, a torn beginning or any part of the rest. ``ZAPATO_POWER_CUTS=2000`` for the long
proof, which says what it saw.
"""

import os
import random
import shutil
import sys
from pathlib import Path

import pytest
from faults import cut_life
from faults.cut_life import Written
from faults.cut_look import examine, put_back
from journal.journal_tools import folder_in_memory

CUTS = int(os.environ.get("ZAPATO_POWER_CUTS", "0"))
SHORT = 8
"""Cuts of each life in a short run."""

pytestmark = pytest.mark.needs("cc")


@pytest.fixture(scope="module", params=["from no record", "with packs, and a record of years ago"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, libraries: str) -> Written:
    folder = tmp_path_factory.mktemp("life")
    (folder / "disk").mkdir()
    with_packs = request.param != "from no record"
    return cut_life.one_by_one(libraries, folder / "disk", folder / "log", packs=with_packs)


def cuts_of(written: Written, chance: random.Random) -> list[int]:
    """After every change of every coup, in the long run; and anywhere."""
    places = len(written.entries)
    if not CUTS:
        return [chance.randint(0, places) for _ in range(SHORT)]
    return [*range(places + 1), *(chance.randint(0, places) for _ in range(max(0, CUTS // 2 - places)))]


def test_every_card_that_the_shoe_was_thanked_for_is_on_record_once(
    written: Written, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    assert written.heard == written.dealt.keys()
    assert written.told[-1] == list(written.dealt)[-1]
    chance = random.Random(7)
    cuts = cuts_of(written, chance)
    lost = doubled = 0
    with folder_in_memory() as memory:
        for number, at in enumerate(cuts):
            place = memory / str(number)
            put_back(written, at, place, chance)
            try:
                seen = examine(written, at, place)
            except Exception as error:
                error.add_note(f"cut after change {at} of {len(written.entries)}, the {number}th")
                raise
            lost, doubled = lost + seen[0], doubled + seen[1]
            shutil.rmtree(place)
    if CUTS:
        with capsys.disabled():
            cards = len(written.dealt)
            sys.stdout.write(
                f"\n{request.node.name}: {len(cuts)} cuts in {len(written.entries)} changes, {cards} cards; "
                f"{lost} lost, {doubled} doubled\n"
            )
    assert (lost, doubled) == (0, 0)


def test_the_proof_can_fail(written: Written, tmp_path: Path) -> None:
    """Where the log's syncs did nothing, the same cuts do lose cards, or the whole record."""
    without = [entry for entry in written.entries if not (entry.op == "S" and entry.path.endswith("-wal"))]
    told = [before for entry, before in zip(written.entries, written.told, strict=False) if entry in without]
    careless = Written(
        folder=written.folder,
        before=written.before,
        entries=without,
        told=[*told, written.told[-1]],
        heard=written.heard,
        dealt=written.dealt,
    )
    chance = random.Random(3)
    harmed = 0
    for number in range(4):
        at = len(without) - chance.randint(1, 30)
        place = tmp_path / str(number)
        put_back(careless, at, place, chance)
        try:
            harmed += sum(examine(careless, at, place)) > 0
        except Exception:
            harmed += 1
    assert harmed
