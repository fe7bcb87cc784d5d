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


class Table:
    """Answers one order line after another on a thread, as the table's loop would."""

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
            answer = {"reply": order["id"], "ok": self.why is None}
            line.reply(json.dumps(answer if self.why is None else answer | {"why": self.why}).encode())

    def close(self) -> None:
        self._inbox.put(None)
        self._thread.join()
        self.feed.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "staff.sock")
    yield table
    table.close()


def run(tmp_path: Path, *words: str) -> Any:
    return CliRunner().invoke(command, ["--feed", str(tmp_path / "staff.sock"), *words])


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (("next",), {"order": "next"}),
        (("result", "tie"), {"order": "result", "called": "tie"}),
        (("enter", "9h", "by=sup1"), {"order": "enter", "card": "9h", "by": "sup1"}),
        (
            ("resolve", "next", "by=sup1", "exposed=no"),
            {"order": "resolve", "option": "next", "by": "sup1", "exposed": False},
        ),
        (
            ("void", "by=sup1", "second=pit2", "reason=wrong card = dispute"),
            {"order": "void", "by": "sup1", "second": "pit2", "reason": "wrong card = dispute"},
        ),
        (("dealer", "on=d15"), {"order": "dealer", "on": "d15"}),
    ],
)
def test_an_order_is_sent_and_its_answer_printed(
    table: Table, tmp_path: Path, words: tuple[str, ...], order: dict[str, Any]
) -> None:
    ran = run(tmp_path, *words)
    assert (ran.exit_code, ran.stdout) == (0, '{"ok":true}\n')
    assert table.given == [{"id": "1", **order}]


def test_a_refusal_is_printed_and_exit_1(table: Table, tmp_path: Path) -> None:
    table.why = "Player must draw"
    ran = run(tmp_path, "result", "player")
    assert (ran.exit_code, ran.stdout) == (1, '{"ok":false,"why":"Player must draw"}\n')


@pytest.mark.parametrize(
    "words", [("next", "please"), ("resolve", "next", "burn"), ("void", "to=me"), ("resolve", "exposed=maybe")]
)
def test_words_that_belong_nowhere_are_named(table: Table, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = run(tmp_path, *words)
    assert ran.exit_code == 2
    assert words[-1].partition("=")[2] in ran.stderr or words[-1] in ran.stderr
    assert table.given == []


def test_no_table_is_said(tmp_path: Path) -> None:
    ran = run(tmp_path, "next")
    assert ran.exit_code == 2
    assert "is the table running" in ran.stderr
