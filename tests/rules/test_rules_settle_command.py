"""`zapato settle`: what it prints, and what it refuses with exit code 2 and one plain line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.settle import command


def zapato_settle(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def test_one_compact_line_a_bet_in_the_order_given() -> None:
    found = zapato_settle("--player", "4h9c8d", "--banker", "2sAd", "--bet", "banker=20", "--bet", "tie=5.00")
    assert found.exit_code == 0
    assert found.stdout.splitlines() == [
        '{"wager":"banker","stake":"20.00","result":"win","profit":"19.00","returned":"39.00"}',
        '{"wager":"tie","stake":"5.00","result":"lose","profit":"-5.00","returned":"0.00"}',
    ]


def test_amounts_are_plain_and_cards_are_read_as_people_write_them() -> None:
    found = zapato_settle("--player", "4H 9c 8D", "--banker", "10sJd 3c", "--bet", "player = 1234567.89")
    assert json.loads(found.stdout) == {
        "wager": "player",
        "stake": "1234567.89",
        "result": "lose",
        "profit": "-1234567.89",
        "returned": "0.00",
    }


@pytest.mark.parametrize(
    ("round", "result"), [((), "lose"), (("--round", "60"), "lose"), (("--round", "61"), "closed")]
)
def test_the_round_closes_bets(round: tuple[str, ...], result: str) -> None:
    words = ("--player", "4h9c8d", "--banker", "2sAd", "--bet", "player-pair=5", *round)
    assert json.loads(zapato_settle(*words).stdout)["result"] == result


@pytest.mark.parametrize(
    ("player", "banker", "why"),
    [
        ("4h9c", "2sAd", "Player's third card is missing; the drawing table says player 3: draw"),
        ("4h9c7d", "2sAd", "Banker's third card is missing; the drawing table says banker 3 against 7: draw"),
        ("4h9c8d", "2sAd5c", "Banker takes no third card here; the drawing table says banker 3 against 8: stand"),
        ("9hTc2d", "2sAd", "Player takes no third card here; the drawing table says player 9: natural"),
        ("9hTc", "2sAd3c", "Banker takes no third card here; the drawing table says player 9: natural"),
        ("4h9c5d", "9sTd", "Player takes no third card here; the drawing table says banker 9: natural"),
        ("6hTc3d", "2sAd", "Player takes no third card here; the drawing table says player 6: stand"),
        ("6hTc", "2sAd", "Banker's third card is missing; the drawing table says player 6: stand, banker 3: draw"),
        ("6hTc", "3s4d2c", "Banker takes no third card here; the drawing table says player 6: stand, banker 7: stand"),
        ("4h", "2sAd", "Player has 1 card; a complete hand has 2 or 3"),
        ("", "2sAd", "Player has no cards; a complete hand has 2 or 3"),
        ("4h9c8d2c", "2sAd", "Player has 4 cards; a complete hand has 2 or 3"),
        ("4h9c8d", "2s", "Banker has 1 card; a complete hand has 2 or 3"),
        ("4h9x8d", "2sAd", "--player: '9x' is no card; write rank then suit, for example 9h, Td or As"),
        ("4h9c8d", "2sA", "--banker: 'A' is no card; write rank then suit, for example 9h, Td or As"),
        ("4h9c8d", "2sАd", "--banker: 'Аd' is no card; write rank then suit, for example 9h, Td or As"),
    ],
)
def test_hands_that_the_drawing_table_would_not_deal_are_refused_with_what_it_demands(
    player: str, banker: str, why: str
) -> None:
    found = zapato_settle("--player", player, "--banker", banker, "--bet", "banker=20")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"Error: {why}")
    assert len(found.stderr.splitlines()) == 1


def test_more_of_a_card_than_the_decks_hold_is_refused() -> None:
    words = ("--player", "9hTc", "--banker", "9hTc", "--bet", "tie=1")
    found = zapato_settle(*words, "--profile", "single-deck")
    assert (found.exit_code, found.stderr) == (2, "Error: 9h is there 2 times; 1 deck holds 1\n")
    assert zapato_settle(*words, "--profile", "classic").exit_code == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--bet", "banker=0"), "--bet banker: a stake must be above 0; the smallest is 0.01"),
        (("--bet", "banker=0.001"), "--bet banker: the stake is below the smallest amount, 0.01"),
        (("--bet", "banker=1,000"), "--bet banker: '1,000' is no stake"),
        (("--bet", "banker=NaN"), "--bet banker: 'NaN' is no stake"),
        (("--bet", "bank=20"), "--bet 'bank': no such wager (did you mean banker?)"),
        (("--bet", "20"), "--bet '20': write WAGER=STAKE"),
        (("--bet", "banker=20", "--bet", "tie=-1"), "--bet tie: '-1' is no stake"),
        (("--bet", "tie=5", "--bet", "player=5", "--profile", "classic"), "--bet player and tie: the profile classic"),
        (("--bet", "lucky-six=5", "--profile", "didactic"), "--bet lucky-six: the profile didactic does not offer it"),
        (("--bet", "banker=5", "--profile", "Live"), "there is no profile 'Live' (did you mean live?)"),
    ],
)
def test_bets_that_the_house_does_not_take_are_refused_with_the_reason(words: tuple[str, ...], why: str) -> None:
    found = zapato_settle("--player", "4h9c8d", "--banker", "2sAd", *words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"Error: {why}")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [(), ("--bet", "banker=5", "--round", "0"), ("--bet", "banker=5", "--round", "x")])
def test_wrong_use_is_exit_2(words: tuple[str, ...]) -> None:
    found = zapato_settle("--player", "4h9c8d", "--banker", "2sAd", *words)
    assert (found.exit_code, found.stdout) == (2, "")


def test_a_house_of_ones_own_settles_by_its_own_file(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\nversion = 1\ntie_pays = 9\n', encoding="utf-8")
    found = zapato_settle("--profile", str(house), "--player", "9hTc", "--banker", "9sTd", "--bet", "tie=2.50")
    assert json.loads(found.stdout)["profit"] == "22.50"
