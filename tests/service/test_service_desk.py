"""The desk at which staff report: what reaches the table, what is answered before, and that nobody waits for a PIN."""

import queue
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from service.loop_tools import NO_BURN, Desk
from staff.staff_tools import CHEAP, PIN, add_with_pin, cheap
from support.house import wait_until

from device.feed.sockets import OrderLine
from device.service.desk import MOST_WAITING, Checked, PeerGone, SignedLine, StaffDesk, StaffInput, StaffNote
from device.staff.entry import Outcome
from device.staff.people import Role
from device.staff.pins import PinHasher
from device.staff.store import StaffStore
from device.table import events as ev


class Gate(PinHasher):
    """PINs that are looked at only while the gate is open."""

    def __init__(self) -> None:
        super().__init__(CHEAP)
        self.open = threading.Event()
        self.at_work = threading.Event()

    def verify(self, kept: str | None, pin: str) -> bool:
        self.at_work.set()
        assert self.open.wait(60)
        return super().verify(kept, pin)


class Front:
    """A desk, what it puts into the inbox, and what it answers by itself."""

    def __init__(
        self,
        path: Path,
        hasher: PinHasher | None = None,
        *,
        look_s: float = 60.0,
        put: Callable[[StaffInput], None] | None = None,
    ) -> None:
        self.inbox: queue.SimpleQueue[StaffInput] = queue.SimpleQueue()
        self.replies: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.desk = StaffDesk(
            path,
            put or self.inbox.put,
            open_store=lambda path: StaffStore(path, hasher=hasher or cheap()),
            look_s=look_s,
        )

    def say(self, line: bytes | None = None, **fields: Any) -> None:
        sent = msgspec.json.encode({"id": "1", **fields}) if line is None else line
        self.desk.take(OrderLine(line=sent, reply=self._reply, peer=7))

    def _reply(self, line: bytes) -> None:
        self.replies.put(msgspec.json.decode(line))

    def checked(self, **fields: Any) -> Checked:
        """What comes of a sign-in or a change of PIN."""
        self.say(**{"order": "sign-in", **fields})
        given = self.inbox.get(timeout=60)
        assert isinstance(given, Checked)
        assert given.peer == 7
        return given


