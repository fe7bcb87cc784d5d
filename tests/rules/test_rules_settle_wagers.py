"""Every wager, clause by clause as the documents word it; each test is named by document and section."""

from decimal import Decimal

import pytest

from device.rules.bets import Bet
from device.rules.card import parse_cards
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.rules.settle import pay_list, settle
from device.rules.verdicts import Result
from device.rules.wagers import Wager
from device.settings import load_profile

LIVE = load_profile("live")
NO_COMMISSION = load_profile("live-no-commission")
CLASSIC = load_profile("classic")

# Complete coups, Player's cards before the stroke.
PLAYER_WINS = "3h4c/Ts5d7c"  # 7 to 2
BANKER_WINS = "4h9c8d/2sAd"  # 1 to 3: the example of 001 §06
TIE = "3h4c/3s4d"  # 7 to 7
BANKER_SIX_2 = "2h3cTd/2s4d"  # 5 to 6, in two cards
BANKER_SIX_3 = "2h3cTd/TsJd6c"  # 5 to 6, in three
TIE_AT_SIX = "2h4c/2s4d"
PLAYER_SIX = "2h4c/Ts5d6c"  # 6 to 1
NINE_TO_EIGHT = "9hTc/3s5d"  # both natural
EIGHT_TO_NINE = "3h5c/9sTd"
NATURAL_TIE = "9hTc/4s5d"
PLAYER_NATURAL_9 = "9hTc/2s5d"  # 9 to 7, by two points
BANKER_NATURAL_8 = "2h5c/8sTd"  # 7 to 8


def settled(profile: Profile, wager: str, coup: str, round: int | None = None) -> tuple[str, str]:
    """What 10.00 on that wager comes to: the result and the profit."""
    player, banker = map(parse_cards, coup.split("/"))
    (one,) = settle(profile, player, banker, [Bet(wager=Wager(wager), stake=Decimal(10))], round)
    return one.result.value, str(one.profit)


@pytest.mark.parametrize(
    ("wager", "coup", "expected"),
    [
        ("player", PLAYER_WINS, ("win", "10.00")),
        ("player", BANKER_WINS, ("lose", "-10.00")),
        ("player", TIE, ("push", "0.00")),
        ("banker", PLAYER_WINS, ("lose", "-10.00")),
        ("banker", BANKER_WINS, ("win", "9.50")),
        ("banker", BANKER_SIX_2, ("win", "9.50")),
        ("banker", TIE, ("push", "0.00")),
        ("tie", PLAYER_WINS, ("lose", "-10.00")),
        ("tie", BANKER_WINS, ("lose", "-10.00")),
        ("tie", TIE, ("win", "80.00")),
        ("tie", NATURAL_TIE, ("win", "80.00")),
    ],
)
def test_000_pagos_main_bets_with_commission(wager: str, coup: str, expected: tuple[str, str]) -> None:
    assert settled(LIVE, wager, coup) == expected


@pytest.mark.parametrize(
    ("coup", "expected"),
    [
        (BANKER_WINS, ("win", "10.00")),
        (BANKER_NATURAL_8, ("win", "10.00")),
        (BANKER_SIX_2, ("win", "5.00")),
        (BANKER_SIX_3, ("win", "5.00")),
        (TIE_AT_SIX, ("push", "0.00")),
        (PLAYER_SIX, ("lose", "-10.00")),
    ],
)
def test_000_pagos_baccarat_sin_comision_pays_half_when_banker_wins_with_6(
    coup: str, expected: tuple[str, str]
) -> None:
    assert settled(NO_COMMISSION, "banker", coup) == expected


@pytest.mark.parametrize(
    ("wager", "coup", "profit"),
    [("player", PLAYER_WINS, "20.00"), ("banker", BANKER_WINS, "19.00"), ("tie", TIE, "160.00")],
)
def test_001_05_liquidacion_with_twenty(wager: str, coup: str, profit: str) -> None:
    player, banker = map(parse_cards, coup.split("/"))
    (won,) = settle(load_profile("didactic"), player, banker, [Bet(wager=Wager(wager), stake=Decimal(20))])
    assert (str(won.profit), won.returned) == (profit, 20 + won.profit)


def test_001_06_banker_3_stands_against_8_and_wins_and_with_7_must_draw() -> None:
    assert settled(load_profile("didactic"), "banker", "4h9c8d/2sAd") == ("win", "9.50")
    with pytest.raises(ValueError, match="banker 3 against 7: draw"):
        settled(load_profile("didactic"), "banker", "4h9c7d/2sAd")


def test_003_tabla_de_pagos_tie_pays_nine() -> None:
    assert settled(CLASSIC, "tie", TIE) == ("win", "90.00")
    assert settled(CLASSIC, "banker", BANKER_WINS) == ("win", "9.50")
    assert settled(CLASSIC, "player", TIE) == ("push", "0.00")


