"""A whole table in processes: simulated shoe, `zapato table`, and a dealer in a thread of the test."""

import contextlib
import functools
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from argon2 import Parameters, Type

from device.demo.staff_client import StaffClient
from device.files.private import write_new
from device.journal.faces import Face, with_face
from device.journal.joins import ends_of
from device.journal.reading import Reader
from device.journal.sealing import Sealer, sealer_beside
from device.ports.journal import Record
from device.rules.card import Card
from device.settings import load_profile
from device.sim.dealing import Dealer
from device.sim.faults import parse_faults
from device.sim.mind import Mind
from device.sim.mistakes import Slips
from device.sim.moves import Habits
from device.sim.pace import MAX, Pace
from device.sim.passage_log import Passages, read_passages
from device.sim.shoe_process import ShoeClient, shoe_command
from device.staff.people import Role
from device.staff.pins import PinHasher
from device.staff.simulated import make_people
from device.table import events as ev
from device.table.vocabulary import Origin

CHEAP = Parameters(type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1)
ENTRY = (
    "from argon2 import Parameters, Type; from device.staff.pins import PinHasher; "
    "cheap = Parameters(Type.ID, 19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1); "
    "PinHasher.__init__.__defaults__ = (cheap,); from device.cli.main import main; main()"
)
"""The program with PINs that cost nothing, for the tests' sake; no setting of the product can do this."""
PATIENCE_S = 60.0
PEOPLE = {"d14": (Role.DEALER,), "d15": (Role.DEALER,), "sup1": (Role.SUPERVISOR,), "pit2": (Role.PIT,)}
HAND = "d14"
"""Who gives an order that names nobody."""


@functools.cache
def _people() -> tuple[bytes, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "staff.sqlite3"
        pins = make_people(path, PEOPLE, hasher=PinHasher(CHEAP))
        return path.read_bytes(), pins


def hire(folder: Path) -> dict[str, str]:
    """Put the people into `folder`, as ``staff.sqlite3``; everybody's PIN."""
    content, pins = _people()
    with contextlib.suppress(FileExistsError):
        write_new(folder / "staff.sqlite3", content)
    return dict(pins)


def wait_until(true: Callable[[], bool], what: str, longest_s: float = PATIENCE_S) -> None:
    """Wait for something that will happen; fails naming it when it does not."""
    deadline_s = time.monotonic() + longest_s
    while not true():
        assert time.monotonic() < deadline_s, f"waited {longest_s:.0f} s in vain: {what}"
        time.sleep(0.01)


class House:
    """Everything of one table in one folder."""

    def __init__(self, folder: Path, *, faults: str = "none", profile: str = "live", seed: int = 1) -> None:
        self.folder = folder
        self.journal = folder / "j.sqlite3"
        self.passages = folder / "passages"
        self.config = folder / "table.toml"
        self.faults = faults
        self.seed = seed
        self.profile = load_profile(profile)
        self.shoe: subprocess.Popen[bytes] | None = None
        self.table: subprocess.Popen[bytes] | None = None
        self.pins = hire(folder)
        self.config.write_text(
            f'profile = "{profile}"\n[reader]\nport = "{folder}/shoe"\n[journal]\npath = "j.sqlite3"\n'
            '[feed]\npublic = "public.sock"\nstaff = "staff.sock"\n[panel]\nfactory = "mock"\n'
        )

    def start_shoe(self) -> None:
        """Start the board; the cards that are in the shoe stay there over its death."""
        words = shoe_command(
            port=self.folder / "shoe",
            control=self.folder / "shoe.sock",
            passages=self.passages,
            seed=self.seed,
            faults=parse_faults(self.faults),
            decks=self.profile.decks,
            cut_depth=self.profile.cut_depth if self.profile.has_cut_card else None,
        )
        with (self.folder / "shoe.log").open("ab") as log:
            self.shoe = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=log)
        wait_until(self.shoe_answers, "the simulated shoe's control socket")

    def shoe_answers(self) -> bool:
        try:
            ShoeClient(self.folder / "shoe.sock").close()
        except OSError:
            return False
        return (self.folder / "shoe").exists()

    def start_table(self) -> None:
        """Start the table process."""
        words = [sys.executable, "-c", ENTRY, "table", "--config", str(self.config)]
        with (self.folder / "table.log").open("ab") as log:
            self.table = subprocess.Popen(words, stdout=log, stderr=log)

    def kill(self, *names: str) -> None:
        """kill -9."""
        for name in names:
            process: subprocess.Popen[bytes] = getattr(self, name)
            os.kill(process.pid, signal.SIGKILL)
        for name in names:
            process = getattr(self, name)
            process.wait()
            if process.stdin is not None:
                process.stdin.close()

    def stop(self) -> None:
        """End what still runs, politely."""
        for process in (self.table, self.shoe):
            if process is not None and process.poll() is None:
                if process.stdin is not None:
                    process.stdin.close()
                process.send_signal(signal.SIGTERM)
                process.wait(20)

    def staff(self) -> StaffClient:
        """A connection to the staff feed; who is named in an order signs in over it."""
        return StaffClient(self.folder / "staff.sock", pins=self.pins, hand=HAND)

    def serves(self) -> bool:
        """Whether the table process serves its feed."""
        probe = socket.socket(socket.AF_UNIX)
        try:
            probe.connect(str(self.folder / "staff.sock"))
        except OSError:
            return False
        finally:
            probe.close()
        return True

    def left(self) -> Passages:
        """What physically left the shoe, from the board's own log."""
        return read_passages(self.passages)

    def all_acknowledged(self) -> bool:
        """Whether the host has everything that the board could still say."""
        return all(card.acknowledged or card.dropped or not card.taken for card in self.left().cards)

    def record_files(self) -> list[Path]:
        """The files of the record, oldest first, as each names the one before: ended periods, then the one in use."""
        files = [self.journal]
        while (follows := ends_of(files[0]).follows) is not None:
            files.insert(0, self.journal.parent / "archive" / Path(follows.file).name)
        return files

    def events_on_record(self) -> Iterator[ev.Event]:
        """Every event, with the faces that only the table's own user can read."""
        sealer = sealer_beside(self.journal)
        for path in self.record_files():
            with Reader(path) as reader:
                for record in reader.records():
                    yield _unsealed(record, sealer)

    def events_opened(self) -> Iterator[ev.Event]:
        """Every event as anybody can read it, with the faces that later records have opened."""
        with Reader(self.journal) as reader:
            records = list(reader.records())
        faces = {one.seal: Face(one.card, one.tag) for record in records for one in record.opens}
        for record in records:
            yield with_face(record.event, faces[record.seq]) if record.seq in faces else record.event

    def cards_on_record(self, opened: Iterable[ev.Event] | None = None) -> dict[tuple[str, int], list[Card | None]]:
        """Every card on record by the report it came with; None: it left unread.

        Read with the table's own key, or from the events as they are `opened`.
        """
        found: dict[tuple[str, int], list[Card | None]] = {}
        records = list(self.events_on_record() if opened is None else opened)
        for place, event in enumerate(records):
            if event.read is None or (not _carries_card(event) and not _is_double(event)):
                continue
            key = (event.read.boot, event.read.seq)
            if _is_double(event):  # the two cards wait in the two events after it
                found.setdefault(key, []).extend(_card(one) for one in records[place + 1 : place + 3])
            else:
                found.setdefault(key, []).append(_card(event))
        return found

    def last_words(self) -> str:
        """The table's log, for a failure's message."""
        return (self.folder / "table.log").read_text()[-2000:]


