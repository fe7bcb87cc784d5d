"""The one banner that players read and the one instruction that the dealer works by, as codes for the catalogues."""

from device.rules.choices import RevealOrder
from device.rules.hand import Hand
from device.rules.profile import Profile
from device.table.health import Health
from device.table.state import Coup, State
from device.table.vocabulary import IncidentKind, Phase


def banner(state: State, health: Health) -> str:
    """The one banner that players read."""
    if not health.reader.ok and not state.by_hand:
        return "self-test" if health.starting and health.journal.ok else "reader-lost"
    if not health.journal.ok:
        return "do-not-deal"
    if state.held:
        kinds = {one.kind for one in state.incidents}
        if IncidentKind.RECOVERED in kinds:
            return "table-recovered"
        return "card-drawn-in-error" if IncidentKind.CARD_DRAWN_IN_ERROR in kinds else "held"
    if health.self_test:
        return "self-test"
    if state.supervisor_called and state.phase is not Phase.BETTING:
        return "supervisor-called"
    return "shuffling" if awaits_the_shuffle(state) else _banner_of_phase(state)


def _banner_of_phase(state: State) -> str:
    match state.phase:
        case Phase.CLOSED:
            return "closed"
        case Phase.INSPECTION:
            return "inspection"
        case Phase.BURNING:
            return "burning" if state.burn is not None and state.burn.done else "new-shoe"
        case Phase.BETTING:
            return "last-hand" if state.last_coup_is_next else "place-your-bets"
        case Phase.DEALING | Phase.REVEAL:
            if state.coup is None:
                return "no-more-bets"
            return "reveal" if state.coup.unturned and state.coup.two_each else "dealing"
        case Phase.RESULT:
            return "result"
        case Phase.SHOE_OVER:
            return "end-of-shoe"


def instruction(state: State, health: Health, profile: Profile) -> str:
    """What the dealer does now, as a code that the screens put into words."""
    if not health.may_deal(by_hand=state.by_hand):
        return "do-not-deal"
    if state.held:
        return "held"
    if awaits_the_shuffle(state):
        return "shuffle-and-load"
    match state.phase:
        case Phase.CLOSED:
            return "open-shoe"
        case Phase.INSPECTION:
            return "inspect"
        case Phase.BURNING:
            return "burn-more"
        case Phase.BETTING:
            return "wait-for-bets"
        case Phase.DEALING | Phase.REVEAL:
            return _instruction_while_dealing(state, profile)
        case Phase.RESULT:
            return "last-result" if state.shoe.over else "next-hand"
        case Phase.SHOE_OVER:
            return "shoe-over"


def awaits_the_shuffle(state: State) -> bool:
    """Whether the packs were counted and none of their cards has left since: whoever saw them pass knows the order.

    What comes next is the burn, the bets, or the first card of a coup without bets.
    """
    coming = state.phase in (Phase.BURNING, Phase.BETTING) or (state.phase is Phase.DEALING and state.coup is None)
    return coming and state.shoe.inspected and not state.shoe.drawn


def _instruction_while_dealing(state: State, profile: Profile) -> str:
    coup = state.coup
    if coup is None or not coup.two_each:
        return "first-cards"
    turn = next_turn(coup, profile)
    if coup.unturned and turn is not None:
        hand, third = turn
        return f"turn-{hand.value}-third" if third else f"turn-{hand.value}"
    if coup.due is None:
        return "stand-call-result"
    return f"card-to-{coup.due.value}"


def next_turn(coup: Coup, profile: Profile) -> tuple[Hand, bool] | None:
    """The hand whose cards the dealer turns next, and whether it is its third; None when nothing is to be turned."""
    first, second = (Hand.PLAYER, Hand.BANKER)
    if profile.reveal_order is RevealOrder.BANKER_FIRST:
        first, second = second, first
    if not coup.two_each:
        return None
    for third, hands in ((False, (first, second)), (True, tuple(Hand))):
        for hand in hands:
            cards = coup.lying(hand)[2:] if third else coup.lying(hand)[:2]
            if any(not one.up for one in cards):
                return hand, third
    return None
