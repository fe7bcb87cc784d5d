"""A table process with a simulated reader of any kind on its port: a real process, real pyserial, a pty between."""

import queue
import threading
from collections.abc import Callable
from pathlib import Path

from service.process_tools import Rig, View
from support.house import wait_until

from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.readers.kinds import ReaderKind, features_of
from device.rules.card import Card
from device.sim.control import Control
from device.sim.orders import Reply
from device.sim.readers.base import SimReader
from device.sim.readers.kinds import KINDS
from device.sim.readers.pty_reader import PtyReader
from device.table import events as ev

AT = "2026-11-30T12:00:00.000Z"


class Driver:
    """A simulated reader served by a thread of the test; orders are carried out between two of its rounds."""

    def __init__(self, rig: Rig, reader: SimReader) -> None:
        self._runner = PtyReader(port=rig.port, reader=reader, control=Control(None))
        self._orders: queue.SimpleQueue[tuple[str, Callable[[Reply], None]]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reader")
        self._thread.start()

    def stop(self) -> None:
        """The reader's end; the port stays the rig's."""
        self._stop.set()
        self._thread.join()

    def say(self, *lines: str) -> Reply:
        """Give the reader these orders, as `zapato sim reader` takes them; the last one's reply."""
        reply: Reply = {}
        for line in lines:
            replies: queue.SimpleQueue[Reply] = queue.SimpleQueue()
            self._orders.put((line, replies.put))
            reply = replies.get(timeout=30)
            assert reply["ok"], reply
        return reply

    def _run(self) -> None:
        while not self._stop.is_set():
            while not self._orders.empty():
                line, answer = self._orders.get()
                answer(self._runner.obey(line))
            self._runner.round()


class ReaderRig(Rig):
    """A table with a reader of one kind and, where it reads tags, a pack of tags opened for play."""

    def __init__(self, folder: Path, kind: ReaderKind, *, reader: SimReader | None = None, more: str = "") -> None:
        tags = features_of(kind).tags
        cards = '[cards]\naccept = "packs"\nregistry = "packs.sqlite3"\n' if tags else ""
        super().__init__(folder, kind=kind.value, more=f"{more}\n{cards}")
        self.kind = kind
        if tags:
            self._open_pack(folder / "packs.sqlite3")
        self.reader = Driver(self, KINDS[kind.value]() if reader is None else reader)

    def mark(self, card: str) -> str:
        """What the reader sees of this card: its tag, or its class code."""
        return tag_of(self.kind, Card.parse(card)) if features_of(self.kind).tags else card.upper()

    def deals(self, *cards: str) -> None:
        """These cards pass the reader, one after the other; each is on record before the next one comes."""
        for card in cards:
            before = len(self.dealt())
            self.reader.say(f"card {self.mark(card)}")
            try:
                wait_until(lambda before=before: len(self.dealt()) > before, f"{card} on record")  # type: ignore[misc]
            except AssertionError as error:
                view = self.eyes.wait_for_view(0.1) or self._view
                told = {key: view.get(key) for key in ("health", "counters", "phase", "held")}
                raise AssertionError(f"{error}; it says {told}") from None
            if self.kind is not ReaderKind.ANGEL_EYE:
                self.reader.say("away")

    def dealt(self) -> list[str]:
        """The cards on record, in order."""
        return [str(event.card) for event in self.events() if isinstance(event, ev.CardDealt)]

    def incidents(self) -> list[ev.IncidentRaised]:
        """What was out of order."""
        return [event for event in self.events() if isinstance(event, ev.IncidentRaised)]

    def counts(self, name: str, at_least: int = 1) -> View:
        """Wait until so many of these were counted."""
        return self.sees(lambda view: view["counters"].get(name, 0) >= at_least, f"{at_least} {name}")

    def plug(self) -> None:
        """Put the plug in and wait until the table says that the reader is there."""
        self.reader.say("plug")
        self.reader_is("")
        wait_until(lambda: self.reader.say("state")["attached"], "the reader to see the host")

    def unplug(self) -> None:
        """Pull the plug and wait until the table knows."""
        self.reader.say("unplug")
        self.reader_is("disconnected")

    def clean_up(self) -> None:
        """End what still runs."""
        self.reader.stop()
        super().clean_up()

    def _open_pack(self, path: Path) -> None:
        registry = Registry(path, create=True)
        codes = {tag_of(self.kind, card): card for card in Card}
        new = NewPack(kind=PackKind.TAGS, state=PackState.ENROLLED, codes=codes)
        pack = registry.add(new, by="sup1", at=AT)
        registry.move((pack.id,), PackState.OPENED, by="sup1", at=AT)


def tag_of(kind: ReaderKind, card: Card) -> str:
    """An id as tags of this kind have it; it tells nothing of the card."""
    number = 7919 * (list(Card).index(card) + 3) % 65536
    return f"08{number:04X}6C" if kind is ReaderKind.PN532 else f"0C00{number:04X}A5"
