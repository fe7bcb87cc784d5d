"""The table process starts again on what the record says."""

from device.table import commands as cmd
from device.table.draft import Draft
from device.table.inspecting import begin_anew
from device.table.results import hold_until_resumed
from device.table.state import State
from device.table.vocabulary import IncidentKind


def table_restarted(draft: Draft, command: cmd.TableRestarted) -> None:
    """The process began anew; within a coup the cards on the table are to be checked first.

    Where hidden faces are lost, what lies unturned counts as unread: it is named by eye when its turn comes, or the
    coup is voided.
    """
    state = draft.state
    already = {one.kind for one in state.incidents}
    if command.faces_lost and _lies_hidden(state):
        hold_until_resumed(draft, IncidentKind.FACES_LOST)
    else:
        if command.faces_lost:
            draft.notice(IncidentKind.FACES_LOST)
        if state.coup_open and not already & {IncidentKind.RECOVERED, IncidentKind.FACES_LOST}:
            hold_until_resumed(draft, IncidentKind.RECOVERED)
    begin_anew(draft)


def _lies_hidden(state: State) -> bool:
    """Whether a card that nobody may see yet has to do with the open coup."""
    coup = state.coup
    if coup is None or not coup.is_open:
        return False
    if state.waiting or state.kept or state.before_turn or any(one.has_card for one in state.incidents):
        return True
    return any(not one.up for one in (*coup.player, *coup.banker))
