"""The processes of one table for a soak, and what each of them holds: memory, objects, descriptors, threads."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cards.cards_tools import AT, add_labels
from soak.soak_plan import Day
from support.house import ENTRY, House, wait_until

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.readers.labels import ALPHABET
from device.settings import load_profile
from device.sim.faults import parse_faults
from device.sim.shoe_process import ShoeClient, shoe_command

HERE = Path(__file__).parent
SCREENS = ("players", "dealer")
SHORT_COUPS_A_SHOE = 45
"""Fewer coups than any shoe of a soak has, ended ones too, so that packs do not run out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What a process holds at one moment."""

    coups: int
    rss_kb: int
    objects: int | None
    """Python's own count after a collection; None: it did not answer."""
    handles: int
    threads: int
    kinds: Mapping[str, int] = field(default_factory=dict)
    """How many objects there are of each type that there are many of."""


class SoakHouse(House):
    """A house whose settings change from day to day."""

    def __init__(self, folder: Path, *, seed: int, screens: bool = True) -> None:
        super().__init__(folder, seed=seed)
        self.clock = folder / "clock"
        self.clock.write_text("0")
        self.screens: dict[str, subprocess.Popen[bytes]] = {}
        self._wanted = SCREENS if screens and find_spec("pygame") is not None else ()
        self.labels: Path | None = None
        self.lives: dict[str, list[list[Sample]]] = {"table": [], "shoe": [], **{one: [] for one in self._wanted}}
        """Of each process, each life's samples."""

    # a day --------------------------------------------------------------------------------------------------------

    def prepare(self, day: Day, *, coups: int) -> None:
        """Write the settings of a day, and make its packs."""
        self.profile = load_profile(day.profile)
        self.faults = day.faults
        self.labels = self._make_packs(coups) if day.packs else None
        accept = "packs" if day.packs else "classes"
        self.config.write_text(
            f'profile = "{day.profile}"\n[reader]\nport = "{self.folder}/shoe"\n'
            f'[journal]\npath = "{self.journal.name}"\narchive = "{day.archive}"\n[cards]\naccept = "{accept}"\n'
            '[feed]\npublic = "public.sock"\nstaff = "staff.sock"\npanel = "panel.sock"\n[panel]\nfactory = "mock"\n'
        )

    def start_day(self) -> None:
        """Start everything."""
        self._start_shoe()
        self.start_table()
        for which in self._wanted:
            self.start_screen(which)
        wait_until(self.serves, f"the table's feed; {self.last_words()}")

    def end_day(self) -> None:
        """End everything, as its users would; raises AssertionError for whoever does not go, or complained."""
        self.wake()
        for which, screen in self.screens.items():
            screen.send_signal(signal.SIGTERM)
            assert screen.wait(30) == 0, f"the {which} screen ended with {screen.returncode}"
        self.screens.clear()
        if self.table is not None:
            self.table.send_signal(signal.SIGTERM)
            assert self.table.wait(60) == 0, f"the table ended with {self.table.returncode}: {self.last_words()}"
        self.stop()
        self.table = self.shoe = None
        for name in ("table", *self._wanted):
            log = self._log(name).read_text()
            assert "Traceback" not in log, f"{name}: {log[-3000:]}"

    def _make_packs(self, coups: int) -> Path:
        """A registry with packs enough for a day, all opened; the file of their labels."""
        for name in self.folder.glob("packs.sqlite3*"):
            name.unlink()
        registry = Registry(self.folder / "packs.sqlite3", create=True)
        packs = []
        for number in range(self.profile.decks * (4 + coups // SHORT_COUPS_A_SHOE)):
            first, second = divmod(number, 9)
            id = f"S{ALPHABET[first // len(ALPHABET)]}{ALPHABET[first % len(ALPHABET)]}{second + 1}"
            packs.append({card.value.upper(): code for code, card in add_labels(registry, id).items()})
            registry.move((id,), PackState.OPENED, by="ana", at=AT)
        file = self.folder / "labels.json"
        file.write_text(json.dumps(packs))
        return file

    # processes ----------------------------------------------------------------------------------------------------

    def _start_shoe(self) -> None:
        words = shoe_command(
            port=self.folder / "shoe",
            control=self.folder / "shoe.sock",
            passages=self.passages,
            seed=self.seed,
            faults=parse_faults(self.faults),
            decks=self.profile.decks,
            cut_depth=self.profile.cut_depth if self.profile.has_cut_card else None,
        )
        if self.labels is not None:
            words[1:3] = [str(HERE / "soak_shoe.py"), str(self.labels)]
        with (self.folder / "shoe.log").open("ab") as log:
            self.shoe = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=log, stderr=log)
        self.lives["shoe"].append([])
        wait_until(self.shoe_answers, "the simulated shoe's control socket")
        client = ShoeClient(self.folder / "shoe.sock")
        cut = self.profile.cut_depth if self.profile.has_cut_card else "none"
        assert client.order(f"fill decks={self.profile.decks} cut={cut}")["ok"]
        client.close()

    def start_table(self) -> None:
        """Start the table, with a clock that can be stepped."""
        self.table = self._start("table", ["table", "--config", str(self.config)], {"SOAK_CLOCK": str(self.clock)})

    def start_screen(self, which: str) -> None:
        """Start a screen that shows its pictures to nobody."""
        words = ["screen", which, "--config", str(self.config), "--size", "480x270"]
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        self.screens[which] = self._start(which, words, quiet)

    def restart(self, name: str) -> None:
        """kill -9, and start again at once."""
        process = self.process(name)
        assert process is not None
        process.kill()
        process.wait()
        if name == "table":
            self.start_table()
        else:
            self.start_screen(name)

    def process(self, name: str) -> subprocess.Popen[bytes] | None:
        """The process of this name that runs now."""
        if name in self.screens:
            return self.screens[name]
        return self.table if name == "table" else self.shoe if name == "shoe" else None

    def stop_for_good(self) -> None:
        """End whatever still runs, however it is."""
        self.wake()
        for process in (*self.screens.values(), self.table, self.shoe):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()
            if process is not None and process.stdin is not None:
                process.stdin.close()

    def wake(self) -> None:
        """Whoever was stopped goes on."""
        for process in (*self.screens.values(), self.table):
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGCONT)

    def limit_files(self, size: int | None) -> None:
        """No file of the table may grow beyond `size` bytes from now on; None: all may."""
        if self.table is not None and self.table.poll() is None:
            _, most = resource.prlimit(self.table.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(self.table.pid, resource.RLIMIT_FSIZE, (most if size is None else size, most))

    def _start(self, name: str, words: list[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
        counted = self._counted(name)
        for file in (counted, Path(f"{counted}.ready")):
            file.unlink(missing_ok=True)
        self.lives[name].append([])
        with self._log(name).open("ab") as log:
            return subprocess.Popen(
                [sys.executable, str(HERE / "soak_entry.py"), *words],
                stdout=log,
                stderr=log,
                env={**os.environ, **env, "SOAK_OBJECTS": str(counted)},
            )

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _counted(self, name: str) -> Path:
        return self.folder / f"{name}.objects"

    # what they hold -----------------------------------------------------------------------------------------------

    def take_samples(self, coups: int) -> None:
        """Look at every process that runs and has got ready."""
        for name in self.lives:
            process = self.process(name)
            if process is None or process.poll() is not None:
                continue
            with suppress(OSError):  # it may die under our eyes
                sample = self._sample(name, process.pid, coups)
                self.lives[name][-1].append(sample)
                with (self.folder / "samples.jsonl").open("a") as file:
                    file.write(json.dumps({"process": name, "pid": process.pid, **asdict(sample)}) + "\n")

    def _sample(self, name: str, pid: int, coups: int) -> Sample:
        counted = self._counted(name)
        counts: dict[str, Any] = {"total": None, "kinds": {}}
        if Path(f"{counted}.ready").exists():
            counted.unlink(missing_ok=True)
            os.kill(pid, signal.SIGUSR1)
            if _within(5.0, counted.exists):
                counts = json.loads(counted.read_text())
        proc = Path(f"/proc/{pid}")
        pages = int((proc / "statm").read_text().split()[1])
        return Sample(
            coups=coups,
            rss_kb=pages * resource.getpagesize() // 1024,
            objects=counts["total"],
            kinds=counts["kinds"],
            handles=len(list((proc / "fd").iterdir())),
            threads=len(list((proc / "task").iterdir())),
        )


def _within(most_s: float, true: Callable[[], bool]) -> bool:
    until_s = time.monotonic() + most_s
    while not true():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.005)
    return True


def backup_command(house: SoakHouse) -> list[str]:
    """`zapato backup` of the running table."""
    into = house.folder / "backups"
    into.mkdir(exist_ok=True)
    return [sys.executable, "-c", ENTRY, "backup", "--config", str(house.config), "--into", str(into)]
