"""When a passage that was not read may be looked at: where cards lie face down, only once its hand is turned."""

from device.table.draft import Draft
from device.table.placing import lies_face_down
from device.table.vocabulary import Phase


def is_asked_for_later(draft: Draft) -> bool:
    """Whether an unread passage lies face down now, so that it is named when its hand is turned, and not before."""
    state = draft.state
    match state.phase:
        case Phase.BETTING:
            return draft.face_down
        case Phase.DEALING:
            return (state.coup is None or state.coup.due is not None) and lies_face_down(draft)
        case Phase.REVEAL:
            return state.coup is not None and state.coup.unturned
        case _:
            return False


def is_one_too_many_face_down(draft: Draft) -> bool:
    """Whether nobody may look at an unread passage, though no hand has a place for it."""
    coup = draft.state.coup
    return draft.face_down and coup is not None and (coup.complete or not coup.is_open)
