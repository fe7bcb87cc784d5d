"""What the players' screen remembers: when the result came, which cards are new, since when bets are open.

Pure: the time is an argument, in seconds of any clock that only goes forward. `seen` takes in each view, `moment` says
what a picture now depends on, `next_change_s` when it will be another one by itself; between the two nothing needs to
be drawn.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from device.rules.hand import Hand
from device.screen.look.moment import RESULT_PLAYS_S, Moment, Show
from device.screen.view import PublicView

TURN_S = 0.35
"""How long a card takes to be turned over."""

FRAME_S = 1 / 30
"""How long a frame stands while something moves."""

SHIFT_EVERY_S = 60.0
"""How long the picture stays where it is before it moves by a pixel or two."""

SHIFTS = ((0, 0), (1, 1), (2, 0), (1, -1), (0, 0), (-1, 1), (-2, 0), (-1, -1))
"""Where the picture is moved to, one after the other; no step is longer than two pixels."""

DIMS_AFTER_S = 20.0
"""How long a table is closed before its screen gets darker."""

_BEFORE_PLAY = ("closed", "inspection", "burning")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a house chooses: nothing moves; everything moves a little each minute; how much darker a closed table's
    screen is (0 to 1); how long the page of rules stays once bets on a shoe's first hand are open (0: no such page)."""

    reduced_motion: bool = False
    burn_in_shift: bool = True
    dim: float = 0.6
    rules_page_s: float = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The view that is shown and since when things are as they are; None where that is not known or not so."""

    options: Options = field(default_factory=Options)
    view: PublicView | None = None
    result_at_s: float | None = None
    fresh: frozenset[tuple[Hand, int]] = frozenset()
    fresh_at_s: float | None = None
    bets_at_s: float | None = None
    countdown_from_s: float | None = None
    """As `bets_at_s`, but None when bets were open before the screen saw the table: nobody knows since when."""
    closed_at_s: float | None = None


def seen(stage: Stage, view: PublicView | None, now_s: float) -> Stage:
    """The stage with this view on it, None for no view: then what follows is a first view again.

    On a first view nothing is celebrated and no card is turned: whatever it shows happened before.
    """
    if view is None:
        return Stage(options=stage.options)
    before = stage.view
    if before is None:
        return Stage(
            options=stage.options,
            view=view,
            bets_at_s=now_s if view.phase == "betting" else None,
            closed_at_s=now_s if view.phase == "closed" else None,
        )
    same_hand = (before.shoe, before.hand) == (view.shoe, view.hand)
    changes: dict[str, object] = {"view": view}
    if view.outcome is None or view.kind == "void":
        changes["result_at_s"] = None
    elif before.outcome is None or not same_hand:
        changes["result_at_s"] = now_s
    turned = frozenset(_turned(before if same_hand else None, view))
    if turned:
        changes |= {"fresh": turned, "fresh_at_s": now_s}
    elif not same_hand:
        changes |= {"fresh": frozenset(), "fresh_at_s": None}
    if view.phase != "betting":
        changes |= {"bets_at_s": None, "countdown_from_s": None}
    elif before.phase != "betting" or not same_hand:
        changes |= {"bets_at_s": now_s, "countdown_from_s": now_s}
    if view.phase != "closed":
        changes["closed_at_s"] = None
    elif before.phase != "closed":
        changes["closed_at_s"] = now_s
    return replace(stage, **changes)  # type: ignore[arg-type]  # each key is a field of its own type


def moment(stage: Stage, now_s: float) -> Moment:
    """What the picture depends on now, besides the view."""
    options, view = stage.options, stage.view
    if view is None:
        return Moment(shift=_shift(options, now_s))
    moving = not options.reduced_motion
    result_s = _since(stage.result_at_s, now_s, RESULT_PLAYS_S) if moving else None
    turning_s = _since(stage.fresh_at_s, now_s, TURN_S) if moving else None
    return Moment(
        result_s=result_s,
        turning=1.0 if turning_s is None else turning_s / TURN_S,
        fresh=stage.fresh if turning_s is not None else frozenset(),
        countdown_s=_countdown(stage, now_s),
        show=_show(stage, now_s),
        shift=_shift(options, now_s),
        dim=options.dim if _is_dim(stage, now_s) else 0.0,
    )


def next_change_s(stage: Stage, now_s: float) -> float | None:
    """In how many seconds the moment is another one by itself; None: not before the next view."""
    waits = [at_s - now_s for at_s in _changes(stage, now_s)]
    return min((wait for wait in waits if wait > 0), default=None)


def _changes(stage: Stage, now_s: float) -> Iterator[float]:
    """The times at which something will be different."""
    options, view = stage.options, stage.view
    if options.burn_in_shift:
        yield (math.floor(now_s / SHIFT_EVERY_S) + 1) * SHIFT_EVERY_S
    if view is None:
        return
    if not options.reduced_motion and (
        _since(stage.result_at_s, now_s, RESULT_PLAYS_S) is not None
        or _since(stage.fresh_at_s, now_s, TURN_S) is not None
    ):
        yield now_s + FRAME_S
    left = _countdown(stage, now_s)
    if left and view.countdown_s is not None and stage.countdown_from_s is not None:
        yield stage.countdown_from_s + view.countdown_s - left + 1
    if stage.bets_at_s is not None and _show(stage, now_s) is Show.RULES:
        yield stage.bets_at_s + options.rules_page_s
    if stage.closed_at_s is not None and options.dim > 0:
        yield stage.closed_at_s + DIMS_AFTER_S


def _turned(before: PublicView | None, view: PublicView) -> Iterator[tuple[Hand, int]]:
    """The places of the cards that have just become visible; a card that was corrected is no new one."""
    for hand, old, new in (
        (Hand.PLAYER, before.player if before is not None else (), view.player),
        (Hand.BANKER, before.banker if before is not None else (), view.banker),
    ):
        for index, card in enumerate(new):
            if card is not None and (index >= len(old) or old[index] is None):
                yield hand, index


def _since(at_s: float | None, now_s: float, lasts_s: float) -> float | None:
    """How long ago that was; None when it was not, or is over."""
    if at_s is None or now_s - at_s >= lasts_s:
        return None
    return max(0.0, now_s - at_s)


def _countdown(stage: Stage, now_s: float) -> int | None:
    view = stage.view
    if view is None or view.countdown_s is None or stage.countdown_from_s is None or view.held:
        return None
    left_s = stage.countdown_from_s + view.countdown_s - now_s
    return min(view.countdown_s, max(0, math.ceil(left_s)))


def _show(stage: Stage, now_s: float) -> Show:
    """The page of rules before a shoe's first hand, until its bets were open for a while or its first card came."""
    view = stage.view
    if view is None or not stage.options.rules_page_s or view.coups or view.player or view.banker:
        return Show.ROADS
    if view.phase in _BEFORE_PLAY:
        return Show.RULES
    waiting = view.phase == "betting" and stage.bets_at_s is not None
    if waiting and now_s - (stage.bets_at_s or 0.0) < stage.options.rules_page_s:
        return Show.RULES
    return Show.ROADS


def _shift(options: Options, now_s: float) -> tuple[int, int]:
    return SHIFTS[int(now_s // SHIFT_EVERY_S) % len(SHIFTS)] if options.burn_in_shift else (0, 0)


def _is_dim(stage: Stage, now_s: float) -> bool:
    return stage.closed_at_s is not None and now_s - stage.closed_at_s >= DIMS_AFTER_S
