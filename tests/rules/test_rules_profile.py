"""House rules read from a file or changed from a command line: what is taken, and how a fault is told."""

from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.choices import BurnMode, CutPolicy, Deal, NumberFormat, ShoePasses, Shuffle
from device.rules.faults import FaultsError
from device.rules.making import ProfileError, parse_profile, with_settings
from device.rules.money import format_amount, format_odds, parse_decimal, parse_odds, plain_decimal
from device.rules.profile import QUICK, Profile
from device.rules.structs import build, keys_of, plain
from device.rules.wagers import SideBet, Wager

OWN = 'name = "own"\nversion = 3\n'
LIVE = Profile(name="live", version=1)


def refusal(text: str) -> str:
    """What is told of a file with these lines besides its name and version."""
    with pytest.raises(ProfileError) as told:
        parse_profile(OWN + text, "own.toml")
    return str(told.value)


def refused_setting(**settings: str) -> str:
    with pytest.raises(ProfileError) as told:
        with_settings(LIVE, settings)
    return str(told.value)


# What is taken


def test_a_files_missing_fields_are_those_of_live() -> None:
    assert parse_profile(OWN, "own.toml") == msgspec.structs.replace(LIVE, name="own", version=3)


@pytest.mark.parametrize("spelling", ["true", '"yes"', '"true"'])
def test_yes_is_a_boolean_in_either_spelling(spelling: str) -> None:
    assert parse_profile(f"{OWN}lock = {spelling}", "own.toml").lock is True
    assert parse_profile(f"{OWN}shoe_passes = false", "own.toml").shoe_passes is ShoePasses.NO


def test_money_is_exact_whether_quoted_or_not() -> None:
    plain = parse_profile(f"{OWN}commission_rate = 0.05\ncommission_unit = 0.01", "own.toml")
    quoted = parse_profile(f'{OWN}commission_rate = "0.050"\ncommission_unit = "1E-2"', "own.toml")
    assert plain.commission_rate == Decimal("0.05")
    assert isinstance(plain.commission_rate, Decimal)
    assert plain.sha256 == quoted.sha256


def test_durations_may_have_a_point() -> None:
    profile = parse_profile(f"{OWN}next_after_s = 2.5\nresult_after_s = 1", "own.toml")
    assert (profile.next_after_s, profile.result_after_s) == (2.5, 1.0)


def test_side_bets_are_read_with_steps_and_closing_rounds() -> None:
    profile = parse_profile(
        f"""{OWN}
        [side_bets]
        either-pair = {{ pays = 5, closes_after = 50 }}
        lucky-six = {{ pays = {{ two_cards = "12:1", three_cards = "20:1" }}, closes_after = "never" }}
        """,
        "own.toml",
    )
    assert profile.side_bets.either_pair == SideBet(pays=Fraction(5), closes_after=50)
    assert [wager for wager, _ in profile.side_bets.offered()] == [Wager.EITHER_PAIR, Wager.LUCKY_SIX]
    assert profile.side_bets.bet(Wager.LUCKY_SIX) is profile.side_bets.lucky_six
    assert profile.side_bets.bet(Wager.TIE) is None
    assert profile.paytable[-2:] == (("either-pair", "5:1"), ("lucky-six", "12:1 / 20:1"))


def test_a_profile_is_a_value() -> None:
    assert hash(LIVE) == hash(Profile(name="live", version=1))
    with pytest.raises(AttributeError):
        LIVE.decks = 6  # type: ignore[misc]


# What is refused, and how


def test_every_fault_of_a_file_is_told_at_once_with_file_key_found_and_allowed() -> None:
    assert refusal('decks = 13\nburn = "fixt"\nbrun_cards = 2').splitlines() == [
        "own.toml: brun_cards: unknown key (did you mean burn_cards?); correct it or take it out",
        "own.toml: decks: 13; allowed: a whole number from 1 to 12",
        "own.toml: burn: 'fixt' (did you mean fixed?); allowed: face-value, fixed, decks or none",
    ]


