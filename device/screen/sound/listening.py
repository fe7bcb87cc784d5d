"""Which sound a change of what is shown makes. From the views alone: what players may not know is not to be heard.

At most one sound for one change, the most important one; so one card makes one sound at most. The first view after a
start or a lost connection makes none, whatever has changed meanwhile, except for an alarm that stands.
"""

from device.rules.outcome import Outcome
from device.screen.showing.subscription import Reason, Shown
from device.screen.sound.cue import Cue
from device.screen.view import PublicView, StaffView

LAST_SECONDS = 5
WARNING_S = 10
"""A countdown ticks through its last seconds, and warns once before."""

ONE_CARD_S = 0.6
"""A card's read is told 250 ms after the card left: within this time its tick belongs to a card that was heard."""

FLAPPING_S = 30.0
"""A panel that loses its table again within this time does not ring anew."""

_TROUBLES = {
    "reader-lost": Cue.LOST,
    "do-not-deal": Cue.ERROR,
    "held": Cue.ERROR,
    "card-drawn-in-error": Cue.ERROR,
    "table-recovered": Cue.ERROR,
}
_DEALT = ("dealing", "reveal")
_WINS = {Outcome.PLAYER: Cue.PLAYER_WINS, Outcome.BANKER: Cue.BANKER_WINS, Outcome.TIE: Cue.TIE}


def cues_of(before: Shown | None, after: Shown, *, calls: bool = True) -> tuple[Cue, ...]:
    """The sound of the step from what was shown to what is shown now; without `calls` only alarms and touches.

    A staff view is the dealer's panel's: it has the tick of a card read, and an alarm when its table is lost.
    """
    if isinstance(after, Reason):
        return (Cue.LOST,) if isinstance(before, StaffView) and before.phase != "closed" else ()
    if not isinstance(before, PublicView):
        standing = _standing_alarm(after)
        return () if standing is None else (standing,)
    found = _new_alarm(before, after)
    if found is None and calls:
        found = _call(before, after) or _result(before, after)
    if found is None and _reads(after) > _reads(before):
        found = Cue.READ
    return () if found is None else (found,)


def countdown_cue(before_s: int | None, after_s: int | None) -> Cue | None:
    """The sound of a countdown that went from so many whole seconds left to so many; None: nothing is counted down."""
    if before_s is None or after_s is None or after_s >= before_s:
        return None
    if 0 < after_s <= LAST_SECONDS:
        return Cue.TICK
    return Cue.TEN_SECONDS if LAST_SECONDS < after_s <= WARNING_S < before_s else None


class Ear:
    """Follows what one screen shows. It is told the time, which two views alone do not tell."""

    def __init__(self, *, calls: bool) -> None:
        """`calls`: whether this screen gives calls and results, and not only alarms and touches."""
        self._calls = calls
        self._before: Shown | None = None
        self._left_s: int | None = None
        self._heard_s: float | None = None
        self._lost_s: float | None = None

    def hear(self, shown: Shown, now_s: float, left_s: int | None = None) -> tuple[Cue, ...]:
        """The sounds that are due now; to be asked with whatever the screen shows, changed or not.

        `left_s`: whole seconds until the table closes the bets, None where nothing is counted down.
        """
        before, self._before = self._before, shown
        counted_s, self._left_s = self._left_s, left_s
        cues = () if shown is before else self._changed(before, shown, now_s)
        if cues or not self._calls or isinstance(shown, Reason) or not _open(shown):
            return cues
        counted = countdown_cue(counted_s, left_s)
        return () if counted is None else (counted,)

    def _changed(self, before: Shown | None, shown: Shown, now_s: float) -> tuple[Cue, ...]:
        cues = cues_of(before, shown, calls=self._calls)
        if isinstance(shown, Reason) and cues:
            ringing, self._lost_s = _within(self._lost_s, now_s, FLAPPING_S), now_s
            return () if ringing else cues
        if cues == (Cue.READ,):
            return () if _within(self._heard_s, now_s, ONE_CARD_S) else cues
        if cues:
            self._heard_s = now_s
        return cues


def _within(then_s: float | None, now_s: float, span_s: float) -> bool:
    return then_s is not None and now_s - then_s < span_s


def _called(view: PublicView) -> bool:
    """Whether a supervisor is called for; players are told only while nothing graver is, and no bets are open."""
    return view.banner == "supervisor-called" or (isinstance(view, StaffView) and view.supervisor_called)


def _standing_alarm(view: PublicView) -> Cue | None:
    return _TROUBLES.get(view.banner, Cue.SUPERVISOR if _called(view) else None)


def _new_alarm(before: PublicView, after: PublicView) -> Cue | None:
    stood, stands = _TROUBLES.get(before.banner), _TROUBLES.get(after.banner)
    if stands is not None and stands is not stood:
        return stands
    if _holding(after) - _holding(before):
        return Cue.ERROR
    if not _called(after) or _called(before):
        return None
    # What players see after a trouble may be a call that they were not told of while it lasted.
    return Cue.SUPERVISOR if stood is None or isinstance(after, StaffView) else None


def _holding(view: PublicView) -> set[int]:
    return {incident.id for incident in view.incidents if incident.holds} if isinstance(view, StaffView) else set()


def _open(view: PublicView) -> bool:
    return view.phase == "betting" and not view.held


def _call(before: PublicView, after: PublicView) -> Cue | None:
    if _open(after) and not _open(before):
        return Cue.LAST_HAND if after.last_hand else Cue.PLACE_YOUR_BETS
    # Where a hand opens with its first card, bets are taken from the last result on, shown or not.
    taken = before.phase == "betting" or (before.phase in (*_DEALT, "result") and _hand(before) < _hand(after))
    if taken and after.phase in _DEALT and after.kind == "normal" and not after.held:
        return Cue.NO_MORE_BETS
    return Cue.LAST_HAND if after.last_hand and not before.last_hand else None


def _hand(view: PublicView) -> tuple[int, int]:
    return view.shoe, view.hand


def _result(before: PublicView, after: PublicView) -> Cue | None:
    same = _hand(before) == _hand(after)
    if after.kind == "void" or _hand(after) < _hand(before):
        return None  # a press of next that was taken back shows an old result
    if after.natural and not (same and before.natural):
        return Cue.NATURAL  # also of a table that shows the result with it: one card, one sound
    if after.outcome is not None and not (same and before.outcome is after.outcome):
        return _WINS[after.outcome]
    return None


def _reads(view: PublicView) -> int:
    return view.reads if isinstance(view, StaffView) else 0
