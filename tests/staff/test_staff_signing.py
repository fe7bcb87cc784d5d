"""Who must sign what, against the rule in words: the table of the program is not its own witness."""

import pytest

from device.staff.people import Person, Role
from device.staff.signing import SIGNS, Act, NotSigned, may, sentence, signers_refused

TWO = {"void", "correct", "accept", "close-shoe", "acknowledge-count"}
DEALER_TOO = {
    *("no-more-bets", "call", "result", "turn", "next", "undo", "dealer", "report", "pause", "shoe"),
    *("enter-unread-by-dealer", "resolve-resume-recovered"),
}
ONE_SUPERVISOR = {
    *("end-shoe", "enter", "free", "acknowledge", "resolve-cut", "resolve-next", "resolve-burn", "resolve-free-coup"),
    *("resolve-play-on", "resolve-keep", "resolve-finish", "resolve-remove-read", "resolve-resume"),
}
READERS = frozenset({Role.AUDITOR, Role.SURVEILLANCE, Role.SERVICE})


def person(name: str, *roles: Role, id_: int | None = None, disabled: bool = False) -> Person:
    number = sum(name.encode()) if id_ is None else id_
    return Person(id=number, name=name, roles=frozenset(roles), disabled=disabled)


SUP = person("sup1", Role.SUPERVISOR)
SUP2 = person("sup2", Role.SUPERVISOR)
PIT = person("pit2", Role.PIT)
DEALER = person("d14", Role.DEALER)


def test_every_act_has_its_row() -> None:
    assert set(SIGNS) == set(Act)
    assert {act.value for act in Act} == TWO | DEALER_TOO | ONE_SUPERVISOR | {"lamp-test"}


@pytest.mark.parametrize("act", Act)
def test_nobody_signs_nothing(act: Act) -> None:
    assert signers_refused(act, by=None) is NotSigned.NAME_MISSING


@pytest.mark.parametrize("word", sorted(ONE_SUPERVISOR))
def test_a_decision_needs_one_supervisor(word: str) -> None:
    act = Act(word)
    assert signers_refused(act, by=SUP) is None
    for other in (DEALER, PIT, person("x", *READERS)):
        assert signers_refused(act, by=other) is NotSigned.NOT_ENTITLED
        assert not may(other.roles, act)


@pytest.mark.parametrize("word", sorted(DEALER_TOO))
def test_the_dealer_handles_the_game_and_a_supervisor_may(word: str) -> None:
    act = Act(word)
    assert signers_refused(act, by=DEALER, dealer_of_coup="d14") is None
    assert signers_refused(act, by=SUP) is None
    assert signers_refused(act, by=person("x", Role.PIT, *READERS)) is NotSigned.NOT_ENTITLED


@pytest.mark.parametrize("word", sorted(TWO))
class TestTwoPeople:
    def test_two_of_whom_one_is_a_supervisor(self, word: str) -> None:
        for by, second in ((SUP, PIT), (PIT, SUP), (SUP, DEALER), (DEALER, SUP), (SUP, SUP2)):
            assert signers_refused(Act(word), by=by, second=second, dealer_of_coup="d15") is None
        assert SIGNS[Act(word)].reason

    def test_one_alone(self, word: str) -> None:
        assert signers_refused(Act(word), by=SUP) is NotSigned.SECOND_MISSING

    def test_the_same_person_twice(self, word: str) -> None:
        both = person("sup1", Role.SUPERVISOR, Role.PIT)
        assert signers_refused(Act(word), by=SUP, second=both) is NotSigned.SECOND_IS_FIRST

    def test_no_supervisor_among_them(self, word: str) -> None:
        assert signers_refused(Act(word), by=PIT, second=DEALER) is NotSigned.SUPERVISOR_MISSING

    @pytest.mark.parametrize("role", [Role.AUDITOR, Role.SURVEILLANCE, Role.SERVICE])
    def test_who_only_reads_is_no_second(self, word: str, role: Role) -> None:
        assert signers_refused(Act(word), by=SUP, second=person("x", role)) is NotSigned.NOT_ENTITLED

    def test_not_the_dealer_of_that_coup_in_either_place_nor_in_other_letters(self, word: str) -> None:
        for by, second in ((SUP, DEALER), (DEALER, SUP)):
            refused = signers_refused(Act(word), by=by, second=second, dealer_of_coup="D14")
            assert refused is NotSigned.DEALER_OF_COUP
        dealt = signers_refused(Act(word), by=SUP, second=PIT, dealer_of_coup="sup1")
        assert dealt is NotSigned.DEALER_OF_COUP, "a supervisor who dealt the coup is its dealer"

    def test_a_disabled_second(self, word: str) -> None:
        gone = person("pit3", Role.PIT, disabled=True)
        assert signers_refused(Act(word), by=SUP, second=gone) is NotSigned.DISABLED


def test_a_disabled_person_signs_nothing() -> None:
    gone = person("sup3", Role.SUPERVISOR, disabled=True)
    assert {signers_refused(act, by=gone, second=PIT) for act in Act} == {NotSigned.DISABLED}


def test_the_service_tests_lamps_and_nothing_else() -> None:
    service = frozenset({Role.SERVICE})
    assert [act for act in Act if may(service, act)] == [Act.LAMP_TEST]
    assert not any(may(frozenset({role}), act) for role in (Role.AUDITOR, Role.SURVEILLANCE) for act in Act)


def test_a_second_where_one_suffices_is_not_looked_at() -> None:
    assert signers_refused(Act.FREE, by=SUP, second=SUP) is None


def test_every_refusal_has_words_and_the_roles_are_named() -> None:
    assert len({sentence(refused, Act.VOID) for refused in NotSigned}) == len(NotSigned)
    assert sentence(NotSigned.NOT_ENTITLED, Act.ENTER) == "this takes the role supervisor"
    assert sentence(NotSigned.NOT_ENTITLED, Act.RESULT) == "this takes the role dealer or supervisor"
