"""Folds of a coup's events from its bets to its result."""

from msgspec.structs import replace

from device.rules.card import Card
from device.table import events as ev
from device.table.folds.fold_presses import before_press
from device.table.folds.registry import folds, laid_aside, turned
from device.table.state import Coup, CoupRecord, Lying, State
from device.table.vocabulary import BetsClosedBy, CoupKind, Phase


@folds(ev.BetsOpened)
def _bets_opened(state: State, event: ev.BetsOpened) -> State:
    return replace(state, phase=Phase.BETTING, coup=None, notices=())


@folds(ev.FreeCoupOpened)
def _free_coup_opened(state: State, event: ev.FreeCoupOpened) -> State:
    return replace(state, phase=Phase.DEALING, coup=None, notices=(), free_next=True)


@folds(ev.FreeCoupOrdered)
def _free_coup_ordered(state: State, event: ev.FreeCoupOrdered) -> State:
    return replace(state, free_next=True, supervisor_called=False)


@folds(ev.BetsClosed)
def _bets_closed(state: State, event: ev.BetsClosed) -> State:
    can_be_undone = event.how in (BetsClosedBy.BUTTON, BetsClosedBy.COUNTDOWN)
    pressed = before_press(state, "no-more-bets") if can_be_undone else None
    return replace(state, phase=Phase.DEALING, take_back=pressed)


@folds(ev.ManualPlayBegan)
def _manual_play_began(state: State, event: ev.ManualPlayBegan) -> State:
    coup = replace(state.coup, manual=True) if state.coup is not None and state.coup.is_open else state.coup
    return replace(state, coup=coup, by_hand=True)


@folds(ev.CoupBegan)
def _coup_began(state: State, event: ev.CoupBegan) -> State:
    shoe = replace(state.shoe, coups_begun=event.coup)
    free_next = state.free_next
    if event.coup_kind is CoupKind.FREE:
        shoe = replace(shoe, free_left=max(0, shoe.free_left - 1))
        free_next = False
    coup = Coup(
        number=event.coup, kind=event.coup_kind, dealer=event.dealer, face_down=event.face_down, manual=event.manual
    )
    return replace(state, phase=Phase.DEALING, shoe=shoe, coup=coup, free_next=free_next)


def _turning_point(state: State, coup: Coup, record: CoupRecord) -> State:
    """A result or a void: what left before it was not drawn after it, however long it waits."""
    coups = state.coups
    if coups and coups[-1].coup >= record.coup:  # its result was shown, and it is void after all
        coups = tuple(known for known in coups if known.coup != record.coup)
    return replace(
        state,
        phase=Phase.RESULT,
        coup=coup,
        coups=(*coups, record),
        waiting=tuple(replace(one, since_s=0.0) for one in state.waiting),
        incidents=tuple(replace(one, since_s=0.0) for one in state.incidents),
    )


@folds(ev.ResultShown)
def _result_shown(state: State, event: ev.ResultShown) -> State:
    coup = state.coup or Coup(number=event.coup, kind=event.coup_kind, dealer=event.dealer)
    coup = replace(
        coup,
        player=_shown(coup.player, event.player),
        banker=_shown(coup.banker, event.banker),
        due=None,
        outcome=event.outcome,
    )
    record = CoupRecord(
        coup=event.coup,
        kind=event.coup_kind,
        outcome=event.outcome,
        natural=event.natural,
        player_pair=event.player_pair,
        banker_pair=event.banker_pair,
        player=event.player,
        banker=event.banker,
        dealer=event.dealer,
        last_of_shoe=event.last_of_shoe,
        corrected=bool(event.corrected_by),
        manual=event.manual,
    )
    lying = (*coup.player, *coup.banker)
    shoe = turned(state.shoe, {one.nth: one.card for one in lying if one.card is not None})
    return _turning_point(replace(state, shoe=shoe), coup, record)


def _shown(lying: tuple[Lying, ...], cards: tuple[Card, ...]) -> tuple[Lying, ...]:
    """The cards of a finished hand, each still the same card of the shoe."""
    nths = [one.nth for one in lying] + [0] * len(cards)
    return tuple(Lying(card=card, nth=nth) for card, nth in zip(cards, nths, strict=False))


@folds(ev.CoupVoided)
def _coup_voided(state: State, event: ev.CoupVoided) -> State:
    record = CoupRecord(
        coup=event.coup,
        kind=CoupKind.VOID,
        outcome=None,
        natural=False,
        player_pair=False,
        banker_pair=False,
        player=event.player,
        banker=event.banker,
        dealer=event.dealer,
        last_of_shoe=event.last_of_shoe,
        manual=event.manual,
    )
    if event.later:
        return replace(state, coups=tuple(record if one.coup == event.coup else one for one in state.coups))
    coup = state.coup or Coup(number=event.coup, kind=CoupKind.VOID, dealer=event.dealer)
    shoe = state.shoe
    for one in (*coup.player, *coup.banker):
        if coup.face_down and not one.up:  # it left the shoe all the same
            shoe = laid_aside(shoe, one.nth, one.card)
        elif not coup.face_down and one.card is not None:
            shoe = turned(shoe, {one.nth: one.card})
    state = replace(state, shoe=shoe)
    if not coup.face_down:  # the screens wait for no turn of a coup that is over
        player, banker = ([replace(one, up=True) for one in hand] for hand in (coup.player, coup.banker))
        coup = replace(coup, player=tuple(player), banker=tuple(banker))
    coup = replace(coup, kind=CoupKind.VOID, due=None, outcome=None)
    return replace(_turning_point(state, coup, record), supervisor_called=False)
