"""A profile's hash: it changes with every field, and with nothing that is no field."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.making import parse_profile, with_settings
from device.rules.profile import Profile
from device.rules.structs import build, plain
from device.settings import list_profiles, load_profile

# Values of every kind of field that may be set together without a combination that is refused.
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "decks": st.integers(1, 12),
    "burn": st.sampled_from(["face-value", "fixed", "decks", "none"]),
    "burn_cards": st.integers(1, 10),
    "indicator_included": st.booleans(),
    "cut_depth": st.integers(21, 40),
    "cut_policy": st.sampled_from(["current-last", "one-more", "one-more-unless-first", "two-more"]),
    "virtual_cut": st.one_of(st.just("off"), st.integers(1, 50)),
    "result_after_s": st.floats(0, 600).map(lambda seconds: round(seconds, 2)),
    "commission_rate": st.decimals(0, "0.99", places=4).map(str),
    "banker_six_pays": st.one_of(st.just("off"), st.integers(1, 9).map(lambda pays: f"{pays}:2")),
    "lock": st.booleans(),
    "currency": st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8),
}
SETTINGS = st.fixed_dictionaries({}, optional=FIELDS)


def profile(settings: dict[str, Any]) -> Profile:
    return build(Profile, {"name": "own", "version": 1, **settings})


@given(SETTINGS, SETTINGS)
def test_two_profiles_share_a_hash_when_and_only_when_all_fields_are_alike(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    first, second = profile(one), profile(other)
    assert (first.sha256 == second.sha256) is (first == second)


@given(SETTINGS, st.randoms())
def test_order_does_not_change_the_hash(settings: dict[str, Any], chance: Any) -> None:
    keys = list(settings)
    chance.shuffle(keys)
    assert profile(settings).sha256 == profile({key: settings[key] for key in keys}).sha256


@given(SETTINGS)
def test_the_canonical_form_is_read_back_as_the_same_profile(settings: dict[str, Any]) -> None:
    made = profile(settings)
    again = build(Profile, plain(made))
    assert again == made
    assert again.sha256 == made.sha256


def test_it_is_sha_256_in_lower_case_hex() -> None:
    assert re.fullmatch("[0-9a-f]{64}", load_profile("live").sha256)


def test_comments_blanks_and_spellings_do_not_change_the_hash() -> None:
    loose = '# ours\nversion   = 1\n\nname = "own" # name\nlock = "yes"\ncommission_rate = 0.0500\nresult_after_s = 1.0'
    tight = 'name="own"\nversion=1\nlock=true\ncommission_rate="0.05"\nresult_after_s=1'
    assert parse_profile(loose, "a").sha256 == parse_profile(tight, "b").sha256


@pytest.mark.parametrize("step", ["by_9", "by_8", "by_7", "by_6", "by_5", "by_4", "natural"])
def test_a_step_deep_in_a_side_bet_changes_the_hash(step: str) -> None:
    live = load_profile("live")
    assert with_settings(live, {f"side_bets.banker-bonus.pays.{step}": "99"}).sha256 != live.sha256


def test_every_shipped_profile_has_its_own_hash() -> None:
    assert len({load_profile(name).sha256 for name in list_profiles()}) == 6


def test_rules_that_were_written_before_a_field_came_keep_their_hash() -> None:
    """These are on record in journals of the first version."""
    assert load_profile("live").sha256 == "680b8294ead1cd484f8eb1b844b398ba10c2a64f193c1b46d2150960c68c3aa4"
    assert load_profile("classic").sha256 == "d427d71c251858f1e0d86bc18848d0f32162f825744d4045d30466f698d47728"
    own = with_settings(load_profile("live"), {"training": "yes"})
    assert own.sha256 != load_profile("live").sha256
    assert with_settings(own, {"training": "no"}).sha256 == load_profile("live").sha256
