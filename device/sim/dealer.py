"""The simulated dealer's judgement: from what the staff's view shows to the next move, without doing it.

Theory of operation. A dealer keeps in mind what the view does not show yet: the card just drawn, the press just made.
While one of these is open there is no further move, so no card is drawn twice for one that is due:

    notice(view) ─▶ next_action ─▶ Draw ──drew──▶ [card unseen] ──view shows it──▶ free
                         │    └──▶ Send ─ordered─▶ [press unseen] ─view changed──▶ free
                         └──────▶ Wait ─(time over)─ give_up ─▶ free, or the card is lost

Everything here is a function of its arguments; `mind` keeps the brackets, `dealing` makes the moves.
"""

from collections.abc import Mapping

from device.rules.card import Card
from device.sim.mind import Mind, View
from device.sim.mistakes import Mistake
from device.sim.moves import Action, Draw, Fill, Habits, Send, Staff, Wait
from device.sim.shoe_pack import CUT_CODE
from device.sim.sight import Sight

ORDER_PATIENCE_S = 2.0
CUT_PATIENCE_S = 0.1
DOUBT_PATIENCE_S = 3.0


def next_action(view: View, mind: Mind, habits: Habits) -> Action:
    """The dealer's next move at this view; `mind` must have noticed it."""
    now = Sight.of(view)
    if mind.asked_at is not None:
        return Wait(why="the order just given", for_s=ORDER_PATIENCE_S)
    if view["instruction"] == "do-not-deal":
        return Wait(why="the reader or the record to come back")
    if mind.drawn_at is not None and now.restarts > mind.drawn_at.restarts:
        return Wait(why="a card that the board may have forgotten", for_s=DOUBT_PATIENCE_S)
    if now.incidents:
        return _first_allowed(_decisions(view, mind, habits.staff), mind, "a person to decide")
    if mind.drawn_at is not None:
        if mind.drawn == (CUT_CODE,) and mind.drawn_read:
            # Not every rule makes the cut card visible at once; the order out of the shoe holds all the same.
            return Wait(why="the cut card to be seen", for_s=CUT_PATIENCE_S)
        return Wait(why="the card just drawn")
    if mind.lost_card:
        return _first_allowed([_void(habits.staff, "a card was not read")], mind, "the coup to be voided")
    if now.phase == "inspection" and mind.empty:
        return _first_allowed([Send(order={"order": "next"})], mind, "the count of the packs to end")
    if mind.fresh_shoe and now.phase not in ("closed", "shoe-over"):
        return _first_allowed(_end_of_old_shoe(now, habits.staff), mind, "the old shoe to end")
    if mind.empty and now.phase not in ("closed", "shoe-over"):
        return _first_allowed(_end_of_old_shoe(now, habits.staff), mind, "the empty shoe to end")
    return _first_allowed(_moves(view, now, mind, habits), mind, "the table to go on")


def _first_allowed(actions: list[Action], mind: Mind, why: str) -> Action:
    for action in actions:
        if not (isinstance(action, Send) and action.key in mind.refused):
            return action
    return Wait(why=why)


def _void(staff: Staff, reason: str) -> Send:
    return Send(order={"order": "void", "by": staff.supervisor, "second": staff.second, "reason": reason})


def _end_of_old_shoe(now: Sight, staff: Staff) -> list[Action]:
    end = Send(order={"order": "end-shoe", "by": staff.supervisor})
    if now.phase in ("dealing", "reveal"):
        return [_void(staff, "the shoe was changed"), end]
    return [end, _void(staff, "the shoe was changed")]


# moves while nothing is wrong -------------------------------------------------------------------------------------


