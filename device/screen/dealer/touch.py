"""From fingers to actions: taps, press-and-hold, and what a hand does that slips. No clock of its own. Pure.

A tap counts when the finger leaves the glass on the target where it came down. A target with `hold` counts once the
finger has stayed on it for `HOLD_S`; leaving it before is a change of mind. Only one finger counts at a time: what
others do while it is down, or a whole hand put on the glass, means nothing until every finger is up again.
"""

from dataclasses import dataclass

from device.screen.dealer.targets import Action, PanelPicture, Target

HOLD_S = 1.5
"""How long what cannot be taken back is pressed."""

MOUSE = -1
"""The finger that a mouse stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingers:
    """The fingers on the glass, and what the one that counts is doing."""

    down: frozenset[int] = frozenset()
    leading: int | None = None
    target: Target | None = None
    since_s: float = 0.0
    done: bool = False
    """Whether this press has had its effect: a hold that was long enough."""

    def progress(self, now_s: float) -> float:
        """How much of a hold is over, 0 to 1; 0 for anything else."""
        if self.target is None or not self.target.hold or self.done:
            return 0.0
        return min(1.0, max(0.0, (now_s - self.since_s) / HOLD_S))

    def pressed(self) -> Target | None:
        """What the finger is on right now, to be drawn pressed."""
        return None if self.done else self.target


NO_FINGERS = Fingers()


def finger_down(fingers: Fingers, picture: PanelPicture, finger: int, at: tuple[int, int], now_s: float) -> Fingers:
    """A finger comes down; the first one leads, any other spoils what it was doing."""
    down = fingers.down | {finger}
    if fingers.down - {finger}:
        return Fingers(down=down)
    return Fingers(down=down, leading=finger, target=picture.target_at(*at), since_s=now_s)


def finger_moved(fingers: Fingers, picture: PanelPicture, finger: int, at: tuple[int, int]) -> Fingers:
    """A finger moves; when it leaves its target it has changed its mind, and coming back does not count."""
    if finger != fingers.leading or fingers.target is None:
        return fingers
    if _same(picture.target_at(*at), fingers.target):
        return fingers
    return Fingers(down=fingers.down, leading=finger)


def finger_up(
    fingers: Fingers, picture: PanelPicture, finger: int, at: tuple[int, int]
) -> tuple[Fingers, Action | None]:
    """A finger leaves; the action of a tap, or None."""
    down = fingers.down - {finger}
    left = Fingers(down=down) if down else NO_FINGERS
    if finger != fingers.leading or fingers.target is None or fingers.done or fingers.target.hold:
        return left, None
    return left, fingers.target.action if _same(picture.target_at(*at), fingers.target) else None


def time_passed(fingers: Fingers, picture: PanelPicture, now_s: float) -> tuple[Fingers, Action | None]:
    """Time goes by: the action of a hold that is long enough, once; a target that is gone is let go."""
    target = fingers.target
    if target is None or fingers.done:
        return fingers, None
    if not any(_same(one, target) for one in picture.targets):
        return Fingers(down=fingers.down, leading=fingers.leading), None
    if not target.hold or now_s - fingers.since_s < HOLD_S:
        return fingers, None
    held = Fingers(down=fingers.down, leading=fingers.leading, target=target, since_s=fingers.since_s, done=True)
    return held, target.action


def _same(one: Target | None, other: Target) -> bool:
    """Whether it is the same target, though the picture may have been drawn anew meanwhile."""
    return one is not None and (one.action, one.box, one.hold) == (other.action, other.box, other.hold)
