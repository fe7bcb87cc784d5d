"""The dealer's presses and the orders of staff between coups."""

from device.rules.choices import Inspection, ResultMode, Shuffle
from device.rules.hand import Hand
from device.rules.outcome import Outcome, outcome
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.inspecting import end_by_hand
from device.table.results import show_result
from device.table.shoe_change import close_shoe, go_on, open_shoe
from device.table.state import Coup, State
from device.table.timing import UNDO_WITHIN_S, bets_run
from device.table.vocabulary import BetsClosedBy, IncidentKind, Phase, Refusal, ShoeEnd, ShownBy


def no_more_bets(draft: Draft) -> None:
    """Close the betting (004 §2.1.6); during a burn it is noted, for a card may have been forgotten."""
    state = draft.state
    if state.held:
        draft.refuse("no-more-bets", Refusal.HELD)
    elif state.phase is Phase.BETTING:
        draft.add(ev.BetsClosed(how=BetsClosedBy.BUTTON))
    elif state.phase is Phase.BURNING:
        draft.add(ev.BurnLeft(bets_closed=True))
    elif state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        draft.refuse("no-more-bets", Refusal.NO_SHOE)
    else:
        draft.refuse("no-more-bets", Refusal.BETS_NOT_OPEN)


def countdown_due(draft: Draft, coup_number: int) -> None:
    """Close the betting that has been open long enough, if it is still for that coup; a held table closes nothing."""
    state = draft.state
    if bets_run(state) and state.shoe.coups_begun + 1 == coup_number:
        draft.add(ev.BetsClosed(how=BetsClosedBy.COUNTDOWN))


def result(draft: Draft, called: Outcome | None) -> None:
    """Show the result: asked for, or called by the dealer, whose call must be right."""
    coup = draft.state.coup
    why = _no_result_because(draft.state, coup)
    if why is None and called is None and draft.profile.result is ResultMode.CALL:
        why = Refusal.CALL_THE_RESULT
    if why is not None or coup is None:
        draft.add(ev.OrderRefused(order="result", why=why or Refusal.NO_COUP, called=called))
    elif called is not None and called is not outcome(coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)):
        draft.notice(IncidentKind.CALLED_WRONG, detail=called.value)
        draft.add(ev.OrderRefused(order="result", why=Refusal.CALLED_WRONG, called=called))
    else:
        show_result(draft, coup, ShownBy.CALL if called is not None else ShownBy.BUTTON)


_NO_RESULT_IN = {
    Phase.CLOSED: Refusal.NO_SHOE,
    Phase.SHOE_OVER: Refusal.NO_SHOE,
    Phase.BURNING: Refusal.BURN_FIRST,
    Phase.INSPECTION: Refusal.NO_COUP,
    Phase.BETTING: Refusal.NO_COUP,
}


def _no_result_because(state: State, coup: Coup | None) -> Refusal | None:
    if state.held:
        return Refusal.HELD
    if state.phase in _NO_RESULT_IN:
        return _NO_RESULT_IN[state.phase]
    if state.phase is Phase.RESULT:
        return Refusal.RESULT_SHOWN if coup is None or coup.outcome is not None else Refusal.VOID_ALREADY
    if coup is None:
        return Refusal.FIRST_CARDS_MISSING
    return _card_missing(coup)


def _card_missing(coup: Coup) -> Refusal | None:
    if coup.complete:
        return None
    if not coup.two_each:
        return Refusal.FIRST_CARDS_MISSING
    if coup.unturned:
        return Refusal.TURN_FIRST
    return Refusal.PLAYER_MUST_DRAW if coup.due is Hand.PLAYER else Refusal.BANKER_MUST_DRAW


def result_due(draft: Draft, coup_number: int) -> None:
    """Show the result by itself, if it is still that coup's turn; a held table shows nothing."""
    state = draft.state
    coup = state.coup
    if state.held or coup is None or coup.number != coup_number or not coup.is_open or not coup.complete:
        return
    show_result(draft, coup, ShownBy.AUTO)


def next_coup(draft: Draft) -> None:
    """Go on from a result."""
    state = draft.state
    if state.held:
        draft.refuse("next", Refusal.HELD)
    elif state.phase is Phase.RESULT:
        go_on(draft, order="next")
    elif state.inspection is not None:
        end_by_hand(draft)
    elif state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        draft.refuse("next", Refusal.NO_SHOE)
    elif state.phase is Phase.BURNING:
        draft.add(ev.BurnLeft(bets_closed=False))
    elif state.coup is not None:
        draft.refuse("next", _card_missing(state.coup) or Refusal.RESULT_FIRST)
    else:
        draft.refuse("next", Refusal.NOTHING_TO_GO_ON_FROM)


