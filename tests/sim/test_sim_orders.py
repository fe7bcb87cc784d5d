"""Orders on the control channel and in scripts, and the order of shoe, log and board."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.sim.board import Board
from device.sim.faults import Fault
from device.sim.orders import Orders
from device.sim.passage_log import PassageLog, read_passages
from device.sim.script import Script, ScriptError
from device.sim.shoe_pack import CUT_CODE
from device.sim.sim_shoe import SimShoe, draw_boot_number

Bodies = Callable[[bytes], list[str]]


class FakePlug:
    """Remembers what was asked of the port."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def plug(self) -> None:
        self.asked.append("plug")

    def unplug(self) -> None:
        self.asked.append("unplug")

    def set_wire_faults(self) -> None:
        self.asked.append("faults")

    def quit(self) -> None:
        self.asked.append("quit")

    def state(self) -> dict[str, Any]:
        return {"port": "here"}


class Desk:
    """A shoe with its orders."""

    def __init__(self, *, path: Path | None = None, **more: Any) -> None:
        boots = iter(f"{number:08X}" for number in range(1, 100))
        self.plug = FakePlug()
        self.shoe = SimShoe(
            board=Board(boot="1A2B3C4D"), log=PassageLog(path), new_boot=lambda: next(boots), **{"faults": {}} | more
        )
        self.orders = Orders(self.shoe, self.plug)
        self.said()

    def said(self) -> bytes:
        return self.shoe.board.take_output()

    def obey(self, *lines: str) -> list[dict[str, Any]]:
        return [self.orders.obey(line, number) for number, line in enumerate(lines)]


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("card 9h", "C,1A2B3C4D,1,0,0,9H"),
        ("card 10d", "C,1A2B3C4D,1,0,0,TD"),
        ("cut", "C,1A2B3C4D,1,0,0,CUT"),
        ("unread 9h", "N,1A2B3C4D,1,0,0"),
        ("two 9h 8c", "D,1A2B3C4D,1,0,9H,8C"),
        ("back", "P,1A2B3C4D,1,0,back"),
        ("back 9h", "P,1A2B3C4D,1,0,back"),
        ("back touch", "P,1A2B3C4D,1,0,touch"),
        ("pushed-in", "X,1A2B3C4D,1,0"),
        ("jam A", "J,1A2B3C4D,1,0,A"),
        ("clear B", "j,1A2B3C4D,1,0,B"),
        ("gate-fault A", "G,1A2B3C4D,1,0,A"),
        ("lid open", "T,1A2B3C4D,1,0,LID,1"),
        ("lid closed", "T,1A2B3C4D,1,0,LID,0"),
        ("stray", "R,1A2B3C4D,1,0"),
        ("button call down", "K,1A2B3C4D,1,0,call,1"),
    ],
)
def test_an_order_makes_the_board_say_it(line: str, body: str, bodies_of: Bodies) -> None:
    desk = Desk()
    (reply,) = desk.obey(line)
    assert reply["ok"], reply
    assert bodies_of(desk.said()) == [body]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "draw two",
        "card",
        "card 1x",
        "card 9h 8c",
        "two 9h",
        "back nine",
        "jam C",
        "lid ajar",
        "button call",
        "link maybe",
        "fill decks=99",
        "fill decks=x",
        "fill cut=-1",
        "fill speed=9",
        "fill 8",
        "faults gremlins",
        "faults",
        "unread 9h 8c",
        "state of things",
        "stray 9h",
        "button " + "x" * 50 + " down",
    ],
)
def test_a_bad_order_is_answered_with_what_was_expected_and_changes_nothing(line: str) -> None:
    desk = Desk()
    (reply,) = desk.obey(line)
    assert reply["ok"] is False
    assert len(reply["why"]) > 10
    assert desk.said() == b""
    assert desk.shoe.pack.cards_left == 416


