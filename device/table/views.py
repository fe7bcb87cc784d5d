"""What may be seen: the players' view and the staff's, pure functions of state and health.

The leak rule is enforced here, so nothing further out can break it: a face is null in every view until the card is
turned. Held, waiting, kept, burned and early cards have no face in either view, and nothing tells the composition of a
shoe in play or the cards to the cut card. No clock time, random number or count of events is part of a view, so two
runs that differ only in unseen cards give the same bytes.
"""

from typing import Any

import device
from device.rules.card import Card
from device.rules.choices import ShoePasses
from device.rules.hand import Hand, total
from device.rules.profile import Profile
from device.rules.settle import pay_list
from device.rules.tableau import has_natural
from device.table.guidance import banner, instruction
from device.table.health import Health
from device.table.staff_parts import incident_views, inspection_view, inventory, recall
from device.table.state import State
from device.table.view_shapes import (
    NO_EXTRAS,
    NO_SIGN,
    VERSION,
    BurnView,
    Commission,
    CoupView,
    HandNames,
    Limit,
    Paid,
    Pays,
    ProfileInfo,
    PublicView,
    StaffView,
    TableExtras,
    TableInfo,
    schema,
)
from device.table.vocabulary import CoupKind, Phase

__all__ = [
    "NO_EXTRAS",
    "NO_SIGN",
    "VERSION",
    "BurnView",
    "Commission",
    "CoupView",
    "HandNames",
    "Limit",
    "Paid",
    "Pays",
    "ProfileInfo",
    "PublicView",
    "StaffView",
    "TableExtras",
    "TableInfo",
    "due",
    "public_view",
    "schema",
    "staff_view",
]


def public_view(  # noqa: PLR0913 - what a view is made of
    state: State,
    health: Health,
    profile: Profile,
    table: TableInfo = NO_SIGN,
    *,
    extras: TableExtras = NO_EXTRAS,
    demo: bool = False,
) -> PublicView:
    """The whole players' view at this moment."""
    return PublicView(**_common(state, health, profile, table, extras, demo=demo))


def staff_view(  # noqa: PLR0913 - what a view is made of
    state: State,
    health: Health,
    profile: Profile,
    table: TableInfo = NO_SIGN,
    *,
    extras: TableExtras = NO_EXTRAS,
    demo: bool = False,
    production: bool = False,
) -> StaffView:
    """The whole staff view at this moment."""
    coup = state.coup
    return StaffView(
        **_common(state, health, profile, table, extras, demo=demo),
        due=due(state, health),
        reasons=coup.reasons if coup is not None else (),
        complete=coup is not None and coup.complete,
        instruction=instruction(state, health, profile),
        bets_close=profile.bets_close.value,
        reveal_by=profile.reveal.value,
        result_by=profile.result.value,
        next_by=profile.next.value,
        inspection=inspection_view(state),
        inventory=inventory(state),
        incidents=incident_views(state),
        notices=tuple(kind.value for kind in state.notices),
        to_acknowledge=tuple(one.kind.value for one in state.unseen),
        waiting=len(state.waiting),
        kept=len(state.kept),
        undo=state.take_back.order if state.take_back is not None else None,
        recall=recall(state),
        commission=extras.commission,
        dealer=state.dealer,
        supervisor_called=state.supervisor_called,
        free_next=state.free_next,
        by_hand=state.by_hand,
        health={"reader": health.reader, "journal": health.journal, "panel": health.panel, "clock": health.clock},
        reads=health.reads,
        notes=health.notes,
        counters=health.counters,
        production=production,
        software=device.__version__,
    )


