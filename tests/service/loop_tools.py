"""The whole loop of a table process on a clock and an inbox that belong to the test."""

import queue
from typing import Any

import msgspec
from service.engine_tools import BOOT, LIVE, Diary, HandClock, Notebook, outlets_of

from device.feed.sockets import OrderLine
from device.panel.buttons import Debouncer
from device.ports.line import BytesIn, LineOpened
from device.ports.panel import ButtonEdge
from device.readers.line_link import LineLink
from device.readers.marks import CardMarks
from device.rules.profile import Profile
from device.service.effects import TableEffects
from device.service.engine import Engine
from device.service.loop import Input, TableLoop
from device.table.views import TableInfo


class PlayedInbox(queue.SimpleQueue[Input]):
    """An inbox whose waiting takes no time: when nothing is in it the clock moves on by what was asked for."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__()
        self._clock = clock
        self.until_s = clock.now_s
        """The clock is never moved beyond this."""

    def get(self, block: bool = True, timeout: float | None = None) -> Input:  # noqa: ARG002 - its shape
        if not self.empty():
            return super().get_nowait()
        assert timeout is not None, "the loop would sleep for ever"
        self._clock.now_s = min(self._clock.now_s + timeout, self.until_s)
        raise queue.Empty


class Desk:
    """The whole loop with a barcode reader's link, on a clock and an inbox of the test's own; the port is open."""

    def __init__(self, profile: Profile = LIVE) -> None:
        self.clock = HandClock()
        self.notebook = Notebook()
        self.diary = Diary(self.notebook, self.clock)
        self.inbox = PlayedInbox(self.clock)
        outlets = outlets_of(self.notebook)
        effects = TableEffects(outlets=outlets, profile=profile, table=TableInfo(name="BAC 1"))
        marks = CardMarks()
        self.engine = Engine(journal=self.diary, profile=profile, marks=marks, effects=effects, has_gates=False)
        self.engine.start(self.clock.now_s)
        link = LineLink(boot=BOOT, is_serialised=marks.is_serialised)
        effects.use_link(link)
        self.loop = TableLoop(
            inbox=self.inbox,
            engine=self.engine,
            link=link,
            effects=effects,
            outlets=outlets,
            debouncer=Debouncer(debounce_ms=30),
            journal=self.diary,
            clock=self.clock,
        )
        self.put(LineOpened(port="/dev/ttyACM0", at_s=self.clock.now_s))

    def put(self, *inputs: Input) -> None:
        """These come in, and the loop deals with them."""
        for given in inputs:
            self.inbox.put(given)
        while not self.inbox.empty():
            assert self.loop.serve_one()

    def wait(self, seconds: float) -> None:
        """Nothing comes in for so long."""
        self.inbox.until_s = self.clock.now_s + seconds
        while self.clock.now_s < self.inbox.until_s:
            assert self.loop.serve_one()

    def cards(self, codes: str) -> None:
        """Codes come over the line, a second between them."""
        for code in codes.split():
            self.put(BytesIn(data=f"{code}\r".encode(), at_s=self.clock.now_s))
            self.wait(1.0)

    def press(self, *buttons: str, for_s: float = 0.1) -> None:
        """Buttons go down together, are held, and go up."""
        for pressed in (True, False):
            self.put(*(ButtonEdge(button=name, pressed=pressed, at_s=self.clock.now_s) for name in buttons))
            self.wait(for_s if pressed else 0.3)

    def order(self, **fields: object) -> dict[str, object]:
        """An order from the staff feed, and its reply."""
        replies: list[bytes] = []
        self.put(OrderLine(line=msgspec.json.encode({"id": "1", **fields}), reply=replies.append))
        (reply,) = replies
        decoded = msgspec.json.decode(reply)
        assert isinstance(decoded, dict)
        return decoded

    @property
    def staff(self) -> dict[str, Any]:
        """The newest staff view."""
        view = self.notebook.last("staff")
        assert isinstance(view, dict)
        return view

    @property
    def lit(self) -> object:
        """The lamps that are lit now."""
        return self.notebook.last("lamps")