def test_a_key_like_none_is_answered_with_all_keys() -> None:
    assert refusal("zzz = 1").startswith(
        "own.toml: zzz: unknown key; the keys here are name, version, title, training, "
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("decks = 0", "decks: 0; allowed: a whole number from 1 to 12"),
        ("decks = 8.5", "decks: 8.5; allowed: a whole number from 1 to 12"),
        ("decks = true", "decks: yes; allowed: a whole number from 1 to 12"),
        ('decks = "eight"', "decks: 'eight'; allowed: a whole number from 1 to 12"),
        ("burn_cards = 11", "burn_cards: 11; allowed: a whole number from 1 to 10"),
        ("ace_burns = 2", "ace_burns: 2; allowed: 1 or 11"),
        ("burn_every_coup = 2", "burn_every_coup: 2; allowed: a whole number from 0 to 1"),
        ("virtual_cut = 0", "virtual_cut: 0; allowed: a whole number from 1 to 623, or off"),
        ('lock = "maybe"', "lock: 'maybe'; allowed: yes or no (in a file true or false)"),
        ("lock = 1", "lock: 1; allowed: yes or no (in a file true or false)"),
        ("next_after_s = -1", "next_after_s: -1; allowed: a number from 0 to 600"),
        ("next_after_s = nan", "next_after_s: NaN; allowed: a number from 0 to 600"),
        ("commission_rate = 1", "commission_rate: 1; allowed: an exact rate from 0 to below 1, as 0.05"),
        ("commission_rate = inf", "commission_rate: Infinity; allowed: an exact rate from 0 to below 1, as 0.05"),
        ("commission_unit = 0", "commission_unit: 0; allowed: an exact amount above 0, as 0.01"),
        ("commission_unit = 1e999999999", "commission_unit: 1E+999999999; allowed: an exact amount above 0, as 0.01"),
        ('banker_six_pays = "1:0"', "banker_six_pays: '1:0'; allowed: odds above 0 such as 11:1 or 7:2, or off"),
        ("tie_pays = 8.5", "tie_pays: 8.5; allowed: a whole number from 1 to 100"),
        ("players = 15", "players: 15; allowed: a whole number from 1 to 14"),
        ("burn = { how = 1 }", "burn: a table; allowed: face-value, fixed, decks or none"),
        ("names = 3", "names: 3; a table of keys and values is needed"),
        ('names = { player = "" }', "names.player: ''; allowed: a text of at most 24 characters"),
        (
            "side_bets.tie.pays = 8",
            "side_bets.tie: unknown key; the keys here are player-pair, banker-pair, either-pair,",
        ),
        ("side_bets.either-pair.closes_after = 50", "side_bets.either-pair.pays: missing; needed: odds above 0"),
        (
            "side_bets.either-pair = { pays = 5, closes_after = 0 }",
            "side_bets.either-pair.closes_after: 0; allowed: a whole number from 1 to 999, or never",
        ),
        ("side_bets.lucky-six.pays = 12", "side_bets.lucky-six.pays: 12; a table of keys and values is needed"),
    ],
)
def test_a_value_out_of_its_range_is_refused_by_its_path(line: str, told: str) -> None:
    assert refusal(line).startswith(f"own.toml: {told}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "decks = yes",
            "Invalid value (at line 3, column 9); words need quotes, and yes and no are written true and false",
        ),
        ("decks = 1\ndecks = 2\n\n", "own.toml: this is no TOML: Cannot overwrite a value (at line 4, column 10)"),
        ("[names", "own.toml: this is no TOML: "),
        ("decks = " + "[" * 100_000, "own.toml: this is no TOML: brackets are nested too deep"),
        ("decks = 1e99999999999999999999", "own.toml: this is no TOML: a number is too large"),
        ("decks = " + "9" * 5000, "own.toml: this is no TOML: "),
    ],
    ids=["word", "twice", "bracket", "deep", "large", "long"],
)
def test_what_is_no_toml_is_refused_naming_the_place(text: str, told: str) -> None:
    assert told in refusal(text)


def test_a_profile_without_name_and_version_is_refused() -> None:
    with pytest.raises(ProfileError) as told:
        parse_profile("decks = 8", "own.toml")
    assert str(told.value).splitlines() == [
        "own.toml: name: missing; needed: lower-case letters, digits and hyphens, up to 40",
        "own.toml: version: missing; needed: a whole number from 1 to 999999",
    ]


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.decimals(), st.text(max_size=12), st.none(), st.just("off")),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(keys_of(Profile)), VALUES, max_size=4))
def test_whatever_stands_in_a_file_it_is_taken_or_refused_and_never_raises(table: dict[str, object]) -> None:
    try:
        made = build(Profile, {"name": "own", "version": 1, **table})
    except FaultsError as error:
        assert all(fault.path and fault.found and fault.allowed for fault in error.faults)
    else:
        assert build(Profile, plain(made)) == made


# From a command line


@pytest.mark.parametrize("key", keys_of(Profile))
def test_every_field_can_be_set_by_its_key(key: str) -> None:
    values = {
        "name": "own", "title": "Own", "shuffle": "every-coup", "inspection": "before", "burn": "fixed",
        "cut_policy": "one-more", "reveal": "button", "reveal_order": "banker-first", "third_card": "face-down",
        "bets_close": "button", "result": "auto", "next": "button", "early_card": "hold", "unread_card": "dealer",
        "error_card_unexposed": "burn", "error_card_exposed": "void", "face_up_in_shoe": "burn", "stuck_cards": "void",
        "commission_rate": "0.04", "commission_rounding": "up", "commission_unit": "0.25", "banker_six_pays": "1:2",
        "positions": "one", "natural_bets": "must-win", "shoe_passes": "clockwise", "tails": "straight",
        "currency": "EUR", "number_format": "1.234,00", "differential_limit": "no", "virtual_cut": "30",
        "ace_burns": "11", "indicator_included": "yes", "free_coups_on_roads": "yes", "lock": "yes",
        "burn_every_coup": "1", "names": "", "side_bets": "", "cut_depth": "30", "deal": "face-down",
        "virtual_cut_acts": "yes", "training": "yes", "sequence_alarm": "5000",
        "retire_packs": "never",
    }  # fmt: skip
    changes = {key: values.get(key, "7")}
    if key == "names":
        changes = {"names.player": "Punto"}
    elif key == "side_bets":
        changes = {"side_bets.either-pair.pays": "5", "side_bets.either-pair.closes_after": "50"}
    elif key == "deal":
        changes["reveal"] = "button"
    elif key == "virtual_cut_acts":
        changes["virtual_cut"] = "30"
    changed = with_settings(LIVE, changes)
    assert getattr(changed, key) != getattr(LIVE, key)
    assert changed.sha256 != LIVE.sha256


