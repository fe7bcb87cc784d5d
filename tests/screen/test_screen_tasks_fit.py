"""The pages of tasks in every language: whole words in their places, keys for fingers, and no place for two things."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from screen.conftest import STAFF
from support.panel_hand import PIN, PanelHand

from device.screen.dealer.notes import say
from device.screen.dealer.pages.pieces import FINGER
from device.screen.dealer.state import PanelState, Said
from device.screen.dealer.targets import Choose, Go, PanelPicture, Task
from device.screen.drawing.fonts import cjk_path, font_path, glyphs, needs_cjk
from device.screen.drawing.paint import Painter
from device.screen.look.shapes import Label, Paragraph
from device.screen.look.theme import THEMES
from device.screen.view import StaffView, staff_view
from device.table.vocabulary import IncidentKind, NoEntry, Option, Refusal, ReportKind
from device.words import Words, languages, load_words

COUPS = [
    {
        "coup": number,
        "player": ["4h", "9c", "8d"],
        "banker": ["2s", "Ad"],
        "player_total": 1,
        "banker_total": 3,
        "outcome": outcome,
        "dealer": "d14",
    }
    for number, outcome in zip(range(110, 100, -1), ["banker", "player", "tie"] * 4, strict=False)
]
FROM_HERE = ("no-connection", "busy", "too-long")
"""What is refused before it comes to the table."""
LEAST = 0.75
"""A key's words may be drawn a little smaller than others; never cut."""

PARAMS = [pytest.param(code, marks=pytest.mark.needs("cjk-font")) if needs_cjk(code) else code for code in languages()]


@pytest.fixture(params=PARAMS, scope="module")
def words(request: pytest.FixtureRequest) -> Words:
    return load_words(str(request.param))


def table(**changes: Any) -> StaffView:
    names = {"player": "Jugador", "banker": "Banca"}
    return staff_view({**STAFF, "recall": COUPS, "names": names, "shoe": 123, "hand": 111, **changes})


def held(kind: str, options: list[str]) -> StaffView:
    incident = {"id": 3, "kind": kind, "options": options, "two": options, "why": options, "holds": True}
    return table(instruction="held", held=True, phase="dealing", incidents=[incident])


def at(words: Words, view: StaffView, *names: str) -> PanelHand:
    return PanelHand(view, words=words, state=PanelState(recent=names or ("Marta Quiñones", "d15", "pit2", "sup1")))


def pictures(words: Words) -> Iterator[tuple[str, PanelPicture]]:
    """Every page of every task, with everything that can stand on it."""
    yield from of_a_void(words)
    yield from of_a_correction(words)
    yield from of_lists(words)
    yield from of_incidents(words)


def of_a_void(words: Words) -> Iterator[tuple[str, PanelPicture]]:
    panel = at(words, table())
    panel.begin(Task.VOID)
    yield "which hand", panel.picture
    panel.choose("110")
    yield "why", panel.picture
    panel.choose("")
    yield "letters", panel.picture
    panel.touch(Go.LATER)
    yield "letters with marks", panel.picture
    panel.touch(Go.BACK)
    panel.choose(words.say("why.wrong-payout"))
    yield "who", panel.picture
    for trouble in troubles():
        assert panel.state.errand is not None
        panel.state = replace(panel.state, errand=replace(panel.state.errand, trouble=trouble))
        yield trouble.key, panel.picture
    panel.choose("sup1")
    panel.types(PIN)
    yield "a pin", panel.picture
    panel.touch(Go.ACCEPT)
    yield "being looked at", panel.picture
    panel.answer(ok=False, refusal="wait", wait_s=900.0)
    yield "a wait", panel.picture
    panel.waits(901)
    panel.begin(Task.VOID, coup="109")
    panel.choose(words.say("why.card-exposed"))
    panel.signs("sup1")
    yield "the second", panel.picture
    panel.signs("pit2")
    yield "a summary", panel.picture


def of_a_correction(words: Words) -> Iterator[tuple[str, PanelPicture]]:
    panel = at(words, table())
    panel.begin(Task.CORRECT, coup="110")
    yield "hands on record", panel.picture
    panel.choose("2")
    panel.types("7c")
    yield "hands that are not dealt", panel.picture
    panel.types("9h")
    panel.touch(Choose(value="5"))
    yield "hands", panel.picture
    panel.types("9h")
    panel.touch(Go.ACCEPT)
    panel.touch(Choose(value=words.say("why.misread")))
    panel.signs("sup1")
    panel.signs("pit2")
    yield "the summary of a correction", panel.picture


