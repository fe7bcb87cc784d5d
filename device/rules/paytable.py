"""What a layout shows next to each wager."""

from decimal import Decimal
from fractions import Fraction
from typing import assert_never

from device.rules.money import format_odds, plain_decimal
from device.rules.wagers import AnySideBet, BonusBet, LuckySixBet, SideBet, SideBets, Wager


def paytable(
    commission_rate: Decimal, banker_six_pays: Fraction | None, tie_pays: int, side_bets: SideBets
) -> tuple[tuple[str, str], ...]:
    """Each wager on offer with what it pays: ``8:1``, ``0.95:1``, ``1:1, 6 pays 1:2``, ``12:1 / 20:1``."""
    banker = f"{plain_decimal(Decimal(1) - commission_rate)}:1"
    if banker_six_pays is not None:
        banker += f", 6 pays {format_odds(banker_six_pays)}"
    main = ((Wager.PLAYER, "1:1"), (Wager.BANKER, banker), (Wager.TIE, f"{tie_pays}:1"))
    side = ((wager, _side_bet(bet)) for wager, bet in side_bets.offered())
    return tuple((wager.value, pays) for wager, pays in (*main, *side))


def closing(side_bets: SideBets) -> dict[str, int]:
    """After which round of the shoe each wager that ever closes is not taken any more (000 "Limitación Máxima")."""
    after = ((wager.value, bet.closes_after) for wager, bet in side_bets.offered())
    return {wager: round for wager, round in after if round is not None}


def _side_bet(bet: AnySideBet) -> str:
    match bet:
        case SideBet(pays=pays):
            return format_odds(pays)
        case LuckySixBet(pays=steps):
            return f"{format_odds(steps.two_cards)} / {format_odds(steps.three_cards)}"
        case BonusBet(pays=steps):
            by = (steps.by_9, steps.by_8, steps.by_7, steps.by_6, steps.by_5, steps.by_4)
            return f"natural {format_odds(steps.natural)}, by 9/8/7/6/5/4 " + " ".join(format_odds(odds) for odds in by)
        case _:
            assert_never(bet)
