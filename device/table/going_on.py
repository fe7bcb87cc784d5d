"""Whether a card is the dealer's word for going on to the next coup, and whether it is turned as it leaves."""

from device.rules.choices import BetsClose, EarlyCard, NextMode, ResultMode, Shuffle
from device.table.draft import Draft
from device.table.placing import lies_face_down
from device.table.results import is_last, show_result
from device.table.shoe_change import go_on
from device.table.vocabulary import IncidentKind, Phase, ShownBy


def is_turned_at_once(draft: Draft, since_s: float) -> bool:
    """Whether a card that leaves now is dealt face up, be it as the first of the next coup."""
    state, profile = draft.state, draft.profile
    coup = state.coup
    if draft.face_down:
        return state.phase is Phase.DEALING and coup is not None and coup.due is not None and not lies_face_down(draft)
    dealt_while_betting = profile.bets_close is BetsClose.FIRST_CARD or profile.early_card is EarlyCard.PLAY_ON
    match state.phase:
        case Phase.BETTING:
            return dealt_while_betting
        case Phase.DEALING if coup is None or coup.due is not None:
            return True
        case Phase.DEALING if coup is not None:
            follows = coup.complete and _posts_the_result(draft, since_s)
        case Phase.RESULT:
            follows = _opens_the_next_coup(draft, since_s)
        case _:
            return False
    same_packs = profile.shuffle is Shuffle.AT_CUT_CARD and not profile.burn_every_coup
    return follows and same_packs and dealt_while_betting and not state.kept


def would_go_on(draft: Draft, since_s: float) -> bool:
    """Whether a card now is the dealer's word for going on to the next coup."""
    coup = draft.state.coup
    match draft.state.phase:
        case Phase.DEALING | Phase.REVEAL:
            return coup is not None and coup.complete and _posts_the_result(draft, since_s)
        case Phase.RESULT:
            return _opens_the_next_coup(draft, since_s)
        case _:
            return False


def goes_on(draft: Draft, since_s: float) -> bool:
    """Go on to the next coup where a card is the dealer's word for that; whether it was."""
    coup, late = draft.state.coup, draft.state.phase is not Phase.RESULT
    if not would_go_on(draft, since_s):
        return False
    if late and coup is not None:
        show_result(draft, coup, ShownBy.LATE)
    go_on(draft)
    if late:
        draft.notice(IncidentKind.RESULT_LATE)
    return True


def _posts_the_result(draft: Draft, since_s: float) -> bool:
    """The coup is complete, its result forgotten and the dealer already dealing the next one: not before some time.

    A result that shows itself cannot be forgotten.
    """
    profile = draft.profile
    if draft.state.held or is_last(draft) or profile.next is not NextMode.FIRST_CARD:
        return False
    if profile.result is ResultMode.AUTO:
        return False
    return since_s >= profile.late_result_after_s


def _opens_the_next_coup(draft: Draft, since_s: float) -> bool:
    profile, state = draft.profile, draft.state
    if state.held or state.shoe.over or profile.next is not NextMode.FIRST_CARD:
        return False
    return since_s >= profile.next_after_s
