"""The six shipped profiles: each loads, names every field with a source, and has the values it is said to have."""

from importlib import resources
from typing import Any

import pytest

from device.rules.profile import Profile
from device.rules.structs import keys_of, plain, read_toml
from device.settings import list_profiles, load_profile

ALL_SIDE_BETS = {
    "player-pair": ("11:1", 60),
    "banker-pair": ("11:1", 60),
    "either-pair": ("5:1", 50),
    "perfect-pair": ("25:1", 50),
    "player-natural": ("7:2", 50),
    "banker-natural": ("7:2", 50),
    "lucky-six-2": ("22:1", 50),
    "lucky-six-3": ("50:1", 50),
}
BONUS = {"natural": "1:1", "by_9": "30:1", "by_8": "10:1", "by_7": "6:1", "by_6": "4:1", "by_5": "2:1", "by_4": "1:1"}
COLUMNS = ("decks", "shuffle", "burn", "deal", "commission_rate", "tie_pays")
TABLE: dict[str, tuple[object, ...]] = {
    "live": (8, "at-cut-card", "face-value", "face-up", "0.05", 8),
    "live-no-commission": (8, "at-cut-card", "face-value", "face-up", "0", 8),
    "didactic": (8, "every-coup", "none", "face-up", "0.05", 8),
    "classic": (6, "every-coup", "none", "face-up", "0.05", 9),
    "casino-manual": (8, "at-cut-card", "fixed", "face-down", "0.05", 8),
    "single-deck": (1, "every-coup", "none", "face-up", "0.05", 8),
}
QUICK_TABLES = ("live", "live-no-commission")


def values(name: str) -> dict[str, Any]:
    fields = plain(load_profile(name))
    assert isinstance(fields, dict)
    return fields


def differing(**by_profile: Any) -> dict[str, Any]:
    """What a field is for each profile: the value under `other` except where a profile (underscores) is named."""
    other = by_profile.pop("other")
    return {name: by_profile.get(name.replace("-", "_"), other) for name in TABLE}


def test_these_six_are_shipped_the_default_first() -> None:
    assert list_profiles()[0] == "live"
    assert set(list_profiles()) == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_the_table_of_profiles(name: str) -> None:
    found = values(name)
    assert found["name"] == name
    assert found["version"] == (3 if name == "didactic" else 1)
    assert found["training"] is (name == "didactic"), "001 §02: a didactic session, without money"
    assert found["title"]
    assert tuple(found[key] for key in COLUMNS) == TABLE[name]


@pytest.mark.parametrize(
    ("key", "by_profile"),
    [
        ("cut_depth", differing(casino_manual=52, other=14)),
        ("cut_policy", differing(other="current-last")),
        ("virtual_cut", differing(other="off")),
        ("virtual_cut_acts", differing(other=False)),
        ("burn_cards", differing(other=1)),
        ("ace_burns", differing(other=1)),
        ("indicator_included", differing(other=False)),
        ("burn_every_coup", differing(other=0)),
        ("inspection", differing(other="none")),
        ("retire_packs", differing(didactic="never", other="after-shoe")),
        ("bets_close", differing(live="first-card", live_no_commission="first-card", other="button")),
        ("result", differing(live="call", live_no_commission="call", other="button")),
        ("next", differing(live="first-card", live_no_commission="first-card", other="button")),
        ("result_after_s", differing(other=0)),
        ("next_after_s", differing(other=3)),
        ("late_result_after_s", differing(other=5)),
        ("reveal", differing(casino_manual="button", other="as-dealt")),
        ("reveal_order", differing(other="player-first")),
        ("third_card", differing(casino_manual="face-down", other="face-up")),
        ("early_card", differing(other="play-on")),
        ("unread_card", differing(other="supervisor")),
        ("error_card_unexposed", differing(other="next")),
        ("error_card_exposed", differing(other="free-coup")),
        ("face_up_in_shoe", differing(other="valid")),
        ("stuck_cards", differing(other="restore")),
        ("free_coups", differing(other=0)),
        ("free_coups_on_roads", differing(other=False)),
        ("commission_rounding", differing(other="half-up")),
        ("commission_unit", differing(other="0.01")),
        ("banker_six_pays", differing(live_no_commission="1:2", other="off")),
        ("positions", differing(classic="one", other="many")),
        ("differential_limit", differing(live=True, live_no_commission=True, other=False)),
        ("natural_bets", differing(other="win")),
        ("players", differing(other=14)),
        ("shoe_passes", differing(other="no")),
        (
            "names",
            differing(didactic={"player": "Punto", "banker": "Banco"}, other={"player": "Jugador", "banker": "Banca"}),
        ),
        ("tails", differing(other="redescend")),
        ("lock", differing(other=False)),
        ("retention_days", differing(other=365)),
        ("number_format", differing(other="1,234.00")),
    ],
)
def test_a_field_in_all_six(key: str, by_profile: dict[str, Any]) -> None:
    assert {name: values(name)[key] for name in TABLE} == by_profile


@pytest.mark.parametrize("name", QUICK_TABLES)
def test_000_pagos_all_side_bets_are_on_the_live_tables(name: str) -> None:
    bets = values(name)["side_bets"]
    assert {bet: (bets[bet]["pays"], bets[bet]["closes_after"]) for bet in ALL_SIDE_BETS} == ALL_SIDE_BETS
    for bet in ("player-bonus", "banker-bonus"):
        assert bets[bet] == {"pays": BONUS, "closes_after": "never"}
    assert bets["lucky-six"] == {"pays": {"two_cards": "12:1", "three_cards": "20:1"}, "closes_after": 50}


@pytest.mark.parametrize("name", sorted(set(TABLE) - set(QUICK_TABLES)))
def test_the_others_have_no_side_bets(name: str) -> None:
    assert set(values(name)["side_bets"].values()) == {"off"}
    assert [wager for wager, _ in load_profile(name).paytable] == ["player", "banker", "tie"]


@pytest.mark.parametrize(
    ("name", "banker", "tie"),
    [
        ("live", "0.95:1", "8:1"),
        ("live-no-commission", "1:1, 6 pays 1:2", "8:1"),
        ("classic", "0.95:1", "9:1"),
        ("didactic", "0.95:1", "8:1"),
    ],
)
def test_the_main_bets_on_the_paytable(name: str, banker: str, tie: str) -> None:
    assert load_profile(name).paytable[:3] == (("player", "1:1"), ("banker", banker), ("tie", tie))


def test_the_whole_paytable_of_live() -> None:
    bonus = "natural 1:1, by 9/8/7/6/5/4 30:1 10:1 6:1 4:1 2:1 1:1"
    assert load_profile("live").paytable[3:] == (
        ("player-pair", "11:1"),
        ("banker-pair", "11:1"),
        ("either-pair", "5:1"),
        ("perfect-pair", "25:1"),
        ("player-natural", "7:2"),
        ("banker-natural", "7:2"),
        ("player-bonus", bonus),
        ("banker-bonus", bonus),
        ("lucky-six", "12:1 / 20:1"),
        ("lucky-six-2", "22:1"),
        ("lucky-six-3", "50:1"),
    )


@pytest.mark.parametrize("name", TABLE)
def test_a_shipped_file_states_every_field_with_its_source_and_leaves_none_to_a_default(name: str) -> None:
    text = resources.files("device.rules").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")
    assert set(read_toml(text)) == set(keys_of(Profile))
    for line in text.splitlines():
        key = line.partition("=")[0].strip()
        if key in keys_of(Profile) and key not in ("name", "version", "title"):
            assert "# " in line, f"{name}.toml gives no source for {key}"