def _common(  # noqa: PLR0913 - what a view is made of
    state: State, health: Health, profile: Profile, table: TableInfo, extras: TableExtras, *, demo: bool
) -> dict[str, Any]:
    coup = state.coup
    player = coup.shown(Hand.PLAYER) if coup is not None else ()
    banker = coup.shown(Hand.BANKER) if coup is not None else ()
    burn = state.burn
    return {
        "table": table,
        "profile": ProfileInfo(name=profile.name, version=profile.version, sha256=profile.sha256),
        "names": HandNames(player=profile.names.player, banker=profile.names.banker),
        "paytable": _paytable(state, profile),
        "shoe": state.shoe.number,
        "hand": _hand_number(state),
        "phase": state.phase.value,
        "banner": banner(state, health),
        "held": state.held or not health.may_deal(by_hand=state.by_hand),
        "kind": _kind(state),
        "player": player,
        "banker": banker,
        "player_total": _total(player),
        "banker_total": _total(banker),
        "outcome": coup.outcome.value if coup is not None and coup.outcome is not None else None,
        "natural": has_natural(_all_shown(player), _all_shown(banker)),
        "last_hand": state.last_coup_is_next,
        "burn": BurnView(indicator=burn.indicator, total=burn.expected, done=burn.done) if burn is not None else None,
        "paid": _paid(state, profile),
        "tails": profile.tails.value,
        "free_coups_on_roads": profile.free_coups_on_roads,
        "coups": tuple(
            CoupView(
                coup=one.coup,
                kind=one.kind.value,
                outcome=one.outcome.value if one.outcome is not None else None,
                natural=one.natural,
                player_pair=one.player_pair,
                banker_pair=one.banker_pair,
                corrected=one.corrected,
                manual=one.manual,
            )
            for one in state.coups
        ),
        "seat": None if profile.shoe_passes is ShoePasses.NO else min(state.shoe.seat, profile.players),
        "countdown_s": extras.countdown_s,
        "demo": demo,
    }


def _rounds(state: State, through: int) -> int:
    """How many rounds of the shoe are finished up to a coup: ties count, void and free coups do not."""
    return sum(one.kind is CoupKind.NORMAL for one in state.coups if one.coup <= through)


def _paytable(state: State, profile: Profile) -> tuple[Pays, ...]:
    round = _rounds(state, state.shoe.coups_begun) + 1
    last = profile.closing
    return tuple(
        [
            Pays(wager=wager, pays=pays, open=round <= last.get(wager, round), closes_after=last.get(wager))
            for wager, pays in profile.paytable
        ]
    )


def _paid(state: State, profile: Profile) -> tuple[Paid, ...]:
    """The pay list of the coup whose result is shown; its round counts every coup with bets that was finished."""
    coup = state.coup
    if coup is None or coup.outcome is None or coup.kind is not CoupKind.NORMAL:
        return ()
    hands = coup.cards(Hand.PLAYER), coup.cards(Hand.BANKER)
    listed = pay_list(profile, *hands, _rounds(state, coup.number))
    return tuple(Paid(wager=wager.value, result=result.value, pays=pays) for wager, result, pays in listed)


def _all_shown(hand: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """The hand, or nothing while one of its cards may not be seen: what it amounts to would tell of that card."""
    known = tuple([card for card in hand if card is not None])
    return known if len(known) == len(hand) else ()


def _total(hand: tuple[Card | None, ...]) -> int | None:
    known = _all_shown(hand)
    return total(known) if known else None


def _kind(state: State) -> str:
    """The kind of the coup on the table, or of the coming one once it is sure that nobody bets on it."""
    if state.coup is not None:
        return state.coup.kind.value
    if state.free_next and state.phase is Phase.DEALING:
        return CoupKind.FREE.value
    return CoupKind.NORMAL.value


def _hand_number(state: State) -> int:
    if state.coup is not None:
        return state.coup.number
    coming = state.phase in (Phase.BETTING, Phase.DEALING)
    return state.shoe.coups_begun + 1 if coming else state.shoe.coups_begun


def due(state: State, health: Health) -> str | None:
    """The hand whose card is next while dealing goes on; null otherwise."""
    if state.phase is not Phase.DEALING or state.held or not health.may_deal(by_hand=state.by_hand):
        return None
    if state.coup is None:
        return "player"
    return state.coup.due.value if state.coup.due is not None else None