def test_quick_makes_a_script_of_cards_only() -> None:
    assert dict(QUICK) == {
        "burn": "none",
        "deal": "face-up",
        "reveal": "as-dealt",
        "bets_close": "first-card",
        "result": "auto",
        "next": "first-card",
        "next_after_s": "0",
    }
    quick = with_settings(LIVE, QUICK)
    assert (quick.burn, quick.deal, quick.next_after_s) == (BurnMode.NONE, Deal.FACE_UP, 0)


def test_a_side_bet_is_taken_off() -> None:
    with_pair = with_settings(LIVE, {"side_bets.either-pair.pays": "5:1"})
    assert with_pair.side_bets.either_pair == SideBet(pays=Fraction(5), closes_after=None)
    assert with_settings(with_pair, {"side_bets.either-pair": "off"}) == LIVE


def test_settings_are_taken_together_so_that_their_order_is_no_matter() -> None:
    together = {"cut_policy": "two-more", "cut_depth": "18", "shuffle": "at-cut-card"}
    changed = with_settings(LIVE, together)
    assert (changed.cut_policy, changed.cut_depth, changed.shuffle) == (CutPolicy.TWO_MORE, 18, Shuffle.AT_CUT_CARD)


def test_an_unknown_setting_is_answered_with_the_close_names() -> None:
    assert refused_setting(error_card="burn") == (
        "--set: error_card: unknown key (did you mean error_card_exposed or early_card or error_card_unexposed?); "
        "correct it or take it out"
    )


def test_a_setting_below_one_that_has_no_parts_is_refused() -> None:
    assert refused_setting(**{"burn.cards": "3"}) == "--set: burn: a table; allowed: face-value, fixed, decks or none"
    assert refused_setting(**{"side_bets.either-par.pays": "3"}).startswith(
        "--set: side_bets.either-par: unknown key (did you mean either-pair?)"
    )


# Money and odds


@pytest.mark.parametrize(
    ("how", "text"),
    [
        (NumberFormat.COMMA_POINT, "1,234.00"),
        (NumberFormat.POINT_COMMA, "1.234,00"),
        (NumberFormat.SPACE_COMMA, "1\N{NO-BREAK SPACE}234,00"),
        (NumberFormat.PLAIN_POINT, "1234.00"),
        (NumberFormat.PLAIN_COMMA, "1234,00"),
    ],
)
def test_an_amount_is_written_as_its_format_shows(how: NumberFormat, text: str) -> None:
    assert format_amount(Decimal(1234), how) == text
    assert text.replace("\N{NO-BREAK SPACE}", " ") == how.value


def test_a_finer_amount_is_rounded_half_up() -> None:
    assert [format_amount(Decimal(text)) for text in ("0.005", "0.004", "-0.005", "1234567.895")] == [
        "0.01",
        "0.00",
        "-0.01",
        "1234567.90",
    ]


@pytest.mark.parametrize(
    ("text", "odds", "written"),
    [
        ("11:1", Fraction(11), "11:1"),
        ("7:2", Fraction(7, 2), "7:2"),
        ("0.5:1", Fraction(1, 2), "1:2"),
        (5, Fraction(5), "5:1"),
    ],
)
def test_odds_are_exact(text: object, odds: Fraction, written: str) -> None:
    assert parse_odds(text) == odds
    assert format_odds(odds) == written


@pytest.mark.parametrize("text", ["", "0", "1:0", "-1:2", "1/2", "a:b", "1:2:3", True, None, "1e9:1", "٣:1", "1" * 7])
def test_what_are_no_odds_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="no odds"):
        parse_odds(text)


@pytest.mark.parametrize(
    ("text", "plain"), [("0.050", "0.05"), ("5E-2", "0.05"), ("1E+2", "100"), ("100", "100"), ("0", "0")]
)
def test_a_number_has_one_shortest_form(text: str, plain: str) -> None:
    assert plain_decimal(parse_decimal(text)) == plain


@pytest.mark.parametrize("text", ["nan", "inf", "1e16", "1e-16", "1234567890123456789"])
def test_a_number_nobody_can_pay_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no number|too large"):
        parse_decimal(text)
