"""The dealer's judgement, view by view: one decision for every instruction, and none twice for the same card."""

from typing import Any

import pytest
from support.dealer_views import action, drawn, held, order, view

from device.sim.mind import Mind, drew, filled, give_up, notice, ordered
from device.sim.mistakes import Mistake
from device.sim.moves import Draw, Fill, Habits, Send, Wait

BY_CARD = Habits(presses_next=False)


@pytest.mark.parametrize("instruction", ["burn-more", "first-cards", "card-to-player", "card-to-banker"])
def test_a_card_that_is_due_is_drawn(instruction: str) -> None:
    assert action(view(instruction)) == Draw()


def test_bets_are_closed_by_the_button_or_by_the_first_card() -> None:
    assert order(view("wait-for-bets")) == {"order": "no-more-bets"}
    assert action(view("wait-for-bets", bets_close="first-card")) == Draw()


@pytest.mark.parametrize(
    ("player", "banker", "called"), [(7, 1, "player"), (1, 7, "banker"), (6, 6, "tie"), (0, 9, "banker")]
)
def test_the_result_is_asked_for_called_or_waited_for(player: int, banker: int, called: str) -> None:
    totals = {"player_total": player, "banker_total": banker}
    assert order(view("stand-call-result", **totals)) == {"order": "result"}
    assert order(view("stand-call-result", result_by="call", **totals)) == {"order": "result", "called": called}
    assert isinstance(action(view("stand-call-result", result_by="auto", **totals)), Wait)


def test_the_next_coup_is_opened_by_the_button_or_by_its_first_card() -> None:
    assert order(view("next-hand")) == {"order": "next"}
    assert action(view("next-hand", next_by="first-card"), habits=BY_CARD) == Draw()
    assert order(view("next-hand", next_by="first-card")) == {"order": "next"}, "a card so soon would be one in error"


def test_no_card_is_drawn_after_the_last_coup() -> None:
    mind = notice(Mind(), view("stand-call-result", last_hand=True))
    assert order(view("next-hand", next_by="first-card", last_hand=False), mind, BY_CARD) == {"order": "next"}


@pytest.mark.parametrize("instruction", ["open-shoe", "shoe-over"])
def test_a_shoe_is_opened_by_its_dealer_once_it_is_filled(instruction: str) -> None:
    seen = view(instruction, dealer=None)
    assert order(seen) == {"order": "dealer", "on": True, "by": "d14"}
    seen = view(instruction)
    assert action(seen) == Fill()
    assert order(seen, filled(Mind(), seen)) == {"order": "shoe", "by": "sup1"}


def test_a_shoe_in_play_must_be_filled_again_before_the_next_one_is_opened() -> None:
    mind = filled(Mind(), view("open-shoe"))
    mind = notice(mind, view("burn-more"))
    assert action(view("shoe-over"), mind) == Fill()


@pytest.mark.parametrize("instruction", ["do-not-deal", "held", "something-new"])
def test_what_gives_nothing_to_do_is_waited_out(instruction: str) -> None:
    assert isinstance(action(view(instruction)), Wait)


# one card for one that is due -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"instruction": "do-not-deal"},
        {"notices": ["board-restarted"]},
        {"incidents": [{"id": 4, "kind": "jam", "options": ["resume"]}]},
        {"counters": {"duplicate": 9}},
        {"supervisor_called": True},
    ],
)
def test_what_is_not_the_cards_effect_does_not_free_the_dealer(change: dict[str, Any]) -> None:
    seen = view("card-to-player")
    mind = drew(Mind(), seen, drawn())
    assert isinstance(action(seen, mind), Wait)
    assert not isinstance(action(view("card-to-player") | change, mind), Draw)
    assert notice(mind, view("card-to-player") | change).drawn_at is not None


@pytest.mark.parametrize(
    "change",
    [
        {"player": ["9h", "8c", "2d"]},
        {"banker": ["Ks", "Ad", None]},
        {"phase": "result"},
        {"hand": 13},
        {"waiting": 1},
        {"kept": 1},
        {"last_hand": True},
        {"burn": {"indicator": None, "total": 3, "done": 1}},
        {"incidents": [{"id": 4, "kind": "card-unread", "options": ["enter"]}]},
        {"notices": ["early-card"]},
    ],
)
def test_every_effect_a_card_can_have_frees_the_dealer(change: dict[str, Any]) -> None:
    seen = view("card-to-player")
    mind = drew(Mind(), seen, drawn())
    assert notice(mind, seen | change).drawn_at is None


def test_a_press_is_waited_for_and_after_a_while_forgotten() -> None:
    seen = view("wait-for-bets")
    sent = action(seen)
    assert isinstance(sent, Send)
    mind = ordered(Mind(), seen, sent, accepted=True)
    waiting = action(seen, mind)
    assert isinstance(waiting, Wait)
    assert waiting.for_s is not None
    assert action(seen, give_up(mind)) == sent
    assert action(view("first-cards"), mind) == Draw()


