"""The house rules under which the random table is played: every rule that changes what a card may do."""

from device.rules.making import with_settings
from device.rules.profile import QUICK, Profile
from device.settings import load_profile

LIVE = load_profile("live")
PROFILES: tuple[Profile, ...] = (
    LIVE,
    with_settings(LIVE, QUICK),
    with_settings(LIVE, {**QUICK, "decks": "1", "cut_depth": "6"}),
    with_settings(LIVE, {"decks": "1", "cut_depth": "18", "cut_policy": "two-more", "burn": "none"}),
    with_settings(LIVE, {"bets_close": "button", "result": "button", "next": "button", "early_card": "hold"}),
    with_settings(LIVE, {"bets_close": "button", "early_card": "burn", "burn": "fixed", "burn_cards": "3"}),
    with_settings(LIVE, {"bets_close": "button", "early_card": "play-on", "burn": "decks", "free_coups": "2"}),
    with_settings(LIVE, {"burn_every_coup": "1", "decks": "1", "burn": "none", "cut_policy": "one-more"}),
    with_settings(LIVE, {"virtual_cut": "300", "virtual_cut_acts": "yes", "error_card_unexposed": "burn"}),
    with_settings(LIVE, {"result": "auto", "result_after_s": "2", "shuffle": "every-coup", "burn": "none"}),
    with_settings(LIVE, {"face_up_in_shoe": "burn", "stuck_cards": "void", "bets_close": "button"}),
)
DOWN = {"deal": "face-down", "reveal": "button", "bets_close": "button"}
PROFILES += (
    with_settings(LIVE, {**DOWN, "result": "button"}),
    with_settings(LIVE, {**DOWN, "third_card": "face-down", "reveal_order": "banker-first", "early_card": "hold"}),
    with_settings(LIVE, {**DOWN, "bets_close": "first-card", "decks": "1", "cut_depth": "6", "burn": "none"}),
    with_settings(LIVE, {**DOWN, "third_card": "face-down", "shuffle": "every-coup", "burn": "none", "result": "auto"}),
    with_settings(LIVE, {"reveal": "button"}),
)
HANDS = (("9hKc", "2s3d"), ("4h9c8d", "2sAd"), ("6h7h", "2c2d"), ("2hKc5c", "2s3d9c"), ("4h", "2s"), ("4h9c", "2sAd"))
