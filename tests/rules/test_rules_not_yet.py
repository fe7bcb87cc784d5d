"""The one list of what is read and not played yet: told field by field, and nothing that acts is in it."""

import pytest

from device.rules.not_yet import RESOLVE_OPTIONS, SCRIPT_VERBS, fields_not_yet
from device.rules.profile import Profile, with_settings
from device.settings import list_profiles, load_profile

LIVE = Profile(name="live", version=1)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"shoe_passes": "clockwise"}, ["shoe_passes = clockwise: not yet"]),
    ],
)
def test_a_rule_that_is_not_played_yet_is_named_with_its_value(settings: dict[str, str], told: list[str]) -> None:
    assert set(told) <= set(fields_not_yet(with_settings(LIVE, settings)))


@pytest.mark.parametrize(
    "settings",
    [
        {"shuffle": "every-coup"},
        *({"burn": burn} for burn in ("face-value", "fixed", "decks", "none")),
        {"burn_every_coup": "1"},
        *({"inspection": inspection} for inspection in ("before", "before-and-after")),
        {"free_coups": "3", "free_coups_on_roads": "yes"},
        *({"early_card": early} for early in ("play-on", "hold", "burn")),
        *({"cut_policy": p, "cut_depth": "20"} for p in ("one-more", "one-more-unless-first", "two-more")),
        {"virtual_cut": "30", "virtual_cut_acts": "yes"},
        *({"result": result} for result in ("button", "call", "auto")),
        {"bets_close": "button", "next": "button"},
        {"third_card": "face-down", "reveal_order": "banker-first"},  # without meaning in a face-up game
    ],
)
def test_a_rule_that_acts_is_not_in_the_list(settings: dict[str, str]) -> None:
    assert fields_not_yet(with_settings(LIVE, settings)) == []


def test_of_the_shipped_profiles_none_waits() -> None:
    assert [name for name in list_profiles() if fields_not_yet(load_profile(name))] == []


def test_the_words_of_scripts_that_wait() -> None:
    assert set(SCRIPT_VERBS) <= {"correct", "undo"}
    assert "resume" not in RESOLVE_OPTIONS
