"""What 004 says, played at a table under `casino-manual` and, for §3.5, `single-deck`; tests are named by its sections.

Where 004 contradicts itself the test's name says which side is played; device/rules/README.md says why.
"""

import json

import pytest
from support.played import cards, coup_cards, play, settled, third_card_coups, two_card_coups

from device.settings import load_profile

EVERY = range(10)
BANKER_DRAWS = {2: EVERY, 1: EVERY, 0: EVERY, 3: set(EVERY) - {8}, 4: range(2, 8), 5: range(4, 8), 6: (6, 7), 7: ()}
"""004 §2.1.2 and §3.6.1: Banker's two cards, and the values of Player's third card on which Banker draws."""
NO_BURN = {"burn": "none"}
OPEN = "shoe; no-more-bets"


def turned(names: str) -> str:
    """The script lines of a coup's cards as they leave the shoe, each hand and third card turned at its turn."""
    four, third = names.split()[:4], names.split()[4:]
    lines = f"{cards(*four)}; reveal player; reveal banker"
    for place, name in enumerate(third):
        takes_player = place == 0 and _points(four[0], four[2]) <= 5
        lines += f"; card {name}; reveal {'player' if takes_player else 'banker'}-third"
    return lines


def _points(*names: str) -> int:
    return sum("A23456789".find(name[0]) + 1 for name in names) % 10


def test_004_1_3_1_eight_packs_are_416_cards() -> None:
    assert load_profile("casino-manual").cards == 416


def test_004_burn_a_card_leaves_face_down_before_the_first_coup() -> None:
    burned = play("casino-manual", "shoe", "card 9h")
    assert (burned.state["phase"], burned.state["cards_out"]) == ("betting", 1)
    assert burned.of("shoe")[-1]["what"] == "burned"
    assert "9h" not in json.dumps(burned.lines)


def test_004_1_3_2_and_3_1_2_first_and_third_card_are_players_second_and_fourth_bankers() -> None:
    state = play("casino-manual", OPEN, turned("4h 2s 9c Ad"), settings=NO_BURN).state
    assert (state["public"]["player"], state["public"]["banker"]) == (["4h", "9c"], ["2s", "Ad"])


def test_004_1_3_2_and_2_1_1_both_hands_lie_face_down_and_banca_until_the_player_has_turned() -> None:
    laid = play("casino-manual", OPEN, cards("4h 2s 9c Ad"), settings=NO_BURN)
    assert (laid.state["public"]["player"], laid.state["public"]["banker"]) == ([None, None], [None, None])
    for view in ("public", "staff"):
        assert not [card for card in ("4h", "2s", "9c", "Ad") if card in json.dumps(laid.state[view])]
    too_soon = play("casino-manual", OPEN, cards("4h 2s 9c Ad"), "reveal banker", settings=NO_BURN)
    assert (len(too_soon.refusals), too_soon.state["public"]["banker"]) == (1, [None, None])
    one = play("casino-manual", OPEN, cards("4h 2s 9c Ad"), "reveal player", settings=NO_BURN).state
    assert (one["public"]["player"], one["public"]["banker"], one["due"]) == (["4h", "9c"], [None, None], None)


def test_004_2_1_1_with_a_natural_both_hands_are_turned_and_the_nearest_to_nine_wins() -> None:
    played = play("casino-manual", OPEN, turned("8h 2s Kc 7d"), "result", settings=NO_BURN)
    assert (played.coup["outcome"], played.coup["natural"]) == ("banker", True)
    seen = played.state["public"]
    assert (seen["player"], seen["banker"]) == (["8h", "Kc"], ["2s", "7d"])


def test_004_3_6_2_third_cards_are_turned_in_their_turn_and_nothing_is_said_of_them_before() -> None:
    third = play("casino-manual", OPEN, turned("4h 2s 9c Ad"), "card 7d", "result", settings=NO_BURN)
    assert (third.state["public"]["player"], third.state["due"]) == (["4h", "9c", None], None)
    assert (third.state["lamps"], third.of("coup")) == ([], [])
    turn = play("casino-manual", OPEN, turned("4h 2s 9c Ad 7d"), settings=NO_BURN)
    assert (turn.state["due"], turn.state["lamps"]) == ("banker", ["banker-draw"])


