"""A table process in a world that the test makes: its clocks, its limits, its signals, its log."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from faults.world_shim import World
from service.board_tools import LiveBoard
from service.process_tools import Rig, View
from support.house import ENTRY, wait_until

from device.journal.checking import verify_file
from device.journal.reading import Reader
from device.ports.journal import Record
from device.rules.card import Card


class WorldRig(Rig):
    """A rig with a simulated board on its port, whose table may be started in another world."""

    def __init__(
        self, folder: Path, *, world: World | None = None, more: str = "", profile: str = "quick.toml"
    ) -> None:
        """`more`: further lines of the section [reader], or sections after it."""
        super().__init__(folder, kind="shoe", more=more, profile=profile)
        self.env: dict[str, str] = dict(world.environment) if world is not None else {}
        self.log_to: int | None = None
        """Where the table's log goes, instead of into its file."""
        self._log_before = 0
        self.cwd: Path | None = None
        self.before_start: Callable[[], object] | None = None
        """What the process does to itself before it becomes the table."""
        self.shoe_board = LiveBoard(self)

    def start_table(self, *, env: Mapping[str, str] | None = None, entry: str = ENTRY) -> None:
        """As the rig does, in a process group of its own; its log may go where the test says."""
        words = [sys.executable, "-c", entry, "table", "--config", str(self.config)]
        with (self.folder / "table.log").open("ab") as file:
            self._log_before = file.tell()
            log = file if self.log_to is None else self.log_to
            self.table = subprocess.Popen(
                words,
                stdout=log,
                stderr=log,
                env={**os.environ, **(env or {})},
                cwd=self.cwd,
                preexec_fn=self.before_start,  # noqa: PLW1509 - what it does takes no lock
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The table's process."""
        assert self.table is not None
        return self.table.pid

    def begin(self, env: Mapping[str, str] | None = None, entry: str = ENTRY) -> None:
        """Start the table with the board plugged in, and wait until it may deal."""
        self.start_table(env=self.env | dict(env or {}), entry=entry)
        wait_until(self.serves, f"the table's feed; {self.last_words()}")
        self.shoe_board.plug()

    def begin_again(self) -> None:
        """Start a table that died; the board is still there."""
        self.close_eyes()
        self.start_table(env=self.env)
        wait_until(self.serves, f"the table's feed; {self.last_words()}")
        self.reader_is("")

    def ready(self) -> bool:
        """Whether the table said, since its last start, that it is ready."""
        said = (self.folder / "table.log").read_text()
        return "is ready" in said[self._log_before :]

    def died(self) -> None:
        """Take note that the process is gone."""
        assert self.table is not None
        self.table.wait(60)
        self.close_eyes()

    def records(self) -> list[Record]:
        """Everything on record."""
        with Reader(self.journal) as reader:
            return list(reader.records())

    def check_cards(self) -> int:
        """What left the shoe is on record, each card once, and the record verifies; how many cards there were."""
        wait_until(self.shoe_board.all_acknowledged, "the host to have every card")
        verify_file(self.journal)
        left: dict[tuple[str, int], list[Card | None]] = self.shoe_board.left
        assert self.cards_on_record() == left
        return len(left)

    def clean_up(self) -> None:
        """As the rig does; the board is switched off."""
        self.shoe_board.close()
        super().clean_up()


@contextlib.contextmanager
def world_rig(
    folder: Path, *, world: World | None = None, more: str = "", profile: str = "quick.toml"
) -> Iterator[WorldRig]:
    """A rig that is ended with the block, whatever happens."""
    rig = WorldRig(folder, world=world, more=more, profile=profile)
    try:
        yield rig
    finally:
        rig.clean_up()


def zapato(*words: str, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> "subprocess.Popen[bytes]":
    """A command of the product as a process of its own, its outputs in pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", ENTRY, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(env or {})},
        cwd=cwd,
    )


def processes_of(folder: Path) -> list[int]:
    """Processes of this machine that work in `folder`, by what they were started with."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


def resume(rig: WorldRig) -> None:
    """After the restart: an open coup waits for the dealer's word."""

    def known(view: View) -> bool:
        return bool(view["health"]["reader"]["ok"])

    view = rig.sees(known, "the reader")
    if any(one["kind"] == "recovered" for one in view["incidents"]):
        rig.order(order="resolve", option="resume", by="sup1")
