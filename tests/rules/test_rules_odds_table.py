"""The exact returns of every wager for 1, 6 and 8 decks, to the last digit, and what the documents claim of them.

The figures are data: they were not made by this code.
"""

import json
import math
from fractions import Fraction
from functools import cache

import pytest
from click.testing import CliRunner, Result

from device.cli.odds import command
from device.rules.making import with_settings
from device.rules.odds import MOST_DECKS, Odds, fresh_shoe_odds, percent
from device.rules.odds_deals import all_deals, pair_deals, value_deals
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.rules.wagers import Wager
from device.settings import list_profiles, load_profile

LIVE = load_profile("live")
NINE = with_settings(LIVE, {"tie_pays": "9"})
NO_COMMISSION = load_profile("live-no-commission")

COUNTS = {
    1: (6_548_674_432, 6_737_232_640, 1_372_227_328),
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    8: (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
}
PAIR = ("70.58823529", "88.74598071", "89.63855422")
NATURAL = ("85.52036199", "85.25847143", "85.24559778")
RETURNS: dict[str, tuple[Profile, str, tuple[str, str, str]]] = {
    "Player": (LIVE, "player", ("98.71362751", "98.76258510", "98.76491867")),
    "Banker at 5 %": (LIVE, "banker", ("98.98825171", "98.94415130", "98.94209422")),
    "Banker, no commission": (NO_COMMISSION, "banker", ("98.61478994", "98.54519234", "98.54189554")),
    "Tie 8:1": (LIVE, "tie", ("84.25387307", "85.56184020", "85.64037122")),
    "Tie 9:1": (NINE, "tie", ("93.61541452", "95.06871134", "95.15596802")),
    "Player pair": (LIVE, "player-pair", PAIR),
    "Banker pair": (LIVE, "banker-pair", PAIR),
    "Either pair": (LIVE, "either-pair", ("68.48499400", "85.46351897", "86.29012312")),
    "Perfect pair": (LIVE, "perfect-pair", ("0.00000000", "82.92839139", "86.97060904")),
    "Player natural": (LIVE, "player-natural", NATURAL),
    "Banker natural": (LIVE, "banker-natural", NATURAL),
    "Player bonus": (LIVE, "player-bonus", ("96.96937477", "97.33248700", "97.34832547")),
    "Banker bonus": (LIVE, "banker-bonus", ("90.25593805", "90.61107004", "90.62692599")),
    "Lucky six": (LIVE, "lucky-six", ("82.58173493", "83.28366670", "83.31642796")),
    "Two-card lucky six": (LIVE, "lucky-six-2", ("85.17110434", "85.64533174", "85.66745411")),
    "Three-card lucky six": (LIVE, "lucky-six-3", ("83.64375341", "84.69748675", "84.74668307")),
}


@cache
def odds(name: str, decks: int, natural_bets: str = "win") -> Odds:
    profile = {"live": LIVE, "live-no-commission": NO_COMMISSION}[name]
    return fresh_shoe_odds(with_settings(profile, {"natural_bets": natural_bets}), decks)


@pytest.mark.parametrize(("column", "decks"), list(enumerate(COUNTS)))
def test_000_pagos_the_returns_of_every_wager_to_the_last_digit(column: int, decks: int) -> None:
    found = {}
    for name, (profile, wager, _) in RETURNS.items():
        of_house = fresh_shoe_odds(profile, decks) if profile is NINE else odds(profile.name, decks)
        found[name] = of_house.wagers[Wager(wager)].rtp_percent
    assert found == {name: percents[column] for name, (_, _, percents) in RETURNS.items()}


@pytest.mark.parametrize("decks", COUNTS)
def test_the_counts_of_all_ordered_six_card_deals(decks: int) -> None:
    found = odds("live", decks)
    assert tuple(found.counts[outcome] for outcome in Outcome) == COUNTS[decks]
    assert found.total == sum(COUNTS[decks]) == math.perm(52 * decks, 6)


def test_000_suplementario_the_greatest_return_of_the_main_bets_is_98_94_percent() -> None:
    main = [odds("live", 8).wagers[wager].rtp for wager in (Wager.PLAYER, Wager.BANKER, Wager.TIE)]
    assert percent(max(main), decimals=2) == "98.94"
    assert max(main) == odds("live", 8).wagers[Wager.BANKER].rtp


def test_003_tabla_de_pagos_the_least_return_is_95_07_percent() -> None:
    classic = fresh_shoe_odds(load_profile("classic"))
    assert classic.decks == 6
    least = min(classic.wagers.values(), key=lambda one: one.rtp)
    assert percent(least.rtp, decimals=2) == "95.07"
    assert least == classic.wagers[Wager.TIE]


@pytest.mark.parametrize("decks", range(1, MOST_DECKS + 1))
def test_any_number_of_decks_adds_up(decks: int) -> None:
    cards = 52 * decks
    assert sum(ways for _, ways in value_deals(decks)) == all_deals(cards)
    assert sum(ways for _, ways in pair_deals(decks)) == math.perm(cards, 4)
    found = odds("live", decks)
    player, banker, tie = (found.wagers[wager] for wager in (Wager.PLAYER, Wager.BANKER, Wager.TIE))
    assert player.win + banker.win + tie.win == 1
    assert player.push == banker.push == tie.win
    assert [one.win for one in (player, banker, tie)] == [Fraction(found.counts[o], found.total) for o in Outcome]


@pytest.mark.parametrize("decks", range(1, MOST_DECKS + 1))
def test_pairs_by_the_formula_for_two_cards(decks: int) -> None:
    found, cards = odds("live", decks).wagers, 52 * decks
    pair, perfect = Fraction(4 * decks - 1, cards - 1), Fraction(decks - 1, cards - 1)
    assert found[Wager.PLAYER_PAIR].win == found[Wager.BANKER_PAIR].win == pair
    assert pair < found[Wager.EITHER_PAIR].win < 2 * pair
    assert (
        (found[Wager.PERFECT_PAIR].win == 0) if decks == 1 else (perfect < found[Wager.PERFECT_PAIR].win < 2 * perfect)
    )


@pytest.mark.parametrize("decks", [1, 6, 8, 12])
def test_the_four_readings_of_a_natural_differ_by_beaten_and_by_tied_naturals(decks: int) -> None:
    literal, must, returns, unless = (
        odds("live", decks, words).wagers for words in ("win", "must-win", "must-win-tie-returns", "unless-beaten")
    )
    for wager in (Wager.PLAYER_NATURAL, Wager.BANKER_NATURAL):
        tied = literal[Wager.PLAYER_BONUS].push
        assert must[wager].push == literal[wager].push == unless[wager].push == 0
        assert returns[wager].push == tied > 0
        assert returns[wager].win == must[wager].win
        assert unless[wager].win == must[wager].win + tied
        assert literal[wager].win > unless[wager].win  # a natural 8 beaten by a natural 9
    assert must[Wager.PLAYER_NATURAL] == must[Wager.BANKER_NATURAL]


def test_an_exact_commission_and_an_exact_half_are_in_the_return() -> None:
    five, half = odds("live", 8).wagers[Wager.BANKER], odds("live-no-commission", 8).wagers[Wager.BANKER]
    assert five.rtp == five.win * Fraction(195, 100) + five.push
    on_six = odds("live", 8).wagers[Wager.LUCKY_SIX].win
    assert half.rtp == half.win * 2 - on_six / 2 + half.push


@pytest.mark.parametrize(
    ("share", "decimals", "written"),
    [
        (Fraction(1, 800), 2, "0.13"),  # 0.125: half up
        (Fraction(249, 20000), 1, "1.2"),
        (Fraction(9999, 10000), 1, "100.0"),
        (Fraction(0), 8, "0.00000000"),
        (Fraction(1, 1000), 2, "0.10"),
        (Fraction(1), 2, "100.00"),
    ],
)
def test_percents_are_rounded_half_up(share: Fraction, decimals: int, written: str) -> None:
    assert percent(share, decimals=decimals) == written


@pytest.mark.parametrize("decks", [0, 13, -1])
def test_a_shoe_has_one_to_twelve_decks(decks: int) -> None:
    with pytest.raises(ValueError, match="1 to 12"):
        fresh_shoe_odds(LIVE, decks)


def zapato_odds(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def test_the_command_prints_one_compact_line_with_fractions_in_lowest_terms() -> None:
    line = zapato_odds("--profile", "classic").stdout
    found = json.loads(line)
    assert line == json.dumps(found, separators=(",", ":")) + "\n"
    assert list(found) == ["decks", "counts", "wagers"]
    assert found["decks"] == 6
    assert found["counts"] == dict(zip(("player", "banker", "tie"), COUNTS[6], strict=True)) | {"total": sum(COUNTS[6])}
    assert list(found["wagers"]) == ["player", "banker", "tie"]
    tie = found["wagers"]["tie"]
    assert list(tie) == ["win", "push", "rtp", "rtp_percent"]
    assert tie["push"] == "0/1"
    assert tie["win"] == found["wagers"]["banker"]["push"]
    for text in (tie["win"], tie["rtp"]):
        above, below = map(int, text.split("/"))
        assert math.gcd(above, below) == 1
    assert tie["rtp_percent"] == "95.06871134"


def test_decks_override_the_profile_and_only_its_wagers_are_listed() -> None:
    found = json.loads(zapato_odds("--decks", "1").stdout)
    assert found["decks"] == 1
    assert list(found["wagers"]) == [wager.value for wager in Wager]
    assert found["wagers"]["perfect-pair"] == {
        "win": "0/1",
        "push": "0/1",
        "rtp": "0/1",
        "rtp_percent": "0.00000000",
    }
    assert json.loads(zapato_odds("--profile", "single-deck").stdout)["counts"] == found["counts"]


@pytest.mark.parametrize("name", list_profiles())
def test_every_shipped_profile_has_odds(name: str) -> None:
    found = json.loads(zapato_odds("--profile", name).stdout)
    assert (found["decks"], list(found["wagers"])) == (
        load_profile(name).decks,
        [wager for wager, _ in load_profile(name).paytable],
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--decks", "0"), "0 is not in the range 1<=x<=12"),
        (("--decks", "13"), "13 is not in the range 1<=x<=12"),
        (("--decks", "eight"), "not a valid integer"),
        (("--profile", "nobody"), "there is no profile 'nobody'"),
    ],
)
def test_bad_input_is_exit_2(words: tuple[str, ...], why: str) -> None:
    found = zapato_odds(*words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert why in found.stderr
