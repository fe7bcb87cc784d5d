"""The drawing table, clause by clause as the four reference documents word it: tests named by document and section."""

from itertools import product

import pytest

from device.rules.card import Card, parse_cards
from device.rules.hand import Hand
from device.rules.outcome import Outcome, outcome
from device.rules.tableau import explain, has_natural, is_legal_deal, next_step

EVERY = frozenset(range(10))

# Each document's own table: Banker's two cards → Player's third cards on which Banker draws, and on which it stands.
TABLE_000 = {
    0: ("0123456789", ""),
    1: ("0123456789", ""),
    2: ("0123456789", ""),
    3: ("012345679", "8"),
    4: ("234567", "0189"),
    5: ("4567", "012389"),
    6: ("67", "01234589"),
    7: ("", "0123456789"),
}
TABLE_001 = {0: (0, 9), 1: (0, 9), 2: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}  # from, to; 3 and 7 are told in words
TABLE_003 = {3: ("012345679", "8"), 4: ("234567", "0189"), 5: ("4567", "012389"), 6: ("67", "01234589")}
TABLE_004 = {2: "0123456789", 1: "0123456789", 0: "0123456789", 4: "234567", 5: "4567", 6: "67"}


ONE_OF_EACH = tuple(next(card for card in Card if card.points == points) for points in range(10))


