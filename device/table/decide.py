"""State and command to events: the one place where a table's next step is decided.

One command, followed: `decide` hands it to the file that knows (arrivals for what leaves the shoe, orders for presses,
irregularities for what people decide), each adds events to a `Draft`; then kept and waiting cards take their places,
and the count of the shoe is looked at. Total: every command in every state has an answer.
"""

from typing import assert_never

from device.rules.profile import Profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.arrivals import card_leaves, cut_card_leaves, settle, unknown_code_leaves, unread_leaves
from device.table.by_hand import reader_back
from device.table.corrections import correct, void
from device.table.draft import Draft
from device.table.inspecting import end_if_right, inspect
from device.table.irregularities import enter, resolve
from device.table.order_watch import watch_order
from device.table.orders import (
    change_dealer,
    countdown_due,
    end_of_shoe,
    free_hand,
    next_coup,
    no_more_bets,
    result,
    result_due,
    set_remaining,
    shoe,
    undo,
)
from device.table.packs import note_pack, pack_refused, retire_packs, why_foreign
from device.table.reports import acknowledge, pause, report
from device.table.restart import table_restarted
from device.table.results import hold_until_resumed
from device.table.shoe_change import watch_count
from device.table.shoe_reports import board_restarted, shoe_says_result, shoe_trouble, two_leave, watch_cards
from device.table.state import State
from device.table.tags import look_at_unturned, note_tag
from device.table.turning import turn
from device.table.vocabulary import IncidentKind, Origin

AnyPassage = (
    cmd.CardLeft
    | cmd.UnreadLeft
    | cmd.UnknownCodeLeft
    | cmd.CutCardLeft
    | cmd.TwoLeft
    | cmd.WentBack
    | cmd.CardPushedIn
    | cmd.ReadsMissing
    | cmd.BoardRestarted
    | cmd.ShoeTrouble
    | cmd.ShoeSaysResult
    | cmd.DiagnosticSeen
)

AnyOrder = (
    cmd.TableRestarted
    | cmd.ReaderBack
    | cmd.PackRefused
    | cmd.OpenShoe
    | cmd.EndShoe
    | cmd.NoMoreBets
    | cmd.CallSupervisor
    | cmd.Turn
    | cmd.ShowResult
    | cmd.ResultDue
    | cmd.CountdownDue
    | cmd.Next
    | cmd.Enter
    | cmd.Resolve
    | cmd.Void
    | cmd.Correct
    | cmd.Undo
    | cmd.Pause
    | cmd.Report
    | cmd.Acknowledge
    | cmd.FreeHand
    | cmd.ChangeDealer
    | cmd.SetRemaining
)

AnyCommand = AnyPassage | AnyOrder


def decide(state: State, command: AnyCommand, profile: Profile) -> tuple[ev.Event, ...]:
    """What happens when `command` reaches a table in `state` under the house rules of `profile`.

    A passage that the state already holds (the same boot and number as the last read) must not be given again: the link
    drops repeats. Empty when nothing happens, as for a timer that came too late.
    """
    if isinstance(command, cmd.Passage):
        draft = Draft(state, profile, command.read)
        _passage(draft, command)
    else:
        draft = Draft(state, profile)
        _order(draft, command)
    if draft.events:
        end_if_right(draft)
        settle(draft)
        watch_count(draft)
        watch_cards(draft)
        look_at_unturned(draft)
        retire_packs(draft)
        watch_order(draft, state.shoe)
    return draft.finish()


def _passage(draft: Draft, command: AnyPassage) -> None:
    if inspect(draft, command):
        return
    match command:
        case cmd.CardLeft(card=card, tag=tag, pack=pack, since_s=since_s):
            foreign = why_foreign(draft, tag=tag, pack=pack)
            if foreign is not None:
                unknown_code_leaves(draft, foreign.sentence, foreign, since_s=since_s)
                return
            note_tag(draft, tag)
            note_pack(draft, pack)
            card_leaves(draft, card, since_s=since_s)
        case cmd.UnreadLeft(since_s=since_s):
            unread_leaves(draft, since_s=since_s)
        case cmd.UnknownCodeLeft(code=code, foreign=foreign, since_s=since_s):
            unknown_code_leaves(draft, code if foreign is None else foreign.sentence, foreign, since_s=since_s)
        case cmd.CutCardLeft(since_s=since_s):
            cut_card_leaves(draft, since_s=since_s)
        case cmd.TwoLeft():
            two_leave(draft, command)
        case cmd.WentBack():
            draft.add(ev.ReportNoted(what="pulled-back", read=draft.read_of(Origin.SHOE)))
        case cmd.CardPushedIn():
            hold_until_resumed(draft, IncidentKind.PUSHED_IN)
        case cmd.ReadsMissing(first=first, last=last):
            hold_until_resumed(draft, IncidentKind.READS_MISSING, detail=f"{first}-{last}")
        case cmd.BoardRestarted():
            board_restarted(draft)
        case cmd.ShoeTrouble():
            shoe_trouble(draft, command)
        case cmd.ShoeSaysResult():
            shoe_says_result(draft, command)
        case cmd.DiagnosticSeen(what=what):
            draft.add(ev.ReportNoted(what=what, read=draft.read_of(Origin.SHOE)))
        case _:
            assert_never(command)


def _order(draft: Draft, command: AnyOrder) -> None:
    match command:
        case cmd.TableRestarted():
            table_restarted(draft, command)
        case cmd.ReaderBack():
            reader_back(draft)
        case cmd.PackRefused():
            pack_refused(draft, command)
        case cmd.OpenShoe():
            shoe(draft, command)
        case cmd.EndShoe():
            end_of_shoe(draft, command)
        case cmd.NoMoreBets():
            no_more_bets(draft)
        case cmd.CallSupervisor():
            draft.add(ev.SupervisorCalled())
        case cmd.Turn():
            turn(draft, command)
        case cmd.ShowResult(called=called):
            result(draft, called)
        case cmd.ResultDue(coup=coup):
            result_due(draft, coup)
        case cmd.CountdownDue(coup=coup):
            countdown_due(draft, coup)
        case cmd.Next():
            next_coup(draft)
        case cmd.Enter():
            enter(draft, command)
        case cmd.Resolve():
            resolve(draft, command)
        case cmd.Void():
            void(draft, command)
        case cmd.Correct():
            correct(draft, command)
        case cmd.Undo():
            undo(draft, command)
        case cmd.Pause():
            pause(draft, command)
        case cmd.Report():
            report(draft, command)
        case cmd.Acknowledge():
            acknowledge(draft, command)
        case cmd.FreeHand():
            free_hand(draft, command)
        case cmd.ChangeDealer():
            change_dealer(draft, command)
        case cmd.SetRemaining():
            set_remaining(draft, command)
        case _:
            assert_never(command)