def _unsealed(record: Record, sealer: Sealer) -> ev.Event:
    inside = sealer.unseal(record.sealed) if record.sealed is not None else None
    return record.event if inside is None else with_face(record.event, inside[1])


def _is_double(event: ev.Event) -> bool:
    return isinstance(event, ev.IncidentRaised) and event.incident.value == "double"


def _carries_card(event: ev.Event) -> bool:
    if isinstance(event, ev.CardWaits):
        return not event.cut
    return getattr(event, "origin", None) is Origin.SHOE and not isinstance(event, ev.CutCardOut)


def _card(event: ev.Event) -> Card | None:
    card = getattr(event, "card", None) or getattr(event, "hidden", None)
    assert card is None or isinstance(card, Card)
    return card


class DealerThread:
    """The simulated dealer at this house, until told to stop."""

    def __init__(
        self,
        house: House,
        *,
        coups: int | None = None,
        mind: Mind | None = None,
        slips: float = 0.0,
        pace: Pace = MAX,
    ) -> None:
        self._stop = threading.Event()
        self._mind = mind if mind is not None else Mind()
        self._slips = Slips(slips, seed=house.seed)
        self._staff = house.staff()
        self._house = house
        self._coups = coups
        self._pace = pace
        self.failure: Exception | None = None
        self.dealer: Dealer | None = None
        self._thread = threading.Thread(target=self._run, name="test-dealer")
        self._thread.start()

    def _run(self) -> None:
        shoe: ShoeClient | None = None
        try:
            shoe = ShoeClient(self._house.folder / "shoe.sock")
            self.dealer = Dealer(
                draw=shoe.draw,
                fill=shoe.fill,
                gather=shoe.gather,
                order=self._staff.order,
                wait_for_view=self._staff.wait_for_view,
                habits=Habits(presses_next=True),
                pace=self._pace,
                mind=self._mind,
                slips=self._slips,
            )
            self.dealer.run(self._coups, stop=self._stop.is_set)
        except OSError as error:  # the shoe was killed under the dealer's hands
            self.failure = error
        except Exception as error:  # shown by the test, which would otherwise wait in vain
            self.failure = error
        finally:
            self._staff.close()
            if shoe is not None:
                shoe.close()

    def finished(self) -> bool:
        return not self._thread.is_alive()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