def hand(points: int, third: int | None = None) -> tuple[Card, ...]:
    """A hand whose first two cards make these points, from two cards that both count where there are such."""
    first, second = (ONE_OF_EACH[points // 2], ONE_OF_EACH[points - points // 2])
    return (first, second) if third is None else (first, second, ONE_OF_EACH[third])


def due(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Hand | None:
    """Whose card is next."""
    return next_step(player, banker).due


def banker_draws_on(banker: int) -> frozenset[int]:
    """Player's third cards on which Banker draws with these two-card points."""
    return frozenset(third for third in EVERY if due(hand(0, third), hand(banker)) is Hand.BANKER)


def digits(text: str) -> frozenset[int]:
    return frozenset(int(digit) for digit in text)


# How the four first cards go out


def test_000_jugada_de_juego_reparte_jugador_banca_jugador_banca() -> None:
    player, banker = hand(0), hand(0)
    order = [
        due(player[:dealt_to_player], banker[:dealt_to_banker])
        for dealt_to_player, dealt_to_banker in [(0, 0), (1, 0), (1, 1), (2, 1)]
    ]
    assert order == [Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER]


def test_004_1_3_2_primera_y_tercera_carta_son_del_jugador_segunda_y_cuarta_de_la_banca() -> None:
    nines = parse_cards("9c9d")  # no total, however high, changes the order of the first four
    assert due(nines[:1], nines[:1]) is Hand.PLAYER
    assert due(nines, nines[:1]) is Hand.BANKER


# Naturals


@pytest.mark.parametrize(("natural", "other"), [(a, b) for a, b in product((8, 9), EVERY)])
def test_001_03_con_ocho_o_nueve_inicial_ninguna_roba(natural: int, other: int) -> None:
    assert due(hand(natural), hand(other)) is None
    assert due(hand(other), hand(natural)) is None
    assert has_natural(hand(other), hand(natural))


def test_003_un_natural_tiene_preferencia_por_encima_del_resto_de_reglas() -> None:
    assert next_step(hand(0), hand(8)).reasons == ("banker-8-natural",)
    assert next_step(hand(9), hand(0)).reasons == ("player-9-natural",)
    assert next_step(hand(8), hand(9)).reasons == ("player-8-natural", "banker-9-natural")


def test_001_03_ocho_pierde_ante_nueve_e_iguales_ochos_empatan() -> None:
    assert outcome(hand(8), hand(9)) is Outcome.BANKER
    assert outcome(hand(9), hand(8)) is Outcome.PLAYER
    assert outcome(hand(8), hand(8)) is Outcome.TIE


def test_004_3_1_4_dos_naturales_iguales_empatan() -> None:
    assert outcome(hand(9), parse_cards("Kc9h")) is Outcome.TIE


def test_a_card_taken_after_a_natural_makes_no_legal_deal() -> None:
    assert not is_legal_deal(hand(8, 3), hand(2))
    assert not is_legal_deal(hand(2, 3), hand(8))


# Player


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("player", range(6))
def test_000_el_jugador_recibe_tercera_carta_con_cinco_o_menos(player: int, banker: int) -> None:
    step = next_step(hand(player), hand(banker))
    assert step.due is Hand.PLAYER
    assert step.reasons == (f"player-{player}-draw",)


def test_001_preguntas_punto_no_puede_rechazar_carta_con_cinco() -> None:
    assert due(hand(5), hand(7)) is Hand.PLAYER
    assert not is_legal_deal(hand(5), hand(7))


@pytest.mark.parametrize("player", (6, 7))
def test_003_con_seis_o_siete_el_jugador_se_planta_y_la_banca_pide_con_cinco_o_menos(player: int) -> None:
    assert {banker for banker in range(8) if due(hand(player), hand(banker)) is Hand.BANKER} == set(range(6))
    assert {banker for banker in range(8) if due(hand(player), hand(banker)) is None} == {6, 7}


@pytest.mark.parametrize("player", (6, 7))
def test_001_04_punto_plantado_banco_se_planta_con_seis_y_siete(player: int) -> None:
    step = next_step(hand(player), hand(6))
    assert step.due is None
    assert step.reasons == (f"player-{player}-stand", "banker-6-stand")


def test_004_2_2_el_jugador_debe_robar_pasar_o_plantarse_con_su_natural() -> None:
    drawing = {player for player in EVERY if due(hand(player), hand(0)) is Hand.PLAYER}
    assert drawing == {0, 1, 2, 3, 4, 5}


# Banker after Player's third card


@pytest.mark.parametrize("banker", range(8))
def test_000_tabla_de_la_tercera_carta_de_la_banca(banker: int) -> None:
    draws, stands = TABLE_000[banker]
    assert banker_draws_on(banker) == digits(draws)
    assert EVERY - banker_draws_on(banker) == digits(stands)


@pytest.mark.parametrize("banker", TABLE_001)
def test_001_04_tabla_de_robo_de_banco(banker: int) -> None:
    first, last = TABLE_001[banker]
    assert banker_draws_on(banker) == frozenset(range(first, last + 1))


def test_001_04_banco_3_roba_ante_cualquiera_salvo_8() -> None:
    assert EVERY - banker_draws_on(3) == {8}


def test_001_04_banco_7_nunca_roba() -> None:
    assert banker_draws_on(7) == frozenset()


@pytest.mark.parametrize("banker", TABLE_003)
def test_003_reglas_relativas_a_la_mano_de_la_banca(banker: int) -> None:
    draws, stands = TABLE_003[banker]
    assert banker_draws_on(banker) == digits(draws)
    assert EVERY - banker_draws_on(banker) == digits(stands)


@pytest.mark.parametrize("banker", (0, 1, 2))
def test_003_banca_0_1_2_siempre_pide_carta(banker: int) -> None:
    assert banker_draws_on(banker) == EVERY


def test_003_banca_3_se_planta_ante_8() -> None:
    step = next_step(hand(0, 8), hand(3))
    assert step.due is None
    assert [explain(reason) for reason in step.reasons] == ["banker 3 against 8: stand"]


def test_003_banca_7_se_planta() -> None:
    assert all(due(hand(0, third), hand(7)) is None for third in EVERY)


@pytest.mark.parametrize("banker", TABLE_004)
def test_004_3_6_1_movimiento_de_la_banca(banker: int) -> None:
    assert banker_draws_on(banker) == digits(TABLE_004[banker])


def test_004_3_6_1_con_3_toma_carta_ante_cualquiera_menos_un_8_y_con_7_siempre_sostiene() -> None:
    assert banker_draws_on(3) == EVERY - {8}
    assert banker_draws_on(7) == frozenset()


@pytest.mark.parametrize("player", range(6))
def test_004_3_3_2_decide_la_tercera_carta_y_no_el_total_del_jugador(player: int) -> None:
    for banker, third in product(range(8), EVERY):
        assert due(hand(player, third), hand(banker)) is due(hand(0, third), hand(banker))


def test_003_hasta_un_maximo_de_seis_cartas() -> None:
    for third in EVERY:
        assert due(hand(0, third), hand(0, 5)) is None
        assert due(hand(6), hand(5, third)) is None


# The worked example


def test_001_06_ejemplo_banco_tres_se_planta_ante_ocho_y_gana_tres_a_uno() -> None:
    player, banker = parse_cards("4h9c"), parse_cards("2sAd")
    assert next_step(player, banker).reasons == ("player-3-draw",)
    player = (*player, *parse_cards("8d"))
    assert next_step(player, banker).reasons == ("banker-3-against-8-stand",)
    assert outcome(player, banker) is Outcome.BANKER
    assert is_legal_deal(player, banker)


def test_001_06_cambia_solo_8_por_7_y_banco_debe_robar() -> None:
    player, banker = parse_cards("4h9c7d"), parse_cards("2sAd")
    assert next_step(player, banker).due is Hand.BANKER
    assert not is_legal_deal(player, banker)


# Hands that the table would not deal


@pytest.mark.parametrize(
    ("player", "banker"),
    [
        ("4h9c", "2sAd"),  # Player must draw
        ("4h9c7d", "2sAd"),  # Banker must draw
        ("4h9c8d", "2sAd5h"),  # Banker must stand
        ("6hKc2d", "2sAd"),  # Player must stand
        ("9hKc", "2sAd5h"),  # a natural ends the coup
        ("4h", "2sAd"),
        ("4h9c8d2h", "2sAd"),
        ("", ""),
    ],
)
def test_hands_that_no_table_deals_are_not_legal(player: str, banker: str) -> None:
    assert not is_legal_deal(parse_cards(player), parse_cards(banker))
