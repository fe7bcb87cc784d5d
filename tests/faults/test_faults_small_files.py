"""The power goes while people, PINs and settings are changed: what was said to be done is done, and files are whole."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from faults import fault_shim
from faults.small_files_process import PINS
from journal.shim import disk_shim
from staff.staff_tools import Ledger, cheap

from device.settings import load_settings
from device.staff.entry import Outcome, StaffEntry
from device.staff.store import StaffStore

TESTS = Path(__file__).parents[1]
CUTS = max(30, int(os.environ.get("ZAPATO_POWER_CUTS", "0")) // 4)

pytestmark = pytest.mark.needs("cc")


def test_what_was_said_to_be_done_outlives_a_power_cut(fast: Path, libraries: str) -> None:
    folder, log = fast / "disk", fast / "log"
    folder.mkdir()
    fault_shim.Plan(fast / "plan")
    path = os.pathsep.join((str(TESTS), str(TESTS.parent)))
    surroundings = os.environ | {"PYTHONPATH": path}
    surroundings |= fault_shim.environment(libraries, folder, fast / "plan", log=log)
    subprocess.run([sys.executable, "-m", "faults.small_files_process", str(folder)], env=surroundings, check=True)
    entries = disk_shim.read_log(log)
    assert max(entry.a for entry in entries if entry.op == "M") == 6
    chance = random.Random(12)
    for cut in range(CUTS):
        at = chance.randint(0, len(entries))
        told = max((entry.a for entry in entries[:at] if entry.op == "M"), default=0)
        place = fast / f"cut-{cut}"
        place.mkdir()
        for name, data in disk_shim.disk_after({}, entries[:at], chance).items():
            (place / Path(name).name).write_bytes(data)
            (place / Path(name).name).chmod(0o600)
        try:
            _look(place, told)
        except Exception as error:
            error.add_note(f"cut after change {at} of {len(entries)}, {told} things said to be done")
            raise


def _look(place: Path, told: int) -> None:
    store = StaffStore(place / "staff.sqlite3", hasher=cheap(), create=told == 0)
    people = {one.name: one for one in store.people()}
    assert told < 1 or "ana" in people
    if "ana" in people:
        (standing,) = store.standings()
        assert standing.wrong in ((1,) if told >= 3 else (0, 1)), "a wrong PIN stays counted"
        assert told < 4 or people["ana"].disabled
        if not people["ana"].disabled:
            entry = StaffEntry(store, report=Ledger())
            new = entry.check_pin("ana", PINS[1]).outcome is Outcome.RIGHT
            assert new or (told < 2 and entry.check_pin("ana", PINS[0]).outcome is Outcome.RIGHT)
    settings = place / "table.toml"
    assert told < 5 or settings.exists()
    if settings.exists():
        port = load_settings(settings).reader.port
        assert port in (("/dev/ttyUSB7",) if told >= 6 else ("/dev/ttyACM0", "/dev/ttyUSB7"))
