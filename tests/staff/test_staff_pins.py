"""PINs and names: which may be chosen, and how PINs are kept."""

from pathlib import Path

import pytest
from argon2 import extract_parameters
from hypothesis import given
from hypothesis import strategies as st
from staff.staff_tools import cheap

from device.staff.errors import DamagedError, NotAllowedError
from device.staff.people import folded, read_name
from device.staff.pins import PinHasher, check_choice, draw_one_time_pin
from device.staff.store import StaffStore


def test_pins_are_kept_as_rfc_9106_says_for_little_memory(tmp_path: Path) -> None:
    # Section 4, second recommended option: Argon2id, t=3, p=4, m=2^16 KiB, 128-bit salt, 256-bit tag.
    store = StaffStore(tmp_path / "staff.sqlite3", create=True)
    kept = store.hasher.hash("2580")
    found = extract_parameters(kept)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert (found.salt_len, found.hash_len) == (16, 32)
    assert store.hasher.verify(kept, "2580")
    # What is checked for a name that nobody has costs exactly the same.
    assert extract_parameters(store.hasher._nobody) == found


def test_a_kept_pin_is_right_for_itself_alone() -> None:
    hasher = cheap()
    kept = hasher.hash("2580")
    assert hasher.verify(kept, "2580")
    for other in ("2581", "", "25800", "x" * 100_000, "\ud800", "２５８０", "2580\n"):
        assert not hasher.verify(kept, other)
    assert hasher.hash("2580") != kept, "two people with one PIN must not look alike"


def test_nobody_has_no_pin() -> None:
    hasher = cheap()
    assert not any(hasher.verify(None, pin) for pin in ("0000", "2580", "", "x"))


@pytest.mark.parametrize(
    "kept", ["", "x", "$argon2id$v=19$m=8,t=1,p=1$AAAA", "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$"]
)
def test_a_damaged_hash_is_said(kept: str) -> None:
    with pytest.raises(DamagedError, match="damaged"):
        cheap().verify(kept, "2580")


@pytest.mark.parametrize("pin", ["2580", "1470", "0007", "19841112", "998877665544", "112233"])
def test_a_pin_of_four_to_twelve_digits_may_be_chosen(pin: str) -> None:
    check_choice(pin)


@pytest.mark.parametrize("pin", ["", "258", "1234567890123", "25 80", "25a0", "２５８０", "٢٥٨٠", "-258", "2580\n"])
def test_what_is_no_pin_is_refused_without_being_repeated(pin: str) -> None:
    with pytest.raises(NotAllowedError, match="4 to 12 digits") as refused:
        check_choice(pin)
    assert not pin or pin not in str(refused.value)


@pytest.mark.parametrize(
    "pin",
    ["1111", "000000", "1234", "4321", "0123", "7890", "9876543210", "2468", "1212", "123123", "00000000", "25802580"],
)
def test_a_trivial_pin_is_refused(pin: str) -> None:
    with pytest.raises(NotAllowedError, match="anybody tries"):
        check_choice(pin)


def test_a_one_time_pin_could_have_been_chosen_and_is_another_each_time() -> None:
    drawn = {draw_one_time_pin() for _ in range(200)}
    assert len(drawn) > 190
    for pin in drawn:
        check_choice(pin)
        assert len(pin) == 8


@pytest.mark.parametrize("name", ["Ana", "d14", "María José", "O'Neill", "李小龙", "x" * 40, "J. Pérez-2"])
def test_a_name_may_stand_in_the_record(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "Ana ", " Ana", "Ana  P", "x" * 41, "Ana\n", "An\x00a", "\x1b[31mAna", "Ana\u202eanA", "A\u200bna"),
        *("An\u00a0a", "\ud800", "2580", "٢٥٨٠", "\ufeffAna", "A\u2028na"),
    ],
)
def test_a_name_that_hides_something_is_refused(name: str) -> None:
    with pytest.raises(NotAllowedError) as refused:
        read_name(name)
    assert str(refused.value).isprintable()


@given(st.text())
def test_any_text_is_a_name_that_stays_or_is_refused(text: str) -> None:
    try:
        name = read_name(text)
    except NotAllowedError as refused:
        assert str(refused).isprintable()
        return
    assert name.isprintable()
    assert read_name(name) == name


def test_one_name_in_several_spellings_is_one() -> None:
    assert len({folded(name) for name in ("José", "JOSÉ", "Jose\u0301", "josé", "ＪＯＳÉ")}) == 1


def test_other_parameters_are_noticed() -> None:
    kept = cheap().hash("2580")
    assert PinHasher().is_outdated(kept)
    assert not cheap().is_outdated(kept)
