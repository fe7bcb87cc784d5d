"""What 000 says, played at a table under `live`, the profile made of it; tests are named by its headings."""

import pytest
from support.played import cards, coup_cards, play, settled, third_card_coups, two_card_coups

from device.rules.structs import plain
from device.settings import load_profile

BOTH = ("live", "live-no-commission")
NO_BURN = {"burn": "none"}
EVERY = range(10)
BANKER_DRAWS = {
    0: EVERY,
    1: EVERY,
    2: EVERY,
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
"""000 "Reglas para la Banca": Banker's two cards, and the values of Player's third card on which Banker draws."""


@pytest.mark.parametrize("profile", BOTH)
def test_000_reglas_eight_packs_hold_eight_of_a_card_and_no_ninth(profile: str) -> None:
    eight = play(profile, "shoe", cards("9h 9h 9h 9h"), "result tie", "wait 60", cards("9h 9h 9h 9h"), settings=NO_BURN)
    assert (eight.incidents, eight.state["cards_out"]) == ([], 8)
    ninth = play(
        profile, "shoe", cards(*["9h 9h 9h 9h"] * 2, "9h"), settings=NO_BURN | {"result": "auto", "next_after_s": 0}
    )
    assert ninth.incidents == ["card-impossible"]


@pytest.mark.parametrize(
    ("indicator", "burned"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)]
    + [(rank, 10) for rank in "TJQK"],
)
def test_000_jugada_de_juego_the_first_card_is_shown_and_its_value_burned_ten_for_ten_and_courts(
    indicator: str, burned: int
) -> None:
    more = [f"{rank}{suit}" for rank in "23456" for suit in "cs"][:burned]
    one_short = play("live", "shoe", cards(f"{indicator}h", *more[:-1])).state
    assert (one_short["phase"], one_short["public"]["burn"]["indicator"]) == ("burning", f"{indicator}h")
    done = play("live", "shoe", cards(f"{indicator}h", *more))
    assert (done.state["phase"], done.state["cards_out"]) == ("betting", 1 + burned)
    assert play("live", "shoe", cards(f"{indicator}h", *more, "4h")).state["player"] == ["4h"]


def test_000_jugada_de_juego_the_first_four_go_player_banker_player_banker() -> None:
    state = play("live", "shoe", cards("4h 2s 9c Ad"), settings=NO_BURN).state
    assert (state["player"], state["banker"]) == (["4h", "9c"], ["2s", "Ad"])


def test_000_jugada_de_juego_example_banker_8_and_9_are_17_and_count_7() -> None:
    state = play("live", "shoe", cards("Kh 8s 6c 9d"), settings=NO_BURN).state
    assert (state["public"]["banker_total"], state["due"]) == (7, None)


@pytest.mark.parametrize("profile", BOTH)
def test_000_jugada_de_juego_the_higher_total_wins_and_equal_totals_tie(profile: str) -> None:
    higher = play(profile, "shoe", cards(coup_cards(7, 6)), "result player", settings=NO_BURN).coup
    lower = play(profile, "shoe", cards(coup_cards(6, 7)), "result banker", settings=NO_BURN).coup
    equal = play(profile, "shoe", cards(coup_cards(7, 7)), "result tie", settings=NO_BURN).coup
    assert [coup["outcome"] for coup in (higher, lower, equal)] == ["player", "banker", "tie"]


@pytest.mark.parametrize("profile", BOTH)
def test_000_jugada_de_juego_on_a_tie_bets_on_both_hands_come_back(profile: str) -> None:
    found = settled(profile, "3h4c", "3s4d", "player=10", "banker=10")
    assert found == dict.fromkeys(("player", "banker"), ("push", "0.00", "10.00"))


@pytest.mark.parametrize("before", range(4))
def test_000_jugada_de_juego_the_round_in_which_the_cut_card_comes_is_the_last_and_then_a_new_shoe(before: int) -> None:
    four = cards("Kh Ks 7c 6d").split("; ")
    coup = "; ".join([*four[:before], "cut", *four[before:]])
    shown = play("live", "shoe", coup, "result player", settings=NO_BURN)
    assert (shown.coup["last_of_shoe"], shown.state["phase"]) == (True, "result")
    assert [line["what"] for line in shown.of("shoe")] == ["opened", "cut", "over"]
    after = play("live", "shoe", coup, "result player", "next", "shoe", cards("2h"), settings=NO_BURN)
    assert (after.state["public"]["shoe"], after.state["player"]) == (2, ["2h"])


def test_000_jugada_de_juego_without_the_cut_card_the_shoe_goes_on() -> None:
    played = play("live", "shoe", *[cards("Kh Ks 7c 6d") + "; result player; wait 60"] * 8, settings=NO_BURN)
    assert [coup["last_of_shoe"] for coup in played.of("coup")] == [False] * 8


@pytest.mark.parametrize("profile", BOTH)
def test_000_reglas_para_la_tercera_carta_a_natural_of_either_hand_and_a_standing_player(profile: str) -> None:
    script, expected = two_card_coups()
    coups = play(profile, script, quick=True, settings={"shuffle": "every-coup"}).of("coup")
    found = [(coup["natural"], len(coup["player"]), len(coup["banker"])) for coup in coups]
    assert found == [(max(player, banker) >= 8, *sizes) for player, banker, *sizes in expected]


