"""What 001 says, played at a table under `didactic`, the profile made of it; tests are named by its sections."""

import pytest
from support.played import cards, coup_cards, play, settled, third_card_coups, two_card_coups

EVERY = range(10)
BANKER_DRAWS = {
    0: EVERY,
    1: EVERY,
    2: EVERY,
    3: set(EVERY) - {8},
    4: range(2, 8),
    5: range(4, 8),
    6: range(6, 8),
    7: (),
}
"""001 §04: Banco's two cards, and the values of Punto's third card on which Banco draws."""
EXAMPLE = "shoe; no-more-bets; card 4h; card 2s; card 9c; card Ad"


def test_001_02_all_cards_go_back_after_each_hand_so_that_a_shoe_never_ends() -> None:
    nines = f"no-more-bets; {cards('9h 9h 9h 9h')}; result; next"
    played = play("didactic", "shoe", *[nines] * 3, "cut", nines, "no-more-bets")
    assert played.incidents == []
    assert [(coup["outcome"], coup["last_of_shoe"]) for coup in played.of("coup")] == [("tie", False)] * 4
    assert [line["what"] for line in played.of("shoe")] == ["opened"]
    assert played.state["public"]["hand"] == 5


def test_001_02_a_new_shoe_burns_no_card() -> None:
    assert play("didactic", "shoe").state["phase"] == "betting"


def test_001_03_bets_are_fixed_before_the_first_card() -> None:
    early = play("didactic", "shoe", cards("4h"))
    assert early.incidents == ["early-card"]
    assert play("didactic", "shoe; no-more-bets", cards("4h")).incidents == []


@pytest.mark.parametrize("dealt", range(1, 5))
def test_001_03_cards_lie_open_punto_banco_punto_banco(dealt: int) -> None:
    names = ["4h", "2s", "9c", "Ad"][:dealt]
    seen = play("didactic", "shoe; no-more-bets", cards(*names)).state["public"]
    assert (seen["player"], seen["banker"]) == (names[::2], names[1::2])


def test_001_03_seven_and_eight_are_fifteen_and_mean_five() -> None:
    assert play("didactic", "shoe; no-more-bets", cards("7h Ks 8c 2d")).state["public"]["player_total"] == 5


@pytest.mark.parametrize(
    ("player", "banker", "outcome"),
    [(8, 9, "banker"), (9, 8, "player"), (8, 8, "tie"), (9, 9, "tie"), (8, 7, "player"), (0, 8, "banker")],
)
def test_001_03_a_natural_ends_the_draws_nine_beats_eight_and_equal_ones_tie(
    player: int, banker: int, outcome: str
) -> None:
    coup = play("didactic", "shoe; no-more-bets", cards(coup_cards(player, banker)), "result").coup
    assert (coup["outcome"], coup["natural"], len(coup["player"]), len(coup["banker"])) == (outcome, True, 2, 2)


def test_001_04_the_whole_table_of_robo_de_banco() -> None:
    script, expected = third_card_coups(BANKER_DRAWS)
    coups = play("didactic", script, quick=True).of("coup")
    assert [len(coup["banker"]) for coup in coups] == [dealt for _, _, dealt in expected]


def test_001_04_punto_stands_on_six_and_seven_and_banco_then_draws_on_five_or_less() -> None:
    script, expected = two_card_coups()
    coups = play("didactic", script, quick=True).of("coup")
    assert [(len(coup["player"]), len(coup["banker"])) for coup in coups] == [(p, b) for _, _, p, b in expected]


@pytest.mark.parametrize(
    ("wager", "coup", "result"),
    [
        ("player", ("3h4c", "Ts5d7c"), ("win", "20.00", "40.00")),
        ("player", ("4h9c8d", "2sAd"), ("lose", "-20.00", "0.00")),
        ("banker", ("4h9c8d", "2sAd"), ("win", "19.00", "39.00")),
        ("banker", ("3h4c", "Ts5d7c"), ("lose", "-20.00", "0.00")),
        ("tie", ("3h4c", "3s4d"), ("win", "160.00", "180.00")),
        ("tie", ("3h4c", "Ts5d7c"), ("lose", "-20.00", "0.00")),
        ("player", ("3h4c", "3s4d"), ("push", "0.00", "20.00")),
        ("banker", ("3h4c", "3s4d"), ("push", "0.00", "20.00")),
    ],
)
def test_001_05_the_table_for_a_prediction_of_20(
    wager: str, coup: tuple[str, str], result: tuple[str, str, str]
) -> None:
    assert settled("didactic", *coup, f"{wager}=20")[wager] == result


def test_001_06_the_example_is_played_and_banco_wins_three_to_one() -> None:
    before = play("didactic", EXAMPLE).state
    assert (before["public"]["player_total"], before["public"]["banker_total"], before["due"]) == (3, 3, "player")
    played = play("didactic", EXAMPLE, "card 8d", "result")
    assert played.state["staff"]["reasons"] == ["banker-3-against-8-stand"]
    coup = played.coup
    assert (coup["player_total"], coup["banker_total"], coup["outcome"], coup["natural"]) == (1, 3, "banker", False)
    assert settled("didactic", "4h9c8d", "2sAd", "banker=20")["banker"][1] == "19.00"


def test_001_06_with_a_seven_instead_banco_must_draw() -> None:
    played = play("didactic", EXAMPLE, "card 7d", "result")
    assert (played.state["due"], played.of("coup"), len(played.refusals)) == ("banker", [], 1)
    assert played.state["lamps"] == ["banker-draw"]
    assert play("didactic", EXAMPLE, "card 7d; card 5c; result").coup["banker"] == ["2s", "Ad", "5c"]


def test_001_07_no_nine_to_one_no_price_of_its_own_for_a_six_and_no_pairs() -> None:
    state = play("didactic", "shoe").state["public"]
    assert state["paytable"] == [
        {"wager": "player", "pays": "1:1", "open": True, "closes_after": None},
        {"wager": "banker", "pays": "0.95:1", "open": True, "closes_after": None},
        {"wager": "tie", "pays": "8:1", "open": True, "closes_after": None},
    ]


def test_001_preguntas_frecuentes_punto_cannot_refuse_a_card_with_five() -> None:
    played = play("didactic", "shoe; no-more-bets", cards(coup_cards(5, 7)), "result")
    assert (played.state["due"], played.of("coup")) == ("player", [])


def test_001_02_the_hands_are_called_punto_and_banco() -> None:
    assert play("didactic", "shoe").state["public"]["names"] == {"player": "Punto", "banker": "Banco"}
