"""Who must sign what: one table of orders, and why given people do not suffice.

The rule behind it (000, and the practice of regulated houses): what takes something from a player or gives it back
needs two people, one of them a supervisor, neither of them the dealer of that coup; every other decision one
supervisor; the dealer's own handling of the game the dealer, or a supervisor in the dealer's place.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.staff.people import Person, Role, role_names


class Act(enum.Enum):
    """Everything that a person can put a name to, spelt as orders and incident options are."""

    NO_MORE_BETS = "no-more-bets"
    CALL = "call"
    RESULT = "result"
    TURN = "turn"
    NEXT = "next"
    UNDO = "undo"
    DEALER = "dealer"
    REPORT = "report"
    PAUSE = "pause"
    SHOE = "shoe"
    END_SHOE = "end-shoe"
    ENTER = "enter"
    ENTER_UNREAD_BY_DEALER = "enter-unread-by-dealer"
    """Naming an unread card where the profile says ``unread_card = dealer``."""
    FREE = "free"
    ACKNOWLEDGE = "acknowledge"
    ACKNOWLEDGE_COUNT = "acknowledge-count"
    """Acknowledging a surplus or a missing card of an inspection."""
    LAMP_TEST = "lamp-test"
    RESOLVE_CUT = "resolve-cut"
    RESOLVE_NEXT = "resolve-next"
    RESOLVE_BURN = "resolve-burn"
    RESOLVE_FREE_COUP = "resolve-free-coup"
    RESOLVE_PLAY_ON = "resolve-play-on"
    RESOLVE_KEEP = "resolve-keep"
    RESOLVE_FINISH = "resolve-finish"
    RESOLVE_REMOVE_READ = "resolve-remove-read"
    RESOLVE_RESUME = "resolve-resume"
    RESOLVE_RESUME_RECOVERED = "resolve-resume-recovered"
    """Going on after a restart in the middle of a coup."""
    VOID = "void"
    CORRECT = "correct"
    ACCEPT = "accept"
    CLOSE_SHOE = "close-shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Whose name an act needs."""

    people: int
    by: frozenset[Role]
    """Whoever signs holds at least one of these; with two people, each of them."""
    one_is: frozenset[Role]
    """At least one of those who sign holds one of these."""
    not_dealer: bool = False
    """Nobody who signs dealt the coup in question."""

    @property
    def reason(self) -> bool:
        """Whether a reason must be given: with two people always."""
        return self.people == 2


def _one(*roles: Role) -> Signature:
    return Signature(people=1, by=frozenset(roles), one_is=frozenset(roles))


_HAND = _one(Role.DEALER, Role.SUPERVISOR)
_DECISION = _one(Role.SUPERVISOR)
_CARE = _one(Role.SUPERVISOR, Role.SERVICE)
_TWO = Signature(
    people=2,
    by=frozenset({Role.DEALER, Role.SUPERVISOR, Role.PIT}),
    one_is=frozenset({Role.SUPERVISOR}),
    not_dealer=True,
)

SIGNS: Mapping[Act, Signature] = MappingProxyType(
    {
        # The handling of the game: the dealer, or a supervisor in the dealer's place.
        Act.NO_MORE_BETS: _HAND,
        Act.CALL: _HAND,
        Act.RESULT: _HAND,
        Act.TURN: _HAND,
        Act.NEXT: _HAND,
        Act.UNDO: _HAND,
        Act.DEALER: _HAND,
        Act.REPORT: _HAND,
        Act.PAUSE: _HAND,
        Act.SHOE: _HAND,
        Act.ENTER_UNREAD_BY_DEALER: _HAND,
        Act.RESOLVE_RESUME_RECOVERED: _HAND,
        # Decisions: one supervisor.
        Act.END_SHOE: _DECISION,
        Act.ENTER: _DECISION,
        Act.FREE: _DECISION,
        Act.ACKNOWLEDGE: _DECISION,
        Act.RESOLVE_CUT: _DECISION,
        Act.RESOLVE_NEXT: _DECISION,
        Act.RESOLVE_BURN: _DECISION,
        Act.RESOLVE_FREE_COUP: _DECISION,
        Act.RESOLVE_PLAY_ON: _DECISION,
        Act.RESOLVE_KEEP: _DECISION,
        Act.RESOLVE_FINISH: _DECISION,
        Act.RESOLVE_REMOVE_READ: _DECISION,
        Act.RESOLVE_RESUME: _DECISION,
        # What touches a bet or the count of the cards: two people.
        Act.VOID: _TWO,
        Act.CORRECT: _TWO,
        Act.ACCEPT: _TWO,
        Act.CLOSE_SHOE: _TWO,
        Act.ACKNOWLEDGE_COUNT: _TWO,
        # The equipment.
        Act.LAMP_TEST: _CARE,
    }
)
"""The whole of it, a row an act."""


class NotSigned(enum.Enum):
    """Why the people named do not suffice; words that orders are refused with too are spelt the same."""

    NAME_MISSING = "name-missing"
    SECOND_MISSING = "second-missing"
    SECOND_IS_FIRST = "second-is-first"
    DEALER_OF_COUP = "dealer-of-coup"
    DISABLED = "person-disabled"
    NOT_ENTITLED = "not-entitled"
    SUPERVISOR_MISSING = "supervisor-missing"


_SENTENCES: Mapping[NotSigned, str] = MappingProxyType(
    {
        NotSigned.NAME_MISSING: "say who orders it, and sign in",
        NotSigned.SECOND_MISSING: "a second person must confirm",
        NotSigned.SECOND_IS_FIRST: "the second person must be another one",
        NotSigned.DEALER_OF_COUP: "the dealer of the coup may be neither of the two people",
        NotSigned.DISABLED: "one of the people who sign is disabled",
        NotSigned.SUPERVISOR_MISSING: "one of the two must be a supervisor",
    }
)


def sentence(refused: NotSigned, act: Act) -> str:
    """The refusal in words for whoever signed; it names the roles that may."""
    match refused:
        case NotSigned.NOT_ENTITLED:
            return f"this takes the role {' or '.join(role_names(SIGNS[act].by))}"
        case _:
            return _SENTENCES[refused]


def may(roles: frozenset[Role], act: Act) -> bool:
    """Whether somebody of these roles may sign the act, alone or as one of the two it needs."""
    return bool(roles & SIGNS[act].by)


def signers_refused(
    act: Act, *, by: Person | None, second: Person | None = None, dealer_of_coup: str | None = None
) -> NotSigned | None:
    """Why these people may not sign the act, or None when they may.

    `by` and `second` have proved who they are. A `second` where one suffices is not looked at. `dealer_of_coup` is the
    name of who dealt the coup the act is about, None when nobody did or it is about none.
    """
    needed = SIGNS[act]
    if by is None:
        return NotSigned.NAME_MISSING
    if needed.people == 2 and second is None:
        return NotSigned.SECOND_MISSING
    signers = [by] if needed.people == 1 or second is None else [by, second]
    if len({person.id for person in signers}) < len(signers):
        return NotSigned.SECOND_IS_FIRST
    if not all(person.active for person in signers):
        return NotSigned.DISABLED
    if needed.not_dealer and dealer_of_coup is not None and any(one.is_called(dealer_of_coup) for one in signers):
        return NotSigned.DEALER_OF_COUP
    if not all(person.roles & needed.by for person in signers):
        return NotSigned.NOT_ENTITLED
    if not any(person.roles & needed.one_is for person in signers):
        return NotSigned.SUPERVISOR_MISSING
    return None