PACK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def test_004_1_3_3_the_cards_are_counted_before_the_game_and_play_begins_when_none_is_missing() -> None:
    one_pack = {"inspection": "before"}
    under_way = play("single-deck", "shoe", cards(*PACK[:51]), settings=one_pack)
    assert (under_way.state["phase"], under_way.of("shoe")[0]["what"]) == ("inspection", "opened")
    whole = play("single-deck", "shoe", cards(*PACK), settings=one_pack)
    assert (whole.state["phase"], whole.incidents) == ("betting", [])
    backwards = play("single-deck", "shoe", cards(*reversed(PACK)), settings=one_pack)
    assert (backwards.state["phase"], backwards.incidents) == ("betting", [])


def test_004_1_3_3_a_missing_card_and_one_too_many_are_told() -> None:
    short = play("single-deck", "shoe", cards(*PACK[1:], "9h"), "next", settings={"inspection": "before"})
    assert short.incidents == ["pack-count"]


def test_004_1_3_3_and_the_cards_are_counted_again_after_the_game() -> None:
    coup = f"no-more-bets; {cards('Kh Kd 7c 6d')}; result"
    played = play(
        "single-deck",
        "shoe",
        cards(*PACK),
        coup,
        "end-shoe by=sup1",
        cards(*PACK),
        settings={"inspection": "before-and-after"},
    )
    assert (played.coup["outcome"], played.incidents) == ("player", [])
    assert played.state["phase"] == "shoe-over"
    short = play(
        "single-deck",
        "shoe",
        cards(*PACK),
        coup,
        "end-shoe by=sup1",
        cards(*PACK[1:]),
        "next",
        settings={"inspection": "before-and-after"},
    )
    assert short.incidents == ["pack-count"]


def test_004_2_1_6_no_more_bets_is_announced_before_a_card_is_dealt() -> None:
    assert play("casino-manual", "shoe", settings=NO_BURN).state["public"]["banner"] == "place-your-bets"
    closed = play("casino-manual", OPEN, "no-more-bets", settings=NO_BURN)
    assert (closed.state["public"]["banner"], len(closed.refusals)) == ("no-more-bets", 1)
    assert play("casino-manual", "shoe", cards("4h"), settings=NO_BURN).incidents == ["early-card"]


def test_004_2_2_player_must_draw_on_0_to_5_and_stand_on_6_and_7_and_with_a_natural() -> None:
    due = [
        play("casino-manual", OPEN, turned(coup_cards(player, 7)), settings=NO_BURN).state["due"] for player in EVERY
    ]
    assert due == ["player"] * 6 + [None] * 4


def test_004_2_1_2_and_3_6_1_the_whole_table_of_banca_face_down() -> None:
    script, expected = third_card_coups(BANKER_DRAWS)
    names = [line.removeprefix("card ") for line in script.split("; ")]
    lines = []
    for *_, dealt in expected:
        coup, names = names[: 3 + dealt], names[3 + dealt :]
        lines.append(f"no-more-bets; {turned(' '.join(coup))}; result; next")
    played = play("casino-manual", "shoe", *lines, settings={"burn": "none", "shuffle": "every-coup"})
    assert (played.refusals, played.incidents) == ([], [])
    assert [len(coup["banker"]) for coup in played.of("coup")] == [dealt for _, _, dealt in expected]


def test_004_has_no_rule_for_banca_when_player_stands_so_that_of_000_001_and_003_is_played() -> None:
    for player in (6, 7):
        due = [
            play("casino-manual", OPEN, turned(coup_cards(player, banker)), settings=NO_BURN).state["due"]
            for banker in range(8)
        ]
        assert due == ["banker"] * 6 + [None] * 2


