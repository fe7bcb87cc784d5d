"""What staff at the table report, pause and acknowledge: nothing the shoe could see by itself."""

from device.rules.choices import StuckCards
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.face_up import report_face_up
from device.table.irregularities import resolve
from device.table.picked_up import report_picked_up
from device.table.results import hold_until_resumed, void_is_offered
from device.table.two_people import two_people
from device.table.vocabulary import IncidentKind, Option, Refusal, ReportKind

_HOLD = {ReportKind.DOUBLE: IncidentKind.DOUBLE, ReportKind.JAM: IncidentKind.JAM, ReportKind.LID: IncidentKind.LID}


def report(draft: Draft, command: cmd.Report) -> None:
    """Take what staff report; only a card that lies face up in the shoe may be reported without a name."""
    if command.by is None and command.what is not ReportKind.FACE_UP:
        draft.refuse("report", Refusal.NAME_MISSING)
        return
    match command.what:
        case ReportKind.STUCK:
            void, resume = void_is_offered(draft), (Option.RESUME,)
            first_void = draft.profile.stuck_cards is StuckCards.VOID
            options = (*void, *resume) if first_void else (*resume, *void)
            draft.hold(IncidentKind.STUCK, *options, by=command.by)
        case ReportKind.FLOOR:
            draft.notice(IncidentKind.FLOOR, by=command.by)
        case ReportKind.DOUBLE | ReportKind.JAM | ReportKind.LID:
            hold_until_resumed(draft, _HOLD[command.what], by=command.by)
        case ReportKind.PICKED_UP:
            report_picked_up(draft, command)
        case ReportKind.FACE_UP:
            report_face_up(draft, command)


def pause(draft: Draft, command: cmd.Pause) -> None:
    """Stop the table for as long as staff say (000: equipment failure, dispute)."""
    if command.by is None:
        draft.refuse("pause", Refusal.NAME_MISSING)
    else:
        hold_until_resumed(draft, IncidentKind.PAUSED, by=command.by)


def acknowledge(draft: Draft, command: cmd.Acknowledge) -> None:
    """Put on record that a supervisor has seen what is open of this kind; what holds the table still does.

    A wrong count of the packs is the exception: there is nothing to decide but that two people have seen it.
    """
    state = draft.state
    holding = [one for one in state.incidents if one.kind is command.kind and one.seen_by is None]
    noticed = [one for one in state.unseen if one.kind is command.kind]
    if command.by is None:
        draft.refuse("acknowledge", Refusal.NAME_MISSING)
        return
    if not holding and not noticed:
        draft.refuse("acknowledge", Refusal.NOTHING_TO_ACKNOWLEDGE, by=command.by)
        return
    settles = any(Option.ACCEPT in one.options for one in holding) and command.kind is IncidentKind.PACK_COUNT
    why = two_people(by=command.by, second=command.second, reason=command.reason) if settles else None
    if why is not None:
        draft.refuse("acknowledge", why, by=command.by)
        return
    draft.add(
        ev.IncidentsSeen(
            incident=command.kind,
            ids=(*[one.id for one in holding], *[one.id for one in noticed]),
            by=command.by,
            second=command.second,
            reason=command.reason,
        )
    )
    if settles:
        accept = cmd.Resolve(option=Option.ACCEPT, by=command.by, second=command.second, reason=command.reason)
        resolve(draft, accept)