def _moves(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    match view["instruction"]:
        case "open-shoe" | "shoe-over":
            return _open_shoe(view, mind, habits.staff)
        case "inspect":
            return [*_fill_for_count(view, now, mind), Draw()]
        case "shuffle-and-load" if mind.filled_in != (now.coup, now.phase):
            return [Fill()]
        case "shuffle-and-load" if now.phase == "burning":
            return [Draw()]
        case "wait-for-bets" | "shuffle-and-load":
            return _while_bets_are_open(view, now, mind, habits)
        case "burn-more" | "first-cards" | "card-to-player" | "card-to-banker":
            return [*_fill_for_coup(now, mind, habits), Draw()]
        case "turn-player" | "turn-banker" | "turn-player-third" | "turn-banker-third":
            return [Send(order={"order": "reveal", "what": view["instruction"].removeprefix("turn-")})]
        case "stand-call-result":
            return _result(view, now, mind, habits)
        case "next-hand":
            return _go_on(view, now, mind, habits)
        case _:
            return []


def _open_shoe(view: View, mind: Mind, staff: Staff) -> list[Action]:
    if view.get("dealer") != staff.dealer:
        return [Send(order={"order": "dealer", "on": True, "by": staff.dealer})]
    if not mind.filled:
        return [Fill()]
    return [Send(order={"order": "shoe", "by": staff.supervisor})]


def _fill_for_count(view: View, now: Sight, mind: Mind) -> list[Action]:
    """After play every card goes back into the shoe before the packs are counted."""
    closing = bool(view["inspection"] and view["inspection"]["closing"])
    return [Fill()] if closing and mind.filled_in != (now.coup, now.phase) else []


def _fill_for_coup(now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    """With a shuffle before every coup, the cards are back in the shoe before its first one leaves."""
    begins = now.phase in ("betting", "dealing") and not now.laid
    return [Fill()] if habits.shuffles_every_coup and begins and mind.filled_for != now.coup else []


def _while_bets_are_open(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
    fill = _fill_for_coup(now, mind, habits)
    if view["bets_close"] == "first-card":
        return [*fill, Draw()]
    if mind.mistake is Mistake.EARLY_CARD:
        return [*fill, Draw(mistake=Mistake.EARLY_CARD)]
    return [*fill, Send(order={"order": "no-more-bets"})]


def _result(view: View, now: Sight, mind: Mind, habits: Habits) -> list[Action]:
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


# decisions about incidents ----------------------------------------------------------------------------------------

PREFERRED: Mapping[str, tuple[str, ...]] = {
    "early-card": ("play-on",),
    "pushed-in": ("resume",),
    "double": ("resume",),
    "jam": ("resume",),
    "lid": ("resume",),
    "gate-fault": ("resume",),
    "paused": ("resume",),
    "recovered": ("resume",),
    "board-restarted": ("resume",),
    "reads-missing": ("void", "resume"),
    "card-impossible": ("void",),
    "card-unread": ("void",),
    "tag-unknown": ("void",),
    "cards-too-few": ("void",),
    "burn-wrong": ("finish",),
    "tag-repeated": ("remove-read",),
    "card-before-reveal": ("keep",),
}
"""What a supervisor chooses first; for every other kind, what the table offers first."""
_BY_EYE = ("card-unread", "tag-unknown")
"""Named by eye where somebody saw the face, which comes before anything else."""


def _decisions(view: View, mind: Mind, staff: Staff) -> list[Action]:
    """What may be decided, best first, the oldest incident before the others."""
    actions: list[Action] = []
    for incident in view["incidents"]:
        options = list(incident["options"])
        kind = incident["kind"]
        sure = incident.get("hand") is None or len(mind.unread) == 1  # face down, one looks like the other
        if kind in _BY_EYE and mind.unread and sure:
            actions += _named(mind.unread[0], incident["id"], options, staff)
        first = PREFERRED.get(kind, ())
        if mind.lost_card or mind.fresh_shoe:
            first = ("void", *first)
        ranked = [*(option for option in first if option in options), *options]
        actions += [_resolve(option, incident, staff) for option in ranked if option != "enter"]
    return actions


def _named(face: str, incident: int, options: list[str], staff: Staff) -> list[Action]:
    if face == CUT_CODE:
        order = {"order": "resolve", "option": "cut", "by": staff.supervisor}
        return [Send(order=order, names_for=incident)] if "cut" in options else []
    order = {"order": "enter", "card": Card.parse(face).value, "by": staff.supervisor}
    return [Send(order=order, names_for=incident)] if "enter" in options else []


def _resolve(option: str, incident: View, staff: Staff) -> Send:
    kind = incident["kind"]
    order = {"order": "resolve", "option": option, "by": staff.supervisor}
    if option in ("void", "accept", "close-shoe", "acknowledge"):
        order |= {"second": staff.second, "reason": f"simulated: {kind}"}
    return Send(order=order, names_for=incident["id"] if kind in _BY_EYE else None)
