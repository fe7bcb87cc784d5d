"""What 003 says, played at a table under `classic`, the profile made of it; tests are named by its headings."""

import pytest
from click.testing import CliRunner
from support.played import cards, coup_cards, play, settled, third_card_coups, two_card_coups

from device.cli.main import zapato
from device.settings import load_profile

EVERY = range(10)
BANKER_STANDS = {0: (), 1: (), 2: (), 3: (8,), 4: (0, 1, 8, 9), 5: (0, 1, 2, 3, 8, 9), 6: (0, 1, 2, 3, 4, 5, 8, 9)}
"""003 "Reglas de repartimiento", the last column: the values of Player's third card on which Banker stands."""
BANKER_DRAWS = {banker: set(EVERY) - set(stands) for banker, stands in BANKER_STANDS.items()} | {7: set()}
OPEN = "shoe; no-more-bets"


def test_003_informacion_six_packs_of_52() -> None:
    assert load_profile("classic").cards == 312
    six = f"{OPEN}; {cards('2h 2h 2h 2h 2h 2h')}"  # 4 against 4, then 6 against 6
    assert play("classic", six).incidents == []
    assert play("classic", six, settings={"decks": 5}).incidents == ["card-impossible"]


def test_003_informacion_the_cards_are_shuffled_before_each_coup_so_that_a_shoe_never_ends() -> None:
    coup = f"no-more-bets; {cards('2h 2h 2h 2h 2h 2h')}; result; next"
    played = play("classic", "shoe", *[coup] * 4, "cut", coup)
    assert played.incidents == []
    assert [one["last_of_shoe"] for one in played.of("coup")] == [False] * 5
    assert [line["what"] for line in played.of("shoe")] == ["opened"]


def test_003_informacion_suits_do_not_matter() -> None:
    found = []
    for suits in ("cccccc", "dhscdh", "shdcsh"):
        names = [rank + suit for rank, suit in zip("7K6259", suits, strict=True)]
        coup = play("classic", OPEN, cards(*names[:4], "5" + suits[4], "9" + suits[5]), "result").coup
        found.append((coup["player_total"], coup["banker_total"], coup["outcome"]))
    assert found == [(8, 1, "player")] * 3  # 7+6+5 = 18; K+2+9 = 11


@pytest.mark.parametrize(
    ("player", "total"),
    [
        ("7h 6c", 3),  # its own example: 13
        ("4h 6c", 0),  # a result of ten is zero, though "exceeds 10" would leave it
        ("Th Kc", 0),
        ("Ah Kc", 1),
    ],
)
def test_003_informacion_thirteen_is_three_ten_is_zero(player: str, total: int) -> None:
    first, second = player.split()
    assert play("classic", OPEN, cards(first, "Kd", second, "7d")).state["public"]["player_total"] == total


def test_003_reglas_three_cards_may_make_more_than_twenty_and_only_the_last_digit_counts() -> None:
    coup = play("classic", OPEN, cards("7h Kd 8c 7d 9s"), "result").coup
    assert (coup["player_total"], coup["banker_total"]) == (4, 7)  # 24; taking ten off once would leave 14


def test_003_reglas_four_cards_player_banker_player_banker_when_the_bets_are_placed() -> None:
    state = play("classic", OPEN, cards("4h 2s 9c Ad")).state
    assert (state["player"], state["banker"]) == (["4h", "9c"], ["2s", "Ad"])
    assert play("classic", "shoe", cards("4h")).incidents == ["early-card"]


def test_003_reglas_de_repartimiento_six_cards_at_most() -> None:
    six = play("classic", OPEN, cards("2h Kd 3c 4d 7s 2c"), settings={"result": "button"})
    assert (six.state["due"], six.state["cards_out"]) == (None, 6)
    assert play("classic", OPEN, cards("2h Kd 3c 4d 7s 2c 9h")).incidents == ["card-drawn-in-error"]


def test_003_reglas_a_natural_of_either_hand_ends_the_cards_of_both_and_before_all_other_rules() -> None:
    script, expected = two_card_coups()
    coups = play("classic", script, quick=True).of("coup")
    assert [(len(coup["player"]), len(coup["banker"])) for coup in coups] == [(p, b) for _, _, p, b in expected]


def test_003_reglas_de_repartimiento_the_whole_table_of_banca() -> None:
    script, expected = third_card_coups(BANKER_DRAWS)
    coups = play("classic", script, quick=True).of("coup")
    assert [len(coup["banker"]) for coup in coups] == [dealt for _, _, dealt in expected]


@pytest.mark.parametrize("player", EVERY)
def test_003_reglas_relativas_a_la_mano_del_jugador(player: int) -> None:
    state = play("classic", OPEN, cards(coup_cards(player, 7))).state
    assert state["due"] == ("player" if player <= 5 else None)


@pytest.mark.parametrize(
    ("player", "banker", "outcome"), [(9, 8, "player"), (6, 7, "banker"), (7, 7, "tie"), (7, 6, "player")]
)
def test_003_reglas_the_total_nearest_to_nine_wins(player: int, banker: int, outcome: str) -> None:
    assert play("classic", OPEN, cards(coup_cards(player, banker)), "result").coup["outcome"] == outcome


@pytest.mark.parametrize(
    ("wager", "coup", "result"),
    [
        ("player", ("3h4c", "Ts5d7c"), ("win", "20.00", "40.00")),
        ("banker", ("4h9c8d", "2sAd"), ("win", "19.00", "39.00")),
        ("tie", ("3h4c", "3s4d"), ("win", "180.00", "200.00")),
        ("player", ("3h4c", "3s4d"), ("push", "0.00", "20.00")),
        ("banker", ("3h4c", "3s4d"), ("push", "0.00", "20.00")),
    ],
)
def test_003_tabla_de_pagos(wager: str, coup: tuple[str, str], result: tuple[str, str, str]) -> None:
    assert settled("classic", *coup, f"{wager}=20")[wager] == result


@pytest.mark.parametrize("two", [("player", "banker"), ("player", "tie"), ("banker", "tie")])
def test_003_introduccion_no_bet_on_more_than_one_of_banker_player_and_tie(two: tuple[str, str]) -> None:
    hands = ["settle", "--profile", "classic", "--player", "4h9c8d", "--banker", "2sAd"]
    done = CliRunner().invoke(zapato, [*hands, "--bet", f"{two[0]}=20", "--bet", f"{two[1]}=20"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "one of player, banker and tie only" in done.stderr


def test_003_tabla_de_pagos_a_fault_voids_nothing_by_itself_unlike_its_own_words() -> None:
    stopped = play("classic", OPEN, cards("4h 2s 9c"), "pushed-in")
    assert (stopped.state["held"], stopped.of("coup")) == (True, [])
    alone = play("classic", OPEN, cards("4h 2s 9c"), "pushed-in", 'resolve void by=sup1 reason="fault"')
    assert (alone.state["held"], alone.of("coup"), len(alone.refusals)) == (True, [], 1)


def test_003_no_he_podido_finalizar_la_partida_it_is_taken_up_again() -> None:
    played = play("classic", OPEN, cards("4h 2s"), "restart; resolve resume by=sup1", cards("9c Ad 8d"), "result")
    assert (played.coup["player"], played.coup["outcome"]) == (["4h", "9c", "8d"], "banker")
