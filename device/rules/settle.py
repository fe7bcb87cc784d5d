"""Exact money: what each bet on a coup comes to, to the minor unit.

Everything is counted in exact fractions and rounded once, where money changes hands:

* A commission is rounded to `commission_unit` the way `commission_rounding` says, and is never more than the pay.
* A pay that is no whole number of minor units (half of an odd cent, 7:2 on one) is rounded to the minor unit the same
  way: `half-up` pays the half cent, `down` does not.
"""

import math
import typing
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from device.rules.bets import MINOR_UNIT, Bet, BetError, check_bets, offered
from device.rules.card import Card
from device.rules.choices import CommissionRounding
from device.rules.money import format_odds, plain_decimal
from device.rules.profile import Profile
from device.rules.verdicts import Result, Verdict, check_in_shoe, complete_hands, verdict
from device.rules.wagers import Wager

_CENT = Fraction(MINOR_UNIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One bet after the coup; amounts have two decimals."""

    wager: Wager
    stake: Decimal
    result: Result
    profit: Decimal
    """What the person has more than before the bet; a lost bet: less, so negative."""
    returned: Decimal
    """What lies on the layout for the person to take: stake and profit; of a lost bet 0."""


def settle(
    profile: Profile, player: Sequence[Card], banker: Sequence[Card], bets: Sequence[Bet], round: int | None = None
) -> tuple[Settled, ...]:
    """Settle the bets of one person on a complete coup, one answer a bet in the same order.

    `round` is the coup's number among the completed coups of its shoe (ties count, void and free coups do not); None:
    no bet is closed. Raises DealError for hands that the drawing table or the profile's decks cannot give, BetError for
    bets that the layout does not take and a round below 1.
    """
    hands = complete_hands(player, banker)
    check_in_shoe(hands, profile.decks)
    if round is not None and round < 1:
        raise BetError(f"round {round}: the first round of a shoe is 1")
    check_bets(profile, bets)
    return tuple(_settled(profile, bet, verdict(profile, bet.wager, hands, round)) for bet in bets)


def pay_list(
    profile: Profile, player: Sequence[Card], banker: Sequence[Card], round: int | None = None
) -> tuple[tuple[Wager, Result, str], ...]:
    """What a complete coup means to every wager on offer, in the order of the paytable: wager, result, odds.

    The odds are those of a win, as the paytable writes them (``0.95:1``, ``7:2``), and empty otherwise. Raises
    DealError as `settle` does; a view must not ask before every card and the result are public.
    """
    hands = complete_hands(player, banker)
    told = ((wager, verdict(profile, wager, hands, round)) for wager in offered(profile))
    return tuple((wager, one.result, _pays(one)) for wager, one in told)


def commission_list(profile: Profile, stakes: Sequence[Decimal]) -> tuple[tuple[Decimal, Decimal], ...]:
    """What the house keeps of a Banker win at even money for each of these stakes: stake and commission, in order.

    Empty where the house takes no commission. Raises BetError for a stake that no layout takes.
    """
    if not profile.commission_rate:
        return ()
    won = Verdict(result=Result.WIN, pays=Fraction(1), commission=Fraction(profile.commission_rate))
    bets = [Bet(wager=Wager.BANKER, stake=stake) for stake in stakes]
    return tuple(
        (_amount(stake), _amount(stake - _paid(profile, stake, won))) for stake in (Fraction(bet.stake) for bet in bets)
    )


def _settled(profile: Profile, bet: Bet, seen: Verdict) -> Settled:
    stake = Fraction(bet.stake)
    match seen.result:
        case Result.WIN:
            profit = _paid(profile, stake, seen)
        case Result.LOSE:
            profit = -stake
        case Result.PUSH | Result.CLOSED:
            profit = Fraction(0)
        case _:
            typing.assert_never(seen.result)
    return Settled(
        wager=bet.wager,
        stake=_amount(stake),
        result=seen.result,
        profit=_amount(profit),
        returned=_amount(stake + profit),
    )


def _paid(profile: Profile, stake: Fraction, won: Verdict) -> Fraction:
    """What is paid beside the stake: the pay, then the commission off it, each in whole minor units."""
    how = profile.commission_rounding
    pay = _rounded(stake * won.pays, _CENT, how)
    commission = _rounded(stake * won.pays * won.commission, Fraction(profile.commission_unit), how)
    # A profile may take commission in units that are no whole cents; nobody can pay out a part of one.
    return pay - min(_rounded(commission, _CENT, how), pay)


def _rounded(amount: Fraction, unit: Fraction, how: CommissionRounding) -> Fraction:
    units = amount / unit
    match how:
        case CommissionRounding.DOWN:
            return math.floor(units) * unit
        case CommissionRounding.HALF_UP:
            return math.floor(units + Fraction(1, 2)) * unit
        case CommissionRounding.UP:
            return math.ceil(units) * unit


def _amount(amount: Fraction) -> Decimal:
    minor_units = amount / _CENT
    assert minor_units.denominator == 1, f"{amount} is no whole number of minor units"
    return Decimal(minor_units.numerator) * MINOR_UNIT


def _pays(seen: Verdict) -> str:
    if seen.result is not Result.WIN:
        return ""
    if seen.commission:
        exact = Decimal(seen.net.numerator) / Decimal(seen.net.denominator)
        return f"{plain_decimal(exact)}:1"
    return format_odds(seen.pays)
