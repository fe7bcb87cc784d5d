"""The end of a coup and the end of a shoe."""

from device.rules.choices import Inspection, ShoePasses, Shuffle
from device.rules.hand import Hand, is_pair, total
from device.rules.outcome import Outcome, outcome
from device.rules.tableau import has_natural
from device.table import events as ev
from device.table.draft import Draft
from device.table.state import Coup
from device.table.vocabulary import CoupKind, IncidentKind, Option, Origin, Phase, ShoeEnd, ShownBy


def is_last(draft: Draft) -> bool:
    """Whether no coup follows the one on the table; with a shuffle after every coup there is always another."""
    return draft.profile.shuffle is Shuffle.AT_CUT_CARD and draft.state.on_last_coup


def show_result(draft: Draft, coup: Coup, how: ShownBy) -> None:
    """Make the result of the complete `coup` public, and end the shoe after its last one."""
    last = is_last(draft)
    player, banker = coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)
    draft.add(
        ev.ResultShown(
            coup=coup.number,
            coup_kind=coup.kind,
            player=player,
            banker=banker,
            player_total=total(player),
            banker_total=total(banker),
            outcome=outcome(player, banker),
            natural=has_natural(player, banker),
            player_pair=is_pair(player),
            banker_pair=is_pair(banker),
            last_of_shoe=last,
            how=how,
            dealer=coup.dealer,
            manual=coup.manual,
            corrected_by=coup.corrected_by,
            corrected_why=coup.corrected_why,
        )
    )
    if last:
        end_shoe(draft, ShoeEnd.LAST_COUP)


def begin_coup(draft: Draft) -> Coup:
    """Give the coming coup its number: with its first card, or because it is voided before it had one."""
    state = draft.state
    free = state.free_next or state.shoe.free_left > 0
    draft.add(
        ev.CoupBegan(
            coup=state.shoe.coups_begun + 1,
            coup_kind=CoupKind.FREE if free else CoupKind.NORMAL,
            dealer=state.dealer,
            face_down=draft.face_down,
            manual=state.by_hand,
        )
    )
    coup = draft.state.coup
    assert coup is not None
    return coup


def void_coup(draft: Draft, *, by: str, second: str, reason: str, closes: ShoeEnd | None = None) -> None:
    """Cancel the coup on the table, whether its result was shown or not.

    A voided last coup ends the shoe; `closes`: so does this one, for that reason.
    """
    coup = draft.state.coup or begin_coup(draft)
    last = is_last(draft) or closes is not None
    draft.add(
        ev.CoupVoided(
            coup=coup.number,
            player=coup.turned(Hand.PLAYER),
            banker=coup.turned(Hand.BANKER),
            by=by,
            second=second,
            reason=reason,
            last_of_shoe=last,
            dealer=coup.dealer,
            manual=coup.manual,
        )
    )
    while draft.state.before_turn:
        kept = draft.state.before_turn[0]
        draft.add(ev.CardBurned(hidden=kept.hidden, origin=Origin.BEFORE_TURN, nth=kept.nth))
    if last:
        end_shoe(draft, closes or ShoeEnd.LAST_COUP, by=by if closes is not None else None)


def end_shoe(draft: Draft, why: ShoeEnd, *, by: str | None = None) -> None:
    """Deal no further coup from this shoe; cards kept for one are burned."""
    if draft.state.shoe.over:
        return
    for kept in draft.state.kept:
        draft.add(ev.CardBurned(hidden=kept.hidden, origin=Origin.KEPT, nth=kept.nth))
    draft.add(ev.ShoeEnded(why=why, by=by))
    if draft.runs_by_itself and not draft.state.held:
        clear_table(draft)


def pass_shoe(draft: Draft) -> None:
    """After a coup give the shoe to the next seat, where the house's rule says so (004 §1.1).

    A void coup never was, so the shoe stays; a tie is no losing Banker.
    """
    profile, shoe, coup = draft.profile, draft.state.shoe, draft.state.coup
    if coup is None or coup.outcome is None or shoe.passed_after >= coup.number:
        return
    match profile.shoe_passes:
        case ShoePasses.NO:
            return
        case ShoePasses.CLOCKWISE_AFTER_LOSING_BANKER if coup.outcome is not Outcome.PLAYER:
            return
        case _:
            seat = shoe.seat % profile.players + 1
            draft.add(ev.ShoePassed(seat=seat, coup=coup.number))


def clear_table(draft: Draft) -> None:
    """The shoe is over and its last coup gone; where the house counts the packs after play, that begins now."""
    state = draft.state
    if state.phase is Phase.SHOE_OVER or (state.inspection is not None and state.inspection.closing):
        return
    pass_shoe(draft)
    draft.add(ev.TableCleared())
    if draft.profile.inspection is Inspection.BEFORE_AND_AFTER and state.shoe.inspected:
        draft.add(ev.InspectionBegan(closing=True))


def void_is_offered(draft: Draft) -> tuple[Option, ...]:
    """`void`, where there is a coup to cancel: the one on the table, or the coming one once bets may lie for it."""
    state = draft.state
    if state.coup is None:
        return (Option.VOID,) if state.phase in (Phase.BETTING, Phase.DEALING) else ()
    return (Option.VOID,) if state.coup.kind is not CoupKind.VOID else ()


def hold_until_resumed(draft: Draft, kind: IncidentKind, *, detail: str = "", by: str | None = None) -> None:
    """Stop dealing for something that concerns no single card."""
    draft.hold(kind, Option.RESUME, *void_is_offered(draft), detail=detail, by=by)
