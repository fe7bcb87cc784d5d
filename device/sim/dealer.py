"""The simulated dealer's judgement: from what the staff's view shows to the next move, without doing it.

Theory of operation. A dealer keeps in mind what the view does not show yet: the card just drawn, the press just made.
While one of these is open there is no further move, so no card is drawn twice for one that is due:

    notice(view) ─▶ next_action ─▶ Draw ──drew──▶ [card unseen] ──view shows it──▶ free
                         │    └──▶ Send ─ordered─▶ [press unseen] ─view changed──▶ free
                         └──────▶ Wait ─(time over)─ give_up ─▶ free, or the card is lost

Everything here is a function of its arguments; `mind` keeps the brackets, `dealing` makes the moves.
"""

from device.sim.decisions import acknowledged, decisions, void
from device.sim.mind import Mind, View
from device.sim.mistakes import Mistake
from device.sim.moves import Action, Draw, Fill, Gather, Habits, Send, Staff, Wait
from device.sim.shoe_pack import CUT_CODE
from device.sim.sight import Sight

ORDER_PATIENCE_S = 2.0
CUT_PATIENCE_S = 0.1
DOUBT_PATIENCE_S = 3.0
REFUSED_PATIENCE_S = 2.0
"""Then an order that was refused is given again: what was in its way need not show, as a reader that is back."""


def next_action(view: View, mind: Mind, habits: Habits) -> Action:
    """The dealer's next move at this view; `mind` must have noticed it."""
    action = _next_action(view, Sight.of(view), mind, habits)
    if isinstance(action, Draw) and mind.next_face_up:
        order = {"order": "report", "what": "face-up", "by": habits.staff.dealer}
        return Send(order=order, shows=False)
    return action


def _next_action(view: View, now: Sight, mind: Mind, habits: Habits) -> Action:
    if mind.asked_at is not None:
        return Wait(why="the order just given", for_s=ORDER_PATIENCE_S)
    if view["instruction"] == "do-not-deal":
        return Wait(why="the reader or the record to come back")
    if mind.drawn_at is not None and now.restarts > mind.drawn_at.restarts:
        return Wait(why="a card that the board may have forgotten", for_s=DOUBT_PATIENCE_S)
    if now.incidents:
        return _first_allowed(decisions(view, mind, habits), mind, "a person to decide")
    if mind.drawn_at is not None:
        if mind.drawn == (CUT_CODE,) and mind.drawn_read:
            # Not every rule makes the cut card visible at once; the order out of the shoe holds all the same.
            return Wait(why="the cut card to be seen", for_s=CUT_PATIENCE_S)
        return Wait(why="the card just drawn")
    if mind.lost_card:
        return _first_allowed([void(habits.staff, "a card was not read")], mind, "the coup to be voided")
    if now.phase == "inspection" and (now.closing or not mind.fresh_shoe):
        return _first_allowed(_count(now, mind), mind, "the count to end")
    if mind.fresh_shoe and now.phase not in ("closed", "shoe-over"):
        return _first_allowed(_end_of_old_shoe(now, habits.staff), mind, "the old shoe to end")
    if mind.empty and now.phase not in ("closed", "shoe-over"):
        return _first_allowed(_end_of_old_shoe(now, habits.staff), mind, "the empty shoe to end")
    return _first_allowed(_moves(view, now, mind, habits), mind, "the table to go on")


def _first_allowed(actions: list[Action], mind: Mind, why: str) -> Action:
    for action in actions:
        if not (isinstance(action, Send) and action.key in mind.refused):
            return action
    return Wait(why=why, for_s=REFUSED_PATIENCE_S if mind.refused else None)


def _end_of_old_shoe(now: Sight, staff: Staff) -> list[Action]:
    end = Send(order={"order": "end-shoe", "by": staff.supervisor})
    if now.phase in ("dealing", "reveal"):
        return [void(staff, "the shoe was changed"), end]
    return [end, void(staff, "the shoe was changed")]


# moves while nothing is wrong -------------------------------------------------------------------------------------


