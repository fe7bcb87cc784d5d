"""Corrections: what is on record of a coup was not what lay on the table.

The original stays on record; what stands now is what roads and counts are made of. How many cards have left the shoe is
a fact that no correction changes.
"""

from collections import Counter

from device.rules.card import Card
from device.rules.choices import Shuffle
from device.rules.hand import Hand, is_pair, total
from device.rules.outcome import outcome
from device.rules.tableau import explain, has_natural, next_step
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.irregularities import void as void_on_the_table
from device.table.placing import coup_may_be_complete
from device.table.state import Coup, CoupRecord
from device.table.two_people import two_people
from device.table.vocabulary import CoupKind, Refusal

_Wrong = tuple[Refusal, str]
"""Why hands cannot be, and the rule or the card that says so."""


def correct(draft: Draft, command: cmd.Correct) -> None:
    """Put the hands of a coup of this shoe right: of one whose result was shown, or of the one that is being dealt."""
    why = two_people(by=command.by, second=command.second, reason=command.reason)
    wrong: _Wrong | None = None if why is None else (why, "")
    coup = draft.state.coup
    of_open = coup is not None and coup.number == command.coup and coup.is_open
    if wrong is None:
        wrong = _wrong_in_open(draft, command, coup) if coup is not None and of_open else _wrong_in_old(draft, command)
    if wrong is not None:
        draft.add(ev.OrderRefused(order="correct", why=wrong[0], by=command.by, detail=wrong[1]))
    elif coup is not None and of_open:
        _correct_open(draft, command, coup)
    else:
        _correct_old(draft, command)


def void(draft: Draft, command: cmd.Void) -> None:
    """Cancel a coup: the one on the table, or with its number an older one of this shoe."""
    coup = draft.state.coup
    if command.coup is None or (coup is not None and coup.number == command.coup):
        void_on_the_table(draft, command)
        return
    why = two_people(by=command.by, second=command.second, reason=command.reason)
    record = _record(draft, command.coup)
    if why is None and record is None:
        why = Refusal.NO_SUCH_COUP
    if why is None and record is not None and record.kind is CoupKind.VOID:
        why = Refusal.VOID_ALREADY
    if why is not None or record is None or command.by is None or command.second is None or command.reason is None:
        draft.refuse("void", why or Refusal.NAME_MISSING, by=command.by)
        return
    draft.add(
        ev.CoupVoided(
            coup=record.coup,
            player=record.player,
            banker=record.banker,
            by=command.by,
            second=command.second,
            reason=command.reason,
            last_of_shoe=record.last_of_shoe,
            dealer=record.dealer,
            later=True,
            manual=record.manual,
        )
    )


def _known(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """The cards of a coup whose result was shown: all of them, for none of its cards is unturned."""
    return tuple(card for card in cards if card is not None)


def _record(draft: Draft, number: int) -> CoupRecord | None:
    return next((one for one in draft.state.coups if one.coup == number), None)


def _wrong_in_old(draft: Draft, command: cmd.Correct) -> _Wrong | None:
    record = _record(draft, command.coup)
    if record is None:
        return (Refusal.NO_SUCH_COUP, "")
    if record.kind is CoupKind.VOID:
        return (Refusal.VOID_ALREADY, "")
    if (record.player, record.banker) == (command.player, command.banker):
        return (Refusal.SAME_HANDS, "")
    wrong = _not_dealt(command.player, command.banker, complete=True)
    old = (*_known(record.player), *_known(record.banker))
    return wrong or _too_many(draft, old, (*command.player, *command.banker), counts=_counts(draft, record.coup))


def _wrong_in_open(draft: Draft, command: cmd.Correct, coup: Coup) -> _Wrong | None:
    lying = (*coup.player, *coup.banker)
    if any(one.card is None or not one.up for one in lying):
        return (Refusal.TURN_FIRST, "")
    if (len(command.player), len(command.banker)) != (len(coup.player), len(coup.banker)):
        return (Refusal.AS_MANY_AS_LIE, f"Player {len(coup.player)}, Banker {len(coup.banker)}")
    player, banker = coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)
    if (player, banker) == (command.player, command.banker):
        return (Refusal.SAME_HANDS, "")
    wrong = _not_dealt(command.player, command.banker, complete=False) if coup.two_each else None
    return wrong or _too_many(draft, (*player, *banker), (*command.player, *command.banker), counts=True)


