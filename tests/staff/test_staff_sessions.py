"""Sessions: ten minutes idle, so many at a time, a token that is proof and nothing that is nearly one."""

import pytest

from device.staff.people import Person, Role
from device.staff.sessions import Sessions

ANA = Person(id=1, name="Ana", roles=frozenset({Role.SUPERVISOR}))
BEN = Person(id=2, name="Ben", roles=frozenset({Role.DEALER}))


def test_a_token_says_who() -> None:
    sessions = Sessions()
    tokens = {sessions.issue(ANA, 0.0): ANA, sessions.issue(BEN, 0.0): BEN, sessions.issue(ANA, 0.0): ANA}
    assert len(tokens) == 3
    assert all(sessions.check(token, 1.0) is person for token, person in tokens.items())


@pytest.mark.parametrize("wrong", ["", "x", "\ud800", "é" * 43])
def test_what_is_no_token_says_nobody(wrong: str) -> None:
    sessions = Sessions()
    token = sessions.issue(ANA, 0.0)
    for near in (wrong, token + "A", token[:-1], token.swapcase()):
        assert sessions.check(near, 1.0) is None
    assert sessions.check(token, 1.0) is ANA


def test_a_session_ends_after_ten_idle_minutes_and_not_while_it_is_used() -> None:
    sessions = Sessions()
    token = sessions.issue(ANA, 1000.0)
    assert sessions.check(token, 1599.9) is ANA
    assert sessions.check(token, 2199.8) is ANA
    assert sessions.check(token, 2799.8) is None
    assert sessions.check(token, 2199.9) is None, "what has ended does not begin again"
    assert len(sessions) == 0


def test_the_longest_idle_goes_when_there_are_too_many() -> None:
    sessions = Sessions(most=2)
    first, second = sessions.issue(ANA, 0.0), sessions.issue(BEN, 1.0)
    assert sessions.check(first, 2.0) is ANA
    third = sessions.issue(BEN, 3.0)
    assert [sessions.check(token, 4.0) for token in (first, second, third)] == [ANA, None, BEN]


def test_signing_out_ends_one_session_and_disabling_all_of_a_person() -> None:
    sessions = Sessions()
    first, second, other = sessions.issue(ANA, 0.0), sessions.issue(ANA, 0.0), sessions.issue(BEN, 0.0)
    sessions.end(first)
    sessions.end("nothing")
    assert sessions.check(first, 1.0) is None
    assert sessions.check(second, 1.0) is ANA
    assert sessions.end_all_of(ANA.id) == 1
    assert sessions.check(second, 1.0) is None
    assert sessions.check(other, 1.0) is BEN


def test_no_token_is_kept() -> None:
    sessions = Sessions()
    token = sessions.issue(ANA, 0.0)
    assert token not in repr(sessions._open)


def test_there_is_room_for_one() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Sessions(most=0)
