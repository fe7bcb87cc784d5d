"""Bets as they lie on the layout: how a stake is read, and what a house refuses before a card is looked at."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from device.rules.choices import NumberFormat, Positions
from device.rules.faults import near
from device.rules.money import format_amount
from device.rules.profile import Profile
from device.rules.wagers import Wager

MINOR_UNIT = Decimal("0.01")
"""The smallest amount of money there is here; every stake, pay and commission is a whole number of it."""

LARGEST_STAKE = Decimal("999999999999.99")
"""More than any table takes; a longer number is a slip of the hand."""

MAIN_WAGERS = (Wager.PLAYER, Wager.BANKER, Wager.TIE)
"""The three positions that every layout has; the house rules of `positions` are about them."""

_STAKE = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SHOWN = 30


class BetError(ValueError):
    """A bet that cannot be taken; the message names the bet, what is wrong with it and what may stand there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """A stake on a wager; raises BetError unless the stake is a whole number of minor units above 0."""

    wager: Wager
    stake: Decimal

    def __post_init__(self) -> None:
        fault = _stake_fault(self.stake)
        if fault:
            raise BetError(f"{self.wager.value}: {fault}")


def parse_bet(text: str) -> Bet:
    """Read a bet as it is typed, ``banker=20`` or ``tie=5.00``; raises BetError, naming the bet."""
    name, equals, amount = (part.strip() for part in text.partition("="))
    if not equals:
        raise BetError(f"{_shown(text)}: write WAGER=STAKE, for example banker=20")
    return Bet(wager=_wager(name), stake=parse_stake(amount, name))


def parse_stake(text: str, name: str) -> Decimal:
    """Read a stake, ``20``, ``20.5`` or ``20.00``; `name` heads the message of the BetError for anything else.

    No sign, no thousands apart, at most two decimals: ``1,000`` and ``1.000`` mean different amounts to different
    people, so neither is guessed at.
    """
    if not _STAKE.fullmatch(text):
        hint = "; thousands are not set apart" if "," in text else ""
        raise BetError(f"{name}: {_shown(text)} is no stake; write digits, for example 20 or 20.50{hint}")
    stake = Decimal(text)
    fault = _stake_fault(stake)
    if fault:
        raise BetError(f"{name}: {fault}")
    return stake


def offered(profile: Profile) -> tuple[Wager, ...]:
    """The wagers of this layout: the main ones, then its side bets, in the order of the paytable."""
    return (*MAIN_WAGERS, *(wager for wager, _ in profile.side_bets.offered()))


def check_bets(profile: Profile, bets: Sequence[Bet]) -> None:
    """Refuse bets that this layout does not take together.

    Raises BetError for a wager that the profile does not offer, and, where one person may bet on one position only
    (003 "Reglas"), for bets on more than one of Player, Banker and tie.
    """
    layout = offered(profile)
    for bet in bets:
        if bet.wager not in layout:
            names = ", ".join(wager.value for wager in layout)
            raise BetError(f"{bet.wager.value}: the profile {profile.name} does not offer it; it has {names}")
    taken = [wager.value for wager in MAIN_WAGERS if any(bet.wager is wager for bet in bets)]
    if profile.positions is Positions.ONE and len(taken) > 1:
        raise BetError(
            f"{' and '.join(taken)}: the profile {profile.name} takes a bet on one of player, banker and tie only"
        )


def most_on_one_hand(profile: Profile, *, opposite: Decimal, limit: Decimal) -> Decimal:
    """The most that may lie on Player while `opposite` lies on Banker, and the other way round.

    Where the limit counts the difference (`differential_limit`; 000 "Suplementario"), what lies on the one hand widens
    the other's limit by as much.
    """
    return limit + opposite if profile.differential_limit else limit


def check_main_limit(profile: Profile, *, player: Decimal, banker: Decimal, limit: Decimal) -> None:
    """Refuse stakes on Player and Banker (0: none) that exceed the table's limit for them.

    Raises BetError naming the hand, the most that may lie there beside what lies on the other, and by how much it is
    too much.
    """
    for wager, stake, opposite in ((Wager.PLAYER, player, banker), (Wager.BANKER, banker, player)):
        if stake:
            Bet(wager=wager, stake=stake)
        most = most_on_one_hand(profile, opposite=opposite, limit=limit)
        if stake > most:
            beside = f" beside {_amount(opposite, profile)} on the other hand" if most != limit else ""
            raise BetError(
                f"{wager.value}: {_amount(stake, profile)} is {_amount(stake - most, profile)} over the limit; "
                f"at most {_amount(most, profile)}{beside}"
            )


def _amount(amount: Decimal, profile: Profile) -> str:
    return format_amount(amount, profile.number_format)


def _wager(name: str) -> Wager:
    try:
        return Wager(name)
    except ValueError:
        names = [wager.value for wager in Wager]
        raise BetError(f"{_shown(name)}: no such wager{near(name, names)}; there are {', '.join(names)}") from None


def is_stake(amount: Decimal) -> bool:
    """Whether a stake can be this amount: above 0, at most two decimals, and no more than any table takes."""
    return not _stake_fault(amount)


def _stake_fault(stake: object) -> str:
    if not isinstance(stake, Decimal):  # a float has lost the cent before it gets here
        return f"{stake!r} is no exact amount; give a Decimal"
    if not stake.is_finite():
        return f"{stake} is no amount"
    written = format_amount(MINOR_UNIT, NumberFormat.PLAIN_POINT)
    if stake <= 0:
        return f"a stake must be above 0; the smallest is {written}"
    if stake < MINOR_UNIT:
        return f"the stake is below the smallest amount, {written}"
    if stake > LARGEST_STAKE:
        return f"the stake is too large; the largest is {LARGEST_STAKE}"
    if int(stake.as_tuple().exponent) < int(MINOR_UNIT.as_tuple().exponent):
        return f"a stake has at most two decimals, not as many as {_shown(str(stake))}"
    return ""


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
