"""The players' screen as a play: what it shows, what moves it, and that a touch changes the language alone."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.feed.sockets import Feed
from device.screen.look.moment import STILL, Moment
from device.screen.look.shapes import Label, Scene
from device.screen.players.scene import players_scene
from device.screen.players.stage import Options
from device.screen.showing.hearing import Hearing
from device.screen.showing.inputs import FingerDown, FingerMoved, FingerUp, Key, WindowInput
from device.screen.showing.languages import Languages
from device.screen.showing.players_play import PlayersPlay, StagedMotion
from device.screen.showing.subscription import Reason, Subscription
from device.screen.view import Kind, PublicView
from device.settings.sound import SoundSettings

View = dict[str, Any]
ViewMaker = Callable[..., View]
SIZE = (1280, 720)
AT = (5, 5)


class Clock:
    now_s = 10.0

    def __call__(self) -> float:
        return self.now_s


class Part:
    """A play on a feed that the test holds."""

    def __init__(self, folder: Path, *, second: str | None = None) -> None:
        self.time = Clock()
        self.said: list[str] = []
        self.table = Feed(folder / "public.sock")
        self.languages = Languages("es", second, lambda: ("en", "es", "pt"))
        self.play = PlayersPlay(
            feed=Subscription(folder / "public.sock", Kind.PUBLIC, self.time),
            languages=self.languages,
            motion=StagedMotion(Options(burn_in_shift=False, rules_page_s=0)),
            hearing=Hearing(SoundSettings(device=None), calls=True),
            report=self.said.append,
        )

    def show(self, view: View) -> None:
        self.table.publish(json.dumps(view).encode())
        self.until(lambda: isinstance(self.play._shown, PublicView) and self.play._shown.hand == view["hand"])

    def until(self, true: Callable[[], bool]) -> None:
        import select

        for _ in range(2000):
            self.play.serve(self.time.now_s)
            if true():
                return
            select.select(*self.play.descriptors(), [], 0.01)
        raise AssertionError("never")

    def do(self, *inputs: WindowInput) -> list[bool]:
        return [self.play.hear(one, self.time.now_s) for one in inputs]

    def texts(self) -> str:
        scene = self.play.picture(SIZE, self.time.now_s)
        return " ".join(shape.text for shape in scene.shapes if isinstance(shape, Label))


@pytest.fixture
def part(tmp_path: Path) -> Iterator[Part]:
    part = Part(tmp_path)
    yield part
    part.play.close()
    part.table.close()


def test_a_touch_or_the_key_goes_through_the_languages_in_a_circle(part: Part, public: ViewMaker) -> None:
    part.show(public())
    spanish = part.texts()
    seen = [part.languages.code]
    for inputs in (
        [FingerDown(finger=0, at=AT), FingerUp(finger=0, at=AT)],
        [Key(key="l")],
        [FingerDown(finger=-1, at=AT), FingerMoved(finger=-1, at=(9, 9)), FingerUp(finger=-1, at=(9, 9))],
        [Key(key="L")],
    ):
        assert part.do(*inputs)[-1]
        seen.append(part.languages.code)
    assert seen == ["es", "en", "pt", "es", "en"]
    assert part.texts() != spanish


def test_the_second_language_comes_next_and_the_two_change_places(tmp_path: Path) -> None:
    languages = Languages("es", "pt", lambda: ("en", "es", "pt"))
    places = []
    for _ in range(4):
        places.append((languages.first.language, languages.second and languages.second.language))
        languages.next()
    assert places == [("es", "pt"), ("pt", "es"), ("en", "pt"), ("es", "pt")]


def test_a_language_that_cannot_be_drawn_is_not_chosen() -> None:
    languages = Languages("es", None, lambda: ("en", "es"))
    languages.choose("zh-Hans")
    assert (languages.code, languages.second) == ("es", None)
    languages.choose("en")
    assert languages.code == "en"


def test_the_letters_are_those_of_the_chinese_of_two_languages() -> None:
    assert Languages("es", "zh-Hant", tuple).letters == "zh-Hant"
    assert Languages("zh-Hans", "en", tuple).letters == "zh-Hans"
    assert Languages("es", "en", tuple).letters == Languages("en", None, tuple).letters


@pytest.mark.parametrize(
    "inputs",
    [
        [FingerDown(finger=0, at=AT)],
        [FingerUp(finger=0, at=AT)],
        [FingerDown(finger=0, at=AT), FingerUp(finger=0, at=None)],
        [FingerDown(finger=0, at=AT), FingerDown(finger=1, at=AT), FingerUp(finger=0, at=AT)],
        [Key(key="escape"), Key(key="enter"), Key(key="q"), Key(key="1"), Key(key="f1")],
    ],
)
def test_nothing_else_changes_anything(part: Part, inputs: list[WindowInput]) -> None:
    assert not any(part.do(*inputs))
    assert part.languages.code == "es"


def test_the_picture_is_another_one_only_when_something_came(part: Part, public: ViewMaker) -> None:
    part.show(public(hand=1))
    assert not part.play.serve(part.time.now_s)
    part.table.publish(json.dumps(public(hand=1)).encode())
    part.table.publish(json.dumps(public(hand=2)).encode())
    part.until(lambda: isinstance(part.play._shown, PublicView) and part.play._shown.hand == 2)
    assert not part.play.serve(part.time.now_s)


def test_what_moves_makes_new_pictures_until_it_stands_still(
    tmp_path: Path, part: Part, public: ViewMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Turning:
        def seen(self, shown: PublicView | Reason, now_s: float) -> None:
            self.since_s = now_s if isinstance(shown, PublicView) else 0.0

        def moment(self, now_s: float) -> Moment:
            return Moment(turning=min(1.0, now_s - self.since_s))

        def next_change_s(self, now_s: float) -> float | None:
            return 0.03 if now_s - self.since_s < 1 else None

    part.play._motion = Turning()
    part.show(public())
    part.time.now_s += 0.5
    assert part.play.serve(part.time.now_s)
    assert part.play.next_change_s(part.time.now_s) == 0.03
    part.time.now_s += 5
    assert part.play.serve(part.time.now_s)
    assert not part.play.serve(part.time.now_s + 1)
    assert part.play.next_change_s(part.time.now_s) is None


def test_a_view_that_cannot_be_drawn_is_said_and_the_next_one_is_drawn(
    part: Part, public: ViewMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_at_two(view: PublicView, *given: Any, **more: Any) -> Scene:
        if view.hand == 2:
            raise ZeroDivisionError("a slip of the programmer")
        return players_scene(view, *given, **more)

    monkeypatch.setattr("device.screen.showing.players_play.players_scene", fails_at_two)
    part.show(public(hand=2))
    assert part.languages.first.say("feed.no-data").upper() in part.texts()
    assert "a slip of the programmer" in part.said[0]
    part.show(public(hand=3))
    assert part.languages.first.say("feed.no-data").upper() not in part.texts()


def test_without_a_table_it_says_so_and_why(part: Part, public: ViewMaker) -> None:
    part.show(public())
    part.table.close()
    part.until(lambda: part.play.descriptors() == ([], []))
    assert part.languages.first.say("feed.no-data").upper() not in part.texts()
    part.time.now_s += 2.1
    assert part.play.serve(part.time.now_s)
    assert part.languages.first.say("feed.no-data").upper() in part.texts()
    assert part.play._moment == STILL