def test_draws_go_through_the_shoe_and_the_cut_card_comes_by_itself(tmp_path: Path) -> None:
    desk = Desk(path=tmp_path / "p", decks=1, cut_depth=50, seed=5)
    replies = desk.obey(*["draw"] * 4, "draw unread")
    assert [reply["cards"] == [CUT_CODE] for reply in replies] == [False, False, True, False, False]
    assert [reply["left"] for reply in replies] == [51, 50, 50, 49, 48]
    assert [reply["read"] for reply in replies] == [True, True, True, True, False]
    cards = read_passages(tmp_path / "p").cards
    assert [[card.card] for card in cards] == [reply["cards"] for reply in replies]
    assert [card.seq for card in cards] == [reply["seq"] for reply in replies]


def test_a_cut_card_without_a_code_leaves_unread(bodies_of: Bodies) -> None:
    desk = Desk(decks=1, cut_depth=51, cut_has_code=False)
    _, cut = desk.obey("draw", "draw")
    assert (cut["cards"], cut["read"]) == ([CUT_CODE], False)
    assert bodies_of(desk.said())[1].startswith("N,")


def test_an_empty_shoe_says_so_and_can_be_filled() -> None:
    desk = Desk(decks=1, cut_depth=None)
    *_, last = desk.obey(*["draw"] * 53)
    assert last == {"ok": False, "why": "the shoe is empty: fill it"}
    assert desk.obey("fill", "draw")[1]["ok"]
    assert desk.obey("fill decks=2 cut=7")[0]["left"] == 104
    assert desk.obey("fill")[0]["left"] == 104, "what is left out stays as it was"
    assert desk.obey("fill cut=none seed=abc")[0]["fill"] == 5
    assert desk.shoe.filled.seed == "abc"


def test_two_cards_never_take_the_cut_card_along() -> None:
    desk = Desk(decks=1, cut_depth=51)
    reply = desk.obey("two")[0]
    assert reply["ok"] is False
    assert desk.shoe.pack.cards_left == 52
    desk.obey("draw", "draw")
    assert len(desk.obey("two")[0]["cards"]) == 2


def test_a_resting_card_says_nothing_and_leaves_with_its_code(bodies_of: Bodies) -> None:
    desk = Desk()
    desk.obey("rest", "back")
    assert all(not body.startswith("C") for body in bodies_of(desk.said()))
    code = desk.shoe.pack.peek()
    assert desk.obey("draw")[0]["cards"] == [code]


def test_a_reset_is_logged_with_what_it_forgot(tmp_path: Path) -> None:
    desk = Desk(path=tmp_path / "p")
    desk.obey("draw", "draw")
    (reply,) = desk.obey("reset")
    assert reply["dropped"] == [1, 2]
    assert [card.dropped for card in read_passages(tmp_path / "p").cards] == [True, True]


def test_what_the_host_has_before_a_reset_is_logged_as_acknowledged(
    tmp_path: Path, frame: Callable[[str], bytes]
) -> None:
    desk = Desk(path=tmp_path / "p")
    desk.obey("draw", "draw")
    desk.shoe.board.feed(frame("A,1A2B3C4D,1"), 5)
    desk.obey("reset")
    cards = read_passages(tmp_path / "p").cards
    assert [(card.acknowledged, card.dropped) for card in cards] == [(True, False), (False, True)]


def test_the_log_holds_the_card_before_the_board_says_it(tmp_path: Path) -> None:
    desk = Desk(path=tmp_path / "p")
    desk.obey("draw")
    assert len(read_passages(tmp_path / "p").cards) == 1
    assert desk.said() != b""


def test_a_shoe_goes_on_from_its_log(tmp_path: Path) -> None:
    first = Desk(path=tmp_path / "p", seed=9)
    began = [first.obey("draw")[0]["cards"][0] for _ in range(5)]
    second = Desk(path=tmp_path / "p", seed=9)
    went_on = [second.obey("draw")[0]["cards"][0] for _ in range(5)]
    whole = Desk(seed=9)
    assert began + went_on == [whole.obey("draw")[0]["cards"][0] for _ in range(10)]


