"""Sessions: ten minutes idle, so many at a time, a token that is proof and nothing that is nearly one."""

import pytest

from device.staff.people import Person, Role
from device.staff.sessions import Session, Sessions
from device.table.vocabulary import SignedOutBy

ANA = Person(id=1, name="Ana", roles=frozenset({Role.SUPERVISOR}))
BEN = Person(id=2, name="Ben", roles=frozenset({Role.DEALER}))


def issue(sessions: Sessions, person: Person, now_s: float, *, peer: int = 1) -> str:
    return sessions.issue(person, now_s, peer=peer, pin_at="2025-03-01")


def whose(sessions: Sessions, token: str, now_s: float) -> Person | None:
    session = sessions.find(token, now_s)
    return None if session is None else session.person


def use(sessions: Sessions, token: str, now_s: float) -> Session:
    session = sessions.find(token, now_s)
    assert session is not None
    sessions.used(session, now_s)
    return session


def test_a_token_says_who_and_over_which_connection() -> None:
    sessions = Sessions()
    tokens = {issue(sessions, ANA, 0.0): ANA, issue(sessions, BEN, 0.0, peer=7): BEN, issue(sessions, ANA, 0.0): ANA}
    assert len(tokens) == 3
    assert all(whose(sessions, token, 1.0) is person for token, person in tokens.items())
    assert [use(sessions, token, 1.0).peer for token in tokens] == [1, 7, 1]


@pytest.mark.parametrize("wrong", ["", "x", "\ud800", "é" * 43])
def test_what_is_no_token_says_nobody(wrong: str) -> None:
    sessions = Sessions()
    token = issue(sessions, ANA, 0.0)
    for near in (wrong, token + "A", token[:-1], token.swapcase()):
        assert sessions.find(near, 1.0) is None
    assert whose(sessions, token, 1.0) is ANA


def test_a_session_ends_after_ten_idle_minutes_and_not_while_it_is_used() -> None:
    sessions = Sessions()
    token = issue(sessions, ANA, 1000.0)
    use(sessions, token, 1599.9)
    use(sessions, token, 2199.8)
    assert whose(sessions, token, 2799.8) is None
    assert whose(sessions, token, 2199.9) is None, "what has ended does not begin again"
    assert len(sessions) == 0
    assert sessions.take_ended() == [(ANA, SignedOutBy.IDLE)]
    assert sessions.take_ended() == []


def test_a_token_that_is_only_looked_at_does_not_keep_the_session() -> None:
    sessions = Sessions()
    token = issue(sessions, ANA, 0.0)
    assert whose(sessions, token, 599.0) is ANA
    assert whose(sessions, token, 600.0) is None


def test_the_dealer_who_is_on_stays_signed_in() -> None:
    sessions = Sessions()
    dealer, other = issue(sessions, BEN, 0.0), issue(sessions, ANA, 0.0)
    sessions.lasting = "ben"
    assert whose(sessions, dealer, 50_000.0) is BEN
    assert whose(sessions, other, 50_000.0) is None
    sessions.lasting = None
    assert whose(sessions, dealer, 50_000.0) is None


def test_the_longest_idle_goes_when_there_are_too_many_but_not_the_dealer_who_is_on() -> None:
    sessions = Sessions(most=2)
    first, second = issue(sessions, ANA, 0.0), issue(sessions, BEN, 1.0)
    use(sessions, first, 2.0)
    third = issue(sessions, BEN, 3.0)
    assert [whose(sessions, token, 4.0) for token in (first, second, third)] == [ANA, None, BEN]
    assert sessions.take_ended() == [(BEN, SignedOutBy.MORE_SESSIONS)]
    sessions.lasting = "Ana"
    issue(sessions, BEN, 5.0)
    assert [whose(sessions, token, 6.0) for token in (first, third)] == [ANA, None]


def test_one_person_pushes_nobody_out_but_themselves() -> None:
    sessions = Sessions(most_of_one=2)
    other = issue(sessions, BEN, 0.0)
    tokens = [issue(sessions, ANA, float(number)) for number in range(1, 41)]
    assert whose(sessions, other, 41.0) is BEN
    assert [whose(sessions, token, 41.0) for token in tokens[-3:]] == [None, ANA, ANA]


def test_signing_out_ends_one_session_disabling_all_of_a_person_hanging_up_all_of_a_connection() -> None:
    sessions = Sessions()
    first, second, other = issue(sessions, ANA, 0.0), issue(sessions, ANA, 0.0), issue(sessions, BEN, 0.0)
    elsewhere = issue(sessions, BEN, 0.0, peer=2)
    session = use(sessions, first, 1.0)
    sessions.end(session, SignedOutBy.ORDER)
    sessions.end(session, SignedOutBy.ORDER)
    assert whose(sessions, first, 1.0) is None
    assert whose(sessions, second, 1.0) is ANA
    assert sessions.end_all_of(ANA.id, SignedOutBy.DISABLED) == 1
    assert whose(sessions, second, 1.0) is None
    assert whose(sessions, other, 1.0) is BEN
    assert sessions.end_peer(1) == 1
    assert [whose(sessions, token, 1.0) for token in (other, elsewhere)] == [None, BEN]
    why = [SignedOutBy.ORDER, SignedOutBy.DISABLED, SignedOutBy.HUNG_UP]
    assert sessions.take_ended() == list(zip((ANA, ANA, BEN), why, strict=True))


def test_no_token_is_kept() -> None:
    sessions = Sessions()
    token = issue(sessions, ANA, 0.0)
    assert token not in repr(sessions._open)


def test_there_is_room_for_one() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Sessions(most=0)
    with pytest.raises(ValueError, match="at least one"):
        Sessions(most_of_one=0)
