"""The commission table of the dealer's panel: what the house keeps of a Banker win, exactly as it settles one."""

from decimal import Decimal

import pytest

from device.rules.bets import Bet, BetError
from device.rules.card import parse_cards
from device.rules.making import with_settings
from device.rules.settle import commission_list, settle
from device.rules.wagers import Wager
from device.settings import list_profiles, load_profile

LIVE = load_profile("live")
STAKES = tuple(map(Decimal, ("0.10", "12.50", "25", "33.33", "1000", "999999999999.99")))
BANKER_WINS = parse_cards("4h9c8d"), parse_cards("2sAd")


@pytest.mark.parametrize("name", list_profiles())
@pytest.mark.parametrize("how", ["down", "half-up", "up"])
@pytest.mark.parametrize("unit", ["0.01", "0.25", "5"])
def test_stake_less_commission_is_what_a_win_pays(name: str, how: str, unit: str) -> None:
    profile = with_settings(load_profile(name), {"commission_rounding": how, "commission_unit": unit})
    listed = commission_list(profile, STAKES)
    if not profile.commission_rate:
        assert listed == ()
        return
    assert [stake for stake, _ in listed] == [stake.quantize(Decimal("0.01")) for stake in STAKES]
    for stake, commission in listed:
        (won,) = settle(profile, *BANKER_WINS, [Bet(wager=Wager.BANKER, stake=stake)])
        assert stake - commission == won.profit


def test_000_pagos_five_percent_of_the_usual_stakes() -> None:
    listed = commission_list(LIVE, [Decimal(25), Decimal(100), Decimal("33.33")])
    assert [str(commission) for _, commission in listed] == ["1.25", "5.00", "1.67"]


def test_a_stake_that_no_layout_takes_is_refused() -> None:
    with pytest.raises(BetError, match="two decimals"):
        commission_list(LIVE, [Decimal("0.125")])