def test_mishaps_befall_draws_and_are_told_to_whoever_draws(bodies_of: Bodies) -> None:
    desk = Desk(faults={Fault.UNREAD: 1.0, Fault.PULL_BACK: 1.0})
    (reply,) = desk.obey("draw")
    assert (reply["read"], reply["mishaps"]) == (False, ["pull-back", "unread"])
    assert [body[0] for body in bodies_of(desk.said())] == ["P", "N"]
    desk.obey("faults two-cards:1")
    assert desk.plug.asked == ["faults"]
    assert len(desk.obey("draw")[0]["cards"]) == 2
    desk.obey("faults none")
    assert desk.obey("draw")[0]["mishaps"] == []


def test_a_reset_as_a_card_leaves_loses_it_or_not_and_says_which() -> None:
    desk = Desk(faults={Fault.RESETS: 1.0})
    outcomes = set()
    for _ in range(20):
        (reply,) = desk.obey("draw")
        assert reply["lost"] == (reply["boot"] != desk.shoe.board.boot), (
            "a card is lost with the boot it was said under"
        )
        outcomes.add(reply["lost"])
    assert outcomes == {True, False}


def test_the_unplug_mishap_asks_for_the_plug() -> None:
    desk = Desk(faults={Fault.UNPLUG: 1.0})
    assert not desk.shoe.unplug_wanted
    desk.obey("draw")
    assert desk.shoe.unplug_wanted


def test_link_and_quit_go_to_the_port() -> None:
    desk = Desk()
    assert desk.obey("link lost", "link back", "quit")[0]["port"] == "here"
    assert desk.plug.asked == ["unplug", "plug", "quit"]


def test_state_tells_how_things_stand() -> None:
    desk = Desk()
    desk.obey("draw")
    state = desk.obey("state")[0]
    assert (state["seq"], state["unacknowledged"], state["left"], state["port"]) == (1, 1, 415, "here")


def test_boot_numbers_are_never_those_of_the_seed() -> None:
    assert len({draw_boot_number() for _ in range(50)}) == 50


# scripts ----------------------------------------------------------------------------------------------------------


def script(desk: Desk, tmp_path: Path, text: str) -> Script:
    path = tmp_path / "script"
    path.write_text(text)
    return Script(path, desk.orders, desk.shoe)


def test_a_script_waits_for_time_for_the_host_and_for_its_thanks(tmp_path: Path, frame: Callable[[str], bytes]) -> None:
    desk = Desk()
    steps = script(desk, tmp_path, "wait host\ncard 9h\nwait acknowledged\n\ncard 8c # a comment\nwait 1.5\ncut\n")
    assert steps.run(0) == []
    desk.shoe.from_host(frame("?"), 1)
    assert [reply["line"] for reply in steps.run(1)] == [2]
    assert steps.run(2) == []
    desk.shoe.from_host(frame("A,1A2B3C4D,1"), 3)
    assert [reply["cards"] for reply in steps.run(1000)] == [["8C"]]
    assert steps.due_ms() == 2500
    assert steps.run(2499) == []
    assert [reply["cards"] for reply in steps.run(2500)] == [[CUT_CODE]]
    assert steps.run(9999) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("draw\nshuffle\n", "line 2"),
        ("wait\n", "line 1"),
        ("\nwait -1\n", "line 2"),
        ("wait nan\n", "line 1"),
        ("wait inf\n", "line 1"),
    ],
)
def test_a_script_that_cannot_be_is_refused_before_it_starts(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(ScriptError, match=place):
        script(Desk(), tmp_path, text)


def test_a_script_line_that_fails_names_itself(tmp_path: Path) -> None:
    steps = script(Desk(), tmp_path, "draw\ncard zz\n")
    with pytest.raises(ScriptError, match="line 2: 'zz' is no card"):
        steps.run(0)


def test_a_script_that_is_not_there_is_named(tmp_path: Path) -> None:
    desk = Desk()
    with pytest.raises(ScriptError, match="nowhere"):
        Script(tmp_path / "nowhere", desk.orders, desk.shoe)
    (tmp_path / "bin").write_bytes(b"\xff\xfe")
    with pytest.raises(ScriptError, match="bin"):
        Script(tmp_path / "bin", desk.orders, desk.shoe)