def test_004_3_6_4_after_a_natural_no_card_and_without_one_not_a_card_for_both_but_what_the_tables_say() -> None:
    script, expected = two_card_coups()
    coups = play("casino-manual", script, quick=True, settings={"shuffle": "every-coup"}).of("coup")
    assert [(len(coup["player"]), len(coup["banker"])) for coup in coups] == [(p, b) for _, _, p, b in expected]
    both_stand = [(p, b) for p, b, *_ in expected if p in (6, 7) and b in (6, 7)]
    assert len(both_stand) == 4  # its last words would give a card to each of these eight hands


@pytest.mark.parametrize(
    ("player", "banker", "outcome"),
    [(8, 8, "tie"), (9, 9, "tie"), (8, 9, "banker"), (9, 8, "player"), (8, 3, "player"), (3, 9, "banker")],
)
def test_004_3_1_4_equal_naturals_tie_and_nine_beats_eight_though_3_1_3_lets_a_natural_win(
    player: int, banker: int, outcome: str
) -> None:
    coup = play("casino-manual", OPEN, turned(coup_cards(player, banker)), "result", settings=NO_BURN).coup
    assert (coup["outcome"], coup["natural"]) == (outcome, True)


def test_004_2_1_1_on_a_tie_the_bet_goes_back_to_who_made_it_though_2_1_5_says_to_the_system() -> None:
    for profile in ("casino-manual", "single-deck"):
        found = settled(profile, "3h4c", "3s4d", "player=20", "banker=20", "tie=20")
        assert found["player"] == found["banker"] == ("push", "0.00", "20.00")
        assert found["tie"] == ("win", "160.00", "180.00")


@pytest.mark.parametrize(
    ("player", "banker", "outcome"), [(7, 6, "player"), (6, 7, "banker"), (7, 7, "tie"), (6, 6, "tie")]
)
def test_004_3_6_2_the_hand_nearest_to_nine_wins_either_of_them(player: int, banker: int, outcome: str) -> None:
    assert (
        play("casino-manual", OPEN, turned(coup_cards(player, banker)), "result", settings=NO_BURN).coup["outcome"]
        == outcome
    )


def test_004_1_3_1_no_total_is_needed_to_win() -> None:
    coup = play("casino-manual", OPEN, turned("Kh Kd Ac Qd Ks Jd"), "result", settings=NO_BURN).coup
    assert (coup["player_total"], coup["banker_total"], coup["outcome"]) == (1, 0, "player")


@pytest.mark.parametrize(("two", "total"), [("8h 9c", 7), ("7h 7c", 4), ("Th Kc", 0), ("Th 4c", 4)])
def test_004_3_2_1_3_6_3_examples_8_and_9_are_7_and_two_sevens_4(two: str, total: int) -> None:
    first, second = two.split()
    state = play("casino-manual", OPEN, turned(f"{first} Kd {second} 7d"), settings=NO_BURN).state
    assert state["public"]["player_total"] == total


@pytest.mark.parametrize("third", EVERY)
def test_004_3_3_2_players_third_card_decides_and_not_what_players_hand_comes_to(third: int) -> None:
    for player in (0, 5):  # two totals, one third card
        state = play("casino-manual", OPEN, turned(coup_cards(player, 6, third)), settings=NO_BURN).state
        assert state["due"] == ("banker" if third in (6, 7) else None)


def test_004_3_2_3_the_cards_are_shuffled_after_any_coup_at_the_houses_word() -> None:
    coup = f"no-more-bets; {turned('Kh Kd 7c 6d')}; result"
    played = play("casino-manual", "shoe", coup, "end-shoe by=sup1", "shoe", settings=NO_BURN)
    assert [line["what"] for line in played.of("shoe")] == ["opened", "over", "opened"]
    assert (played.state["public"]["shoe"], played.state["cards_out"]) == (2, 0)


def test_004_3_3_5_the_cut_card_lies_one_pack_from_the_back() -> None:
    assert load_profile("casino-manual").cut_depth == 52


