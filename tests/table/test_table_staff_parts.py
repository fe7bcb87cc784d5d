"""What staff see besides the players' view: coups to look back at, decisions of two people, presses to take back."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from device.rules.card import Card, parse_cards
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.rules.settle import pay_list
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.health import HEALTHY
from device.table.staff_parts import RECALLED
from device.table.state import INITIAL, State
from device.table.views import Commission, TableExtras, public_view, staff_view
from device.table.vocabulary import Option, Refusal, ReportKind

LIVE = with_settings(load_profile("live"), {"burn": "none"})
BUTTONS = with_settings(LIVE, {"bets_close": "button", "result": "button", "next": "button"})
FACE_DOWN = with_settings(BUTTONS, {"deal": "face-down", "reveal": "button", "third_card": "face-down"})
VOID = cmd.Void(by="sup1", second="pit2", reason="seen")
SHOE = cmd.OpenShoe(by="sup1")


def cards(text: str) -> list[AnyCommand]:
    return [cmd.CardLeft(card=Card(code), since_s=60.0) for code in text.split()]


def after(commands: Iterable[AnyCommand], profile: Profile = LIVE, state: State = INITIAL) -> State:
    for command in commands:
        for event in decide(state, command, profile):
            state = evolve(state, event)
    return state


def staff(state: State, profile: Profile = LIVE) -> Any:
    return msgspec.json.decode(msgspec.json.encode(staff_view(state, HEALTHY, profile)))


BANKER_WINS = [*cards("4h 2s 9c Ad 8d"), cmd.ShowResult(called=Outcome.BANKER)]


def test_a_coup_can_be_looked_back_at_as_soon_as_its_result_is_shown_and_not_before() -> None:
    state = after([cmd.ChangeDealer(dealer="d14"), SHOE, *BANKER_WINS[:-1]])
    assert staff(state)["recall"] == []
    assert staff(after(BANKER_WINS[-1:], state=state))["recall"] == [
        {
            "coup": 1,
            "kind": "normal",
            "player": ["4h", "9c", "8d"],
            "banker": ["2s", "Ad"],
            "player_total": 1,
            "banker_total": 3,
            "outcome": "banker",
            "natural": False,
            "player_pair": False,
            "banker_pair": False,
            "dealer": "d14",
            "corrected": False,
            "manual": False,
        }
    ]


def test_the_newest_ten_coups_stand_first_and_a_correction_stands_in_its_place() -> None:
    won = cmd.ShowResult(called=Outcome.PLAYER)
    naturals = [*cards("9h 2c Kd 3s"), won, *cards("9d 2d Kh 3c"), won]
    state = after([SHOE, *naturals * (RECALLED // 2 + 1), *naturals[:5]])
    assert [one["coup"] for one in staff(state)["recall"]] == list(range(RECALLED + 3, 3, -1))
    right = {"player": (Card("8h"), Card("Kc")), "banker": (Card("9c"), Card("Ks"))}
    state = after([cmd.Correct(coup=5, **right, by="sup1", second="pit2", reason="misread")], state=state)
    seen = {one["coup"]: one for one in staff(state)["recall"]}
    assert (seen[5]["player"], seen[5]["player_total"], seen[5]["outcome"]) == (["8h", "Kc"], 8, "banker")
    assert [coup for coup, one in seen.items() if one["corrected"]] == [5]


def test_a_void_coups_cards_that_were_never_turned_have_no_face_and_no_total() -> None:
    state = after([SHOE, cmd.NoMoreBets(), *cards("4h 2s 9c Ad"), cmd.Turn(hand=Hand.PLAYER), VOID], FACE_DOWN)
    (one,) = staff(state, FACE_DOWN)["recall"]
    assert one["kind"] == "void"
    assert one["player"] == ["4h", "9c"]
    assert one["banker"] == [None, None]
    assert (one["player_total"], one["banker_total"], one["outcome"]) == (None, None, None)


def test_the_pay_list_says_what_every_wager_of_the_house_won() -> None:
    six = [*cards("2h 2s 3c 4d Td"), cmd.ShowResult(called=Outcome.BANKER)]
    for name in ("live", "live-no-commission", "classic"):
        profile = with_settings(load_profile(name), {"burn": "none", "result": "call", "bets_close": "first-card"})
        paid = staff(after([SHOE, *six], profile), profile)["paid"]
        told = pay_list(profile, parse_cards("2h3cTd"), parse_cards("2s4d"), 1)
        assert [(one["wager"], one["result"], one["pays"]) for one in paid] == [
            (wager.value, result.value, pays) for wager, result, pays in told
        ]
        assert [one["wager"] for one in paid] == [wager for wager, _ in profile.paytable]
    five_percent = staff(after([SHOE, *six], LIVE))["paid"]
    assert {one["wager"]: one["pays"] for one in five_percent if one["result"] == "win"} == {
        "banker": "0.95:1",
        "lucky-six": "12:1",
        "lucky-six-2": "22:1",
    }


SOON = cmd.CardLeft(card=Card("5c"))
HELD: dict[str, list[AnyCommand]] = {
    "a card in error": [SHOE, *cards("9h 2c Kd 3s"), SOON],
    "an unread card": [SHOE, cmd.UnreadLeft()],
    "a foreign card": [SHOE, cmd.UnknownCodeLeft(code="5000112637922")],
    "a pause": [SHOE, *cards("9h"), cmd.Pause(by="sup1")],
    "picked up": [SHOE, *cards("2h 2s 3c 4d"), cmd.Report(what=ReportKind.PICKED_UP, by="d14")],
    "too few cards": [SHOE, *cards("9h"), cmd.SetRemaining(cards=1), *cards("2c")],
}


@pytest.mark.parametrize("walk", HELD)
def test_the_options_marked_for_two_are_those_that_the_table_refuses_to_one(walk: str) -> None:
    state = after(HELD[walk])
    (incident,) = staff(state)["incidents"]
    assert set(incident["two"]) <= set(incident["options"])
    for option in map(Option, incident["options"]):
        for order, refusal, marked in (
            (cmd.Resolve(option=option, by="sup1", reason="seen"), Refusal.SECOND_MISSING, incident["two"]),
            (cmd.Resolve(option=option, by="sup1", second="pit2"), Refusal.REASON_MISSING, incident["why"]),
        ):
            events = decide(state, order, LIVE)
            refused = [event.why for event in events if isinstance(event, ev.OrderRefused)]
            assert (refusal in refused) == (option.value in marked)


def test_a_press_can_be_taken_back_until_a_card_leaves() -> None:
    state = after([SHOE], BUTTONS)
    seen = [staff(state, BUTTONS)["undo"]]
    for command in (cmd.NoMoreBets(), *cards("9h 2c Kd 3s"), cmd.ShowResult(), cmd.Next(), cmd.Undo(by="d14")):
        state = after([command], BUTTONS, state)
        seen.append(staff(state, BUTTONS)["undo"])
    assert seen == [None, "no-more-bets", None, None, None, None, None, "next", None]


def test_what_the_settings_add_reaches_the_views() -> None:
    extras = TableExtras(countdown_s=20, commission=(Commission(stake="100.00", commission="5.00"),))
    assert staff_view(INITIAL, HEALTHY, LIVE, extras=extras).commission == extras.commission
    assert public_view(INITIAL, HEALTHY, LIVE, extras=extras).countdown_s == 20
    assert public_view(INITIAL, HEALTHY, LIVE).countdown_s is None