@pytest.mark.parametrize("profile", BOTH)
def test_000_reglas_para_la_banca_the_whole_table(profile: str) -> None:
    script, expected = third_card_coups(BANKER_DRAWS)
    coups = play(profile, script, quick=True, settings={"shuffle": "every-coup"}).of("coup")
    assert [len(coup["banker"]) for coup in coups] == [dealt for _, _, dealt in expected]
    assert {len(coup["player"]) for coup in coups} == {3}


@pytest.mark.parametrize("player", range(6))
def test_000_reglas_para_el_jugador_with_five_or_less_player_must_draw(player: int) -> None:
    played = play("live", "shoe", cards(coup_cards(player, 7)), "result banker", settings=NO_BURN)
    assert (played.state["due"], played.state["lamps"]) == ("player", ["player-draw"])
    assert len(played.refusals) == 1
    assert not played.of("coup")


def test_000_modos_de_apuesta_the_two_differ_in_what_banker_pays_and_in_nothing_else() -> None:
    one, other = (plain(load_profile(name)) for name in BOTH)
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    differing = {key for key in one if one[key] != other[key]}
    assert differing == {"name", "title", "commission_rate", "banker_six_pays"}


def test_000_pagos_banker_in_both_modes() -> None:
    with_six, otherwise = ("2h3cTd", "2s4d"), ("4h9c8d", "2sAd")
    assert settled("live", *otherwise, "banker=20")["banker"] == ("win", "19.00", "39.00")
    assert settled("live", *with_six, "banker=20")["banker"] == ("win", "19.00", "39.00")
    assert settled("live-no-commission", *otherwise, "banker=20")["banker"] == ("win", "20.00", "40.00")
    assert settled("live-no-commission", *with_six, "banker=20")["banker"] == ("win", "10.00", "30.00")


TIE = cards("Kh Ks 7c 7d")


def test_000_pagos_limitacion_por_ronda_ties_count_voided_coups_and_coups_without_bets_do_not() -> None:
    pair = cards("3h Ks 3c 7d")  # 6 stands, 7 stands: Player's pair
    settings = {"shuffle": "every-coup", "side_bets.player-pair.closes_after": 2}

    def paid(*coups: str) -> str:
        played = play("live", *coups, quick=True, settings=settings)
        assert played.incidents == []
        return str(next(line["result"] for line in played.state["public"]["paid"] if line["wager"] == "player-pair"))

    void, free = 'void by=sup1 second=pit2 reason="test"', "free by=sup1"
    assert paid(pair) == "win"
    assert paid(TIE, pair) == "win"  # the second round itself is still open
    assert paid(TIE, TIE, pair) == "closed"
    assert paid(TIE, TIE, void, pair) == "win"
    assert paid(TIE, free, TIE, pair) == "win"
    assert paid(TIE, free, TIE, pair, pair) == "closed"


def test_000_politica_de_desconexion_a_round_under_way_goes_on_to_its_end_after_a_break() -> None:
    played = play(
        "live",
        "shoe",
        cards("4h 2s 9c"),
        "restart",
        "resolve resume by=sup1",
        cards("Ad 8d"),
        "result banker",
        settings=NO_BURN,
    )
    assert played.coup | {"shoe": 1} == {
        "type": "coup",
        "shoe": 1,
        "coup": 1,
        "kind": "normal",
        "player": ["4h", "9c", "8d"],
        "banker": ["2s", "Ad"],
        "player_total": 1,
        "banker_total": 3,
        "outcome": "banker",
        "natural": False,
        "player_pair": False,
        "banker_pair": False,
        "last_of_shoe": False,
    }


@pytest.mark.parametrize("what", ["pushed-in", "pause by=d14", "report jam by=d14"])
def test_000_manejo_de_errores_the_round_stops_and_goes_on_when_a_supervisor_says_so(what: str) -> None:
    trouble = ("shoe", cards("4h 2s 9c"), what)
    stopped = play("live", *trouble, settings=NO_BURN)
    assert (stopped.state["held"], stopped.state["due"], stopped.of("coup")) == (True, None, [])
    resumed = play("live", *trouble, "resolve resume by=sup1", cards("Ad 8d"), "result banker", settings=NO_BURN)
    assert (resumed.coup["kind"], resumed.coup["outcome"]) == ("normal", "banker")


@pytest.mark.parametrize("what", ["pushed-in", "pause by=d14", "report jam by=d14"])
def test_000_manejo_de_errores_or_it_is_cancelled_and_has_no_result(what: str) -> None:
    played = play(
        "live",
        "shoe",
        cards("4h 2s 9c"),
        what,
        'resolve void by=sup1 second=pit2 reason="shoe opened"',
        settings=NO_BURN,
    )
    assert (played.coup["kind"], played.coup["outcome"]) == ("void", None)
    assert played.state["public"]["kind"] == "void"  # the screens say that all bets come back
