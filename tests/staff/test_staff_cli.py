"""`zapato staff`: what it prints, how it ends, and that a PIN is never among the arguments."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from staff.staff_tools import cheap

from device.cli.staff import command


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.staff.store.PinHasher", cheap)


class Staff:
    """The command on a file of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *words: str, input: str = "") -> Result:
        return CliRunner().invoke(command, [*words, "--file", str(self.path)], input=input)

    def answer(self, *words: str, input: str = "", exit_code: int = 0) -> dict[str, Any]:
        ran = self.run(*words, input=input)
        assert ran.exit_code == exit_code, ran.output
        line: dict[str, Any] = json.loads(ran.stdout)
        return line


@pytest.fixture
def staff(folder: Path) -> Staff:
    return Staff(folder / "staff.sqlite3")


def test_from_adding_to_one_s_own_pin(staff: Staff) -> None:
    added = staff.answer("add", "Ana", "--role", "supervisor", "--role", "dealer")
    one_time = added.pop("one_time_pin")
    assert added == {"name": "Ana", "roles": ["dealer", "supervisor"], "disabled": False}
    assert one_time not in staff.run("list").output + staff.run("list", "--json").output
    assert staff.answer("pin", "ana", input=f"{one_time}\n2580\n") == {"ok": True}
    listed = staff.answer("list", "--json")
    assert (listed["pin"], listed["badge"], listed["wrong"], listed["wait_s"]) == ("own", False, 0, 0)


def test_a_wrong_pin_is_a_no_and_then_a_wait(staff: Staff) -> None:
    staff.answer("add", "Ana", "--role", "dealer")
    whys = [staff.answer("pin", "Ana", input="9999\n2580\n", exit_code=1)["why"] for _ in range(4)]
    assert whys[:2] == ["wrong PIN"] * 2
    assert whys[2] == "wrong PIN; the next one is looked at in 30 s"
    assert whys[3].startswith("too many wrong PINs, this one was not looked at; the next one is looked at in ")
    assert "after 3 wrong PINs" in staff.run("list").stdout
    one_time = staff.answer("reset", "Ana")["one_time_pin"]
    assert staff.answer("pin", "Ana", input=f"{one_time}\n2580\n") == {"ok": True}


def test_disabling_is_seen_and_undone(staff: Staff) -> None:
    one_time = staff.answer("add", "Ana", "--role", "dealer")["one_time_pin"]
    assert staff.answer("disable", "ana")["disabled"] is True
    assert staff.run("list").stdout.splitlines()[1].split() == ["Ana", "dealer", "one-time", "no", "disabled"]
    no = staff.answer("pin", "Ana", input=f"{one_time}\n2580\n", exit_code=1)
    assert no == {"ok": False, "why": "this person is disabled"}
    assert staff.answer("enable", "Ana")["disabled"] is False


def test_roles_and_badges(staff: Staff) -> None:
    staff.answer("add", "Ana", "--role", "dealer")
    assert staff.answer("roles", "Ana", "--role", "pit", "--role", "auditor")["roles"] == ["pit", "auditor"]
    staff.answer("badge", "Ana", input="04AABBCC\n")
    assert staff.answer("list", "--json")["badge"] is True
    staff.answer("badge", "Ana", "--take")
    assert staff.answer("list", "--json")["badge"] is False
    assert staff.answer("forget-badges") == {"forgotten": 0}


@pytest.mark.parametrize(
    ("words", "input", "said"),
    [
        (("add", "ANA", "--role", "dealer"), "", "already a 'Ana'"),
        (("add", "A\x1b[2J", "--role", "dealer"), "", "U+001B"),
        (("add", "Ben"), "", "--role"),
        (("add", "Ben", "--role", "king"), "", "king"),
        (("disable", "Zoe"), "", "nobody called 'Zoe'"),
        (("pin", "Zoe"), "1\n2\n", "nobody called 'Zoe'"),
        (("pin", "Ana"), "", "standard input ended before 'PIN now'"),
        (("pin", "Ana"), "9999\n", "standard input ended before 'New PIN'"),
        (("pin", "Ana"), "9999\n1234\n", "anybody tries"),
        (("pin", "Ana", "2580"), "", "unexpected extra argument"),
        (("badge", "Ana"), "12\n", "4 to 64"),
        (("badge", "Ana", "04AABBCC"), "", "unexpected extra argument"),
    ],
)
def test_wrong_use_is_said_plainly_and_exit_2(staff: Staff, words: tuple[str, ...], input: str, said: str) -> None:
    staff.answer("add", "Ana", "--role", "dealer")
    ran = staff.run(*words, input=input)
    assert ran.exit_code == 2, ran.output
    assert said in ran.stderr
    assert ran.stdout == ""
    assert "\x1b" not in ran.stderr


@pytest.mark.parametrize("words", [("list",), ("reset", "Ana"), ("pin", "Ana"), ("badge", "Ana"), ("enable", "Ana")])
def test_no_file_is_said_and_none_is_made(staff: Staff, words: tuple[str, ...]) -> None:
    ran = staff.run(*words)
    assert ran.exit_code == 2
    assert f"{staff.path}: there is no such file" in ran.stderr
    assert not staff.path.exists()


def test_a_terminal_is_asked_without_an_echo(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    one_time = staff.answer("add", "Ana", "--role", "dealer")["one_time_pin"]
    asked = []
    answers = iter([one_time, "2580"])

    def prompt(what: str, **how: object) -> str:
        asked.append((what, how["hide_input"], how["confirmation_prompt"]))
        return str(next(answers))

    monkeypatch.setattr("device.cli.asking.at_a_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", prompt)
    assert staff.answer("pin", "Ana") == {"ok": True}
    assert asked == [("PIN now", True, False), ("New PIN", True, True)]
