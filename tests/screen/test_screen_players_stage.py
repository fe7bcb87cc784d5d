"""What the players' screen remembers over time: results, turning cards, countdowns, the page of rules, the dark."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.hand import Hand
from device.screen.look.moment import RESULT_PLAYS_S, STILL, Moment, Show
from device.screen.players.stage import (
    DIMS_AFTER_S,
    FRAME_S,
    SHIFT_EVERY_S,
    SHIFTS,
    TURN_S,
    Options,
    Stage,
    moment,
    next_change_s,
    seen,
)
from device.screen.view import PublicView, public_view

View = dict[str, Any]
ViewMaker = Callable[..., View]
QUIET = Options(burn_in_shift=False)
DEALT: View = {"phase": "dealing", "banner": "dealing", "player": ["4h", "9c"], "banker": ["2s", "Ad"]}


@pytest.fixture
def at(public: ViewMaker) -> Callable[..., Stage]:
    """The stage after these views, each with the second at which it came; None: no view."""

    def staged(*steps: tuple[float, View | None], options: Options = QUIET) -> Stage:
        stage = Stage(options=options)
        for now_s, changes in steps:
            stage = seen(stage, None if changes is None else public_view(public(**changes)), now_s)
        return stage

    return staged


def test_a_result_plays_once_and_then_stands_still(at: Callable[..., Stage], banker_wins: View) -> None:
    stage = at((0, DEALT), (10, banker_wins))
    assert moment(stage, 10).result_s == 0
    assert moment(stage, 10.5).result_s == 0.5
    assert moment(stage, 10 + RESULT_PLAYS_S).result_s is None
    # The same result again, with another banner say, begins nothing anew.
    again = seen(stage, public_view({**public_dict(stage), "banner": "supervisor-called"}), 11)
    assert moment(again, 11.25).result_s == 1.25


def public_dict(stage: Stage) -> View:
    view = stage.view
    assert view is not None
    return {
        "view": view.view,
        "version": view.version,
        "phase": view.phase,
        "banner": view.banner,
        "shoe": view.shoe,
        "hand": view.hand,
        "player": view.player,
        "banker": view.banker,
        "outcome": view.outcome,
    }


def test_nothing_is_celebrated_that_was_before(at: Callable[..., Stage], banker_wins: View) -> None:
    first = at((5, banker_wins))
    assert moment(first, 5) == STILL
    back = at((0, DEALT), (5, None), (6, banker_wins))  # the feed was away while the result came
    assert moment(back, 6) == STILL
    assert next_change_s(back, 6) is None


def test_a_void_is_no_celebration_and_ends_one(at: Callable[..., Stage], banker_wins: View) -> None:
    void = banker_wins | {"kind": "void", "outcome": None}
    assert moment(at((0, DEALT), (1, void)), 1.1).result_s is None
    assert moment(at((0, DEALT), (1, banker_wins), (1.5, void)), 1.6).result_s is None


def test_reduced_motion_moves_nothing(at: Callable[..., Stage], banker_wins: View) -> None:
    calm = Options(reduced_motion=True, burn_in_shift=False)
    stage = at((0, {}), (1, DEALT), (2, banker_wins), options=calm)
    assert moment(stage, 2.1) == STILL
    assert next_change_s(stage, 2.1) is None


def test_the_newest_card_is_turned_and_the_others_lie_still(at: Callable[..., Stage]) -> None:
    stage = at((0, {**DEALT, "player": ["4h", None]}), (3, DEALT))
    now = moment(stage, 3 + TURN_S / 2)
    assert now.fresh == {(Hand.PLAYER, 1)}
    assert now.turning == pytest.approx(0.5)
    assert moment(stage, 3 + TURN_S).fresh == frozenset()
    assert moment(stage, 3 + TURN_S).turning == 1


def test_a_corrected_card_is_not_turned_again_and_a_new_hands_first_one_is(at: Callable[..., Stage]) -> None:
    corrected = at((0, DEALT), (3, {**DEALT, "player": ["4h", "8c"]}))
    assert moment(corrected, 3).fresh == frozenset()
    next_hand = at((0, DEALT), (3, {**DEALT, "hand": 8, "player": ["4h"], "banker": []}))
    assert moment(next_hand, 3).fresh == {(Hand.PLAYER, 0)}


def test_both_cards_of_a_hand_that_is_turned_at_once_turn_together(at: Callable[..., Stage]) -> None:
    stage = at((0, {**DEALT, "player": [None, None]}), (3, DEALT))
    assert moment(stage, 3.1).fresh == {(Hand.PLAYER, 0), (Hand.PLAYER, 1)}


BETS: View = {"countdown_s": 20, "hand": 8}


def test_the_seconds_until_bets_close_are_counted_down(at: Callable[..., Stage], banker_wins: View) -> None:
    stage = at((0, banker_wins), (100, BETS))
    assert [moment(stage, 100 + s).countdown_s for s in (0, 0.5, 1, 19.5, 20, 25)] == [20, 20, 19, 1, 0, 0]
    assert next_change_s(stage, 100) == pytest.approx(1)
    assert next_change_s(stage, 119.5) == pytest.approx(0.5)
    assert next_change_s(stage, 121) is None


def test_no_seconds_are_counted_that_nobody_knows(at: Callable[..., Stage], banker_wins: View) -> None:
    assert moment(at((100, BETS)), 101).countdown_s is None  # bets were open before the screen saw the table
    assert moment(at((0, banker_wins), (100, BETS), (101, {**BETS, "held": True})), 102).countdown_s is None
    assert moment(at((0, banker_wins), (100, {"hand": 8})), 101).countdown_s is None  # the table closes none by itself
    assert moment(at((0, banker_wins), (100, BETS), (101, {**DEALT, **BETS})), 102).countdown_s is None


def test_the_page_of_rules_stands_before_a_shoes_first_hand(at: Callable[..., Stage]) -> None:
    burning = {"phase": "burning", "banner": "burning", "coups": []}
    first = {"coups": [], "hand": 1}
    stage = at((0, burning), (50, first), options=Options(burn_in_shift=False, rules_page_s=12))
    assert moment(at((0, burning)), 1000).show is Show.RULES
    assert moment(stage, 61.9).show is Show.RULES
    assert next_change_s(stage, 60) == pytest.approx(2)
    assert moment(stage, 62).show is Show.ROADS
    assert next_change_s(stage, 62) is None
    assert moment(at((50, {"hand": 9})), 50).show is Show.ROADS  # not the first hand
    assert moment(at((50, first), (51, {**DEALT, **first})), 51).show is Show.ROADS  # its first card came
    assert moment(at((0, burning), options=Options(rules_page_s=0)), 1).show is Show.ROADS


def test_a_closed_tables_screen_gets_dark_and_an_opened_ones_light(at: Callable[..., Stage]) -> None:
    closed = {"phase": "closed", "banner": "closed"}
    stage = at((0, {}), (10, closed))
    assert moment(stage, 10).dim == 0
    assert next_change_s(stage, 10) == DIMS_AFTER_S
    assert moment(stage, 10 + DIMS_AFTER_S).dim == pytest.approx(0.6)
    assert moment(at((0, closed), (60, {})), 61).dim == 0


def test_the_picture_moves_a_little_each_minute(at: Callable[..., Stage]) -> None:
    stage = at((0, {"hand": 9}), options=Options())
    places = [moment(stage, SHIFT_EVERY_S * minute + 1).shift for minute in range(len(SHIFTS) + 1)]
    assert places == [*SHIFTS, SHIFTS[0]]
    for (x, y), (next_x, next_y) in zip(SHIFTS, (*SHIFTS[1:], SHIFTS[0]), strict=True):
        assert 1 <= max(abs(next_x - x), abs(next_y - y)) <= 2
    assert next_change_s(stage, 59) == pytest.approx(1)


changes = st.sampled_from(
    [
        {},
        DEALT,
        {"countdown_s": 5, "hand": 8},
        {"phase": "closed", "banner": "closed", "coups": []},
        {"phase": "burning", "banner": "burning", "coups": []},
        {"coups": [], "hand": 1},
        {**DEALT, "phase": "result", "outcome": "banker"},
        None,
    ]
)


@given(steps=st.lists(st.tuples(st.floats(0, 40), changes), max_size=6), looks=st.lists(st.floats(0.01, 1), max_size=9))
def test_between_two_changes_every_moment_is_the_same(
    public: ViewMaker, steps: list[tuple[float, View | None]], looks: list[float]
) -> None:
    stage, now_s = Stage(), 0.0
    for wait_s, change in steps:
        now_s += wait_s
        view: PublicView | None = None if change is None else public_view(public(**change))
        stage = seen(stage, view, now_s)
    for part in looks:
        wait = next_change_s(stage, now_s)
        before = moment(stage, now_s)
        assert wait is not None  # at least the shift comes
        assert 0 < wait <= SHIFT_EVERY_S
        moving = before.result_s is not None or before.turning < 1
        assert wait <= FRAME_S + 1e-9 or not moving
        if not moving:
            assert moment(stage, now_s + wait * min(part, 0.99)) == before
        now_s += wait + 1e-6


def test_a_still_moment_is_what_a_snapshot_shows() -> None:
    assert moment(Stage(options=QUIET), 5) == Moment() == STILL
