"""Table scripts with the lines they must print: every `scripts/<topic>/<name>.zapato` has a `.expect` beside it.

What an expectation may say is written in `README.md` of this folder.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.house_rules import profile_of
from device.cli.play import command

SCRIPTS = Path(__file__).parent / "scripts"
NAMES = sorted(path.relative_to(SCRIPTS).with_suffix("").as_posix() for path in SCRIPTS.rglob("*.expect"))


@pytest.fixture(autouse=True, scope="module")
def rules_read_once() -> Iterator[None]:
    """Most scripts share a few sets of house rules, and reading those would be half of the time of this file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("device.cli.play.profile_of", functools.cache(profile_of))
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What one script must print: its arguments, its exit code, the lines that count and words of the message."""

    args: list[str]
    exit_code: int
    only: list[str] | None
    says: list[str]
    lines: list[dict[str, Any]]


def read_expectation(path: Path) -> Expectation:
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    unknown = set(head) - {"about", "args", "exit", "only", "says"}
    assert not unknown, f"{path}: unknown keys {sorted(unknown)}"
    return Expectation(
        args=head["args"],
        exit_code=head.get("exit", 0),
        only=head.get("only"),
        says=head.get("says", []),
        lines=lines,
    )


def play(script: Path | str, args: list[str], *, given: bytes | None = None) -> Result:
    return CliRunner().invoke(command, [str(script), *args], input=given, prog_name="zapato play")


def printed(result: Result, only: list[str] | None = None) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    if only is None:
        return lines
    return [line for line in lines if line.get("type") in only or f"{line.get('type')}:{line.get('what')}" in only]


def is_among(wanted: Any, got: Any) -> bool:
    """Whether it is there; an object may have keys besides those that are named, since views may get new ones."""
    if isinstance(wanted, dict):
        return any(isinstance(one, dict) and wanted.items() <= one.items() for one in got)
    return wanted in got


def operators(want: dict[str, Any], got: Any, where: str) -> list[str]:
    """The differences of one value from an expectation that is spelled with operators instead of a plain value."""
    text = json.dumps(got, ensure_ascii=False)
    wrong: list[str] = []
    for operator, words in want.items():
        match operator:
            case "$text":
                found = isinstance(got, str) and words.lower() in got.lower()
                wrong += [] if found else [f"{where}: {got!r} does not say {words!r}"]
            case "$without":
                wrong += [f"{where}: {word} is there: {text}" for word in words if word in text]
            case "$has":
                wrong += [f"{where}: {word!r} is missing in {got!r}" for word in words if not is_among(word, got)]
            case "$lacks":
                wrong += [f"{where}: {word!r} is in {got!r}" for word in words if word in got]
            case "$in":
                wrong += [] if got in words else [f"{where}: {got!r} is none of {words!r}"]
            case "$subset":
                wrong += [f"{where}: {word!r} is not allowed here" for word in got if word not in words]
            case _:
                raise AssertionError(f"{where}: unknown operator {operator}")
    return wrong


def differences(want: Any, got: Any, where: str = "line") -> list[str]:
    """Each place where `got` lacks what `want` says; keys of objects that `want` does not name are free."""
    if isinstance(want, dict):
        if any(key.startswith("$") for key in want):
            return operators(want, got, where)
        if not isinstance(got, dict):
            return [f"{where}: {got!r} instead of {want!r}"]
        wrong = [f"{where}.{key}: missing" for key in want if key not in got]
        for key, value in want.items():
            wrong += differences(value, got[key], f"{where}.{key}") if key in got else []
        return wrong
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        pairs = enumerate(zip(want, got, strict=True))
        return [found for place, (one, other) in pairs for found in differences(one, other, f"{where}[{place}]")]
    return [] if want == got and type(want) is type(got) else [f"{where}: {got!r} instead of {want!r}"]


def check(expected: Expectation, result: Result) -> None:
    trouble = result.exception
    assert trouble is None or isinstance(trouble, SystemExit), f"a traceback: {trouble!r}"
    assert result.exit_code == expected.exit_code, result.stderr or result.stdout
    for words in expected.says:
        assert re.search(words, result.stderr, re.IGNORECASE), f"{words!r} is not in {result.stderr!r}"
    if expected.exit_code == 2:
        return
    lines = printed(result, expected.only)
    wrong = [
        found
        for place, (want, got) in enumerate(zip(expected.lines, lines, strict=False), start=1)
        for found in differences(want, got, f"line {place}")
    ]
    if len(lines) != len(expected.lines):
        wrong.insert(0, f"{len(lines)} lines instead of {len(expected.lines)}")
    shown = "\n".join(json.dumps(line, ensure_ascii=False)[:300] for line in lines)
    assert not wrong, "\n".join([*wrong, "printed:", shown])


@pytest.mark.parametrize("name", NAMES)
def test_a_script_prints_what_the_rules_say(name: str) -> None:
    expected = read_expectation(SCRIPTS / f"{name}.expect")
    check(expected, play(SCRIPTS / f"{name}.zapato", expected.args))


def test_every_script_has_an_expectation() -> None:
    assert {path.with_suffix(".expect") for path in SCRIPTS.rglob("*.zapato")} == set(SCRIPTS.rglob("*.expect"))


def test_the_state_is_the_last_line_and_the_only_one() -> None:
    result = play(
        SCRIPTS / "error/next-coup-dealt.zapato", read_expectation(SCRIPTS / "error/next-coup-dealt.expect").args
    )
    kinds = [line["type"] for line in printed(result)]
    assert kinds.count("state") == 1
    assert kinds[-1] == "state"


def test_a_dash_reads_standard_input() -> None:
    script = (SCRIPTS / "tableau/worked-example-8.zapato").read_bytes()
    expected = read_expectation(SCRIPTS / "tableau/worked-example-8.expect")
    check(expected, play("-", expected.args, given=script))


@pytest.mark.parametrize("name", ["restart/mid-coup-3", "restart/unread-kept-card", "error/next-next-coup"])
def test_a_record_in_a_file_tells_the_same(name: str, tmp_path: Path) -> None:
    expected = read_expectation(SCRIPTS / f"{name}.expect")
    check(expected, play(SCRIPTS / f"{name}.zapato", [*expected.args, "--journal", str(tmp_path / "table.db")]))


def test_events_are_one_object_a_line_and_end_without_a_state() -> None:
    result = play(SCRIPTS / "error/burn.zapato", [*read_expectation(SCRIPTS / "error/burn.expect").args, "--events"])
    events = printed(result)
    assert result.exit_code == 0
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert all("kind" in event and "type" not in event for event in events)


@pytest.mark.parametrize("script", ["nosuch.zapato", "."])
def test_a_script_that_cannot_be_read_is_named(script: str, tmp_path: Path) -> None:
    result = play(tmp_path / script, [])
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def hidden(name: str, card: str, tmp_path: Path) -> list[dict[str, Any]]:
    """What is printed when the script's hidden card, written `??`, is this one; the table's own truth left out."""
    text = HIDDEN[name][1].replace("??", card)
    script = tmp_path / "hidden.zapato"
    script.write_text(text, encoding="utf-8")
    args = [word for rule in HIDDEN[name][0].split() for word in ("--set", rule)]
    *lines, state = printed(play(script, args))
    return [*lines, {key: state[key] for key in ("public", "staff", "lamps", "phase", "held", "due")}]


BUTTONS = "burn=none decks=1 result=button next=button"
NATURAL = "shoe\ncard 9h\ncard 2s\ncard Kc\ncard 3d\n"
CLOSED = NATURAL.replace("shoe\n", "shoe\nno-more-bets\n")
KEPT = NATURAL + "card ??\nresolve next by=sup1\nresult\n"
HIDDEN = {
    "drawn in error": (BUTTONS, NATURAL + "card ??\n"),
    "kept for the next coup": (BUTTONS, KEPT),
    "kept while bets are open": (BUTTONS, KEPT + "next\n"),
    "burned after an error": (BUTTONS, NATURAL + "card ??\nresolve burn by=sup1\nresult\nnext\n"),
    "waiting behind an unread card": (BUTTONS, "shoe\ncard 9h\ncard 2s\nunread\ncard ??\n"),
    "waiting after a restart": (BUTTONS, "shoe\ncard 9h\ncard 2s\nrestart\ncard ??\n"),
    "waiting on the board": (BUTTONS, "shoe\ncard 9h\ncard 2s\nlink lost\ncard ??\n"),
    "pushed back": (BUTTONS, "shoe\ncard 9h\nback ??\n"),
    "after the shoe": (BUTTONS, "shoe\nend-shoe by=sup1\ncard ??\n"),
    "early, held": (f"{BUTTONS} bets_close=button early_card=hold", CLOSED + "result\nnext\ncard ??\n"),
    "early, burned": (f"{BUTTONS} bets_close=button early_card=burn", CLOSED + "result\nnext\ncard ??\n"),
    "burned unseen": (f"{BUTTONS} burn=fixed burn_cards=2", "shoe\ncard 4h\ncard ??\n"),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_shown_depends_on_a_hidden_card(name: str, tmp_path: Path) -> None:
    """Not on its value, and not on whether the shoe could still hold it (9h is out already in most of them)."""
    shown = [hidden(name, card, tmp_path) for card in ("7d", "Ac", "9h")]
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize("seconds", ["1", "30"])
def test_the_public_view_tells_no_time(seconds: str, tmp_path: Path) -> None:
    views = []
    for wait in ("0", seconds):
        script = tmp_path / "waits.zapato"
        script.write_text(f"shoe\nwait {wait}\ncard 4h\nwait {wait}\ncard 2s\n", encoding="utf-8")
        views.append(printed(play(script, ["--set", "burn=none"]))[-1]["public"])
    assert views[0] == views[1]
