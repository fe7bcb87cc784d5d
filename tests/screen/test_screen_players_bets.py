"""What the players' screen says of bets: side bets by their state, odds as players write them, the page of rules."""

from collections.abc import Callable
from typing import Any

import pytest

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.tableau import next_step
from device.screen.look.layout import LANDSCAPE, PORTRAIT, players_zones
from device.screen.look.moment import Moment, Show
from device.screen.look.shapes import Box, Fill, Grid, Icon, Label, Scene, Symbol
from device.screen.look.theme import Ink
from device.screen.players.odds import commission_of, pays_lines, short_pays
from device.screen.players.says import Spoken
from device.screen.players.scene import players_scene
from device.screen.view import public_view
from device.settings import load_profile
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]
EN, ES = load_words("en"), load_words("es")
LIVE = load_profile("live")
RULES = Moment(show=Show.RULES)


def live(**shut: bool) -> list[View]:
    return [
        {"wager": wager, "pays": pays, "open": not shut.get(wager.replace("-", "_"), False)}
        for wager, pays in LIVE.paytable
    ]


def labels(scene: Scene) -> list[Label]:
    return [shape for shape in scene.shapes if isinstance(shape, Label)]


def beside(scene: Scene, text: str) -> tuple[str, Symbol | None, bool]:
    """What stands in a bet's line: what it pays, its sign, and whether the line is lit."""
    block = players_zones(LANDSCAPE, side_bets=11).bets
    assert block is not None
    name = next(one for one in labels(scene) if one.text == text and one.box.x > block.x)

    def in_line(box: Box) -> bool:
        return abs(box.y + box.h // 2 - name.box.y - name.box.h // 2) <= 2 and -40 < box.x - name.box.x < 230

    pays = [one.text for one in labels(scene) if in_line(one.box) and one is not name]
    signs = [one.symbol for one in scene.shapes if isinstance(one, Icon) and in_line(one.box)]
    lit = [one for one in scene.shapes if isinstance(one, Fill) and one.ink is Ink.WINNER and in_line(one.box)]
    return pays[0], signs[0] if signs else None, bool(lit)


def test_a_side_bet_is_open_offered_closed_or_won(public: ViewMaker, banker_wins: View) -> None:
    shut = live(lucky_six=True)
    betting = players_scene(public(paytable=shut), EN, LANDSCAPE)
    assert beside(betting, "Jugador pair") == ("11:1", Symbol.TICK, False)
    assert beside(betting, "Lucky six") == ("–", Symbol.CROSS, False)
    dealing = players_scene(public(paytable=shut, phase="dealing"), EN, LANDSCAPE)
    assert beside(dealing, "Jugador pair") == ("11:1", None, False)
    assert beside(dealing, "Lucky six") == ("–", Symbol.CROSS, False)
    paid = [
        {"wager": "banker-bonus", "result": "win", "pays": "4:1"},
        {"wager": "tie", "result": "lose", "pays": "8:1"},
    ]
    paid += [{"wager": "lucky-six", "result": "closed", "pays": ""}]
    won = players_scene(public(**banker_wins, paytable=shut, paid=paid), EN, LANDSCAPE)
    assert beside(won, "Banca bonus") == ("4:1", Symbol.TICK, True)
    assert beside(won, "Jugador bonus") == ("1–30:1", None, False)
    assert beside(won, "Lucky six") == ("–", Symbol.CROSS, False)


def test_a_bet_that_won_its_last_round_and_is_closed_now_has_still_won(public: ViewMaker, banker_wins: View) -> None:
    paid = [{"wager": "banker-pair", "result": "win", "pays": "11:1"}]
    scene = players_scene(public(**banker_wins, paytable=live(banker_pair=True), paid=paid), EN, LANDSCAPE)
    assert beside(scene, "Banca pair") == ("11:1", Symbol.TICK, True)


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_every_side_bet_of_the_table_stands_on_the_screen_once(public: ViewMaker, size: tuple[int, int]) -> None:
    scene = players_scene(public(paytable=live()), EN, size)
    zone = players_zones(size, side_bets=11).bets
    assert zone is not None
    inside = [one.text for one in labels(scene) if one.box.x >= zone.x and one.box.y >= zone.y]
    spoken = Spoken.of(public_view(public()), EN)
    for wager, _ in list(LIVE.paytable)[3:]:
        assert inside.count(spoken.wager(wager)) == 1
    alone = players_scene(public(paytable=live()[:3]), EN, size)
    assert EN.say("label.side-bets").upper() not in [one.text for one in labels(alone)]


@pytest.mark.parametrize(
    ("pays", "short"),
    [
        ("8:1", "8:1"),
        ("7:2", "7:2"),
        ("0.95:1", "0.95:1"),
        ("1:1, 6 pays 1:2", "1:1"),
        ("12:1 / 20:1", "12/20:1"),
        ("natural 1:1, by 9/8/7/6/5/4 30:1 10:1 6:1 4:1 2:1 1:1", "1–30:1"),
        ("", ""),
        ("what?", "what?"),
        ("3:0", "3:0"),
        ("1:1 2:0 3:1", "1:1"),
    ],
)
def test_odds_are_written_short(pays: str, short: str) -> None:
    assert short_pays(pays) == short


def test_the_odds_of_every_wager_of_every_profile_can_be_written(public: ViewMaker) -> None:
    spoken = Spoken.of(public_view(public()), ES)
    for name in ("live", "live-no-commission", "classic", "casino-manual", "didactic", "single-deck"):
        for wager, pays in load_profile(name).paytable:
            whole, below = pays_lines(pays, spoken)
            assert len(whole) <= 11, wager
            assert not [word for word in ("natural", "pays", "by") for line in (whole, *below) if word in line.split()]
    assert pays_lines("1:1, 6 pays 1:2", spoken) == ("1:1", ("si gana con 6: 1:2",))


def test_the_commission_is_told_from_bankers_odds() -> None:
    odds = ("0.95:1", "0.96:1", "1:1", "1:1, 6 pays 1:2", "0.955:1", "", "0:1", "1:0", "8:1")
    assert [commission_of(pays) for pays in odds] == ["5", "4", "", "", "4.5", "", "", "", ""]


def drawn_fields(scene: Scene) -> list[list[bool]]:
    """Banker's table on the page of rules, row by row: whether each field says that a card is drawn."""
    fields = [one for one in scene.shapes if isinstance(one, Fill) and one.ink in (Ink.BANKER, Ink.BACKGROUND)]
    fields = [one for one in fields if one.radius and one.box.w < 60 and one.box.y > 600]
    rows = sorted({one.box.y for one in fields})
    return [
        [one.ink is Ink.BANKER for one in sorted(fields, key=lambda one: one.box.x) if one.box.y == y] for y in rows
    ]


def test_the_page_of_rules_draws_as_the_table_deals(public: ViewMaker) -> None:
    table = drawn_fields(players_scene(public(coups=[]), EN, LANDSCAPE, moment=RULES))[:6]
    by_points = {card.points: card for card in Card if card.value[1] == "h"}
    ten = by_points[0]
    for row, total in zip(table, (0, 3, 4, 5, 6, 7), strict=True):
        banker = (by_points[total], ten)
        stood = next_step((by_points[6], ten), banker).due is Hand.BANKER
        against = [next_step((by_points[5], ten, by_points[third]), banker).due is Hand.BANKER for third in range(10)]
        assert row == [stood, *against], total
    # Totals of 0, 1 and 2 share a row because they draw alike.
    for total in (1, 2):
        banker = (by_points[total], ten)
        assert all(next_step((by_points[5], ten, by_points[third]), banker).due is Hand.BANKER for third in range(10))


def test_the_page_of_rules_has_this_tables_bets_limits_and_commission(public: ViewMaker) -> None:
    limits = [{"wager": "main", "min": "10.00", "max": "5,000.00"}, {"wager": "tie", "min": "5.00", "max": "12.50"}]
    view = public(coups=[], paytable=live(), table={"name": "BAC 901", "limits": limits})
    said = [one.text for one in labels(players_scene(view, EN, LANDSCAPE, moment=RULES))]
    assert {"10 – 5,000", "5 – 12.50", "5 % commission", "12:1 / 20:1", "25:1", "Perfect pair"} <= set(said)
    assert not [shape for shape in players_scene(view, EN, LANDSCAPE, moment=RULES).shapes if isinstance(shape, Grid)]
    closing = [bet | {"closes_after": LIVE.closing.get(bet["wager"])} for bet in live()]
    with_rounds = [one.text for one in labels(players_scene(view | {"paytable": closing}, EN, LANDSCAPE, moment=RULES))]
    assert [with_rounds.count(text) for text in ("to hand", "60", "50")] == [1, 2, 7]
    assert "to hand" not in said
    both = [one.text for one in labels(players_scene(view, EN, LANDSCAPE, second=ES, moment=RULES))]
    assert "THIRD-CARD RULES · REGLAS DE LA TERCERA CARTA" in both


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, (320, 240), (2, 2)])
def test_a_paytable_that_nobody_foresaw_stops_nothing(public: ViewMaker, size: tuple[int, int]) -> None:
    odd = [{"wager": f"new-bet-{number}", "pays": "∞ to 1 " * number} for number in range(20)]
    limits = [{"wager": f"new-{number}", "min": "", "max": ""} for number in range(30)]
    for moment in (RULES, Moment(countdown_s=3)):
        view = public(paytable=odd, table={"name": "", "limits": limits}, countdown_s=0)
        assert players_scene(view, EN, size, second=ES, moment=moment).width == size[0]