@pytest.fixture
def path() -> Iterator[Path]:
    """In memory where the system has a folder there: nobody waits for its syncs."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder) / "staff.sqlite3"


@pytest.fixture
def store(path: Path) -> StaffStore:
    """A file with Ana the supervisor and Ben who has yet to choose a PIN."""
    store = StaffStore(path, create=True, hasher=cheap())
    add_with_pin(store, "Ana", Role.SUPERVISOR)
    return store


@pytest.fixture
def front(store: StaffStore) -> Iterator[Front]:
    front = Front(store.path)
    yield front
    front.desk.close()


@pytest.mark.parametrize(
    "line",
    [b"", b"{", b'{"id":"1","order":"dance"}', b'{"id":"1","order":"next","by":"Ana","session":"x"}', b"\xff" * 9],
)
def test_what_is_no_order_never_reaches_the_table(front: Front, line: bytes) -> None:
    front.say(line)
    assert front.replies.get_nowait()["ok"] is False
    assert front.inbox.empty()
    assert front.desk.unsigned == 1


def test_a_bare_name_is_refused(front: Front) -> None:
    front.say(order="void", by="Ana", second="Ben", reason="x")
    assert "nobody is named in an order" in front.replies.get_nowait()["why"]
    assert front.inbox.empty()


def test_an_order_without_a_session_is_answered_at_the_desk(front: Front) -> None:
    for order in ("next", "call", "end-shoe"):
        front.say(order=order)
        assert front.replies.get_nowait()["refusal"] == "not-signed-in"
    assert front.inbox.empty()
    assert front.desk.unsigned == 3


def test_an_order_with_a_session_goes_on_with_everybody_as_of_now(front: Front, store: StaffStore) -> None:
    front.say(order="next", session="x")
    given = front.inbox.get_nowait()
    assert isinstance(given, SignedLine)
    assert [(one.person.name, one.person.active) for one in given.people.values()] == [("Ana", True)]
    store.disable("Ana")
    front.say(order="sign-out", session="x")
    given = front.inbox.get_nowait()
    assert isinstance(given, SignedLine)
    assert [one.person.active for one in given.people.values()] == [False]
    assert front.replies.empty()


def test_a_pin_proves_a_name_in_any_case(front: Front) -> None:
    for name in ("Ana", "ANA"):
        given = front.checked(name=name, pin=PIN)
        assert given.answer is not None
        assert given.answer.outcome is Outcome.RIGHT
        assert given.answer.person is not None
        assert (given.answer.person.name, given.trouble) == ("Ana", "")


def test_the_session_will_know_since_when_the_pin_stands(front: Front, store: StaffStore) -> None:
    before = front.checked(name="Ana", pin=PIN).pin_at
    (signer,) = store.signers().values()
    assert before == signer.pin_at != ""


@pytest.mark.parametrize(("name", "pin"), [("Ana", "1357"), ("Eve", PIN), ("1357", "Ana"), ("", ""), ("\x00", PIN)])
def test_a_wrong_name_or_pin_is_told_with_no_more_than_that(front: Front, name: str, pin: str) -> None:
    given = front.checked(name=name, pin=pin)
    assert given.answer is not None
    assert (given.answer.outcome, given.answer.person) == (Outcome.WRONG, None)
    assert given.attempt is not None
    assert given.attempt.known == (name == "Ana")


def test_a_badge_gives_the_name_and_the_pin_proves_it(front: Front, store: StaffStore) -> None:
    store.give_badge("Ana", "04A2B3C4")
    given = front.checked(badge="04a2b3c4", pin=PIN)
    assert given.answer is not None
    assert given.answer.outcome is Outcome.RIGHT
    given = front.checked(badge="04A2B3C4", pin="1357")
    assert given.answer is not None
    assert given.answer.outcome is Outcome.WRONG
    assert given.attempt is not None
    assert given.attempt.name == "Ana"


@pytest.mark.parametrize("badge", ["00000000", "Ana", "x", ""])
def test_a_badge_that_nobody_has_lets_nobody_in_whatever_the_pin(front: Front, store: StaffStore, badge: str) -> None:
    store.give_badge("Ana", "04A2B3C4")
    given = front.checked(badge=badge, pin=PIN)
    assert given.answer is not None
    assert given.answer.outcome is Outcome.WRONG
    assert given.attempt is not None
    assert (given.attempt.known, given.attempt.name) == (False, None)


def test_a_one_time_pin_is_changed_and_then_lets_in(front: Front, store: StaffStore) -> None:
    _, one_time = store.add("Ben", [Role.DEALER])
    given = front.checked(name="Ben", pin=one_time)
    assert given.answer is not None
    assert given.answer.outcome is Outcome.CHANGE_FIRST
    assert front.checked(order="change-pin", name="Ben", pin=one_time, new_pin="1234").trouble.startswith("that PIN is")
    given = front.checked(order="change-pin", name="Ben", pin=one_time, new_pin="8264")
    assert given.answer is not None
    assert given.answer.outcome is Outcome.RIGHT
    given = front.checked(name="Ben", pin="8264")
    assert given.answer is not None
    assert given.answer.outcome is Outcome.RIGHT


def test_a_wait_after_wrong_pins_holds_in_a_new_process(front: Front, store: StaffStore) -> None:
    for _ in range(3):
        front.checked(name="Ana", pin="1357")
    again = Front(store.path)
    given = again.checked(name="Ana", pin=PIN)
    again.desk.close()
    assert given.answer is not None
    assert given.answer.outcome is Outcome.WAIT
    assert given.answer.wait_s > 0


def test_a_file_that_others_may_read_lets_nobody_in_and_is_named(store: StaffStore) -> None:
    store.path.chmod(0o640)
    front = Front(store.path)
    front.say(order="next", session="x")
    given = front.inbox.get_nowait()
    assert isinstance(given, SignedLine)
    assert (dict(given.people), given.trouble) == ({}, front.checked(name="Ana", pin=PIN).trouble)
    assert f"chmod 600 {store.path}" in given.trouble
    assert f"chmod 600 {store.path}" in front.desk.note
    front.desk.close()


def test_that_nobody_is_there_is_noted_until_there_is_somebody(path: Path) -> None:
    front = Front(path, look_s=0.01)
    assert f"zapato staff add NAME --role supervisor --file {path}" in front.desk.note
    store = StaffStore(path, create=True, hasher=cheap())
    store.add("Ana", [Role.SUPERVISOR])
    assert front.inbox.get(timeout=60) == StaffNote(detail="")
    store.disable("Ana")
    given = front.inbox.get(timeout=60)
    assert isinstance(given, StaffNote)
    assert "nobody of the staff is in it" in given.detail
    front.desk.close()


def test_a_file_that_is_opened_to_others_while_the_table_runs_is_noticed(store: StaffStore) -> None:
    front = Front(store.path, look_s=0.01)
    assert front.desk.note == ""
    store.path.chmod(0o644)
    given = front.inbox.get(timeout=60)
    assert isinstance(given, StaffNote)
    assert f"chmod 600 {store.path}" in given.detail
    store.path.chmod(0o600)
    assert front.inbox.get(timeout=60) == StaffNote(detail="")
    front.desk.close()


def test_a_connection_that_ended_is_told_to_the_table(front: Front) -> None:
    front.desk.gone(7)
    assert front.inbox.get_nowait() == PeerGone(peer=7)


# A PIN takes its time.


def test_a_flood_of_sign_ins_delays_no_card_and_takes_no_more_room_than_a_few(store: StaffStore) -> None:
    table, gate = Desk(NO_BURN), Gate()
    table.press("bets")
    front = Front(store.path, gate, put=table.inbox.put)
    for _ in range(500):
        front.say(order="sign-in", name="Ana", pin=PIN)
    assert gate.at_work.wait(60)
    busy = 0
    while not front.replies.empty():
        assert front.replies.get()["refusal"] == "busy"
        busy += 1
    assert 500 - busy <= MOST_WAITING + 1
    table.cards("9H 2C TD 4S")
    assert sum(isinstance(event, ev.CardDealt) for event in table.diary.events()) == 4
    assert not any(isinstance(event, ev.SignedIn) for event in table.diary.events())
    gate.open.set()

    def all_answered() -> bool:
        if not table.inbox.empty():
            table.put()
        return sum(isinstance(event, ev.SignedIn) for event in table.diary.events()) == 500 - busy

    wait_until(all_answered, "everybody who found room to be let in")
    front.desk.close()


def test_a_pin_that_is_replaced_while_it_is_looked_at_opens_nothing(store: StaffStore) -> None:
    gate = Gate()
    front = Front(store.path, gate)
    front.say(order="sign-in", name="Ana", pin=PIN)
    assert gate.at_work.wait(60)
    store.reset("Ana")
    gate.open.set()
    given = front.inbox.get(timeout=60)
    front.desk.close()
    assert isinstance(given, Checked)
    assert given.answer is not None
    assert given.answer.outcome is Outcome.WRONG


def test_whatever_goes_wrong_with_a_pin_the_desk_stays_open(
    store: StaffStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hasher = cheap()
    front = Front(store.path, hasher)
    with monkeypatch.context() as patch:
        patch.setattr(hasher, "verify", lambda *_: 1 // 0)
        given = front.checked(name="Ana", pin="24681357")
    assert (given.answer, given.trouble) == (None, "the PIN could not be looked at; the table's log says why")
    assert "ZeroDivisionError" in caplog.text
    assert "24681357" not in caplog.text
    given = front.checked(name="Ana", pin=PIN)
    front.desk.close()
    assert given.answer is not None
    assert given.answer.outcome is Outcome.RIGHT


def test_the_desk_leaves_no_thread_behind(store: StaffStore) -> None:
    before = threading.active_count()
    gate = Gate()
    front = Front(store.path, gate)
    for _ in range(MOST_WAITING + 5):
        front.say(order="sign-in", name="Ana", pin=PIN)
    assert gate.at_work.wait(60)
    gate.open.set()
    front.desk.close()
    assert threading.active_count() == before
