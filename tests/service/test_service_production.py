"""A table in production at work: no simulated shoe, no port with a program behind it, no orders for trials."""

import os
import queue
from pathlib import Path

from service.engine_tools import Bench

from device.line.hardware import is_pseudo_port, open_hardware
from device.line.serial_line import Machine, SerialLine
from device.ports.line import LineInput, LineLost, LineOpened
from device.readers.link import ShoeLink
from device.sim.board import Board
from device.system.clock import SystemClock
from device.table import commands as cmd
from device.table import events as ev
from device.table.vocabulary import Refusal


def hello_of(board: Board) -> bytes:
    board.feed(b"", 0)
    return board.take_output()


def test_the_simulated_shoe_is_known_by_its_hello_and_left_alone() -> None:
    board = Board(boot="0A1B2C3D")
    hello = hello_of(board)
    strict, open_minded = ShoeLink(None, refuses_simulated=True), ShoeLink(None)
    for link in (strict, open_minded):
        link.opened(0.0)
        link.take_output()
        link.feed(hello, 0.1)
    assert open_minded.state.up
    assert not strict.state.up
    assert "this is the simulated shoe, and production = true takes a real one only" in strict.state.detail
    board.card_left("9H", 200)
    strict.feed(board.take_output(), 0.3)
    assert b"$A" not in strict.take_output(), "it is told nothing but who are you"


def test_a_real_board_may_come_after_a_simulated_one() -> None:
    board = Board(boot="0A1B2C3D")
    link = ShoeLink(None, refuses_simulated=True)
    link.opened(0.0)
    link.feed(hello_of(board), 0.1)
    assert not link.state.up
    link.feed(_real_hello(), 0.2)
    assert link.state.up


def _real_hello() -> bytes:
    import binascii

    body = b"H,0000ABCD,0,shoe,1,fw=0.1.0,uid=E6614C311B7D5A2F"
    return b"$%s*%04X\n" % (body, binascii.crc_hqx(body, 0))


def test_a_line_with_a_program_behind_it_is_lost_and_says_why() -> None:
    ours, theirs = os.openpty()
    inbox: queue.SimpleQueue[LineInput] = queue.SimpleQueue()
    port = os.ttyname(theirs)
    assert is_pseudo_port(port)
    for machine, expected in ((Machine(), LineOpened), (Machine(open_port=open_hardware), LineLost)):
        line = SerialLine(port, 115200, inbox.put, SystemClock(), machine)
        line.start()
        heard = inbox.get(timeout=30)
        line.close()
        assert isinstance(heard, expected)
        if isinstance(heard, LineLost):
            assert f"{port}: another program is behind this port" in heard.detail
    os.close(ours)
    os.close(theirs)
    assert not is_pseudo_port("/dev/null")
    assert not is_pseudo_port(str(Path("/dev") / "none of that name"))


def test_the_number_of_cards_left_is_not_set_where_games_are_real() -> None:
    for production in (False, True):
        bench = Bench(production=production)
        bench.engine.order(cmd.OpenShoe(by="sup1"), 0.0)
        (record,) = bench.engine.order(cmd.SetRemaining(cards=10), 1.0)
        if production:
            assert record.event == ev.OrderRefused(order="remaining", why=Refusal.NOT_IN_PRODUCTION)
            assert bench.engine.state.shoe.cards_left == 416
            assert "buzz" in bench.notebook.words()
        else:
            assert record.event == ev.RemainingSet(cards=10)
