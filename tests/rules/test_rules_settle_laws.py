"""Laws of all settling, tried on coups, stakes, rounds and house rules of all kinds."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from device.rules.bets import Bet, offered
from device.rules.card import Card
from device.rules.hand import Hand, total
from device.rules.making import with_settings
from device.rules.outcome import Outcome, outcome
from device.rules.profile import CommissionRounding, NaturalBets, Profile
from device.rules.settle import Settled, pay_list, settle
from device.rules.tableau import next_step
from device.rules.verdicts import Result
from device.rules.wagers import Wager
from device.settings import load_profile

LIVE = load_profile("live")
NO_COMMISSION = load_profile("live-no-commission")
CENT = Decimal("0.01")
Coup = tuple[tuple[Card, ...], tuple[Card, ...]]


@st.composite
def coups(draw: st.DrawFn) -> Coup:
    """Any coup that the drawing table deals."""
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    while (due := next_step(player, banker).due) is not None:
        card = draw(st.sampled_from(list(Card)))
        player, banker = ((*player, card), banker) if due is Hand.PLAYER else (player, (*banker, card))
    return player, banker


stakes = st.integers(1, 10**9).map(lambda cents: Decimal(cents) / 100)
rounds = st.none() | st.integers(1, 90)
houses = st.builds(
    lambda house, rounding, reading, rate: with_settings(
        house,
        {"commission_rounding": rounding.value, "natural_bets": reading.value, "commission_rate": f"0.{rate:03}"},
    ),
    st.sampled_from([LIVE, NO_COMMISSION]),
    st.sampled_from(CommissionRounding),
    st.sampled_from(NaturalBets),
    st.integers(0, 999),
)


def all_settled(house: Profile, coup: Coup, stake: Decimal, round: int | None) -> dict[Wager, Settled]:
    everything = [Bet(wager=wager, stake=stake) for wager in offered(house)]
    return {one.wager: one for one in settle(house, *coup, bets=everything, round=round)}


@given(house=houses, coup=coups(), stake=stakes, round=rounds)
def test_money_adds_up_for_every_wager(house: Profile, coup: Coup, stake: Decimal, round: int | None) -> None:
    for one in all_settled(house, coup, stake, round).values():
        assert one.stake == stake
        assert one.returned == one.stake + one.profit
        assert one.stake.as_tuple().exponent == one.profit.as_tuple().exponent == one.returned.as_tuple().exponent == -2
        match one.result:
            case Result.WIN:
                assert one.profit >= 0
            case Result.LOSE:
                assert one.profit == -stake
                assert one.returned == 0
            case Result.PUSH | Result.CLOSED:
                assert one.profit == 0
                assert one.returned == stake


@given(house=houses, coup=coups(), stake=stakes, round=rounds)
def test_the_same_on_player_and_banker_costs_the_commission_at_most(
    house: Profile, coup: Coup, stake: Decimal, round: int | None
) -> None:
    found = all_settled(house, coup, stake, round)
    both = found[Wager.PLAYER].profit + found[Wager.BANKER].profit
    match outcome(*coup):
        case Outcome.TIE:
            assert found[Wager.PLAYER].result is found[Wager.BANKER].result is Result.PUSH
            assert found[Wager.TIE].profit == house.tie_pays * stake
        case Outcome.PLAYER:
            assert both == 0
            assert found[Wager.TIE].result is Result.LOSE
        case Outcome.BANKER:
            on_six = house.banker_six_pays if total(coup[1]) == 6 else None
            pays = on_six if on_six is not None else 1 - Fraction(house.commission_rate)
            assert abs(Fraction(found[Wager.BANKER].profit) - Fraction(stake) * pays) < Fraction(CENT)
            assert -stake <= both <= 0


@given(house=houses, coup=coups(), stake=stakes, round=rounds)
def test_the_lucky_sixes_and_the_pairs_agree_with_each_other(
    house: Profile, coup: Coup, stake: Decimal, round: int | None
) -> None:
    found = all_settled(house, coup, stake, round)
    won = {wager for wager, one in found.items() if one.result is Result.WIN}
    if found[Wager.LUCKY_SIX].result is not Result.CLOSED:
        assert (Wager.LUCKY_SIX in won) is bool(won & {Wager.LUCKY_SIX_2, Wager.LUCKY_SIX_3})
        assert not {Wager.LUCKY_SIX_2, Wager.LUCKY_SIX_3} <= won
        assert Wager.LUCKY_SIX not in won or Wager.BANKER in won
        assert (Wager.EITHER_PAIR in won) is bool(won & {Wager.PLAYER_PAIR, Wager.BANKER_PAIR})
        assert Wager.PERFECT_PAIR not in won or Wager.EITHER_PAIR in won
    assert Wager.PLAYER_BONUS not in won or Wager.PLAYER in won
    assert Wager.BANKER_BONUS not in won or Wager.BANKER in won


@given(house=houses, coup=coups(), stake=stakes, round=rounds)
def test_the_pay_list_says_what_settling_does(house: Profile, coup: Coup, stake: Decimal, round: int | None) -> None:
    found = all_settled(house, coup, stake, round)
    told = pay_list(house, *coup, round=round)
    assert [(wager, result) for wager, result, _ in told] == [(one.wager, one.result) for one in found.values()]
    for wager, result, pays in told:
        assert bool(pays) is (result is Result.WIN)
        if pays:
            odds = Fraction(pays.split(":")[0]) / Fraction(pays.split(":")[1])
            exact, paid = odds * Fraction(stake), Fraction(found[wager].profit)
            assert abs(exact - paid) < Fraction(CENT)