def _moves(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    match view["instruction"]:
        case "open-shoe" | "shoe-over":
            return _open_shoe(view, mind, habits.staff)
        case "shuffle-and-load" if mind.loaded != now.shoe:
            return [Fill()]
        case "wait-for-bets":
            return _while_bets_are_open(view, now, mind, habits)
        case "shuffle-and-load" if now.phase == "betting":
            return _while_bets_are_open(view, now, mind, habits)
        case "shuffle-and-load" | "burn-more":
            return [*_fill_for_coup(now, mind, habits), *_short_burn(now, mind), Draw()]
        case "first-cards" | "card-to-player" | "card-to-banker":
            return [*_fill_for_coup(now, mind, habits), *_interruption(now, mind, habits.staff), Draw()]
        case "turn-player" | "turn-banker" | "turn-player-third" | "turn-banker-third":
            return _turn(view["instruction"].removeprefix("turn-"), now, mind, habits.staff)
        case "stand-call-result":
            return _result(view, now, mind, habits)
        case "next-hand" | "last-result":
            return [*acknowledged(view, habits.staff), *_go_on(view, now, mind, habits)]
        case _:
            return []


def _open_shoe(view: View, mind: Mind, staff: Staff) -> list[Action]:
    if view.get("dealer") != staff.dealer:
        return [Send(order={"order": "dealer", "on": True, "by": staff.dealer})]
    if not mind.filled:
        return [Fill()]
    return [Send(order={"order": "shoe", "by": staff.supervisor})]


def _count(now: Sight, mind: Mind) -> list[Action]:
    """Run every card through the reader; where some are missing at the end, say that there are no more."""
    if mind.gathered_for != (now.shoe, now.closing):
        return [Gather()]
    return [Send(order={"order": "next"})] if mind.empty else [Draw()]


def _turn(what: str, now: Sight, mind: Mind, staff: Staff) -> list[Action]:
    right = Send(order={"order": "reveal", "what": what})
    match mind.mistake:
        case Mistake.CARD_BEFORE_TURN:
            return [Draw(mistake=Mistake.CARD_BEFORE_TURN)]
        case Mistake.WRONG_TURN:
            other = "banker" if what.startswith("player") else "player"
            wrong = {"order": "reveal", "what": what.replace(what.partition("-")[0], other)}
            return [Send(order=wrong, mistake=Mistake.WRONG_TURN), right]
        case _:
            return [*_interruption(now, mind, staff), right]


def _interruption(now: Sight, mind: Mind, staff: Staff) -> list[Action]:
    """In the middle of a coup the dealer stops the table."""
    if not now.laid:
        return []
    match mind.mistake:
        case Mistake.STUCK:
            return [Send(order={"order": "report", "what": "stuck", "by": staff.dealer}, mistake=Mistake.STUCK)]
        case Mistake.PAUSE:
            return [Send(order={"order": "pause", "by": staff.dealer}, mistake=Mistake.PAUSE)]
        case _:
            return []


def _short_burn(now: Sight, mind: Mind) -> list[Action]:
    """The dealer goes on and sees that a card is to be burned still; the next one is asked about."""
    if mind.mistake is not Mistake.SHORT_BURN or not now.burned:
        return []
    return [Send(order={"order": "no-more-bets"}, mistake=Mistake.SHORT_BURN, shows=False)]


def _fill_for_coup(now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    """With a shuffle before every coup, the cards are back in the shoe before its first one leaves."""
    begins = now.phase in ("burning", "betting", "dealing") and not (now.laid or now.burned)
    return [Fill()] if habits.shuffles_every_coup and begins and mind.filled_for != now.coming else []


def _while_bets_are_open(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    fill = _fill_for_coup(now, mind, habits)
    if view["bets_close"] == "first-card":
        return [*fill, Draw()]
    if mind.mistake is Mistake.EARLY_CARD:
        return [*fill, Draw(mistake=Mistake.EARLY_CARD)]
    return [*fill, Send(order={"order": "no-more-bets"})]


def _result(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    if now.down and view["reveal_by"] == "button":
        return _show_cards(view, habits)
    right = _outcome(view)
    press: list[Action] = []
    if view["result_by"] == "button":
        press = [Send(order={"order": "result"})]
    elif view["result_by"] == "call":
        press = [Send(order={"order": "result", "called": right})]
    match mind.mistake:
        case Mistake.EXTRA_CARD:
            return [Draw(mistake=Mistake.EXTRA_CARD)]
        case Mistake.WRONG_CALL if view["result_by"] == "call":
            wrong = "tie" if right != "tie" else "player"
            return [Send(order={"order": "result", "called": wrong}, mistake=Mistake.WRONG_CALL), *press]
        case Mistake.FORGOTTEN_RESULT if view["result_by"] != "auto":
            by_card = view["next_by"] == "first-card" and not habits.presses_next and not now.last_hand
            if by_card:
                return [Draw(after_s=habits.late_result_s, mistake=Mistake.FORGOTTEN_RESULT)]
            return [Send(order={"order": "next"}, mistake=Mistake.FORGOTTEN_RESULT), *press]
        case _:
            return press


def _show_cards(view: View, habits: Habits) -> list[Action]:
    """The cards lie face up on the table, and are shown on the screens when the dealer presses."""
    hands = ("banker", "player") if habits.turns_banker_first else ("player", "banker")
    pressed = [hand for hand in hands if None in view[hand][:2]]
    pressed += [f"{hand}-third" for hand in ("player", "banker") if None in view[hand][2:]]
    return [Send(order={"order": "reveal", "what": what}) for what in pressed]


def _outcome(view: View) -> str:
    player, banker = view["player_total"], view["banker_total"]
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def _go_on(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    by_card = view["next_by"] == "first-card" and not habits.presses_next and not habits.shuffles_every_coup
    if by_card and mind.last_hand != now.coup and not mind.must_press_next:
        return [Draw()]
    return [Send(order={"order": "next"})]