def _not_dealt(player: tuple[Card, ...], banker: tuple[Card, ...], *, complete: bool) -> _Wrong | None:
    """What the drawing table says against these hands; unless `complete`, more cards may be to come."""
    if not (2 <= len(player) <= 3 and 2 <= len(banker) <= 3):
        return (Refusal.TWO_OR_THREE_CARDS, "")
    step = next_step(player[:2], banker[:2])
    draws = step.due is Hand.PLAYER
    rule = "; ".join(explain(reason) for reason in step.reasons)
    if len(player) == 3 and not draws:
        return (Refusal.PLAYER_TAKES_NONE, f"{player[2]} cannot be; {rule}")
    if len(player) == 2 and draws and (complete or len(banker) == 3):
        return (Refusal.PLAYER_MUST_DRAW, rule)
    step = next_step(player, banker[:2])
    draws = step.due is Hand.BANKER
    rule = "; ".join(explain(reason) for reason in step.reasons) or rule
    if len(banker) == 3 and not draws:
        return (Refusal.BANKER_TAKES_NONE, f"{banker[2]} cannot be; {rule}")
    if len(banker) == 2 and draws and complete:
        return (Refusal.BANKER_MUST_DRAW, rule)
    return None


def _counts(draft: Draft, number: int) -> bool:
    """Whether the cards of that coup are among those counted now: not once all cards were shuffled anew."""
    coup = draft.state.coup
    on_the_table = coup is not None and coup.number == number
    return on_the_table or draft.profile.shuffle is not Shuffle.EVERY_COUP


def _too_many(draft: Draft, old: tuple[Card, ...], new: tuple[Card, ...], *, counts: bool) -> _Wrong | None:
    """The card of which the shoe would hold more than it can."""
    shoe, before = draft.state.shoe, Counter(old)
    for card, there in Counter(new).items():
        others = shoe.seen[card.index] - before[card] if counts else 0
        if there > before[card] and others + there > shoe.room_for(card):
            return (Refusal.MORE_THAN_THE_SHOE, str(card))
    return None


def _correct_open(draft: Draft, command: cmd.Correct, coup: Coup) -> None:
    step = next_step(command.player, command.banker)
    draft.add(
        ev.HandsCorrected(
            coup=coup.number,
            was_player=coup.cards(Hand.PLAYER),
            was_banker=coup.cards(Hand.BANKER),
            player=command.player,
            banker=command.banker,
            due=step.due,
            reasons=step.reasons,
            by=command.by or "",
            second=command.second or "",
            reason=command.reason or "",
        )
    )
    if not draft.state.held:
        coup_may_be_complete(draft)


def _correct_old(draft: Draft, command: cmd.Correct) -> None:
    record = _record(draft, command.coup)
    assert record is not None
    player, banker = command.player, command.banker
    draft.add(
        ev.CoupCorrected(
            coup=record.coup,
            coup_kind=record.kind,
            was_player=_known(record.player),
            was_banker=_known(record.banker),
            player=player,
            banker=banker,
            player_total=total(player),
            banker_total=total(banker),
            outcome=outcome(player, banker),
            natural=has_natural(player, banker),
            player_pair=is_pair(player),
            banker_pair=is_pair(banker),
            last_of_shoe=record.last_of_shoe,
            counts=_counts(draft, record.coup),
            by=command.by or "",
            second=command.second or "",
            reason=command.reason or "",
            dealer=record.dealer,
            manual=record.manual,
        )
    )
