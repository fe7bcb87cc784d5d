"""What happens to the table of a soak: each strike done, and each that lasts undone after its time."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import termios
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from soak.soak_house import SCREENS, SoakHouse, backup_command
from soak.soak_plan import Day, Strike
from soak.soak_watch import Watchdog

from device.demo.staff_client import StaffClient
from device.sim.shoe_process import ShoeClient

DAY_S = 86_400
CLOCK_STEPS_S = (14 * DAY_S, -14 * DAY_S, 3600, -3600, 3 * 3600, -90, 7)
MOST_STEP_S = 60 * DAY_S
MOST_HUNG = 6
RUBBISH = (
    b"\x00\xff\xfe\n",
    b"{}\n",
    b"[" * 5000 + b"\n",
    b'{"id":"1"}\n',
    b'{"id":"2","order":"nonsense"}\n',
    b"x" * 70_000,
)
STRANGE_BYTES = (b"AT\r\n", b"\x03", b"~\x00x\xf0~", b"$K,00000000,9*FF\r\n", b"\xff" * 300)


class Strikes:
    """Does to a house what the plan says; `look` undoes what has lasted long enough."""

    def __init__(self, house: SoakHouse, watch: Watchdog, *, seed: int) -> None:
        self.done: Counter[str] = Counter()
        """How often each was done."""
        self.failed: list[str] = []
        """What was not as it must be."""
        self._house = house
        self._watch = watch
        self._dice = random.Random(f"strikes {seed}")
        self._undo: list[tuple[float, Callable[[], None]]] = []
        self._hung: list[socket.socket] = []
        self._backups: list[subprocess.Popen[bytes]] = []
        self._people: StaffClient | None = None
        self._shoe: ShoeClient | None = None
        self._day: Day | None = None
        self._step_s = 0

    # when ---------------------------------------------------------------------------------------------------------

    def begin(self, day: Day) -> None:
        """A day begins: the processes run."""
        self._day = day
        self._people = self._house.staff()
        self._shoe = ShoeClient(self._house.folder / "shoe.sock")

    def strike(self, what: Strike) -> None:
        """Do it; who is not there to be struck is left out and not counted."""
        self._watch.trail.append(f"* {what.value}")
        if _DO[what](self):
            self.done[what.value] += 1

    def look(self) -> None:
        """Undo what has lasted long enough."""
        now_s = time.monotonic()
        due = [undo for at_s, undo in self._undo if at_s <= now_s]
        self._undo = [(at_s, undo) for at_s, undo in self._undo if at_s > now_s]
        for undo in due:
            undo()

    def calm(self) -> None:
        """Undo everything now, and let whoever hangs go."""
        for _, undo in self._undo:
            undo()
        self._undo.clear()
        for client in self._hung:
            client.close()
        self._hung.clear()

    def end(self) -> None:
        """The day is over."""
        self.calm()
        for backup in self._backups:
            _, said = backup.communicate(timeout=120)
            if backup.returncode != 0:
                self.failed.append(f"a backup ended with {backup.returncode}: {said.decode()[-500:]}")
        self._backups.clear()
        if self._people is not None:
            self._people.close()
        if self._shoe is not None:
            self._shoe.close()

    def _later(self, after_s: float, undo: Callable[[], None]) -> None:
        self._undo.append((time.monotonic() + after_s, undo))

    # the reader and its line --------------------------------------------------------------------------------------

    def unplugged(self) -> bool:
        """The plug is out for a moment."""
        self._board("link lost")
        self._later(self._dice.uniform(0.05, 1.5), lambda: self._board("link back"))
        return True

    def reset(self) -> bool:
        """The board loses its memory, most times with a card in it that is not on record yet."""
        self._board("reset")
        return True

    def noise(self) -> bool:
        """For a moment every other frame has noise in it or before it, both ways."""
        assert self._day is not None
        usual = self._day.faults or "none"
        self._board("faults noise:0.5")
        self._later(self._dice.uniform(0.1, 0.6), lambda: self._board(f"faults {usual}"))
        return True

    def stranger(self) -> bool:
        """Another program, as one that looks for modems, writes to the board."""
        try:
            port = os.open(self._house.folder / "shoe", os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return False
        with contextlib.suppress(OSError, termios.error):
            os.write(port, self._dice.choice(STRANGE_BYTES))
        os.close(port)
        return True

    # processes ----------------------------------------------------------------------------------------------------

    def table_killed(self) -> bool:
        """kill -9 of the table somewhere in the middle of a card."""
        time.sleep(self._dice.random() * 0.02)  # the moment is the point, not something to wait for
        self._house.restart("table")
        return True

    def table_stopped(self) -> bool:
        """The table gets no processor for a while."""
        return self._hang("table")

    def screen_killed(self) -> bool:
        """kill -9 of a screen."""
        which = self._dice.choice(SCREENS)
        if which not in self._house.screens:
            return False
        self._house.restart(which)
        return True

    def screen_stopped(self) -> bool:
        """A screen reads nothing for a while."""
        return self._hang(self._dice.choice(SCREENS))

    def _hang(self, name: str) -> bool:
        process = self._house.process(name)
        if process is None:
            return False
        process.send_signal(signal.SIGSTOP)

        def wake() -> None:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)

        self._later(self._dice.uniform(0.1, 1.0), wake)
        return True

    # disk and clock -----------------------------------------------------------------------------------------------

    def disk_full(self) -> bool:
        """No file of the record may grow for a while."""
        files = [file for file in self._house.folder.glob("j.sqlite3*") if file.is_file()]
        self._house.limit_files(max(file.stat().st_size for file in files))
        self._later(self._dice.uniform(0.1, 1.2), lambda: self._house.limit_files(None))
        return True

    def clock_stepped(self) -> bool:
        """The wall clock is set, by seconds or by two weeks, forwards or back."""
        step_s = self._step_s + self._dice.choice(CLOCK_STEPS_S)
        self._step_s = step_s if abs(step_s) <= MOST_STEP_S else 0
        fresh = self._house.clock.with_suffix(".new")
        fresh.write_text(str(self._step_s))
        fresh.replace(self._house.clock)
        return True

    # who comes to the sockets -------------------------------------------------------------------------------------

    def hung_client(self) -> bool:
        """Somebody connects and never reads."""
        client = self._connect(self._dice.choice(("public.sock", "staff.sock")))
        if client is None:
            return False
        self._hung.append(client)
        if len(self._hung) > MOST_HUNG:
            self._hung.pop(0).close()
        return True

    def visitor(self) -> bool:
        """Somebody reads one view and goes."""
        client = self._connect("public.sock")
        if client is None:
            return False
        with client, client.makefile("rb") as lines, contextlib.suppress(OSError):
            client.settimeout(10)
            line = lines.readline()
            if line:
                json.loads(line)
        return True

    def rubbish(self) -> bool:
        """Somebody says what is no order, and goes without waiting for an answer."""
        client = self._connect(self._dice.choice(("staff.sock", "panel.sock", "public.sock")))
        if client is None:
            return False
        with client, contextlib.suppress(OSError):
            client.settimeout(1)
            client.sendall(self._dice.choice(RUBBISH))
        return True

    def sign_in(self) -> bool:
        """A supervisor signs in and goes again."""
        client = self._house.staff()
        with contextlib.closing(client), contextlib.suppress(OSError):
            return bool(client.say({"order": "sign-in", "name": "sup1", "pin": self._house.pins["sup1"]})["ok"])
        return False

    def wrong_pin(self) -> bool:
        """Somebody tries a PIN that is wrong."""
        client = self._house.staff()
        with contextlib.closing(client), contextlib.suppress(OSError):
            if client.say({"order": "sign-in", "name": "d15", "pin": "000000"})["ok"]:
                self.failed.append("a wrong PIN let somebody in")
            return True
        return False

    def _connect(self, name: str) -> socket.socket | None:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(2)
        try:
            client.connect(str(self._house.folder / name))
        except OSError:  # the table was killed a moment ago
            client.close()
            return None
        return client

    # people -------------------------------------------------------------------------------------------------------

    def dealer(self) -> bool:
        """Another dealer comes to the table."""
        return self._order({"order": "dealer", "on": True, "by": self._dice.choice(("d14", "d15"))})

    def void(self) -> bool:
        """Two people void the coup."""
        return self._order({"order": "void", "by": "sup1", "second": "pit2", "reason": "soak"})

    def correction(self) -> bool:
        """Two people correct a coup of this shoe to another one that can be dealt."""
        view = self._people.seen if self._people is not None else None
        coups = view["coups"] if view is not None else []
        if not coups:
            return False
        hands = {"player": "9hKd", "banker": "2c3d"}
        who = {"by": "sup1", "second": "pit2", "reason": "soak"}
        return self._order({"order": "correct", "coup": self._dice.choice(coups)["coup"], **hands, **who})

    def shoe_ended(self) -> bool:
        """A supervisor takes the shoe out of play."""
        return self._order({"order": "end-shoe", "by": "sup1"})

    def backup(self) -> bool:
        """The running table's record is copied."""
        if any(one.poll() is None for one in self._backups):
            return False
        words = backup_command(self._house)
        self._backups.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        return True

    def _order(self, order: Mapping[str, Any]) -> bool:
        """Give an order; False where the table refuses it, as much may be refused at a moment by chance."""
        assert self._people is not None
        self._people.wait_for_view(0.0)
        try:
            reply = self._people.order(dict(order))
        except OSError:
            return False
        self._watch.trail.append(f"  {order['order']}: {'done' if reply['ok'] else reply['why']}")
        return bool(reply["ok"])

    def _board(self, line: str) -> None:
        assert self._shoe is not None
        reply = self._shoe.order(line)
        if not reply["ok"]:
            self.failed.append(f"the shoe refuses {line!r}: {reply}")


_DO: Mapping[Strike, Callable[[Strikes], bool]] = {
    Strike.UNPLUGGED: Strikes.unplugged,
    Strike.RESET: Strikes.reset,
    Strike.NOISE: Strikes.noise,
    Strike.STRANGER: Strikes.stranger,
    Strike.TABLE_KILLED: Strikes.table_killed,
    Strike.TABLE_STOPPED: Strikes.table_stopped,
    Strike.SCREEN_KILLED: Strikes.screen_killed,
    Strike.SCREEN_STOPPED: Strikes.screen_stopped,
    Strike.DISK_FULL: Strikes.disk_full,
    Strike.CLOCK: Strikes.clock_stepped,
    Strike.HUNG_CLIENT: Strikes.hung_client,
    Strike.VISITOR: Strikes.visitor,
    Strike.RUBBISH: Strikes.rubbish,
    Strike.SIGN_IN: Strikes.sign_in,
    Strike.WRONG_PIN: Strikes.wrong_pin,
    Strike.DEALER: Strikes.dealer,
    Strike.VOID: Strikes.void,
    Strike.CORRECTION: Strikes.correction,
    Strike.SHOE_ENDED: Strikes.shoe_ended,
    Strike.BACKUP: Strikes.backup,
}
