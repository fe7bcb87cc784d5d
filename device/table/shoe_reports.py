"""What the shoe reports besides cards that leave one by one: two at once, trouble, its own result, an empty shoe.

The table detects, holds and offers; people decide (`irregularities`).
"""

from device.rules.hand import Hand, is_pair
from device.rules.outcome import outcome
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.packs import note_pack, why_foreign
from device.table.results import clear_table, end_shoe, hold_until_resumed
from device.table.tags import note_tag
from device.table.vocabulary import CoupKind, IncidentKind, Option, Origin, Phase, ShoeEnd

TROUBLES = {"jam": IncidentKind.JAM, "lid": IncidentKind.LID, "gate-fault": IncidentKind.GATE_FAULT}


def two_leave(draft: Draft, command: cmd.TwoLeft) -> None:
    """Two cards in one passage: both are counted and wait, in the board's order, until a person has looked."""
    hold_until_resumed(draft, IncidentKind.DOUBLE)
    each = zip(command.cards, command.tags, command.packs, command.foreign, strict=True)
    for card, tag, pack, why_unknown in each:
        foreign = why_unknown or why_foreign(draft, tag=tag, pack=pack)
        if foreign is not None:
            said, nth = foreign.sentence, draft.nth_of(Origin.SHOE)
            draft.add(ev.CardWaits(hidden=None, code=said, foreign=foreign, nth=nth))
            draft.notice(IncidentKind.CODE_UNKNOWN, detail=said, foreign=foreign)
            continue
        note_tag(draft, tag)
        note_pack(draft, pack)
        draft.add(ev.CardWaits(hidden=card, nth=draft.nth_of(Origin.SHOE)))


def board_restarted(draft: Draft) -> None:
    """A new start of the board within a coup may have lost a card; between coups it is only noted."""
    if draft.state.coup_open:
        hold_until_resumed(draft, IncidentKind.BOARD_RESTARTED)
    else:
        draft.notice(IncidentKind.BOARD_RESTARTED)


def shoe_trouble(draft: Draft, command: cmd.ShoeTrouble) -> None:
    """Jam, lid or gate fault: held when it begins, noted when it is over."""
    if command.cleared:
        draft.add(ev.ReportNoted(what=f"{command.what}-cleared", read=draft.read_of(Origin.SHOE)))
    else:
        hold_until_resumed(draft, TROUBLES[command.what])


def shoe_says_result(draft: Draft, command: cmd.ShoeSaysResult) -> None:
    """The shoe's own result against the cards on the table: one that differs holds the table.

    It is only noted where there is nothing to compare it with: between coups, while the table is held, after a game
    that was broken off at the shoe, and while cards lie face down, for a difference would tell of them.
    """
    coup = draft.state.coup
    if command.outcome is None:
        _note_result(draft, "broken-off")
    elif coup is None or coup.kind is CoupKind.VOID or draft.state.held or coup.unturned:
        _note_result(draft, "not-compared")
    else:
        player, banker = coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)
        said = (command.outcome, command.player_pair, command.banker_pair)
        if coup.complete and said == (outcome(player, banker), is_pair(player), is_pair(banker)):
            _note_result(draft, "agrees")
        else:
            hold_until_resumed(draft, IncidentKind.SHOE_DIFFERS)


def _note_result(draft: Draft, what: str) -> None:
    draft.add(ev.ReportNoted(what=f"shoe-result-{what}", read=draft.read_of(Origin.SHOE)))


def watch_cards(draft: Draft) -> None:
    """After each step: a coup, or a burn, that the shoe has no cards left to finish."""
    state = draft.state
    if state.shoe.cards_left > 0 or state.shoe.over or state.held or state.waiting:
        return
    if state.phase is Phase.BURNING:
        end_shoe(draft, ShoeEnd.CARDS_TOO_FEW)
        clear_table(draft)
    elif state.coup_open and state.coup is not None and not state.coup.complete:
        draft.hold(IncidentKind.CARDS_TOO_FEW, Option.VOID)
