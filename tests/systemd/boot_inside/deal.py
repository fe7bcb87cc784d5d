"""The simulated dealer at the installed table: deal.py COUPS; prints how many coups came to their result."""

import json
import sys
from pathlib import Path

from device.demo.staff_client import StaffClient
from device.sim.dealing import Dealer
from device.sim.mind import Mind
from device.sim.moves import Habits, Staff
from device.sim.pace import PACES
from device.sim.shoe_process import ShoeClient

if __name__ == "__main__":
    people = Staff()
    pins = json.loads(Path("/var/lib/zapato/proof-pins.json").read_text())
    staff = StaffClient(Path("/run/zapato/staff.sock"), pins=pins, hand=people.dealer)
    shoe = ShoeClient(Path("/run/proof/shoe.sock"))
    pace = PACES["max"]
    dealer = Dealer(
        draw=shoe.draw,
        fill=shoe.fill,
        gather=shoe.gather,
        order=staff.order,
        wait_for_view=staff.wait_for_view,
        habits=Habits(staff=people, presses_next=pace.presses_next),
        pace=pace,
        mind=Mind(),
    )
    print(json.dumps({"coups": dealer.run(int(sys.argv[1]))}))
