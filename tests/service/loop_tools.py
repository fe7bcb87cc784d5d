"""The whole loop of a table process on a clock and an inbox that belong to the test."""

import queue
from typing import Any

import msgspec
from service.engine_tools import BOOT, LIVE, Diary, HandClock, Notebook, outlets_of

from device.journal.memory import MemoryJournal
from device.panel.buttons import Debouncer
from device.ports.journal import Journal
from device.ports.line import BytesIn, LineOpened
from device.ports.panel import ButtonEdge
from device.readers.kinds import POLL_S
from device.readers.line_link import LineLink
from device.readers.marks import CardMarks
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.service.clerk import Clerk
from device.service.clock_watch import ClockWatch
from device.service.desk import Checked, SignedLine
from device.service.effects import TableEffects
from device.service.engine import Engine
from device.service.inbox import Input, Stop
from device.service.loop import TableLoop
from device.service.order_lines import SignIn, SignOut, TableOrder, read_line
from device.service.panel_socket import PanelKey, PanelPress
from device.staff.entry import Answer, Attempt, Outcome
from device.staff.people import Person, Role
from device.staff.store import Signer
from device.table import events as ev
from device.table.health import HEALTHY, Health, PartHealth
from device.table.views import TableInfo

ROLES = {
    "d14": Role.DEALER,
    "d15": Role.DEALER,
    "sup1": Role.SUPERVISOR,
    "sup2": Role.SUPERVISOR,
    "pit2": Role.PIT,
    "aud1": Role.AUDITOR,
}
PEOPLE = {
    name: Person(id=number, name=name, roles=frozenset({role})) for number, (name, role) in enumerate(ROLES.items(), 1)
}
NO_BURN = with_settings(LIVE, {"burn": "none"})
PEER = 1
SINCE = "2025-03-01T00:00:00.000Z"


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

    def __init__(
        self,
        profile: Profile = LIVE,
        *,
        foot_means: str = "bets",
        countdown_s: int = 0,
        memory: MemoryJournal | None = None,
        starting: bool = False,
        poll_s: float = POLL_S,
        clock: HandClock | None = None,
        record: Journal | None = None,
    ) -> None:
        """`memory`: the record of a table before this one. `starting`: nothing was heard of the port yet.

        `clock` and `record`: others than the test's own; the wall clock is watched then, as a table's is.
        """
        self.clock = clock or HandClock()
        self.notebook = Notebook()
        self.diary = Diary(self.notebook, self.clock, memory)
        self.inbox = PlayedInbox(self.clock)
        outlets = outlets_of(self.notebook)
        effects = TableEffects(outlets=outlets, profile=profile, table=TableInfo(name="BAC 1"))
        marks = CardMarks()
        self.engine = Engine(
            journal=record or self.diary,
            profile=profile,
            marks=marks,
            effects=effects,
            has_gates=False,
            countdown_s=countdown_s,
            health=Health(reader=PartHealth(ok=False, detail="not open"), starting=True) if starting else HEALTHY,
        )
        self.engine.start(self.clock.now_s)
        link = LineLink(boot=BOOT, is_serialised=marks.is_serialised)
        effects.use_link(link)
        self.loop = TableLoop(
            inbox=self.inbox,
            engine=self.engine,
            clerk=Clerk(self.engine),
            link=link,
            effects=effects,
            outlets=outlets,
            debouncer=Debouncer(debounce_ms=30),
            journal=record or self.diary,
            clock=self.clock,
            clock_watch=None if record is None else ClockWatch(self.clock, self.engine.recorded_until),
            foot_means=foot_means,
            poll_s=poll_s,
        )
        self.people = dict(PEOPLE)
        """Who is in the file of people now."""
        self.pin_at = dict.fromkeys(PEOPLE, SINCE)
        if not starting:
            self.put(LineOpened(port="/dev/ttyACM0", at_s=self.clock.now_s))
        self._tokens: dict[str, str] = {}

    def put(self, *inputs: Input) -> None:
        """These come in, and the loop deals with them."""
        for given in inputs:
            self.inbox.put(given)
        while not self.inbox.empty():
            assert self.loop.serve_one()

    def stop(self) -> None:
        """The table ends as its process does."""
        self.inbox.put(Stop())
        self.loop.run()

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

    def touch(self, key: str) -> dict[str, object]:
        """A key of the touch panel is pressed; the answer."""
        replies: list[bytes] = []
        self.put(PanelPress(id="1", key=PanelKey(key), reply=replies.append))
        return _only(replies)

    def sign_in(self, name: str, *, peer: int = PEER) -> str:
        """Somebody proves who it is; the token of the session."""
        reply = self.checked(Answer(outcome=Outcome.RIGHT, person=self.people[name]), peer=peer)
        assert reply["ok"], reply
        return str(reply["session"])

    def checked(self, answer: Answer, *, peer: int = PEER, attempt: Attempt | None = None) -> dict[str, object]:
        """The staff's desk has looked at a PIN; what the client is told."""
        replies: list[bytes] = []
        order = SignIn(id="1", name="somebody", badge=None, pin="2580")
        since = SINCE if answer.person is None else self.pin_at[answer.person.name]
        self.put(Checked(order=order, reply=replies.append, peer=peer, attempt=attempt, answer=answer, pin_at=since))
        return _only(replies)

    def order(self, *, by: str = "d14", second: str | None = None, **fields: Any) -> dict[str, object]:
        """An order of people who have signed in, and its reply."""
        sessions: dict[str, Any] = {"session": self._token(by)}
        if second is not None:
            sessions["second_session"] = self._token(second)
        return self.say(**sessions, **fields)

    def say(self, *, peer: int = PEER, **fields: Any) -> dict[str, object]:
        """A line as it stands, which carries a session, and its reply."""
        replies: list[bytes] = []
        line = read_line(msgspec.json.encode({"id": "1", **fields}))
        assert isinstance(line, TableOrder | SignOut)
        people = {one.id: Signer(person=one, pin_at=self.pin_at[one.name]) for one in self.people.values()}
        self.put(SignedLine(order=line, reply=replies.append, peer=peer, people=people))
        return _only(replies)

    def _token(self, name: str) -> str:
        if name not in self._tokens:
            self._tokens[name] = self.sign_in(name)
        return self._tokens[name]

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


def _only(replies: list[bytes]) -> dict[str, object]:
    (reply,) = replies
    decoded = msgspec.json.decode(reply)
    assert isinstance(decoded, dict)
    return decoded


def last(desk: Desk, kind: type[ev.Event]) -> ev.Event | None:
    """The newest event of that kind on record."""
    return next((event for event in reversed(desk.diary.events()) if isinstance(event, kind)), None)


def refusals(desk: Desk) -> list[ev.OrderRefused]:
    return [event for event in desk.diary.events() if isinstance(event, ev.OrderRefused)]
