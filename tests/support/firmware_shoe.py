"""The board's firmware on MicroPython as a process, in a shoe that a test holds: cards, cable, and what goes wrong.

cards ─▶ orders ─▶ the firmware ─▶ its pty ─▶ Cable (noise, unplugged, neglected) ─▶ the port that the table opens
                       └─▶ its passage log
"""

import os
import pty
import random
import select
import subprocess
import sys
import threading
import tty
from collections.abc import Callable
from pathlib import Path

from support.house import wait_until

from device.sim.faults import Fault, FaultyWire
from device.sim.pty_port import PtyPort
from device.sim.shoe_pack import CUT_CODE, ShoePack
from device.sim.sim_shoe import Drawn

ROOT = Path(__file__).parents[2]
DESK = ROOT / "tests" / "firmware" / "desk"
PASSES = "wait 1\na+\nwait {head}\nb+\nwait {body}\na-\nwait {tail}\nb-\n"
QUICK_HAND = {"head": "12", "body": "60", "tail": "12"}


def micropython() -> str:
    """The interpreter that the tests' environment has."""
    return str(Path(sys.executable).parent / "micropython")


def start_firmware(folder: Path, *, stdin: int, stdout: int) -> subprocess.Popen[bytes]:
    """Start the firmware on a line; its orders come through ``orders``, its log is ``passages``."""
    orders = folder / "orders"
    if not orders.exists():
        os.mkfifo(orders)
    # About what a Pico is said to have; every number and name is twice as long here. No Pico has been measured.
    words = [micropython(), "-X", "heapsize=160k", str(DESK / "unix_board.py"), str(orders), str(folder / "passages")]
    env = {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:{DESK}"}
    with (folder / "firmware.log").open("ab") as log:
        return subprocess.Popen(words, stdin=stdin, stdout=stdout, stderr=log, env=env)


class Cable:
    """Between the firmware's pty and the table's port, in a thread; told what to do by flags."""

    def __init__(self, port: PtyPort, wire: FaultyWire) -> None:
        self.port = port
        self.neglects = False
        """The table keeps the port open and reads and writes nothing."""
        self.to_board = bytearray()
        """Bytes that come to the board as if from the table."""
        self._wire = wire
        self._master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self._master, False)
        self._to_host = b""
        self._plug_due = threading.Event()
        self._unplug_due = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cable")
        port.plug()
        self._thread.start()

    def unplug(self) -> None:
        """Pull the plug and put it in again."""
        self._unplug_due.set()
        wait_until(lambda: not self._unplug_due.is_set(), "the plug")

    def close(self) -> None:
        """Take the cable away."""
        self._stop.set()
        self._thread.join()
        self.port.close()
        os.close(self._master)
        os.close(self.slave)

    def _run(self) -> None:
        while not self._stop.is_set():
            if self._unplug_due.is_set():
                self.port.unplug()
                self._to_host = b""
                self.port.plug()
                self._unplug_due.clear()
            poll = select.poll()
            attached = self.port.look()
            if not self.neglects:
                poll.register(self._master, select.POLLIN)
                if attached and self.port.fd is not None:
                    poll.register(self.port.fd, select.POLLIN)
            poll.poll(2 if attached else 10)
            if self.neglects:
                continue
            came, self.to_board = bytes(self.to_board), bytearray()
            came += self._wire.to_board(self.port.read()) if attached else b""
            if came:
                os.write(self._master, came)
            try:
                said = os.read(self._master, 4096)
            except BlockingIOError:
                said = b""
            self._to_host += self._wire.to_host(said) if attached else b""
            self._to_host = self._to_host[self.port.write(self._to_host) :] if attached else b""


