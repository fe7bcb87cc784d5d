"""The players' screen as a play: the public feed in, the picture out; a touch or the key L changes the language."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from device.screen.look.layout import Size
from device.screen.look.moment import STILL, Moment
from device.screen.look.shapes import Scene
from device.screen.players.scene import in_its_moment, no_data_scene, players_scene
from device.screen.players.stage import Options, Stage, moment, next_change_s, seen
from device.screen.showing.hearing import Hearing
from device.screen.showing.honest import honestly
from device.screen.showing.inputs import FingerDown, FingerUp, Key, WindowInput
from device.screen.showing.languages import Languages
from device.screen.showing.subscription import Reason, Shown, Subscription
from device.screen.view import PublicView


class Motion(Protocol):
    """What moves on the screen between two views."""

    def seen(self, shown: PublicView | Reason, now_s: float) -> None:
        """A view came, or the reason why there is none."""

    def moment(self, now_s: float) -> Moment:
        """How far everything is that moves."""

    def next_change_s(self, now_s: float) -> float | None:
        """In how many seconds the moment is another one; None: not before the next view."""


class StagedMotion:
    """Results are celebrated, cards turned, seconds counted, as `players.stage` has it."""

    def __init__(self, options: Options) -> None:
        self._stage = Stage(options=options)

    def seen(self, shown: PublicView | Reason, now_s: float) -> None:
        """What was before is over when there is no view: the next one is a first one again."""
        self._stage = seen(self._stage, None if isinstance(shown, Reason) else shown, now_s)

    def moment(self, now_s: float) -> Moment:
        """How far everything is that moves."""
        return moment(self._stage, now_s)

    def next_change_s(self, now_s: float) -> float | None:
        """In how many seconds the moment is another one."""
        return next_change_s(self._stage, now_s)


class PlayersPlay:
    """What players see. It says nothing to the table and has no other key than the language's."""

    def __init__(
        self,
        *,
        feed: Subscription,
        languages: Languages,
        motion: Motion,
        hearing: Hearing,
        report: Callable[[str], None],
    ) -> None:
        self._feed = feed
        self._languages = languages
        self._motion = motion
        self._hearing = hearing
        self._report = report
        self._shown: Shown | None = None
        self._moment = STILL
        self._pictured = False
        self._down: set[int] = set()

    @property
    def letters(self) -> str:
        """The language whose letters are drawn now."""
        return self._languages.letters

    def descriptors(self) -> tuple[list[int], list[int]]:
        """The feed's."""
        return self._feed.descriptors()

    def serve(self, now_s: float) -> bool:
        """Take in the newest view, and let move what moves."""
        before = self._shown, self._moment
        shown = self._feed.serve()
        if shown != self._shown:
            self._shown = shown
            self._motion.seen(shown, now_s)
        self._moment = self._motion.moment(now_s)
        if self._pictured:
            self._hearing.start()
        self._hearing.hear(shown, now_s, self._moment.countdown_s)
        return (self._shown, self._moment) != before

    def hear(self, given: WindowInput, now_s: float) -> bool:  # noqa: ARG002 - it is a Play
        """One finger that touches the glass and leaves it, or the key L: the next language."""
        match given:
            case FingerDown(finger=finger):
                self._down.add(finger)
                return False
            case FingerUp(finger=finger, at=at):
                alone = self._down == {finger}
                self._down.discard(finger)
                if at is None or not alone:
                    return False
            case Key(key=key) if key.lower() == "l":
                pass
            case _:
                return False
        self._languages.next()
        return True

    def picture(self, size: Size, now_s: float) -> Scene:  # noqa: ARG002 - it is a Play
        """The hand, the roads and what else players may see; or why there is nothing to see."""
        self._pictured = True
        words, shown = self._languages.first, self._shown or Reason.CONNECTING
        if isinstance(shown, Reason):
            scene = no_data_scene(shown.value, words, size)
            return replace(scene, shapes=tuple(in_its_moment(scene.shapes, size, self._moment)))
        return honestly(
            lambda: players_scene(shown, words, size, second=self._languages.second, moment=self._moment),
            lambda: no_data_scene(Reason.GARBAGE.value, words, size),
            self._report,
        )

    def next_change_s(self, now_s: float) -> float | None:
        """When something that moves is elsewhere, or the feed has something to do."""
        due = [one for one in (self._feed.due_in_s(), self._motion.next_change_s(now_s)) if one is not None]
        return min(due) if due else None

    def close(self) -> None:
        """Hang up."""
        self._feed.close()
        self._hearing.close()
