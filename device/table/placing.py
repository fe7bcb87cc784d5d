"""A card finds its place in a hand."""

from device.rules.card import Card
from device.rules.choices import ResultMode
from device.rules.hand import Hand
from device.rules.tableau import next_step
from device.table import events as ev
from device.table.draft import Draft
from device.table.results import begin_coup, show_result
from device.table.vocabulary import IncidentKind, Option, Origin, Phase, ShownBy, Source

ENTERED_ALARM = 3
"""Cards of one shoe named by eye before the pit is warned."""


def deal(draft: Draft, card: Card, *, origin: Origin, source: Source = Source.SHOE, since_s: float = 0.0) -> None:
    """Turn `card` in the hand whose card is due, beginning the coup if it is its first.

    The order out of the shoe alone decides whose card it is (004 §3.1.1), so Player's third taken though Player stands
    is Banker's when Banker must draw.
    """
    shoe = draft.state.shoe
    if shoe.seen[card.index] >= shoe.decks:
        draft.hold(IncidentKind.CARD_IMPOSSIBLE, Option.ENTER, Option.VOID, hidden=card, origin=origin, since_s=since_s)
        return
    coup = draft.state.coup or begin_coup(draft)
    hand = coup.due or Hand.PLAYER
    player, banker = coup.player, coup.banker
    if hand is Hand.PLAYER:
        player = (*player, card)
    else:
        banker = (*banker, card)
    step = next_step(player, banker)
    draft.add(
        ev.CardDealt(
            hand=hand,
            card=card,
            due=step.due,
            reasons=step.reasons,
            origin=origin,
            source=source,
            read=draft.read_of(origin),
        )
    )
    if source is not Source.SHOE and draft.state.shoe.entered == ENTERED_ALARM:
        draft.notice(IncidentKind.CARDS_ENTERED)
    if step.due is None:
        _coup_complete(draft)


def _coup_complete(draft: Draft) -> None:
    profile, coup = draft.profile, draft.state.coup
    if coup is not None and profile.result is ResultMode.AUTO and profile.result_after_s == 0:
        show_result(draft, coup, ShownBy.AUTO)


def place_kept(draft: Draft) -> None:
    """Turn the cards kept for this coup, now that its bets are closed."""
    while can_place_kept(draft):
        deal(draft, draft.state.kept[0].hidden, origin=Origin.KEPT)


def can_place_kept(draft: Draft) -> bool:
    """Whether a kept card's time has come: bets closed, and its coup still takes cards."""
    state = draft.state
    if state.held or not state.kept or state.phase is not Phase.DEALING:
        return False
    return state.coup is None or not state.coup.complete