def undo(draft: Draft, command: cmd.Undo) -> None:
    """Take back the last press, no more bets or next: within 3 seconds, and as long as no card has left since."""
    pressed = draft.state.take_back
    if command.by is None:
        draft.refuse("undo", Refusal.NAME_MISSING)
    elif pressed is None:
        draft.refuse("undo", Refusal.NOTHING_TO_UNDO, by=command.by)
    elif command.since_s > UNDO_WITHIN_S:
        draft.refuse("undo", Refusal.UNDO_TOO_LATE, by=command.by)
    else:
        went_on = pressed.phase is Phase.RESULT and not draft.state.shoe.over
        shuffled = went_on and draft.profile.shuffle is Shuffle.EVERY_COUP
        draft.add(ev.PressTakenBack(order=pressed.order, by=command.by, shuffled=shuffled))


def shoe(draft: Draft, command: cmd.OpenShoe) -> None:
    """Open a new shoe between coups."""
    if draft.state.held:
        draft.refuse("shoe", Refusal.HELD, by=command.by)
    elif draft.state.coup_open:
        draft.refuse("shoe", Refusal.COUP_OPEN, by=command.by)
    elif _is_to_be_inspected(draft):
        draft.refuse("shoe", Refusal.INSPECT_FIRST, by=command.by)
    else:
        open_shoe(draft, by=command.by, hash_before=command.hash_before)


def _is_to_be_inspected(draft: Draft) -> bool:
    """Whether the packs of the shoe in play, or just over, must still be counted after play."""
    state = draft.state
    if state.inspection is not None:
        return state.inspection.closing
    in_play = state.shoe.inspected and state.phase is not Phase.SHOE_OVER
    return in_play and draft.profile.inspection is Inspection.BEFORE_AND_AFTER


def end_of_shoe(draft: Draft, command: cmd.EndShoe) -> None:
    """Take the shoe out of play between coups."""
    state = draft.state
    if command.by is None:
        draft.refuse("end-shoe", Refusal.NAME_MISSING)
    elif state.held:
        draft.refuse("end-shoe", Refusal.HELD, by=command.by)
    elif state.coup_open:
        draft.refuse("end-shoe", Refusal.COUP_OPEN, by=command.by)
    elif state.phase in (Phase.CLOSED, Phase.SHOE_OVER) or (state.inspection is not None and state.shoe.over):
        draft.refuse("end-shoe", Refusal.NO_SHOE, by=command.by)
    else:
        close_shoe(draft, ShoeEnd.ORDER, by=command.by)


def free_hand(draft: Draft, command: cmd.FreeHand) -> None:
    """Deal the next coup without bets; while bets are open it is the coming one, and they close."""
    state = draft.state
    if command.by is None:
        draft.refuse("free", Refusal.NAME_MISSING)
    elif state.phase in (Phase.CLOSED, Phase.SHOE_OVER) or (state.inspection is not None and state.shoe.over):
        draft.refuse("free", Refusal.NO_SHOE, by=command.by)
    elif state.phase is Phase.DEALING and state.coup is None:
        draft.refuse("free", Refusal.BETS_PLACED, by=command.by)
    elif state.phase is Phase.BETTING and state.held:  # bets would stay open for a coup that takes none
        draft.refuse("free", Refusal.HELD, by=command.by)
    else:
        draft.add(ev.FreeCoupOrdered(by=command.by))
        if state.phase is Phase.BETTING:
            draft.add(ev.BetsClosed(how=BetsClosedBy.FREE_COUP))


def change_dealer(draft: Draft, command: cmd.ChangeDealer) -> None:
    """Another dealer takes over, never in the middle of a coup."""
    if draft.state.coup_open:
        draft.refuse("dealer", Refusal.COUP_OPEN, by=command.by or command.dealer)
    else:
        draft.add(ev.DealerChanged(dealer=command.dealer, by=command.by))


def set_remaining(draft: Draft, command: cmd.SetRemaining) -> None:
    """Tests only: set the number of cards left."""
    if draft.state.shoe.over:
        draft.refuse("remaining", Refusal.NO_SHOE)
    else:
        draft.add(ev.RemainingSet(cards=command.cards))
