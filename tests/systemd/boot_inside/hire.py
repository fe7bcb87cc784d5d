"""People of the proof, with PINs that lie beside them: run as the table's own user."""

import json
from pathlib import Path

from device.sim.moves import Staff
from device.staff.people import Role
from device.staff.simulated import make_people

FOLDER = Path("/var/lib/zapato")

if __name__ == "__main__":
    people = Staff()
    roles = {people.dealer: (Role.DEALER,), people.supervisor: (Role.SUPERVISOR,), people.second: (Role.PIT,)}
    (FOLDER / "proof-pins.json").write_text(json.dumps(make_people(FOLDER / "staff.sqlite3", roles)))
