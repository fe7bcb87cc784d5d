"""The dealer's judgement where house rules ask for more: packs counted, hands turned, a burn, a card face up."""

from typing import Any

import pytest
from support.dealer_views import action, drawn, held, order, view

from device.sim.mind import Mind, drew, filled, gathered, notice, ordered
from device.sim.mistakes import Mistake
from device.sim.moves import Draw, Fill, Gather, Habits, Send, Wait

# counting the packs -----------------------------------------------------------------------------------------------


def counting(counted: int, *, closing: bool = False, **more: Any) -> dict[str, Any]:
    count = {"counted": counted, "total": 416, "closing": closing}
    return view("inspect", phase="inspection", inspection=count, player=[], banker=[]) | more


def test_every_card_is_put_in_and_run_through_the_reader() -> None:
    seen = counting(0)
    assert action(seen) == Gather()
    mind = gathered(Mind(), seen)
    assert action(seen, mind) == Draw()
    mind = drew(mind, seen, drawn())
    assert isinstance(action(seen, mind), Wait)
    assert action(counting(1), mind) == Draw()


def test_a_count_that_is_short_is_ended_by_hand_taken_again_and_then_accepted() -> None:
    mind = drew(gathered(Mind(), counting(415)), counting(415), None)
    assert order(counting(415), mind) == {"order": "next"}
    wrong = [{"id": 3, "kind": "pack-count", "options": ["accept", "close-shoe"], "holds": True}]
    seen = counting(415, instruction="held", incidents=wrong)
    once = action(seen, mind)
    assert isinstance(once, Send)
    assert (once.order["option"], once.order["second"]) == ("close-shoe", "pit2")
    again = ordered(mind, seen, once, accepted=True)
    assert order(seen | {"shoe": 4}, again)["option"] == "accept"


def test_a_count_that_begins_anew_has_all_cards_put_in_again() -> None:
    mind = notice(gathered(Mind(), counting(0)), counting(200))
    assert action(counting(0), drew(mind, counting(200), drawn())) == Gather()


def test_after_the_count_the_shoe_is_shuffled_once() -> None:
    for phase, follows in (
        ("burning", Draw()),
        ("dealing", Draw()),
        ("betting", Send(order={"order": "no-more-bets"})),
    ):
        seen = view("shuffle-and-load", phase=phase, player=[], banker=[])
        assert action(seen) == Fill()
        assert action(seen, filled(Mind(), seen)) == follows


def test_the_packs_are_put_in_once_more_after_play() -> None:
    mind = gathered(Mind(), counting(0))
    seen = counting(0, closing=True)
    assert action(seen, notice(mind, view("burn-more"))) == Gather()


# face down, and what else house rules bring -----------------------------------------------------------------------


@pytest.mark.parametrize("what", ["player", "banker", "player-third", "banker-third"])
def test_hands_are_turned_when_their_turn_comes(what: str) -> None:
    assert order(view(f"turn-{what}")) == {"order": "reveal", "what": what}


@pytest.mark.parametrize(
    ("mistake", "done"),
    [
        (Mistake.CARD_BEFORE_TURN, Draw(mistake=Mistake.CARD_BEFORE_TURN)),
        (Mistake.WRONG_TURN, Send(order={"order": "reveal", "what": "banker"}, mistake=Mistake.WRONG_TURN)),
        (Mistake.PAUSE, Send(order={"order": "pause", "by": "d14"}, mistake=Mistake.PAUSE)),
        (Mistake.STUCK, Send(order={"order": "report", "what": "stuck", "by": "d14"}, mistake=Mistake.STUCK)),
    ],
)
def test_mistakes_before_a_turn(mistake: Mistake, done: Any) -> None:
    assert action(view("turn-player"), Mind(mistake=mistake)) == done


def test_a_short_burn_is_gone_on_from_once_and_then_finished() -> None:
    burning = view("burn-more", burn={"indicator": "3c", "total": 4, "done": 2})
    short = action(burning, Mind(mistake=Mistake.SHORT_BURN))
    assert isinstance(short, Send)
    assert short.order == {"order": "no-more-bets"}
    mind = ordered(Mind(mistake=Mistake.SHORT_BURN), burning, short, accepted=True)
    assert action(burning, mind) == Draw(), "nothing of it can be seen before the next card"
    assert order(held("burn-wrong", "finish", "accept", "close-shoe"))["option"] == "finish"


def test_a_card_that_lies_face_up_is_reported_before_it_is_drawn() -> None:
    seen = view("card-to-player")
    mind = drew(Mind(), seen, drawn(next_face_up=True))
    after = view("card-to-banker", player=["9h", "8c", "2d"])
    sent = action(after, mind)
    assert isinstance(sent, Send)
    assert sent.order == {"order": "report", "what": "face-up", "by": "d14"}
    assert action(after, ordered(notice(mind, after), after, sent, accepted=True)) == Draw()


def test_screens_that_are_late_are_shown_the_cards_before_the_result() -> None:
    seen = view("stand-call-result", reveal_by="button", result_by="call", player=[None, None, None])
    assert order(seen) == {"order": "reveal", "what": "player"}
    both = seen | {"banker": [None, None]}
    assert order(both, habits=Habits(turns_banker_first=True)) == {"order": "reveal", "what": "banker"}
    assert order(seen | {"player": ["9h", "8c", None]}) == {"order": "reveal", "what": "player-third"}


def test_a_supervisor_looks_at_what_held_nothing_before_the_next_coup() -> None:
    seen = view("next-hand", to_acknowledge=["called-wrong", "cut-missing", "called-wrong"])
    sent = action(seen)
    assert isinstance(sent, Send)
    assert sent.order == {"order": "acknowledge", "kind": "called-wrong", "by": "sup1"}
    mind = ordered(Mind(), seen, sent, accepted=True)
    assert order(seen | {"to_acknowledge": ["cut-missing"]}, mind)["kind"] == "cut-missing"
    assert order(seen | {"to_acknowledge": []}, mind) == {"order": "next"}


def test_an_unread_card_among_several_face_down_is_nobodys_guess() -> None:
    mind = Mind(unread=("TD", "2C"))
    seen = held("card-unread", "enter", "cut", "void")
    seen["incidents"][0] |= {"hand": "banker", "place": 1}
    assert order(seen, mind)["option"] == "void"
    assert order(seen, Mind(unread=("TD",)))["order"] == "enter"


def test_a_cut_card_that_left_unread_is_told_when_it_is_asked_about() -> None:
    in_error = held("card-drawn-in-error", "next", "burn", "free-coup", "void", "cut")
    assert order(in_error, Mind(unread=("CUT",)))["option"] == "cut"
    early = held("card-before-reveal", "keep", "burn", "void", "cut")
    assert order(early, Mind(unread=("CUT", "2C")))["option"] == "cut"
    assert order(early, Mind(unread=("2C",)))["option"] == "keep"


def test_a_card_in_error_goes_back_to_a_pack_that_is_shuffled_for_every_coup() -> None:
    in_error = held("card-drawn-in-error", "next", "burn", "free-coup", "void")
    assert order(in_error, habits=Habits(shuffles_every_coup=True))["option"] == "burn"
