"""What people do to a table's small files, one after another: `small_files_process.py FOLDER`, to be cut anywhere.

Marks: 1 somebody added, 2 their PIN changed, 3 a wrong PIN counted, 4 disabled, 5 the settings made, 6 and changed.
"""

import ctypes
import sys
from pathlib import Path

from staff.staff_tools import Ledger, cheap

from device.readers.kinds import ReaderKind
from device.settings.reader_choice import ReaderChoice, plan_change, write_change
from device.staff.entry import StaffEntry
from device.staff.people import Role
from device.staff.store import StaffStore

PINS = ("31415926", "27182818")


def main(folder: str) -> None:
    """As the head of this file says."""
    mark = ctypes.CDLL(None).disk_shim_mark
    store = StaffStore(Path(folder) / "staff.sqlite3", create=True, hasher=cheap())
    store.enter("ana", [Role.SUPERVISOR], PINS[0], is_own=True)
    mark(ctypes.c_int64(1))
    entry = StaffEntry(store, report=Ledger())
    entry.change_pin("ana", PINS[0], PINS[1])
    mark(ctypes.c_int64(2))
    entry.check_pin("ana", "00000000")
    mark(ctypes.c_int64(3))
    store.disable("ana")
    mark(ctypes.c_int64(4))
    path = Path(folder) / "table.toml"
    for number, port in ((5, "/dev/ttyACM0"), (6, "/dev/ttyUSB7")):
        write_change(plan_change(path, ReaderChoice(kind=ReaderKind.SHOE, port=port, baud=115200)))
        mark(ctypes.c_int64(number))


if __name__ == "__main__":
    main(*sys.argv[1:])