def test_004_3_4_five_percent_of_what_a_winning_bet_on_banca_is_paid_and_of_nothing_else() -> None:
    assert settled("casino-manual", "4h9c8d", "2sAd", "banker=20", "player=20") == {
        "banker": ("win", "19.00", "39.00"),
        "player": ("lose", "-20.00", "0.00"),
    }
    assert settled("casino-manual", "3h4c", "Ts5d7c", "player=20")["player"] == ("win", "20.00", "40.00")


def test_004_3_5_1_one_pack_holds_each_card_once_and_is_whole_again_after_each_coup() -> None:
    assert play("single-deck", OPEN, cards("9h 9h")).incidents == ["card-impossible"]
    coup = f"no-more-bets; {cards('Kh Kd 7c 6d')}; result; next"
    played = play("single-deck", "shoe", *[coup] * 20)
    assert played.incidents == []
    assert [one["last_of_shoe"] for one in played.of("coup")] == [False] * 20


def test_004_3_5_2_two_cards_at_least_and_three_at_most() -> None:
    coups = [
        play("single-deck", OPEN, cards(dealt), "result").coup
        for dealt in (coup_cards(9, 0), coup_cards(7, 5, 1), coup_cards(0, 7, 1), coup_cards(0, 5, 5, 1))
    ]
    assert [(len(coup["player"]), len(coup["banker"])) for coup in coups] == [(2, 2), (2, 3), (3, 2), (3, 3)]
    assert play("single-deck", OPEN, cards(coup_cards(0, 5, 5, 1, 2))).incidents == ["card-drawn-in-error"]


@pytest.mark.parametrize("dealt", range(1, 6))
def test_004_3_5_3_all_cards_are_dealt_face_up(dealt: int) -> None:
    names = coup_cards(0, 7, 1).split()[:dealt]
    seen = play("single-deck", OPEN, cards(*names)).state["public"]
    third = [names[4]] if dealt == 5 else []
    assert (seen["player"], seen["banker"]) == ([*names[:4:2], *third], names[1:4:2])


def test_004_3_5_1_the_whole_table_with_one_pack() -> None:
    script, expected = third_card_coups(BANKER_DRAWS)
    coups = play("single-deck", script, quick=True).of("coup")
    assert [len(coup["banker"]) for coup in coups] == [dealt for _, _, dealt in expected]


def test_004_4_2_and_4_3_neither_view_changes_with_what_is_left_in_the_shoe() -> None:
    seen = []
    for left in (20, 300):
        state = play("casino-manual", "shoe", f"remaining {left}", "no-more-bets", cards("4h 2s"), settings=NO_BURN)
        seen.append((state.state["public"], state.state["staff"], state.state["lamps"]))
    assert seen[0] == seen[1]


def test_004_4_1_nobody_alone_alters_what_was_dealt_and_the_original_stays() -> None:
    coup = f"no-more-bets; {turned('Kh Kd 7c 6d')}; result"
    undealable = "correct coup=1 player=Kh5c banker=Kd6d"  # Player must draw on 5: not what any table deals
    wrong = "correct coup=1 player=Kh7c banker=Kd9d"
    for order in (f'{wrong} by=sup1 reason="misread"', f'{wrong} by=sup1 second=sup1 reason="misread"'):
        alone = play("casino-manual", "shoe", coup, order, settings=NO_BURN)
        assert (len(alone.refusals), [one["outcome"] for one in alone.of("coup")]) == (1, ["player"])
    undealt = play(
        "casino-manual", "shoe", coup, f'{undealable} by=sup1 second=pit2 reason="misread"', settings=NO_BURN
    )
    assert (len(undealt.refusals), [one["outcome"] for one in undealt.of("coup")]) == (1, ["player"])
    two = play("casino-manual", "shoe", coup, f'{wrong} by=sup1 second=pit2 reason="misread"', settings=NO_BURN)
    assert [(one["coup"], one["banker"], one["outcome"]) for one in two.of("coup")] == [
        (1, ["Kd", "6d"], "player"),  # the original, before it
        (1, ["Kd", "9d"], "banker"),
    ]