@pytest.mark.parametrize("name", ["casino-manual", "single-deck"])
def test_004_2_1_1_a_tie_returns_the_bet_and_3_4_five_percent_of_a_winning_banker_bet(name: str) -> None:
    assert settled(load_profile(name), "player", TIE) == ("push", "0.00")
    assert settled(load_profile(name), "banker", BANKER_WINS) == ("win", "9.50")


PAIRS = {
    # Player pair, Banker pair, either, perfect
    "4h4c/3s5d": (True, False, True, False),
    "4h4h/3s5d": (True, False, True, True),
    "9hTc/4s4d": (False, True, True, False),
    "9hTc/4s4s": (False, True, True, True),
    "4h4c/9s9d": (True, True, True, False),
    "4h4h/9s9s": (True, True, True, True),
    "4h4c/9s9s": (True, True, True, True),
    "9hTc/2s5d": (False, False, False, False),
    "KhQc/9sJd": (False, False, False, False),  # two courts of one value are no pair
    "9hTc/9sTc": (False, False, False, False),  # nor are one hand's card and the other's
    "4h9c4h/3s4d": (False, False, False, False),  # a third card never makes a pair
    "2h3cTd/AsAd9c": (False, True, True, False),
}


@pytest.mark.parametrize("coup", PAIRS)
def test_000_pagos_pairs_are_by_rank_of_the_first_two_and_paid_once(coup: str) -> None:
    pays = {"player-pair": "110.00", "banker-pair": "110.00", "either-pair": "50.00", "perfect-pair": "250.00"}
    expected = {
        wager: ("win", profit) if won else ("lose", "-10.00")
        for (wager, profit), won in zip(pays.items(), PAIRS[coup], strict=True)
    }
    assert {wager: settled(LIVE, wager, coup) for wager in pays} == expected


def reading(words: str) -> Profile:
    return with_settings(LIVE, {"natural_bets": words})


WON, LOST, BACK = ("win", "35.00"), ("lose", "-10.00"), ("push", "0.00")


@pytest.mark.parametrize(
    ("words", "wins", "loses", "ties"),
    [
        ("win", WON, WON, WON),  # 000 as written: whatever the result
        ("must-win", WON, LOST, LOST),
        ("must-win-tie-returns", WON, LOST, BACK),
        ("unless-beaten", WON, LOST, WON),
    ],
)
def test_000_pagos_naturals_in_the_four_readings(
    words: str, wins: tuple[str, str], loses: tuple[str, str], ties: tuple[str, str]
) -> None:
    profile = reading(words)
    for wager, won, lost in (
        ("player-natural", NINE_TO_EIGHT, EIGHT_TO_NINE),
        ("banker-natural", EIGHT_TO_NINE, NINE_TO_EIGHT),
    ):
        assert settled(profile, wager, won) == wins
        assert settled(profile, wager, lost) == loses
        assert settled(profile, wager, NATURAL_TIE) == ties
    assert settled(profile, "player-natural", PLAYER_NATURAL_9) == wins
    assert settled(profile, "banker-natural", PLAYER_NATURAL_9) == LOST


@pytest.mark.parametrize("words", ["win", "must-win", "must-win-tie-returns", "unless-beaten"])
def test_000_pagos_a_third_card_makes_no_natural(words: str) -> None:
    nine_in_three = "2h3c4d/2s2d6h"  # 9 to 0
    assert settled(reading(words), "player-natural", nine_in_three) == LOST
    assert settled(reading(words), "banker-natural", "2h3c5d/2s3d4c") == LOST


BONUS = {
    "player-bonus": {
        "2h3c4d/2s2d6h": 300,  # by 9
        "2h3c3d/2s2d6h": 100,  # by 8
        "3h4c/Ts5d5c": 60,
        "2h4c/Ts5d5c": 40,
        "2h3cTd/Ts3d7c": 20,
        "2h4c/Ts5d7c": 10,  # by 4
        "2h4c/Ts5d8c": None,  # by 3
        PLAYER_NATURAL_9: 10,
        "9hTc/Ts2d": 10,  # a natural's win by 7 is a natural's win
        NINE_TO_EIGHT: 10,
        EIGHT_TO_NINE: None,
        BANKER_WINS: None,
        TIE: None,  # a tie without naturals loses
    },
    "banker-bonus": {
        "2h3c5d/2s3d4c": 300,
        "2h3c5d/2s3d3c": 100,
        "2h3c5d/3s4d": 60,
        "2h3c5d/2s4d": 40,
        "2h3c5d/2s3dTc": 20,
        "2h3c5d/2s3d9c": 10,
        "2h3c5d/2s3d8c": None,
        BANKER_NATURAL_8: 10,
        "ThJc/9sTd": 10,
        EIGHT_TO_NINE: 10,
        NINE_TO_EIGHT: None,
        PLAYER_WINS: None,
        TIE: None,
    },
}


@pytest.mark.parametrize(("wager", "coup"), [(wager, coup) for wager, coups in BONUS.items() for coup in coups])
def test_000_pagos_bonus_by_natural_or_margin(wager: str, coup: str) -> None:
    profit = BONUS[wager][coup]
    assert settled(LIVE, wager, coup) == (LOST if profit is None else ("win", f"{profit}.00"))