def test_a_refused_order_is_not_given_again_at_the_same_view() -> None:
    seen = view("next-hand")
    sent = Send(order=order(seen))
    mind = ordered(Mind(), seen, sent, accepted=False)
    waiting = action(seen, mind)
    assert isinstance(waiting, Wait)
    assert action(seen | {"hand": 13}, mind) == sent
    assert waiting.for_s is not None
    assert action(seen, give_up(mind)) == sent, "and after a while once more: what was in its way need not show"


def test_the_cut_card_is_not_waited_for_long() -> None:
    seen = view("next-hand", next_by="first-card")
    mind = drew(Mind(), seen, drawn("CUT"))
    waiting = action(seen, mind, BY_CARD)
    assert isinstance(waiting, Wait)
    assert waiting.for_s is not None
    freed = give_up(mind)
    assert not freed.lost_card
    assert action(seen, freed, BY_CARD) == Draw()


def test_an_empty_shoe_ends() -> None:
    mind = drew(Mind(), view("burn-more"), None)
    assert order(view("burn-more"), mind) == {"order": "end-shoe", "by": "sup1"}
    assert order(view("card-to-player"), mind)["order"] == "void"
    assert action(view("shoe-over"), mind) == Fill()


# incidents --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "options", "chosen"),
    [
        ("card-drawn-in-error", ("next", "burn", "free-coup", "void"), "next"),
        ("card-drawn-in-error", ("burn", "void"), "burn"),
        ("early-card", ("play-on", "burn"), "play-on"),
        ("pushed-in", ("resume", "void"), "resume"),
        ("double", ("resume", "void"), "resume"),
        ("jam", ("resume", "void"), "resume"),
        ("board-restarted", ("resume", "void"), "resume"),
        ("recovered", ("resume", "void"), "resume"),
        ("reads-missing", ("resume", "void"), "void"),
        ("reads-missing", ("resume",), "resume"),
        ("card-impossible", ("enter", "void"), "void"),
        ("cards-too-few", ("void",), "void"),
        ("card-before-reveal", ("keep", "burn", "void"), "keep"),
        ("burn-wrong", ("finish", "accept", "close-shoe"), "finish"),
        ("tag-repeated", ("remove-read", "accept"), "remove-read"),
        ("stuck", ("void", "resume"), "void"),
        ("stuck", ("resume", "void"), "resume"),
        ("paused", ("resume", "void"), "resume"),
        ("faces-lost", ("resume", "void"), "resume"),
        ("manual-play", ("resume", "void"), "resume"),
        ("tag-unknown", ("enter", "remove-read"), "remove-read"),
        ("something-new", ("this", "that"), "this"),
    ],
)
def test_a_supervisor_decides(kind: str, options: tuple[str, ...], chosen: str) -> None:
    decided = order(held(kind, *options))
    assert (decided["order"], decided["option"], decided["by"]) == ("resolve", chosen, "sup1")
    if chosen == "void":
        assert decided["second"] not in (None, "sup1", "d14")
        assert decided["reason"]


def test_an_unread_card_is_named_by_what_is_printed_on_it() -> None:
    seen = view("card-to-player")
    mind = drew(Mind(), seen, drawn("TD", read=False))
    unread = held("card-unread", "enter", "cut", "void")
    sent = action(unread, mind)
    assert isinstance(sent, Send)
    assert sent.order == {"order": "enter", "card": "Td", "by": "sup1"}
    mind = ordered(notice(mind, unread), unread, sent, accepted=True)
    assert notice(mind, view("card-to-banker")).unread == ()


def test_a_card_of_a_pack_that_left_with_its_shoe_is_named_where_nothing_else_is_offered() -> None:
    """Somebody ended the shoe while the dealer's hand was on the next card."""
    mind = drew(Mind(), view("wait-for-bets", bets_close="first-card"), drawn("5H"))
    over = held("tag-unknown", "enter", phase="shoe-over")
    sent = action(over, notice(mind, over))
    assert isinstance(sent, Send)
    assert sent.order == {"order": "enter", "card": "5h", "by": "sup1"}
    elsewhere = held("tag-unknown", "enter", "void")
    assert order(elsewhere, notice(mind, elsewhere))["option"] == "void"


def test_an_unread_cut_card_is_told_as_such() -> None:
    mind = drew(Mind(), view("card-to-player"), drawn("CUT", read=False))
    assert order(held("card-unread", "enter", "cut", "void"), mind)["option"] == "cut"


