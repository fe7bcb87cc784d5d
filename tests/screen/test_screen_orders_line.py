"""The panel's lines to the table over real Unix sockets: each gets exactly one answer, whatever happens."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.table_ends import TableEnds, Time

from device.screen.dealer.state import Answered, Say, Wire
from device.screen.showing import connection, orders_line
from device.screen.showing.orders_line import ANSWER_S, MOST_OPEN, OrdersLine
from device.screen.showing.subscription import Subscription
from device.screen.view import MAX_TEXT, Kind, PublicView

View = dict[str, Any]
ViewMaker = Callable[..., View]


class Panel:
    """The panel's end of both wires, connected to a table that shows a view."""

    def __init__(self, table: TableEnds, time: Time, view: View) -> None:
        self.said: list[str] = []
        self.feed = Subscription(table.paths[Wire.STAFF], Kind.STAFF, time, report=self.said.append)
        self.line = OrdersLine(self.feed, table.paths[Wire.PANEL], time, report=self.said.append)
        self.feed.serve()
        self.line.serve()
        table.accept(Wire.STAFF)
        table.accept(Wire.PANEL)
        table.send(Wire.STAFF, view)
        while not isinstance(self.feed.wait(0.01), PublicView):
            pass

    def say(self, wire: Wire, id: str, **fields: object) -> None:
        self.line.say(Say(wire=wire, line={"id": id, **fields}))

    def answers(self, count: int = 1) -> list[Answered]:
        found: list[Answered] = []
        for _ in range(2000):
            self.feed.wait(0.005)
            found += self.line.serve()
            if len(found) >= count:
                break
        assert len(found) == count
        return found


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableEnds]:
    table = TableEnds(tmp_path)
    yield table
    table.close()


@pytest.fixture
def panel(table: TableEnds, time: Time, staff: ViewMaker) -> Iterator[Panel]:
    panel = Panel(table, time, staff())
    yield panel
    panel.line.close()
    panel.feed.close()


@pytest.mark.parametrize("wire", Wire)
def test_an_answer_finds_its_line_on_either_wire(table: TableEnds, panel: Panel, wire: Wire) -> None:
    panel.say(wire, "7", press="show")
    assert table.heard(wire) == {"id": "7", "press": "show"}
    table.send(wire, {"reply": "7", "ok": True, "session": "s3cr3t", "idle_s": 600.0})
    [answer] = panel.answers()
    assert (answer.id, answer.ok, answer.lost) == ("7", True, False)
    assert dict(answer.fields)["session"] == "s3cr3t"
    assert "s3cr3t" not in repr(answer)


def test_answers_come_in_any_order_and_a_refusal_keeps_its_words(table: TableEnds, panel: Panel) -> None:
    for id in ("1", "2"):
        panel.say(Wire.STAFF, id, order="next")
        table.heard(Wire.STAFF)
    table.send(Wire.STAFF, {"reply": "2", "ok": False, "why": "Player must draw", "refusal": "player-must-draw"})
    table.send(Wire.STAFF, {"reply": "1", "ok": True})
    second, first = panel.answers(2)
    assert (second.id, second.ok, second.why, second.refusal) == ("2", False, "Player must draw", "player-must-draw")
    assert (first.id, first.ok) == ("1", True)


def test_what_an_answer_says_is_fit_to_be_drawn(table: TableEnds, panel: Panel) -> None:
    panel.say(Wire.STAFF, "7", order="free")
    table.heard(Wire.STAFF)
    table.send(Wire.STAFF, {"reply": "7", "ok": False, "refusal": None, "why": "no\u202e\x1b[31m" + "x" * 100_000})
    [answer] = panel.answers()
    assert answer.refusal == ""
    assert answer.why.startswith("no ")
    assert answer.why.isprintable()
    assert len(answer.why) <= MAX_TEXT


@pytest.mark.parametrize("wire", Wire)
def test_a_connection_that_breaks_answers_every_open_line_of_it(table: TableEnds, panel: Panel, wire: Wire) -> None:
    other = next(one for one in Wire if one is not wire)
    for id in ("a", "b"):
        panel.say(wire, id, press="call")
    panel.say(other, "c", press="call")
    table.end(wire).close()
    answers = panel.answers(2)
    assert {answer.id for answer in answers} == {"a", "b"}
    assert all(answer.lost and not answer.ok and answer.why and answer.refusal == "no-answer" for answer in answers)
    table.send(other, {"reply": "c", "ok": True})
    assert panel.answers()[0].ok


