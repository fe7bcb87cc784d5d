"""People at the staff feed of a real table process: every refusal over its socket, and that cards go on meanwhile."""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from service.process_tools import Rig
from support.house import CHEAP, wait_until

from device.demo.staff_client import StaffClient
from device.staff.pins import PinHasher
from device.staff.store import StaffStore
from device.table import events as ev
from device.table.events import Event
from device.table.vocabulary import NoEntry, Refusal, SignedOutBy

FOUR_CARDS = b"9C\r8D\rTC\rTD\r"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table process that is dealing; d14 is on."""
    rig = Rig(tmp_path_factory.mktemp("people"))
    try:
        rig.open()
        rig.plug()
        rig.order(order="dealer", on=True)
        yield rig
        rig.end()
        assert_no_pin_was_kept(rig)
    finally:
        rig.clean_up()


@pytest.fixture
def coup(table: Rig) -> Iterator[None]:
    """A coup is under way, until the test is over."""
    table.new_shoe()
    table.send(b"9C\r8D\r")
    table.sees(lambda view: view["banker"], "two cards")
    yield
    table.eyes.order({"order": "void", "reason": "the test is over", "by": "sup1", "second": "pit2"})


def assert_no_pin_was_kept(rig: Rig) -> None:
    for name in (rig.journal.name, "table.log", "staff.sqlite3"):
        content = (rig.folder / name).read_bytes()
        assert not [pin for pin in rig.pins.values() if pin.encode() in content], name


def people(rig: Rig) -> StaffStore:
    return StaffStore(rig.folder / "staff.sqlite3", hasher=PinHasher(CHEAP))


def plain(rig: Rig) -> StaffClient:
    """A connection whose lines are sent as they stand."""
    return StaffClient(rig.folder / "staff.sock")


def sign_in(client: StaffClient, rig: Rig, name: str) -> str:
    reply = client.say({"order": "sign-in", "name": name, "pin": rig.pins[name]})
    assert reply["ok"], reply
    return str(reply["session"])


def since(rig: Rig, before: int, kind: type[Event]) -> list[Event]:
    return [event for event in rig.events()[before:] if isinstance(event, kind)]


def test_a_bare_name_signs_nothing(table: Rig, coup: None) -> None:
    before = len(table.events())
    with contextlib.closing(plain(table)) as client:
        reply = client.say({"order": "void", "by": "sup1", "second": "pit2", "reason": "dispute"})
        assert (reply["ok"], "nobody is named in an order" in reply["why"]) == (False, True)
        reply = client.say({"order": "void", "reason": "dispute"})
        assert (reply["ok"], reply["refusal"]) == (False, "not-signed-in")
    assert not since(table, before, ev.OrderRefused)
    assert not since(table, before, ev.CoupVoided)


def test_signing_in_says_who_one_is(table: Rig) -> None:
    with contextlib.closing(plain(table)) as client:
        reply = client.say({"order": "sign-in", "name": "SUP1", "pin": table.pins["sup1"]})
        assert (reply["name"], reply["roles"], reply["idle_s"]) == ("sup1", ["supervisor"], 600)
        assert len(reply["session"]) >= 22, "128 bits take 22 letters"


def test_a_stolen_session_is_refused_and_on_record(table: Rig, coup: None) -> None:
    before = len(table.events())
    with contextlib.closing(plain(table)) as owner, contextlib.closing(plain(table)) as thief:
        token, second = sign_in(owner, table, "sup1"), sign_in(thief, table, "pit2")
        for order in ({"order": "end-shoe"}, {"order": "void", "reason": "x", "second_session": second}):
            reply = thief.say({**order, "session": token})
            assert (reply["ok"], reply["refusal"]) == (False, "stolen-session")
        assert since(table, before, ev.SignInRefused) == [ev.SignInRefused(why=NoEntry.STOLEN_SESSION, name="sup1")]
        assert owner.say({"order": "call", "session": token})["ok"]
    assert not since(table, before, ev.CoupVoided)


def test_a_session_ends_with_its_connection(table: Rig) -> None:
    before = len(table.events())
    with contextlib.closing(plain(table)) as client:
        token = sign_in(client, table, "pit2")
    gone = ev.SignedOut(name="pit2", why=SignedOutBy.HUNG_UP)
    wait_until(lambda: gone in since(table, before, ev.SignedOut), "the sign-out on record")
    with contextlib.closing(plain(table)) as client:
        assert client.say({"order": "call", "session": token})["refusal"] == "not-signed-in"


@pytest.mark.parametrize(
    ("people", "why"),
    [
        (("sup1", "sup1"), Refusal.SECOND_IS_FIRST),
        (("sup1", "d14"), Refusal.DEALER_OF_COUP),
        (("d15", "pit2"), Refusal.SUPERVISOR_MISSING),
    ],
)
def test_two_who_do_not_suffice(table: Rig, coup: None, people: tuple[str, str], why: Refusal) -> None:
    before = len(table.events())
    with contextlib.closing(plain(table)) as client:
        sessions = [sign_in(client, table, name) for name in people]
        order = {"order": "void", "reason": "dispute", "session": sessions[0], "second_session": sessions[1]}
        reply = client.say(order)
        assert (reply["ok"], reply["refusal"]) == (False, why.value)
    assert since(table, before, ev.OrderRefused) == [ev.OrderRefused(order="void", why=why, by=people[0])]
    assert not since(table, before, ev.CoupVoided)


def test_two_who_suffice_void_the_coup_in_their_own_names(table: Rig, coup: None) -> None:
    before = len(table.events())
    table.order(order="void", reason="dispute", by="sup1", second="pit2")
    (voided,) = since(table, before, ev.CoupVoided)
    assert isinstance(voided, ev.CoupVoided)
    assert (voided.by, voided.second, voided.dealer) == ("sup1", "pit2", "d14")


def test_disabling_acts_at_once_and_ends_the_session(table: Rig) -> None:
    before, store = len(table.events()), people(table)
    with contextlib.closing(plain(table)) as client:
        token = sign_in(client, table, "d15")
        assert client.say({"order": "call", "session": token})["ok"]
        store.disable("d15")
        try:
            assert client.say({"order": "call", "session": token})["refusal"] == "person-disabled"
            reply = client.say({"order": "sign-in", "name": "d15", "pin": table.pins["d15"]})
            assert (reply["ok"], reply["refusal"]) == (False, "disabled")
        finally:
            store.enable("d15")
        assert client.say({"order": "call", "session": token})["refusal"] == "not-signed-in"
    assert since(table, before, ev.OrderRefused) == [
        ev.OrderRefused(order="call", why=Refusal.PERSON_DISABLED, by="d15")
    ]
    assert ev.SignedOut(name="d15", why=SignedOutBy.DISABLED) in since(table, before, ev.SignedOut)


def test_a_new_pin_ends_the_session_and_is_chosen_at_the_table(table: Rig) -> None:
    _, one_time = people(table).reset("pit2")
    with contextlib.closing(plain(table)) as client:
        reply = client.say({"order": "sign-in", "name": "pit2", "pin": one_time})
        assert (reply["ok"], reply["refusal"]) == (False, "one-time-pin")
        change = {"order": "change-pin", "name": "pit2", "pin": one_time}
        assert "digits and nothing else" in client.say({**change, "new_pin": "abcd"})["why"]
        table.pins["pit2"] = "86427531"
        assert client.say({**change, "new_pin": table.pins["pit2"]})["ok"]
        sign_in(client, table, "pit2")
    assert ev.PinChanged(name="pit2") in table.events()


# Guessing.


def has_coups(number: int, view: dict[str, Any]) -> bool:
    return len(view["coups"]) == number


def guess(client: StaffClient, name: str, pin: str = "13572468") -> dict[str, Any]:
    return client.say({"order": "sign-in", "name": name, "pin": pin})


def test_guessing_a_pin_is_slowed_over_a_restart_and_on_record_and_cards_go_on(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    try:
        rig.open()
        rig.plug()
        rig.new_shoe()
        with contextlib.closing(plain(rig)) as client:
            assert [guess(client, "sup1")["refusal"] for _ in range(5)] == ["wrong"] * 3 + ["wait"] * 2
            right = guess(client, "sup1", rig.pins["sup1"])
            assert (right["ok"], right["refusal"]) == (False, "wait"), "during the wait the right one is not looked at"
            assert right["wait_s"] > 0
            rig.send(FOUR_CARDS)
            rig.sees(lambda view: view["coups"], "a coup while somebody guesses")
            assert sign_in(client, rig, "pit2"), "nobody else has to wait"
        rig.end()
        rig.open()
        with contextlib.closing(plain(rig)) as client:
            assert guess(client, "sup1", rig.pins["sup1"])["refusal"] == "wait"
        rig.end()
        attempts = [event for event in rig.events() if isinstance(event, ev.SignInRefused)]
        assert [one.why for one in attempts if one.why is NoEntry.WRONG] == [NoEntry.WRONG] * 3
        assert {one.name for one in attempts} == {"sup1"}
        assert sum(one.times for one in attempts) == 7
        assert_no_pin_was_kept(rig)
        assert b"13572468" not in rig.journal.read_bytes()
    finally:
        rig.clean_up()


def test_a_flood_of_sign_ins_delays_no_coup_and_fills_no_record(table: Rig) -> None:
    table.new_shoe()
    before, over = len(table.events()), threading.Event()

    def flood(number: int) -> None:
        line = json.dumps({"id": "1", "order": "sign-in", "name": f"nobody{number}", "pin": "13572468"}).encode()
        with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
            client.settimeout(0.05)
            client.connect(str(table.folder / "staff.sock"))
            while not over.is_set():
                with contextlib.suppress(TimeoutError):
                    client.sendall((line + b"\n") * 20)
                with contextlib.suppress(TimeoutError):
                    client.recv(65536)

    crowd = [threading.Thread(target=flood, args=(number,)) for number in range(8)]
    for thread in crowd:
        thread.start()
    try:
        table.sees(lambda view: view["counters"].get("orders-not-signed", 0) > 20, "people told to come again")
        for number in range(1, 6):
            table.send(FOUR_CARDS)
            table.sees(partial(has_coups, number), "a coup in the flood")
    finally:
        over.set()
        for thread in crowd:
            thread.join()
    attempts = since(table, before, ev.SignInRefused)
    assert attempts
    assert all(isinstance(one, ev.SignInRefused) and one.name is None for one in attempts)
    assert len(attempts) <= 4, "a record a minute of each kind"


# Nobody.


def test_a_table_without_people_says_so_until_there_is_somebody(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    kept = (tmp_path / "staff.sqlite3").rename(tmp_path / "elsewhere")
    try:
        rig.open()
        rig.plug()
        view = rig.sees(lambda view: any("nobody of the staff" in note for note in view["notes"]), "a note")
        (note,) = (note for note in view["notes"] if "nobody of the staff" in note)
        assert f"`zapato staff add NAME --role supervisor --file {tmp_path}/staff.sqlite3`" in note
        assert note in (tmp_path / "table.log").read_text()
        with contextlib.closing(plain(rig)) as client:
            assert "there is no such file" in guess(client, "sup1")["why"]
        kept.rename(tmp_path / "staff.sqlite3")
        rig.sees(lambda view: not any("nobody of the staff" in note for note in view["notes"]), "the note to go")
        rig.new_shoe()
        rig.end()
    finally:
        rig.clean_up()