class FirmwareShoe:
    """A shoe full of cards with the firmware on it; `draw`, `fill` and `gather` are what the simulated dealer needs.

    `often` is how often something goes wrong with a card; what, is drawn by `seed`.
    """

    def __init__(self, folder: Path, *, often: float, noise: float = 0.0, seed: int = 1, decks: int = 8) -> None:
        self._folder = folder
        self._often = often
        self._dice = random.Random(f"firmware {seed}")
        self._decks = decks
        self._seed = seed
        self._fills = 0
        self._asked = 0
        self.did: list[str] = []
        """What happened to every card in order, by the hand: the letter and the codes that the board must tell."""
        self.how: list[str] = []
        """The script of each, for a failure's message."""
        self.mishaps: list[str] = []
        faults = {Fault.NOISE: noise, Fault.LOSS: noise, Fault.REPEATS: noise}
        self.cable = Cable(PtyPort(str(folder / "shoe")), FaultyWire(faults, seed))
        self._process = self._start()
        self.fill()

    def _start(self) -> subprocess.Popen[bytes]:
        process = start_firmware(self._folder, stdin=self.cable.slave, stdout=self.cable.slave)
        self._orders = (self._folder / "orders").open("w", buffering=1)
        return process

    # what the dealer does ----------------------------------------------------------------------------------------

    def fill(self) -> None:
        """Fill the shoe anew, with a cut card."""
        self._fills += 1
        self.pack = ShoePack(decks=self._decks, cut_depth=14, seed=f"{self._seed}/{self._fills}")

    def gather(self) -> None:
        """All cards as they lie, without the cut card."""
        self._fills += 1
        self.pack = ShoePack(decks=self._decks, cut_depth=None, seed=f"{self._seed}/{self._fills}")

    def draw(self) -> Drawn | None:
        """The next card leaves, or two, with whatever befalls them."""
        code = self.pack.peek()
        if code is None:
            return None
        mishap = self._dice.choice(sorted(_MISHAPS)) if self._dice.random() < self._often else "none"
        if mishap == "two" and ({CUT_CODE, None} & {code, _second(self.pack)} or code == _second(self.pack)):
            mishap = "none"  # the cut card is too thick to stick; of two equal codes the board sees one
        if mishap != "none":
            self.mishaps.append(mishap)
        cards = [self.pack.draw()]
        if mishap == "two":
            cards.append(self.pack.draw())
        read = mishap != "unread"
        befallen = _MISHAPS[mishap](self, cards) if mishap != "none" else None
        self.how.append(f"{mishap}: {befallen if befallen is not None else self._passes(cards[0])}")
        self.order(self.how[-1].partition(": ")[2])
        self.did.append("D " + " ".join(cards) if len(cards) > 1 else f"C {cards[0]}" if read else "N")
        boot, seq = self._last_passage()
        return Drawn(cards=tuple(cards), read=read, boot=boot, seq=seq, left=self.pack.cards_left)

    # the board ---------------------------------------------------------------------------------------------------

    def order(self, script: str) -> None:
        """Carry out a script, to its end."""
        self._asked += 1
        self._orders.write(script.rstrip("\n") + f"\nwait 5\nsay {self._asked}\n")  # the last edge settles
        said = f"# {self._asked}"
        wait_until(lambda: said in self._log(), f"the firmware to do {script!r}; {self.last_words()}")

    def wait_for_acknowledgements(self) -> None:
        """Wait until the table has everything."""
        self.order("acked")

    def reset(self) -> None:
        """The board starts anew; what it was not thanked for is with the table."""
        self.wait_for_acknowledgements()
        self._process.kill()
        self._process.wait()
        self._orders.close()
        self._process = self._start()

    def events(self) -> list[tuple[str, int, str]]:
        """Its own log: boot, number, and the letter with what follows the times."""
        found = []
        for line in self._log():
            if not line.startswith("#"):
                boot, seq, rest = line.split(" ", 2)
                found.append((boot, int(seq), rest))
        return found

    def close(self) -> None:
        """End it all."""
        self._process.kill()
        self._process.wait()
        self._orders.close()
        self.cable.close()

    def last_words(self) -> str:
        """What MicroPython said at its end."""
        return (self._folder / "firmware.log").read_text()

    # inside ------------------------------------------------------------------------------------------------------

    def _log(self) -> list[str]:
        path = self._folder / "passages"
        return path.read_text().splitlines() if path.exists() else []

    def _last_passage(self) -> tuple[str, int]:
        boot, seq, _ = [event for event in self.events() if event[2][0] in "CND"][-1]
        return boot, seq

    def _passes(self, code: str | None, hand: dict[str, str] | None = None) -> str:
        rest = f"wait 300\nread {code}\nwait 100\n" if code is not None else "wait 400\n"
        return rest + PASSES.format(**(hand or QUICK_HAND))

    def _bouncing(self, cards: list[str]) -> str:
        script = ["wait 300", f"read {cards[0]}", "wait 100"]
        for edge, ms in (("a+", 12), ("b+", 60), ("a-", 12), ("b-", 3)):
            gate, other = edge[0], "-" if edge[1] == "+" else "+"
            for _ in range(self._dice.randrange(4)):
                script += [edge, f"wait {self._dice.uniform(0.03, 0.4):.2f}", gate + other, "wait 0.2"]
            script += [edge, f"wait {ms}"]
        return "\n".join(script)

    def _after(self, before: str, cards: list[str]) -> str:
        return f"wait 300\nread {cards[0]}\n{before}\nwait 300\nread {cards[0]}\nwait 50\n" + PASSES.format(
            **QUICK_HAND
        )

    def _host_says(self, data: bytes, cards: list[str]) -> str:
        self.cable.to_board += data
        return self._passes(cards[0])

    def _unplugged(self, cards: list[str]) -> str:
        self.cable.unplug()
        return self._passes(cards[0])

    def _reset_first(self, cards: list[str]) -> str:
        self.reset()
        return self._passes(cards[0])

    def _two(self, cards: list[str]) -> str:
        both = f"wait 300\nread {cards[0]}\nwait 50\na+\nwait 12\nb+\nwait 10\nread {cards[1]}\nwait 50\n"
        return both + "a-\nwait 5\na+\nwait 7\nb-\nwait 7\nb+\nwait 60\na-\nwait 12\nb-"

    def _neglected(self, cards: list[str]) -> str:
        self.cable.neglects = True
        try:
            self.order("wait 300\n" + "a+\nwait 30\na-\nwait 400\n" * 5 + "wait 60000")
        finally:
            self.cable.neglects = False
        return self._passes(cards[0])


