"""Which act an order is, and so who must sign it; and who dealt the coup that it is about."""

from typing import assert_never

from device.rules.choices import UnreadCard
from device.rules.profile import Profile
from device.staff.signing import Act
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.irregularities import offering, to_be_named
from device.table.state import State
from device.table.two_people import needs_two
from device.table.vocabulary import IncidentKind, Option


def act_of(command: AnyOrder, state: State, profile: Profile) -> Act | None:
    """The act that somebody signs by giving this order now; None for what no person orders."""
    match command:
        case cmd.OpenShoe():
            return Act.SHOE
        case cmd.EndShoe():
            return Act.END_SHOE
        case cmd.NoMoreBets():
            return Act.NO_MORE_BETS
        case cmd.CallSupervisor():
            return Act.CALL
        case cmd.Turn():
            return Act.TURN
        case cmd.ShowResult():
            return Act.RESULT
        case cmd.Next():
            return Act.NEXT
        case cmd.Enter():
            return _entering(state, profile)
        case cmd.Resolve(option=option):
            return _resolving(option, state)
        case cmd.Void():
            return Act.VOID
        case cmd.Correct():
            return Act.CORRECT
        case cmd.Undo():
            return Act.UNDO
        case cmd.Pause():
            return Act.PAUSE
        case cmd.Report():
            return Act.REPORT
        case cmd.Acknowledge(kind=kind):
            return Act.ACKNOWLEDGE_COUNT if kind is IncidentKind.PACK_COUNT else Act.ACKNOWLEDGE
        case cmd.FreeHand():
            return Act.FREE
        case cmd.ChangeDealer():
            return Act.DEALER
        case cmd.TableRestarted() | cmd.ReaderBack() | cmd.PackRefused() | cmd.ResultDue() | cmd.CountdownDue():
            return None
        case cmd.SetRemaining():
            return None
        case _:
            assert_never(command)


def _entering(state: State, profile: Profile) -> Act:
    incident = to_be_named(state)
    unread = incident is not None and incident.kind is IncidentKind.CARD_UNREAD
    return Act.ENTER_UNREAD_BY_DEALER if unread and profile.unread_card is UnreadCard.DEALER else Act.ENTER


def _resolving(option: Option, state: State) -> Act:
    match option:
        case Option.ENTER:
            return Act.ENTER
        case Option.CUT:
            return Act.RESOLVE_CUT
        case Option.NEXT:  # a coup that was picked up is cancelled by it
            return Act.VOID if needs_two(offering(state, option), option) else Act.RESOLVE_NEXT
        case Option.BURN:
            return Act.RESOLVE_BURN
        case Option.FREE_COUP:
            return Act.RESOLVE_FREE_COUP
        case Option.PLAY_ON:
            return Act.RESOLVE_PLAY_ON
        case Option.KEEP:
            return Act.RESOLVE_KEEP
        case Option.FINISH:
            return Act.RESOLVE_FINISH
        case Option.REMOVE_READ:
            return Act.RESOLVE_REMOVE_READ
        case Option.ACCEPT:
            return Act.ACCEPT
        case Option.CLOSE_SHOE:
            return Act.CLOSE_SHOE
        case Option.VOID:
            return Act.VOID
        case Option.RESUME:
            incident = offering(state, option)
            recovered = incident is not None and incident.kind is IncidentKind.RECOVERED
            return Act.RESOLVE_RESUME_RECOVERED if recovered else Act.RESOLVE_RESUME
        case _:
            assert_never(option)


def is_about_a_coup(command: AnyOrder, state: State) -> bool:
    """Whether somebody's coup is at stake; the packs' count and a burn are nobody's."""
    match command:
        case cmd.Acknowledge():
            return False
        case cmd.Resolve(option=Option.ACCEPT | Option.CLOSE_SHOE):
            return state.coup_open
        case _:
            return True


def dealer_of_coup(command: AnyOrder, state: State) -> str | None:
    """Who dealt the coup that the order is about: the one it names, the one on the table, or the one that comes."""
    if isinstance(command, cmd.Correct | cmd.Void) and command.coup is not None:
        named = next((one.dealer for one in state.coups if one.coup == command.coup), None)
        if named is not None:
            return named
    return state.coup.dealer if state.coup is not None else state.dealer