@pytest.mark.parametrize("wager", BONUS)
@pytest.mark.parametrize("coup", [NATURAL_TIE, "3h5c/8sTd"])
def test_000_pagos_bonus_a_natural_tie_returns_the_stake(wager: str, coup: str) -> None:
    assert settled(LIVE, wager, coup) == BACK


@pytest.mark.parametrize(
    ("coup", "any_cards", "two_cards", "three_cards"),
    [
        (BANKER_SIX_2, ("win", "120.00"), ("win", "220.00"), LOST),
        (BANKER_SIX_3, ("win", "200.00"), LOST, ("win", "500.00")),
        (TIE_AT_SIX, LOST, LOST, LOST),
        (PLAYER_SIX, LOST, LOST, LOST),
        (BANKER_WINS, LOST, LOST, LOST),
        ("3h4c/Ts2d4c", LOST, LOST, LOST),  # Banker has 6 and loses to 7
    ],
)
def test_000_pagos_seis_suertudo(
    coup: str, any_cards: tuple[str, str], two_cards: tuple[str, str], three_cards: tuple[str, str]
) -> None:
    found = [settled(LIVE, wager, coup) for wager in ("lucky-six", "lucky-six-2", "lucky-six-3")]
    assert found == [any_cards, two_cards, three_cards]


LAST_ROUNDS = {
    "player-pair": 60,
    "banker-pair": 60,
    "either-pair": 50,
    "perfect-pair": 50,
    "player-natural": 50,
    "banker-natural": 50,
    "lucky-six": 50,
    "lucky-six-2": 50,
    "lucky-six-3": 50,
}


@pytest.mark.parametrize("wager", LAST_ROUNDS)
def test_000_pagos_limitacion_por_ronda_the_named_round_is_still_open(wager: str) -> None:
    last, coup = LAST_ROUNDS[wager], "4h4h/9s9s"
    open_ = settled(LIVE, wager, coup, 1)
    assert open_[0] in ("win", "lose")
    assert settled(LIVE, wager, coup, last) == settled(LIVE, wager, coup) == open_
    assert settled(LIVE, wager, coup, last + 1) == ("closed", "0.00")


@pytest.mark.parametrize("wager", ["player", "banker", "tie", "player-bonus", "banker-bonus"])
def test_000_pagos_without_limitacion_a_bet_never_closes(wager: str) -> None:
    assert settled(LIVE, wager, BANKER_WINS, 999) == settled(LIVE, wager, BANKER_WINS, 1)


def test_a_house_may_close_and_pay_otherwise() -> None:
    house = with_settings(
        LIVE, {"side_bets.player-bonus.closes_after": "20", "side_bets.lucky-six.pays.two_cards": "15:2"}
    )
    assert settled(house, "player-bonus", NATURAL_TIE, 20) == BACK
    assert settled(house, "player-bonus", NATURAL_TIE, 21) == ("closed", "0.00")
    assert settled(house, "lucky-six", BANKER_SIX_2) == ("win", "75.00")


def told(profile: Profile, coup: str, round: int | None = None) -> dict[str, tuple[str, str]]:
    player, banker = map(parse_cards, coup.split("/"))
    return {wager.value: (result.value, pays) for wager, result, pays in pay_list(profile, player, banker, round)}


def test_the_pay_list_of_a_coup_tells_every_wager_on_offer_in_the_order_of_the_paytable() -> None:
    found = told(LIVE, BANKER_SIX_2, round=50)
    assert list(found) == [wager for wager, _ in LIVE.paytable]
    assert found == {wager.value: ("lose", "") for wager in Wager} | {
        "banker": ("win", "0.95:1"),
        "lucky-six": ("win", "12:1"),
        "lucky-six-2": ("win", "22:1"),
    }
    assert list(told(CLASSIC, TIE).items()) == [
        ("player", ("push", "")),
        ("banker", ("push", "")),
        ("tie", ("win", "9:1")),
    ]


def test_the_pay_list_knows_what_is_closed_and_what_this_win_pays() -> None:
    late = told(NO_COMMISSION, BANKER_SIX_3, round=51)
    assert late["banker"] == ("win", "1:2")
    assert late["lucky-six"] == ("closed", "")
    assert late["player-pair"] == ("lose", "")
    assert told(LIVE, PLAYER_NATURAL_9)["player-natural"] == ("win", "7:2")
    assert told(LIVE, "3h4c/Ts5d5c")["player-bonus"] == ("win", "6:1")


def test_a_win_with_6_that_has_its_own_price_is_paid_just_that_as_the_paytable_says() -> None:
    both = with_settings(LIVE, {"banker_six_pays": "1:2"})
    assert dict(both.paytable)["banker"] == "0.95:1, 6 pays 1:2"
    assert settled(both, "banker", BANKER_SIX_2) == ("win", "5.00")
    assert settled(both, "banker", BANKER_WINS) == ("win", "9.50")


def test_results_are_spelt_as_the_command_prints_them() -> None:
    assert [result.value for result in Result] == ["win", "lose", "push", "closed"]
