"""`zapato order` against a real feed: what is sent, what is printed, how it ends."""

import json
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli.order import command
from device.feed.sockets import Feed, OrderLine

PINS = {"sup1": "24681357", "pit2": "97531864", "d15": "36925814"}


class Table:
    """Answers one line after another on a thread, as the table's desk and loop would; it knows three people."""

    def __init__(self, path: Path) -> None:
        self.given: list[dict[str, Any]] = []
        self.why: str | None = None
        self._inbox: queue.SimpleQueue[OrderLine | None] = queue.SimpleQueue()
        self.feed = Feed(path, on_order=self._inbox.put)
        self.feed.publish(b'{"view":"staff"}')
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()

    def _answer(self) -> None:
        while (line := self._inbox.get()) is not None:
            order = json.loads(line.line)
            self.given.append(order)
            line.reply(json.dumps({"reply": order["id"], **self._answer_to(order)}).encode())

    def _answer_to(self, order: dict[str, Any]) -> dict[str, Any]:
        match order["order"]:
            case "sign-in" if PINS.get(order.get("name", "sup1")) != order["pin"]:
                return {"ok": False, "why": "wrong name, badge or PIN", "refusal": "wrong"}
            case "sign-in":
                return {"ok": True, "session": "token of " + str(order.get("name", order.get("badge")))}
            case "sign-out":
                return {"ok": True}
            case _:
                return {"ok": self.why is None} if self.why is None else {"ok": False, "why": self.why}

    def close(self) -> None:
        self._inbox.put(None)
        self._thread.join()
        self.feed.close()

    @property
    def told(self) -> list[dict[str, Any]]:
        """The lines without their ids, in order."""
        return [{key: value for key, value in order.items() if key != "id"} for order in self.given]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "staff.sock")
    yield table
    table.close()


def run(tmp_path: Path, *words: str, input: str = "") -> Any:
    return CliRunner().invoke(command, ["--feed", str(tmp_path / "staff.sock"), *words], input=input)


SUP1 = {"order": "sign-in", "name": "sup1", "pin": PINS["sup1"]}
SIGNED = {"session": "token of sup1"}


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (("next",), {"order": "next"}),
        (("result", "tie"), {"order": "result", "called": "tie"}),
        (("enter", "9h"), {"order": "enter", "card": "9h"}),
        (("resolve", "next", "exposed=no"), {"order": "resolve", "option": "next", "exposed": False}),
        (("dealer", "on"), {"order": "dealer", "on": True}),
        (("dealer", "on=off"), {"order": "dealer", "on": False}),
    ],
)
def test_who_gives_an_order_signs_in_and_out_again(
    table: Table, tmp_path: Path, words: tuple[str, ...], order: dict[str, Any]
) -> None:
    ran = run(tmp_path, *words, "by=sup1", input=PINS["sup1"] + "\n")
    assert (ran.exit_code, ran.stdout) == (0, '{"ok":true}\n')
    assert table.told == [SUP1, {**order, **SIGNED}, {"order": "sign-out", **SIGNED}]


def test_a_second_person_signs_in_as_well(table: Table, tmp_path: Path) -> None:
    words = ("void", "by=sup1", "second=pit2", "reason=wrong card = dispute")
    ran = run(tmp_path, *words, input=f"{PINS['sup1']}\n{PINS['pit2']}\n")
    assert (ran.exit_code, ran.stdout) == (0, '{"ok":true}\n')
    both = {**SIGNED, "second_session": "token of pit2"}
    assert table.told[1:3] == [
        {"order": "sign-in", "name": "pit2", "pin": PINS["pit2"]},
        {"order": "void", "reason": "wrong card = dispute", **both},
    ]
    assert [order["session"] for order in table.told[3:]] == list(both.values())


def test_a_badge_says_the_name(table: Table, tmp_path: Path) -> None:
    ran = run(tmp_path, "--badge", "next", input=f"04A2B3\n{PINS['sup1']}\n")
    assert (ran.exit_code, ran.stdout) == (0, '{"ok":true}\n')
    assert table.told[0] == {"order": "sign-in", "badge": "04A2B3", "pin": PINS["sup1"]}


def test_a_pin_of_ones_own_is_chosen(table: Table, tmp_path: Path) -> None:
    ran = run(tmp_path, "change-pin", "by=sup1", input="11223344\n2580\n")
    assert (ran.exit_code, ran.stdout) == (0, '{"ok":true}\n')
    assert table.told == [{"order": "change-pin", "name": "sup1", "pin": "11223344", "new_pin": "2580"}]


@pytest.mark.parametrize("wrong", ["sup1", "pit2"])
def test_somebody_who_is_not_let_in_gives_no_order(table: Table, tmp_path: Path, wrong: str) -> None:
    pins = [("1111" if name == wrong else PINS[name]) for name in ("sup1", "pit2")]
    ran = run(tmp_path, "void", "by=sup1", "second=pit2", "reason=x", input="\n".join(pins) + "\n")
    assert (ran.exit_code, ran.stdout) == (1, '{"ok":false,"why":"wrong name, badge or PIN"}\n')
    assert "void" not in [order["order"] for order in table.given]


def test_a_refusal_is_printed_and_exit_1(table: Table, tmp_path: Path) -> None:
    table.why = "Player must draw"
    ran = run(tmp_path, "result", "player", "by=sup1", input=PINS["sup1"] + "\n")
    assert (ran.exit_code, ran.stdout) == (1, '{"ok":false,"why":"Player must draw"}\n')


@pytest.mark.parametrize(
    "words",
    [
        ("next", "by=sup1", "please"),
        ("resolve", "by=sup1", "next", "burn"),
        ("void", "by=sup1", "to=me"),
        ("resolve", "by=sup1", "exposed=maybe"),
        ("dealer", "by=sup1", "on=d15"),
    ],
)
def test_words_that_belong_nowhere_are_named(table: Table, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = run(tmp_path, *words)
    assert ran.exit_code == 2
    assert words[-1].partition("=")[2] in ran.stderr or words[-1] in ran.stderr
    assert table.given == []


@pytest.mark.parametrize("words", [("next",), ("--badge", "next", "by=sup1"), ("--badge", "change-pin")])
def test_somebody_must_give_it_and_one_alone(table: Table, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = run(tmp_path, *words)
    assert ran.exit_code == 2
    assert "by=NAME" in ran.stderr
    assert table.given == []


def test_a_pin_that_does_not_come_is_said(table: Table, tmp_path: Path) -> None:
    ran = run(tmp_path, "next", "by=sup1")
    assert ran.exit_code == 2
    assert "'PIN of sup1'" in ran.stderr
    assert table.given == []


def test_no_table_is_said(tmp_path: Path) -> None:
    ran = run(tmp_path, "next", "by=sup1", input="2580\n")
    assert ran.exit_code == 2
    assert "is the table running" in ran.stderr
