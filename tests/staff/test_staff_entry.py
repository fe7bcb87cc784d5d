"""The way in: right, wrong, waiting, disabled, one-time; what is told of each attempt, and what an attempt costs."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from staff.staff_tools import CHEAP, PIN, HandClock, Ledger, add_with_pin

from device.staff.entry import Attempt, Outcome, StaffEntry, Way
from device.staff.errors import DamagedError, NotAllowedError, StaffError
from device.staff.people import Role
from device.staff.pins import PinHasher
from device.staff.store import StaffStore


def kept_pin(store: StaffStore) -> str:
    with store.change() as connection:
        (kept,) = connection.execute("SELECT pin_hash FROM people").fetchone()
    return str(kept)


def outcomes(ledger: Ledger) -> list[Outcome]:
    return [attempt.outcome for attempt in ledger.attempts]


def test_the_right_pin_says_who(store: StaffStore, entry: StaffEntry, ledger: Ledger, clock: HandClock) -> None:
    ana = add_with_pin(store, "Ana", Role.SUPERVISOR)
    answer = entry.check_pin("ANA", PIN)
    assert (answer.outcome, answer.person, answer.wait_s) == (Outcome.RIGHT, ana, 0)
    told = Attempt(way=Way.PIN, outcome=Outcome.RIGHT, name="Ana", known=True, wrong=0, wait_s=0, at=clock.wall)
    assert ledger.attempts == [told]


def test_a_wrong_pin_and_an_unknown_name_get_the_same_answers(store: StaffStore, entry: StaffEntry) -> None:
    add_with_pin(store, "Ana")
    for name in ("Ana", "Zoe"):
        answers = [entry.check_pin(name, "9999") for _ in range(5)]
        assert [answer.outcome.value for answer in answers] == ["wrong", "wrong", "wrong", "wait", "wait"]
        assert [answer.wait_s for answer in answers] == [0, 0, 30, 30, 30]
        assert {answer.person for answer in answers} == {None}


def test_a_known_and_an_unknown_name_cost_the_same_work(store: StaffStore, monkeypatch: pytest.MonkeyPatch) -> None:
    add_with_pin(store, "Ana")
    entry = StaffEntry(store, report=Ledger())
    costs: list[Parameters] = []
    checked = PasswordHasher.verify

    def verify(self: PasswordHasher, kept: str, pin: str) -> bool:
        costs.append(extract_parameters(kept))
        return checked(self, kept, pin)

    monkeypatch.setattr(PasswordHasher, "verify", verify)
    for name, pin in (("Ana", "9999"), ("Zoe", "9999"), ("\ud800", "9999"), ("Ana", ""), ("Zoe", "x" * 1000)):
        costs.clear()
        entry.check_pin(name, pin)
        assert costs == [CHEAP], (name, pin)


def test_while_waiting_even_the_right_pin_is_not_looked_at(
    store: StaffStore, entry: StaffEntry, ledger: Ledger, clock: HandClock
) -> None:
    add_with_pin(store, "Ana")
    for _ in range(3):
        entry.check_pin("Ana", "9999")
    clock.pass_s(29.0)
    answer = entry.check_pin("Ana", PIN)
    assert (answer.outcome, answer.wait_s) == (Outcome.WAIT, 1.0)
    clock.pass_s(1.0)
    assert entry.check_pin("Ana", PIN).outcome is Outcome.RIGHT
    assert [(told.outcome.value, told.wrong) for told in ledger.attempts] == [
        *(("wrong", 1), ("wrong", 2), ("wrong", 3), ("wait", 3), ("right", 0))
    ]
    assert entry.check_pin("Ana", "9999").wait_s == 0, "the right PIN begins the count anew"


def test_one_person_s_wait_is_nobody_else_s(store: StaffStore, entry: StaffEntry) -> None:
    add_with_pin(store, "Ana")
    add_with_pin(store, "Ben")
    for _ in range(4):
        entry.check_pin("Ana", "9999")
    assert entry.check_pin("Ben", PIN).outcome is Outcome.RIGHT


def test_made_up_names_do_not_let_the_file_grow(store: StaffStore, entry: StaffEntry) -> None:
    for number in range(300):
        entry.check_pin(f"nobody{number}", "9999")
    with store.change() as connection:
        assert connection.execute("SELECT count(*) FROM tries").fetchone()[0] <= 64


def test_a_guess_that_a_power_cut_ends_was_counted(store: StaffStore, monkeypatch: pytest.MonkeyPatch) -> None:
    add_with_pin(store, "Ana")
    entry = StaffEntry(store, report=Ledger())

    def cut(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(store.hasher, "verify", cut)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                entry.check_pin("Ana", "9999")
    assert entry.check_pin("Ana", PIN).outcome is Outcome.WAIT


def test_a_one_time_pin_serves_to_choose_one_s_own_and_for_nothing_else(store: StaffStore, entry: StaffEntry) -> None:
    ana, one_time = store.add("Ana", [Role.DEALER])
    assert entry.check_pin("Ana", one_time).outcome is Outcome.CHANGE_FIRST
    assert entry.change_pin("Ana", one_time, PIN).outcome is Outcome.RIGHT
    assert entry.check_pin("Ana", one_time).outcome is Outcome.WRONG
    assert entry.check_pin("Ana", PIN).person == ana
    _, again = store.reset("Ana")
    assert entry.check_pin("Ana", PIN).outcome is Outcome.WRONG
    with pytest.raises(NotAllowedError, match="from before"):
        entry.change_pin("Ana", again, PIN)
    assert entry.change_pin("Ana", again, "1470").outcome is Outcome.RIGHT


def test_a_change_needs_the_present_pin_and_counts_like_any_attempt(
    store: StaffStore, entry: StaffEntry, ledger: Ledger
) -> None:
    add_with_pin(store, "Ana")
    before = kept_pin(store)
    assert [entry.change_pin("Ana", "9999", "1470").outcome.value for _ in range(4)] == ["wrong"] * 3 + ["wait"]
    assert {told.way for told in ledger.attempts} == {Way.PIN_CHANGE}
    assert kept_pin(store) == before


@pytest.mark.parametrize(("new", "why"), [("1234", "anybody tries"), ("12", "4 to 12 digits"), (PIN, "from before")])
def test_a_poor_new_pin_is_refused_and_the_old_one_stays(
    store: StaffStore, entry: StaffEntry, new: str, why: str
) -> None:
    add_with_pin(store, "Ana")
    with pytest.raises(NotAllowedError, match=why):
        entry.change_pin("Ana", PIN, new)
    assert entry.check_pin("Ana", PIN).outcome is Outcome.RIGHT


def test_a_disabled_person_gets_no_further_and_is_told_after_the_right_pin_only(
    store: StaffStore, entry: StaffEntry
) -> None:
    add_with_pin(store, "Ana")
    store.disable("Ana")
    assert entry.check_pin("Ana", "9999").outcome is Outcome.WRONG
    assert entry.check_pin("Ana", PIN).outcome is Outcome.DISABLED
    assert entry.change_pin("Ana", PIN, "1470").outcome is Outcome.DISABLED
    store.enable("Ana")
    assert entry.check_pin("Ana", PIN).outcome is Outcome.RIGHT


def test_a_pin_kept_with_other_parameters_is_kept_anew_at_the_next_right_one(store: StaffStore) -> None:
    add_with_pin(store, "Ana")
    dearer = Parameters(
        type=CHEAP.type, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=16, parallelism=1
    )
    entry = StaffEntry(StaffStore(store.path, clock=store.clock, hasher=PinHasher(dearer)), report=Ledger())
    assert entry.check_pin("Ana", "9999").outcome is Outcome.WRONG
    assert extract_parameters(kept_pin(store)) == CHEAP
    assert entry.check_pin("Ana", PIN).outcome is Outcome.RIGHT
    assert extract_parameters(kept_pin(store)) == dearer
    assert entry.check_pin("Ana", PIN).outcome is Outcome.RIGHT


def test_a_change_and_new_parameters_at_once(store: StaffStore) -> None:
    add_with_pin(store, "Ana")
    dearer = Parameters(
        type=CHEAP.type, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=16, parallelism=1
    )
    entry = StaffEntry(StaffStore(store.path, clock=store.clock, hasher=PinHasher(dearer)), report=Ledger())
    assert entry.change_pin("Ana", PIN, "1470").outcome is Outcome.RIGHT
    assert entry.check_pin("Ana", "1470").outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("meanwhile", "outcome"),
    [
        (lambda store: store.reset("Ana"), Outcome.WRONG),
        (lambda store: store.disable("Ana"), Outcome.DISABLED),
    ],
)
def test_what_happens_while_a_pin_is_looked_at_counts(
    store: StaffStore, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[StaffStore], Any], outcome: Outcome
) -> None:
    add_with_pin(store, "Ana")
    checked = store.hasher.verify

    def verify(kept: str | None, pin: str) -> bool:
        meanwhile(store)
        return checked(kept, pin)

    monkeypatch.setattr(store.hasher, "verify", verify)
    assert StaffEntry(store, report=Ledger()).check_pin("Ana", PIN).outcome is outcome


def test_a_change_does_not_outlive_a_disabling_meanwhile(store: StaffStore, monkeypatch: pytest.MonkeyPatch) -> None:
    add_with_pin(store, "Ana")
    hashed = store.hasher.hash

    def hash_(pin: str) -> str:
        store.disable("Ana")
        return hashed(pin)

    with monkeypatch.context() as patched:
        patched.setattr(store.hasher, "hash", hash_)
        assert StaffEntry(store, report=Ledger()).change_pin("Ana", PIN, "1470").outcome is Outcome.WRONG
    store.enable("Ana")
    assert StaffEntry(store, report=Ledger()).check_pin("Ana", PIN).outcome is Outcome.RIGHT


def test_what_was_typed_is_told_unless_it_might_be_a_pin(entry: StaffEntry, ledger: Ledger) -> None:
    for typed in ("Zoe", "2580", "a\nb", "x" * 500):
        entry.check_pin(typed, "9999")
    assert [told.name for told in ledger.attempts] == ["Zoe", None, None, None]
    assert not any(told.known for told in ledger.attempts)


def test_no_attempt_tells_a_pin_or_a_badge(store: StaffStore, entry: StaffEntry, ledger: Ledger) -> None:
    add_with_pin(store, "Ana")
    store.give_badge("Ana", "04AABBCC")
    entry.check_pin("Ana", PIN)
    entry.change_pin("Ana", PIN, "1470")
    entry.read_badge("04AABBCC")
    assert len(ledger.attempts) == 3
    assert not any(secret in repr(ledger.attempts) for secret in (PIN, "1470", "04AABBCC", "04aabbcc"))


def test_whoever_cannot_be_put_on_record_does_not_come_in(store: StaffStore) -> None:
    add_with_pin(store, "Ana")

    def no_record(attempt: Attempt) -> None:
        raise OSError("the disk is full")

    entry = StaffEntry(store, report=no_record)
    with pytest.raises(OSError, match="full"):
        entry.check_pin("Ana", PIN)
    with pytest.raises(OSError, match="full"):
        entry.change_pin("Ana", PIN, "1470")
    assert StaffEntry(store, report=Ledger()).check_pin("Ana", PIN).outcome is Outcome.RIGHT


def test_a_badge_says_whose_it_is(store: StaffStore, entry: StaffEntry, ledger: Ledger) -> None:
    assert entry.read_badge("04AABBCC").outcome is Outcome.WRONG, "nobody has one yet"
    ana, _ = store.add("Ana", [Role.DEALER])
    store.give_badge("Ana", "04AABBCC")
    assert entry.read_badge(" 04aabbcc\n").person == ana
    assert entry.read_badge("04AABBCD").person is None
    assert entry.read_badge("\x00").person is None
    store.disable("Ana")
    assert entry.read_badge("04AABBCC").outcome is Outcome.DISABLED
    assert [told.value for told in outcomes(ledger)] == ["wrong", "right", "wrong", "wrong", "disabled"]
    store.take_badge("Ana")
    assert entry.read_badge("04AABBCC").outcome is Outcome.WRONG


def test_a_damaged_pin_names_the_person_and_the_remedy(store: StaffStore, entry: StaffEntry) -> None:
    add_with_pin(store, "Ana")
    with store.change() as connection:
        connection.execute("UPDATE people SET pin_hash = 'x'")
    with pytest.raises(DamagedError, match=r"Ana.*zapato staff reset"):
        entry.check_pin("Ana", PIN)
    _, one_time = store.reset("Ana")
    assert entry.change_pin("Ana", one_time, PIN).outcome is Outcome.RIGHT


def test_a_locked_file_is_said(store: StaffStore, entry: StaffEntry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.staff.files._BUSY_S", 0.0)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StaffError, match="another program holds it locked"):
        entry.check_pin("Ana", PIN)
    other.close()
