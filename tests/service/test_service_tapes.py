"""Real bytes play: what barcode engines sent, recorded on tapes, runs through a pty into the table and gives the coups.

A tape's notes name its cards, coup by coup, in the order in which they left the shoe.
"""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from service.engine_scripts import QUICK
from service.loop_tools import Desk
from service.process_tools import Rig
from support.house import wait_until

from device.line.tape import Tape, Way, read_tape, tape_inputs
from device.readers.line import LineDecoder
from device.readers.passages import Read
from device.rules.card import Card
from device.table import commands as cmd
from device.table import events as ev

MIN_GAP_S = 0.4
TAPES = {
    path.stem: tape
    for path in sorted((Path(__file__).parents[1] / "tapes").glob("*.tape"))
    if (tape := read_tape(path.read_text())).head.reader == "line"
}


def cards_of(tape: Tape) -> list[list[Card]]:
    """The cards that the notes name, coup by coup."""
    found = re.findall(r"Cards:((?: \w\w)+)", "\n".join(tape.head.notes))
    return [[Card.parse(name) for name in line.split()] for line in found]


def check(coups: list[ev.ResultShown], tape: Tape) -> None:
    """The coups are made of the tape's cards, in the order out of the shoe, and count what the notes say."""
    named = cards_of(tape)
    assert [in_order(coup) for coup in coups] == named
    for coup in coups:
        totals = [sum(card.points for card in hand) % 10 for hand in (coup.player, coup.banker)]
        assert [coup.player_total, coup.banker_total] == totals
    said = re.findall(r"(?:Player|naturals,) (\d)(?: against Banker (\d)| each)", " ".join(tape.head.notes))
    assert [(coup.player_total, coup.banker_total) for coup in coups] == [(int(a), int(b or a)) for a, b in said]


def in_order(coup: ev.ResultShown) -> list[Card]:
    """A coup's cards as they left the shoe: turn about, then Player's third card, then Banker's."""
    player, banker = coup.player, coup.banker
    return [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]


AFTERWARDS = [Card.parse(name) for name in ("9c", "8d", "Tc", "Td")]


def in_order_of_last(coups: list[ev.ResultShown]) -> list[Card]:
    return in_order(coups[-1]) if coups else []


def test_the_tapes_say_what_is_on_them() -> None:
    assert len(TAPES) >= 5
    assert all(cards_of(tape) for tape in TAPES.values())


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table process with a barcode reader."""
    rig = Rig(tmp_path_factory.mktemp("tapes"), more=f"min_gap_ms = {round(MIN_GAP_S * 1000)}")
    try:
        rig.open()
        rig.plug()
        yield rig
        rig.end()
    finally:
        rig.clean_up()


def play(table: Rig, tape: Tape) -> None:
    """Every piece as it was sent; only where a pause matters, before the same code again, is it waited out.

    A plug is pulled when the table has what was sent before: on the tape that was long ago.
    """
    before, due = b"", len(table.cards_on_record())
    decoder = LineDecoder()

    def table_has_all() -> bool:
        return len(table.cards_on_record()) >= due

    for entry in tape.entries:
        match entry.way:
            case Way.FROM_DEVICE:
                if entry.data == before:
                    wait_until(table_has_all, "the card before the equal one")
                    time.sleep(1.5 * MIN_GAP_S)  # the pause is what the reader sends here
                table.send(entry.data)
                before = entry.data
                due += sum(isinstance(item, Read) and item.code != "CUT" for item in decoder.feed(entry.data))
            case Way.LOST:
                wait_until(table_has_all, "the cards before the outage")
                table.unplug()
                decoder.reset()
            case Way.OPENED:
                table.plug()
            case Way.TO_DEVICE:
                pass


@pytest.mark.parametrize("name", TAPES)
def test_a_tape_through_a_pty_gives_its_coups(table: Rig, name: str) -> None:
    shoe = table.new_shoe()
    play(table, TAPES[name])
    table.send(b"\r9C\r8D\rTC\rTD\r")  # one coup more: what is on record before it is all there was on the tape
    wait_until(lambda: in_order_of_last(table.coups(shoe)) == AFTERWARDS, "the coup after the tape")
    check(table.coups(shoe)[:-1], TAPES[name])
    assert not any(isinstance(event, ev.IncidentRaised) and event.holds for event in table.events())


@pytest.mark.parametrize("name", TAPES)
def test_a_tape_at_its_own_pace_gives_its_coups(name: str) -> None:
    desk = Desk(QUICK)
    desk.engine.order(cmd.OpenShoe(), desk.clock.now_s)
    for heard in tape_inputs(TAPES[name], desk.clock.now_s):
        desk.wait(heard.at_s - desk.clock.now_s)
        desk.put(heard)
    check([event for event in desk.diary.events() if isinstance(event, ev.ResultShown)], TAPES[name])


def test_the_same_code_at_once_is_one_card_and_after_the_pause_another(table: Rig) -> None:
    table.new_shoe()
    repeats = table.sees(lambda view: view["counters"], "the counters")["counters"]["duplicate"]
    table.send(b"9H\r9H\r9H\r")
    view = table.sees(lambda view: view["counters"]["duplicate"] == repeats + 2, "two repeats counted")
    assert (view["player"], view["banker"]) == (["9h"], [])
    time.sleep(1.5 * MIN_GAP_S)  # the card is out of the reader's sight
    table.send(b"9H\r")
    view = table.sees(lambda view: view["banker"], "the second nine")
    assert (view["player"], view["banker"]) == (["9h"], ["9h"])