def of_lists(words: Words) -> Iterator[tuple[str, PanelPicture]]:
    panel = at(words, table())
    for task in (Task.REPORT, Task.DEALER, Task.SHOE, Task.END_SHOE, Task.PAUSE, Task.CHANGE_PIN, Task.SIGN_IN):
        panel = at(words, table())
        panel.begin(task)
        yield task.value, panel.picture
    panel.begin(Task.REPORT, what="picked-up")
    yield "how many", panel.picture
    for kind in IncidentKind:
        panel = at(words, table(to_acknowledge=[kind.value, "cut-missing"]))
        panel.begin(Task.ACKNOWLEDGE)
        yield f"acknowledge {kind.value}", panel.picture


def of_incidents(words: Words) -> Iterator[tuple[str, PanelPicture]]:
    every = [option.value for option in Option]
    for first in range(0, len(every), 4):
        panel = at(words, held("paused", every[first : first + 4]))
        panel.begin(Task.RESOLVE)
        yield "options", panel.picture
    panel = at(words, held("card-drawn-in-error", ["next", "burn", "free-coup", "void"]))
    panel.begin(Task.RESOLVE)
    yield "exposed", panel.picture
    panel = at(words, held("card-unread", ["enter", "cut", "void"]))
    panel.begin(Task.ENTER)
    panel.types("Th")
    yield "a card", panel.picture
    panel.cut_off()
    yield "no table", panel.picture


def troubles() -> Iterator[Said]:
    codes = [refusal.value for refusal in Refusal] + ["stolen-session", "not-now", "no-press", *FROM_HERE]
    yield from (Said(key=f"refusal.{code}") for code in codes)
    entries = [entry.value for entry in NoEntry if entry is not NoEntry.STOLEN_SESSION]
    more = ["busy", "too-short", "differ", "sign-with-new", "name-not-badge"]
    yield from (Said(key=f"entry.{code}") for code in (*entries, *more))
    yield from (Said(key=f"note.{code}") for code in ("gone", "lost", "no-table", "nobody-here"))


def test_every_page_of_a_task_says_whole_words(words: Words) -> None:
    painter = Painter(THEMES["standard"], words.language)
    for name, picture in pictures(words):
        for shape in picture.scene.shapes:
            if isinstance(shape, Label | Paragraph) and shape.text:
                size, lines = painter.fitted(shape)
                least = LEAST * shape.size
                assert size >= least, f"{name}: {shape.text!r} is drawn with {size} instead of {shape.size} pixels"
                assert not any(line.endswith("…") for line in lines if not shape.text.endswith("…")), (name, lines)


def test_every_letter_of_a_task_is_in_the_typeface(words: Words) -> None:
    drawn = glyphs(font_path(bold=False)) & glyphs(font_path(bold=True))
    if needs_cjk(words.language):
        drawn |= glyphs(cjk_path(words.language, bold=True) or font_path(bold=True))
    for name, picture in pictures(words):
        said = {
            letter for shape in picture.scene.shapes if isinstance(shape, Label | Paragraph) for letter in shape.text
        }
        assert not {letter for letter in said if ord(letter) not in drawn}, name


def test_every_key_is_for_a_finger_and_no_place_means_two_things(words: Words) -> None:
    for name, picture in pictures(words):
        for target in picture.targets:
            box = target.box
            assert min(box.w, box.h) >= FINGER - 1, f"{name}: {target}"
            assert 0 <= box.x < box.right <= 800, name
            assert 0 <= box.y < box.bottom <= 480, name
        for one, other in combinations([target.box for target in picture.targets], 2):
            apart = one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
            assert apart, f"{name}: {one} and {other}"


def test_everything_that_the_table_may_say_has_words(words: Words) -> None:
    missing = [trouble.key for trouble in troubles() if not say(trouble, words)]
    missing += [f"report.{kind.value}" for kind in ReportKind if not words.optional(f"report.{kind.value}")]
    without = {Task.SIGN_IN, Task.SIGN_OUT, Task.CHANGE_PIN, Task.DEALER, Task.FREE, Task.ENTER, Task.RESOLVE}
    for task in Task:
        missing += [key for key in (f"task.{task.value}", f"done.{task.value}") if not words.optional(key)]
        missing += [f"act.{task.value}"] if task not in without and not words.optional(f"act.{task.value}") else []
    assert not missing


def test_the_hands_are_called_in_refusals_as_the_house_calls_them(words: Words) -> None:
    view = table(names={"player": "Punto", "banker": "Banco"})
    name = words.names("Punto", "Banco").player
    assert name in say(Said(key="refusal.player-must-draw"), words, view)
    assert "{" not in say(Said(key="refusal.call-the-result"), words)