def _second(pack: ShoePack) -> str | None:
    pack.draw()
    second = pack.peek()
    pack.put_back()
    return second


_MISHAPS: dict[str, Callable[[FirmwareShoe, list[str]], str]] = {
    "bounces": FirmwareShoe._bouncing,
    "blips": lambda shoe, cards: shoe._after("b+\nwait 0.05\nb-\nwait 20\na+\nwait 0.05\na-", cards),
    "touched": lambda shoe, cards: shoe._after("a+\nwait 90\na-", cards),
    "pulled back": lambda shoe, cards: shoe._after("a+\nwait 20\nb+\nwait 90\nb-\nwait 20\na-", cards),
    "pushed in": lambda shoe, cards: shoe._after("b+\nwait 20\na+\nwait 90\nb-\nwait 20\na-", cards),
    "unread": lambda shoe, _cards: shoe._passes(None) + "wait 300\n",  # what is read sooner may still be of this card
    "two": FirmwareShoe._two,
    "jam": lambda shoe, cards: shoe._passes(cards[0], {"head": "12", "body": "3300", "tail": "12"}),
    "lid": lambda shoe, cards: shoe._after("lid open\nwait 100\nlid closed", cards),
    "stray code": lambda shoe, cards: shoe._after("read ZZ-TOP", cards),
    "reader noise": lambda shoe, cards: shoe._after("bytes " + "00 80 F8 FF 0D " * 40, cards),
    "host floods": lambda shoe, cards: shoe._host_says(b"AT\r\n$?*C7BC\nraspberrypi login: " * 60, cards),
    "host sends 03": lambda shoe, cards: shoe._host_says(b"\x03\x03\x04\x01$\x03\x02", cards),
    "unplugged": FirmwareShoe._unplugged,
    "reset": FirmwareShoe._reset_first,
    "neglected": FirmwareShoe._neglected,
}
