"""kill -9 at every call of a coup that anybody could notice: no card is lost or doubled, and nothing is left behind.

The process counts its own writes, syncs and sends, and dies just before the n-th; the supervisor's part is the test's.
`tests/run` tries a few places; ``ZAPATO_KILL_PLACES=all`` all of them.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.world_shim import World
from faults.world_tools import WorldRig, processes_of, resume, world_rig
from support.house import wait_until

from device.table import events as ev

pytestmark = pytest.mark.needs("cc")

PLACES = os.environ.get("ZAPATO_KILL_PLACES", "2")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def rig(tmp_path: Path, world: World) -> Iterator[WorldRig]:
    with world_rig(tmp_path, world=world) as rig:
        yield rig


def test_killed_at_any_call_of_a_coup_it_goes_on_with_every_card_once(rig: WorldRig, world: World) -> None:
    rig.begin()
    shoe = rig.new_shoe()
    rig.shoe_board.coup()
    before = world.calls
    rig.shoe_board.coup()
    calls = world.calls - before
    assert calls > 20, "a coup is written, synced, acknowledged and shown"
    places = list(range(1, calls + 1))
    if PLACES != "all":
        places = sorted(random.Random("places of a kill").sample(places, int(PLACES)))
    for count, place in enumerate(places, 1):
        if count % 7 == 0:  # no shoe has more than eight of a card
            shoe = rig.new_shoe()
        coups = len(rig.coups(shoe))
        world.kill_at(place)
        rig.shoe_board.deal("9C 8D TC TD")
        rig.died()
        assert rig.table is not None
        assert rig.table.returncode == -9
        world.kill_at(0)
        assert processes_of(rig.folder) == [], "an orphan"
        rig.begin_again()
        resume(rig)
        wait_until(lambda coups=coups, shoe=shoe: len(rig.coups(shoe)) == coups + 1, f"the coup, killed at {place}")  # type: ignore[misc]
        wait_until(rig.shoe_board.all_acknowledged, "the acknowledgements")
        assert rig.cards_on_record() == rig.shoe_board.left, f"killed at call {place} of {calls}"
    rig.check_cards()
    restarts = sum(
        isinstance(record.event, ev.IncidentRaised) and record.event.incident.value == "recovered"
        for record in rig.records()
    )
    assert restarts <= len(places)
    rig.end()
