"""The compulsory drawing table: who takes the next card, and the rule that says so.

All four reference documents agree on it (000 "Reglas para la Tercera Carta", 001 §04, 003 "Reglas de repartimiento",
004 §2.2 and §3.6.1). It is not a house rule and no profile changes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from device.rules.card import Card
from device.rules.hand import Hand, is_natural, total

PLAYER_DRAWS_ON = frozenset(range(6))
"""Player's two-card totals that must draw; 6 and 7 stand."""

BANKER_DRAWS_ON_WHEN_PLAYER_STOOD = frozenset(range(6))
"""Banker's two-card totals that must draw when Player took no third card."""

BANKER_DRAWS_AGAINST: dict[int, frozenset[int]] = {
    #     Player's third card's value
    0: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
    1: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
    2: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
    3: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: frozenset(),
}
"""Banker's two-card total against the value of Player's third card (never Player's new total): when Banker draws."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What the rules say now: the hand whose card is next (None: no more cards) and the rules that decided."""

    due: Hand | None
    reasons: tuple[str, ...] = ()
    """Codes such as ``player-3-draw``, ``banker-3-against-8-stand``; `explain` puts them into words."""


_DEAL_ORDER = (Step(due=Hand.PLAYER), Step(due=Hand.BANKER), Step(due=Hand.PLAYER), Step(due=Hand.BANKER))


def _after_two_each(player: int, banker: int) -> Step:
    if player >= 8 or banker >= 8:
        naturals = [
            f"{hand}-{points}-natural" for hand, points in (("player", player), ("banker", banker)) if points >= 8
        ]
        return Step(due=None, reasons=tuple(naturals))
    if player in PLAYER_DRAWS_ON:
        return Step(due=Hand.PLAYER, reasons=(f"player-{player}-draw",))
    if banker in BANKER_DRAWS_ON_WHEN_PLAYER_STOOD:
        return Step(due=Hand.BANKER, reasons=(f"player-{player}-stand", f"banker-{banker}-draw"))
    return Step(due=None, reasons=(f"player-{player}-stand", f"banker-{banker}-stand"))


def _after_players_third(banker: int, third: int) -> Step:
    if third in BANKER_DRAWS_AGAINST[banker]:
        return Step(due=Hand.BANKER, reasons=(f"banker-{banker}-against-{third}-draw",))
    return Step(due=None, reasons=(f"banker-{banker}-against-{third}-stand",))


# The answers are few and the table is asked at every card: each is made once, from the readable rules above.
_TWO_EACH = {(p, b): _after_two_each(p, b) for p in range(10) for b in range(10)}
_AGAINST_THIRD = {(b, t): _after_players_third(b, t) for b in range(8) for t in range(10)}
_COMPLETE = Step(due=None)


def next_step(player: Sequence[Card], banker: Sequence[Card]) -> Step:
    """Say whose card is next after these cards, dealt in order out of the shoe, and why.

    `player` and `banker` hold 0 to 3 cards each, as the deal order and this table give them; hands that the table would
    not deal are answered as if complete from the point where they left it.
    """
    if len(banker) < 2:
        return _DEAL_ORDER[min(len(player) + len(banker), 3)]
    if len(banker) == 3 or len(player) < 2:
        return _COMPLETE
    banker_total = (banker[0].points + banker[1].points) % 10
    if len(player) == 2:
        return _TWO_EACH[(player[0].points + player[1].points) % 10, banker_total]
    return _AGAINST_THIRD.get((banker_total, player[2].points), _COMPLETE)


def is_legal_deal(player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Whether these are complete hands that this table deals: for settling and corrections."""
    if len(player) not in (2, 3) or len(banker) not in (2, 3):
        return False
    two_each = _TWO_EACH[total(player[:2]), total(banker[:2])]
    if (len(player) == 3) != (two_each.due is Hand.PLAYER):
        return False
    before_bankers_third = next_step(player, banker[:2])
    return (len(banker) == 3) == (before_bankers_third.due is Hand.BANKER)


def explain(reason: str) -> str:
    """Put a reason code into English: ``banker-3-against-8-stand`` → ``banker 3 against 8: stand``.

    Other languages keep their wording in the catalogues, by the parts of the code.
    """
    words = reason.split("-")
    return f"{' '.join(words[:-1])}: {words[-1]}"


def has_natural(player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Whether either hand is a natural, which ends the coup for both (004 §3.6.4 as its tables have it)."""
    return is_natural(player) or is_natural(banker)
