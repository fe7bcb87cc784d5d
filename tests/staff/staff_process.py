"""A process of its own on a people's file: `staff_process.py FILE guess|add NAME COUNT`; prints what came of it."""

import sys
from pathlib import Path

from staff.staff_tools import Ledger, cheap

from device.staff.entry import Outcome, StaffEntry
from device.staff.errors import NotAllowedError
from device.staff.people import Role
from device.staff.store import StaffStore


def main(file: str, doing: str, name: str, count: str) -> None:
    sys.stdin.readline()  # all begin together
    store = StaffStore(Path(file), create=True, hasher=cheap())
    if doing == "guess":
        entry = StaffEntry(store, report=Ledger())
        outcomes = [entry.check_pin(name, "9999").outcome for _ in range(int(count))]
        sys.stdout.write(f"{sum(outcome is not Outcome.WAIT for outcome in outcomes)}\n")
        return
    added = 0
    for number in range(int(count)):
        store.add(f"{name}{number}", [Role.DEALER])
        try:
            store.add(f"all{number}", [Role.DEALER])
            added += 1
        except NotAllowedError:
            pass
    sys.stdout.write(f"{added}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
