"""What the simulated dealer keeps in mind between two views, as one value and the functions that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.sim.mistakes import Mistake
from device.sim.moves import Send
from device.sim.shoe_pack import CUT_CODE
from device.sim.sight import Sight
from device.sim.sim_shoe import Drawn

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mind:
    """What the dealer knows besides the view."""

    drawn_at: Sight | None = None
    """What was to be seen when the card was drawn that has had no effect yet."""
    drawn: tuple[str, ...] = ()
    drawn_read: bool = True
    seen: tuple[str, ...] = ()
    """Faces of the card whose effect was seen last; also where the table does not take it for a card of this game."""
    asked_at: Sight | None = None
    """The same for an order that was accepted."""
    refused: frozenset[str] = frozenset()
    refused_at: Sight | None = None
    unread: tuple[str, ...] = ()
    """Faces of cards that left unread, oldest first: whoever looks at the table sees them."""
    naming: int | None = None
    """The incident whose card was just named: when it is gone, so is the oldest face of `unread`."""
    lost_card: bool = False
    """A card lies on the table that the board will never report."""
    empty: bool = False
    filled: bool = False
    filled_for: tuple[int, int] | None = None
    """The coup whose cards were shuffled last."""
    gathered_for: tuple[int, bool] | None = None
    """The shoe whose cards were put in to be counted, and whether that is after play."""
    counted: int = 0
    """How many of them had been counted when last seen."""
    recounted: bool = False
    """A count that was wrong has been taken once more."""
    loaded: int | None = None
    """The shoe that was shuffled and loaded after its cards were counted."""
    next_face_up: bool = False
    """The card that leaves next lies face up, and nobody has reported it."""
    last_hand: tuple[int, int] | None = None
    must_press_next: bool = False
    fresh_shoe: bool = False
    """The cards in the shoe are not those of the shoe the table has open: what is open is ended first."""
    mistake: Mistake | None = None


def notice(mind: Mind, view: View) -> Mind:
    """Look at a view: what has had its effect is no longer waited for."""
    now = Sight.of(view)
    if mind.drawn_at is not None and now.shows_card_since(mind.drawn_at):
        unread = mind.unread
        if not mind.drawn_read and now.burned_since(mind.drawn_at):
            unread = unread[: -len(mind.drawn)]  # nobody asks for the face of a burned card
        stuck = mind.drawn_at.phase == now.phase == "result" and now.hand == mind.drawn_at.hand
        mind = replace(mind, drawn_at=None, drawn=(), seen=mind.drawn, unread=unread, must_press_next=stuck)
    if mind.naming is not None and mind.naming not in {number for number, _ in now.incidents}:
        mind = replace(mind, naming=None, unread=mind.unread[1:])
    if mind.asked_at is not None and now != mind.asked_at:
        mind = replace(mind, asked_at=None)
    if mind.refused_at is not None and now != mind.refused_at:
        mind = replace(mind, refused_at=None, refused=frozenset())
    if now.last_hand:
        mind = replace(mind, last_hand=now.coup)
    if now.phase != "result" and mind.must_press_next:
        mind = replace(mind, must_press_next=False)
    if mind.unread and now.phase in ("betting", "burning") and not (now.waiting or now.incidents) and not mind.drawn_at:
        mind = replace(mind, unread=())  # laid unread in a coup that was voided before anybody turned it
    if mind.lost_card and not (now.phase in ("dealing", "reveal") and now.laid) and not now.incidents:
        mind = replace(mind, lost_card=False)  # no coup has begun with it: it is laid aside
    return _notice_shoe(_notice_count(mind, now), now)


def _notice_count(mind: Mind, now: Sight) -> Mind:
    """A count that stands lower than before has begun anew: all cards must be put in once more."""
    if now.phase != "inspection":
        return mind if mind.gathered_for is None else replace(mind, gathered_for=None, counted=0, empty=False)
    if now.counted < mind.counted:
        mind = replace(mind, gathered_for=None, drawn_at=None, drawn=(), unread=())
    return replace(mind, counted=now.counted)


def _notice_shoe(mind: Mind, now: Sight) -> Mind:
    if now.phase in ("closed", "shoe-over"):
        unread = mind.unread if now.incidents or mind.drawn_at is not None else ()
        return replace(mind, fresh_shoe=False, unread=unread)
    return mind if mind.fresh_shoe else replace(mind, filled=False)


def drew(mind: Mind, view: View, drawn: Drawn | None, mistake: Mistake | None = None) -> Mind:
    """A card was drawn at this view, or None: the shoe was empty."""
    if mistake is not None:
        mind = replace(mind, mistake=None)
    if drawn is None:
        return replace(mind, empty=True, next_face_up=False)
    mind = replace(mind, next_face_up=drawn.next_face_up and view["phase"] != "inspection")
    if drawn.lost:
        return replace(mind, lost_card=True)
    unread = mind.unread if drawn.read else (*mind.unread, *drawn.cards)
    return replace(mind, drawn_at=Sight.of(view), drawn=drawn.cards, drawn_read=drawn.read, unread=unread)


def filled(mind: Mind, view: View) -> Mind:
    """The shoe was filled at this view."""
    now = Sight.of(view)
    loaded = now.shoe if view["instruction"] == "shuffle-and-load" else mind.loaded
    return replace(
        mind,
        filled=True,
        empty=False,
        filled_for=now.coming,
        loaded=loaded,
        recounted=mind.recounted and loaded != now.shoe,
        next_face_up=False,
    )


def gathered(mind: Mind, view: View) -> Mind:
    """All cards were put in at this view, to be counted."""
    now = Sight.of(view)
    return replace(mind, gathered_for=(now.shoe, now.closing), empty=False, counted=now.counted, next_face_up=False)


def ordered(mind: Mind, view: View, send: Send, *, accepted: bool) -> Mind:
    """An order given at this view was answered."""
    if send.mistake is not None:
        mind = replace(mind, mistake=None)
    if send.order.get("what") == "face-up":
        mind = replace(mind, next_face_up=False)
    if not accepted:
        return replace(mind, refused=mind.refused | {send.key}, refused_at=Sight.of(view))
    if send.order.get("option") == "close-shoe":
        mind = replace(mind, recounted=True)
    mind = replace(mind, asked_at=Sight.of(view) if send.shows else None, naming=send.names_for)
    if send.order["order"] == "void" or send.order.get("option") == "void":
        mind = replace(mind, lost_card=False)
    return mind


def give_up(mind: Mind) -> Mind:
    """The time of a `Wait` is over: a press is forgotten, a card that never showed is lost, or a refusal is old."""
    if mind.asked_at is not None:
        return replace(mind, asked_at=None)
    if mind.drawn_at is not None:
        lost = mind.drawn != (CUT_CODE,)
        return replace(mind, drawn_at=None, drawn=(), lost_card=mind.lost_card or lost)
    return replace(mind, refused=frozenset(), refused_at=None)
