"""A real `zapato table` on a pty that the test owns: bytes in, journal and staff view out."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from support.house import ENTRY, House, wait_until

from device.demo.staff_client import StaffClient
from device.journal.reading import Reader
from device.rules.profile import QUICK
from device.sim.pty_port import PtyPort
from device.table import events as ev
from device.table.events import Event

WITHOUT_PRIVILEGES = f"""
import ctypes, os, sys
for capability in (1, 2):  # to overlook permissions, which root may and a table's own user may not
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-c", {ENTRY!r}, *sys.argv[1:]])
"""

View = dict[str, Any]


def write_quick_profile(path: Path) -> None:
    """A site's own house rules by which cards alone drive the table."""
    lines = ['name = "cards-only"', "version = 1"]
    for key, value in QUICK.items():
        lines.append(f"{key} = {value}" if value.isdigit() else f'{key} = "{value}"')
    path.write_text("\n".join(lines) + "\n")


class Rig(House):
    """One table process, its port, and a pair of eyes on its staff view."""

    def __init__(self, folder: Path, *, kind: str = "line", profile: str = "quick.toml", more: str = "") -> None:
        """`more` are further lines of the section [reader]."""
        super().__init__(folder)
        write_quick_profile(folder / "quick.toml")
        self.config.write_text(
            f'profile = "{profile}"\n[reader]\nkind = "{kind}"\nport = "{folder}/port"\n{more}\n'
            f'[journal]\npath = "{self.journal.name}"\n[feed]\npublic = "public.sock"\nstaff = "staff.sock"\n'
        )
        self.port = PtyPort(str(folder / "port"))
        self._eyes: StaffClient | None = None
        self._view: View = {}

    def start_table(self, *, env: Mapping[str, str] | None = None, entry: str = ENTRY) -> None:
        """Start the process; `entry` is the program that Python runs."""
        words = [sys.executable, "-c", entry, "table", "--config", str(self.config)]
        with (self.folder / "table.log").open("ab") as log:
            self.table = subprocess.Popen(words, stdout=log, stderr=log, env={**os.environ, **(env or {})})

    def open(self) -> None:
        """Start the process and wait for its feed."""
        self.start_table()
        wait_until(self.serves, "the table's feed")

    def end(self, number: int = signal.SIGTERM) -> None:
        """End the process as its user would; it must go in peace and leave nothing behind."""
        assert self.table is not None
        self.close_eyes()
        self.table.send_signal(number)
        assert self.table.wait(60) == 0, self.last_words()
        self.check_log()
        for name in ("public.sock", "staff.sock", "panel.sock", f"{self.journal.name}-wal"):
            assert not (self.folder / name).exists(), name

    def clean_up(self) -> None:
        """End what still runs, for a test that failed."""
        self.close_eyes()
        self.stop()
        self.port.close()

    def check_log(self) -> None:
        """No traceback, whatever happened."""
        log = (self.folder / "table.log").read_text()
        assert "Traceback" not in log, log
        assert "Exception" not in log, log

    # The staff view.

    def sees(self, true: Callable[[View], object], what: str) -> View:
        """Wait for a staff view of which `true` holds."""

        def look() -> bool:
            assert self.table is None or self.table.poll() is None, f"the table ended: {self.last_words()}"
            self._view = self.eyes.wait_for_view(0.002) or self._view
            return bool(self._view) and bool(true(self._view))

        wait_until(look, what)
        return self._view

    def reader_is(self, said: str) -> View:
        """Wait until the staff view says this of the reader; empty: that it is there."""

        def true(view: View) -> bool:
            reader = view["health"]["reader"]
            return bool(reader["ok"]) if not said else not reader["ok"] and said in reader["detail"]

        try:
            return self.sees(true, f"the reader's state {said!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}; it says {self._view.get('health')}") from None

    @property
    def eyes(self) -> StaffClient:
        """The connection to the staff feed."""
        if self._eyes is None:
            self._eyes = self.staff()
        return self._eyes

    def close_eyes(self) -> None:
        """Hang up."""
        if self._eyes is not None:
            self._eyes.close()
        self._eyes, self._view = None, {}

    def order(self, **order: object) -> View:
        """Give an order that is carried out."""
        reply = self.eyes.order(order)
        assert reply["ok"], reply
        return reply

    def new_shoe(self) -> int:
        """Open a shoe, after the one in play was ended; its number."""

        def opened() -> bool:
            if self.eyes.order({"order": "shoe"})["ok"]:
                return True
            self.eyes.order({"order": "end-shoe", "by": "sup1"})
            return False

        wait_until(opened, "a new shoe")
        number = max(event.shoe for event in self.events() if isinstance(event, ev.ShoeOpened))
        self.sees(lambda view: view["shoe"] == number, "the new shoe")
        return number

    # The port.

    def plug(self) -> None:
        """Put the plug in and wait until the table has the port open."""
        self.port.plug()
        self.reader_is("")

    def unplug(self) -> None:
        """Pull the plug and wait until the table knows."""
        self.port.unplug()
        self.reader_is("disconnected")

    def send(self, data: bytes) -> None:
        """The reader sends `data`, all of it."""
        wait_until(self.port.look, "the table to open the port")
        rest = [data]

        def written() -> bool:
            rest[0] = rest[0][self.port.write(rest[0]) :]
            return not rest[0]

        wait_until(written, "the table to take bytes")

    # The record.

    def events(self) -> list[Event]:
        """Everything on record."""
        with Reader(self.journal) as reader:
            return [record.event for record in reader.records()]

    def coups(self, shoe: int) -> list[ev.ResultShown]:
        """The coups of a shoe, in order."""
        with Reader(self.journal) as reader:
            return [one.event for one in reader.records(shoe=shoe) if isinstance(one.event, ev.ResultShown)]


class ServiceManager:
    """What systemd is to a service: a socket in its environment, and what the service says to it."""

    def __init__(self, address: str) -> None:
        """`address` as it stands in NOTIFY_SOCKET: a path, or ``@`` and an abstract name."""
        self.environment = {"NOTIFY_SOCKET": address}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.settimeout(60)

    def hears(self) -> str:
        """The next message."""
        return self._socket.recv(4096).decode()

    def close(self) -> None:
        """Hear nothing more."""
        self._socket.close()


def lines_of(path: Path) -> Iterator[View]:
    """The views that a feed's socket gives, one after another."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(60)
        client.connect(str(path))
        for line in client.makefile("rb"):
            yield json.loads(line)
