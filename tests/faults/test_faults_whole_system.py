"""A whole table: shoe, table process, both screens, a dealer; each process is killed at random and begun again.

The supervisor's part, starting again what died, is the test's. ``ZAPATO_SYSTEM_KILLS=100`` for the long proof.
"""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.world_tools import processes_of
from service.test_service_kills import compare
from support.house import DealerThread, House, wait_until

from device.sim.pace import FAST

KILLS = int(os.environ.get("ZAPATO_SYSTEM_KILLS", "3"))
SCREENS = {"players": "public.sock", "dealer": "staff.sock"}
_ENTRY = "from device.cli.main import main; main()"


class System:
    """All processes of one table."""

    def __init__(self, folder: Path) -> None:
        self.house = House(folder)
        self.screens: dict[str, subprocess.Popen[bytes]] = {}

    def start_screen(self, name: str) -> None:
        words = ["screen", name, "--config", str(self.house.config), "--size", "320x180"]
        with (self.house.folder / f"{name}.log").open("ab") as log:
            self.screens[name] = subprocess.Popen(
                [sys.executable, "-c", _ENTRY, *words],
                stdout=log,
                stderr=log,
                env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
            )

    def shown(self) -> bool:
        """Whether both screens are connected to a table that serves them."""
        return all(self._connections(self.house.folder / feed) >= 1 for feed in ("public.sock", "staff.sock"))

    def _connections(self, path: Path) -> int:
        """How many ends of that socket are connected, by the kernel's own list."""
        lines = Path("/proc/net/unix").read_text().splitlines()
        return sum(line.endswith(f" {path}") and line.split()[5] == "03" for line in lines)

    def kill(self, name: str) -> None:
        """kill -9, and the supervisor starts it again."""
        if name in SCREENS:
            self.screens[name].kill()
            self.screens[name].wait()
            self.start_screen(name)
        else:
            self.house.kill(name)
            self.house.start_shoe() if name == "shoe" else self.house.start_table()

    def stop(self) -> None:
        for screen in self.screens.values():
            screen.send_signal(signal.SIGTERM)
        for screen in self.screens.values():
            screen.wait(60)
        self.house.stop()


@pytest.fixture
def system(tmp_path: Path) -> Iterator[System]:
    system = System(tmp_path)
    yield system
    system.stop()


def test_whatever_is_killed_is_back_and_every_card_is_there_once(system: System) -> None:
    house, dice = system.house, random.Random("a whole system")
    house.start_shoe()
    house.start_table()
    for name in SCREENS:
        system.start_screen(name)
    wait_until(house.serves, "the table's feed")
    dealer = DealerThread(house, pace=FAST)  # so that a machine's time goes into what is killed, not into cards
    # One of each at least; the shoe last, for its dealer's hands are in it.
    victims = ["table", *SCREENS, *(dice.choice(["table", *SCREENS]) for _ in range(KILLS - 3))]
    try:
        for victim in victims:
            drawn = len(house.left().cards)
            more = dice.randrange(1, 8)
            wait_until(
                lambda drawn=drawn, more=more: len(house.left().cards) >= drawn + more or dealer.finished(),  # type: ignore[misc]
                f"the dealer to draw on; {house.last_words()}",
            )
            assert not dealer.finished(), dealer.failure
            system.kill(victim)
        wait_until(system.shown, "both screens to be back")
        wait_until(lambda: _took(house), "an acknowledgement after the last kill")
        system.house.kill("shoe")
    finally:
        dealer.stop()
    house.start_shoe()
    # The board knows no more what it could not say before its death; what was acknowledged is on record.
    assert compare(house, only_acknowledged=True) > KILLS
    wait_until(system.shown, "both screens")
    for process in (house.table, *system.screens.values()):
        assert process is not None
        assert process.poll() is None, "a process died of another's death"
    system.stop()
    assert "Traceback" not in house.last_words(), house.last_words()
    for name in SCREENS:
        assert "Traceback" not in (house.folder / f"{name}.log").read_text()
    assert [name for name in ("public.sock", "staff.sock", "panel.sock") if (house.folder / name).exists()] == []
    assert processes_of(house.folder) == [], "an orphan"


def _took(house: House) -> bool:
    cards = house.left().cards
    return bool(cards) and any(card.acknowledged for card in cards[-8:])
