"""The desk at which staff report: everything about people that takes time, before the table's own thread is asked.

Theory of operation. A line of the staff feed is read on its connection's own thread: what is no order, or carries no
session, is answered there and never reaches the table. An order that carries one is put into the inbox together with
the people as their file has them at that moment, so that disabling somebody acts at once and no wait for the file is
ever the table's. A PIN takes some tenths of a second and 64 MiB: one thread looks at one after another, with room for
a few in front of it, and whoever comes when it is full is told to come again.
"""

import contextlib
import logging
import os
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from device.feed.sockets import OrderLine
from device.service.order_lines import (
    BadOrder,
    ChangePin,
    SignIn,
    SignOut,
    TableOrder,
    id_of,
    read_line,
    refusal_line,
    reply_line,
)
from device.staff.entry import Answer, Attempt, StaffEntry
from device.staff.errors import StaffError
from device.staff.store import Signer, StaffStore
from device.table.vocabulary import Refusal
from device.threads.worker import Worker, wait_for_end

log = logging.getLogger("zapato.staff")

MOST_WAITING = 8
"""People whose PIN waits to be looked at."""
ENDS_WITHIN_S = 3.0
"""How long the PIN at hand is waited for when the desk closes."""
LOOK_S = 5.0
"""How often it is looked whether there is anybody in the file."""
_NICENESS = 10
"""How far a PIN stands back when the processor has cards to deal with."""
_NOBODY = "\0 the badge of nobody"
"""Nobody can be called that: whoever shows an unknown badge waits as long as everybody else, and learns as little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A PIN was looked at, or `trouble` says why not."""

    order: SignIn | ChangePin
    reply: Callable[[bytes], None]
    peer: int
    attempt: Attempt | None
    answer: Answer | None
    pin_at: str
    """Since when the PIN is the one that was proved."""
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedLine:
    """A line that carries a session, with everybody as of its arrival; `trouble` says why nobody can be named."""

    order: TableOrder | SignOut
    reply: Callable[[bytes], None]
    peer: int
    people: Mapping[int, Signer]
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerGone:
    """A connection that gave orders has ended; nothing of it comes any more."""

    peer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffNote:
    """What is wrong with the file of people as a whole; empty when nothing is."""

    detail: str


StaffInput = Checked | SignedLine | PeerGone | StaffNote


class StaffDesk:
    """Takes lines of the staff feed and puts what they amount to into the inbox; a thread of its own checks PINs."""

    def __init__(
        self,
        path: Path,
        put: Callable[[StaffInput], None],
        *,
        open_store: Callable[[Path], StaffStore] = StaffStore,
        look_s: float = LOOK_S,
    ) -> None:
        """`path` is the file of people, which need not be there yet."""
        self._path = path
        self._put = put
        self._open_store = open_store
        self._look_s = look_s
        self._store: StaffStore | None = None
        self._waiting: queue.Queue[tuple[SignIn | ChangePin, OrderLine] | None] = queue.Queue(MOST_WAITING)
        self._closing = threading.Event()
        self._guard = threading.Lock()
        self._unsigned = 0
        self._note = self.look()
        self._thread = Worker(self._serve, name="staff-desk", lasting=True)
        self._thread.start()

    @property
    def note(self) -> str:
        """What was wrong with the file of people when it was last looked at; empty: there is somebody in it."""
        return self._note

    @property
    def unsigned(self) -> int:
        """Lines so far that were no orders, or carried no session: they are counted and on no record."""
        return self._unsigned

    def close(self) -> None:
        """Look at no further PIN, and wait for the one at hand."""
        self._closing.set()
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(None)
        wait_for_end([self._thread], longest_s=ENDS_WITHIN_S)

    def take(self, given: OrderLine) -> None:
        """A line came; called on the thread of its connection, which alone waits meanwhile."""
        try:
            order = read_line(given.line)
        except BadOrder as error:
            self._count()
            given.reply(reply_line(id_of(given.line), str(error)))
            return
        match order:
            case SignIn() | ChangePin():
                self._queue_up(order, given)
            case TableOrder(session=None):
                self._count()
                given.reply(refusal_line(order.id, Refusal.NOT_SIGNED_IN))
            case TableOrder() | SignOut():
                people, trouble = self._people()
                line = SignedLine(order=order, reply=given.reply, peer=given.peer, people=people, trouble=trouble)
                self._put(line)
            case _:
                assert_never(order)

    def gone(self, peer: int) -> None:
        """A connection ended; called on its thread after its last line."""
        self._put(PeerGone(peer=peer))

    def look(self) -> str:
        """What is wrong with the file of people as a whole; empty: somebody in it may sign."""
        people, trouble = self._people() if self._path.exists() else ({}, "")
        if trouble:
            return f"{trouble}; until then nobody can give orders, and only the table's buttons act"
        if any(one.person.active for one in people.values()):
            return ""
        return (
            f"{self._path}: nobody of the staff is in it, so nobody can give orders and only the table's buttons act: "
            f"`zapato staff add NAME --role supervisor --file {self._path}`"
        )

    def _people(self) -> tuple[Mapping[int, Signer], str]:
        try:
            return self._opened().signers(), ""
        except StaffError as error:
            return {}, str(error)

    def _opened(self) -> StaffStore:
        store = self._store  # another thread may take it away meanwhile
        if store is None:
            self._store = store = self._open_store(self._path)
        return store

    def _count(self) -> None:
        with self._guard:
            self._unsigned += 1

    def _queue_up(self, order: SignIn | ChangePin, given: OrderLine) -> None:
        try:
            self._waiting.put_nowait((order, given))
        except queue.Full:
            self._count()
            given.reply(reply_line(order.id, "too many people sign in at once; try again in a moment", refusal="busy"))

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)  # on Linux this thread's own, and its helpers'
        while not self._closing.is_set():
            try:
                waiting = self._waiting.get(timeout=self._look_s)
            except queue.Empty:
                self._look_again()
                continue
            if waiting is not None:
                self._put(self._checked(*waiting))

    def _look_again(self) -> None:
        self._store = None  # opened anew, with all that is looked at then: place, permissions, damage
        note = self.look()
        if note != self._note:
            self._note = note
            self._put(StaffNote(detail=note))

    def _checked(self, order: SignIn | ChangePin, given: OrderLine) -> Checked:
        attempts: list[Attempt] = []
        answer, pin_at, trouble = None, "", ""
        try:
            store = self._opened()
            before = store.signers()  # a PIN that is replaced while it is looked at opens nothing
            answer = self._ask(StaffEntry(store, report=attempts.append), order)
            if answer.person is not None and answer.person.id in before:
                pin_at = before[answer.person.id].pin_at
        except StaffError as error:
            trouble = str(error)
        except Exception:  # whatever it is, the desk stays open, and the client is not left waiting
            log.exception("a PIN could not be looked at")
            trouble = "the PIN could not be looked at; the table's log says why"
        return Checked(
            order=order,
            reply=given.reply,
            peer=given.peer,
            attempt=attempts[-1] if attempts else None,
            answer=answer,
            pin_at=pin_at,
            trouble=trouble,
        )

    def _ask(self, entry: StaffEntry, order: SignIn | ChangePin) -> Answer:
        match order:
            case ChangePin(name=name, pin=pin, new=new):
                return entry.change_pin(name, pin, new)
            case SignIn(badge=None, name=name, pin=pin):
                return entry.check_pin(name or "", pin)
            case SignIn(badge=badge, pin=pin):
                holder = entry.read_badge(badge or "").person
                return entry.check_pin(_NOBODY if holder is None else holder.name, pin)
            case _:
                assert_never(order)