def test_an_unread_card_that_nobody_saw_voids_the_coup() -> None:
    assert order(held("card-unread", "enter", "cut", "void"))["option"] == "void"
    assert order(held("tag-unknown", "enter", "void"))["option"] == "void"


def test_an_unread_card_that_is_burned_is_never_asked_for() -> None:
    seen = view("burn-more", burn={"indicator": "3c", "total": 4, "done": 1})
    mind = drew(Mind(), seen, drawn("TD", read=False))
    assert notice(mind, view("burn-more", burn={"indicator": "3c", "total": 4, "done": 2})).unread == ()


def test_a_refused_decision_gives_way_to_the_next_one() -> None:
    seen = held("board-restarted", "resume", "void")
    mind = ordered(Mind(), seen, Send(order=order(seen)), accepted=False)
    assert order(seen, mind)["option"] == "void"


def test_a_card_that_the_board_forgot_voids_the_coup() -> None:
    seen = view("card-to-player")
    mind = drew(Mind(), seen, drawn(lost=True))
    assert order(seen, mind)["order"] == "void"
    assert order(held("board-restarted", "resume", "void"), mind)["option"] == "void"


def test_a_card_lost_before_the_coup_began_is_laid_aside() -> None:
    seen = view("wait-for-bets", bets_close="first-card", player=[], banker=[])
    assert action(seen, drew(Mind(), seen, drawn(lost=True))) == Draw()


def test_a_card_in_doubt_after_a_restart_is_lost_when_it_does_not_come() -> None:
    seen = view("card-to-player")
    mind = drew(Mind(), seen, drawn())
    restarted = held("board-restarted", "resume", "void")
    waiting = action(restarted, mind)
    assert isinstance(waiting, Wait)
    assert waiting.for_s is not None
    assert order(restarted, give_up(notice(mind, restarted)))["option"] == "void"
    came = restarted | {"waiting": 1}
    assert order(came, mind)["option"] == "resume"


def test_another_shoe_than_the_one_in_play_ends_what_is_open() -> None:
    mind = Mind(fresh_shoe=True, filled=True)
    assert order(held("recovered", "resume", "void"), mind)["option"] == "void"
    assert order(view("card-to-player"), mind)["order"] == "void"
    assert order(view("next-hand"), mind)["order"] == "end-shoe"
    assert order(view("shoe-over"), mind) == {"order": "shoe", "by": "sup1"}, "it is filled already"


def test_a_shuffle_before_every_coup_fills_the_shoe_once_for_each() -> None:
    habits = Habits(shuffles_every_coup=True)
    seen = view("wait-for-bets", player=[], banker=[])
    assert action(seen, habits=habits) == Fill()
    mind = filled(Mind(), seen)
    assert order(seen, mind, habits) == {"order": "no-more-bets"}
    assert action(view("first-cards", player=[], banker=[]), mind, habits) == Draw()
    assert action(view("wait-for-bets", player=[], banker=[], hand=13), mind, habits) == Fill()


# mistakes ---------------------------------------------------------------------------------------------------------


def test_each_mistake_is_made_once_and_then_put_right() -> None:
    seen = view("stand-call-result", result_by="call", next_by="first-card")
    extra = action(seen, Mind(mistake=Mistake.EXTRA_CARD))
    assert isinstance(extra, Draw)
    assert drew(Mind(mistake=Mistake.EXTRA_CARD), seen, drawn(), extra.mistake).mistake is None

    wrong = action(seen, Mind(mistake=Mistake.WRONG_CALL))
    assert isinstance(wrong, Send)
    assert wrong.order == {"order": "result", "called": "tie"}
    mind = ordered(Mind(mistake=Mistake.WRONG_CALL), seen, wrong, accepted=False)
    assert order(seen | {"notices": ["called-wrong"]}, mind) == {"order": "result", "called": "player"}

    forgot = action(seen, Mind(mistake=Mistake.FORGOTTEN_RESULT))
    assert isinstance(forgot, Send)
    assert forgot.order == {"order": "next"}
    late = action(seen, Mind(mistake=Mistake.FORGOTTEN_RESULT), BY_CARD)
    assert isinstance(late, Draw)
    assert late.after_s > 5

    early = action(view("wait-for-bets"), Mind(mistake=Mistake.EARLY_CARD))
    assert early == Draw(mistake=Mistake.EARLY_CARD)


def test_a_mistake_that_has_no_room_does_not_happen() -> None:
    assert order(view("stand-call-result"), Mind(mistake=Mistake.WRONG_CALL)) == {"order": "result"}
    assert order(view("stand-call-result"), Mind(mistake=Mistake.EARLY_CARD)) == {"order": "result"}
    assert action(view("wait-for-bets", bets_close="first-card"), Mind(mistake=Mistake.EARLY_CARD)) == Draw()