def test_a_line_that_cannot_go_is_answered_at_once_and_was_not_lost(table: TableEnds, panel: Panel, time: Time) -> None:
    table.close()
    panel.feed.wait(0.01)
    panel.line.serve()
    for wire in Wire:
        panel.say(wire, "1", press="call")
        [answer] = panel.answers()
        assert (answer.ok, answer.lost, answer.refusal) == (False, False, "no-connection")


def test_a_table_that_comes_back_is_found_again(table: TableEnds, panel: Panel, time: Time, tmp_path: Path) -> None:
    table.end(Wire.PANEL).close()
    while panel.line.descriptors()[0]:
        panel.line.serve()
    assert panel.line.due_in_s() is not None
    time.now_s += 5
    panel.line.serve()
    table.accept(Wire.PANEL)
    panel.say(Wire.PANEL, "9", press="bets")
    assert table.heard(Wire.PANEL)["press"] == "bets"


def test_a_press_does_not_wait_for_the_next_attempt(table: TableEnds, panel: Panel) -> None:
    table.end(Wire.PANEL).close()
    while panel.line.descriptors()[0]:
        panel.line.serve()
    panel.say(Wire.PANEL, "9", press="bets")
    table.accept(Wire.PANEL)
    assert table.heard(Wire.PANEL)["press"] == "bets"


def test_a_table_that_never_answers_is_not_waited_for_for_ever(table: TableEnds, panel: Panel, time: Time) -> None:
    panel.say(Wire.STAFF, "1", order="next")
    assert panel.line.serve() == []
    time.now_s += ANSWER_S + 0.1
    assert panel.line.due_in_s() == 0.0
    [answer] = panel.answers()
    assert answer.lost
    table.send(Wire.STAFF, {"reply": "1", "ok": True})  # too late: nobody waits for it any more
    panel.say(Wire.STAFF, "2", order="next")
    table.send(Wire.STAFF, {"reply": "2", "ok": True})
    assert panel.answers()[0].id == "2"


def test_two_lines_of_one_name_are_told_apart(table: TableEnds, panel: Panel) -> None:
    panel.say(Wire.STAFF, "1", order="next")
    panel.say(Wire.PANEL, "1", press="bets")
    [answer] = panel.answers()
    assert answer.refusal == "repeated-id"
    table.send(Wire.STAFF, {"reply": "1", "ok": True})
    assert panel.answers()[0].ok


def test_a_table_that_does_not_read_is_not_piled_up_for(
    table: TableEnds, panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(MOST_OPEN + 3):
        panel.say(Wire.PANEL, str(number), press="call")
    assert {answer.refusal for answer in panel.answers(3)} == {"busy"}
    monkeypatch.setattr(orders_line, "MOST_OPEN", 100_000)
    monkeypatch.setattr(connection, "MOST_UNSENT", 20_000)
    number = 100
    while not panel.line.descriptors()[1]:  # until the kernel takes no more
        panel.say(Wire.PANEL, str(number), press="x" * 3000)
        number += 1
    for _ in range(10):
        panel.say(Wire.PANEL, str(number), press="x" * 3000)
        number += 1
    refused = panel.line.serve()
    assert refused
    assert {answer.refusal for answer in refused} == {"no-connection"}
    assert panel.line.serve() == []


def test_a_line_longer_than_the_table_reads_is_not_sent(panel: Panel) -> None:
    panel.say(Wire.STAFF, "1", reason="x" * 5000)
    assert panel.answers()[0].refusal == "too-long"


@pytest.mark.parametrize("rubbish", [b'{"reply"\n', b'{"reply":7,"ok":true}\n', b'{"reply":"99","ok":true}\n'])
def test_rubbish_among_the_answers_stops_nothing(table: TableEnds, panel: Panel, rubbish: bytes) -> None:
    for wire in Wire:
        table.end(wire).sendall(rubbish)
        panel.say(wire, f"{wire.value}-1", press="call")
        table.send(wire, {"reply": f"{wire.value}-1", "ok": True})
        assert panel.answers()[0].ok


def test_no_log_and_no_repr_ever_holds_what_was_said(table: TableEnds, panel: Panel, time: Time) -> None:
    panel.say(Wire.STAFF, "1", order="sign-in", name="d14", pin="2580")
    say = Say(wire=Wire.STAFF, line={"id": "2", "pin": "2580"})
    table.end(Wire.STAFF).close()
    answers = panel.answers()
    assert panel.said
    for text in (repr(say), repr(answers), repr(panel.line.__dict__), *panel.said):
        assert "2580" not in text
