"""Exact money: stakes, rounding of commissions and odd cents, and the limit on the difference."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.bets import (
    LARGEST_STAKE,
    Bet,
    BetError,
    check_main_limit,
    most_on_one_hand,
    parse_bet,
    parse_stake,
)
from device.rules.card import Card, parse_cards
from device.rules.making import with_settings
from device.rules.money import format_amount
from device.rules.profile import NumberFormat, Profile
from device.rules.settle import settle
from device.rules.wagers import Wager
from device.settings import list_profiles, load_profile

LIVE = load_profile("live")
NO_COMMISSION = load_profile("live-no-commission")
BANKER_WINS = parse_cards("4h9c8d"), parse_cards("2sAd")
BANKER_SIX = parse_cards("2h3cTd"), parse_cards("2s4d")


def profit(profile: Profile, wager: str, stake: str, coup: tuple[tuple[Card, ...], tuple[Card, ...]]) -> str:
    (one,) = settle(profile, *coup, [parse_bet(f"{wager}={stake}")])
    return str(one.profit)


@pytest.mark.parametrize(
    ("stake", "down", "half_up", "up"),
    [
        ("20", "19.00", "19.00", "19.00"),
        ("0.01", "0.01", "0.01", "0.00"),  # of 0.01 the commission is 0.0005
        ("0.09", "0.09", "0.09", "0.08"),  # 0.0045
        ("0.10", "0.10", "0.09", "0.09"),  # 0.005: the half cent
        ("0.11", "0.11", "0.10", "0.10"),  # 0.0055
        ("0.30", "0.29", "0.28", "0.28"),  # 0.015
        ("33.33", "31.67", "31.66", "31.66"),  # 1.6665
        ("1234567890.10", "1172839495.60", "1172839495.59", "1172839495.59"),  # 61728394.505
        (str(LARGEST_STAKE), "950000000000.00", "949999999999.99", "949999999999.99"),
    ],
)
def test_000_pagos_five_percent_in_the_three_roundings(stake: str, down: str, half_up: str, up: str) -> None:
    found = [
        profit(with_settings(LIVE, {"commission_rounding": how}), "banker", stake, BANKER_WINS)
        for how in ("down", "half-up", "up")
    ]
    assert found == [down, half_up, up]


@pytest.mark.parametrize("name", list_profiles())
def test_commission_is_rounded_half_up_to_the_cent_unless_the_house_says_otherwise(name: str) -> None:
    expected = {"live-no-commission": "0.10"}.get(name, "0.09")
    assert profit(load_profile(name), "banker", "0.10", BANKER_WINS) == expected


@pytest.mark.parametrize(
    ("settings", "stake", "expected"),
    [
        ({"commission_unit": "1"}, "25", "24.00"),  # 1.25
        ({"commission_unit": "1"}, "30", "28.00"),  # 1.50
        ({"commission_unit": "1", "commission_rounding": "down"}, "39.99", "38.99"),
        ({"commission_unit": "0.25", "commission_rounding": "up"}, "20.10", "18.85"),  # 1.005
        ({"commission_unit": "5", "commission_rounding": "up"}, "2", "0.00"),  # never more than the pay
        ({"commission_unit": "0.001"}, "0.31", "0.29"),  # 0.0155 → 0.016 → what can be paid out
        ({"commission_rate": "0.0425"}, "20", "19.15"),
        ({"commission_rate": "0"}, "20", "20.00"),
    ],
)
def test_commission_in_the_unit_and_at_the_rate_of_the_house(
    settings: dict[str, str], stake: str, expected: str
) -> None:
    assert profit(with_settings(LIVE, settings), "banker", stake, BANKER_WINS) == expected


@pytest.mark.parametrize(
    ("how", "half_of_an_odd_cent", "seven_to_two"), [("down", "0.02", "0.17"), ("half-up", "0.03", "0.18")]
)
def test_half_a_cent_that_cannot_be_paid_is_rounded_as_commission_is(
    how: str, half_of_an_odd_cent: str, seven_to_two: str
) -> None:
    house = with_settings(NO_COMMISSION, {"commission_rounding": how})
    assert profit(house, "banker", "0.05", BANKER_SIX) == half_of_an_odd_cent
    assert profit(house, "player-natural", "0.05", (parse_cards("9hTc"), parse_cards("2s5d"))) == seven_to_two


def test_a_bet_is_never_worth_more_or_less_than_its_cents() -> None:
    (one,) = settle(LIVE, *BANKER_WINS, [Bet(wager=Wager.BANKER, stake=Decimal("2E+1"))])
    assert (str(one.stake), str(one.profit), str(one.returned)) == ("20.00", "19.00", "39.00")


# What is refused


@pytest.mark.parametrize(
    ("text", "stake"), [("20", "20"), ("20.5", "20.5"), ("5.00", "5.00"), ("007", "7"), ("0.01", "0.01")]
)
def test_a_stake_is_read_exactly(text: str, stake: str) -> None:
    assert parse_stake(text, "tie") == Decimal(stake)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0", "above 0"),
        ("0.00", "above 0"),
        ("0.001", "below the smallest amount, 0.01"),
        ("0.009", "below the smallest amount, 0.01"),
        ("20.005", "at most two decimals"),
        ("1.000", "at most two decimals"),  # a thousand to some, one to others
        ("1,000", "thousands are not set apart"),
        ("1,234.00", "thousands are not set apart"),
        ("1 000", "no stake"),
        ("1_000", "no stake"),
        ("-20", "no stake"),
        ("+20", "no stake"),
        ("NaN", "no stake"),
        ("Infinity", "no stake"),
        ("1e3", "no stake"),
        ("20.", "no stake"),
        (".5", "no stake"),
        ("", "no stake"),
        ("twenty", "no stake"),
        ("٢٠", "no stake"),
        ("２０", "no stake"),
        ("20\N{EURO SIGN}", "no stake"),
        ("20\n", "no stake"),
        ("0x14", "no stake"),
        ("1000000000000", "too large"),
        ("9" * 5000, "too large"),
    ],
)
def test_what_is_no_stake_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BetError, match=why) as refused:
        parse_stake(text, "tie")
    assert str(refused.value).startswith("tie: ")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "stake",
    [Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("-1"), Decimal(0), Decimal("0.001"), 20.0, 20],
)
def test_a_bet_cannot_be_made_of_what_is_no_exact_amount(stake: Any) -> None:
    with pytest.raises(BetError, match="tie: "):
        Bet(wager=Wager.TIE, stake=stake)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("banker", "write WAGER=STAKE"),
        ("bnker=20", "did you mean banker"),
        ("Banker=20", "did you mean banker"),
        ("lucky_six=20", "did you mean lucky-six"),
        ("=20", "no such wager"),
        ("main=20", "no such wager"),
        ("banker=20=30", "no stake"),
    ],
)
def test_what_is_no_bet_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BetError, match=why):
        parse_bet(text)


def bets(*texts: str) -> list[Bet]:
    return [parse_bet(text) for text in texts]


@pytest.mark.parametrize("name", ["didactic", "classic", "casino-manual", "single-deck"])
def test_a_wager_that_the_profile_has_not_is_refused_with_those_it_has(name: str) -> None:
    with pytest.raises(BetError, match=f"lucky-six: the profile {name} does not offer it; it has player, banker, tie"):
        settle(load_profile(name), *BANKER_WINS, bets("lucky-six=5"))


@pytest.mark.parametrize(
    "two", [("player=5", "banker=5"), ("tie=5", "player=5"), ("banker=1", "tie=1"), ("player=1", "banker=1", "tie=1")]
)
def test_003_reglas_one_position_only(two: tuple[str, ...]) -> None:
    with pytest.raises(BetError, match="one of player, banker and tie only"):
        settle(load_profile("classic"), *BANKER_WINS, bets(*two))
    assert len(settle(LIVE, *BANKER_WINS, bets(*two))) == len(two)


def test_003_reglas_side_bets_and_more_on_the_same_position_are_no_second_position() -> None:
    one = with_settings(LIVE, {"positions": "one"})
    assert len(settle(one, *BANKER_WINS, bets("banker=5", "banker=7", "player-pair=1", "lucky-six=1"))) == 4


@pytest.mark.parametrize("round", [0, -1])
def test_a_round_below_the_first_is_refused(round: int) -> None:
    with pytest.raises(BetError, match="first round"):
        settle(LIVE, *BANKER_WINS, bets("banker=5"), round)


# The limit (000 "Suplementario")


@pytest.mark.parametrize(
    ("player", "banker", "fits"),
    [
        ("5000", "0", True),
        ("5000.01", "0", False),
        ("5000", "10000", True),  # what lies on the one hand widens the other's limit by as much
        ("5000", "10000.01", False),
        ("20000", "15000", True),
        ("0", "0", True),
    ],
)
def test_000_suplementario_the_limit_counts_the_difference(player: str, banker: str, fits: bool) -> None:
    stakes = {"player": Decimal(player), "banker": Decimal(banker), "limit": Decimal(5000)}
    if fits:
        check_main_limit(LIVE, **stakes)
    else:
        with pytest.raises(BetError, match=r"0\.01 over the limit"):
            check_main_limit(LIVE, **stakes)


def test_000_suplementario_the_refusal_writes_amounts_as_the_house_does() -> None:
    stakes = {"player": Decimal(1000), "banker": Decimal(7000), "limit": Decimal(5000)}
    with pytest.raises(BetError) as refused:
        check_main_limit(LIVE, **stakes)
    assert str(refused.value) == (
        "banker: 7,000.00 is 1,000.00 over the limit; at most 6,000.00 beside 1,000.00 on the other hand"
    )
    each = with_settings(LIVE, {"differential_limit": "no", "number_format": "1.234,00"})
    with pytest.raises(BetError) as refused:
        check_main_limit(each, **stakes)
    assert str(refused.value) == "banker: 7.000,00 is 2.000,00 over the limit; at most 5.000,00"


@given(limit=st.integers(1, 10**6), player=st.integers(0, 10**6), banker=st.integers(0, 10**6))
def test_the_limit_refuses_exactly_what_differs_by_more(limit: int, player: int, banker: int) -> None:
    amounts = {"player": Decimal(player), "banker": Decimal(banker), "limit": Decimal(limit)}
    try:
        check_main_limit(LIVE, **amounts)
        fits = True
    except BetError:
        fits = False
    assert fits is (abs(player - banker) <= limit)
    assert most_on_one_hand(LIVE, opposite=Decimal(banker), limit=Decimal(limit)) == limit + banker


def test_000_suplementario_number_format_is_for_people() -> None:
    assert format_amount(Decimal(1234)) == "1234.00"
    assert format_amount(Decimal(1234), LIVE.number_format) == "1,234.00"
    assert LIVE.number_format is NumberFormat.COMMA_POINT
